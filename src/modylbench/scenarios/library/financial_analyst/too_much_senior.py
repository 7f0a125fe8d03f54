"""More senior than the deal can carry, as a partner asks for it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.financial_analyst.lbo import cover, project

if TYPE_CHECKING:
    from modylbench.scenarios.library.financial_analyst.lbo import Deal

CANONICAL_SEED = 0
PAPERS_MULTIPLE = 15.0  # SPEC 1: senior debt at 15x EBITDA
AGGRESSIVE_MULTIPLES = (7.5, 8.0, 8.5, 9.0)  # what a partner might try on
LEAST_SHORTFALL = 0.08  # of LTM EBITDA: cash after debt service that no small change makes up
EQUITY_LEFT = (0.02, 0.25)  # of the price: positive, and less than any lender takes
ABOVE_PRICE, UNSERVICEABLE = "above_price", "unserviceable"
SPOKEN = {
    7.5: "seven and a half",
    8.0: "eight",
    8.5: "eight and a half",
    9.0: "nine",
    15.0: "fifteen",
}


def requested_multiple(deal: Deal, seed: int) -> float | None:
    """The turns of senior that the deal cannot carry; None where all that are asked for would do.

    Canonically they exceed the price; else they leave year 1 short of cash and less equity than
    the lenders want.
    """
    if seed == CANONICAL_SEED:
        return PAPERS_MULTIPLE
    too_much = [m for m in AGGRESSIVE_MULTIPLES if _is_too_much(deal, m)]
    return Draw("financial_analyst", seed, "too_much_senior").one_of(too_much) if too_much else None


def _is_too_much(deal: Deal, multiple: float) -> bool:
    levered = replace(deal, senior_multiple=multiple)
    share = levered.sponsor_equity / levered.enterprise_value
    left = project(levered)[0].cash_after_debt_service
    least, most = EQUITY_LEFT
    return left <= -LEAST_SHORTFALL * deal.ltm_ebitda and least <= share <= most


def too_much_senior(deal: Deal, floor: float, multiple: float) -> dict[str, float | str]:
    """What the request comes to, in figures and as it is said."""
    levered = replace(deal, senior_multiple=multiple)
    share = levered.sponsor_equity / levered.enterprise_value
    total = levered.senior_multiple + levered.sub_multiple
    is_above = levered.senior_debt > levered.enterprise_value
    return {
        "senior_request": ABOVE_PRICE if is_above else UNSERVICEABLE,
        "impossible_senior_multiple": multiple,
        "impossible_senior_debt": round(levered.senior_debt, 3),
        "impossible_senior_spoken": SPOKEN[multiple],
        "impossible_sponsor_equity": round(levered.sponsor_equity, 3),
        "impossible_equity_share": round(share, 6),
        **(_above_price() if is_above else _unserviceable(levered, floor, share, total)),
    }


def _above_price() -> dict[str, str]:
    return {
        "senior_flaw": "it exceeds the enterprise value, so that sponsor equity would be negative, "
        "and a year's interest alone would be more than LTM EBITDA",
        "senior_objection": "It exceeds the enterprise value, so our equity would be negative, and "
        "there's no IRR on a negative check.",
        "without_amortization": "",
        "cash_shortfall": "",
    }


def _unserviceable(levered: Deal, floor: float, share: float, total: float) -> dict[str, str]:
    first = project(levered)[0]
    short = f"${-first.cash_after_debt_service:.1f} million"
    paid = first.cash_before_repayment
    equity = f"{share:.1%} of the price, and the lenders want {floor:.0%}"
    without = (
        f"That gets us through year one, with ${paid:.1f} million to spare on {cover(first):.2f}x "
        "interest cover, so a weak year and it's gone. And it does nothing for the equity"
        if paid > 0
        else f"No. Even without it, year one comes out ${-paid:.1f} million short. And it does "
        "nothing for the equity"
    )
    return {
        "senior_flaw": f"total leverage would be {total:g}x, sponsor equity {share:.1%} of the "
        f"price against the {floor:.0%} that the lenders want, and year-1 free cash flow after "
        f"debt service negative by {short}",
        "senior_objection": f"With the sub that's {total:g}x in all, and our equity would be only "
        f"{equity}. And in year one free cash flow after debt service would be negative by "
        f"{short}, so it can't pay its own amortization.",
        "without_amortization": f"{without}: that's still {equity}.",
        "cash_shortfall": short,
    }
