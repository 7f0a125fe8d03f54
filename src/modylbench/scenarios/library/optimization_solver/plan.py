"""The cheapest plan, whether it is the only one, and its shadow prices.

Uniqueness and prices come from the linear programme that is left when the plan's buildings are
fixed.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csc_array

from modylbench.scenarios.library.optimization_solver.mip import ConstraintRows, Programme
from modylbench.scenarios.library.optimization_solver.network import key

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from modylbench.scenarios.library.optimization_solver.mip import SideConstraints, Vector
    from modylbench.scenarios.library.optimization_solver.network import Network

    Flags = NDArray[np.bool_]

OPTIMAL, INFEASIBLE = 0, 2  # status codes of scipy.optimize
HALF_A_CENT = 0.5  # costs are whole cents: a bound nearer than this cannot be beaten
NOISE = 1e-6  # pallets and shares of a building that the solver does not mean


@dataclass(frozen=True, slots=True)
class ShipmentPlan:
    """Whole pallets by lane and product (those that move), and the buildings that are open."""

    open_dcs: list[str]
    inbound: dict[str, int]
    outbound: dict[str, int]


def cheapest_plan(network: Network, side: SideConstraints) -> ShipmentPlan | None:
    """The plan of least cost; None where there is none, or none of whole pallets at that cost.

    Branch and bound on the binaries, best bound first, every relaxation solved by HiGHS: with
    eight binaries that takes a quarter of the time of HiGHS's own search, which first looks for
    cuts and heuristics. The flows need no branching: at a vertex they are whole pallets, since
    capacities and demand are, in all but odd cases, which are refused.
    """
    programme = Programme(network, side)
    constraints = _constraints(programme.all_rows())
    best: Vector | None = None
    best_cost, serial = np.inf, 0
    waiting: list[tuple[float, int, Vector, Vector]] = [(0.0, serial, *programme.bounds())]
    while waiting and waiting[0][0] < best_cost - HALF_A_CENT:
        _, _, lower, upper = heapq.heappop(waiting)
        relaxed = _solve_relaxation(programme.cost, constraints, lower, upper)
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


def is_infeasible(network: Network, side: SideConstraints) -> bool:
    """True when HiGHS proves that there is no plan, not even one with parts of buildings."""
    programme = Programme(network, side)
    bounds = Bounds(*programme.bounds())
    found = milp(programme.cost, constraints=_constraints(programme.all_rows()), bounds=bounds)
    return bool(found.status == INFEASIBLE)


def fewest_unmet(network: Network, side: SideConstraints) -> float:
    """The least number of pallets that must go undelivered, infinite where that does not help."""
    programme = Programme(network, side)
    rows = ConstraintRows.stack(programme.capacities(), programme.balances())
    orders = len(programme.demand)
    unmet = np.vstack([np.zeros((len(rows.high) - orders, orders)), np.eye(orders)])
    widened = ConstraintRows(np.hstack([rows.matrix, unmet]), rows.low, rows.high)
    lower, upper = programme.bounds()
    relaxed = _solve_relaxation(
        np.concatenate([np.zeros(programme.columns), np.ones(orders)]),
        _constraints(widened),
        np.concatenate([lower, np.zeros(orders)]),
        np.concatenate([upper, np.full(orders, np.inf)]),
    )
    return np.inf if relaxed is None else relaxed[0]


def _constraints(rows: ConstraintRows) -> LinearConstraint:
    return LinearConstraint(csc_array(rows.matrix), rows.low, rows.high)


def _solve_relaxation(
    cost: Vector, constraints: LinearConstraint, lower: Vector, upper: Vector
) -> tuple[float, Vector] | None:
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


def _plan(programme: Programme, solution: Vector) -> ShipmentPlan | None:
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
    return ShipmentPlan(
        [dc for dc, kept in zip(network.dcs, is_open, strict=False) if kept > 0.5],
        {lane: count for lane, count in inbound.items() if count},
        {lane: count for lane, count in outbound.items() if count},
    )


@dataclass(frozen=True, slots=True)
class ShadowPrices:
    """Dollars saved by one more pallet of capacity; dollars paid for one more of the minimum."""

    dc: dict[str, float]
    line: dict[str, float]
    minimum: float


class FixedNetworkProgramme:
    """The linear programme with the plan's buildings fixed, solved."""

    def __init__(self, network: Network, side: SideConstraints, plan: ShipmentPlan) -> None:
        programme = Programme(network, side)
        self.network = network
        flows = slice(0, programme.flows)
        is_open = np.array([dc in plan.open_dcs for dc in network.dcs])
        free = _free_flows(programme, plan, is_open)
        capacities, balances = programme.capacities(), programme.balances()
        bounding = np.concatenate(
            [np.ones(len(programme.lines), dtype=bool), is_open, [side.minimum > 0]]
        )
        binding = np.ones(len(balances.high), dtype=bool)
        binding[: programme.n_dcs * programme.n_skus] = np.repeat(is_open, programme.n_skus)
        self.bounded = capacities.matrix[bounding][:, flows][:, free]
        self.equal = balances.matrix[binding][:, flows][:, free]
        limits = capacities.high.copy()
        limits[len(programme.lines) : -1] = [network.throughput[dc] for dc in network.dcs]
        self.names = [
            name
            for name, kept in zip(
                [*network.line_capacity, *network.dcs, "minimum"], bounding.tolist(), strict=True
            )
            if kept
        ]
        self.found = linprog(
            programme.cost[flows][free],
            A_ub=self.bounded,
            b_ub=limits[bounding],
            A_eq=self.equal,
            b_eq=balances.high[binding],
            method="highs-ds",
            options={"presolve": False},
        )

    def has_one_plan(self) -> bool:
        """True when no other plan with these buildings costs the same.

        What costs nothing to bring in, together with what is in, must be determined by the rows
        that no other optimum may leave.
        """
        free = self.found.lower.marginals < NOISE
        held = np.abs(self.found.ineqlin.marginals) > NOISE
        rows = np.vstack([self.equal, self.bounded[held]])[:, free]
        return bool(np.linalg.matrix_rank(rows) == free.sum())

    def has_one_price(self) -> bool:
        """True when the value of every capacity is determined by the flows that move."""
        used = np.asarray(self.found.x) > NOISE
        full = np.asarray(self.found.ineqlin.residual) < NOISE
        rows = np.vstack([self.bounded[full], self.equal])[:, used]
        _, sizes, directions = np.linalg.svd(rows.T, full_matrices=True)
        rank = int((sizes > NOISE).sum())
        return bool(np.abs(directions[rank:, : full.sum()]).max(initial=0.0) < NOISE)

    def prices(self) -> ShadowPrices:
        """What one more pallet of each capacity is worth."""
        dollars = [round(-cents / 100, 4) + 0.0 for cents in self.found.ineqlin.marginals.tolist()]
        by_name = dict(zip(self.names, dollars, strict=True))
        return ShadowPrices(
            dc={dc: by_name[dc] for dc in self.network.dcs if dc in by_name},
            line={name: by_name[name] for name in self.network.line_capacity},
            minimum=by_name.get("minimum", 0.0),
        )


def _free_flows(programme: Programme, plan: ShipmentPlan, is_open: Flags) -> Flags:
    """The flows that fixed buildings leave possible."""
    network, anchor = programme.network, programme.side.anchor
    served = np.repeat(is_open[:, None], programme.n_markets, axis=1)
    if anchor:
        market = network.markets.index(anchor)
        served[:, market] = [
            any(key(dc, anchor, sku) in plan.outbound for sku in network.skus) for dc in network.dcs
        ]
    return np.concatenate(
        [np.tile(is_open, len(programme.lines)), np.repeat(served.ravel(), programme.n_skus)]
    )
