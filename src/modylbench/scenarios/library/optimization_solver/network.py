"""The distribution network of a seed: plants, distribution centres, markets, demand and rates."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


LINES = (
    (0, 0, 0.42), (0, 1, 0.60), (0, 2, 0.74),
    (1, 0, 0.46), (1, 1, 0.57),
    (2, 0, 0.38), (2, 2, 0.53),
)  # fmt: skip
"""Plant, product, and the line's capacity as a share of that product's demand."""
PLANT_COST = ((0.985, 1.015), (0.975, 1.005), (1.09, 1.12))  # the packer's fee comes on top
STAMPED = (
    "commitment_share", "dc_fixed_level", "demand_growth", "demand_level", "freight_increase",
    "fuel_per_mile", "linehaul_per_mile", "outage_share",
)  # fmt: skip
"""Parameters with which the data change; those added since leave the data of seed 0 alone."""
CIRCUITY = 1.2  # road miles to miles as the crow flies
MULTI_STOP = 1.3  # line-haul of a multi-stop delivery to that of a full truck
DELIVERY_FILL = 0.85  # a delivery truck leaves with fewer pallets
STOP_CHARGE = 8.0
LEAST_PER_TRUCK = 600.0  # dollars: no carrier sends a full truck for less, however short the lane


class City(NamedTuple):
    """A city, in miles east and north of the middle of the country (Albers projection)."""

    name: str
    state: str
    east: int
    north: int


PLANTS: tuple[tuple[City, ...], ...] = (
    (
        City("Toledo", "OH", 637, 331),
        City("Fort Wayne", "IN", 560, 282),
        City("Rockford", "IL", 351, 345),
    ),
    (
        City("Macon", "GA", 712, -278),
        City("Spartanburg", "SC", 787, -119),
        City("Chattanooga", "TN", 598, -137),
    ),
    (City("Tulsa", "OK", 1, -94), City("Wichita", "KS", -73, 14), City("Waco", "TX", -67, -414)),
)
"""One of each; the last is the contract packer."""
DCS: tuple[tuple[City, ...], ...] = (
    (
        City("Harrisburg", "PA", 992, 293),
        City("Allentown", "PA", 1059, 331),
        City("Hagerstown", "MD", 958, 242),
    ),
    (
        City("Memphis", "TN", 333, -153),
        City("Birmingham", "AL", 525, -252),
        City("Nashville", "TN", 509, -69),
    ),
    (
        City("Kansas City", "MO", 75, 112),
        City("St. Louis", "MO", 310, 88),
        City("Des Moines", "IA", 122, 287),
    ),
    (
        City("Reno", "NV", -1244, 298),
        City("Phoenix", "AZ", -916, -205),
        City("Salt Lake City", "UT", -821, 296),
    ),
)
MARKETS: tuple[tuple[float, tuple[City, ...]], ...] = (
    (
        0.17,
        (
            City("Boston", "MA", 1250, 504),
            City("Hartford", "CT", 1182, 443),
            City("Newark", "NJ", 1123, 356),
        ),
    ),
    (
        0.10,
        (
            City("Baltimore", "MD", 1020, 229),
            City("Richmond", "VA", 1001, 101),
            City("Pittsburgh", "PA", 831, 275),
        ),
    ),
    (
        0.14,
        (
            City("Charlotte", "NC", 845, -91),
            City("Raleigh", "NC", 959, -32),
            City("Atlanta", "GA", 661, -221),
        ),
    ),
    (
        0.10,
        (
            City("Orlando", "FL", 886, -554),
            City("Tampa", "FL", 827, -604),
            City("Jacksonville", "FL", 850, -435),
        ),
    ),
    (
        0.15,
        (
            City("Chicago", "IL", 427, 324),
            City("Milwaukee", "WI", 406, 403),
            City("Detroit", "MI", 655, 381),
        ),
    ),
    (
        0.08,
        (
            City("Minneapolis", "MN", 133, 522),
            City("Omaha", "NE", 4, 262),
            City("Denver", "CO", -473, 179),
        ),
    ),
    (
        0.13,
        (
            City("Houston", "TX", 38, -538),
            City("San Antonio", "TX", -150, -560),
            City("Dallas", "TX", -46, -329),
        ),
    ),
    (
        0.13,
        (
            City("Los Angeles", "CA", -1252, -93),
            City("Sacramento", "CA", -1347, 257),
            City("Seattle", "WA", -1219, 872),
        ),
    ),
)
"""Share of demand, and the city that stands for the market."""


@dataclass(frozen=True, slots=True)
class Sku:
    """A product: its share of demand, pallets in a full truck, variable cost of a pallet."""

    name: str
    code: str
    share: float
    per_truck: int
    cost: float


SKUS = (
    Sku("Liquid Detergent", "LD-150", 0.42, 20, 642.0),  # 2,100 lb a pallet: the truck weighs out
    Sku("Paper Towels", "PT-12", 0.34, 26, 356.0),  # the truck cubes out
    Sku("Dishwasher Tabs", "DT-62", 0.24, 24, 1184.0),
)


def key(*names: str) -> str:
    """The name of a number in a table of the truth."""
    return "|".join(names)


def total(counts: Iterable[int]) -> int:
    """The sum of counts, which needs no care for rounding."""
    return sum(counts)  # whole numbers


def identifier(name: str) -> str:
    """A name as an id: "St. Louis" is st_louis."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


@dataclass(frozen=True, slots=True)
class Network:
    """Everything that a plan is made from; pallets a quarter, and money in cents.

    Tables are keyed by names joined with a bar: capacity and cost of a line by plant and
    product, demand by market and product, freight by origin, destination and product.
    """

    plants: list[str]
    dcs: list[str]
    markets: list[str]
    skus: list[str]
    line_capacity: dict[str, int]
    line_cents: dict[str, int]
    throughput: dict[str, int]
    fixed_cents: dict[str, int]
    handling_cents: dict[str, int]
    demand: dict[str, int]
    inbound_cents: dict[str, int]
    outbound_cents: dict[str, int]

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Plant and product of every line."""
        return [(plant, sku) for name in self.line_capacity for plant, sku in [name.split("|")]]

    def demand_of(self, market: str) -> int:
        """Pallets of all products that a market orders."""
        return total(self.demand[key(market, sku)] for sku in self.skus)

    @property
    def total_demand(self) -> int:
        """Pallets of all products."""
        return total(self.demand.values())

    def as_json(self) -> dict[str, object]:
        """The fields, for the truth; `Network(**value)` is the way back."""
        return {name: getattr(self, name) for name in self.__slots__}


def of_sku(numbers: Mapping[str, int], sku: str) -> int:
    """The sum of a table's numbers for one product."""
    return total(number for name, number in numbers.items() if name.endswith("|" + sku))


def draw_network(parameters: Mapping[str, float], seed: int) -> tuple[Network, dict[str, str]]:
    """The network of a seed, and the state of every city in it."""
    # A redraw has other parameters under the same seed: the data must change with them.
    stamp = "/".join(f"{parameters[name]:g}" for name in STAMPED)

    def stream(name: str) -> Draw:
        return Draw("optimization_solver", seed, stamp, name)

    cities = stream("cities")
    plants = [cities.one_of(choice) for choice in PLANTS]
    dcs = [cities.one_of(choice) for choice in DCS]
    markets = [cities.one_of(choice) for _, choice in MARKETS]
    names, fixed_level = [dc.name for dc in dcs], 1000 * parameters["dc_fixed_level"]
    linehaul, fuel = parameters["linehaul_per_mile"], parameters["fuel_per_mile"]
    demand = _demand(markets, parameters["demand_level"], stream("demand"))
    capacity, cost = _lines(plants, demand, stream("lines"))
    buildings, pallets = stream("buildings"), total(demand.values())
    inbound = {
        lane: max(LEAST_PER_TRUCK, dollars)
        for lane, dollars in _trucks(plants, dcs, linehaul + fuel, stream("inbound")).items()
    }
    outbound = _trucks(dcs, markets, linehaul * MULTI_STOP + fuel, stream("outbound"))
    network = Network(
        plants=[plant.name for plant in plants],
        dcs=names,
        markets=[market.name for market in markets],
        skus=[sku.name for sku in SKUS],
        line_capacity=capacity,
        line_cents=cost,
        throughput={
            dc: _round_to_step(pallets * buildings.uniform(0.345, 0.385), 50) for dc in names
        },
        fixed_cents={
            dc: 100 * _round_to_step(fixed_level * buildings.uniform(0.93, 1.13), 500)
            for dc in names
        },
        handling_cents={dc: _round_to_step(buildings.uniform(1150, 1550), 5) for dc in names},
        demand=demand,
        inbound_cents={
            key(*lane, sku.name): round(100 * dollars / sku.per_truck)
            for lane, dollars in inbound.items()
            for sku in SKUS
            if key(lane[0], sku.name) in capacity
        },
        outbound_cents={
            key(*lane, sku.name): round(
                100 * (dollars / (sku.per_truck * DELIVERY_FILL) + STOP_CHARGE)
            )
            for lane, dollars in outbound.items()
            for sku in SKUS
        },
    )
    return network, {city.name: city.state for city in (*plants, *dcs, *markets)}


def _demand(markets: list[City], level: float, draw: Draw) -> dict[str, int]:
    sizes = [share * draw.uniform(0.85, 1.15) for share, _ in MARKETS]
    scale = level / math.fsum(sizes)
    return {
        key(market.name, sku.name): round(scale * size * sku.share * draw.uniform(0.85, 1.15))
        for market, size in zip(markets, sizes, strict=True)
        for sku in SKUS
    }


def _lines(
    plants: list[City], demand: dict[str, int], draw: Draw
) -> tuple[dict[str, int], dict[str, int]]:
    """Capacity and variable cost of every line."""
    factors = [draw.uniform(*bounds) for bounds in PLANT_COST]
    capacity: dict[str, int] = {}
    cost: dict[str, int] = {}
    for plant, product, share in LINES:
        sku = SKUS[product]
        name = key(plants[plant].name, sku.name)
        needed = of_sku(demand, sku.name) * share
        capacity[name] = _round_to_step(needed * draw.uniform(0.97, 1.03), 10)
        cost[name] = round(100 * sku.cost * factors[plant] * draw.uniform(0.995, 1.005))
    return capacity, cost


def _trucks(
    origins: list[City], destinations: list[City], per_mile: float, draw: Draw
) -> dict[tuple[str, str], float]:
    """Dollars for a truck on every lane."""
    return {
        (origin.name, to.name): _miles(origin, to) * per_mile * draw.uniform(0.94, 1.06)
        for origin in origins
        for to in destinations
    }


def _miles(start: City, other: City) -> float:
    # sqrt, unlike sin and hypot, is rounded the same way on every machine
    return CIRCUITY * math.sqrt((start.east - other.east) ** 2 + (start.north - other.north) ** 2)


def _round_to_step(number: float, step: int) -> int:
    return step * round(number / step)
