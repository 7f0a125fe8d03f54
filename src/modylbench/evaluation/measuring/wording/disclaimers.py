"""Statements by which somebody disowns his work: not worked out, not to be used, taken back.

A caveat says what it is about: an input, a source, a case, a figure. A disclaimer speaks of nothing
but the work itself, or of what was just said. So a clause counts only if, besides the words that
disown and those for the work, it has no word of the matter, no figure, and no condition. The lists
are of general English; none is from a scenario.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from modylbench.language.content_words import EMPTY_WORDS, STOP_WORDS, sentences_and_lines, words_in
from modylbench.language.plain import plain, word_set
from modylbench.products.reading.product_texts import product_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.products.work_product import WorkProduct

DisclaimerScope = Literal["words", "part", "product"]
LONGEST_CLAUSE = 300  # ours: characters; a disclaimer is short, and so is what is searched
MOST_TEXTS = 3_000  # ours: of one product
LONGEST_MARK = 3  # ours: words of `Superseded.`; more of them may speak of anything

_WORK = word_set(
    "figure figures number numbers value values amount amounts result results total totals output "
    "outputs calculation calculations computation computations analysis analyses "
    "estimate estimates "
    "data content contents entry entries cell cells row rows column columns table "
    "tables sheet sheets "
    "tab tabs page pages slide slides section sections part parts chart charts tile "
    "tiles paragraph "
    "document documents report paper memo note deck workbook model file files "
    "dashboard deliverable "
    "deliverables product products version work text texts statement statements conclusion "
    "conclusions answer answers reply words everything anything"
)
_PARTS = word_set(
    "part section sheet tab page slide table chart tile paragraph row column cell entry above below"
)
_AROUND = word_set(
    "shown presented given here above below herein throughout whole entire any all none really "
    "actually properly truly ever merely purely solely strictly just only at way "
    "shape form kind sort "
    "purpose purposes basis nature currently present still far mind footnote please "
    "therefore hence "
    "though however also furthermore notice further yet stand stands order orders people anybody "
    "anyone reader readers far told tell telling said say saying gave earlier "
    "previous previously ago "
    "last moment minute just now then first thing way off after day end"
)
_FAKE = re.compile(
    r"\b(?:place[- ]?holders?|dumm(?:y|ies)|made[- ]up|made (?:\w+ ){1,4}up|invented"
    r"|fabricated|fictitious|fictional"
    r"|imaginary|illustrative|illustrations?|demonstrations?|mock(?:ed)?[- ]?ups?"
    r"|guess(?:es|ed|work)?"
    r"|random|arbitrary|bogus|fake|samples?|examples?|worthless|meaningless|unusable|unreliable"
    r"|pulled out of (?:thin air|the air|a hat)|nonsense|rubbish)\b"
)
_EXAMPLE = re.compile(r"\b(?:illustrations?|illustrative|demonstrations?|samples?|examples?)\b")
"""Words that introduce an example as well as they disown a figure."""
_ONLY = re.compile(r"\b(?:only|merely|purely|solely|strictly|just|nothing|purposes?|mere)\b")
_MADE = (
    r"(?:calculat|comput|work(?:ed)? out|deriv|modell?ed|bas(?:ed|is)|real\b|genuine|actual|right"
    r"|correct|true|sound|backed|supported)"
)
_RELIED = (
    r"(?:rel(?:y|ied|iance|iable)|us(?:e|ed|able|ing)\b|trust|quot|cit(?:e|ed)\b"
    r"|act(?:ed)? (?:up)?on"
    r"|depend|count(?:ed)? on|go(?:ne)? by|take(?:n)? (?:seriously|as|at face)|stand behind|vouch"
    r"|believ|commit)"
)
_FILLER = (
    r"(?:\s+(?:been|be|being|yet|really|actually|properly|truly|ever|to|of|these|those|this|it|them|any"
    r"|have|has|had|is|are|was|were|in|fact|at|all|the|my|our|should|must|can|could|may|i|we|you|a|an"
    r"|so|for|on|what|intended|meant|supposed|suitable|fit|way|single|"
    + "|".join(sorted(_WORK, key=len, reverse=True))
    + r")){0,9}?\s+"
)
_NOT = r"(?:\b(?:not|never|none|no|nothing|neither|cannot|without)\b|n't\b)"
_UNMADE = re.compile(f"{_NOT}{_FILLER}{_MADE}")
_UNRELIED = re.compile(f"{_NOT}{_FILLER}{_RELIED}")
_DROP = re.compile(r"\b(?:disregard|ignore|discard|forget|scrap|scratch|strike|dismiss|delete)\b")
_TOLD_TO_DROP = re.compile(
    rf"(?:(?:please|kindly|so|just|you|should|must|can|may|better|best) ){{0,4}}{_DROP.pattern}"
)
_WRONG = re.compile(
    r"\b(?:wrong|incorrect|false|untrue|mistaken|off|nonsense|rubbish|invalid|worthless|invented"
    r"|made up|taken? back|retract(?:ed)?|withdraw(?:n)?|void)\b"
    rf"|{_NOT}{_FILLER}(?:hold|stand|stands|holds|right|correct|true|so|valid|the case)\b"
)
_TAKEN_BACK = re.compile(
    r"\b(?:i|we) (?:hereby |must |have to |'d )?(?:take|retract|withdraw|recant)\b"
)
_OWN_WORDS = re.compile(
    r"\b(?:what|that|everything|anything|all|whatever|figures?|numbers?|answers?|bit|part|thing)"
    r"(?: that| which)? (?:i|we)(?:'ve| have| had|'d)?(?: just)? (?:said|told|gave"
    r"|given|answered|claimed"
    r"|stated|mentioned|explained|showed|shown|read)\b"
    r"|\b(?:my|our) (?:\w+ ){0,2}(?:answers?|reply|words|statements?|figures?"
    r"|numbers?|remarks?|comments?)\b"
)
_OTHERS = re.compile(
    r"\b(?:that|those|your|their|his|her|such|its)\s+(?:\w+\s+)?(?:figure|number|value|data"
    r"|answer|result|table|model|report|file|document|analysis|chart|estimate)s?\b"
)
_OLDER = re.compile(
    r"\b(?:superseded|old|older|previous|draft|former|archived|outdated|obsolete)\b"
)
_CONDITION = re.compile(
    r"\b(?:unless|until(?! further)|without|except|if|once|before(?! (?:this|that"
    r"|now)\b)|when|where|because|by (?:third|any)"
    r"|but|instead|rather|outside|beyond|alone|on its own|in isolation|by itself)\b|\?"
)
_CLAUSE = re.compile(
    r"[.;:!?\n()]+(?=\s|$|\w)|,\s|\s[-\u2013\u2014]\s|\b(?:and|but|though|although)\b"
)
_WHOLE = word_set(
    "document report paper memo deck workbook file files dashboard deliverable product everything "
    "throughout anything"
)


@dataclass(frozen=True, slots=True)
class Disclaimer:
    """A statement by which its author disowns what he made or said, and how much of it."""

    text: str
    scope: DisclaimerScope


@lru_cache(maxsize=8192)
def disclaimers_in(text: str) -> tuple[Disclaimer, ...]:
    """The disclaimers of a text.

    >>> [found.scope for found in disclaimers_in("None of these figures has been worked out.")]
    ['part']
    >>> disclaimers_in("The growth rate is a placeholder until the client sends its own.")
    ()
    """
    return tuple(
        Disclaimer(sentence.strip()[:LONGEST_CLAUSE], scope)
        for sentence in sentences_and_lines(text)
        if (scope := _scope(sentence)) is not None
    )


def _scope(sentence: str) -> DisclaimerScope | None:
    spelt = " ".join(plain(sentence[:4_000]).replace("\u2019", "'").split())
    if spelt.endswith("?"):
        return None
    has_figure = any(letter.isdigit() for letter in spelt)
    for clause in _CLAUSE.split(spelt):
        if not clause or len(clause) > LONGEST_CLAUSE or _CONDITION.search(clause):
            continue
        if any(letter.isdigit() for letter in clause) or _OTHERS.search(clause):
            continue
        if _takes_back_words(clause) and not has_figure and not _rest(clause):
            return "words"
        if _disowns_work(clause) and not _OLDER.search(spelt) and not _rest(clause):
            words = set(words_in(clause))
            is_whole = bool(words & _WHOLE) and not words & _PARTS
            return "product" if is_whole else "part"
    return None


def _takes_back_words(clause: str) -> bool:
    own = _OWN_WORDS.search(clause)
    return own is not None and bool(
        _WRONG.search(clause) or _DROP.search(clause) or _TAKEN_BACK.search(clause)
        or _UNRELIED.search(clause) or _FAKE.search(clause)
    )  # fmt: skip


def _disowns_work(clause: str) -> bool:
    """Whether it says that the work is made up, not made, or not to be used."""
    words = words_in(clause)
    is_about_work = not _WORK.isdisjoint(words)
    if _FAKE.search(clause) or _UNMADE.search(clause) or _UNRELIED.search(clause):
        # A bare remark ("for illustration only") is about what it stands at.
        is_introduction = _EXAMPLE.search(clause) and not _ONLY.search(clause)
        return is_about_work or not (is_introduction or _POINTS_ELSEWHERE.search(clause))
    return is_about_work and _TOLD_TO_DROP.match(clause.strip()) is not None


_POINTS_ELSEWHERE = re.compile(
    r"\b(?:i|we|you|he|she|they|it|its|that|this|those|these|them|there|who)\b|'s\b"
)


def _rest(clause: str) -> list[str]:
    """The words of the matter that are neither of the work nor of disowning it."""
    bare = clause
    for pattern in (_FAKE, _UNMADE, _UNRELIED, _DROP, _WRONG, _TAKEN_BACK, _OWN_WORDS):
        bare = pattern.sub(" ", bare)
    return [
        word
        for word in words_in(bare)
        if len(word) > 2
        and word not in STOP_WORDS
        and word not in EMPTY_WORDS
        and word not in _WORK
        and word not in _AROUND
        and not _ENDING.fullmatch(word)
    ]


_ENDING = re.compile(r"(?:ed|ing|ion|ions|upon|ated|able|ly)")


@dataclass(frozen=True, slots=True)
class DisownedParts:
    """The share of a product's parts that its own texts disown, and the words that do so."""

    share: float = 0.0
    texts: tuple[str, ...] = ()


def disowned_parts(product: WorkProduct) -> DisownedParts:
    """How much of a product its own texts disown."""
    parts: set[str] = set()
    disowned: set[str] = set()
    texts: list[str] = []
    is_whole = False
    for place, text in _notes(product):
        part = _part(place)
        if part and _is_older_version(text):
            continue
        if part:
            parts.add(part)
        for found in disclaimers_in(text):
            texts.append(found.text)
            is_whole = is_whole or found.scope == "product" or not part
            disowned.add(part)
    if not texts:
        return DisownedParts()
    share = 1.0 if is_whole else len(disowned & parts) / len(parts)
    return DisownedParts(share, tuple(dict.fromkeys(texts)))


def _is_older_version(text: str) -> bool:
    """Whether a note says of its part, in a few words, that another has taken its place."""
    return any(
        _OLDER.search(plain(sentence)) and len(words_in(sentence)) <= LONGEST_MARK
        for sentence in sentences_and_lines(text)
    )


def _notes(product: WorkProduct) -> Iterator[tuple[str, str]]:
    for count, text in enumerate(product_texts(product)):
        if count >= MOST_TEXTS:
            return
        if not text.is_label:
            yield text.pointer, text.text


def _part(pointer: str) -> str:
    """The sheet, section or tile that a text stands in; empty where it is of the whole."""
    steps = pointer.strip("/").split("/")
    return "/".join(steps[:2]) if steps[0] in ("sheets", "sections", "widgets") else ""


def taken_back(texts: Sequence[str]) -> str:
    """The first sentence by which the speaker disowns his words or his work; empty if none.

    Who puts something in its place corrects himself: the next sentence has a figure.
    """
    for text in texts:
        said = sentences_and_lines(text)
        for place, sentence in enumerate(said):
            following = said[place + 1] if place + 1 < len(said) else ""
            if _scope(sentence) and not (any(letter.isdigit() for letter in following)):
                return sentence.strip()[:LONGEST_CLAUSE]
    return ""
