"""The entry strategy that the board reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.document import Document, Section
from modylbench.scenarios.library.business_strategist.files import INVESTMENT_LIST, RECOGNITION
from modylbench.scenarios.library.business_strategist.scoring import MARKET
from modylbench.scenarios.library.text_forms import markdown_table
from modylbench.scenarios.wording import figure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.scenarios.library.business_strategist.strategy_state import StrategyState

DECIMALS = 6  # those of the truth
MINORITY_TERMS = (
    "in the minority, without control",
    "with reserved matters on clinical governance, technology and budget",
)
MAJORITY_TERMS = (
    "in control",
    "with most seats on its board; the partner's reserved matters leave clinical governance, "
    "technology and budget to us",
)
"""Where the cap leaves us, and what we ask for there: it is the minority that needs vetoes."""
DRAFTED = frozenset({"market_selection", "entry_mode", "regulatory_path", "partnerships"})


def entry_strategy(state: StrategyState) -> Document:
    """The strategy: four sections as a draft, all ten when complete, in the board's order."""
    complete = state.has("strategy_complete")
    sections = [s for s in _sections(state) if complete or s.id in DRAFTED]
    title = f"Entering South-East Asia: {state.entry.market}"
    return Document(id="entry_strategy", title=title, sections=tuple(sections))


def _sections(state: StrategyState) -> Iterator[Section]:
    yield Section(id="executive_summary", heading="Executive summary", body=_summary(state))
    yield Section(id="market_selection", heading="Market selection", body=_selection(state))
    yield Section(id="entry_mode", heading="Entry mode", body=_entry_mode(state))
    yield Section(id="regulatory_path", heading="Regulatory path", body=_regulatory_path(state))
    yield Section(id="partnerships", heading="Partnerships", body=_partnerships(state))
    yield Section(id="phasing", heading="Phasing", body=_phasing(state))
    yield Section(id="financial_case", heading="Financial case", body=_financial_case(state))
    yield Section(id="risks", heading="Risks", body=_risks(state))
    yield Section(id="data_caveats", heading="Data caveats", body=_caveats(state))
    yield Section(id="next_steps", heading="Next steps", body=_next_steps(state))


def _summary(state: StrategyState) -> str:
    entry, case = state.entry, state.case
    return (
        f"We recommend that Wattlebird enters {_name_of(entry.market)} first, through a "
        f"{entry.mode}{_control(state)}, with {entry.partner} as its local partner. "
        "The market ranks first of "
        f"six on the weighted matrix. The three-year case has an NPV of {_money(case.npv)} and a "
        f"simple payback of {case.payback:.2f} years from opening. Paid visits begin after the "
        f"licence and the onboarding. {_request(state)}"
    )


def _control(state: StrategyState) -> str:
    return " that we do not control" if _is_minority(state) else " that we control"


def _is_minority(state: StrategyState) -> bool:
    return state.entry.mode.startswith("minority")


def _request(state: StrategyState) -> str:
    """What the board is asked for, which depends on what the case is worth."""
    whole, ours = _money(state.case.economics.setup), _money(state.setup_share)
    if state.is_worth_it:
        spend = f"the set-up spend of {whole}"
        if state.entry.stake < 1:
            spend = f"our part of the set-up spend, {ours},"
        return (
            "Within three years the venture earns its cost of capital. The board is asked to "
            f"approve {spend} and the licence filing."
        )
    spend = "the set-up spend" if state.entry.stake >= 1 else "our part of the set-up spend"
    return (
        "Within three years the venture does not earn its cost of capital. The board is asked for "
        f"the licence filing only, and for {spend} when a longer case supports it."
    )


def _selection(state: StrategyState) -> str:
    matrix = state.matrix
    rows = [[name, f"{matrix.totals[name]:.2f}", f"{matrix.ranks[name]}"] for name in matrix.order]
    first, second = (_name_of(name) for name in matrix.order[:2])
    leads = f"{first[0].upper()}{first[1:]} leads {second}"
    return (
        "Six criteria, scored from one to five by the guide, with the weights of the offsite"
        f"{', as the risk committee changed them' if state.has('weights_changed') else ''}"
        f":\n\n{markdown_table(['Market', 'Weighted total', 'Rank'], rows)}\n\n"
        f"{leads} on the weighted scores. {_resting(state)}; see the data caveats."
    )


def _resting(state: StrategyState) -> str:
    """Whether the first place depends on whose demand is believed."""
    if _leader_on_tracker(state) == state.matrix.order[0]:
        return "It does so on either source for telehealth demand"
    return "The order rests on the source for telehealth demand"


def _leader_on_tracker(state: StrategyState) -> str:
    disputed = state.pack["disputed"]
    return state.with_demand_of_disputed(state.pack["figures"]["demand"][disputed]).order[0]


def _entry_mode(state: StrategyState) -> str:
    entry = state.entry
    share = f"{100 * entry.stake:g}%"
    if entry.stake >= 1:
        reason = (
            f"{entry.market} has no cap on foreign ownership, so a wholly "
            "owned subsidiary keeps control of clinical quality and of the data."
        )
    else:
        side, terms = MINORITY_TERMS if _is_minority(state) else MAJORITY_TERMS
        reason = (
            f"By its {INVESTMENT_LIST}, foreign ownership of a telemedicine operator in "
            f"{_name_of(entry.market)} is capped, at a level that leaves us {side}. We "
            f"propose a {entry.mode} at the cap, {terms}."
        )
    return f"{reason}\n\n- Our stake: {share}\n- Set aside: an acquisition, or licensing out"


def _regulatory_path(state: StrategyState) -> str:
    entry = state.entry
    path = (
        f"- Operator licence: {entry.lead_months} months from a complete filing, by the health "
        "ministry; no paid visit before it is granted.\n"
        f"- Ownership: foreign stake of up to {100 * entry.stake:g}%.\n"
        "- Patient data: hosted in-country, with a named data protection officer.\n"
        "- Clinical governance: a locally registered medical director, in post at filing."
    )
    return path + _recognition(state) + _promise(state)


def _recognition(state: StrategyState) -> str:
    if not state.has("recognition_noted"):
        return ""
    return (
        f"\n- Recognition: article 9 of the {RECOGNITION}, in force since 1 July 2025, registers a "
        "medical director from any of the six markets within thirty days, on notice that must be "
        "given in time for the filing. It covers practitioners; the operator licence stays local."
    )


def _promise(state: StrategyState) -> str:
    if not state.has("promise_checked"):
        return ""
    first = state.entry.phases["Pilot"][0]
    return (
        f"\n- Promised to investors: paying patients by month {state.promised_month}; if counsel "
        f"files on the day of approval, the first can be seen in month {first}.\n"
        f"- Slack to the promise: {state.promised_month - first} months"
    )


def _partnerships(state: StrategyState) -> str:
    entry = state.entry
    role = "care-delivery partner, without equity" if entry.stake >= 1 else "joint-venture partner"
    out = " ".join(f"{name} is out: it fails on '{test.lower()}'." for name, test in entry.rejected)
    return (
        f"{entry.partner} is the one candidate that passes all three tests of the partner screen, "
        f"and our preferred {role}; its signature is subject to board approval. {out}"
    )


def _phasing(state: StrategyState) -> str:
    rows = [[phase, f"{start}", f"{end}"] for phase, (start, end) in state.entry.phases.items()]
    table = markdown_table(["Phase", "Start month", "End month"], rows)
    text = (
        "Months count from board approval, the day on which counsel files; there is no pilot "
        "before the licence. The plan has the lead time of counsel's brief and no delay, which is "
        f"in the risk register.{_waiting(state)}\n\n{table}"
    )
    if state.has("stop_rule"):
        text += (
            "\n\nStop rule: if paid visits over the pilot are below "
            f"{100 * state.stop_share:g}% of plan, we stop before the scale-up and return to the "
            "board. The plan is half of the paid visits of year 1, by the outline's flat year; if "
            "visits build up within it, the rule is stricter than it looks.\n\n- Planned "
            f"pilot visits: {state.pilot_visits:,.0f} thousand"
        )
    return text


def _waiting(state: StrategyState) -> str:
    """What the months rest on where the board is not asked for the money yet."""
    if state.is_worth_it:
        return ""
    return (
        " The onboarding needs the set-up spend, which this paper does not ask for: the months "
        "hold only if the board releases it by the time the licence is granted."
    )


def _financial_case(state: StrategyState) -> str:
    case, e = state.case, state.case.economics
    rows = [
        ["TAM", _money(e.tam, 1)],
        ["SAM", _money(e.sam, 1)],
        ["SOM", _money(e.som)],
        ["Year 3 revenue", _money(e.revenue[-1])],
        ["NPV", _money(case.npv)],
        ["NPV at approval", _money(state.npv_at_approval)],
        ["Our share of NPV", _money(state.npv_share)],
        ["Simple payback (years)", f"{case.payback:.2f}"],
        ["Discount rate", f"{100 * case.rate:g}%"],
        ["Set-up spend", _money(e.setup)],
        ["Our part of the set-up spend", _money(state.setup_share)],
    ]
    return (
        f"{markdown_table(['Item', 'Value'], rows)}\n\nWhole venture, before tax, market held "
        "flat; discounted at the year's end to opening day, and at approval over the months of "
        "set-up as well, since by treasury's convention the set-up spend falls on opening day. Our "
        "share is the NPV as at opening day at our stake, funded in proportion; payback counts "
        f"from opening. {_worth(state)} By the launch file {state.npv_places_in_words}; the matrix "
        "weighs more than three years of cash. The shares of the serviceable market are ambitious "
        "plan assumptions, to be tested in the pilot; the smartphone share is that of adults, "
        "taken for everyone. Beside the returns, the plan takes:\n\n"
        f"- Year 3 as a share of today's paid visits: {state.share_of_paid_visits:.1%}\n"
        "- Year 3 as a share of today's paid visits in the launch area, if spread evenly: "
        f"{state.share_in_launch_area:.1%}"
    )


def _worth(state: StrategyState) -> str:
    if state.is_worth_it:
        return "The NPV is positive: within three years the venture earns its cost of capital."
    return (
        "The NPV is negative: within three years the venture does not earn its cost of capital, "
        "although the set-up spend comes back undiscounted."
    )


def _risks(state: StrategyState) -> str:
    register = state.register
    rows = [
        [risk.name, f"{register.score(risk.id)}", risk.owner, risk.mitigation]
        for risk in register.top
    ]
    table = markdown_table(["Risk", "Score", "Owner", "Mitigation"], rows)
    return f"The three highest of the register, likelihood times impact:\n\n{table}"


def _caveats(state: StrategyState) -> str:
    disputed = state.pack["disputed"]
    counted, claimed = state.pack["returns"][disputed], state.pack["figures"]["demand"][disputed]
    disputed = _name_of(disputed)
    return (
        f"Two sources contradict each other on {disputed}. The Orrin Vale tracker, a vendor's "
        f"panel, has {claimed:g} paid teleconsultations per thousand people in 2025; the "
        f"regulators' audited returns have {counted:g}. The returns govern: they are counted from "
        "operators' filings and audited, while the tracker extrapolates from app users and counts "
        f"free chats in {disputed}, where apps do not report payment. We did not average the two, "
        "since they count different things. On the "
        f"tracker's figure {disputed} would score higher on demand {_tracker_rank(state)}. "
        "For the other five markets the sources agree within a few percent."
    )


def _tracker_rank(state: StrategyState) -> str:
    first = state.entry.market
    if _leader_on_tracker(state) == first:
        return f"and {_name_of(first)} would rank first all the same"
    return f"and rank first, ahead of {_name_of(first)}"


def _next_steps(state: StrategyState) -> str:
    entry = state.entry
    return (
        f"- Regulatory affairs: counsel files for the licence in {_name_of(entry.market)} on the "
        "day of approval, for the company in formation, with the medical director in post.\n"
        f"- Corporate development: {entry.partner} signs on approval, {_signing_terms(state)}.\n"
        "- Strategy: ask Orrin Vale for a count without free chats, and make a case for each of "
        "the other five, since ownership caps are not in the scores."
    )


def _signing_terms(state: StrategyState) -> str:
    """A board that is asked for the filing only does not commit the money by a signature."""
    if state.is_worth_it:
        return "with an exit clause"
    return "with an exit clause and no commitment before the board releases the set-up spend"


def _name_of(market: str) -> str:
    return MARKET[market].spoken_name


def _money(amount: float, decimals: int = 2) -> str:
    """The amount as the meeting says it: rounded once, by the rule of placeholders."""
    return f"{figure(round(amount, DECIMALS), f'$.{decimals}')}M"
