"""What is said of the conclusions of a seed, where it depends on which they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.foundation.draw import Draw
from modylbench.scenarios.wording import fill_placeholders

if TYPE_CHECKING:
    from collections.abc import Mapping

FLIPS = {
    "first_now": "is first",
    "tracker_effect": "{disputed_spoken} would be first with {vendor_final_total:.2}, so the "
    "answer still hangs on the source",
    "tracker_answer": "It would be {disputed_spoken}, with {vendor_final_total:.2} against "
    "{top_total:.2} for {top_spoken}. So the answer still hangs on the source.",
    "mean_lift": "and put it first again",
    "mean_changes": "would change the winner",
    "mean_effect": "it would put {disputed_spoken} back on top",
    "mean_result": "{disputed_spoken} is first again",
    "mean_question": "Yes, it does: the mean of {mean_figure:,} would put {disputed_spoken} first.",
    "mean_expects": "would put {disputed_spoken} first",
    "one_cell": "And it's one cell, but it's the cell that decides the winner.",
    "one_cell_expects": "the one cell decides the winner",
    "order_hangs": "the order hangs on the demand figure for {disputed_spoken}",
    "order_answer": "and the order hangs on one demand figure, the one for {disputed_spoken}. But "
    "we fixed the rule on the source, not on the winner.",
    "bridge_reason": "because the ranking hangs on it",
}
HOLDS = {
    "first_now": "is still first",
    "tracker_effect": "{top_spoken} would be first all the same with {top_total:.2}, and "
    "{disputed_spoken} number {vendor_final_rank:,} with {vendor_final_total:.2}, so the answer "
    "does not hang on the source",
    "tracker_answer": "Still {top_spoken}, with {top_total:.2}. On the tracker {disputed_spoken} "
    "would have {vendor_final_total:.2} and be number {vendor_final_rank:,}, so the first place "
    "doesn't hang on the source.",
    "mean_lift": "without any reason, though not to the first place",
    "mean_changes": "would move a total on a figure that nobody has counted",
    "mean_effect": "it would lift {disputed_spoken} on a figure that nobody has counted",
    "mean_result": "{disputed_spoken} moves up",
    "mean_question": "No, {top_spoken} stays first. But the mean of {mean_figure:,} would still "
    "lift {disputed_spoken} from {regulator_score} to {mean_score} on demand.",
    "mean_expects": "would leave {top_spoken} first and still lift {disputed_spoken} to "
    "{mean_score}",
    "one_cell": "And it's one cell, but the board will ask us where it came from.",
    "one_cell_expects": "a cell without a source has no place in a board paper",
    "order_hangs": "the first place does not hang on the demand figure for {disputed_spoken}",
    "order_answer": "but it doesn't hang on one demand figure: {top_spoken} is first on either "
    "source. We still fixed the rule on the source.",
    "bridge_reason": "because it is the one contradiction that we carry into the paper",
}
CLEARS = {
    "npv_aside": "",
    "earns_rate": "yes",
    "verdict_said": ". By the summary the venture earns its cost of capital within three years",
    "months_rest": "",
    "payback_when": "early in year three",
    "verdict_words": "earns the rate for new countries",
}
FALLS_SHORT = {
    "npv_aside": ", below zero, so within three years it doesn't earn that rate",
    "earns_rate": "no",
    "verdict_said": ". By the summary the venture does not earn its cost of capital within three "
    "years, so that it asks for the licence filing only",
    "months_rest": ", if the board releases the set-up spend by the time the licence is granted",
    "payback_when": "well into year three",
    "verdict_words": "does not earn the rate for new countries within three years",
}
SAM_SAID = {
    True: "the slice that lives in the launch area and has a smartphone, so TAM times both of "
    "those; the smartphone figure's of adults, and we use it for everyone, kids come on a parent's "
    "phone",
    False: "the slice that lives in the launch area, so TAM times that",
}
EARNED_REQUESTS = (
    " One more sentence for the summary: does it earn its cost of capital within the three years? "
    "We ask them for {setup_asked} and the licence filing.",
    " And the summary has to say straight out whether the venture earns its cost of capital in "
    "those three years. What we're asking for is the filing and {setup_asked}.",
    " Oh, and be blunt in the summary about the cost of capital, is it earned inside three years "
    "or isn't it? Then the ask, that's {setup_asked} plus the licence filing.",
    " The summary should tell them if the cost of capital is earned within three years, and what "
    "we want from them: approval of the filing and of {setup_asked}.",
)
SHORT_REQUESTS = (
    " One more sentence for the summary: does it earn its cost of capital within the three years? "
    "With that NPV we ask them for the licence filing only.",
    " And the summary has to say straight out whether the venture earns its cost of capital in "
    "those three years. On that NPV, all we're asking for is the licence filing.",
    " Oh, and be blunt in the summary about the cost of capital, is it earned inside three years "
    "or isn't it? After what we saw I'd only ask for the licence filing.",
    " The summary should tell them if the cost of capital is earned within three years. And given "
    "the NPV, ask them for the licence filing and nothing more.",
)
OWN_RATE = "treasury's {discount_rate_first:%} for new countries"
TWICE = 2
THIN_LEAD = 0.3  # out of five
THIN = {"lead_said": "That's thin, though", "close_said": "Yes, it's close"}
CLEAR = {"lead_said": "That's not so thin, and", "close_said": "It's less close than it sounds"}
BELOW_ZERO = ", which is below zero"
WHOLLY_OURS = {
    "setup_asked": "the set-up spend",
    "setup_ours": "all of it ours to fund",
    "cap_said": "There's no cap on foreign ownership, so we may own {stake:%}",
}
PARTLY_OURS = {
    "setup_asked": "our part of the set-up spend",
    "setup_ours": "{setup_share:$M.2} of it ours to fund",
    "cap_said": "By the foreign investment list in counsel's brief we may own up to {stake:%}",
}
"""What our stake makes of the money and of the cap."""


def spoken_phrases(truth: Mapping[str, Any]) -> dict[str, str]:
    """Texts by name, filled in with the figures of the seed."""
    owned = WHOLLY_OURS if truth["stake"] >= 1 else PARTLY_OURS
    texts = {
        **owned,
        **(FLIPS if truth["conclusion"] == "flips" else HOLDS),
        **(CLEARS if truth["hurdle"] == "clears" else FALLS_SHORT),
        "rate_said": "{discount_rate_first:%}" if truth["case_slip"] == "rate" else OWN_RATE,
        "sam_said": SAM_SAID[truth["case_slip"] != "funnel"],
        **_verdict(truth),
        **(THIN if truth["lead"] <= THIN_LEAD else CLEAR),
        "overstated_said": (
            "about twice"
            if truth["vendor_overstatement"] == TWICE
            else "about {vendor_overstatement:.1} times"
        ),
        "npv_first_aside": "" if truth["npv_first"] > 0 else BELOW_ZERO,
    }
    filled: dict[str, str] = fill_placeholders(texts, {**owned, **truth})
    return filled


def _verdict(truth: Mapping[str, Any]) -> dict[str, str]:
    """Whether the board is told what the case earns: everywhere but in the paper's own meeting."""
    if truth["seed"] == 0:
        return {"verdict_asked": "no", "verdict_request": "", "verdict_said": ""}
    requests = EARNED_REQUESTS if truth["hurdle"] == "clears" else SHORT_REQUESTS
    request = Draw("business_strategist", truth["seed"], "verdict").one_of(requests)
    return {"verdict_asked": "yes", "verdict_request": request}
