"""The distribution problem as a mixed-integer programme.

    minimise  production + freight in + handling + freight out + fixed cost of open buildings
    such that a line makes at most its capacity            (one row a line)
              a building passes at most its throughput     (one row a building, zero if closed)
              the contract packer makes at least its minimum
              what enters a building of a product leaves it
              every market gets its demand
              no market gets more from a building than its demand, nothing if it is closed
              the anchor market, if there is one, gets all its pallets from one open building

Columns: flows plant to building by line, flows building to market by product, then a binary a
building (open) and a binary a building (serves the anchor).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from modylbench.scenarios.library.optimization_solver.network import key

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from modylbench.scenarios.library.optimization_solver.network import Network

    Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SideConstraints:
    """What a plan respects beside capacities: the packer's minimum, a market with one source."""

    packer: str = ""
    minimum: int = 0
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class ConstraintRows:
    """Linear constraints: low <= matrix x <= high."""

    matrix: Vector
    low: Vector
    high: Vector

    @classmethod
    def stack(cls, *parts: ConstraintRows) -> ConstraintRows:
        """All rows of the parts, in order."""
        return cls(
            np.vstack([part.matrix for part in parts]),
            np.concatenate([part.low for part in parts]),
            np.concatenate([part.high for part in parts]),
        )


class Programme:
    """The matrices of one network under one set of side constraints."""

    def __init__(self, network: Network, side: SideConstraints) -> None:
        self.network, self.side = network, side
        self.lines = network.lines
        self.n_dcs, self.n_markets, self.n_skus = (
            len(network.dcs),
            len(network.markets),
            len(network.skus),
        )
        self.inflows = len(self.lines) * self.n_dcs
        self.flows = self.inflows + self.n_dcs * self.n_markets * self.n_skus
        self.columns = self.flows + 2 * self.n_dcs
        self.demand = np.array(
            [network.demand[key(m, s)] for m in network.markets for s in network.skus], dtype=float
        )
        self.cost = self._cost()

    def inflow(self, line: int, dc: int) -> int:
        """The column of what a line sends to a building."""
        return line * self.n_dcs + dc

    def outflow(self, dc: int, market: int, sku: int) -> int:
        """The column of what a building sends to a market."""
        return self.inflows + (dc * self.n_markets + market) * self.n_skus + sku

    def is_open(self, dc: int) -> int:
        """The column of a building's binary."""
        return self.flows + dc

    def is_home(self, dc: int) -> int:
        """The column of the binary of a building that serves the anchor."""
        return self.flows + self.n_dcs + dc

    def all_rows(self) -> ConstraintRows:
        """Every constraint."""
        return ConstraintRows.stack(
            self.capacities(), self.balances(), self.logic(), self.anchoring()
        )

    def bounds(self) -> tuple[Vector, Vector]:
        """Least and greatest value of every column."""
        upper = np.full(self.columns, np.inf)
        upper[self.flows :] = 1
        if not self.side.anchor:
            upper[self.flows + self.n_dcs :] = 0
        return np.zeros(self.columns), upper

    def capacities(self) -> ConstraintRows:
        """Lines, then buildings, then the packer's minimum (as at most minus the minimum)."""
        lines = len(self.lines)
        rows = self._empty(lines + self.n_dcs + 1)
        rows.high[:lines] = list(self.network.line_capacity.values())
        rows.high[-1] = -self.side.minimum
        for line, (plant, _) in enumerate(self.lines):
            sent = slice(self.inflow(line, 0), self.inflow(line + 1, 0))
            rows.matrix[line, sent] = 1
            if plant == self.side.packer:
                rows.matrix[-1, sent] = -1
        for dc, name in enumerate(self.network.dcs):
            rows.matrix[lines + dc, dc : self.inflows : self.n_dcs] = 1
            rows.matrix[lines + dc, self.is_open(dc)] = -self.network.throughput[name]
        return rows

    def balances(self) -> ConstraintRows:
        """Building by product: what enters leaves; then market by product: demand is met."""
        kept, met = self.n_dcs * self.n_skus, self.n_markets * self.n_skus
        rows = self._empty(kept + met)
        for dc in range(self.n_dcs):
            for sku, name in enumerate(self.network.skus):
                row = rows.matrix[dc * self.n_skus + sku]
                for line, (_, made) in enumerate(self.lines):
                    row[self.inflow(line, dc)] = made == name
                row[self.outflow(dc, 0, sku) : self.outflow(dc + 1, 0, 0) : self.n_skus] = -1
        for place in range(met):
            rows.matrix[kept + place, self.inflows + place : self.flows : met] = 1
        rows.high[kept:] = self.demand
        rows.low[:] = rows.high
        return rows

    def logic(self) -> ConstraintRows:
        """Flows need an open building: implied by the capacities, but tighter said by order."""
        orders = len(self.demand)
        rows = self._empty(self.n_dcs * orders + 1)
        for place in range(self.n_dcs * orders):
            dc, order = divmod(place, orders)
            rows.matrix[place, self.inflows + place] = 1
            rows.matrix[place, self.is_open(dc)] = -self.demand[order]
        rows.matrix[-1, self.flows : self.flows + self.n_dcs] = -1
        rows.high[-1] = -self._fewest_buildings()
        return rows

    def anchoring(self) -> ConstraintRows:
        """All of the anchor's pallets come from its home, which is one open building."""
        if not self.side.anchor:
            return self._empty(0)
        market = self.network.markets.index(self.side.anchor)
        tied = self.n_dcs * self.n_skus
        rows = self._empty(tied + self.n_dcs + 1)
        rows.low[:tied] = 0
        for dc in range(self.n_dcs):
            for sku in range(self.n_skus):
                row = rows.matrix[dc * self.n_skus + sku]
                row[self.outflow(dc, market, sku)] = 1
                row[self.is_home(dc)] = -self.demand[market * self.n_skus + sku]
            rows.matrix[tied + dc, [self.is_home(dc), self.is_open(dc)]] = 1, -1
        rows.matrix[-1, self.flows + self.n_dcs :] = 1
        rows.low[-1] = rows.high[-1] = 1
        return rows

    def _empty(self, count: int) -> ConstraintRows:
        """So many rows of nothing, each at most zero."""
        return ConstraintRows(
            np.zeros((count, self.columns)), np.full(count, -np.inf), np.zeros(count)
        )

    def _cost(self) -> Vector:
        network = self.network
        made = [
            network.line_cents[key(plant, sku)]
            + network.inbound_cents[key(plant, dc, sku)]
            + network.handling_cents[dc]
            for plant, sku in self.lines
            for dc in network.dcs
        ]
        sent = [
            network.outbound_cents[key(dc, market, sku)]
            for dc in network.dcs
            for market in network.markets
            for sku in network.skus
        ]
        fixed = [network.fixed_cents[dc] for dc in network.dcs]
        return np.array([*made, *sent, *fixed, *(0 for _ in fixed)], dtype=float)

    def _fewest_buildings(self) -> int:
        passed, count = 0, 0
        for throughput in sorted(self.network.throughput.values(), reverse=True):
            if passed < self.demand.sum():
                passed, count = passed + throughput, count + 1
        return count
