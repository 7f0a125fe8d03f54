"""What the agent says that somebody else said, and whether that person did say it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.evaluation.dynamics.matter import (
    leading_digits,
    leading_digits_in,
    matter_of,
)
from modylbench.evaluation.reference.stated_figures import is_telling, stated_figures
from modylbench.language.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.evaluation.reference.stated_figures import StatedFigure

FOUNDED_SHARE = 0.6  # ours: of the content words, so many in one thing that the person said
WITH_FIGURES_SHARE = 0.25  # ours: where its figures are all there as well
FIGURES_ALONE = 0.01  # ours: none are needed where a figure is telling
WORD_FOR_WORD = 0.9  # ours: who has so many of them said it
FEWEST_TELLING = 2  # ours: one word that two people used is chance
_HOW = r"(?:\s+(?:has|have|had|just|also|already|earlier|rightly|himself|herself|has\s+just|then))*"
_SAID = (
    r"(?:said|says|told|mentioned|noted|pointed\s+out|put\s+it|gave|has\s+given|explained|asked"
    r"|reported|confirmed|stated|suggested|proposed|insisted|claimed|argued|wanted|requested"
    r"|recommended|warned|reminded|announced|admitted|added|wrote|quoted|promised)"
)
_YOU_SAID = re.compile(rf"(?:\b(?:as|like|what)\s+)?\byou{_HOW}\s+{_SAID}\b", re.IGNORECASE)
_CLAUSE = re.compile(r",(?=\s)|[;:](?=\s)|\s[-\u2013\u2014]\s|\b(?:and|but|so|while|whereas)\b")
_NOT_ASSERTED = re.compile(
    r"\b(?:if|unless|until|once|whether|before|when|in case|nobody|never)\b[^,;:]*$", re.IGNORECASE
)
_AS = re.compile(r"\b(?:as|like)\s|^(?:according|in the words)", re.IGNORECASE)
_CONTRAST = re.compile(
    r"\W*(?:and |but )?(?:not|rather than|instead of|nor|unlike)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class StatedAttribution:
    """Something laid in somebody's mouth: whose, what, and the sentence that does it."""

    person: str
    content: str
    text: str


@dataclass(frozen=True)
class Callings:
    """What people may be called, by identity: names and titles, longest first."""

    by_call: Mapping[str, str]

    @classmethod
    def of(cls, names: Mapping[str, str], titles: Mapping[str, str]) -> Callings:
        """Each by its whole name, first name, last name and title, where no two share it."""
        found: dict[str, set[str]] = {}
        for who, name in names.items():
            parts = name.split()
            for call in {name, *parts[:1], *parts[-1:]} if parts else ():
                found.setdefault(call.lower(), set()).add(who)
        for who, title in titles.items():
            for call in {title, _initials(title)} - {""}:
                found.setdefault(call.lower(), set()).add(who)
        return cls({call: min(who) for call, who in found.items() if len(who) == 1 and call})

    def named_in(self, text: str) -> tuple[str, ...]:
        """Who is called by name or title in a text, each once, in the order of the first time."""
        if not self.by_call:
            return ()
        found = (self.by_call[match[0].lower()] for match in self._anybody.finditer(text))
        return tuple(dict.fromkeys(found))

    def said_by(self, sentence: str) -> Iterator[tuple[str, re.Match[str]]]:
        """Every place where a sentence says that somebody who is named said something."""
        if self.by_call:
            for pattern in self._saying:
                for match in pattern.finditer(sentence):
                    yield self.by_call[match["who"].lower()], match

    @property
    def _anybody(self) -> re.Pattern[str]:
        return _patterns(tuple(self.by_call))[0]

    @property
    def _saying(self) -> tuple[re.Pattern[str], ...]:
        return _patterns(tuple(self.by_call))[1:]


def attributions_in(
    text: str, callings: Callings, last_speaker: str = ""
) -> Iterator[StatedAttribution]:
    """Everything that a text says somebody said, each place once.

    Who is spoken to as `you` is whoever the sentence names, or else the last speaker.

    >>> names = {"ann": "Ann Lee", "bob": "Bob Day"}
    >>> callings = Callings.of(names, {"ann": "CFO"})
    >>> told = "As the CFO said, we close on Friday. The 7% that Bob gave is in."
    >>> [(found.person, found.content) for found in attributions_in(told, callings)]
    [('ann', 'we close on Friday'), ('bob', 'The 7% that is in')]
    >>> told = "It takes 60 samples, as Ann said, not the 45 of before."
    >>> [found.content for found in attributions_in(told, callings)]
    ['It takes 60 samples']
    """
    for sentence in sentences(text):
        said = [*callings.said_by(sentence), *_you_said(sentence, callings, last_speaker)]
        for person, match in said:
            content = _content(sentence, match)
            if content and not _NOT_ASSERTED.search(sentence[: match.start()]):
                yield StatedAttribution(person, content, sentence)


def is_founded(
    attribution: StatedAttribution,
    said: Iterable[str],
    by_others: Iterable[str] = (),
    names: Sequence[str] = (),
) -> bool:
    """Whether somebody said that, in one thing of all that they said.

    All its figures are there, and enough of its content words; one telling figure is enough by
    itself. It is not theirs where another said it all but word for word, and they did not.

    >>> found = StatedAttribution("ann", "the fee is 7 basis points", "")
    >>> is_founded(found, ["The fee's seven basis points a year."]), is_founded(found, ["No fee."])
    (True, False)
    """
    sought = _AttributedContent.of(attribution.content, names)
    best = sought.best_share_in(said)
    if best >= WORD_FOR_WORD or best < sought.enough:
        return best >= WORD_FOR_WORD
    return sought.best_share_in(by_others) < WORD_FOR_WORD


def is_anothers(
    attribution: StatedAttribution,
    said: Iterable[str],
    by_others: Iterable[str],
    names: Sequence[str] = (),
) -> bool:
    """Whether another said all that, and whoever it is laid on said too little of it.

    Stricter than what is not founded, which may be a paraphrase that nobody recognises: who says
    this names the wrong person.

    >>> found = StatedAttribution("ann", "freight invoices arrive on the first Monday", "")
    >>> told = ["Freight invoices arrive on the first Monday of a month."]
    >>> is_anothers(found, ["Fine by me."], told), is_anothers(found, told, ["Fine by me."])
    (True, False)
    """
    sought = _AttributedContent.of(attribution.content, names)
    is_telling = len(sought.stems) + len(sought.figures) >= FEWEST_TELLING
    is_another = is_telling and sought.best_share_in(by_others) >= WORD_FOR_WORD
    return is_another and sought.best_share_in(said) < sought.enough


@dataclass(frozen=True, slots=True)
class _AttributedContent:
    """What is looked for in what people said: content words, and figures that all must be there."""

    stems: frozenset[str]
    figures: tuple[StatedFigure, ...]
    enough: float
    """The share of the words that one who said it has at the least."""
    leading_digits: frozenset[str]
    """Of the figures that are exact: a text without one of these has not all of them."""

    @classmethod
    def of(cls, content: str, names: Sequence[str]) -> _AttributedContent:
        called = {stem for name in names for stem in matter_of(name)}
        figures = stated_figures(content)
        exact = (figure.text for figure in figures if not figure.is_hedged)
        digits = frozenset(map(leading_digits, exact))
        return cls(matter_of(content) - called, figures, _share_needed(figures), digits)

    def best_share_in(self, texts: Iterable[str]) -> float:
        """The largest share of the words that one of several texts has."""
        best = 0.0
        for text in texts:
            best = max(best, self.share_in(text))
            if best == 1.0:
                break
        return best

    def share_in(self, text: str) -> float:
        """The share of the words that a text has; 0 where a figure is missing."""
        if not self.leading_digits <= leading_digits_in(text):
            return 0.0
        share = len(self.stems & matter_of(text)) / len(self.stems) if self.stems else 1.0
        if not self.figures:
            return share
        if share < self.enough and self.enough > FIGURES_ALONE:
            return 0.0
        known = stated_figures(text)
        has_all = all(any(figure.is_same(other) for other in known) for figure in self.figures)
        return max(share, FIGURES_ALONE) if has_all else 0.0


def _share_needed(figures: Sequence[StatedFigure]) -> float:
    if any(is_telling(figure) for figure in figures):
        return FIGURES_ALONE
    return WITH_FIGURES_SHARE if figures else FOUNDED_SHARE


def _you_said(
    sentence: str, callings: Callings, last_speaker: str
) -> Iterator[tuple[str, re.Match[str]]]:
    for match in _YOU_SAID.finditer(sentence):
        named = callings.named_in(sentence[match.end() :]) or callings.named_in(sentence)
        person = named[0] if named else last_speaker
        if person:
            yield person, match


def _content(sentence: str, match: re.Match[str]) -> str:
    """What is attributed: the clause around it, or what comes after, or what stands before `as`.

    What comes after is not what somebody said where it is set against that: "not the 45".
    Empty where nothing is said of the matter: "she asked for it" may be of anything.
    """
    ends = [end.span() for end in _CLAUSE.finditer(sentence)]
    start = max((end for _, end in ends if end <= match.start()), default=0)
    stop = min((begin for begin, _ in ends if begin >= match.end()), default=len(sentence))
    around = f"{sentence[start : match.start()]} {sentence[match.end() : stop]}"
    is_as = _AS.match(match[0]) is not None
    after = "" if _CONTRAST.match(sentence, stop) else sentence[stop:]
    for part in (around, after if is_as else "", sentence[:start] if is_as else ""):
        if matter_of(part) or stated_figures(part):
            return _tidy(part)
    return ""


def _tidy(text: str) -> str:
    return " ".join(text.split()).strip(" ,;:.!?-\u2013\u2014")


def _initials(title: str) -> str:
    """What a title of three words or more is called for short.

    >>> _initials("chief investment officer"), _initials("controller")
    ('cio', '')
    """
    words = title.lower().split()
    return "".join(word[0] for word in words) if len(words) >= 3 else ""


@lru_cache(maxsize=64)
def _patterns(calls: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Anybody's name; who said; according to whom."""
    longest_first = sorted(calls, key=lambda call: (-len(call), call))
    who = rf"(?P<who>\b(?:{'|'.join(re.escape(call) for call in longest_first)})\b)"
    forms = (
        who,
        rf"(?:\b(?:as|like|what)\s+)?(?:\bthe\s+|\bour\s+)?{who}{_HOW}\s+{_SAID}\b"
        r"(?:\s+(?:that|me|us)\b)*",
        rf"\b(?:according\s+to|as\s+per|in\s+the\s+words\s+of)\s+(?:the\s+|our\s+)?{who}",
    )
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)
