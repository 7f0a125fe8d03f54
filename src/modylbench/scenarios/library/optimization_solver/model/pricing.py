"""Is a plan the only one of its cost, and what is one more pallet of capacity worth to it?

Both questions are put to the linear programme that is left when the plan's buildings are fixed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import linprog

from modylbench.scenarios.library.optimization_solver.model.network import key
from modylbench.scenarios.library.optimization_solver.model.programme import Programme

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from modylbench.scenarios.library.optimization_solver.model.network import Network
    from modylbench.scenarios.library.optimization_solver.model.plan import Plan
    from modylbench.scenarios.library.optimization_solver.model.programme import Side

    Array = NDArray[np.float64]
    Flags = NDArray[np.bool_]

NOISE = 1e-6  # pallets and cents that the solver does not mean


@dataclass(frozen=True, slots=True)
class Prices:
    """Dollars saved by one more pallet of capacity; dollars paid for one more of the minimum."""

    dc: dict[str, float]
    line: dict[str, float]
    minimum: float


class FixedBuildings:
    """The linear programme with the plan's buildings fixed, solved."""

    def __init__(self, network: Network, side: Side, plan: Plan) -> None:
        programme = Programme(network, side)
        self.network = network
        flows = slice(0, programme.flows)
        is_open = np.array([dc in plan.open_dcs for dc in network.dcs])
        free = _free(programme, plan, is_open)
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

    def prices(self) -> Prices:
        """What one more pallet of each capacity is worth."""
        dollars = [round(-cents / 100, 4) + 0.0 for cents in self.found.ineqlin.marginals.tolist()]
        by_name = dict(zip(self.names, dollars, strict=True))
        return Prices(
            dc={dc: by_name[dc] for dc in self.network.dcs if dc in by_name},
            line={name: by_name[name] for name in self.network.line_capacity},
            minimum=by_name.get("minimum", 0.0),
        )


def _free(programme: Programme, plan: Plan, is_open: Flags) -> Flags:
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
