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


POSITIVE = frozenset({"yes", "true", "above", "up", "more", "holds"})


@dataclass(frozen=True, slots=True)
class PointReading:
    """How a text stands to one point, and by which words."""

    status: PointStatus
    why: str = ""


def as_sign(truth: str) -> int:
    return 1 if str(truth).strip().lower() in POSITIVE else -1


@lru_cache(maxsize=512)
def alias_table(aliases: tuple[str, ...]) -> PhraseTable[bool]:
    return PhraseTable([(alias, True) for alias in aliases])


@lru_cache(maxsize=512)
def name_table(names: tuple[str, ...]) -> tuple[PhraseTable[str], tuple[str, ...]]:
    rows: list[tuple[str, str]] = []
    firsts: list[str] = []
    for line in names:
        aliases = [alias.strip() for alias in line.split("|")]
        firsts.append(aliases[0])
        rows += [(alias, aliases[0]) for alias in aliases]
    return PhraseTable(rows), tuple(firsts)


def as_names(value: Sequence[str] | str) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def truth_names(value: Sequence[str] | str) -> set[str]:
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
    if not texts:
        return 0
    if clause.opener == "so" and texts[0] in AUXILIARIES:
        return 1
    if texts[0] in {"yes", "indeed", "correct", "right"} and len(texts) <= 3:
        return 1
    if texts[0] in {"no", "wrong"} and len(texts) <= 3:
        return -1
    if texts[-1] == "not" and len(texts) >= 2 and texts[-2] in AUXILIARIES:
        return -1
    if texts[-1] in {"does", "do", "did"} and len(texts) <= 6:
        return 1
    if texts[0] in {"it", "this", "that", "they", "we"} and 2 <= len(texts) <= 6:
        if texts[1] in {"does", "do", "is", "are", "did", "has", "will", "would", "was"}:
            if len(texts) == 2:
                return 1
            if texts[2] == "not" and (len(texts) == 3 or texts[3] in {"so", "the", "yet", "at"}):
                return -1
    return 0


def settle(signs: list[tuple[int, str]], wanted: int, spoken: bool) -> PointReading:
    for sign, words in signs:
        if sign != wanted:
            return PointReading("wrong", words)
    if signs:
        return PointReading("right", signs[0][1])
    return PointReading("unclear" if spoken else "silent")
