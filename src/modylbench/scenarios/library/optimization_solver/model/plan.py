"""Which plan is the cheapest, and where there is none, by how much is it missed?"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csc_array

from modylbench.scenarios.library.optimization_solver.model.network import key
from modylbench.scenarios.library.optimization_solver.model.programme import Programme, Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from modylbench.scenarios.library.optimization_solver.model.network import Network
    from modylbench.scenarios.library.optimization_solver.model.programme import Side

    Array = NDArray[np.float64]

OPTIMAL, INFEASIBLE = 0, 2  # status codes of scipy.optimize
HALF_A_CENT = 0.5  # costs are whole cents: a bound nearer than this cannot be beaten
NOISE = 1e-6  # pallets and shares of a building that the solver does not mean


@dataclass(frozen=True, slots=True)
class Plan:
    """Whole pallets by lane and product (those that move), and the buildings that are open."""

    open_dcs: list[str]
    inbound: dict[str, int]
    outbound: dict[str, int]


def cheapest(network: Network, side: Side) -> Plan | None:
    """The plan of least cost; None where there is none, or none of whole pallets at that cost.

    Branch and bound on the binaries, best bound first, every relaxation solved by HiGHS: with
    eight binaries that takes a quarter of the time of HiGHS's own search, which first looks for
    cuts and heuristics. The flows need no branching: at a vertex they are whole pallets, since
    capacities and demand are, in all but odd cases, which are refused.
    """
    programme = Programme(network, side)
    constraints = _constraints(programme.all_rows())
    best: Array | None = None
    best_cost, serial = np.inf, 0
    waiting: list[tuple[float, int, Array, Array]] = [(0.0, serial, *programme.bounds())]
    while waiting and waiting[0][0] < best_cost - HALF_A_CENT:
        _, _, lower, upper = heapq.heappop(waiting)
        relaxed = _relaxed(programme.cost, constraints, lower, upper)
        if relaxed is None or relaxed[0] > best_cost - HALF_A_CENT:
            continue
        cost, solution = relaxed
        undecided = np.abs(solution[programme.flows :] - np.round(solution[programme.flows :]))
        if undecided.max() < NOISE:
            best, best_cost = solution, cost
            continue
        column = programme.flows + int(np.argmax(undecided))
        for choice in (0.0, 1.0):
            serial += 1
            below, above = lower.copy(), upper.copy()
            below[column] = above[column] = choice
            heapq.heappush(waiting, (cost, serial, below, above))
    return None if best is None else _plan(programme, best)


def is_infeasible(network: Network, side: Side) -> bool:
    """True when HiGHS proves that there is no plan, not even one with parts of buildings."""
    programme = Programme(network, side)
    bounds = Bounds(*programme.bounds())
    found = milp(programme.cost, constraints=_constraints(programme.all_rows()), bounds=bounds)
    return bool(found.status == INFEASIBLE)


def fewest_unmet(network: Network, side: Side) -> float:
    """The least number of pallets that must go undelivered, infinite where that does not help."""
    programme = Programme(network, side)
    rows = Rows.stacked(programme.capacities(), programme.balances())
    orders = len(programme.demand)
    unmet = np.vstack([np.zeros((len(rows.high) - orders, orders)), np.eye(orders)])
    widened = Rows(np.hstack([rows.matrix, unmet]), rows.low, rows.high)
    lower, upper = programme.bounds()
    relaxed = _relaxed(
        np.concatenate([np.zeros(programme.columns), np.ones(orders)]),
        _constraints(widened),
        np.concatenate([lower, np.zeros(orders)]),
        np.concatenate([upper, np.full(orders, np.inf)]),
    )
    return np.inf if relaxed is None else relaxed[0]


def _constraints(rows: Rows) -> LinearConstraint:
    return LinearConstraint(csc_array(rows.matrix), rows.low, rows.high)


def _relaxed(
    cost: Array, constraints: LinearConstraint, lower: Array, upper: Array
) -> tuple[float, Array] | None:
    """Cost and solution with the binaries anywhere between their bounds, if there is one."""
    found = milp(
        cost,
        constraints=constraints,
        bounds=Bounds(lower, upper),
        options={"presolve": False},  # costs more than it saves at this size
    )
    if found.status != OPTIMAL or found.x is None or found.fun is None:
        return None
    return float(found.fun), found.x


def _plan(programme: Programme, solution: Array) -> Plan | None:
    network = programme.network
    flows = solution[: programme.flows]
    whole = np.round(flows)
    if np.abs(flows - whole).max() > NOISE:
        return None
    pallets = iter(whole.astype(int).tolist())
    inbound = {
        key(plant, dc, sku): next(pallets) for plant, sku in programme.lines for dc in network.dcs
    }
    outbound = {
        key(dc, market, sku): next(pallets)
        for dc in network.dcs
        for market in network.markets
        for sku in network.skus
    }
    is_open = solution[programme.flows :].tolist()
    return Plan(
        [dc for dc, kept in zip(network.dcs, is_open, strict=False) if kept > 0.5],
        {lane: count for lane, count in inbound.items() if count},
        {lane: count for lane, count in outbound.items() if count},
    )
