"""How far a recorded agent's words and works are those of an agent that knows the truth.

Who answers by itself finds the same figures, and other words for them. So what is compared is runs
of words, without their figures: those survive when sentences are shuffled, renumbered or reworded
here and there, and two authors share next to none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import orjson

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.variant import Variant

RUN = 3  # ours: words in a row
OTHERS_WORDS = 0.25  # ours: the oracle's words reworded at every fourth keep 0.4, own words 0.05
LEAST_RUNS = 30  # ours: of less nothing can be told
FEWEST_WORDS = 4  # ours: a label of a product is what people asked for, a sentence is its author's
MOST_TEXT = 2_000_000
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
_FIGURE = re.compile(r"\d")


def word_runs(texts: Iterable[str]) -> frozenset[tuple[str, ...]]:
    """All runs of three words in each text, in small letters, each figure as `#`.

    >>> sorted(word_runs(["It is 12.5 now"]))
    [('#', '#', 'now'), ('is', '#', '#'), ('it', 'is', '#')]
    """
    found: set[tuple[str, ...]] = set()
    for text in texts:
        words = [_normal(word) for word in _WORD.findall(text[:MOST_TEXT])]
        found.update(zip(*(words[at:] for at in range(RUN)), strict=False))
    return frozenset(found)


def oracle_share(recording: MeetingRecording, folder: Path, variant: Variant) -> float | None:
    """Which share of the agent's runs of words an agent of ours has that knows the truth there.

    What people say themselves does not count. The red team speaks the oracle's words too.
    """
    asked = word_runs(_texts_asked(variant))
    own = word_runs(_texts_of_agent(recording, folder)) - asked
    return share_of(own, word_runs(_texts_of_oracle(variant)) - asked)


def share_of(
    runs: frozenset[tuple[str, ...]], reference: frozenset[tuple[str, ...]]
) -> float | None:
    """Which share of the runs of words are the reference's; None where there are too few."""
    if len(runs) < LEAST_RUNS:
        return None
    return len(runs & reference) / len(runs)


def _texts_of_agent(recording: MeetingRecording, folder: Path) -> Iterator[str]:
    """What the agent said, wrote and put into words on its surfaces, up to the end."""
    shown = ""
    for turn in recording.turns:
        yield from (words.text for words in turn.agent.said)
        yield from (message.text for message in turn.agent.chat)
        if turn.agent.surfaces is not None and turn.agent.surfaces.path != shown:
            shown = turn.agent.surfaces.path
    if shown:
        yield from _sentences(orjson.loads((folder / shown).read_bytes()))


def _texts_of_oracle(variant: Variant) -> Iterator[str]:
    """What a perfect agent of ours may say at this seed, and what its products say."""
    for slot in variant.scenario.human_turns():
        for alternative in slot.alternatives:
            yield alternative.model_answer
            yield from (cue.answer for cue in alternative.during)
    for product in variant.final_products:
        yield from _sentences(product.model_dump(mode="json"))


def _texts_asked(variant: Variant) -> Iterator[str]:
    """What people say, which any agent may repeat."""
    for slot in variant.scenario.human_turns():
        for alternative in slot.alternatives:
            yield alternative.human_utterance
            yield from (line.text for line in alternative.before)


def _sentences(value: Any) -> Iterator[str]:
    """Texts of several words, wherever they stand."""
    if isinstance(value, str):
        if len(value.split()) >= FEWEST_WORDS:
            yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _sentences(part)
    elif isinstance(value, list):
        for part in value:
            yield from _sentences(part)


def _normal(word: str) -> str:
    return "#" if _FIGURE.search(word) else word.casefold()
