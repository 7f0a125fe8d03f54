"""Which trials of two runs are pairs, and why are the others none?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import short_repr
from modylbench.publishing.comparison.comparison import LeftOut
from modylbench.reliability.comparable import KEPT_APART
from modylbench.scoring.arithmetic import round_off

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from modylbench.publishing.comparison.sides import Key, Side, Weighed
    from modylbench.scoring.scorecard import Scorecard

    Kind = Literal["missing", "not_comparable", "new"]

SAME: tuple[tuple[str, Callable[[Scorecard], object]], ...] = (
    ("version of the scenario", lambda card: card.scenario_version),
    ("being official", lambda card: card.is_official),
    ("standard", lambda card: card.standard),
    *((what, of) for what, of in KEPT_APART if what != "agent"),
)
"""What must be the same on both sides; the agents are what is compared."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The same meeting, held with both."""

    scenario_id: str
    seed: int
    baseline: Weighed
    candidate: Weighed

    @property
    def difference(self) -> float:
        """By how much the candidate is better."""
        return round_off(self.candidate.score - self.baseline.score)


def paired(baseline: Side, candidate: Side) -> tuple[list[Pair], list[LeftOut]]:
    """The pairs and what is left out, both by scenario and seed."""
    pairs: list[Pair] = []
    left_out: list[LeftOut] = []
    for key in sorted({*baseline.trials, *baseline.absent, *candidate.trials, *candidate.absent}):
        one, other = baseline.trials.get(key), candidate.trials.get(key)
        if one is None or other is None:
            left_out.append(_lacking(key, baseline, candidate))
            continue
        reason = why_not_comparable(one, other)
        if reason:
            left_out.append(_left_out(key, "not_comparable", reason, is_blocking=True))
        else:
            pairs.append(Pair(*key, one, other))
    return pairs, left_out


def why_not_comparable(one: Weighed, other: Weighed) -> str:
    """What differs that a difference of scores could come from; empty where nothing does."""
    facets = [(what, of(one.card), of(other.card)) for what, of in SAME]
    there = dict(other.asked)
    facets += [(what, value, there[what]) for what, value in one.asked if what in there]
    for what, found, wanted in facets:
        if found != wanted:
            return f"the {what} differs: {short_repr(found)} and {short_repr(wanted)}"
    return _other_signatures(one.card, other.card)


def _other_signatures(one: Scorecard, other: Scorecard) -> str:
    before = {each.name: (each.version, each.sha256) for each in one.signatures}
    after = {each.name: (each.version, each.sha256) for each in other.signatures}
    names = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    if not names:
        return ""
    return f"judged by other versions of {', '.join(names)}; judge both with one harness"


def _lacking(key: Key, baseline: Side, candidate: Side) -> LeftOut:
    """Who has no score, and why.

    Only what the candidate was to bring and the baseline has is held against it; a seed that only
    one of them was asked for is none of the other's fault.
    """
    if key in candidate.absent:
        reason = f"{candidate.absent[key]} in {candidate.name}"
        return _left_out(key, "missing", reason, is_blocking=key in baseline.trials)
    if key in baseline.absent:
        reason = f"{baseline.absent[key]} in {baseline.name}"
        return _left_out(key, "new", reason, is_blocking=False)
    is_there = key in baseline.trials
    reason = f"was not asked for in {(candidate if is_there else baseline).name}"
    return _left_out(key, "missing" if is_there else "new", reason, is_blocking=False)


def _left_out(key: Key, kind: Kind, reason: str, *, is_blocking: bool) -> LeftOut:
    return LeftOut(
        scenario_id=key[0], seed=key[1], kind=kind, reason=reason, is_blocking=is_blocking
    )
