"""Near misses of the buyout, and the checks that see each.

Every near miss is a whole model, wrong in one way and otherwise as careful as the right one: its
sensitivity is run by its own method, and its tear-sheet has the figures of its own model.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import cached_property

from tests.staging.near_misses.near_miss import NearMiss, Products, milestones_of
from typing_extensions import override

from modylbench.products.document import Document
from modylbench.products.pointer import replace_at, resolve, without
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.library.financial_analyst import lbo
from modylbench.scenarios.library.financial_analyst.deal_state import DealState
from modylbench.scenarios.library.financial_analyst.lbo import (
    Deal,
    Exit,
    ProjectionYear,
    annual_return,
)
from modylbench.scenarios.library.financial_analyst.tear_sheet import ic_tear_sheet
from modylbench.scenarios.library.financial_analyst.truth import (
    FIRST_SWEEP,
    exit_multiples,
    growth_rates,
)
from modylbench.scenarios.library.financial_analyst.workbooks import (
    MONEY,
    PERCENT,
    irr_sensitivity,
    lbo_model,
    rounded_for,
)
from modylbench.scenarios.variant import Variant

ITERATIONS = 50  # a circular interest settles in far fewer
Grid = list[list[float]]
Plan = Callable[[Deal], tuple[ProjectionYear, ...]]
Sold = Callable[[Exit, Deal, ProjectionYear], Exit]


def as_sold(sale: Exit, deal: Deal, last: ProjectionYear) -> Exit:
    """The sale as it is."""
    return sale


@dataclass(frozen=True)
class Model(DealState):
    """The deal as somebody models it: right, unless told otherwise."""

    plan: Plan = lbo.project
    sold: Sold = as_sold

    @classmethod
    def right(cls, variant: Variant) -> "Model":
        """The model as it should stand at the end of the meeting."""
        return cls(**vars(DealState.of(variant.truth, milestones_of(variant))))

    @cached_property
    @override
    def years(self) -> tuple[ProjectionYear, ...]:
        return self.plan(self.deal)

    @cached_property
    @override
    def sale(self) -> Exit:
        return self.sale_of(self.deal, self.years[-1], self.deal.exit_multiple)

    def sale_of(self, deal: Deal, last: ProjectionYear, multiple: float) -> Exit:
        return self.sold(lbo.sell(deal, last, multiple), deal, last)

    def grid(self) -> Grid:
        """Diluted IRRs, exit multiples down and growth across, every case run anew."""
        cases = [replace(self.deal, growth_year_1=growth) for growth in growth_rates(self.deal)]
        last_years = [(case, self.plan(case)[-1]) for case in cases]
        return [
            [
                annual_return(self.sale_of(case, last, multiple).diluted_moic)
                for case, last in last_years
            ]
            for multiple in exit_multiples(self.deal)
        ]


def handed_in(model: Model, grid: Grid | None = None) -> Products:
    """Workbook, sensitivity and tear-sheet of a model; `grid` where it is made in another way."""
    cases = grid or model.grid()
    return lbo_model(model), sensitivity(model, cases), tear_sheet(model, cases)


def sensitivity(model: Model, cases: Grid) -> Spreadsheet:
    book = irr_sensitivity(model)
    for down, row in enumerate(cases, start=1):
        for across, irr in enumerate(row, start=1):
            place = f"/sheets/irr_grid/rows/exit_{down}/cells/growth_{across}/value"
            book = replace_at(book, place, rounded_for(irr, PERCENT))
    return book


def tear_sheet(model: Model, cases: Grid) -> Document:
    page: Document = replace_at(
        ic_tear_sheet(model),
        "/sections/sensitivity/body",
        f"Across the 5x5 grid the diluted return runs between {100 * cases[0][0]:.1f}% and "
        f"{100 * cases[-1][-1]:.1f}%.",
    )
    return page


def typed_over(book: WorkProduct, row: str) -> WorkProduct:
    """The workbook with plain numbers in this row, where formulas of the right model stood."""
    cells = {
        column: cell.model_copy(update={"formula": None})
        for column, cell in resolve(book, f"{row}/cells").items()
    }
    changed: WorkProduct = replace_at(book, f"{row}/cells", cells)
    return changed


def with_deal(variant: Variant, **changes: float) -> Model:
    model = Model.right(variant)
    return replace(model, deal=replace(model.deal, **changes))


def with_plan(variant: Variant, plan: Plan) -> Model:
    return replace(Model.right(variant), plan=plan)


def with_sale(variant: Variant, sold: Sold) -> Model:
    return replace(Model.right(variant), sold=sold)


def misspoken_sub(variant: Variant) -> Products:
    """The notes still at the multiple that was taken back."""
    overstated = variant.truth["sub_multiple"] + variant.truth["sub_overstated_by"]
    return handed_in(with_deal(variant, sub_multiple=overstated))


@dataclass(frozen=True)
class ProForma(Deal):
    """A deal priced and financed on more than the last twelve months have earned."""

    unsigned: float

    @property
    @override
    def ltm_ebitda(self) -> float:
        return self.ltm_revenue * self.ebitda_margin + self.unsigned


def unsigned_contracts(variant: Variant) -> Products:
    """Price and debt on the banker's pro forma EBITDA, the plan on the real margin."""
    model = Model.right(variant)
    deal = ProForma(**asdict(model.deal), unsigned=variant.truth["pipeline_ebitda"])
    book, *others = handed_in(replace(model, deal=deal))
    return typed_over(book, "/sheets/assumptions/rows/ltm_ebitda"), *others


def lenders_revenue(variant: Variant) -> Products:
    """Revenue from the lender presentation, at the margin of the CIM."""
    return handed_in(with_deal(variant, ltm_revenue=variant.truth["lender_ltm_revenue"]))


def flat_growth(variant: Variant) -> Products:
    """Growth held at the rate of year 1."""
    return handed_in(with_deal(variant, growth_decay=0.0))


def no_contraction(variant: Variant) -> Products:
    """Sold at the multiple at which it was bought."""
    return handed_in(with_deal(variant, exit_contraction=0.0))


def settle_year(deal: Deal, year: ProjectionYear) -> ProjectionYear:
    """The year from its interest and cash items down to the sweep."""
    pretax_profit = year.ebit - year.interest
    tax = max(0.0, pretax_profit) * deal.tax_rate
    net_income = pretax_profit - tax
    cash = net_income + year.da + year.pik - year.capex - year.nwc_increase
    left = cash - year.amortisation
    return replace(
        year,
        pretax_profit=pretax_profit,
        tax=tax,
        net_income=net_income,
        cash_before_repayment=cash,
        cash_after_debt_service=left,
        sweep=max(0.0, left) * deal.sweep_share,
    )


def rework_plan(
    deal: Deal, rework: Callable[[Deal, ProjectionYear], ProjectionYear]
) -> tuple[ProjectionYear, ...]:
    """The plan with every year reworked, on the balances that the year before has left."""
    years: list[ProjectionYear] = []
    senior, sub, cash = deal.senior_debt, deal.sub_debt, 0.0
    for planned in lbo.project(deal):
        opened = replace(
            planned,
            senior_opening=senior,
            sub_opening=sub,
            cash_opening=cash,
            senior_interest=senior * deal.senior_rate,
            sub_interest=sub * deal.sub_cash_rate,
            pik=sub * deal.sub_pik_rate,
        )
        year = rework(deal, settle_year(deal, opened))
        years.append(year)
        senior, sub, cash = year.senior_closing, year.sub_closing, year.cash_closing
    return tuple(years)


def average_balances(variant: Variant) -> Products:
    """Interest on average balances, iterated; the sensitivity, which does not iterate, without."""

    def on_average(deal: Deal, year: ProjectionYear) -> ProjectionYear:
        for _ in range(ITERATIONS):
            senior = (year.senior_opening + year.senior_closing) / 2
            sub = (year.sub_opening + year.sub_closing) / 2
            averaged = replace(
                year,
                senior_interest=senior * deal.senior_rate,
                sub_interest=sub * deal.sub_cash_rate,
                pik=sub * deal.sub_pik_rate,
            )
            year = settle_year(deal, averaged)
        return year

    model = with_plan(variant, lambda deal: rework_plan(deal, on_average))
    return handed_in(model, Model.right(variant).grid())


def repaid_from_nothing(variant: Variant) -> Products:
    """Amortisation that reduces the loan, and not the cash that is left for the sweep."""

    def undiminished(deal: Deal, year: ProjectionYear) -> ProjectionYear:
        cash = year.cash_before_repayment
        return replace(year, cash_after_debt_service=cash, sweep=cash * deal.sweep_share)

    book, *others = handed_in(with_plan(variant, lambda deal: rework_plan(deal, undiminished)))
    book = without(book, "/sheets/operating_model/rows/repayment")
    return typed_over(book, "/sheets/operating_model/rows/cash_after_debt_service"), *others


@dataclass(frozen=True)
class YearWithKeptCash(ProjectionYear):
    """A year that says by itself what cash it keeps, whatever the sweep has left."""

    kept: float

    @property
    @override
    def cash_closing(self) -> float:
        return self.cash_opening + self.kept


def full_sweep(variant: Variant) -> Products:
    """The sweep corrected where cash builds up, and not where the loan is repaid."""

    def swept(deal: Deal, year: ProjectionYear) -> ProjectionYear:
        left = year.cash_after_debt_service
        whole = replace(year, sweep=FIRST_SWEEP * left)
        return YearWithKeptCash(**asdict(whole), kept=left - year.sweep)

    return handed_in(with_plan(variant, lambda deal: rework_plan(deal, swept)))


class OnProceeds(Exit):
    """A sale of whose proceeds, not of whose gain, the pool takes its share."""

    @property
    @override
    def option_payout(self) -> float:
        return self.option_pool * self.equity


def pool_on_proceeds(variant: Variant) -> Products:
    """The pool taken from the whole exit equity."""
    return handed_in(with_sale(variant, lambda sale, _deal, _last: OnProceeds(**asdict(sale))))


def pik_forgotten_at_exit(variant: Variant) -> Products:
    """The notes repaid at face, although the schedule shows what has accrued on them."""

    def at_face(sale: Exit, deal: Deal, last: ProjectionYear) -> Exit:
        return replace(sale, net_debt=sale.net_debt - last.sub_closing + deal.sub_debt)

    model = with_sale(variant, at_face)
    book, *others = handed_in(model)
    face = rounded_for(model.deal.sub_debt, MONEY)
    book = replace_at(book, "/sheets/returns/rows/exit_sub/cells/value/value", face)
    book = replace_at(book, "/sheets/returns/rows/exit_sub/label", "Sub at exit")
    return book, *others


def cash_forgotten_at_exit(variant: Variant) -> Products:
    """Debt at exit taken for net debt: the cash that the sweep left is nobody's."""

    def without_cash(sale: Exit, deal: Deal, last: ProjectionYear) -> Exit:
        return replace(sale, net_debt=sale.net_debt + last.cash_closing)

    book, *others = handed_in(with_sale(variant, without_cash))
    book = without(book, "/sheets/returns/rows/exit_cash")
    return typed_over(book, "/sheets/returns/rows/exit_net_debt"), *others


def debt_held_at_base(variant: Variant) -> Products:
    """A sensitivity that moves exit EBITDA with growth, but not the debt at exit."""
    model = Model.right(variant)
    net_debt = model.sale.net_debt
    held = replace(model, sold=lambda sale, _deal, _last: replace(sale, net_debt=net_debt))
    return handed_in(model, held.grid())


def gross_sensitivity(variant: Variant) -> Products:
    """The sensitivity as it was before the pool."""
    model = Model.right(variant)
    before = replace(model, reached=model.reached - {"diluted_sensitivity"})
    gross = replace(model, deal=replace(model.deal, option_pool=0.0)).grid()
    book, _, page = handed_in(model)
    return book, sensitivity(before, gross), page


def gross_on_the_page(variant: Variant) -> Products:
    """A tear-sheet with the returns before the pool, and not a word on the hurdle."""
    model = Model.right(variant)
    book, grid, page = handed_in(model)
    sale, irr = model.sale, f"{100 * annual_return(model.sale.gross_moic):.1f}%"
    page = replace_at(
        page,
        "/sections/returns/body",
        f"Exit at the end of FY2031 at {sale.multiple:.1f}x for sponsor proceeds of "
        f"${sale.equity:.1f}M: an IRR of {irr} and a MOIC of {sale.gross_moic:.2f}x.",
    )
    page = replace_at(
        page,
        "/sections/recommendation/body",
        f"Proceed to confirmatory diligence at {model.deal.entry_multiple:.1f}x: the base case "
        f"returns {irr} a year without multiple expansion.",
    )
    return book, grid, page


SCHEDULE = {"profit_after_interest", "cash_after_debt_service", "balances_by_year"}
RETURNS = {"net_debt_with_pik", "gross_return", "diluted_return", "sensitivity_rerun"}
PRICE = {"ebitda_is_adjusted", "purchase_ev", "senior_sized", "sub_corrected", "equity_check"}
PLAN = {"revenue_path", "ebitda_path", "capex_and_nwc"}

NEAR_MISSES: dict[str, NearMiss] = {
    "misspoken_sub": NearMiss(
        misspoken_sub,
        frozenset({"sub_corrected", "closing_leverage", "equity_check", *SCHEDULE, *RETURNS}),
    ),
    "full_sweep": NearMiss(full_sweep, frozenset({"sweep_share_applied", *SCHEDULE, *RETURNS})),
    "repaid_from_nothing": NearMiss(repaid_from_nothing, frozenset({*SCHEDULE, *RETURNS})),
    "average_balances": NearMiss(
        average_balances,
        frozenset({
            "interest_on_opening_balances", "net_debt_with_pik", "middle_cell_ties", *SCHEDULE,
        }),
    ),
    "unsigned_contracts": NearMiss(
        unsigned_contracts, frozenset({*PRICE, *SCHEDULE, *RETURNS})
    ),
    "lenders_revenue": NearMiss(
        lenders_revenue,
        frozenset({
            "ltm_revenue_is_cim", "first_year_revenue", "net_debt_with_pik",
            *PRICE, *PLAN, *SCHEDULE,
        }),
    ),
    "flat_growth": NearMiss(flat_growth, frozenset({*PLAN, *SCHEDULE, *RETURNS})),
    "no_contraction": NearMiss(
        no_contraction,
        frozenset({
            "contracted_exit_multiple", "gross_return", "diluted_return", "five_by_five",
            "sensitivity_rerun", "middle_cell_ties",
        }),
    ),
    "pik_forgotten_at_exit": NearMiss(pik_forgotten_at_exit, frozenset(RETURNS)),
    "cash_forgotten_at_exit": NearMiss(cash_forgotten_at_exit, frozenset(RETURNS)),
    "pool_on_proceeds": NearMiss(
        pool_on_proceeds, frozenset({"pool_takes_the_gain", "diluted_return", "sensitivity_rerun"})
    ),
    "debt_held_at_base": NearMiss(debt_held_at_base, frozenset({"sensitivity_rerun"})),
    "gross_sensitivity": NearMiss(
        gross_sensitivity, frozenset({"sensitivity_rerun", "middle_cell_ties"})
    ),
    "gross_on_the_page": NearMiss(
        gross_on_the_page,
        frozenset({"side_of_the_hurdle", "tear_sheet_irr_ties", "tear_sheet_moic_ties"}),
    ),
}  # fmt: skip
