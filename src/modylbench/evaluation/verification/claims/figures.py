"""Whether the figures of a text are those that are true, beside the right names."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.claims.reading import (
    PointReading,
    alias_table,
    as_names,
    name_table,
    parsed_figures,
)
from modylbench.language.claims.clauses import AUXILIARIES
from modylbench.language.claims.words import Token, stem, tokens
from modylbench.language.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.language.claims.clauses import Clause
    from modylbench.products.quantities.conclusion import FiguresPoint, OwnersPoint


def read_figures(point: FiguresPoint, clauses: Sequence[Clause]) -> PointReading:
    """Whether all figures near the words are among those allowed."""
    near = alias_table(point.near)
    allowed = parsed_figures(point.allowed)
    units = {figure.unit for figure in allowed}
    found = False
    for clause in clauses:
        head = clauses[clause.head].words if clause.head is not None else []
        is_near = not point.near or near.find(clause.words) or near.find(head)
        is_said = clause.is_plain or (point.unit_word and clause.is_supposed)
        if not is_said or not is_near:
            continue
        for place, word in enumerate(clause.words):
            if word.number is None or word.unit not in units or word.text.isalpha():
                continue
            if point.unit_word and point.unit_word not in _stems_beside(clause.words, place):
                continue
            if any(
                word.unit == figure.unit
                and word.shows(
                    figure.number or 0.0, abs(figure.number or 0.0) * point.within_pct / 100
                )
                for figure in allowed
            ):
                found = True
            elif not is_set_against(clause.words, place):
                return PointReading("wrong", f"{word.text} in {clause}")
    return PointReading("right" if found else "silent")


_SETTING_AGAINST = word_set("not than against versus vs v instead nor never from compared where")
_UP_TO = word_set("before until till later earlier after to")


def is_set_against(words: list[Token], place: int) -> bool:
    """True for a figure that another one is set against: `rather than 21.7`, `down from 21.3`."""
    for before in reversed(words[max(0, place - 4) : place]):
        if before.number is not None or before.text in _UP_TO:
            return False
        if before.text in _SETTING_AGAINST:
            return True
    return False


def _boundary(clause: Clause) -> Token:
    return Token(clause.separator or ",", "", clause.words[0].start)


def _stems_beside(words: list[Token], place: int) -> set[str]:
    return {
        word.stem for word in (*words[max(0, place - 1) : place], *words[place + 1 : place + 2])
    }


_LINKS = frozenset(
    [
        "of",
        "at",
        "is",
        "has",
        "have",
        "had",
        "says",
        "say",
        "put",
        "puts",
        "with",
        "gives",
        "give",
        "gave",
        "measured",
        "found",
        "reports",
        "reported",
        ":",
        "a",
        "the",
        "only",
        "itself",
        "claims",
        "states",
        "stated",
        "shows",
        "scores",
        "scored",
        "score",
        "stays",
        "stands",
        "in",
        "up",
        "to",
        "reach",
        "reaches",
        "worth",
    ]
)


def read_owners(point: OwnersPoint, clauses: Sequence[Clause]) -> PointReading:  # noqa: C901
    """Whether no figure of one stands beside another, or in a sentence on others alone."""
    table, _ = name_table(as_names(point.names))
    owners = {
        name: [word for value in values for word in tokens(str(value)) if word.number is not None]
        for name, values in (point.figures.items() if isinstance(point.figures, dict) else ())
    }
    found: set[str] = set()
    sentences: dict[int, list[Clause]] = {}
    for clause in clauses:
        sentences.setdefault(clause.sentence, []).append(clause)
    earlier: list[str] = []
    unit = ""
    for group in sentences.values():
        words = [
            word
            for clause in group
            if not (clause.is_question or clause.is_supposed) and clause.words
            for word in (_boundary(clause), *clause.words)
        ]
        words, unit = _with_units(words, unit, owners.values())
        mentions = _with_references(words, table.find(words), earlier)
        named = {name for _, _, name in mentions}
        sources = _names_right_behind(words, mentions)
        for place, word in enumerate(words):
            if word.number is None or word.text.isalpha():
                continue
            holders = {
                n
                for n, figures in owners.items()
                if any(f.unit == word.unit and word.shows(f.number or 0.0) for f in figures)
            }
            if not holders:
                following = words[place + 1].stem if place + 1 < len(words) else ""
                if point.unit_word and following == point.unit_word and named:
                    return PointReading("wrong", f"{word.text} is nobody's")
                if _is_foreign(point, owners, word, _beside(words, mentions, place)):
                    return PointReading("wrong", f"{word.text} is nobody's")
                continue
            if is_set_against(words, place) and not holders & named:
                continue
            if point.is_strict and named and not holders & named:
                return PointReading("wrong", f"{word.text} beside {', '.join(sorted(named))}")
            pair = _in_pair(words, mentions, place, earlier)
            behind = _owner_behind(words, mentions, place)
            beside = pair or {
                _beside(words, mentions, place) if not behind else "",
                behind,
                sources.get(word.start, ""),
            } - {""}
            following = words[place + 1].text if place + 1 < len(words) else ""
            if beside and not beside & holders and (pair or following not in {"or", "to"}):
                return PointReading("wrong", f"{word.text} beside {', '.join(sorted(beside))}")
            found |= holders
        earlier = [name for name, _ in groupby(n for _, _, n in mentions)] or earlier
    return PointReading(
        "right" if found and len(found) >= min(point.least, len(owners)) else "silent"
    )


def _is_foreign(point: OwnersPoint, owners: dict[str, list[Token]], word: Token, name: str) -> bool:
    """True for a figure beside a name that may have no others, in the unit of its own."""
    return name in point.exact and any(figure.unit == word.unit for figure in owners[name])


def _with_units(
    words: list[Token], unit: str, owners: Iterable[list[Token]]
) -> tuple[list[Token], str]:
    """The words, a bare figure with the unit of the one beside it, and the last unit.

    `3.1 and 3.4 points`, `Mix cost 3.1 points and Enterprise another 3.4`.
    """
    known = {figure.unit for figures in owners for figure in figures}
    found = list(words)
    for place, word in enumerate(words):
        if word.number is None or word.text.isalpha():
            continue
        if word.unit:
            unit = word.unit if word.unit in known else unit
            continue
        joined = words[place + 1].text if place + 1 < len(words) else ""
        reach = 4 if joined == "of" else 3  # `11.2 of its 18.4 points`
        ahead = next((w for w in words[place + 2 : place + reach] if w.number is not None), None)
        joins = {"and", "or", "to", "against", "of"}
        if ahead is not None and joined in joins and ahead.unit in known:
            found[place] = word._replace(unit=ahead.unit)
        elif unit and word.half_step < 0.5 and _may_be_elided(words, place):
            found[place] = word._replace(unit=unit)
    return found, unit


def _may_be_elided(words: list[Token], place: int) -> bool:
    """True for a figure that no noun of its own follows."""
    following = words[place + 1] if place + 1 < len(words) else None
    return following is None or following.is_mark or following.text in {"and", "from", "to", "of"}


def _with_references(
    words: list[Token], mentions: list[tuple[int, int, str]], earlier: list[str]
) -> list[tuple[int, int, str]]:
    """The mentions, with `the former` and `the latter` of two things named before."""
    found = list(mentions)
    for place, word in enumerate(words):
        if word.text not in {"former", "latter"}:
            continue
        names = [name for name, _ in groupby(n for s, _, n in mentions if s < place)] or earlier
        if len(set(names[-2:])) == 2:
            found.append((place, place + 1, names[-2 if word.text == "former" else -1]))
    return sorted(found)


PAIR_WORDS = 12  # ours: a pair of figures further off is of something else
NEAR_WORDS = 3  # ours: a name so close behind a figure may be its owner
_AGAINST = frozenset(["v", "vs", "versus", "against", "to", "and", "compared"])


def _in_pair(
    words: list[Token], mentions: list[tuple[int, int, str]], place: int, earlier: list[str]
) -> frozenset[str]:
    """Whose a figure is in `A ... B (5 versus 3)`: of two things and two figures in their order."""
    for first in (place, place - 2):
        if first < 0 or first + 2 >= len(words) or words[first + 1].text not in _AGAINST:
            continue
        if words[first].number is None or words[first + 2].number is None:
            continue
        near = [name for _, end, name in mentions if first - PAIR_WORDS <= end <= first]
        names = ([name for name, _ in groupby(near)] or earlier)[-2:]
        is_owned = any(first + 2 < start <= first + 2 + NEAR_WORDS for start, _, _ in mentions)
        if len(set(names)) == 2 and not is_owned:
            return frozenset([names[0 if first == place else 1]])
    return frozenset()


_ARTICLES = frozenset(["the", "our", "its"])
_OF = frozenset(["from", "of", "on", "in", "for", "with", "under", "at", "left"])


def _owner_behind(words: list[Token], mentions: list[tuple[int, int, str]], place: int) -> str:
    """The name that a figure is said to be of: `64 losers from Q2`, `15.7% on the high dose`."""
    behind = next(((start, name) for start, _, name in mentions if start > place), None)
    if behind is None or any(word.is_mark for word in words[place + 1 : behind[0]]):
        return ""
    between = [word.text for word in words[place + 1 : behind[0]] if word.text not in _ARTICLES]
    if len(between) > 1 and between[-2] in _FROM and between[-1] not in _OF:
        between = between[:-1]  # `come from the changed mix`
    if not between and behind[0] - place == 2:
        return behind[1]  # `12.0x its reported EBITDA`
    is_of = (1 <= len(between) <= 2 and between[-1] in _OF) or (
        1 <= len(between) <= FROM_WORDS
        and between[-1] in _FROM
        and not (between[-1] == "by" and AUXILIARIES & set(between))  # `is contested by`
    )
    return behind[1] if is_of and "and" not in between else ""


FROM_WORDS = 4  # ours: words of `are due to`, `of the decline come from`
_FROM = frozenset(["from", "by", "to", "through", "via", "is", "are", "was", "were"])


def _names_right_behind(words: list[Token], mentions: list[tuple[int, int, str]]) -> dict[int, str]:
    """The name that follows a figure at once, by where the figure stands: `A: 5 (B)` may be B's.

    What a bracket holds is read as a clause of its own, in which the figure stands once more.
    """
    behind = {start: name for start, _, name in mentions}
    return {
        word.start: behind[place + 1]
        for place, word in enumerate(words)
        if word.number is not None and place + 1 in behind
    }


LINKED_WORDS = 7  # ours: words of `lowered the total by about another`
_AMOUNTS = word_set(
    "the it us total by for of off down another further other about some roughly nearly around "
    "was is were are being to blame each responsible with itself alone remaining rest rate overall"
)
_GIVING = frozenset(
    stem(word)
    for word in word_set(
        "cost take account explain contribute lower cut reduce drag pull knock lose subtract "
        "remove "
        "add raise lift make bring shave worth weigh drive cause produce"
    )
)


def _beside(words: list[Token], mentions: list[tuple[int, int, str]], place: int) -> str:
    """The name that a figure is linked to: `A has 5`, `A: 5`, `5 A`."""
    for _, end, name in reversed(mentions):
        if end <= place:
            between = words[end:place]
            if [word.text for word in between[:2]] in ([",", "with"], [",", "at"]):
                between = between[1:]
            if place - end <= 3 and all(word.text in _LINKS for word in between):
                return name
            if len(between) <= LINKED_WORDS and all(
                word.text in _LINKS or word.text in _AMOUNTS or word.stem in _GIVING
                for word in between
            ):
                return name
            break
    return ""
