"""The funding round of one programme: the best sets before and after a cut, and beside them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.scenarios.library.research_board.portfolio import (
    FundedSet,
    FundingProblem,
    best_set,
    keeps_rules,
    margin,
)
from modylbench.scenarios.library.research_board.programme import (
    FLAGSHIP,
    NEEDING,
    PLATFORM,
    REPLICATED,
    RIVAL,
    ResearchProject,
    Tariff,
    cost_items,
    risk_adjusted_value,
    total,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CLEAR_MARGIN = 15_000  # dollars of net value by which the best set beats the next best
FEWEST_FUNDED = 3
ENVELOPE_STEP = 50_000
RESERVE_STEP = 10_000
MOST_EXTRA = 0.14  # of the envelope: more than that no reserve would cover
LEAST_EXTRA = 30_000  # dollars: less than that would be trimmed from a request
CASES = {
    "envelope_minus_10": ("Down 10%", -10),
    "envelope_minus_5": ("Down 5%", -5),
    "envelope_base": ("As set", 0),
    "envelope_plus_5": ("Up 5%", 5),
    "envelope_plus_10": ("Up 10%", 10),
}
"""Id, name and change in per cent of the envelopes that the portfolio is worked out for."""


@dataclass(frozen=True, slots=True)
class SideCases:
    """The best sets in the cases beside the allocation, and what would come next."""

    cases: dict[str, FundedSet]
    following: str
    """The unfunded project that would come next."""
    overdraw: int
    reserve: FundedSet
    protected_name: str
    protected: FundedSet


@dataclass(frozen=True, slots=True)
class FundingRound:
    """The best sets of one programme before and after the cut."""

    called: dict[str, str]
    """What the project is called that plays a part."""
    before: FundingProblem
    problem: FundingProblem
    first: FundedSet
    final: FundedSet
    side: SideCases


def hold_round(
    projects: Sequence[ResearchProject],
    tariff: Tariff,
    parameters: Mapping[str, float],
    choices: Mapping[str, str],
) -> FundingRound | None:
    """The best sets, or None where a request changes nothing or leaves a choice open."""
    costs = {project.name: cost_items(project, tariff)["full_cost"] for project in projects}
    called = {project.part: project.name for project in projects}
    problem = FundingProblem(
        costs=costs,
        net_values={p.name: risk_adjusted_value(p, tariff) - costs[p.name] for p in projects},
        themes={project.name: project.theme for project in projects},
        envelope=round_to_step(parameters["envelope_share"] * total(costs.values()), ENVELOPE_STEP),
        rivals=((called[REPLICATED], called[RIVAL]),),
        dependencies=((called[NEEDING], called[PLATFORM]),),
    )
    cut = round_to_step(parameters["cut_share"] * problem.envelope, ENVELOPE_STEP)
    is_cut = choices["envelope"] == "cut"
    after = problem.with_envelope(problem.envelope - cut) if is_cut else problem
    final = best_set(after)
    is_funded = choices["flagship"] == "funded"
    if final is None or not _is_sensible(after, final, called[FLAGSHIP], is_funded=is_funded):
        return None
    first = best_set(problem) if is_cut else final
    if first is None or (is_cut and final.projects == first.projects):
        return None
    side = _side_cases(problem, after, final)
    return FundingRound(called, problem, after, first, final, side) if side else None


def _is_sensible(
    problem: FundingProblem, final: FundedSet, flagship: str, *, is_funded: bool
) -> bool:
    """Whether enough is funded, something is deferred and stopped, and a rule decides."""
    unfunded = [name for name in problem.costs if name not in final.projects]
    stopped = [name for name in unfunded if problem.net_values[name] < 0]
    return (
        (flagship in final.projects) == is_funded
        and len(final.projects) >= FEWEST_FUNDED
        and 0 < len(stopped) < len(unfunded)
        and (is_funded or problem.net_values[flagship] > CLEAR_MARGIN)
        and final.committed < problem.envelope
        and all(_earns_its_place(name, problem, final) for name in final.projects)
        and all(abs(value) >= CLEAR_MARGIN for value in problem.net_values.values())
        and _some_rule_decides(problem, final)
    )


def _earns_its_place(name: str, problem: FundingProblem, final: FundedSet) -> bool:
    """Whether a funded project is worth its cost, or carries one that is."""
    carried = [needed for needing, needed in problem.dependencies if needing in final.projects]
    return problem.net_values[name] > 0 or name in carried


def _some_rule_decides(problem: FundingProblem, final: FundedSet) -> bool:
    free = (
        replace(problem, rivals=()),
        replace(problem, dependencies=()),
        replace(problem, keeps_every_theme=False),
    )
    others = [best_set(loosened) for loosened in free]
    return any(other is not None and other.projects != final.projects for other in others)


def _side_cases(
    before: FundingProblem, problem: FundingProblem, final: FundedSet
) -> SideCases | None:
    """The envelope cases, what comes next, the reserve and a protected project, all clear-cut."""
    following = _next_in_line(problem, final)
    extra = problem.costs.get(following, problem.envelope) - (problem.envelope - final.committed)
    if not following or not LEAST_EXTRA <= extra <= MOST_EXTRA * problem.envelope:
        return None
    overdraw = -RESERVE_STEP * (-extra // RESERVE_STEP)
    others = [name for name in problem.costs if name not in (*final.projects, following)]
    protected = max(others, key=lambda name: (problem.net_values[name], name))
    problems = {
        **{
            name: problem.with_envelope(case_envelope(problem, c)) for name, (_, c) in CASES.items()
        },
        "reserve": problem.with_envelope(problem.envelope + overdraw),
        "protected": replace(problem, protected=(protected,)),
        "first": before,
    }
    found = {name: best_set(case) for name, case in problems.items()}
    sets = {name: best for name, best in found.items() if best is not None}
    if len(sets) < len(problems) or any(
        margin(problems[name], best) < CLEAR_MARGIN for name, best in sets.items()
    ):
        return None
    cases = {name: sets[name] for name in CASES}
    least, most = cases["envelope_minus_10"].net_value, cases["envelope_plus_10"].net_value
    if not least < final.net_value < most:
        return None
    reserve, with_protection = sets["reserve"], sets["protected"]
    return SideCases(cases, following, overdraw, reserve, protected, with_protection)


def _next_in_line(problem: FundingProblem, final: FundedSet) -> str:
    """The unfunded project worth its cost that the rules let in for least; empty if none."""
    possible = [
        name
        for name in problem.costs
        if name not in final.projects
        and problem.net_values[name] > 0
        and keeps_rules(problem, (*final.projects, name))
    ]
    return min(possible, key=lambda name: problem.costs[name], default="")


def case_envelope(problem: FundingProblem, change: int) -> int:
    """The envelope so many per cent above the one that stands."""
    return problem.envelope * (100 + change) // 100


def round_to_step(amount: float, step: int) -> int:
    """The amount in whole steps, as people set it."""
    return step * round(amount / step)
