"""What the points of a conclusion share: their tables of words, and how a point comes out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from modylbench.language.claims.clauses import AUXILIARIES
from modylbench.language.claims.words import PhraseTable, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.language.claims.clauses import Clause
    from modylbench.language.claims.words import Token


PointStatus = Literal["right", "wrong", "silent", "unclear"]


DECOY = ""
SHORT = 3  # ours: words of an answer that has nothing else in it
_YES = frozenset({"yes", "indeed", "correct", "right"})
_PRONOUNS = frozenset({"it", "this", "that", "they", "we"})
_AS_WELL = frozenset({"too", "also", "either", "well", "as", "likewise"})
POSITIVE = frozenset({"yes", "true", "above", "up", "more", "holds"})


@dataclass(frozen=True, slots=True)
class PointReading:
    """How a text stands to one point, and by which words."""

    status: PointStatus
    why: str = ""


def as_sign(truth: str) -> int:
    """1 for a truth such as yes, above or up, else -1."""
    return 1 if str(truth).strip().lower() in POSITIVE else -1


@lru_cache(maxsize=512)
def alias_table(aliases: tuple[str, ...]) -> PhraseTable[bool]:
    """The words looked for."""
    return PhraseTable([(alias, True) for alias in aliases])


@lru_cache(maxsize=512)
def name_table(
    names: tuple[str, ...], decoys: tuple[str, ...] = ()
) -> tuple[PhraseTable[str], tuple[str, ...]]:
    """The names looked for, with their aliases, and the first of each; decoys are nobody's."""
    rows = [(phrase, DECOY) for phrase in decoys]
    firsts: list[str] = []
    for line in names:
        aliases = [alias.strip() for alias in line.split("|")]
        firsts.append(aliases[0])
        rows += [(alias, aliases[0]) for alias in aliases]
    return PhraseTable(rows), tuple(firsts)


def as_names(value: Sequence[str] | str) -> tuple[str, ...]:
    """One name or several."""
    return (value,) if isinstance(value, str) else tuple(value)


def truth_names(value: Sequence[str] | str) -> set[str]:
    """The names, without their aliases."""
    return {name.partition("|")[0].strip() for name in as_names(value)}


@lru_cache(maxsize=1024)
def parsed_figures(figures: tuple[object, ...]) -> tuple[Token, ...]:
    """The figures as they are written: `20%`, `$0.68 million`, `1.5 points`."""
    return tuple(
        word for value in figures for word in tokens(str(value)) if word.number is not None
    )


def short_answer(clause: Clause) -> int:
    """1 or -1 for `It does.`, `No.`, `This is not so`: an answer to what stands before."""
    texts = [word.text for word in clause.words]
    while len(texts) > 1 and texts[-1] in _AS_WELL:
        texts = texts[:-1]
    if not texts:
        return 0
    is_yes = texts[0] in _YES and len(texts) <= SHORT
    is_so = clause.opener == "so" and texts[0] in AUXILIARIES
    is_no = texts[0] in {"no", "wrong"} and (
        len(texts) == 1 or (len(texts) <= SHORT and texts[1] in {",", *_PRONOUNS})
    )
    if is_so or is_yes or is_no:
        return -1 if is_no else 1
    if len(texts) > 1 and texts[-1] == "not" and texts[-2] in AUXILIARIES:
        return -1
    if texts[-1] in {"does", "do", "did"} and len(texts) <= 2 * SHORT:
        return 1
    return _pronoun_answer(texts)


def _pronoun_answer(texts: list[str]) -> int:
    """1 for `it is`, -1 for `it is not so`."""
    if len(texts) > 2 * SHORT or texts[0] not in _PRONOUNS or texts[1:2] == []:
        return 0
    if texts[1] not in AUXILIARIES:
        return 0
    if len(texts) == 2:
        return 1
    follows = texts[3] if len(texts) > SHORT else "so"
    return -1 if texts[2] == "not" and follows in {"so", "the", "yet", "at"} else 0


def settle(signs: list[tuple[int, str]], wanted: int, spoken: bool) -> PointReading:
    """How a point comes out by the signs found: one against it makes it wrong."""
    for sign, words in signs:
        if sign != wanted:
            return PointReading("wrong", words)
    if signs:
        return PointReading("right", signs[0][1])
    return PointReading("unclear" if spoken else "silent")
