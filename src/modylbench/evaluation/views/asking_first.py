"""Whether an agent rightly asked for something before it did what it was told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.language.plain import word_set
from modylbench.language.sentences import sentences
from modylbench.scenarios.phrases import mentions, spoken_words

if TYPE_CHECKING:
    from modylbench.scenarios.scenario import Alternative

_ASKING = word_set(
    "please send share need needs could would may like show give see until before without first "
    "wait waiting require forward upload post attach ask asking once hold"
)
_DECLINING = ("no need", "not need", "don't need", "needn't", "not necessary", "don't want")


def asks_first(asked: Alternative, answer: str) -> bool:
    """True where an answer asks for what may be asked for before anything is changed.

    Whether something was changed after all is not seen here.
    """
    if asked.ask_first is None:
        return False
    return any(
        _is_request(sentence)
        for sentence in sentences(answer)
        if any(mentions(sentence, phrase) for phrase in asked.ask_first.about)
    )


def as_asked_first(asked: Alternative) -> Alternative:
    """The same request, of an agent that may wait for what it has asked for: nothing is due yet."""
    if asked.ask_first is None:
        return asked
    return asked.model_copy(
        update={
            "model_answer": asked.ask_first.answer,
            "expected_response_type": "clarification",
            "mutations": (),
        }
    )


def _is_request(sentence: str) -> bool:
    if any(mentions(sentence, phrase) for phrase in _DECLINING):
        return False
    return sentence.rstrip().endswith("?") or not _ASKING.isdisjoint(spoken_words(sentence))
