"""The two workbooks: the scoring matrix, and the business case with its risk register."""

from __future__ import annotations

from itertools import accumulate
from string import ascii_uppercase
from typing import TYPE_CHECKING

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.library.business_strategist.scoring import CRITERIA, MARKET, NAMES
from modylbench.scenarios.library.business_strategist.valuation import YEARS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.scenarios.library.business_strategist.strategy_state import StrategyState


FIRST_ROW, LAST_ROW = 2, 1 + len(CRITERIA)  # of the scores, below the header
WEIGHT_LETTER = "B"
GUIDE_NOTE = "Scores 1 to 5 by the cuts of the scoring guide; 5 is best for us"
WEIGHT_NOTE = "Weighted total: sum of weight times score, out of 5"
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
    "Year 0 is the set-up spend up to opening day; years 1 to 3 are of operation, at year-end",
)
SMARTPHONES_NOTE = "The smartphone share is that of adults, taken for everyone"
VALUATION_NOTES = (
    "NPV as at opening day, not as at board approval; the set-up spend at face value",
    "Payback is simple, that is undiscounted, and interpolated within the year",
)


def column_id(market: str) -> str:
    """The id of a market's column."""
    return market.lower()


def scoring_matrix(state: StrategyState) -> Spreadsheet:
    """Criteria down, markets across; with the weights also totals and ranks."""
    has_weights = state.has("weights")
    columns = [Column(id=column_id(name), label=name) for name in NAMES]
    if has_weights:
        columns.insert(0, Column(id="weight", label="Weight"))
    rows = [_scores(state, criterion.id, criterion.name) for criterion in CRITERIA]
    if has_weights:
        rows += [_totals(state), _ranks(state)]
    sheet = Sheet(
        id="matrix",
        name="Scoring matrix",
        columns=tuple(columns),
        rows=tuple(rows),
        notes=tuple(_notes(state)),
    )
    sheets = (sheet, _average(state)) if state.has("average_shown") else (sheet,)
    return Spreadsheet(id="scoring_matrix", title="Market scoring matrix", sheets=sheets)


def _average(state: StrategyState) -> Sheet:
    """What the market in dispute would score on the average of the sources: a side case."""
    disputed = state.pack["disputed"]
    counted, claimed = state.pack["returns"][disputed], state.pack["figures"]["demand"][disputed]
    mean = (counted + claimed) / 2
    averaged = state.with_demand_of_disputed(mean)
    rows = (
        _value_row("figure", "Average of both sources", mean, None),
        _value_row("score", "Score on the average", averaged.scores["demand"][disputed], None),
        _value_row("total", "Total on the average", averaged.totals[disputed], None),
    )
    notes = (
        f"Sensitivity for {MARKET[disputed].spoken_name} only: the average is in neither source, "
        "and the ranking stays on the audited returns",
    )
    return Sheet(id="sensitivity", name="Sensitivity", columns=VALUE, rows=rows, notes=notes)


def _scores(state: StrategyState, criterion: str, label: str) -> Row:
    scores = state.matrix.scores[criterion]
    cells = {column_id(name): Cell(value=scores[name]) for name in NAMES}
    if state.has("weights"):
        weight = round(100 * state.matrix.weights[criterion], 1)
        cells["weight"] = Cell(value=weight, unit="%")
    return Row(id=criterion, label=label, cells=cells)


def _totals(state: StrategyState) -> Row:
    weights = f"${WEIGHT_LETTER}${FIRST_ROW}:${WEIGHT_LETTER}${LAST_ROW}"
    cells = {
        column_id(name): Cell(
            value=state.matrix.totals[name],
            formula=f"=SUMPRODUCT({weights},{letter}{FIRST_ROW}:{letter}{LAST_ROW})",
        )
        for name, letter in _letters()
    }
    return Row(id="weighted_total", label="Weighted total", cells=cells)


def _ranks(state: StrategyState) -> Row:
    letters = [letter for _, letter in _letters()]
    total_row = LAST_ROW + 1
    totals = f"${letters[0]}${total_row}:${letters[-1]}${total_row}"
    cells = {
        column_id(name): Cell(
            value=state.matrix.ranks[name], formula=f"=RANK({letter}{total_row},{totals})"
        )
        for name, letter in _letters()
    }
    return Row(id="rank", label="Rank", cells=cells)


def _letters() -> list[tuple[str, str]]:
    """Every market with its column; A holds the labels, B the weights."""
    return [(name, ascii_uppercase[place + 2]) for place, name in enumerate(NAMES)]


def _notes(state: StrategyState) -> list[str]:
    notes = [GUIDE_NOTE]
    if state.has("weights"):
        notes.append(WEIGHT_NOTE)
    disputed = state.pack["disputed"]
    counted, claimed = state.pack["returns"][disputed], state.pack["figures"]["demand"][disputed]
    if state.has("source_settled"):
        notes.append(
            "Telehealth demand is scored on the regulators' audited returns. "
            f"{disputed}: {counted:g} in the returns, {claimed:g} in the Orrin Vale tracker; "
            "the two are not averaged"
        )
    else:
        notes.append("Telehealth demand is scored on the Orrin Vale tracker")
    return notes


def business_case(state: StrategyState) -> Spreadsheet:
    """Funnel, three years, valuation and risk register, each once it was asked for."""
    sheets: list[Sheet] = []
    if state.has("business_case"):
        sheets += [_funnel(state), _years(state), _valuation(state)]
    if state.has("risk_register"):
        sheets.append(_register(state))
    if state.has("insured_shown"):
        sheets.append(_payers(state))
    if state.has("target_shown"):
        sheets.append(_target(state))
    title = f"Three-year business case: {state.case.economics.market}"
    return Spreadsheet(id="business_case", title=title, sheets=tuple(sheets))


def _funnel(state: StrategyState) -> Sheet:
    e = state.case.economics
    rows = (
        Row(id="market", label="Market", cells={"value": Cell(value=e.market)}),
        _value_row("population", "Population (m)", e.population, None),
        _value_row("visits", "Outpatient visits per person a year", e.visits, None),
        _value_row("suitable", "Visits suited to teleconsultation", _percent(e.suitable), "%"),
        _value_row("price", "Price per teleconsultation", e.price, "$"),
        _value_row("tam", "TAM", _money(e.tam), "$M", "=B3*B4*B5*B6"),
        _value_row("cities", "People in the launch area", _percent(e.cities), "%"),
        *_reach(state),
    )
    notes = ["The population counts everybody once, insured or not"]
    if state.has_smartphones:
        notes.append(SMARTPHONES_NOTE)
    return Sheet(id="funnel", name="Market funnel", columns=VALUE, rows=rows, notes=tuple(notes))


def _reach(state: StrategyState) -> list[Row]:
    """From the launch area down to what is won; with smartphones once SAM counts them."""
    e = state.case.economics
    phones = _value_row("smartphones", "Adults with a smartphone", _percent(e.smartphones), "%")
    rows = [phones] if state.has_smartphones else []
    line = 9 + len(rows)  # of SAM, below the launch area
    factors = "*".join(f"B{number}" for number in range(7, line))
    return [
        *rows,
        _value_row("sam", "SAM", _money(e.sam), "$M", f"={factors}"),
        _value_row("share", "Share of SAM won in year 3", _percent(e.shares[-1]), "%"),
        _value_row("som", "SOM", _money(e.som), "$M", f"=B{line}*B{line + 1}"),
    ]


def _payers(state: StrategyState) -> Sheet:
    """Of the population, how many have cover."""
    e = state.case.economics
    insured = state.pack["economics"]["insured"][e.market]
    rows = (
        _value_row("insured", "Insured people (m)", insured, None),
        _value_row("share", "Insured share of the population", _percent(state.insured_share), "%"),
    )
    notes = ("Memo: part of the population that TAM counts already, nothing on top of it",)
    return Sheet(id="payers", name="Payer split, memo", columns=VALUE, rows=rows, notes=notes)


def _target(state: StrategyState) -> Sheet:
    """What one would have to believe for the revenue that somebody wishes for."""
    needed = state.board_target / state.case.economics.sam
    rows = (
        _value_row("target", "Revenue wished for in year 3", state.board_target, "$M"),
        _value_row(
            "needed", "Share of SAM needed", _percent(needed), "%", "=B2/'Market funnel'!B10"
        ),
    )
    notes = ("Goal seek: worked back from the target, outside the case, which keeps the plan",)
    return Sheet(
        id="target", name="What you would have to believe", columns=VALUE, rows=rows, notes=notes
    )


def _years(state: StrategyState) -> Sheet:
    e = state.case.economics
    clinicians = [revenue * e.clinicians for revenue in e.revenue]
    marketing = [revenue * e.marketing for revenue in e.revenue]
    rows = (
        _row_by_year("share", "Share of SAM", [_percent(s) for s in e.shares], unit="%"),
        _row_by_year("revenue", "Revenue", _moneys(e.revenue)),
        _row_by_year("clinicians", "Clinician fees", _moneys(clinicians)),
        _row_by_year("marketing", "Marketing", _moneys(marketing)),
        _row_by_year("fixed", "Fixed costs", _moneys(e.fixed)),
        _row_by_year("total_costs", "Total costs", _moneys(e.costs), formula="={c}4+{c}5+{c}6"),
        _row_by_year("setup", "Set-up investment", [_money(e.setup)], first_year=0),
        _row_by_year(
            "net_cash_flow", "Net cash flow", _moneys(e.cash), first_year=0,
            formula="={c}3-{c}7-{c}8",
        ),
        _row_by_year(
            "cumulative", "Cumulative cash", _moneys(list(accumulate(e.cash))), first_year=0,
        ),
    )  # fmt: skip
    return Sheet(id="case", name="Three-year case", columns=BY_YEAR, rows=rows, notes=CASE_NOTES)


def _valuation(state: StrategyState) -> Sheet:
    rows = (
        _value_row("discount_rate", "Discount rate", _percent(state.case.rate), "%"),
        _value_row(
            "npv", "NPV", _money(state.case.npv), "$M",
            "='Three-year case'!B9+NPV(B2,'Three-year case'!C9:E9)",
        ),
        _value_row("payback", "Simple payback (years)", round(state.case.payback, 2), None),
    )  # fmt: skip
    return Sheet(id="valuation", name="Valuation", columns=VALUE, rows=rows, notes=VALUATION_NOTES)


def _register(state: StrategyState) -> Sheet:
    register = state.register
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


def _value_row(name: str, label: str, value: float, unit: str | None, formula: str = "") -> Row:
    cell = Cell(value=value, unit=unit, formula=formula or None)
    return Row(id=name, label=label, cells={"value": cell})


def _row_by_year(
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
