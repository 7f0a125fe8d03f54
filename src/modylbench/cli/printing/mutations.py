"""How edits and their scores are printed for a person."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import ellipsize

if TYPE_CHECKING:
    from modylbench.evaluation.mutations.mutation import Mutation, Trajectory
    from modylbench.evaluation.mutations.repetition import ResentValues
    from modylbench.evaluation.mutations.scores import MutationScores, TrajectoryScores
    from modylbench.pipeline.turn_files import TurnFile

LONGEST_VALUE = 40
ALL = "all"
HEADS = (
    "edits", "right", "wrong", "efficiency", "convergence", "backtracks", "churn", "destructive",
    "missing", "resent",
)  # fmt: skip


def description(edits: Trajectory, scores: TrajectoryScores, turns: list[TurnFile]) -> str:
    """The edits turn by turn, what is missing, and a table of the scores."""
    lines = [line for turn in turns for line in turn_lines(turn, edits)]
    lines += [
        f"missing  turn {edit.turn_index}: {edit.mutation_type} {edit.product_id} {edit.path}"
        for edit in edits.expected
        if edit.met_at_turn is None
    ]
    lines.append(f"{'':<24}" + "".join(f"{head:>12}" for head in HEADS))
    resent = resent_in_all(turns)
    for name, own in {**scores.products, ALL: scores.overall}.items():
        lines.append(score_line(name, own, resent.get(name)))
    return "\n".join(lines)


def resent_in_all(turns: list[TurnFile]) -> dict[str, ResentValues]:
    """How much was sent again, in all and by product."""
    found: dict[str, list[ResentValues]] = defaultdict(list)
    for turn in turns:
        found[ALL].append(turn.sent)
        for product, sent in turn.sent_of.items():
            found[product].append(sent)
    return {name: sum(all_of_it[1:], start=all_of_it[0]) for name, all_of_it in found.items()}


def turn_lines(turn: TurnFile, edits: Trajectory) -> list[str]:
    """One turn: its edits, and what could not be read."""
    share = turn.sent.share
    again = "" if share is None else f", {share:.0%} of what was sent had been there"
    made = [mutation for mutation in edits.mutations if mutation.turn_index == turn.turn_index]
    unread = [part for part in edits.unread if part.turn_index == turn.turn_index]
    return [
        f"turn {turn.turn_index}: {len(made)} edits{again}",
        *(f"  {edit_line(mutation)}" for mutation in made),
        *(f"  not read: {part.product_id or 'a product'}: {part.reason}" for part in unread),
        *(f"  {finding.severity}: {finding.reason}" for finding in turn.findings),
    ]


def edit_line(mutation: Mutation) -> str:
    """One edit."""
    verdict = {True: "right", False: "WRONG", None: "-"}[mutation.is_correct]
    destroyed = " (destructive)" if mutation.is_destructive else ""
    place = f"{mutation.product_id} {mutation.locator}".strip()
    change = f"{short(mutation.old)} -> {short(mutation.new)}{destroyed}"
    return f"{verdict:<6} {mutation.mutation_type:<20} {place}: {change}"


def short(value: Any) -> str:
    """A value in a few letters."""
    text = "nothing" if value is None else json.dumps(value, ensure_ascii=False)
    return ellipsize(text, LONGEST_VALUE)


def score_line(name: str, scores: MutationScores, sent: ResentValues | None) -> str:
    """One line of the table."""
    cells = (
        scores.mutations, scores.correct, scores.incorrect, rate(scores.efficiency),
        rate(scores.convergence_rate), scores.backtracks, scores.churn,
        scores.destructive_edits, scores.missing, rate(sent.share if sent else None),
    )  # fmt: skip
    return f"{name:<24}" + "".join(f"{cell!s:>12}" for cell in cells)


def rate(value: float | None) -> str:
    """A share, or that there is none."""
    return "-" if value is None else f"{value:.2f}"
