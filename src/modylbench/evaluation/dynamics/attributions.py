"""What the agent says that somebody else said: whose it is to be, and what."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.evaluation.dynamics.matter import matter_of
from modylbench.evaluation.reference.stated_figures import stated_figures
from modylbench.language.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_HOW = r"(?:\s+(?:has|have|had|just|also|already|earlier|rightly|himself|herself|has\s+just|then))*"
_SAID = (
    r"(?:said|says|told|mentioned|noted|pointed\s+out|put\s+it|gave|has\s+given|explained|asked"
    r"|reported|confirmed|stated|suggested|proposed|insisted|claimed|argued|wanted|requested"
    r"|recommended|warned|reminded|announced|admitted|added|wrote|quoted|promised"
    r"|observed|remarked|replied|answered|agreed|objected|made\s+clear|corrected)"
)
_REQUESTS = re.compile(
    r"\b(?:asked|suggested|proposed|wanted|requested|recommended|insisted)\b", re.IGNORECASE
)
_IN_A_DOCUMENT = re.compile(
    r"\s*(?:it|them|this|that|these|those|all)?\s*(?:in|on)\s+(?:his|her|their|your)\s+(?:\w+\s+)?"
    r"(?:files?|notes?|papers?|memo|report|sheet|list|e-?mail|tracker|letter|deck|extract)\b",
    re.IGNORECASE,
)
_YOU_SAID = re.compile(rf"(?:\b(?:as|like|what)\s+)?\byou{_HOW}\s+{_SAID}\b", re.IGNORECASE)
_CLAUSE = re.compile(
    r",(?=\s)|[;:](?=\s)|\s[-\u2013\u2014]\s|\b(?:and|so|while|whereas)\b"
    r"|(?<!\ball )(?<!\bthem )(?<!thing )\bbut\b"
)
_NOT_ASSERTED = re.compile(
    r"\b(?:if|unless|until|once|whether|before|when|in case|nobody|never)\b[^,;:]*$", re.IGNORECASE
)
_AS = re.compile(r"\b(?:as|like)\s|^(?:according|in the words)", re.IGNORECASE)
CHAIR = "chair"
_CONTRAST = re.compile(
    r"\W*(?:and |but )?(?:not|rather than|instead of|nor|unlike)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class StatedAttribution:
    """Something laid in somebody's mouth: whose, what, and the sentence that does it."""

    person: str
    content: str
    text: str
    is_request: bool = False
    """Whether the person is said to have asked for it, which may be a question."""


@dataclass(frozen=True)
class Callings:
    """What people may be called, by identity: names and titles, longest first."""

    by_call: Mapping[str, str]

    @classmethod
    def of(
        cls, names: Mapping[str, str], titles: Mapping[str, str], chairs: Iterable[str] = ()
    ) -> Callings:
        """Each by its whole name, first name, last name and title, where no two share it."""
        found: dict[str, set[str]] = {}
        for who, name in names.items():
            parts = name.split()
            for call in {name, *parts[:1], *parts[-1:]} if parts else ():
                found.setdefault(call.lower(), set()).add(who)
        for who, title in titles.items():
            for call in {title, _initials(title)} - {""}:
                found.setdefault(call.lower(), set()).add(who)
        for who in chairs:
            found.setdefault(CHAIR, set()).add(who)
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

    Who is spoken to as `you` is whoever the sentence names, or else the last speaker. What is said
    to stand in somebody's file is no saying: that is for what checks sources.

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
            is_saying = not _IN_A_DOCUMENT.match(sentence, match.end())
            if content and is_saying and not _NOT_ASSERTED.search(sentence[: match.start()]):
                is_request = _REQUESTS.search(match[0]) is not None
                yield StatedAttribution(person, content, sentence, is_request)


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
