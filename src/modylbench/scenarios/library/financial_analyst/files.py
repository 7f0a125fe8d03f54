"""The files that the associate hands over, in the layout of the seed and with its defects."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.text_forms import csv_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

PERIODS = ("FY2024A", "FY2025A", "FY2026E 9+3 (LTM at close)")
LTM = PERIODS[-1]
BASE_RATE = 0.0375  # under the margin of the term loan
GROWTH_BEFORE = 0.02  # by how much the company grew faster in the last year than it will
LAST_QUARTER_AHEAD = 3 / 8  # years from the middle of a year to that of its last quarter
CIM_TITLE = "CloudSync - Confidential Information Memorandum (extract)"
OTHER_NAMES = {
    "Net revenue": "Revenue, net of credits",
    "Adjusted EBITDA": "EBITDA (adjusted)",
    "D&A": "Depreciation and amortization",
    "Capex": "Capital expenditure",
    "Gross retention": "Gross dollar retention",
    "Top-10 customers share of revenue": "Ten largest customers, share of revenue",
    "LTM EBITDA bridge": "Bridge to LTM EBITDA",
    "Reported EBITDA": "EBITDA as reported",
}
"""How the other layouts of the CIM extract call things."""


@dataclass(frozen=True, slots=True)
class CimItem:
    """A line of the CIM extract: figures by period, oldest first, and a remark."""

    name: str
    figures: tuple[str, ...] = ("", "", "")
    note: str = ""


def attachments(truth: Mapping[str, Any]) -> Mapping[str, str]:
    """The files by name."""
    return {
        "cim_extract.csv": cim_extract(truth),
        "financing_grid.csv": financing_grid(truth),
        "lender_presentation.csv": lender_presentation(truth),
        "lender_reconciliation.csv": lender_reconciliation(truth),
        "comps_page.csv": comps_page(truth),
    }


def cim_extract(truth: Mapping[str, Any]) -> str:
    """Historicals and the EBITDA bridge, as the sell-side bank shows them."""
    items = _with_defects([*_history(truth), *_bridge(truth)], truth)
    layout = truth["cim_layout"]
    if layout == "wide":
        rows = [[item.name, *item.figures, item.note] for item in items]
        return csv_text([[CIM_TITLE, "", "", "US$M"], ["Item", *PERIODS, "Note"], *rows])
    items = [replace(item, name=OTHER_NAMES.get(item.name, item.name)) for item in items]
    items.insert(4, _run_rate(truth))
    return _latest_first(items) if layout == "latest_first" else _one_figure_a_row(items)


def _history(truth: Mapping[str, Any]) -> list[CimItem]:
    revenue, margin = truth["ltm_revenue"], truth["ebitda_margin"]
    growth = truth["growth_year_1"] + GROWTH_BEFORE
    history = [revenue / (1 + growth + 0.03) / (1 + growth), revenue / (1 + growth), revenue]
    margins = [margin - 0.03, margin - 0.01, margin]
    earned = [sales * share for sales, share in zip(history, margins, strict=True)]
    return [
        CimItem("Net revenue", _figures(history), "priced by usage, invoiced monthly in arrears"),
        CimItem("Adjusted EBITDA", _figures(earned), "see bridge"),
        CimItem("D&A", _figures(r * truth["da_share"] for r in history)),
        CimItem("Capex", _figures(_capex(truth, history)), "incl. software"),
        CimItem(
            "Gross retention",
            ("92%", "93%", "93%"),
            "logo churn mostly among the smallest accounts",
        ),
        CimItem("Top-10 customers share of revenue", ("24%", "23%", "22%")),
    ]


def _capex(truth: Mapping[str, Any], history: Sequence[float]) -> list[float]:
    """The share of the plan; in the first year the one that the associate takes back, if any."""
    shares = [truth["capex_share_first"], truth["capex_share"], truth["capex_share"]]
    return [sales * share for sales, share in zip(history, shares, strict=True)]


def _bridge(truth: Mapping[str, Any]) -> list[CimItem]:
    ebitda, pipeline = truth["ltm_ebitda"], truth["pipeline_ebitda"]
    litigation, founder = round(0.03 * ebitda, 2), round(0.05 * ebitda, 2)
    steps = [
        (
            "Reported EBITDA",
            ebitda - litigation - founder,
            "management accounts to September, forecast after",
        ),
        ("Add-back: litigation settlement", litigation, "closed, one-off"),
        ("Add-back: founder compensation", founder, "replaced at market rate"),
        ("Adjusted EBITDA", ebitda, "basis of price talk"),
        ("Pipeline contracts (not signed)", pipeline, "management estimate"),
        ("Pro forma adjusted EBITDA", ebitda + pipeline, "illustrative"),
    ]
    return [
        CimItem("LTM EBITDA bridge"),
        *(CimItem(name, ("", "", f"{figure:.2f}"), note) for name, figure, note in steps),
    ]


def _run_rate(truth: Mapping[str, Any]) -> CimItem:
    """What management likes to quote: four times the last quarter of a growing year."""
    growth = truth["growth_year_1"] + GROWTH_BEFORE
    run_rate = truth["ltm_revenue"] * (1 + growth) ** LAST_QUARTER_AHEAD
    return CimItem(
        "Annualized Q4 run-rate revenue (management)", ("", "", f"~{run_rate:.0f}"), "illustrative"
    )


def _with_defects(items: Sequence[CimItem], truth: Mapping[str, Any]) -> list[CimItem]:
    made: list[CimItem] = []
    for item in items:
        if item.name == "Net revenue":
            made += _revenue_lines(item, truth)
        elif item.name.startswith("Add-back: litigation"):
            made += [item] * (2 if "add_back_twice" in truth["defects"] else 1)
        else:
            made.append(item)
    return made


def _revenue_lines(revenue: CimItem, truth: Mapping[str, Any]) -> list[CimItem]:
    """Net revenue, with an older line above it or its last figure in thousands."""
    lines = [revenue]
    if "revenue_in_thousands" in truth["defects"]:
        *earlier, last = revenue.figures
        lines = [replace(revenue, figures=(*earlier, f"{1000 * float(last):.0f}"))]
    if "superseded_revenue" in truth["defects"]:
        older = ("", "", *_figures([float(revenue.figures[-1]) * 0.96]))
        lines.insert(0, CimItem("Net revenue, October draft", older))
    return lines


def _latest_first(items: Sequence[CimItem]) -> str:
    """Newest period in the first column, remarks beside the names, the bridge on top."""
    first = next(place for place, item in enumerate(items) if item.name.startswith("Bridge"))
    rows = [
        [item.name, item.note, *reversed(item.figures)] for item in [*items[first:], *items[:first]]
    ]
    header = ["Line", "Remark", *reversed(PERIODS)]
    return csv_text([[CIM_TITLE], ["Figures in US$ millions"], header, *rows])


def _one_figure_a_row(items: Sequence[CimItem]) -> str:
    """A row for every figure, as a data room's export has it."""
    rows = [
        [period, item.name, figure, "share" if figure.endswith("%") else "US$M", item.note]
        for item in items
        for period, figure in zip(PERIODS, item.figures, strict=True)
        if figure
    ]
    return csv_text([["period", "metric", "value", "unit", "comment"], *rows])


def financing_grid(truth: Mapping[str, Any]) -> str:
    """The lenders' terms; the sweep is left to the term sheet."""
    rows = [
        ["Term", "Senior term loan", "Subordinated notes"],
        ["Multiple of EBITDA", f"{truth['senior_multiple']:g}x", f"{truth['sub_multiple']:g}x"],
        ["Cash interest", _percent(truth["senior_rate"]), _percent(truth["sub_cash_rate"])],
        ["PIK interest", *_pik(truth)],
        [_amortization_label(truth), _amortisation(truth), "none"],
        ["Tenor", "7 years", "8 years"],
        ["Excess cash flow sweep", "per term sheet", "none"],
        ["Interest basis in the model", "opening balance", "opening balance"],
        ["Revolving facility", "undrawn at close, not modeled", "none"],
        ["Rate type", _floating(truth["senior_rate"]), "fixed"],
    ]  # fmt: skip
    if truth["debt_correction"] != "sweep":
        rows.append(["Cash that is not swept", "stays in the company, no interest assumed", "none"])
    if "total_does_not_tie" in truth["defects"]:
        totals = {"Term": "Total", "Multiple of EBITDA": f"{truth['grid_total']:g}x"}
        rows = [[*row, totals.get(row[0], "")] for row in rows]
    if truth["grid_layout"] == "tranches_down":
        rows = [list(column) for column in zip(*rows, strict=True)]
    return csv_text(rows)


def _floating(rate: float) -> str:
    """Of what the all-in rate is made."""
    margin = f"{1e4 * (rate - BASE_RATE):.0f}"
    base = f"base rate {_percent(BASE_RATE)}, held flat, plus {margin} bp"
    return f"floating: {base}; no hedge required and none placed"


def _pik(truth: Mapping[str, Any]) -> list[str]:
    coupons = ["none", _percent(truth["sub_pik_rate"])]
    return coupons[::-1] if "pik_in_the_wrong_column" in truth["defects"] else coupons


def _amortization_label(truth: Mapping[str, Any]) -> str:
    """Where the rate is a quarter's, nothing says of what period it is."""
    is_open = "quarterly_amortisation" in truth["defects"]
    return "Amortization" if is_open else "Amortization a year"


def _amortisation(truth: Mapping[str, Any]) -> str:
    if truth["debt_correction"] == "amortisation":
        return "per term sheet"
    share = truth["amortisation_share"]
    if "quarterly_amortisation" in truth["defects"]:
        share /= 4
    return _percent(share) + " of original"


def lender_presentation(truth: Mapping[str, Any]) -> str:
    """The same company in the lenders' deck, whose LTM revenue is not the CIM's."""
    return csv_text([
        ["CloudSync - lender presentation (extract)", "US$M"],
        ["Item", LTM],
        ["Net revenue", f"{truth['lender_ltm_revenue']:.1f}"],
        ["Adjusted EBITDA", f"{truth['ltm_ebitda']:.2f}"],
        ["Source", "company information; no reconciliation to the CIM given"],
    ])  # fmt: skip


def lender_reconciliation(truth: Mapping[str, Any]) -> str:
    """The lenders' deck once more, with its revenue led back to the CIM's."""
    return csv_text([
        ["CloudSync - lender presentation, reconciliation of revenue", "US$M"],
        ["Item", LTM],
        ["Net revenue per CIM", f"{truth['ltm_revenue']:.1f}"],
        ["Hosting passed through at cost, shown gross", f"{truth['reconciling_revenue']:.1f}"],
        ["Gross revenue in the lender presentation", f"{truth['lender_ltm_revenue']:.1f}"],
        ["Adjusted EBITDA (the same on both bases)", f"{truth['ltm_ebitda']:.2f}"],
        ["Source", "quality-of-earnings provider, agreed with management"],
    ])  # fmt: skip


def comps_page(truth: Mapping[str, Any]) -> str:
    """A sourced page of transactions, without the multiples worked out."""
    ebitda, price = truth["comparable_ebitda"], truth["comparable_ev"]
    return csv_text([
        ["Target", "Announced", "Buyer", "EV US$M", "LTM EBITDA US$M", "Source"],
        ["Vaultline", "14 May 2025", "Corvane Capital", f"{price:.0f}", f"{ebitda:.1f}",
         "merger proxy, page 41"],
        ["Tidebox", "3 February 2025", "Ostrander Software", f"{truth['other_ev']:.0f}",
         f"{truth['other_ebitda']:.1f}", "offer document, page 17"],
    ])  # fmt: skip


def _figures(numbers: Iterable[float]) -> tuple[str, ...]:
    return tuple(f"{number:.2f}" for number in numbers)


def _percent(fraction: float) -> str:
    return f"{100 * fraction:.2f}%"
