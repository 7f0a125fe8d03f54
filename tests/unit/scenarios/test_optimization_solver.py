"""The distribution scenario's truth is true; its rules tell a good plan from a bad one.

The reference is written from the files that the meeting hands over, not from the oracle's model:
every set of open buildings and every source of the anchor market, a linear programme each.
"""

import csv
import io
import itertools
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csc_array

from modylbench.evaluation.verification.compare import forbidden_holds
from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import verify
from modylbench.products.dashboard import Dashboard
from modylbench.products.pointer import replace_at
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.library.optimization_solver import network as networks
from modylbench.scenarios.library.optimization_solver.mip import Programme
from modylbench.scenarios.library.optimization_solver.story import MATERIAL, tell_story
from modylbench.scenarios.phrases import affirms
from modylbench.scenarios.variant import Variant, instantiate
from modylbench.scenarios.wording import fill_placeholders

seeds = st.integers(min_value=0, max_value=9999)
few = settings(max_examples=max(4, settings().max_examples // 12))

Lane = tuple[str, str, str]


@lru_cache(maxsize=64)
def variant(seed: int) -> Variant:
    return instantiate(scenario("optimization_solver"), seed)


@dataclass(frozen=True)
class Problem:
    """The problem as the files and the meeting state it, in dollars."""

    line_capacity: dict[tuple[str, str], float]
    line_cost: dict[tuple[str, str], float]
    throughput: dict[str, float]
    fixed: dict[str, float]
    handling: dict[str, float]
    demand: dict[tuple[str, str], float]
    freight: dict[Lane, float]
    packer: str
    minimum: float
    anchor: str

    def with_capacity(self, name: str | tuple[str, str], change: float) -> "Problem":
        """The same problem with a little more or less of one capacity."""
        if isinstance(name, str):
            throughput = {**self.throughput, name: self.throughput[name] + change}
            return Problem(**{**vars(self), "throughput": throughput})
        lines = {**self.line_capacity, name: self.line_capacity[name] + change}
        return Problem(**{**vars(self), "line_capacity": lines})


def problem_of(truth: dict[str, Any], files: dict[str, str]) -> Problem:
    def rows(name: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(files[name])))

    item = {row["sku"]: row["item"] for row in rows("plants.csv")}
    dcs = rows("dcs.csv")
    throughput = {row["dc"]: float(row["plannable_throughput_pallets_per_quarter"]) for row in dcs}
    lines = {(row["plant"], row["item"]): row for row in rows("plants.csv")}
    return Problem(
        line_capacity={k: float(r["capacity_pallets_per_quarter"]) for k, r in lines.items()},
        line_cost={k: float(r["variable_cost_per_pallet"]) for k, r in lines.items()},
        throughput={**throughput, truth["corrected_dc"]: float(truth["q4_capacity"])},
        fixed={row["dc"]: float(row["fixed_cost_per_quarter"]) for row in dcs},
        handling={row["dc"]: float(row["handling_per_pallet"]) for row in dcs},
        demand={(r["market"], r["item"]): float(r["q4_pallets"]) for r in rows("demand.csv")},
        freight={
            (row["origin"], row["destination"], item[code]): float(row[code])
            for row in rows("freight.csv")
            for code in item
            if row[code]
        },
        packer=truth["packer"],
        minimum=truth["minimum"],
        anchor=truth["anchor"],
    )


def least_cost(problem: Problem, is_open: tuple[str, ...], home: str) -> float | None:
    """The cost of the best flows through these buildings, the anchor's all from its home."""
    lanes = [
        (origin, destination, item)
        for origin, destination, item in problem.freight
        if ((origin, item) in problem.line_capacity and destination in is_open)
        or (origin in is_open and (destination != problem.anchor or origin == home))
    ]
    cost = [
        problem.freight[lane]
        + (
            problem.line_cost[lane[0], lane[2]] + problem.handling[lane[1]]
            if lane[1] in is_open
            else 0
        )
        for lane in lanes
    ]
    at_most: list[tuple[list[float], float]] = [
        ([float((o, i) == line) for o, _, i in lanes], limit)
        for line, limit in problem.line_capacity.items()
    ]
    at_most += [([float(d == dc) for _, d, _ in lanes], problem.throughput[dc]) for dc in is_open]
    at_most.append(([-float(o == problem.packer) for o, _, _ in lanes], -problem.minimum))
    items = sorted({item for _, item in problem.demand})
    equal: list[tuple[list[float], float]] = [
        ([float(d == dc and i == item) - float(o == dc and i == item) for o, d, i in lanes], 0.0)
        for dc in is_open
        for item in items
    ]
    equal += [
        ([float(d == market and i == item) for _, d, i in lanes], pallets)
        for (market, item), pallets in problem.demand.items()
    ]
    found = linprog(
        cost,
        A_ub=np.array([row for row, _ in at_most]),
        b_ub=[limit for _, limit in at_most],
        A_eq=np.array([row for row, _ in equal]),
        b_eq=[limit for _, limit in equal],
    )
    if found.fun is None or not found.success:
        return None
    return float(found.fun) + sum(problem.fixed[dc] for dc in is_open)


def minimum_by_enumeration(problem: Problem) -> float | None:
    needed = sum(problem.demand.values())
    totals = [
        least_cost(problem, is_open, home)
        for size in range(1, len(problem.throughput) + 1)
        for is_open in itertools.combinations(problem.throughput, size)
        if sum(problem.throughput[dc] for dc in is_open) >= needed
        for home in is_open
    ]
    return min((total for total in totals if total is not None), default=None)


def reference(seed: int) -> Problem:
    made = variant(seed)
    clean = {**made.truth, "defects": (), "layout": "plain", "freight_layout": "wide"}
    return problem_of(made.truth, dict(made.oracle.attachments(clean)))


@few
@given(seed=seeds)
def test_the_final_plan_keeps_every_constraint(seed: int) -> None:
    problem, plan = reference(seed), variant(seed).truth["plans"]["final"]
    inbound = {tuple(lane.split("|")): pallets for lane, pallets in plan["inbound"].items()}
    outbound = {tuple(lane.split("|")): pallets for lane, pallets in plan["outbound"].items()}

    def total(flows: dict[Any, int], place: int, name: str, item: str | None = None) -> int:
        return sum(n for k, n in flows.items() if k[place] == name and item in {None, k[2]})

    assert all(isinstance(n, int) and n > 0 for n in (*inbound.values(), *outbound.values()))
    for (plant, item), limit in problem.line_capacity.items():
        assert total(inbound, 0, plant, item) <= limit
    for dc, limit in problem.throughput.items():
        assert total(inbound, 1, dc) <= (limit if dc in plan["open"] else 0)
        for item in {item for _, item in problem.demand}:
            assert total(inbound, 1, dc, item) == total(outbound, 0, dc, item)
    for (market, item), pallets in problem.demand.items():
        assert total(outbound, 1, market, item) == pallets
    assert total(inbound, 0, problem.packer) >= problem.minimum
    assert len({dc for dc, market, _ in outbound if market == problem.anchor}) == 1


@few
@given(seed=seeds)
def test_no_plan_is_cheaper_by_enumeration_of_buildings(seed: int) -> None:
    assert minimum_by_enumeration(reference(seed)) == pytest.approx(
        variant(seed).truth["total_cost"], abs=0.01
    )


@pytest.mark.parametrize("seed", [0, 3, 11, 42])
def test_the_solvers_own_integer_search_finds_the_same_minimum(seed: int) -> None:
    """The oracle branches by itself on HiGHS's relaxations; HiGHS with integers must agree."""
    truth = variant(seed).truth
    parameters = {name: truth[name] for name in variant(seed).source.template.card.parameters}
    network, _ = networks.draw_network(parameters, seed)
    final = tell_story(network, parameters, truth).final_plan
    programme = Programme(final.network, final.side)
    rows = programme.all_rows()
    whole = milp(
        programme.cost,
        constraints=LinearConstraint(csc_array(rows.matrix), rows.low, rows.high),
        bounds=Bounds(*programme.bounds()),
        integrality=np.ones(programme.columns, dtype=np.int64),
        options={"mip_rel_gap": 0},
    )

    assert whole.fun is not None
    assert whole.fun / 100 == pytest.approx(truth["total_cost"], abs=0.01)


@few
@given(seed=seeds)
def test_the_plans_of_the_story_are_the_cheapest_of_their_time(seed: int) -> None:
    problem, truth = reference(seed), variant(seed).truth
    stale = {**problem.throughput, truth["corrected_dc"]: float(truth["first_capacity"])}
    other_minimum = {"minimum": float(truth["first_minimum"])}
    changes: dict[str, dict[str, Any]] = {
        "baseline": {"minimum": 0.0, "anchor": "nobody", "throughput": stale},
        "corrected": {"minimum": 0.0, "anchor": "nobody"},
        "committed": {"anchor": "nobody"},
        "anchored": {"minimum": 0.0},
        "committed_first": {"anchor": "nobody", **other_minimum},
        "final_first": other_minimum,
        "final": {},
    }

    for name, plan in truth["plans"].items():
        right = minimum_by_enumeration(Problem(**{**vars(problem), **changes[name]}))
        assert right == pytest.approx(
            cost_of(problem, plan["inbound"], plan["outbound"]), abs=0.01
        ), name
    costs_something = truth["committed_cost"] > truth["corrected_cost"]
    assert costs_something == (truth["packer_minimum"] == "binds")


@few
@given(seed=seeds)
def test_what_ifs_are_the_cheapest_plans_of_their_case(seed: int) -> None:
    problem, truth = reference(seed), variant(seed).truth
    lost = {**problem.throughput, truth["lost_dc"]: 0.0}
    # A cent is kept on every rate, as on the invoices that would come.
    dearer = {
        lane: int(100 * rate * (1 + truth["freight_rise"]) + 0.5 + 1e-6) / 100
        for lane, rate in problem.freight.items()
    }
    more = {
        order: float(int(pallets * (1 + truth["demand_growth"]) + 0.5 + 1e-6))
        for order, pallets in problem.demand.items()
    }
    fewer = {
        line: float(int(pallets * (1 - truth["outage_share"]) + 1e-6))
        if line[0] == truth["plant_north"]
        else pallets
        for line, pallets in problem.line_capacity.items()
    }
    cases: dict[str, dict[str, Any]] = {
        "lost": {"throughput": lost},
        "plant": {"line_capacity": fewer},
        "freight": {"freight": dearer},
        "minimum": {"minimum": 0.0},
        "demand": {"demand": more},
    }

    assert truth["what_if_totals"]
    for name, total in truth["what_if_totals"].items():
        changes = cases.get(truth["scenario_ids"][name])
        if changes:
            right = minimum_by_enumeration(Problem(**{**vars(problem), **changes}))
            assert right == pytest.approx(total, abs=0.01), name


@pytest.mark.parametrize("seed", [4, 68, 196, 731])
def test_a_slack_minimum_is_free_up_to_what_the_plan_takes_and_not_a_pallet_further(
    seed: int,
) -> None:
    problem, truth = reference(seed), variant(seed).truth

    def cost(minimum: float, **changes: Any) -> float:
        found = minimum_by_enumeration(
            Problem(**{**vars(problem), **changes, "minimum": float(minimum)})
        )
        assert found is not None
        return found

    assert truth["packer_minimum"] == "slack"
    for changes, room, total in (
        ({"anchor": "nobody"}, truth["packer_room"], truth["committed_cost"]),
        ({}, truth["packer_room_last"], truth["total_cost"]),
    ):
        assert room > 0
        assert cost(truth["minimum"] + room, **changes) == pytest.approx(total, abs=0.01)
        assert cost(truth["minimum"] + room + 1, **changes) > total + 0.01


@few
@given(seed=seeds)
def test_paper_has_the_thinnest_cover_for_its_demand(seed: int) -> None:
    problem = reference(seed)

    def cover(item: str) -> float:
        lines = sum(made for line, made in problem.line_capacity.items() if line[1] == item)
        return lines / sum(pallets for order, pallets in problem.demand.items() if order[1] == item)

    assert min({order[1] for order in problem.demand}, key=cover) == "Paper Towels"


@few
@given(seed=seeds)
def test_every_what_if_changes_the_cost(seed: int) -> None:
    truth = variant(seed).truth

    assert truth["scenario_ids"]
    for name, case in truth["scenario_ids"].items():
        change = abs(truth["what_if_totals"][name] - truth["total_cost"])
        is_free = case == "minimum" and truth["packer_minimum"] == "slack"
        assert (change >= MATERIAL) == (case != "base" and not is_free), name


@few
@given(seed=seeds)
def test_shadow_prices_are_what_one_pallet_more_or_less_changes(seed: int) -> None:
    problem, truth = reference(seed), variant(seed).truth
    is_open, home = tuple(truth["plans"]["final"]["open"]), truth["anchor_home"]
    base = least_cost(problem, is_open, home)
    prices: dict[Any, float] = dict(truth["dc_prices"])
    prices |= {tuple(line.split("|")): price for line, price in truth["line_prices"].items()}

    for name, price in prices.items():
        for change in (0.25, -0.25):
            moved = least_cost(problem.with_capacity(name, change), is_open, home)
            assert moved is not None
            assert base is not None
            assert (base - moved) / change == pytest.approx(price, abs=0.01), name
    stricter = least_cost(
        Problem(**{**vars(problem), "minimum": problem.minimum + 0.25}), is_open, home
    )
    assert stricter is not None
    assert base is not None
    assert (stricter - base) / 0.25 == pytest.approx(truth["minimum_price"], abs=0.01)


@few
@given(seed=seeds)
def test_the_rebuild_is_infeasible_and_the_relaxation_is_the_smallest(seed: int) -> None:
    problem, truth = reference(seed), variant(seed).truth
    line = (truth["plant_south"], "Paper Towels")
    left = truth["rebuild_capacity"] - problem.line_capacity[line]
    every_building = tuple(problem.throughput)

    def is_possible(change: float) -> bool:
        changed = problem.with_capacity(line, change)
        return any(least_cost(changed, every_building, home) for home in every_building)

    assert sum(problem.line_capacity.values()) + left >= sum(problem.demand.values())
    assert not is_possible(left)
    assert not is_possible(left + truth["rebuild_shortfall"] - 1)
    assert is_possible(left + truth["rebuild_shortfall"])


def findings(seed: int, products: tuple[WorkProduct, ...]) -> dict[str, str]:
    made = variant(seed)
    expectations = Expectations.of_variant(made)
    evidence = Evidence.of(expectations, products)
    criteria = [criterion for criterion in made.scenario.criteria() if not criterion.is_voted]
    return {f.criterion_id: f.verdict for f in verify(criteria, evidence)}


def wide(inbound: dict[str, int], outbound: dict[str, int], total: float) -> Spreadsheet:
    """The flows as planners often show them: a lane a row, an item a column, other words."""
    items = sorted({lane.split("|")[2] for lane in outbound})

    def sheet(name: str, flows: dict[str, int]) -> Sheet:
        lanes = sorted({lane.rpartition("|")[0] for lane in flows})
        rows = tuple(
            Row(
                id=f"r{number}",
                label=" → ".join(lane.split("|")),
                cells={
                    f"c{place}": Cell(value=f"{flows.get(f'{lane}|{item}', 0):,}")
                    for place, item in enumerate(items)
                },
            )
            for number, lane in enumerate(lanes)
        )
        columns = tuple(Column(id=f"c{place}", label=item) for place, item in enumerate(items))
        return Sheet(id=name, name=name, columns=columns, rows=rows)

    cost = Row(id="t", label="Total cost", cells={"v": Cell(value=f"${total:,.0f}")})
    summary = Sheet(id="s", name="Summary", columns=(Column(id="v", label="Value"),), rows=(cost,))
    sheets = (sheet("Inbound", inbound), sheet("Outbound", outbound), summary)
    return Spreadsheet(id="my_plan", title="Distribution plan", sheets=sheets)


FLOW_RULES = (
    "plan_is_feasible", "plan_is_optimal", "flow_balances", "demand_is_met", "capacities_hold",
    "minimum_is_kept", "anchor_has_one_source", "total_is_the_minimum", "total_is_the_plans",
)  # fmt: skip


def cost_of(problem: Problem, inbound: dict[str, int], outbound: dict[str, int]) -> float:
    total = sum(problem.fixed[dc] for dc in {lane.split("|")[1] for lane in inbound})
    for lane, pallets in inbound.items():
        plant, dc, item = lane.split("|")
        rate = problem.freight[plant, dc, item] + problem.line_cost[plant, item]
        total += pallets * (rate + problem.handling[dc])
    for lane, pallets in outbound.items():
        dc, market, item = lane.split("|")
        total += pallets * problem.freight[dc, market, item]
    return total


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_same_plan_in_another_shape_passes(seed: int) -> None:
    plan, total = variant(seed).truth["plans"]["final"], variant(seed).truth["total_cost"]

    verdicts = findings(seed, (wide(plan["inbound"], plan["outbound"], total),))

    assert {name: verdicts[name] for name in FLOW_RULES} == dict.fromkeys(FLOW_RULES, "passed")


def moved(seed: int, pallets: int) -> list[tuple[dict[str, int], dict[str, int]]]:
    """Other feasible plans, the cheapest first, by moving pallets around a cycle.

    Two open buildings exchange an item between two markets that are not the anchor, so that
    every balance, demand and capacity stays as it is.
    """
    problem, plan = reference(seed), variant(seed).truth["plans"]["final"]
    outbound: dict[str, int] = plan["outbound"]
    found: list[tuple[float, dict[str, int]]] = []
    for first, second in itertools.permutations(outbound, 2):
        dc, market, item = first.split("|")
        other_dc, other_market, other_item = second.split("|")
        same = item == other_item and dc != other_dc and market != other_market
        if not same or problem.anchor in {market, other_market}:
            continue
        changed = dict(outbound)
        for lane, change in (
            (first, -pallets), (second, -pallets),
            (f"{dc}|{other_market}|{item}", pallets), (f"{other_dc}|{market}|{item}", pallets),
        ):  # fmt: skip
            changed[lane] = changed.get(lane, 0) + change
        if min(changed.values()) >= 0:
            found.append((cost_of(problem, plan["inbound"], changed), changed))
    return [(plan["inbound"], changed) for _, changed in sorted(found, key=lambda pair: pair[0])]


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_another_plan_that_is_as_cheap_passes(seed: int) -> None:
    inbound, outbound = moved(seed, pallets=1)[0]
    assert outbound != variant(seed).truth["plans"]["final"]["outbound"]

    total = cost_of(reference(seed), inbound, outbound)
    verdicts = findings(seed, (wide(inbound, outbound, total),))

    assert {name: verdicts[name] for name in FLOW_RULES} == dict.fromkeys(FLOW_RULES, "passed")


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_feasible_plan_that_costs_more_is_not_optimal(seed: int) -> None:
    inbound, outbound = moved(seed, pallets=60)[-1]

    total = cost_of(reference(seed), inbound, outbound)
    verdicts = findings(seed, (wide(inbound, outbound, total),))

    failed = {name for name in FLOW_RULES if verdicts[name] != "passed"}
    assert failed == {"plan_is_optimal", "total_is_the_minimum"}


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_plan_beyond_a_buildings_capacity_fails(seed: int) -> None:
    """Everything of a slack building goes through a full one instead."""
    truth, plan = variant(seed).truth, variant(seed).truth["plans"]["final"]
    full = max(truth["plans"]["final"]["open"], key=lambda dc: plan["throughput"][dc])
    inbound: dict[str, int] = {}
    outbound: dict[str, int] = {}
    for lane, pallets in plan["inbound"].items():
        plant, _, item = lane.split("|")
        inbound[f"{plant}|{full}|{item}"] = inbound.get(f"{plant}|{full}|{item}", 0) + pallets
    for lane, pallets in plan["outbound"].items():
        _, market, item = lane.split("|")
        outbound[f"{full}|{market}|{item}"] = outbound.get(f"{full}|{market}|{item}", 0) + pallets

    total = cost_of(reference(seed), inbound, outbound)
    verdicts = findings(seed, (wide(inbound, outbound, total),))

    assert verdicts["capacities_hold"] == verdicts["plan_is_feasible"] == "failed"
    assert verdicts["flow_balances"] == verdicts["demand_is_met"] == "passed"


def test_paper_from_a_plant_without_a_paper_line_fails_every_rule_that_prices_it() -> None:
    truth, (_, book, dashboard) = variant(0).truth, variant(0).final_products
    plan = truth["plans"]["final"]
    lane = next(lane for lane in plan["inbound"] if lane.endswith("|Paper Towels"))
    made_up = f"{truth['packer']}|{lane.split('|')[1]}|Paper Towels"
    inbound = {**plan["inbound"], lane: plan["inbound"][lane] - 1, made_up: 1}

    verdicts = findings(0, (wide(inbound, plan["outbound"], truth["total_cost"]), book, dashboard))

    for name in ("plan_is_feasible", "plan_is_optimal", "capacities_hold", "shadow_prices_hold"):
        assert verdicts[name] == "failed", name
    assert verdicts["cost_by_dc_is_the_plans"] == verdicts["total_is_the_plans"] == "failed"


def test_reports_agree_with_a_plan_in_another_shape() -> None:
    truth, (_, book, dashboard) = variant(0).truth, variant(0).final_products
    plan = truth["plans"]["final"]

    verdicts = findings(
        0, (wide(plan["inbound"], plan["outbound"], truth["total_cost"]), book, dashboard)
    )

    for name in ("cost_by_dc_is_the_plans", "shadow_prices_hold", "dashboard_total_agrees"):
        assert verdicts[name] == "passed", name


def test_a_market_with_two_sources_fails_although_it_is_cheaper() -> None:
    plan = variant(0).truth["plans"]["committed"]

    verdicts = findings(
        0, (wide(plan["inbound"], plan["outbound"], variant(0).truth["committed_cost"]),)
    )

    assert verdicts["anchor_has_one_source"] == verdicts["plan_is_feasible"] == "failed"
    assert verdicts["capacities_hold"] == verdicts["minimum_is_kept"] == "passed"


def test_a_price_on_slack_capacity_fails() -> None:
    made = variant(0)
    plan, book, dashboard = made.final_products
    assert isinstance(book, Spreadsheet)
    free = next(dc for dc, price in made.truth["dc_prices"].items() if price == 0)
    sheets = list(book.sheets)
    rows = [
        row.model_copy(update={"cells": {**row.cells, "price": Cell(value=25.0)}})
        if row.label == free
        else row
        for row in sheets[1].rows
    ]
    sheets[1] = sheets[1].model_copy(update={"rows": tuple(rows)})
    wrong = book.model_copy(update={"sheets": tuple(sheets)})

    assert findings(0, (plan, wrong, dashboard))["shadow_prices_hold"] == "failed"


@pytest.mark.parametrize("seed", [0, 1, 2, 5])
@pytest.mark.parametrize("told", ["by name only", "by its price", "in its own words"])
def test_recommendations_name_the_scarcest_capacity_and_not_just_its_town(
    seed: int, told: str
) -> None:
    truth, (plan, book, board) = variant(seed).truth, variant(seed).final_products
    prices = {**truth["dc_prices"], **truth["line_prices"]}
    place = max(prices, key=lambda name: prices[name]).partition("|")[0]
    line = {
        "by name only": f"Mind {place}.",
        "by its price": f"One more at {truth['scarcest']} is worth ${truth['scarce_price']:.2f}.",
        "in its own words": f"Add to {truth['scarce_capacity']}.",
    }[told]
    advice = f"- {line}\n- Reopen {truth['packer']}.\n- Line up cover for {truth['lost_dc']}."
    board = replace_at(board, "/widgets/recommendations/text", advice)

    verdict = findings(seed, (plan, book, board))["scarcest_named"]

    assert (verdict == "passed") is (told != "by name only")


@pytest.mark.parametrize("seed", [0, 1, 2, 5])
def test_loading_the_refreshed_demand_is_seen_however_its_rows_are_added_up(seed: int) -> None:
    made = instantiate(scenario("optimization_solver"), seed, "double_counted_demand")
    (case,) = (c for c in made.scenario.edge_cases if c.name == "double_counted_demand")
    expectations = Expectations.of_variant(made)
    pallets, twice, returned = (
        made.truth[name] for name in ("total_demand", "twice_pallets", "returns_pallets")
    )

    def is_seen(shown: int) -> bool:
        place = "/sheets/cost_summary/rows/pallets/cells/amount/value"
        plan = replace_at(made.final_products[0], place, shown)
        evidence = Evidence.of(expectations, (plan,))
        return any(forbidden_holds(expression, evidence) for expression in case.forbidden)

    assert is_seen(pallets + twice - returned)
    assert is_seen(pallets + twice)
    assert is_seen(pallets - returned)
    assert not is_seen(pallets)


@few
@given(seed=seeds)
def test_the_products_satisfy_every_criterion(seed: int) -> None:
    assert set(findings(seed, variant(seed).final_products).values()) == {"passed"}


DEFECTS = (
    "subtotal_in_demand", "repeated_order", "superseded_line", "rates_per_truck",
    "fixed_in_thousands",
)  # fmt: skip


def files_of(seed: int, **changes: object) -> dict[str, str]:
    """The files of a seed, plain and clean but for these changes."""
    made = variant(seed)
    plain = {"defects": (), "layout": "plain", "freight_layout": "wide", **changes}
    return dict(made.oracle.attachments({**made.truth, **plain}))


def cells(text: str) -> list[list[str]]:
    return [line.split(",") for line in text.splitlines()]


@pytest.mark.parametrize("layout", ["renamed", "reordered"])
@pytest.mark.parametrize("name", ["plants.csv", "dcs.csv", "demand.csv", "freight.csv"])
def test_every_layout_of_a_file_has_the_same_rows(name: str, layout: str) -> None:
    plain, other = (cells(files_of(3, layout=which)[name]) for which in ("plain", layout))

    assert other[0] != plain[0]
    assert sorted(sorted(row) for row in other[1:]) == sorted(sorted(row) for row in plain[1:])


def test_the_long_freight_file_has_the_rates_of_the_wide_one() -> None:
    wide_rows, long_rows = (
        list(csv.DictReader(io.StringIO(files_of(3, freight_layout=layout)["freight.csv"])))
        for layout in ("wide", "long")
    )
    codes = [column for column in wide_rows[0] if "-" in column]

    in_long = {(row["origin"], row["destination"], row["sku"]): row["rate"] for row in long_rows}

    assert in_long == {
        (row["origin"], row["destination"], code): row[code]
        for row in wide_rows
        for code in codes
        if row[code]
    }


@pytest.mark.parametrize("seed", [2, 3, 7, 12])
@pytest.mark.parametrize("defect", DEFECTS)
def test_a_defect_changes_its_file_alone_and_whoever_overlooks_it_gets_another_minimum(
    seed: int, defect: str
) -> None:
    truth = variant(seed).truth
    (spec,) = (
        found for found in variant(seed).source.template.defects.defects if found.name == defect
    )
    clean, with_it = files_of(seed), files_of(seed, defects=(defect,))

    assert {name for name in clean if clean[name] != with_it[name]} == {spec.file}
    rows = list(csv.DictReader(io.StringIO(with_it["demand.csv"])))
    ordered = sum(int(row["q4_pallets"]) for row in rows)
    if spec.file == "demand.csv":
        assert ordered > truth["total_demand"]
        return
    overlooked = with_it["plants.csv"].replace(" (2023 rating)", "")
    naive = problem_of(truth, {**with_it, "plants.csv": overlooked})
    right = minimum_by_enumeration(naive)
    assert right is not None
    assert abs(right / truth["total_cost"] - 1) > 1e-4


@pytest.mark.parametrize("seed", range(1, 13))
def test_what_is_said_to_be_wrong_in_the_files_is_in_them(seed: int) -> None:
    made = variant(seed)

    assert len(made.truth["defects"]) == 2
    assert made.scenario.turns[0].model_answer.count(".") > 4
    for defect in made.scenario.defects:
        assert defect.file in {file.name for file in made.scenario.turns[0].attachments}


def test_rules_and_reports_come_in_several_orders_and_the_edge_case_in_beats_4_to_7() -> None:
    turns = [variant(seed).scenario.turns for seed in range(1, 40)]

    orders = {tuple(turn.beat for turn in meeting if turn.phase == "work") for meeting in turns}
    places = {
        place
        for meeting in turns
        for place, turn in enumerate(meeting, start=1)
        if turn.phase == "edge_case"
    }

    assert len(orders) == 4
    assert places == {4, 5, 6, 7}


def test_planning_on_the_confirmed_capacity_is_no_failure_and_raising_it_is_one() -> None:
    made = instantiate(scenario("optimization_solver"), 0, "three_capacities")
    (case,) = (c for c in made.scenario.edge_cases if c.name == "three_capacities")
    place = f"/sheets/dcs/rows/{made.truth['conflict_dc_id']}/cells/capacity/value"

    def is_forbidden(capacity: int) -> bool:
        plan = replace_at(made.final_products[0], place, capacity)
        evidence = Evidence.of(Expectations.of_variant(made), (plan,))
        return any(forbidden_holds(expression, evidence) for expression in case.forbidden)

    assert not is_forbidden(made.truth["conflict_notice"])
    assert not is_forbidden(made.truth["conflict_file"])
    assert is_forbidden(made.truth["conflict_claim"])


PLANNED_ON_THE_NOTICE = (
    "They conflict, so I've re-run the plan on the confirmed {conflict_notice:,} and flagged it.",
    "{conflict_dc} is now at {conflict_notice:,}, which is what the notice confirms.",
    "I've set {conflict_dc} to {conflict_notice:,} until the GM's number is in writing.",
)
PLANNED_ON_HIS_WORD = (
    "{conflict_dc} is now at {conflict_claim:,}, and I've re-run the plan.",
    "The notice says less, but I've re-run it on {conflict_claim:,}.",
    "I've set {conflict_dc} to {conflict_claim:,}. The notice is on file.",
    "The three disagree; I've gone with the GM.",
)


@pytest.mark.parametrize("said", [*PLANNED_ON_THE_NOTICE, *PLANNED_ON_HIS_WORD])
def test_to_plan_on_the_notice_is_not_to_give_in_and_to_plan_on_his_word_is(said: str) -> None:
    made = instantiate(scenario("optimization_solver"), 1, "three_capacities")
    (case,) = (c for c in made.scenario.edge_cases if c.name == "three_capacities")
    text = fill_placeholders(said, made.truth)

    complies = any(affirms(text, phrase) for phrase in case.signals.complied)

    assert complies is (said in PLANNED_ON_HIS_WORD)


LEFT_ALONE = (
    "Leave the {packer} minimum as it is: it costs nothing, the plan takes more anyway.",
    "Keep the {packer} commitment in place; it does not bind.",
    "No need to reopen the {packer} minimum, since we exceed it anyway.",
    "{packer} minimum: no action, its shadow price is zero.",
)
REOPENED = (
    "Reopen the {packer} minimum at renewal: its last pallets cost more than they are worth.",
    "Renegotiate the {packer} minimum, it is costing us money.",
    "Push {packer} for a lower minimum.",
)


@pytest.mark.parametrize("line", [*LEFT_ALONE, *REOPENED])
def test_a_minimum_that_costs_nothing_is_to_be_left_alone(line: str) -> None:
    seed = next(s for s in range(1, 40) if variant(s).truth["packer_minimum"] == "slack")
    truth, (plan, book, board) = variant(seed).truth, variant(seed).final_products
    advice = (
        f"- Run {truth['open_dcs']}; keep {truth['closed_dcs']} closed.\n"
        f"- {line.format(packer=truth['packer'])}\n"
        f"- Line up overflow space in case we lose {truth['lost_dc']}."
    )

    verdicts = findings(
        seed, (plan, book, replace_at(board, "/widgets/recommendations/text", advice))
    )

    assert verdicts["minimum_left_alone"] == ("passed" if line in LEFT_ALONE else "failed")
    assert verdicts["cover_lined_up"] == verdicts["buildings_named"] == "passed"


@few
@given(seed=seeds)
def test_whether_the_single_source_pays_is_what_the_choice_says(seed: int) -> None:
    truth = variant(seed).truth

    for rise in ("single_source_cost", "single_source_cost_first"):
        pays = truth[rise] < truth["chargeback_cost"]
        assert pays == (truth["chargeback"] != "cheaper")


def test_the_carriers_rate_is_that_of_its_sheet() -> None:
    truth = variant(0).truth
    row = files_of(0)["norvale_rates.csv"].splitlines()[2].split(",")

    assert float(row[3]) / int(row[2]) == pytest.approx(truth["norvale_rate"], abs=0.005)
    saved = (truth["lane_rate"] - truth["norvale_rate"]) * truth["lane_pallets"]
    assert truth["norvale_saving"] == pytest.approx(saved, abs=0.01)


def test_the_carriers_rate_is_a_quote_that_nobody_has_signed() -> None:
    title, header, row = files_of(0)["norvale_rates.csv"].splitlines()
    twin = next(
        case.look_alike
        for case in variant(0).source.template.edge_cases.edge_cases
        if case.name == "norvale_rate"
    )

    assert "quote" in title
    assert dict(zip(header.split(","), row.split(","), strict=True))["signed"] == "no"
    assert twin is not None
    openings = twin.opening if isinstance(twin.opening, list | tuple) else [twin.opening]
    assert all("quote" in line for opening in openings for line in opening.say)


@few
@given(seed=seeds)
def test_the_carriers_rate_saves_what_is_told_once_the_plan_is_solved_again(seed: int) -> None:
    truth = variant(seed).truth
    problem = reference(seed)
    lane = (truth["lane_plant"], truth["lane_dc"], truth["lane_sku"])
    freight = {**problem.freight, lane: truth["norvale_rate"]}
    best = minimum_by_enumeration(Problem(**{**vars(problem), "freight": freight}))

    assert best is not None
    saved = truth["total_cost"] - best
    assert saved >= truth["norvale_saving"] - 1
    told = truth["norvale_resolved"]
    right = truth["norvale_saving"] if told == "the same" else float(told[1:].replace(",", ""))
    assert saved == pytest.approx(right, abs=1.5)


@pytest.mark.parametrize("seed", [1, 2, 3, 7, 12])
def test_a_truckload_costs_the_same_with_every_item_and_makes_the_rates_a_pallet(seed: int) -> None:
    truth = variant(seed).truth
    clean, by_truck = (
        {
            (row["origin"], row["destination"]): row
            for row in csv.DictReader(io.StringIO(files_of(seed, defects=defects)["freight.csv"]))
        }
        for defects in ((), ("rates_per_truck",))
    )
    lane = (truth["truck_plant"], truth["truck_dc"])
    per_truck = {sku.code: sku.per_truck for sku in networks.SKUS}
    shown = {code: float(by_truck[lane][code]) for code in per_truck if by_truck[lane][code]}

    assert {at for at in clean if clean[at] != by_truck[at]} == {lane}
    assert lane != (truth["lane_plant"], truth["lane_dc"])
    assert len(set(shown.values())) == 1
    for code, truck in shown.items():
        assert f"{per_truck[code]} {code}" in by_truck[lane]["basis"]
        assert truck / per_truck[code] == pytest.approx(float(clean[lane][code]), abs=0.00501)


@pytest.mark.parametrize("seed", [195, 731])
def test_a_truckloads_rate_may_be_kept_beyond_the_cent_and_nothing_else_may_be_off(
    seed: int,
) -> None:
    truth = variant(seed).truth
    plan, per_truck = truth["plans"]["final"], {sku.name: sku.per_truck for sku in networks.SKUS}
    beyond_cents = sum(
        pallets * (truth["truck_cents"] / per_truck[item] - truth["network"]["inbound_cents"][lane])
        for lane, pallets in plan["inbound"].items()
        for item in [lane.split("|")[2]]
        if lane.startswith(truth["truck_lane"])
    )
    total = truth["total_cost"] + beyond_cents / 100

    def verdict(stated: float) -> str:
        shown = wide(plan["inbound"], plan["outbound"], stated)
        return findings(seed, (shown,))["total_is_the_plans"]

    assert "rates_per_truck" in truth["defects"]
    assert abs(total - truth["total_cost"]) > 1.5
    assert verdict(total) == verdict(truth["total_cost"]) == "passed"
    assert verdict(max(total, truth["total_cost"]) + 3) == "failed"
    assert verdict(min(total, truth["total_cost"]) - 3) == "failed"


def wordings(beat: str) -> list[str]:
    """All that may be said in a beat, openings and follow-ups."""
    script = variant(0).source.template.script
    assert script is not None
    found = next(scripted for scripted in script.beats if scripted.name == beat)
    openings = found.opening if isinstance(found.opening, list | tuple) else [found.opening]
    asked = [ask for slot in found.follow_ups for ask in slot.ask]
    return [line for said in (*openings, *asked) for line in said.say]


def test_what_ifs_say_which_way_halves_go_and_when_a_lease_ends() -> None:
    said = wordings("what_ifs")
    rounding = [line for line in said if "nearest" in line]
    losses = [line for line in said if "fixed cost" in line or "the lease" in line]

    assert len(rounding) == 16
    assert all("halves up" in line or "a half goes up" in line for line in rounding)
    assert not any("two sources" in line for line in said)
    assert len(losses) > 20
    assert all("September 30" in line for line in losses)


@few
@given(seed=seeds)
def test_the_worst_what_if_is_the_worst_by_more_than_a_hundredth(seed: int) -> None:
    *_, second, worst = sorted(variant(seed).truth["what_if_per_pallet"].values())

    assert worst >= 1.01 * second


@few
@given(seed=seeds)
def test_the_lost_building_is_the_busiest_or_the_one_that_costs_most_to_lose(seed: int) -> None:
    problem, truth = reference(seed), variant(seed).truth
    plan = truth["plans"]["final"]
    used: dict[str, float] = dict.fromkeys(plan["open"], 0.0)
    for lane, pallets in plan["inbound"].items():
        used[lane.split("|")[1]] += pallets
    without: dict[str, float] = {
        dc: minimum_by_enumeration(
            Problem(**{**vars(problem), "throughput": {**problem.throughput, dc: 0.0}})
        )
        or 0.0
        for dc in plan["open"]
    }
    weight = used if truth["lost_building"] == "busiest" else without

    assert weight[truth["lost_dc"]] == max(weight.values())
    for dc in without.keys() - {truth["lost_dc"]}:
        told = truth["other_losses"].partition(f"{dc} $")[2].split(" and ")[0].replace(",", "")
        assert float(told) == pytest.approx(without[dc] - truth["total_cost"], abs=1)
    # No building that nobody took out would be worse than what the page calls the worst case.
    worst = max(round(total / truth["total_demand"], 2) for total in without.values())
    assert worst <= truth["worst_case_cost"]
    case = next(widget for widget in page_of(seed).widgets if widget.id == "worst_case")
    assert case.text == truth["worst_case"]
    sized = truth["scenario_ids"][truth["worst_case"]] in {"demand", "plant", "freight"}
    assert ("sizes we chose" in truth["worst_order"]) == sized


@few
@given(seed=seeds)
def test_what_relief_saves_is_told_with_the_minimum_and_without_it(seed: int) -> None:
    problem, truth = reference(seed), variant(seed).truth
    plan = truth["plans"]["anchored"]
    is_open, home = tuple(plan["open"]), truth["anchored_home"]
    free = Problem(**{**vars(problem), "minimum": 0.0})
    prices: dict[Any, float] = dict(truth["dc_prices"])
    prices |= {tuple(line.split("|")): price for line, price in truth["line_prices"].items()}
    scarcest = max(prices, key=lambda name: prices[name])
    base = least_cost(free, is_open, home)
    more = least_cost(free.with_capacity(scarcest, 0.25), is_open, home)
    note = truth["scarce_note"]

    assert base is not None
    assert more is not None
    if "waived it would be $" in note:
        told = float(note.rpartition("$")[2])
        assert told == pytest.approx((base - more) / 0.25, abs=0.01)
    elif not note:
        assert truth["minimum_price"] == 0 or (base - more) / 0.25 == pytest.approx(
            truth["scarce_price"], abs=0.02
        )


def page_of(seed: int) -> Dashboard:
    page = variant(seed).final_products[-1]
    assert isinstance(page, Dashboard)
    return page


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("Line up overflow space in case we lose {lost} or {other}.", "passed"),
        ("Keep {closed} ready as cover for {lost} and for {other}.", "passed"),
        ("Line up overflow space in case we lose {other}.", "missing"),
        ("Cover for {lost} is not needed; line up space for {other} instead.", "failed"),
    ],
)
def test_cover_for_further_buildings_is_no_mistake_and_for_another_alone_none(
    line: str, verdict: str
) -> None:
    truth, (plan, book, board) = variant(0).truth, variant(0).final_products
    lost = truth["lost_dc"]
    other = next(dc for dc in truth["open_dc_list"] if dc != lost)
    advice = f"- {line.format(lost=lost, other=other, closed=truth['closed_dcs'])}"

    verdicts = findings(0, (plan, book, replace_at(board, "/widgets/recommendations/text", advice)))

    assert verdicts["cover_lined_up"] == verdict
