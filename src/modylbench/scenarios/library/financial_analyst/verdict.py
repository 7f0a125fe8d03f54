"""What the committee is told to do, and what would bring a deal over its hurdle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.scenarios.library.financial_analyst.lbo import annual_return, project, sell

if TYPE_CHECKING:
    from modylbench.scenarios.library.financial_analyst.lbo import Deal, Exit

STEPS_A_TURN, STEPS_OF_POOL = 10, 200  # prices are named in tenths of a turn, pools in half points


def verdict(deal: Deal, sale: Exit, hurdle: float, floor: float) -> dict[str, str]:
    """The recommendation in words, and what belongs beside it."""
    price = f"{deal.entry_multiple:g}x"
    share = deal.sponsor_equity / deal.enterprise_value
    short = share < floor
    if annual_return(sale.diluted_moic) >= hurdle:
        remark = (
            f" Our equity is still {share:.1%} against the {floor:.0%} the lenders asked for; "
            "that's open, and the leverage bullet says so."
        )
        return {
            "side_of_hurdle": "above",
            "verdict_spoken": f"proceed to confirmatory diligence at {price}",
            "verdict_remark": remark if short else "",
        }
    pool = clearing_pool(sale, hurdle)
    lower = clearing_price(deal, hurdle)
    other = f", or a pool of {100 * pool:g}%" if pool else "; a smaller pool alone doesn't do it"
    needed = f"about {lower:g}x would clear it"
    if lower < deal.exit_multiple:
        needed = f"only about {lower:g}x would clear it, and we'd have to sell at more than we pay"
    debt = (
        f" A lower price on the same debt takes our equity further below the lenders' {floor:.0%}, "
        "so the debt would have to come down with it."
    )
    return {
        "side_of_hurdle": "below",
        "verdict_spoken": f"do not proceed at {price}, re-bid lower"
        + (" or reopen the pool" if pool else ""),
        "verdict_remark": f" With debt and exit multiple as they are, {needed}{other}."
        + (debt if short else ""),
    }


def clearing_price(deal: Deal, hurdle: float) -> float:
    """The highest entry multiple at which the diluted return clears, debt and exit held."""
    step = int(STEPS_A_TURN * deal.entry_multiple)
    while step > 0:
        price = step / STEPS_A_TURN
        cheaper = replace(deal, entry_multiple=price, exit_contraction=price - deal.exit_multiple)
        if _diluted_return(sell(cheaper, project(cheaper)[-1])) >= hurdle:
            return price
        step -= 1
    return 0.0


def clearing_pool(sale: Exit, hurdle: float) -> float | None:
    """The largest pool at which the diluted return clears; None where none does."""
    for step in range(round(STEPS_OF_POOL * sale.option_pool), 0, -1):
        pool = step / STEPS_OF_POOL
        if _diluted_return(replace(sale, option_pool=pool)) >= hurdle:
            return pool
    return None


def _diluted_return(sale: Exit) -> float:
    return annual_return(sale.diluted_moic)
