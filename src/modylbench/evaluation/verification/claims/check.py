"""Conclusions: what a text claims, point by point, against the truth.

Each point comes out right, wrong, silent (not spoken of) or unclear (spoken of, but code cannot
tell which way, so that the panel votes).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from modylbench.evaluation.verification.claims.figures import read_figures, read_owners
from modylbench.evaluation.verification.claims.names import read_choice, read_members
from modylbench.evaluation.verification.claims.reading import alias_table, as_names
from modylbench.evaluation.verification.claims.recommendations import read_verdict
from modylbench.evaluation.verification.claims.sides import read_side
from modylbench.evaluation.verification.claims.statements import (
    may_turn,
    read_direction,
    read_statement,
)
from modylbench.evaluation.verification.evidence import NOT_SHOWN, CheckOutcome, pointers_of
from modylbench.language.claims.clauses import clauses_of
from modylbench.language.claims.noncommittal import leaves_open
from modylbench.language.claims.words import tokens
from modylbench.products.quantities.conclusion import (
    ChoicePoint,
    ClaimSought,
    DirectionPoint,
    FiguresPoint,
    MembersPoint,
    OwnersPoint,
    SidePoint,
    StatementPoint,
    VerdictPoint,
)
from modylbench.products.reading.index import TextPassage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.findings import FindingOutcome
    from modylbench.evaluation.verification.claims.reading import PointReading
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.language.claims.clauses import Clause
    from modylbench.products.quantities.conclusion import ConclusionPoint
    from modylbench.scenarios.criteria.criterion import Criterion


def judge(text: str, claim: ClaimSought) -> tuple[FindingOutcome, str]:
    """The outcome for a text (passed, failed, missing, unverifiable) and the reason."""
    everything = clauses_of(text)
    clauses = [replace(clause, words=[]) if clause.is_row else clause for clause in everything]
    readings = [
        (reading, _PointOfText(point, said))
        for point in claim.points
        for said in (_on_the_point(point, everything if _is_listed(point) else clauses),)
        for reading in (_read_point(point, said),)
    ]
    needed = [reading for reading, place in readings if place.point.need]
    right = [reading for reading in needed if reading.status == "right"]
    is_right = (right and claim.needs == "any") or (needed and len(right) == len(needed))
    wrong = [(reading, place) for reading, place in readings if reading.status == "wrong"]
    if wrong:
        return _outcome_against(wrong, is_right=bool(is_right))
    if is_right and (taken_back := leaves_open(text)):
        return "failed", f"leaves it open: {taken_back!r}"
    if is_right:
        return "passed", ""
    unclear = [reading for reading, _ in readings if reading.status == "unclear"]
    if unclear:
        return "unverifiable", f"could not tell what is claimed: {unclear[0].why}"
    return "missing", "says nothing of it" if not right else "says only part of it"


def _outcome_against(
    wrong: Sequence[tuple[PointReading, _PointOfText]], *, is_right: bool
) -> tuple[FindingOutcome, str]:
    """Failed; but where all that is asked for is said, only by what is plainly against it."""
    why = wrong[0][0].why
    if is_right and not any(_is_said_plainly(place) for _, place in wrong):
        return "unverifiable", f"it is right, unless this was misread: {why}"
    return "failed", why


class _PointOfText(NamedTuple):
    """A point with the clauses of a text that may be on it."""

    point: ConclusionPoint
    clauses: Sequence[Clause]


def _is_listed(point: ConclusionPoint) -> bool:
    return getattr(point, "is_listed", False)


def _is_said_plainly(place: _PointOfText) -> bool:
    """True where one clause, read by itself, is against the truth and nothing may turn it."""
    is_compared = isinstance(place.point, SidePoint | DirectionPoint)
    return any(
        _read_point(place.point, [replace(clause, head=None)]).status == "wrong"
        for clause in place.clauses
        if clause.words and not may_turn(clause.words, is_compared=is_compared)
    )


def _on_the_point(point: ConclusionPoint, clauses: Sequence[Clause]) -> Sequence[Clause]:
    """The clauses, emptied from where a sentence comes to speak of something else."""
    if point.is_supposed:
        clauses = [replace(clause, is_supposed=False) for clause in clauses]
    if point.joins:
        clauses = _join_clauses(clauses, point.joins)
    if point.within:
        clauses = _within(clauses, point.within)
    if not point.apart:
        return clauses
    table, away, kept = alias_table(as_names(point.apart)), -1, []
    condition = False
    for clause in clauses:
        if table.find(clause.words) or table.find(tokens(clause.opener)):
            away = clause.sentence
            condition = clause.opener in {"if", "should", "when"} or clause.is_supposed
        elif (
            clause.separator == ";"
            or (clause.separator == ":" and not condition)
            or clause.opener in {"but", "yet", "while", "whereas"}
        ):
            away = -1
        kept.append(replace(clause, words=[]) if clause.sentence == away else clause)
    return kept


def _within(clauses: Sequence[Clause], openers: tuple[str, ...]) -> list[Clause]:
    """The clauses, those emptied that do not stand behind such a word in their sentence."""
    table, inside, kept = alias_table(openers), -1, []
    for clause in clauses:
        if table.find(clause.words) or table.find(tokens(clause.opener)):
            inside = clause.sentence
        elif clause.separator in {";", ":"} or clause.opener in {"but", "yet", "so"}:
            inside = -1
        kept.append(clause if clause.sentence == inside else replace(clause, words=[]))
    return kept


def _join_clauses(clauses: Sequence[Clause], openers: tuple[str, ...]) -> list[Clause]:
    """The clauses, those that such a word opens put behind it into the clause before."""
    found: list[Clause] = []
    for clause in clauses:
        before = found[-1] if found else None
        if before is None or clause.opener not in openers or clause.sentence != before.sentence:
            found.append(clause)
            continue
        found[-1] = replace(before, words=[])
        words = [*before.words, *tokens(clause.opener), *clause.words]
        found.append(replace(before, words=words))
    return found


def _read_point(point: ConclusionPoint, clauses: Sequence[Clause]) -> PointReading:  # noqa: PLR0911
    match point:
        case SidePoint():
            return read_side(point, clauses)
        case VerdictPoint():
            return read_verdict(point, clauses)
        case ChoicePoint():
            return read_choice(point, clauses)
        case MembersPoint():
            return read_members(point, clauses)
        case StatementPoint():
            return read_statement(point, clauses)
        case DirectionPoint():
            return read_direction(point, clauses)
        case FiguresPoint():
            return read_figures(point, clauses)
        case OwnersPoint():
            return read_owners(point, clauses)


def concludes(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """The text claims what is true, and nothing against it."""
    claim = evidence.expectations.quantities[criterion.target_field]
    passages = evidence.read(criterion.target_field)
    if not isinstance(claim, ClaimSought) or not isinstance(passages, TextPassage):
        return CheckOutcome("missing", reason=f"{criterion.target_field}: {NOT_SHOWN}")
    outcome, reason = judge(passages.text, claim)
    return CheckOutcome(
        outcome,
        passages.text[:120],
        criterion.description,
        reason,
        pointers=pointers_of([passages]),
    )
