"""The paper that goes to the trustees after the meeting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.document import Document, Section
from modylbench.scenarios.library.portfolio_review.dashboard import TRADED
from modylbench.scenarios.library.text_forms import markdown_table

if TYPE_CHECKING:
    from modylbench.scenarios.oracle import KnownTruth

CAP_SIDES = {"below": "within", "above": "over"}


def committee_paper(truth: KnownTruth, reached: frozenset[str]) -> Document:
    """The paper, with figures rounded for readers."""
    sections = [
        Section(id="performance", heading="Performance", body=_performance(truth)),
        Section(id="risk", heading="Risk and limits", body=_risk(truth, reached)),
        Section(id="rebalancing", heading="Rebalancing", body=_rebalancing(truth)),
        Section(id="decision", heading="Decision", body=_decision(truth)),
    ]
    if "sources_named" in reached:
        sections.append(Section(id="sources", heading="Sources", body=_sources(truth)))
    return Document(
        id="committee_paper",
        title="Investment committee paper: third quarter",
        sections=tuple(sections),
    )


def _percent(fraction: float) -> str:
    return f"{100 * fraction:.2f}%"


def _bp(figure: float) -> str:
    return f"{figure:.2f} bp"


def _cost(thousands: float) -> str:
    return f"{thousands:.2f}" if thousands else "none"


def _performance(truth: KnownTruth) -> str:
    rows = [
        ["Gross return", _percent(truth["gross_return"])],
        ["Net return", _percent(truth["net_return"])],
        ["Policy benchmark return", _percent(truth["benchmark_return"])],
        ["Gross excess return", _bp(truth["excess_gross_bp"])],
        ["Net excess return", _bp(truth["excess_net_bp"])],
        ["Allocation effect", _bp(truth["allocation_bp"])],
        ["Selection effect", _bp(truth["selection_bp"])],
        ["Interaction effect", _bp(truth["interaction_bp"])],
    ]
    driver = truth["driver"]
    return (
        f"The fund trailed its policy benchmark in the third quarter. {driver.capitalize()} "
        f"explains most of the shortfall.\n\n{markdown_table(['Measure', 'Value'], rows)}"
    )


def _risk(truth: KnownTruth, reached: frozenset[str]) -> str:
    rows = [
        ["Developed equity weight", _percent(truth["dev_weight"])],
        ["Developed equity upper limit", _percent(truth["dev_ceiling"])],
        ["Tracking error", _percent(truth["tracking_error"])],
        ["Tracking error limit", _percent(truth["te_limit"])],
        ["Currency hedge ratio", _percent(truth["hedge_ratio"])],
        ["Hedge ratio minimum", _percent(truth["hedge_minimum"])],
        ["Net outflow in the fourth quarter", f"${truth['net_outflow']:.1f} million"],
        ["Liquidity coverage", f"{truth['coverage']:.2f}x"],
        ["Liquidity coverage minimum", f"{truth['coverage_minimum']:.2f}x"],
    ]
    waiver = (
        "\n\nAnders Halvorsen has granted a temporary waiver until the end of the year."
        if "waiver_recorded" in reached
        else ""
    )
    broken = truth["broken_limits"].items()
    others = " ".join(f"{name} is {how}." for name, how in broken)
    return (
        f"Developed equity is {truth['limit_side']} its upper limit. "
        f"{others or 'All other limits are kept.'}\n\n"
        f"{markdown_table(['Measure', 'Value'], rows)}{waiver}"
    )


def _rebalancing(truth: KnownTruth) -> str:
    rows = [
        [name, f"{truth['trade_table'][name]:.1f}", _cost(truth["cost_table"][name])]
        for name in TRADED
    ]
    table = markdown_table(["Asset class", "Trade ($M)", "Trading cost ($k)"], rows)
    totals = markdown_table(
        ["Measure", "Amount"],
        [
            ["Total rebalancing cost", f"${truth['rebalancing_cost']:.2f} thousand"],
            ["Cost cap", f"${truth['cost_cap']:.1f} thousand"],
        ],
    )
    side = CAP_SIDES[truth["cost_side"]]
    return (
        f"Back to policy weights, real assets untouched; sales have a minus sign.\n\n{table}\n\n"
        f"{totals}\n\nThe cost is {side} the cap."
    )


def _decision(truth: KnownTruth) -> str:
    if truth["in_full"] == "yes":
        return "The trustees are asked to approve the rebalancing in full in the fourth quarter."
    cured = (
        " The first half already brings developed equity below its upper limit."
        if truth["limit_side"] == "above"
        else ""
    )
    return (
        "The trustees are asked to approve the rebalancing in two halves, one in the fourth "
        f"quarter and one in the first quarter.{cured}"
    )


def _sources(truth: KnownTruth) -> str:
    return (
        "- Daniel Reyes, portfolio manager: holdings, flows, the fee of "
        f"{truth['fee_bp']:g} bp and the currency forwards of ${truth['hedge']:.0f} million.\n"
        "- Anders Halvorsen, head of risk: limits, volatilities and correlations.\n"
        f"- Ruth Abara, treasurer: the net outflow of ${truth['net_outflow']:.1f} million."
    )
