"""What the committee is told to do, and what would bring a deal over its hurdle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.scenarios.library.financial_analyst.extras import with_more_senior
from modylbench.scenarios.library.financial_analyst.lbo import annual_return, cover, project, sell

if TYPE_CHECKING:
    from modylbench.scenarios.library.financial_analyst.lbo import Deal, Exit

STEPS_A_TURN, STEPS_OF_POOL = 10, 200  # prices are named in tenths of a turn, pools in half points
ONE_DECIMAL, TWO_DECIMALS = 3, 4  # of a percentage, in decimals of the fraction


def verdict(deal: Deal, hurdle: float, floor: float) -> dict[str, str]:
    """The recommendation in words, and what belongs beside it."""
    clears = diluted_return(deal) >= hurdle
    advice = remedy(deal, hurdle, floor)
    return {
        "side_of_hurdle": "above" if clears else "below",
        "verdict_spoken": "proceed to confirmatory diligence at this price"
        if clears
        else f"do not proceed at this price, {advice}",
        "verdict_remark": _room_left(deal, hurdle, floor)
        if clears
        else _what_would_clear(deal, hurdle, floor),
        "more_senior_remark": _more_senior_remark(deal, hurdle, floor),
        "open_points": _open_points(deal, hurdle, floor),
    }


def remedy(deal: Deal, hurdle: float, floor: float) -> str:
    """What to do about a return below the hurdle: the price first, then a pool that clears it."""
    pool = clearing_pool(as_lenders_finance(deal, floor), hurdle)
    return "re-bid lower, with a smaller pool as the fallback" if pool else "re-bid lower"


def is_short(deal: Deal, floor: float) -> bool:
    """Whether our equity is less than the share that the lenders want to see."""
    return deal.sponsor_equity / deal.enterprise_value < floor


def as_lenders_finance(deal: Deal, floor: float) -> Deal:
    """The deal as the lenders would finance it: senior cut until equity is the share they want."""
    most = deal.entry_multiple * (1 - floor) - deal.sub_multiple
    return replace(deal, senior_multiple=max(0.0, min(deal.senior_multiple, most)))


def clearing_price(deal: Deal, hurdle: float, floor: float) -> float:
    """The highest entry multiple at which the diluted return clears, the exit multiple held.

    The debt is held too, where that leaves the lenders the equity that they want.
    """
    step = int(STEPS_A_TURN * deal.entry_multiple)
    while step > 0:
        price = step / STEPS_A_TURN
        cheaper = replace(deal, entry_multiple=price, exit_contraction=price - deal.exit_multiple)
        as_lent = as_lenders_finance(cheaper, floor) if is_short(deal, floor) else cheaper
        if diluted_return(as_lent) >= hurdle:
            return price
        step -= 1
    return 0.0


def clearing_pool(deal: Deal, hurdle: float) -> float | None:
    """The largest pool at which the diluted return clears; None where none does."""
    for step in range(round(STEPS_OF_POOL * deal.option_pool), 0, -1):
        pool = step / STEPS_OF_POOL
        if diluted_return(replace(deal, option_pool=pool)) >= hurdle:
            return pool
    return None


def diluted_return(deal: Deal) -> float:
    """The sponsor's IRR after the pool."""
    return annual_return(_sale(deal).diluted_moic)


def percent_beside(irr: float, hurdle: float) -> str:
    """The return with as many decimals as show on which side of the hurdle it is."""
    is_plain = round(irr, ONE_DECIMAL) != hurdle
    return f"{irr:.1%}" if is_plain else f"{round(irr, TWO_DECIMALS):.2%}"


def _sale(deal: Deal) -> Exit:
    return sell(deal, project(deal)[-1])


def _room_left(deal: Deal, hurdle: float, floor: float) -> str:
    """What a deal that clears still owes its lenders."""
    if not is_short(deal, floor):
        return ""
    share, irr = (
        deal.sponsor_equity / deal.enterprise_value,
        diluted_return(as_lenders_finance(deal, floor)),
    )
    side = "still above" if irr >= hurdle else "below"
    return (
        f" Our equity is still {share:.1%} against the {floor:.0%} the lenders asked for; that's "
        "open, and the leverage bullet says so. Cutting the senior to get there would take diluted "
        f"IRR to {percent_beside(irr, hurdle)}, {side} the hurdle."
    )


def _what_would_clear(deal: Deal, hurdle: float, floor: float) -> str:
    pool = clearing_pool(as_lenders_finance(deal, floor), hurdle)
    lower = clearing_price(deal, hurdle, floor)
    other = (
        f"; if the seller won't move, so would a pool of {100 * pool:g}%"
        if pool
        else "; a smaller pool alone doesn't do it"
    )
    needed = f"about {lower:g}x would clear it"
    if lower < deal.exit_multiple:
        needed = f"only about {lower:g}x would clear it, and we'd have to sell at more than we pay"
    held = "debt and exit multiple as they are"
    if is_short(deal, floor):
        held = (
            f"the senior cut until our equity is the lenders' {floor:.0%}, and the exit multiple "
            "as it is"
        )
    return f" With {held}, {needed}{other}."


def _more_senior_remark(deal: Deal, hurdle: float, floor: float) -> str:
    """What the alternative with more senior comes to, for meetings that have it."""
    more = with_more_senior(deal)
    irr, share = diluted_return(more), more.sponsor_equity / more.enterprise_value
    shown = percent_beside(irr, hurdle)
    terms = f"{share:.1%} equity and {cover(project(more)[0]):.2f}x cover in year one"
    if is_short(more, floor):
        terms += f", with the lenders asking for {floor:.0%}"
    if diluted_return(deal) >= hurdle:
        return f" The half turn more would give {shown}, on {terms}; we don't need it to clear."
    if irr < hurdle:
        return f" The half turn more doesn't bring it over either: {shown}, on {terms}."
    return (
        f" The half turn more would clear, at {shown}, but on {terms}, so I don't recommend it; "
        "the leverage bullet says so."
    )


def _open_points(deal: Deal, hurdle: float, floor: float) -> str:
    """The two points that matter most before the committee meets."""
    lenders = (
        "the lenders' equity share: we're short of it, and a lower price on the same debt takes "
        "us further away"
    )
    if diluted_return(deal) >= hurdle:
        retention = (
            "retention by cohort and customer size, because most of the return is EBITDA growth"
        )
        second = "the lenders' equity share, which we're short of" if is_short(deal, floor) else ""
        return (
            "First, quality of earnings on the add-backs, because price and leverage both stand on "
            f"adjusted EBITDA. Second, {second or retention}."
        )
    has_pool = clearing_pool(as_lenders_finance(deal, floor), hurdle) is not None
    lever = "the price, and the pool only after that" if has_pool else "the price"
    fees = "fees and 163(j), which aren't in the model and only take the return further down"
    return (
        f"First, {lever}: at these terms we miss the hurdle, so I'd find out what the seller "
        "would take before we spend more on diligence. Second, "
        f"{lenders if is_short(deal, floor) else fees}."
    )
