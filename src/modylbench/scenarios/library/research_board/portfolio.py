"""Which projects to fund: the best set under the envelope and the board's rules, by HiGHS.

    maximise  net value of the funded projects
    such that their full costs are within the envelope
              a project that builds on another is funded only with it
              of two rivals at most one is funded
              every theme has at least one funded project

Columns: a binary a project.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from modylbench.scenarios.library.research_board.programme import total

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

OPTIMAL = 0  # of scipy's statuses
SCALE = 1_000.0  # dollars: the programme counts in thousands, as its tolerances are absolute


@dataclass(frozen=True, slots=True)
class FundingProblem:
    """Full cost and net value of every project, its theme, the envelope, and the rules."""

    costs: Mapping[str, int]
    net_values: Mapping[str, int]
    themes: Mapping[str, str]
    envelope: int
    rivals: tuple[tuple[str, str], ...] = ()
    dependencies: tuple[tuple[str, str], ...] = ()
    """Pairs of which the first is funded only with the second."""
    keeps_every_theme: bool = True
    protected: tuple[str, ...] = ()

    def with_envelope(self, envelope: int) -> FundingProblem:
        """The same under another envelope."""
        return replace(self, envelope=envelope)


@dataclass(frozen=True, slots=True)
class FundedSet:
    """The best set for a problem."""

    projects: tuple[str, ...]
    committed: int
    net_value: int


def best_set(problem: FundingProblem) -> FundedSet | None:
    """The set of the greatest net value; None where no set keeps the rules."""
    chosen = _solve(problem, ())
    if chosen is None:
        return None
    names = tuple(problem.costs)
    funded = tuple(name for name, is_in in zip(names, chosen, strict=True) if is_in)
    committed = total(problem.costs[name] for name in funded)
    return FundedSet(funded, committed, _net_value(problem, chosen))


def margin(problem: FundingProblem, best: FundedSet) -> int:
    """By how much the best set beats the next best, in dollars of net value."""
    chosen = tuple(name in best.projects for name in problem.costs)
    second = _solve(problem, (chosen,))
    return best.net_value - (_net_value(problem, second) if second is not None else 0)


def keeps_rules(problem: FundingProblem, funded: tuple[str, ...]) -> bool:
    """Whether a set keeps dependencies and rivalries, whatever it costs."""
    has_needed = all(
        needed in funded for needing, needed in problem.dependencies if needing in funded
    )
    return has_needed and not any(set(pair) <= set(funded) for pair in problem.rivals)


def _net_value(problem: FundingProblem, chosen: tuple[bool, ...]) -> int:
    values = problem.net_values.values()
    return total(value for value, is_in in zip(values, chosen, strict=True) if is_in)


def _solve(
    problem: FundingProblem, barred: tuple[tuple[bool, ...], ...]
) -> tuple[bool, ...] | None:
    """The best set that is none of those barred, project by project."""
    rows, low, high = _rules(problem)
    for chosen in barred:
        rows.append([1.0 if is_in else -1.0 for is_in in chosen])
        low.append(-np.inf)
        high.append(total(chosen) - 1.0)
    lower = np.array([float(name in problem.protected) for name in problem.costs])
    found = milp(
        np.array([-value / SCALE for value in problem.net_values.values()]),
        integrality=np.ones(len(problem.costs), dtype=np.int64),
        bounds=Bounds(lower, np.ones(len(problem.costs))),
        constraints=LinearConstraint(np.array(rows), np.array(low), np.array(high)),
        options={"mip_rel_gap": 0},
    )
    if found.status != OPTIMAL or found.x is None:
        return None
    solution: NDArray[np.float64] = found.x
    return tuple(bool(share > 0.5) for share in solution)


def _rules(problem: FundingProblem) -> tuple[list[list[float]], list[float], list[float]]:
    names = list(problem.costs)
    rows = [[cost / SCALE for cost in problem.costs.values()]]
    low, high = [0.0], [problem.envelope / SCALE]
    for pair in problem.rivals:
        rows.append([float(name in pair) for name in names])
        low.append(0.0)
        high.append(1.0)
    for needing, needed in problem.dependencies:
        rows.append([float(name == needing) - float(name == needed) for name in names])
        low.append(-1.0)
        high.append(0.0)
    for theme in dict.fromkeys(problem.themes.values()) if problem.keeps_every_theme else ():
        rows.append([float(problem.themes[name] == theme) for name in names])
        low.append(1.0)
        high.append(float(len(names)))
    return rows, low, high
