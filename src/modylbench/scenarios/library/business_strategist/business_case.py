"""What does the business case workbook show, as far as the meeting has got?"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.library.business_strategist.case import YEARS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.scenarios.library.business_strategist.stage import Stage

MONEY_DECIMALS = 3
VALUE = (Column(id="value", label="Value"),)
BY_YEAR = tuple(Column(id=f"year_{year}", label=f"Year {year}") for year in range(YEARS + 1))
REGISTER = (
    Column(id="likelihood", label="Likelihood"),
    Column(id="impact", label="Impact"),
    Column(id="score", label="Risk score"),
    Column(id="owner", label="Owner"),
    Column(id="mitigation", label="Mitigation"),
)
CASE_NOTES = (
    "US$ in millions, whole venture, before tax and financing; the market is held flat",
    "Year 0 is the set-up spend; year-end flows from year 1",
)


def business_case(stage: Stage) -> Spreadsheet:
    """Funnel, three years, valuation and, once asked for, the risk register."""
    sheets = [_funnel(stage), _years(stage), _valuation(stage)]
    if stage.has("risk_register"):
        sheets.append(_register(stage))
    title = f"Three-year business case: {stage.case.economics.market}"
    return Spreadsheet(id="business_case", title=title, sheets=tuple(sheets))


def _funnel(stage: Stage) -> Sheet:
    e = stage.case.economics
    rows = (
        Row(id="market", label="Market", cells={"value": Cell(value=e.market)}),
        _one("population", "Population (m)", e.population, None),
        _one("visits", "Outpatient visits per person a year", e.visits, None),
        _one("suitable", "Visits suited to teleconsultation", _percent(e.suitable), "%"),
        _one("price", "Price per teleconsultation", e.price, "$"),
        _one("tam", "TAM", _money(e.tam), "$M", "=B3*B4*B5*B6"),
        _one("cities", "People in the launch area", _percent(e.cities), "%"),
        _one("smartphones", "Adults with a smartphone", _percent(e.smartphones), "%"),
        _one("sam", "SAM", _money(e.sam), "$M", "=B7*B8*B9"),
        _one("share", "Share of SAM won in year 3", _percent(e.shares[-1]), "%"),
        _one("som", "SOM", _money(e.som), "$M", "=B10*B11"),
    )
    notes = ("The population counts everybody once, insured or not",)
    return Sheet(id="funnel", name="Market funnel", columns=VALUE, rows=rows, notes=notes)


def _years(stage: Stage) -> Sheet:
    e = stage.case.economics
    clinicians = [revenue * e.clinicians for revenue in e.revenue]
    marketing = [revenue * e.marketing for revenue in e.revenue]
    rows = (
        _yearly("share", "Share of SAM", [_percent(s) for s in e.shares], unit="%"),
        _yearly("revenue", "Revenue", _moneys(e.revenue)),
        _yearly("clinicians", "Clinician fees", _moneys(clinicians)),
        _yearly("marketing", "Marketing", _moneys(marketing)),
        _yearly("fixed", "Fixed costs", _moneys(e.fixed)),
        _yearly("total_costs", "Total costs", _moneys(e.costs), formula="={c}4+{c}5+{c}6"),
        _yearly("setup", "Set-up investment", [_money(e.setup)], first_year=0),
        _yearly(
            "net_cash_flow", "Net cash flow", _moneys(e.cash), first_year=0,
            formula="={c}3-{c}7-{c}8",
        ),
        _yearly(
            "cumulative", "Cumulative cash", _moneys(list(accumulate(e.cash))), first_year=0,
        ),
    )  # fmt: skip
    return Sheet(id="case", name="Three-year case", columns=BY_YEAR, rows=rows, notes=CASE_NOTES)


def _valuation(stage: Stage) -> Sheet:
    rows = (
        _one("discount_rate", "Discount rate", _percent(stage.case.rate), "%"),
        _one(
            "npv", "NPV", _money(stage.case.npv), "$M",
            "='Three-year case'!B9+NPV(B2,'Three-year case'!C9:E9)",
        ),
        _one("payback", "Payback (years)", round(stage.case.payback, 2), None),
    )  # fmt: skip
    notes = ("Payback is interpolated within the year",)
    return Sheet(id="valuation", name="Valuation", columns=VALUE, rows=rows, notes=notes)


def _register(stage: Stage) -> Sheet:
    register = stage.register
    rows = tuple(
        Row(
            id=risk.id,
            label=risk.name,
            cells={
                "likelihood": Cell(value=register.likelihood[risk.id]),
                "impact": Cell(value=register.impact[risk.id]),
                "score": Cell(value=register.score(risk.id), formula=f"=B{line}*C{line}"),
                "owner": Cell(value=risk.owner),
                "mitigation": Cell(value=risk.mitigation),
            },
        )
        for line, risk in enumerate(register.order, start=2)
    )
    notes = ("Likelihood and impact 1 to 5; highest risk score first",)
    return Sheet(id="register", name="Risk register", columns=REGISTER, rows=rows, notes=notes)


def _one(name: str, label: str, value: float, unit: str | None, formula: str = "") -> Row:
    cell = Cell(value=value, unit=unit, formula=formula or None)
    return Row(id=name, label=label, cells={"value": cell})


def _yearly(
    name: str,
    label: str,
    values: Sequence[float],
    *,
    unit: str = "$M",
    first_year: int = 1,
    formula: str = "",
) -> Row:
    cells = {
        f"year_{year}": Cell(
            value=value, unit=unit, formula=formula.format(c="BCDE"[year]) if formula else None
        )
        for year, value in enumerate(values, start=first_year)
    }
    return Row(id=name, label=label, cells=cells)


def _money(amount: float) -> float:
    return round(amount, MONEY_DECIMALS) + 0.0


def _moneys(amounts: Sequence[float]) -> list[float]:
    return [_money(amount) for amount in amounts]


def _percent(fraction: float) -> float:
    return round(100 * fraction, 2)
