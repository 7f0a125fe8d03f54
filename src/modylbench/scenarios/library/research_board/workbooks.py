"""The two workbooks: the scoring of the projects, and the allocation of the money."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.library.research_board.funding_round import CASES
from modylbench.scenarios.library.research_board.programme import (
    ResearchProject,
    Tariff,
    cost_items,
    grade_of,
    risk_adjusted_value,
    success_chance_bps,
    total,
)
from modylbench.scenarios.library.research_board.truth import OLD_BASE_RATE, OLD_OVERHEAD

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from modylbench.products.scalars import Scalar

    RowFigures = Mapping[str, Scalar]

DOLLARS, PERCENT = "$", "%"
SheetHeader = tuple[str, str, str | None]
"""Id, label and unit of a column."""
AMOUNT: tuple[SheetHeader, ...] = (("amount", "Amount", DOLLARS),)
COST_HEADERS: tuple[SheetHeader, ...] = (
    ("staff", "Staff", DOLLARS),
    ("overhead", "Overhead", DOLLARS),
    ("consumables", "Consumables", DOLLARS),
    ("equipment", "Equipment", DOLLARS),
    ("full_cost", "Full cost", DOLLARS),
)
SCORE_HEADERS: tuple[SheetHeader, ...] = (
    ("theme", "Theme", None),
    ("stage", "Stage", None),
    ("grade", "Evidence grade", None),
    ("base_rate", "Base rate", PERCENT),
    ("weight", "Grade weight", None),
    ("chance", "Probability of success", PERCENT),
    ("payoff", "Payoff", DOLLARS),
    ("value", "Risk-adjusted value", DOLLARS),
)


def project_scoring(truth: Mapping[str, Any], reached: frozenset[str]) -> Spreadsheet:
    """The scoring workbook: a sheet for every part reached, on what had been said by then."""
    sheets: list[Sheet] = []
    if "scoring" in reached:
        sheets.append(_scoring(truth, reached))
    if "full_costs" in reached:
        sheets.append(_costs(truth, reached))
    if "grade_case" in reached:
        sheets.append(_grade_case(truth))
    if "consumables_case" in reached:
        sheets.append(_consumables_case(truth))
    if "gate_dates" in reached:
        sheets.append(_gate_dates(truth))
    return Spreadsheet(id="project_scoring", title="Project scoring", sheets=tuple(sheets))


def funding_allocation(truth: Mapping[str, Any], reached: frozenset[str]) -> Spreadsheet:
    """The allocation workbook: the best set as it stands, and the cases asked for."""
    sheets = [_allocation(truth, reached), _summary(truth, reached), _themes(truth, reached)]
    if "envelope_cases" in reached:
        sheets += [_envelope_cases(truth), _next_project(truth)]
    if "reserve_case" in reached:
        sheets.append(_reserve_case(truth))
    if "protected_case" in reached:
        sheets.append(_protected_case(truth))
    return Spreadsheet(id="funding_allocation", title="Funding allocation", sheets=tuple(sheets))


def tariff_by_then(truth: Mapping[str, Any], reached: frozenset[str]) -> Tariff:
    """The rates as they had been said by then: a slip stands until its owner corrects it."""
    tariff, slip = Tariff(**truth["tariff"]), truth["misspoken"]
    overhead, bases = tariff.overhead_pct, dict(tariff.base_rates_pct)
    if slip == "overhead" and "overhead_corrected" not in reached:
        overhead -= OLD_OVERHEAD
    if slip == "base_rate" and "base_rate_corrected" not in reached:
        bases["Pilot"] += OLD_BASE_RATE
    return Tariff(tariff.staff_rates, overhead, bases, tariff.weights)


def _projects(truth: Mapping[str, Any]) -> list[ResearchProject]:
    return [ResearchProject.of_json(project) for project in truth["projects"]]


def _scoring(truth: Mapping[str, Any], reached: frozenset[str]) -> Sheet:
    tariff = tariff_by_then(truth, reached)
    rows = (
        _row(
            project.name,
            {
                "theme": project.theme,
                "stage": project.stage,
                "grade": grade_of(project),
                "base_rate": tariff.base_rates_pct[project.stage],
                "weight": tariff.weights[grade_of(project)],
                "chance": success_chance_bps(project, tariff) / 100,
                "payoff": project.payoff,
                "value": risk_adjusted_value(project, tariff),
            },
        )
        for project in _projects(truth)
    )
    return _sheet("scoring", "Scoring", SCORE_HEADERS, rows)


def _costs(truth: Mapping[str, Any], reached: frozenset[str]) -> Sheet:
    tariff = tariff_by_then(truth, reached)
    costs = {project.name: cost_items(project, tariff) for project in _projects(truth)}
    totals = {item: total(cost[item] for cost in costs.values()) for item, _, _ in COST_HEADERS}
    rows = [*(_row(name, cost) for name, cost in costs.items()), _row("All projects", totals)]
    notes = (f"Overhead of {tariff.overhead_pct}% on staff only.",)
    return _sheet("costs", "Full costs", COST_HEADERS, rows, notes)


def _allocation(truth: Mapping[str, Any], reached: frozenset[str]) -> Sheet:
    funded = _funded_names(truth, reached)
    costs, values = truth["full_cost_by_project"], truth["risk_adjusted"]
    rows = (
        _row(
            name,
            {
                "value": values[name],
                "full_cost": cost,
                "net_value": values[name] - cost,
                "decision": "Funded" if name in funded else "Not funded",
                "allocated": cost if name in funded else 0,
            },
        )
        for name, cost in costs.items()
    )
    headers: tuple[SheetHeader, ...] = (
        ("value", "Risk-adjusted value", DOLLARS),
        ("full_cost", "Full cost", DOLLARS),
        ("net_value", "Net value", DOLLARS),
        ("decision", "Decision", None),
        ("allocated", "Allocated", DOLLARS),
    )
    return _sheet("allocation", "Allocation", headers, rows)


def _funded_names(truth: Mapping[str, Any], reached: frozenset[str]) -> list[str]:
    is_final = truth["envelope"] == "kept" or "envelope_cut" in reached
    funded: list[str] = truth["allocations"]["final" if is_final else "first"]
    return funded


def _summary(truth: Mapping[str, Any], reached: frozenset[str]) -> Sheet:
    funded, costs = _funded_names(truth, reached), truth["full_cost_by_project"]
    is_final = truth["envelope"] == "kept" or "envelope_cut" in reached
    envelope = truth["envelope_total" if is_final else "envelope_first"]
    committed = total(costs[name] for name in funded)
    amounts = {
        "envelope": ("Envelope", envelope),
        "committed": ("Committed", committed),
        "headroom": ("Headroom", envelope - committed),
        "net_value": ("Total net value", total(truth["net_values"][name] for name in funded)),
    }
    return _amounts("summary", "Summary", amounts)


def _themes(truth: Mapping[str, Any], reached: frozenset[str]) -> Sheet:
    funded = _funded_names(truth, reached)
    themes = {project["name"]: project["theme"] for project in truth["projects"]}
    rows = []
    for theme in truth["theme_committed"]:
        inside = [name for name in funded if themes[name] == theme]
        figures: RowFigures = {
            "count": len(inside),
            "committed": total(truth["full_cost_by_project"][name] for name in inside),
            "net_value": total(truth["net_values"][name] for name in inside),
        }
        rows.append(_row(theme, figures))
    headers: tuple[SheetHeader, ...] = (
        ("count", "Projects funded", None),
        ("committed", "Committed", DOLLARS),
        ("net_value", "Net value", DOLLARS),
    )
    return _sheet("themes", "By theme", headers, rows)


def _envelope_cases(truth: Mapping[str, Any]) -> Sheet:
    rows = [
        Row(
            id=name,
            label=label,
            cells=_cells(
                {
                    "envelope": truth["case_envelopes"][label],
                    "committed": truth["case_committed"][label],
                    "net_value": truth["case_net_values"][label],
                    "count": truth["case_counts"][label],
                    "funded": ", ".join(truth["case_projects"][label]),
                }
            ),
        )
        for name, (label, _) in CASES.items()
    ]
    headers: tuple[SheetHeader, ...] = (
        ("envelope", "Envelope", DOLLARS),
        ("committed", "Committed", DOLLARS),
        ("net_value", "Net value", DOLLARS),
        ("count", "Projects funded", None),
        ("funded", "Funded set", None),
    )
    return _sheet("envelope_cases", "Envelope cases", headers, rows)


def _next_project(truth: Mapping[str, Any]) -> Sheet:
    amounts = {
        "cost": (f"Full cost of the next project, {truth['next_project']}", truth["next_cost"]),
        "extra": ("Extra envelope needed", truth["next_extra"]),
    }
    return _amounts("next_project", "Next project", amounts)


def _grade_case(truth: Mapping[str, Any]) -> Sheet:
    name = truth["contested"]
    rows = [
        _row(
            f"{name} at C",
            {"chance": 100 * truth["contested_chance"], "value": truth["contested_value"]},
            "now",
        ),
        _row(
            f"{name} at B",
            {"chance": 100 * truth["contested_chance_b"], "value": truth["contested_value_b"]},
            "case",
        ),
    ]
    headers: tuple[SheetHeader, ...] = (
        ("chance", "Chance in the case", PERCENT),
        ("value", "Value in the case", DOLLARS),
    )
    return _sheet("grade_case", "Grade case", headers, rows)


def _consumables_case(truth: Mapping[str, Any]) -> Sheet:
    name = truth["pricier"]
    amounts = {
        "raised": (f"{name} consumables with the rise", truth["pricier_consumables_raised"]),
        "full_cost": (f"{name} full cost with the rise", truth["pricier_full_cost_raised"]),
    }
    return _amounts("consumables_case", "Consumables case", amounts)


def _gate_dates(truth: Mapping[str, Any]) -> Sheet:
    rows = [_row(name, {"months": months}) for name, months in truth["gate_months"].items()]
    return _sheet("gate_dates", "Gate dates", (("months", "Months to gate", None),), rows)


def _reserve_case(truth: Mapping[str, Any]) -> Sheet:
    amounts = {
        "envelope": ("Raised envelope", truth["raised_envelope"]),
        "committed": ("Committed with the reserve", truth["reserve_committed"]),
        "net_value": ("Net value with the reserve", truth["reserve_net_value"]),
    }
    notes = (f"Funded with the reserve: {truth['reserve_spoken']}.",)
    return _amounts("reserve_case", "Reserve case", amounts, notes)


def _protected_case(truth: Mapping[str, Any]) -> Sheet:
    amounts = {
        "committed": ("Committed with the protection", truth["protected_committed"]),
        "net_value": ("Net value with the protection", truth["protected_net_value"]),
        "price": ("Cost of the protection", truth["protected_price"]),
    }
    notes = (f"Funded with {truth['protected']} protected: {truth['protected_spoken']}.",)
    return _amounts("protected_case", "Protected case", amounts, notes)


def _amounts(
    name: str,
    title: str,
    amounts: Mapping[str, tuple[str, int]],
    notes: tuple[str, ...] = (),
) -> Sheet:
    """A sheet of amounts in dollars, a row each."""
    rows = [_row(label, {"amount": amount}, key) for key, (label, amount) in amounts.items()]
    return _sheet(name, title, AMOUNT, rows, notes)


def _sheet(
    name: str,
    title: str,
    headers: Iterable[SheetHeader],
    rows: Iterable[Row],
    notes: tuple[str, ...] = (),
) -> Sheet:
    columns = tuple(Column(id=key, label=label, unit=unit) for key, label, unit in headers)
    return Sheet(id=name, name=title, columns=columns, rows=tuple(rows), notes=notes)


def _row(label: str, figures: RowFigures, name: str = "") -> Row:
    identifier = name or label.lower().replace(" ", "_")
    return Row(id=identifier, label=label, cells=_cells(figures))


def _cells(figures: RowFigures) -> dict[str, Cell]:
    return {
        column: Cell(value=round(value, 2) if isinstance(value, float) else value)
        for column, value in figures.items()
    }
