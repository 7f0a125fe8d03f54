"""A leveraged buyout: price, financing, a five-year plan, and what it returns.

Figures are in $M, rates and shares are fractions. The deal closes at the end of a year and exits
five years later, with one check in and one out; fees and interest on cash are outside the model.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

HOLD_YEARS = 5


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything the people around the table decide."""

    ltm_revenue: float
    ebitda_margin: float
    entry_multiple: float
    senior_multiple: float
    sub_multiple: float
    growth_year_1: float
    growth_decay: float
    da_share: float
    capex_share: float
    nwc_share: float
    tax_rate: float
    senior_rate: float
    amortisation_share: float
    sub_cash_rate: float
    sub_pik_rate: float
    sweep_share: float
    exit_contraction: float
    option_pool: float

    @classmethod
    def of(cls, parameters: Mapping[str, float]) -> Deal:
        """The deal among a scenario's parameters, which may hold more than it needs."""
        return cls(**{field.name: parameters[field.name] for field in fields(cls)})

    @property
    def ltm_ebitda(self) -> float:
        """EBITDA of the last twelve months."""
        return self.ltm_revenue * self.ebitda_margin

    @property
    def enterprise_value(self) -> float:
        """The price, free of cash and debt."""
        return self.ltm_ebitda * self.entry_multiple

    @property
    def senior_debt(self) -> float:
        """The senior term loan at close."""
        return self.ltm_ebitda * self.senior_multiple

    @property
    def sub_debt(self) -> float:
        """The subordinated notes at close."""
        return self.ltm_ebitda * self.sub_multiple

    @property
    def total_debt(self) -> float:
        """Both tranches at close."""
        return self.senior_debt + self.sub_debt

    @property
    def sponsor_equity(self) -> float:
        """What the sponsor must put in for sources to equal uses."""
        return self.enterprise_value - self.total_debt

    @property
    def exit_multiple(self) -> float:
        """The multiple of the sale, contracted from that of the purchase."""
        return self.entry_multiple - self.exit_contraction


@dataclass(frozen=True, slots=True)
class ProjectionYear:
    """One year of the plan, from revenue to the closing balances. Outflows are positive."""

    growth: float
    revenue: float
    ebitda: float
    da: float
    ebit: float
    senior_opening: float
    senior_interest: float
    sub_opening: float
    sub_interest: float
    pik: float
    pretax_profit: float
    tax: float
    net_income: float
    capex: float
    nwc_increase: float
    cash_before_repayment: float
    amortisation: float
    cash_after_debt_service: float
    sweep: float
    cash_opening: float

    @property
    def interest(self) -> float:
        """All interest expense, paid or accrued."""
        return self.senior_interest + self.sub_interest + self.pik

    @property
    def senior_closing(self) -> float:
        """The term loan after amortisation and sweep."""
        return self.senior_opening - self.amortisation - self.sweep

    @property
    def sub_closing(self) -> float:
        """The notes with the interest accrued on them."""
        return self.sub_opening + self.pik

    @property
    def cash_closing(self) -> float:
        """Cash on the balance sheet: what the sweep left."""
        return self.cash_opening + self.cash_after_debt_service - self.sweep


def project(deal: Deal) -> tuple[ProjectionYear, ...]:
    """The five years of the plan."""
    years: list[ProjectionYear] = []
    revenue, senior, sub, cash = deal.ltm_revenue, deal.senior_debt, deal.sub_debt, 0.0
    for number in range(HOLD_YEARS):
        growth = deal.growth_year_1 - deal.growth_decay * number
        year = _year(deal, growth, revenue, balances=(senior, sub, cash))
        years.append(year)
        revenue = year.revenue
        senior, sub, cash = year.senior_closing, year.sub_closing, year.cash_closing
    return tuple(years)


def _year(
    deal: Deal, growth: float, last_revenue: float, *, balances: tuple[float, float, float]
) -> ProjectionYear:
    senior, sub, cash = balances
    revenue = last_revenue * (1 + growth)
    ebitda, da = revenue * deal.ebitda_margin, revenue * deal.da_share
    # Interest on opening balances: the schedule then needs no iteration.
    senior_interest, sub_interest = senior * deal.senior_rate, sub * deal.sub_cash_rate
    pik = sub * deal.sub_pik_rate
    pretax_profit = ebitda - da - senior_interest - sub_interest - pik
    tax = max(0.0, pretax_profit) * deal.tax_rate
    net_income = pretax_profit - tax
    capex, nwc_increase = revenue * deal.capex_share, (revenue - last_revenue) * deal.nwc_share
    cash_before_repayment = net_income + da + pik - capex - nwc_increase
    amortisation = min(senior, deal.senior_debt * deal.amortisation_share)
    left = cash_before_repayment - amortisation
    return ProjectionYear(
        growth=growth,
        revenue=revenue,
        ebitda=ebitda,
        da=da,
        ebit=ebitda - da,
        senior_opening=senior,
        senior_interest=senior_interest,
        sub_opening=sub,
        sub_interest=sub_interest,
        pik=pik,
        pretax_profit=pretax_profit,
        tax=tax,
        net_income=net_income,
        capex=capex,
        nwc_increase=nwc_increase,
        cash_before_repayment=cash_before_repayment,
        amortisation=amortisation,
        cash_after_debt_service=left,
        sweep=min(max(0.0, left) * deal.sweep_share, senior - amortisation),
        cash_opening=cash,
    )


@dataclass(frozen=True, slots=True)
class Exit:
    """The sale at the end of the last year, before and after the management option pool."""

    multiple: float
    ebitda: float
    net_debt: float
    sponsor_equity: float
    option_pool: float

    @property
    def enterprise_value(self) -> float:
        """What the buyer pays."""
        return self.ebitda * self.multiple

    @property
    def equity(self) -> float:
        """What is left for shareholders and option holders."""
        return self.enterprise_value - self.net_debt

    @property
    def gain(self) -> float:
        """Equity value above the strike, which is the sponsor's entry equity; never below 0."""
        return max(0.0, self.equity - self.sponsor_equity)

    @property
    def option_payout(self) -> float:
        """Management's share of the gain (not of the proceeds)."""
        return self.option_pool * self.gain

    @property
    def diluted_proceeds(self) -> float:
        """What the sponsor receives after the pool."""
        return self.equity - self.option_payout

    @property
    def gross_moic(self) -> float:
        """Money multiple before the pool."""
        return self.equity / self.sponsor_equity

    @property
    def diluted_moic(self) -> float:
        """Money multiple after the pool."""
        return self.diluted_proceeds / self.sponsor_equity


def sell(deal: Deal, last: ProjectionYear, multiple: float | None = None) -> Exit:
    """The sale after `last`, at the deal's exit multiple or another."""
    return Exit(
        multiple=deal.exit_multiple if multiple is None else multiple,
        ebitda=last.ebitda,
        net_debt=last.senior_closing + last.sub_closing - last.cash_closing,
        sponsor_equity=deal.sponsor_equity,
        option_pool=deal.option_pool,
    )


def cover(year: ProjectionYear) -> float:
    """EBITDA over the interest paid in cash."""
    return year.ebitda / (year.senior_interest + year.sub_interest)


def annual_return(multiple_of_money: float) -> float:
    """The IRR of one check in and one out, five years apart; -1 where nothing comes back.

    >>> round(annual_return(2.48832), 9)
    0.2
    """
    return float(max(0.0, multiple_of_money) ** (1 / HOLD_YEARS)) - 1


def exits_by_growth(
    deal: Deal, multiples: tuple[float, ...], growths: tuple[float, ...]
) -> list[list[Exit]]:
    """The sale for every exit multiple (rows) and year-1 growth (columns).

    The plan and its debt schedule are run anew for each growth; the exit multiple, applied after
    the last year, cannot change them.
    """
    last_years = [
        (case, project(case)[-1]) for case in (replace(deal, growth_year_1=g) for g in growths)
    ]
    return [[sell(case, last, multiple) for case, last in last_years] for multiple in multiples]
