"""The files that people hand over, in the layout of the seed and with its defects."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from modylbench.scenarios.library.portfolio_review.fund import CLASS_NAMES, CLASSES, DEVELOPED
from modylbench.scenarios.library.text_forms import csv_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.oracle import KnownTruth

HOLDING_HEADER = (
    "Mandate", "Asset class", "Currency", "Market value Jun 30", "Net flow Sep 30",
    "Market value Sep 30",
)  # fmt: skip
TWICE = "Northgate High Yield"
IN_THOUSANDS = "Cobb Timberland"
PRELIMINARY = "emerging_equity"
PRELIMINARY_OFF = 0.0085  # ours: how far an index was from its final return two weeks before
WRONG_TOTAL = "99.00%"
IN_PERCENT_PAIR = ("developed_equity", "real_assets")
BAND_STEP = 0.0025  # ours: ranges are set in quarters of a point


def attachments(truth: KnownTruth) -> Mapping[str, str]:
    """The files by name."""
    return {
        "holdings.csv": holdings(truth),
        "policy_benchmark.csv": policy_benchmark(truth),
        "risk_limits.csv": risk_limits(truth),
        "treasury_note.csv": treasury_note(truth),
    }


def holdings(truth: KnownTruth) -> str:
    """The custodian's list: a row a mandate, or a row a figure."""
    lines = []
    for name, kind, currency, opening, flow, closing in truth["mandate_lines"]:
        shown = [
            name,
            CLASS_NAMES[kind],
            currency,
            f"{opening:.1f}",
            f"{flow:.1f}",
            f"{closing:.1f}",
        ]
        if name == IN_THOUSANDS and "value_in_thousands" in truth["defects"]:
            shown[-1] = f"{1000 * closing:.0f}"
        copies = 2 if name == TWICE and "mandate_twice" in truth["defects"] else 1
        lines += [shown] * copies
    totals = [fsum(line[place] for line in truth["mandate_lines"]) for place in (3, 4, 5)]
    total = ["Total", "", "", *(f"{figure:.1f}" for figure in totals)]
    title = "Custodian's statement, US$ millions; flows are booked on the last day of the quarter"
    if truth["holdings_layout"] == "by_mandate":
        return csv_text([[title], HOLDING_HEADER, *lines, total])
    if truth["holdings_layout"] == "values_first":
        order = (5, 3, 4, 0, 2, 1)
        rows = [[row[place] for place in order] for row in [HOLDING_HEADER, *sorted(lines), total]]
        return csv_text([[title], *rows])
    return csv_text([
        [title],
        ["mandate", "asset class", "currency", "figure", "value"],
        *(
            [*line[:3], name, value]
            for line in [*lines, total]
            for name, value in zip(HOLDING_HEADER[3:], line[3:], strict=True)
        ),
    ])  # fmt: skip


def policy_benchmark(truth: KnownTruth) -> str:
    """Policy weights, what the indices returned, and what trading costs."""
    costs = dict(truth["trading_cost_lines"])
    rows = []
    for name in CLASSES:
        label, index = CLASS_NAMES[name], truth["index_table"][CLASS_NAMES[name]]
        if name == PRELIMINARY and "preliminary_index" in truth["defects"]:
            old = _percent(index + PRELIMINARY_OFF)
            rows.append([f"{label} (preliminary, September 15)", "", old, ""])
        cost = f"{costs[name]:g}" if name != "real_assets" else "not traded"
        rows.append([label, _percent(truth["policy_table"][label]), _percent(index), cost])
    total = WRONG_TOTAL if "policy_total" in truth["defects"] else "100.00%"
    return csv_text([
        ["Policy portfolio and indices, third quarter"],
        ["Asset class", "Policy weight", "Index return", "Trading cost, bp one way"],
        *rows,
        ["Total", total, "", ""],
    ])  # fmt: skip


def risk_limits(truth: KnownTruth) -> str:
    """Ranges and other limits, and the risk model."""
    return csv_text([
        ["Risk limits, revised July 1, weights of quarter-end"],
        *_ranges(truth),
        ["Other limits", "", ""],
        ["Ex-ante tracking error, annualized, at most", _percent(truth["te_limit"]), ""],
        ["Currency hedge ratio, at least", _percent(truth["hedge_minimum"]), ""],
        ["Liquidity coverage, at least", f"{truth['coverage_minimum']:g}x", ""],
        *_risk_model(truth),
    ])  # fmt: skip


def _ranges(truth: KnownTruth) -> list[list[str]]:
    """Lower and upper limits, or policy with a band on either side."""
    is_range = truth["limits_layout"] == "ranges"
    header = (
        ["Lower limit", "Upper limit"] if is_range else ["Band below policy", "Band above policy"]
    )
    rows = [["Asset class", *header]]
    for label in CLASS_NAMES.values():
        low, high = truth["lower_table"][label], truth["upper_table"][label]
        policy = truth["policy_table"][label]
        if label == CLASS_NAMES[DEVELOPED] and "old_ceiling" in truth["defects"]:
            old = policy + _old_band(truth["weight_table"][label] - policy)
            rows.append(_range(f"{label} (until June 30)", low, old, policy, is_range))
        rows.append(_range(label, low, high, policy, is_range))
    return rows


def _old_band(over: float) -> float:
    """The upper band until June: half of what the class is over policy, so that it is breached."""
    return max(BAND_STEP, BAND_STEP * round(over / 2 / BAND_STEP))


def _range(label: str, low: float, high: float, policy: float, is_range: bool) -> list[str]:
    shown = (low, high) if is_range else (policy - low, high - policy)
    return [label, *(_percent(figure) for figure in shown)]


def _risk_model(truth: KnownTruth) -> list[list[str]]:
    labels = list(CLASS_NAMES.values())
    correlations = [[f"{figure:.2f}" for figure in line] for line in truth["correlation_lines"]]
    if "correlation_in_percent" in truth["defects"]:
        first, second = (CLASSES.index(name) for name in IN_PERCENT_PAIR)
        for row, column in ((first, second), (second, first)):
            correlations[row][column] = f"{100 * float(correlations[row][column]):.0f}"
    return [
        ["Risk model", "", ""],
        ["Asset class", "Volatility a year", *(f"Correlation with {label}" for label in labels)],
        *(
            [label, _percent(volatility), *line]
            for label, (_, volatility), line in zip(
                labels, truth["volatility_lines"], correlations, strict=True
            )
        ),
    ]


def treasury_note(truth: KnownTruth) -> str:
    """What the treasurer expects to pay and to get in the coming quarter."""
    return csv_text([
        ["Treasury note, fourth quarter, US$ millions"],
        ["Item", "Amount"],
        ["Benefit payments", f"{truth['benefits']:.1f}"],
        ["Contributions received", f"{truth['contributions']:.1f}"],
        ["Capital calls, by notice of September 29", f"{truth['calls']:.1f}"],
        ["Liabilities on September 30 (provisional, actuary has not signed)",
         f"{truth['liabilities']:.1f}"],
    ])  # fmt: skip


def _percent(fraction: float) -> str:
    return f"{100 * fraction:.2f}%"
