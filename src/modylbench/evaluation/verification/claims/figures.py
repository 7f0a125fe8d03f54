"""Whether the figures of a text are those that are true, beside the right names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.verification.claims.reading import (
    PointReading,
    alias_table,
    as_names,
    name_table,
    parsed_figures,
)
from modylbench.language.claims.words import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.language.claims.clauses import Clause
    from modylbench.language.claims.words import Token
    from modylbench.products.quantities.conclusion import FiguresPoint, OwnersPoint


def read_figures(point: FiguresPoint, clauses: Sequence[Clause]) -> PointReading:
    """Whether all figures near the words are among those allowed."""
    near = alias_table(point.near)
    allowed = parsed_figures(point.allowed)
    units = {figure.unit for figure in allowed}
    found = False
    for clause in clauses:
        head = clauses[clause.head].words if clause.head is not None else []
        if not clause.is_plain or not (near.find(clause.words) or near.find(head)):
            continue
        for word in clause.words:
            if word.number is None or word.unit not in units or word.text.isalpha():
                continue
            if any(
                word.unit == figure.unit
                and word.shows(
                    figure.number or 0.0, abs(figure.number or 0.0) * point.within_pct / 100
                )
                for figure in allowed
            ):
                found = True
            else:
                return PointReading("wrong", f"{word.text} in {clause}")
    return PointReading("right" if found else "silent")


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
    ]
)


def read_owners(point: OwnersPoint, clauses: Sequence[Clause]) -> PointReading:
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
    for group in sentences.values():
        words = [
            word
            for clause in group
            if not (clause.is_question or clause.is_supposed)
            for word in clause.words
        ]
        mentions = table.find(words)
        named = {name for _, _, name in mentions}
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
                continue
            if point.is_strict and named and not holders & named:
                return PointReading("wrong", f"{word.text} beside {', '.join(sorted(named))}")
            beside = _beside(words, mentions, place)
            following = words[place + 1].text if place + 1 < len(words) else ""
            if beside and beside not in holders and following not in {"or", "to"}:
                return PointReading("wrong", f"{word.text} beside {beside}")
            found |= holders
    return PointReading(
        "right" if found and len(found) >= min(point.least, len(owners)) else "silent"
    )


def _beside(words: list[Token], mentions: list[tuple[int, int, str]], place: int) -> str:
    """The name that a figure is linked to: `A has 5`, `A: 5`, `5 A`."""
    for _, end, name in reversed(mentions):
        if end <= place:
            if place - end <= 3 and all(word.text in _LINKS for word in words[end:place]):
                return name
            break
    return ""
