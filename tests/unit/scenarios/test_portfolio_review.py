"""The portfolio review is right by what its files say, worked out by matrices instead."""

import csv
import io
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.staging.findings import failed_criteria

from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Document, Section
from modylbench.products.pointer import replace_at, resolve
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.library.portfolio_review.fund import CLASS_NAMES
from modylbench.scenarios.library.portfolio_review.handouts import attachments
from modylbench.scenarios.library.portfolio_review.oracle import MILESTONES, products
from modylbench.scenarios.variant import Variant, instantiate, solve_seed

NAMES = list(CLASS_NAMES.values())
REAL = NAMES.index("Real assets")
DEFECTS = {
    "mandate_twice": "holdings.csv",
    "value_in_thousands": "holdings.csv",
    "preliminary_index": "policy_benchmark.csv",
    "policy_total": "policy_benchmark.csv",
    "correlation_in_percent": "risk_limits.csv",
    "old_ceiling": "risk_limits.csv",
}

every_seed = pytest.mark.parametrize("seed", range(12))


@cache
def truth_of(seed: int) -> dict[str, Any]:
    return solve_seed(scenario("portfolio_review"), seed)


@cache
def variant_of(seed: int) -> Variant:
    return instantiate(scenario("portfolio_review"), seed)


def rows_of(truth: dict[str, Any], name: str) -> list[list[str]]:
    """A file without its defects."""
    text = attachments({**truth, "defects": ()})[name]
    return list(csv.reader(io.StringIO(text)))


def holdings_of(truth: dict[str, Any]) -> np.ndarray:
    """Opening value, flow and closing value by class, whatever the layout of the file."""
    _, header, *lines = rows_of(truth, "holdings.csv")
    header = [name.lower() for name in header]
    table = np.zeros((len(NAMES), 3))
    places = {"market value jun 30": 0, "net flow sep 30": 1, "market value sep 30": 2}
    for line in lines:
        cells = dict(zip(header, line, strict=True))
        if cells["asset class"]:
            of_class = table[NAMES.index(cells["asset class"])]
            for label, place in places.items():
                if label in cells:
                    of_class[place] += float(cells[label])
                elif cells.get("figure", "").lower() == label:
                    of_class[place] += float(cells["value"])
    return table


def foreign_of(truth: dict[str, Any]) -> float:
    _, header, *lines = rows_of(truth, "holdings.csv")
    header = [name.lower() for name in header]
    cells = [dict(zip(header, line, strict=True)) for line in lines]
    closing = [
        float(row.get("market value sep 30") or row["value"])
        for row in cells
        if row["currency"] == "foreign"
        and row.get("figure", "Market value Sep 30") == "Market value Sep 30"
    ]
    return float(np.sum(closing))


def benchmark_of(truth: dict[str, Any]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Policy weights, index returns, and costs in basis points."""
    lines = rows_of(truth, "policy_benchmark.csv")[2:-1]
    weights, returns = (
        np.array([float(line[place].rstrip("%")) / 100 for line in lines]) for place in (1, 2)
    )
    costs = np.array([0.0 if line[3] == "not traded" else float(line[3]) for line in lines])
    return weights, returns, costs


def risk_model_of(truth: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    lines = rows_of(truth, "risk_limits.csv")[-len(NAMES) :]
    volatilities = np.array([float(line[1].rstrip("%")) / 100 for line in lines])
    return volatilities, np.array([[float(figure) for figure in line[2:]] for line in lines])


@every_seed
def test_returns_and_effects_follow_from_the_files(seed: int) -> None:
    truth = truth_of(seed)
    opening, flow, closing = holdings_of(truth).T
    policy, index, _ = benchmark_of(truth)
    ours = (closing - flow) / opening - 1
    active = opening / opening.sum() - policy

    gross, benchmark = (closing - flow).sum() / opening.sum() - 1, policy @ index
    effects = {
        "allocation": active * (index - benchmark),
        "selection": policy * (ours - index),
        "interaction": active * (ours - index),
    }

    assert truth["gross_return"] == pytest.approx(gross, abs=1e-6)
    assert truth["net_return"] == pytest.approx(gross - truth["fee_bp"] / 1e4, abs=1e-6)
    assert truth["benchmark_return"] == pytest.approx(benchmark, abs=1e-6)
    for name, effect in effects.items():
        assert list(truth[f"{name}_table"].values()) == pytest.approx(
            [*(effect * 1e4), effect.sum() * 1e4], abs=1e-4
        )
    total = sum(effect.sum() for effect in effects.values())
    assert total == pytest.approx(gross - benchmark, abs=1e-12)
    assert min(effects, key=lambda name: effects[name].sum()) == truth["driver"]


@every_seed
def test_risk_figures_follow_from_the_files(seed: int) -> None:
    truth = truth_of(seed)
    closing = holdings_of(truth)[:, 2]
    policy, _, _ = benchmark_of(truth)
    volatilities, correlations = risk_model_of(truth)
    exposure = (closing / closing.sum() - policy) * volatilities

    assert truth["tracking_error"] == pytest.approx(
        np.sqrt(exposure @ correlations @ exposure), abs=1e-6
    )
    assert np.allclose(correlations, correlations.T)
    assert np.linalg.eigvalsh(correlations).min() > 0
    assert truth["foreign_exposure"] == pytest.approx(foreign_of(truth), abs=1e-6)
    assert truth["hedge_ratio"] == pytest.approx(truth["hedge"] / foreign_of(truth), abs=1e-6)
    ceiling = next(
        float(line[2].rstrip("%")) / 100
        for line in rows_of(truth, "risk_limits.csv")
        if line[0] == "Developed equity"
    )
    if truth["limits_layout"] == "bands":
        ceiling += policy[0]
    is_breached = closing[0] / closing.sum() > ceiling
    assert is_breached == (truth["limit_state"] == "breached")


@every_seed
def test_trades_lead_to_policy_among_what_can_be_traded(seed: int) -> None:
    truth = truth_of(seed)
    closing = holdings_of(truth)[:, 2]
    policy, _, costs = benchmark_of(truth)
    traded = np.arange(len(NAMES)) != REAL
    # Six unknowns: after the trades every class is to the next as policy has it, real assets stay.
    first, *others = np.flatnonzero(traded)
    equations, right = np.zeros((len(NAMES), len(NAMES))), np.zeros(len(NAMES))
    equations[0], right[0] = 1.0, closing.sum()
    equations[1, REAL], right[1] = 1.0, closing[REAL]
    for row, other in enumerate(others, start=2):
        equations[row, first], equations[row, other] = policy[other], -policy[first]
    trades = np.linalg.solve(equations, right) - closing

    shown = np.array([truth["trade_table"].get(name, 0.0) for name in NAMES])
    assert shown == pytest.approx(trades, abs=1e-5)
    cost = (abs(trades) * costs).sum() / 10
    assert truth["rebalancing_cost"] == pytest.approx(cost, abs=1e-4)
    assert (cost <= truth["cost_cap"]) == (truth["cost_state"] == "inside")


@every_seed
def test_the_outflow_is_that_of_the_treasurers_note(seed: int) -> None:
    truth = truth_of(seed)
    note = {line[0].split(",")[0]: line[-1] for line in rows_of(truth, "treasury_note.csv")}
    outflow = (
        float(note["Benefit payments"])
        - float(note["Contributions received"])
        + float(note["Capital calls"])
    )
    cash = holdings_of(truth)[NAMES.index("Cash"), 2]

    assert truth["net_outflow"] == pytest.approx(outflow, abs=1e-6)
    assert truth["coverage"] == pytest.approx(cash / outflow, abs=1e-6)
    assert truth["daniel_outflow"] < truth["net_outflow"]


@pytest.mark.parametrize(("defect", "file"), DEFECTS.items())
@every_seed
def test_a_defect_is_in_its_file_alone(seed: int, defect: str, file: str) -> None:
    clean = attachments({**truth_of(seed), "defects": ()})
    defective = attachments({**truth_of(seed), "defects": (defect,)})

    assert [name for name in clean if clean[name] != defective[name]] == [file]


@every_seed
def test_half_of_the_trades_bring_developed_equity_below_its_limit(seed: int) -> None:
    truth = truth_of(seed)

    assert (truth["dev_weight"] + truth["dev_after"]) / 2 < truth["dev_ceiling"]


@pytest.mark.parametrize("layout", ["ranges", "bands"])
@every_seed
def test_a_fund_at_policy_kept_the_old_range_as_well(seed: int, layout: str) -> None:
    truth = {**truth_of(seed), "limits_layout": layout, "defects": ("old_ceiling",)}
    ranges = attachments(truth)["risk_limits.csv"].split("Other limits")[0]
    lines = csv.reader(io.StringIO(ranges))
    upper = {line[0]: float(line[2].rstrip("%")) for line in lines if "equity" in line[0]}
    policy = 0.0 if layout == "bands" else 100 * truth["dev_policy"]

    assert policy + 0.2 < upper["Developed equity (until June 30)"] < upper["Developed equity"]


@every_seed
def test_what_is_said_at_the_end_knows_the_limits(seed: int) -> None:
    truth = truth_of(seed)
    after = (truth["cash_close"] + truth["trade_table"]["Cash"]) / truth["net_outflow"]
    minimum = truth["coverage_minimum"]

    assert ("liquidity coverage is below" in truth["broken_spoken"]) == (
        truth["coverage"] < minimum
    )
    assert ("until the trades bring cash up" in truth["watch_spoken"]) == (
        truth["coverage"] < minimum < after
    )
    if after < minimum < truth["coverage"] and not truth["broken_limits"]:
        assert "the trades take below its minimum" in truth["watch_spoken"]


@pytest.mark.parametrize(
    ("sheet", "row", "column", "criterion"),
    [
        ("attribution", "developed_equity", "selection", "selection_right"),
        ("attribution", "total_fund", "total_effect", "effects_add_up"),
        ("returns", "emerging_equity", "portfolio_return", "returns_by_class"),
        ("summary", "net_return", "third_quarter", "net_return_right"),
    ],
)
def test_a_wrong_figure_of_the_workbook_is_seen(
    sheet: str, row: str, column: str, criterion: str
) -> None:
    variant = variant_of(0)
    workbook, *others = variant.final_products
    pointer = f"/sheets/{sheet}/rows/{row}/cells/{column}"
    right = resolve(workbook, pointer)
    wrong = Cell(value=right.value * 1.2, unit=right.unit)

    failed = failed_criteria(variant, (replace_at(workbook, pointer, wrong), *others))

    assert criterion in failed


def claims_fail(seed: int, section: str, text: str) -> set[str]:
    variant = variant_of(seed)
    *others, paper = variant.final_products
    changed = replace_at(paper, f"/sections/{section}/body", text)
    claims = {"driver_named", "side_of_limit", "side_of_cap", "decision_follows"}
    return claims & set(failed_criteria(variant, (*others, changed)))


@pytest.mark.parametrize(
    ("seed", "section", "text", "failed"),
    [
        (0, "performance", "Underperformance was driven by selection.", set()),
        (0, "performance", "It was selection rather than allocation that cost us.", set()),
        (0, "performance", "Most of the gap comes from allocation.", {"driver_named"}),
        (0, "risk", "At quarter-end developed equity breaches its upper limit.", set()),
        (0, "risk", "Developed equity is within its upper limit.", {"side_of_limit"}),
        (3, "risk", "Developed equity does not breach its upper limit.", set()),
        (3, "risk", "Developed equity is outside its range.", {"side_of_limit"}),
        (0, "rebalancing", "The cost does not exceed the budget.", set()),
        (0, "rebalancing", "The cost comes in over budget.", {"side_of_cap"}),
        (3, "rebalancing", "The cost is not within the budget.", set()),
        (0, "decision", "In full this quarter, not in two halves.", set()),
        (0, "decision", "We propose half now and half next quarter.", {"decision_follows"}),
        (3, "decision", "The rebalancing is to be staged in two halves.", set()),
        (3, "decision", "We propose to rebalance fully this quarter.", {"decision_follows"}),
    ],
)
def test_the_paper_is_held_to_what_it_claims(
    seed: int, section: str, text: str, failed: set[str]
) -> None:
    assert claims_fail(seed, section, text) == failed


def grid(name: str, header: list[str], *rows: Sequence[Any]) -> Sheet:
    return Sheet(
        id=name.lower().replace(" ", "_"),
        name=name,
        columns=tuple(Column(id=f"c{place}", label=label) for place, label in enumerate(header)),
        rows=tuple(
            Row(
                id=f"r{number}",
                label=label,
                cells={
                    f"c{place}": Cell(value=shown)
                    for place, shown in enumerate(cells)
                    if shown is not None
                },
            )
            for number, (label, *cells) in enumerate(rows)
        ),
    )


def percent(share: float) -> str:
    return f"{100 * share:.2f}%"


def workbook_of_another(truth: dict[str, Any]) -> Spreadsheet:
    returns = ("opening_weight_table", "policy_table", "return_table", "index_table")
    effects = ("allocation_table", "selection_table", "interaction_table", "effect_total_table")
    rows = [*NAMES, "Total fund"]
    return Spreadsheet(
        id="performance_attribution",
        title="Attribution Q3",
        sheets=(
            grid(
                "Returns by asset class",
                ["Opening weight", "Policy weight", "Portfolio return", "Benchmark return"],
                *([name, *(percent(truth[table][name]) for table in returns)] for name in rows),
            ),
            grid(
                "Summary",
                ["Gross", "Net"],
                ["Return", percent(truth["gross_return"]), percent(truth["net_return"])],
                ["Policy benchmark return", percent(truth["benchmark_return"]), None],
                ["Excess return (bp)", truth["excess_gross_bp"], truth["excess_net_bp"]],
                ["Management fee (bp)", None, truth["fee_bp"]],
            ),
            grid(
                "Brinson attribution",
                ["Allocation (bp)", "Selection (bp)", "Interaction (bp)", "Total effect (bp)"],
                *([name, *(round(truth[table][name], 2) for table in effects)] for name in rows),
            ),
        ),
    )


def dashboard_of_another(truth: dict[str, Any]) -> Dashboard:
    limits = ("weight_table", "policy_by_class", "lower_table", "upper_table")
    trades, costs, after = (truth[f"{name}_table"] for name in ("trade", "cost", "after"))
    tables = (
        grid(
            "Exposures vs limits",
            ["Closing weight", "Policy weight", "Lower limit", "Upper limit", "Status"],
            *([name, *(percent(truth[table][name]) for table in limits), "OK"] for name in NAMES),
        ),
        grid(
            "Risk measures",
            ["Value", "Limit"],
            [
                "Ex-ante tracking error",
                percent(truth["tracking_error"]),
                percent(truth["te_limit"]),
            ],
            [
                "Currency hedge ratio",
                percent(truth["hedge_ratio"]),
                percent(truth["hedge_minimum"]),
            ],
            ["Liquidity coverage", f"{truth['coverage']:.2f}x", f"{truth['coverage_minimum']}x"],
            ["Foreign-currency exposure", f"${truth['foreign_exposure']:.1f}M", None],
            ["Currency forwards", f"${truth['hedge']:.0f}M", None],
            ["Net outflow next quarter", f"${truth['net_outflow']:.1f}M", None],
            ["Cash on September 30", f"${truth['cash_close']:.1f}M", None],
        ),
        grid(
            "Rebalancing trades",
            ["Trade ($M)", "Trading cost ($k)", "Weight after"],
            *(
                [name, round(trade, 1), round(costs[name], 1), percent(after[name])]
                for name, trade in trades.items()
            ),
        ),
    )
    tiles = {
        "Total rebalancing cost": f"${truth['rebalancing_cost']:.1f}k",
        "Cost cap": f"${truth['cost_cap']:.0f}k",
    }
    return Dashboard(
        id="risk_dashboard",
        title="Risk Q3",
        widgets=(
            *(Widget(id=table.id, title=table.name, table=table) for table in tables),
            *(Widget(id=f"w{n}", title=t, value=v) for n, (t, v) in enumerate(tiles.items())),
        ),
    )


def paper_of_another(truth: dict[str, Any]) -> Document:
    """In lists and sentences; of a quarter like that of seed 0."""
    effects = ("allocation", "selection", "interaction")
    trades = "\n".join(
        f"| {name} | {trade:+.1f} | {truth['cost_table'][name]:.1f} |"
        for name, trade in truth["trade_table"].items()
    )
    bodies = {
        "1. Performance": f"- Gross return: {percent(truth['gross_return'])}\n"
        f"- Net return: {percent(truth['net_return'])}\n"
        f"- Policy benchmark return: {percent(truth['benchmark_return'])}\n"
        f"- Gross excess return: {truth['excess_gross_bp']:.1f} bp\n"
        f"- Net excess return: {truth['excess_net_bp']:.1f} bp\n"
        + "\n".join(f"- {name.title()} effect: {truth[f'{name}_bp']:.2f} bp" for name in effects)
        + "\n\nWe trailed the benchmark, and selection accounts for most of it.",
        "2. Risk and limits": f"- Developed equity weight: {percent(truth['dev_weight'])} (upper "
        f"limit {percent(truth['dev_ceiling'])}), so it breaches the upper limit\n"
        f"- Tracking error: {percent(truth['tracking_error'])}\n"
        f"- Currency hedge ratio: {percent(truth['hedge_ratio'])}\n"
        f"- Net outflow next quarter: ${truth['net_outflow']:.1f} million\n"
        f"- Liquidity coverage: {truth['coverage']:.2f}x",
        "3. Rebalancing": "| Asset class | Trade ($M) | Trading cost ($k) |\n|---|---|---|\n"
        f"{trades}\n\nThe total rebalancing cost is ${truth['rebalancing_cost']:.1f} thousand, "
        f"within the cost cap of ${truth['cost_cap']:.0f} thousand.",
        "4. Decision": "By the chair's rule we propose to rebalance in full this quarter.",
        "5. Sources": f"Holdings, fee ({truth['fee_bp']:g} bp) and forwards "
        f"(${truth['hedge']:.0f}M): Daniel. Limits and risk model: Anders. Net outflow "
        f"(${truth['net_outflow']:.1f}M): Ruth.",
    }
    return Document(
        id="committee_paper",
        title="To the trustees",
        sections=tuple(
            Section(id=f"s{number}", heading=heading, body=body)
            for number, (heading, body) in enumerate(bodies.items())
        ),
    )


def test_a_right_review_that_is_laid_out_otherwise_passes() -> None:
    truth = truth_of(0)
    made = (workbook_of_another(truth), dashboard_of_another(truth), paper_of_another(truth))

    assert failed_criteria(variant_of(0), made) == set()


def test_seeds_come_to_every_conclusion() -> None:
    met = {
        (truth["limit_state"], truth["driver"], truth["cost_state"])
        for truth in map(truth_of, range(40))
    }

    assert len(met) == 8


def test_products_grow_with_what_has_been_asked_for() -> None:
    truth = truth_of(0)

    assert [product.id for product in products(truth, frozenset({"returns"}))] == [
        "performance_attribution"
    ]
    assert len(products(truth, frozenset(MILESTONES))) == 3
