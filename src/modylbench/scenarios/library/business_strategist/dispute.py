"""Which market's figure would change the ranking, were the other source believed?

The meeting turns on one contradiction, so figures are only used where the ranking really hangs
on it: with the regulators' figure one market is first, with the vendor's (or with the mean of the
two) the market in dispute is, before and after the weights change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.library.business_strategist.markets import CRITERIA, CRITERION, NAMES
from modylbench.scenarios.library.business_strategist.matrix import scored

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.business_strategist.matrix import Figures, Scores, Weights

    Points = Mapping[str, int]

MONTHS_APART = 2  # between the licences, so that a plan for the wrong market shows
LEAST_LEAD = 10  # hundredths of a score, so that nobody calls the first place a draw


def overstated(counted: float, overstatement: float) -> float:
    """What the vendor claims where the regulator counted this."""
    return float(round(counted * overstatement))


def disputable(
    figures: Figures, overstatement: float, weights: Sequence[Weights], order: Sequence[str]
) -> tuple[str, str] | None:
    """The market on top, and the one whose overstated demand would put it there instead.

    Markets are tried in the `order` given. `weights` are the final ones, then those in force
    before; `figures` are the regulators'.
    """
    scores = scored(figures)
    points = [_percentages(set_of) for set_of in weights]
    first = _clear_winner(scores, points)
    if first is None:
        return None
    demand, lead_times = CRITERION["demand"], figures["regulatory"]
    for name in order:
        if name == first or abs(lead_times[name] - lead_times[first]) < MONTHS_APART:
            continue
        counted = figures["demand"][name]
        claimed = overstated(counted, overstatement)
        readings = (demand.score((counted + claimed) / 2), demand.score(claimed))
        if not scores["demand"][name] < readings[0] < readings[1]:
            continue
        believed = ((reading, set_of) for set_of in points for reading in readings)
        if all(_would_lead(name, reading, scores, set_of) for reading, set_of in believed):
            return first, name
    return None


def _percentages(weights: Weights) -> Points:
    return {name: round(100 * weight) for name, weight in weights.items()}


def _totals(scores: Scores, points: Points) -> dict[str, int]:
    """Weighted totals in hundredths, exact and fast: many matrices are tried."""
    totals = dict.fromkeys(NAMES, 0)
    for criterion in CRITERIA:
        weight = points[criterion.id]
        for name, score in scores[criterion.id].items():
            totals[name] += weight * score
    return totals


def _clear_winner(scores: Scores, weights: Sequence[Points]) -> str | None:
    """The market that leads clearly, by all weights and by none, where no two end up level.

    The committee's change of weights must be seen in the ranks below it.
    """
    final, earlier = (_totals(scores, points) for points in weights)
    ranked = sorted(NAMES, key=lambda name: -final[name])
    levels = set(final.values())
    if len(levels) < len(NAMES) or final[ranked[0]] - final[ranked[1]] < LEAST_LEAD:
        return None
    if sorted(NAMES, key=lambda name: -earlier[name]) == ranked:
        return None
    plain = _totals(scores, dict.fromkeys(CRITERION, 1))
    leads = all(_leads(ranked[0], totals) for totals in (earlier, plain))
    return ranked[0] if leads else None


def _would_lead(name: str, reading: int, scores: Scores, points: Points) -> bool:
    return _leads(name, _totals({**scores, "demand": {**scores["demand"], name: reading}}, points))


def _leads(name: str, totals: Mapping[str, int]) -> bool:
    return all(total < totals[name] for other, total in totals.items() if other != name)
