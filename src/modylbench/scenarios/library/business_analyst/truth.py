"""The numbers, names and tables that follow from the export, as scripts and criteria use them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.business_analyst.extras import (
    extra_figures,
    reconciliation_table,
)
from modylbench.scenarios.library.business_analyst.files import defect_places
from modylbench.scenarios.library.business_analyst.funnel import (
    EFFECTS,
    ROWS,
    STEPS,
    TERMS,
    TOTAL,
    Figures,
    StageCounts,
    cohort_funnel,
    created_counts,
    crm_funnel,
    figures_of,
    two_way,
)
from modylbench.scenarios.library.business_analyst.opportunities import (
    LAST_DAYS,
    QUARTERS,
    SEGMENTS,
    STAGES,
    Opportunity,
    as_csv,
    draw_opportunities,
    export_day,
    fallen_segment,
    focus_segment,
)
from modylbench.scenarios.library.business_analyst.story import (
    NOISE,
    SHORT_WINDOW,
    bi_beyond,
    effects_of,
    is_beyond_noise_by_every_test,
    p_value,
    story_of,
)
from modylbench.scenarios.library.business_analyst.workbook import identifier, percent, points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.scenarios.oracle import Truth


DECIMALS = 6
EVER = 10_000  # days
KINDS = ("rate", "crm_rate")
MONTHS = ("October", "November", "December")
# Ours, in rates (0.01 is a point): all well beyond what rounding could hide.
LEAST_RISE, LEAST_FALL = 0.008, 0.013
LEAST_NAIVE_FALL, LEAST_NAIVE_EXCESS = 0.03, 0.02
LEAST_MIX, LEAST_RATE, LEAST_INTERACTION = 0.02, 0.012, 0.0025
LEAST_SEGMENT_FALL, LEAST_STEP_LEAD = 0.05, 0.05
LEAST_ARCHIVING = 0.52  # of the fall that the CRM's report shows: "most of it" to anybody
CERTAIN, UNCERTAIN = 0.045, 0.10  # p-values, well on one side of what counts as noise
LEAST_MONEY_MOVE = 0.015
BOOKINGS_CLOSE = {
    1: "If it gets heated, your best line is on the page: bookings inside the window are up",
    0: "If it's about money, that's on the page: bookings inside the window have held",
    -1: "If it's about money, don't wait for him to find it: bookings inside the window are down",
}
"""What the closing says of bookings, by which way they went."""
SANDBOX_NOTE = (
    " One owner is called Sandbox Test, with {tests} deals of a dollar each; they look like tests, "
    "so tell me whether they are to stay. For now they're counted."
)
LEAST_DIFFERENCE = 0.03  # of some effect itself: twice the tolerance of what checks it
POINT_UNITS = ("", " points")  # "pp" and "pts" are read as units
NOT_RATES = (
    "CRM", "CRM's", "share", "mix", "mix effect", "rate effect", "weight", "weights", "pipeline",
    "part of what", "interaction", "step", "created", "less SMB", "more SMB", "more Enterprise",
    "less Enterprise", "opportunities", "volume", "composition", "proposal", "deals", "window",
    "leaks", "leak", "lowest win rate", "noise", "chance", "statistically", "significant",
    "margin of error",
)  # fmt: skip
"""What a clause is about that says something of a segment, but not of its win rate."""
STEP_WORDS = {
    "created to qualified": (
        "qualification", "qualification stage", "qualifying", "first stage", "first step",
        "start of the funnel", "early steps", "earlier steps", "steps before", "before proposals",
        "created and qualified", "lead quality", "hand-over", "before it",
    ),
    "qualified to proposal": (
        "qualified and proposal", "into proposal", "reach proposal", "qualification to proposal",
        "getting to proposal",
    ),
    "proposal to won": (
        "proposal and won", "proposal to a win", "proposals into wins", "proposals into a win",
        "close", "the close", "close rates", "last step", "final step", "end of the funnel",
        "finish", "after the proposal", "after proposals", "proposal to signature",
        "winning from proposal", "proposal and win", "=proposals", "=proposal", "our proposal",
        "the end", "has our proposal", "into proposal to won", "into proposal to a win",
    ),
}  # fmt: skip
"""What a step of the funnel is called in running text."""
SECOND_STEP_WORDS = (
    "second weakest", "second-weakest", "second lowest", "second-lowest", "next weakest",
    "next lowest", "second priority", "secondary priority", "in second place", "as a second",
)  # fmt: skip
LEADS_TO_A_SECOND = ("also", "then", "next", "after that", "second", "secondly", "as well as")
WORK_ON_A_STEP = (
    "", "on", "at", "work", "work on", "fix", "look at", "review", "tackle", "address", "check",
    "improve",
)  # fmt: skip
"""How a page speaks of a step that it puts beside the one with the lowest conversion."""
FELL_MOST_WORDS = (
    "fell most", "fell the most", "fell furthest", "fell hardest", "fallen most", "dropped most",
    "dropped the most", "dropped furthest", "declined most", "declined the most", "slipped most",
    "lost most ground", "biggest drop", "largest drop", "steepest drop", "biggest fall",
    "largest fall", "steepest fall", "biggest decline", "largest decline", "steepest decline",
    "down most", "down the most",
)  # fmt: skip
"""How a page speaks of a step that lost most since Q2, where that is not the lowest one."""
EFFECT_NAMES = {
    "mix effect": [
        "mix", "mix shift", "mix impact", "mix shift effect", "segment mix effect",
        "mix contribution", "mix change effect", "due to mix",
    ],
    "rate effect": [
        "rate", "rate impact", "rate change effect", "win rate effect", "conversion effect",
        "within segment effect", "performance effect", "rate contribution", "due to rate",
        "conversion rate effect", "within segment rate effect",
    ],
    "interaction": [
        "interaction effect", "interaction term", "cross effect", "cross term", "joint effect",
        "mix rate interaction", "mix x rate", "interaction impact", "mix x rate interaction",
    ],
    "total effect": [
        "total change", "net effect", "contribution", "total contribution", "net change",
        "sum of effects", "total impact", "net impact", "total change in win rate",
        "contribution to change", "sum",
    ],
}  # fmt: skip


def solve(
    parameters: Mapping[str, float],
    seed: int,
    choices: Mapping[str, str],
) -> Truth | None:
    """Every number of the diagnosis; None where the story or the bias is not in the data."""
    records = draw_opportunities(parameters, seed, choices)
    real = [record for record in records if not record.is_test]
    window = round(parameters["window_days"])
    window_first = round(window + parameters["window_overstated_by"])
    correction = choices.get("correction", "window")
    # What everybody quotes counts the test records: the report does not know them.
    created, crm = created_counts(real), crm_funnel(records)
    figures, first, short = (
        figures_of(days, created, crm=crm, cohort=cohort)
        for days, cohort in (
            (window, cohort_funnel(real, window)),
            (window, _cohort_as_first_said(real, window, window_first, correction)),
            (SHORT_WINDOW, cohort_funnel(real, SHORT_WINDOW)),
        )
    )
    story = _Story(choices, correction)
    if not is_well_posed(figures, first, _closed_only(real, window), story):
        return None
    base = choices.get("effect_base", "q2")
    figures = figures_of(window, created, crm=crm, cohort=figures.cohort, base=base)
    if abs(figures.effects[TOTAL]["rate effect"]) < LEAST_INTERACTION:
        return None
    csv_text = as_csv(records)
    with_tests = created_counts(records)
    return {
        "window_first": window_first,
        "window_said": window_first if correction == "window" else window,
        "rate_base_first": 1 if correction == "win_basis" else 0,
        "records": len(records),
        "tests": len(records) - len(real),
        "sandbox_note": "" if seed == 0 else SANDBOX_NOTE.format(tests=len(records) - len(real)),
        "counts": {
            "created_with_tests": with_tests,
            "created": created,
            "tests": {cell: with_tests[cell] - created[cell] for cell in created},
            "crm": {cell: list(row) for cell, row in crm.items()},
            "cohort": {cell: list(row) for cell, row in figures.cohort.items()},
            "cohort_first": {cell: list(row) for cell, row in first.cohort.items()},
        },
        **_spoken_counts(figures, first, with_tests),
        **_spoken_rates(figures),
        **_steps(figures, focus_segment(choices)),
        **_around_the_table(real, figures, parameters),
        **_tables(figures, base),
        "effect_base": base,
        **names(window),
        **story_of(figures, short, seed),
        **effects_of(figures, base),
        **extra_figures(real, figures, parameters),
        **defect_places(csv_text),
        "export_layout": choices.get("export_layout", "plain"),
        "opportunities_csv": csv_text,
    }


def _cohort_as_first_said(
    real: Sequence[Opportunity], window: int, window_first: int, correction: str
) -> StageCounts:
    """The counts before the slip of the tongue is corrected, if it is one of counts."""
    if correction == "window":
        return cohort_funnel(real, window_first)
    if correction == "archived":
        return cohort_funnel((deal for deal in real if not deal.archived), window)
    return cohort_funnel(real, window)


def _closed_only(real: Sequence[Opportunity], window: int) -> Figures:
    """The reading that counts closed deals only, whenever they closed."""
    closed = [opportunity for opportunity in real if opportunity.status != "open"]
    cohort = cohort_funnel(closed, EVER)
    return figures_of(window, created_counts(closed), crm=crm_funnel(closed), cohort=cohort)


def _spoken_counts(
    figures: Figures, first: Figures, with_tests: Mapping[str, int]
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for cell, (created, *_, won) in figures.cohort.items():
        place = identifier(cell)
        values |= {f"created_{place}": created, f"created_with_tests_{place}": with_tests[cell]}
        values |= {f"won_{place}": won, f"won_first_{place}": first.cohort[cell][3]}
        values |= {f"archived_{place}": figures.crm[cell][1]}
    return values


def _spoken_rates(figures: Figures) -> dict[str, float]:
    values: dict[str, float] = {}
    for cell, rate in figures.win_rates.items():
        place = identifier(cell)
        values |= {f"rate_{place}": rate, f"crm_rate_{place}": figures.crm_rates[cell]}
        values |= {f"share_{place}": figures.mix[cell]}
    total = figures.effects["Total"]
    first_cut = two_way(figures.mix, figures.win_rates)["Total"]
    values |= {
        "change": total["total effect"],
        "fall": -total["total effect"],
        "mix_effect": total["mix effect"],
        "rate_effect": total["rate effect"],
        "interaction": total["interaction"],
        "mix_effect_two_way": first_cut["mix effect"],
        "rate_effect_two_way": first_cut["rate effect"],
        "archiving_cost": archiving_cost(figures, TOTAL),
        "smb_drop": 1 - figures.created["SMB|Q3"] / figures.created["SMB|Q2"],
    }
    effects = (
        "mix_effect", "rate_effect", "mix_effect_two_way", "rate_effect_two_way", "interaction",
        "change",
    )  # fmt: skip
    overall = [f"{kind}_total_{quarter.lower()}" for kind in KINDS for quarter in QUARTERS]
    return {
        **{name: round(value, DECIMALS) for name, value in values.items()},
        **{f"{name}_cell": points(values[name]) for name in effects},
        **{f"{name}_cell": percent(values[name]) for name in overall},
    }


def _steps(figures: Figures, focus: str) -> dict[str, Any]:
    """Where the segment that is worked on loses most, and what of it is said elsewhere."""
    rates = figures.step_rates()
    before, after = (rates[f"{focus}|{quarter}"] for quarter in QUARTERS)
    weakest = min(range(len(STEPS)), key=lambda step: after[step])
    fell_most = min(range(len(STEPS)), key=lambda step: after[step] - before[step])
    return {
        "focus": focus,
        "focus_apart": [
            *(segment for segment in SEGMENTS if segment != focus),
            *_beside_the_weakest([step for n, step in enumerate(STEPS) if n != weakest]),
            *(() if fell_most == weakest else FELL_MOST_WORDS),
        ],
        "steps_read": "All three of its steps are down on Q2"
        if all(new < old for old, new in zip(before, after, strict=True))
        else "Lowest isn't the same as fell most, though",
        **{
            f"{name}_focus_{quarter.lower()}": figures.cohort[f"{focus}|{quarter}"][place]
            for name, place in (("created", 0), ("won", 3))
            for quarter in QUARTERS
        },
        "weakest_step": STEPS[weakest],
        "weakest_move": "its lowest step, and down on Q2"
        if after[weakest] < before[weakest]
        else "its lowest step, though up on Q2",
        "step_terms": [" | ".join((step, *STEP_WORDS[step])) for step in STEPS],
        "step_figures": {
            step: [f"{100 * rate:.2f}%"] for step, rate in zip(STEPS, after, strict=True)
        },
        "not_the_rates": [*NOT_RATES, *_share_forms(figures)],
        "fall_owners": {
            basis: [f"{100 * (rates['Total|Q2'] - rates['Total|Q3']):.3f} points"]
            for basis, rates in (("CRM", figures.crm_rates), ("cohort", figures.win_rates))
        },
        "archiving_owners": {
            "archived": [
                f"{sign}{100 * archiving_cost(figures, TOTAL):.3f} points" for sign in ("", "-")
            ]
        },
        "archived_owners": {
            quarter: [figures.crm[f"{TOTAL}|{quarter}"][1]] for quarter in QUARTERS
        },
        "weakest_rate_q2": round(before[weakest], DECIMALS),
        "weakest_rate_q3": round(after[weakest], DECIMALS),
    }


def _beside_the_weakest(others: Sequence[str]) -> list[str]:
    """Phrases that put another step second, which is not to say that it is the weakest."""
    before = [f"{lead} {work}".strip() for lead in LEADS_TO_A_SECOND for work in WORK_ON_A_STEP]
    return [
        *SECOND_STEP_WORDS,
        *(f"{phrase} {step}" for phrase in before for step in others),
    ]


def _share_forms(figures: Figures) -> list[str]:
    """The shares of what was created as they are written, which are no win rates."""
    forms = [f"{100 * share:.{places}f}%" for share in figures.mix.values() for places in range(3)]
    rates = {f"{100 * rate:.{p}f}%" for rate in figures.win_rates.values() for p in range(3)}
    return sorted(set(forms) - rates)


def _around_the_table(
    real: Sequence[Opportunity], figures: Figures, parameters: Mapping[str, float]
) -> dict[str, Any]:
    """What is talked about and goes into no product."""
    day = export_day(parameters)
    won = {quarter: [0, 0] for quarter in QUARTERS}
    outbound = {quarter: [0, 0] for quarter in QUARTERS}
    young = 0
    first_window = parameters["window_days"] + parameters["window_overstated_by"]
    for opportunity in real:
        if opportunity.stages_reached(figures.window_days) == len(STAGES):
            won[opportunity.quarter][0] += opportunity.amount
            won[opportunity.quarter][1] += 1
        if opportunity.segment == "Enterprise":
            outbound[opportunity.quarter][0] += opportunity.source == "Outbound"
            outbound[opportunity.quarter][1] += 1
        young += (day - opportunity.created).days < first_window
    # Enough wins to take away more than half of the fall.
    half = round(figures.created["Total|Q3"] * -figures.change / 2)
    extra = half + round(parameters["bi_margin"])
    bi_won = figures.cohort["Enterprise|Q3"][3] + extra
    return {
        "export_date": day.isoformat(),
        "export_day_spoken": f"{MONTHS[day.month - 10]} {day.day}",
        "days_since_quarter_end": (day - LAST_DAYS["Q3"]).days,
        "too_young": young,
        **{f"won_amount_{q.lower()}": round(won[q][0] / 1e6, 3) for q in QUARTERS},
        **{f"average_win_{q.lower()}": round(won[q][0] / won[q][1] / 1e3, 1) for q in QUARTERS},
        **{f"outbound_{q.lower()}": round(outbound[q][0] / outbound[q][1], 4) for q in QUARTERS},
        "bi_won_enterprise_q3": bi_won,
        "bi_extra": extra,
        "bi_beyond": bi_beyond(real, bi_won),
        "bi_table": reconciliation_table(figures, extra),
        "bi_rate_total_q3": round(
            (figures.cohort["Total|Q3"][3] + extra) / figures.created["Total|Q3"], DECIMALS
        ),
        "half_way_won": (bi_won + figures.cohort["Enterprise|Q3"][3] + 1) // 2,
        "pipeline_at_twenty": round(parameters["quota_wins"] / 0.20),
        "pipeline_at_thirty": round(parameters["quota_wins"] / 0.30),
        **_money(won),
        "coverage_at_q3_rate": round(1 / figures.win_rates["Total|Q3"], 2),
    }


def _money(won: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """What the wins of either cohort are worth, and what is said of it."""
    less = won["Q3"][0] < won["Q2"][0]
    moved = won["Q3"][0] / won["Q2"][0] - 1
    return {
        "bookings_move": f"that's {abs(moved):.0%} {'less' if less else 'more'}"
        if abs(moved) >= LEAST_MONEY_MOVE
        else "about the same",
        "bookings_close": BOOKINGS_CLOSE[
            (moved >= LEAST_MONEY_MOVE) - (moved <= -LEAST_MONEY_MOVE)
        ],
        "bookings_table": {quarter: round(won[quarter][0] / 1e6, 3) for quarter in QUARTERS},
        "money_verdict": "Yes, somewhat less" if less else "No, more",
        "money_lean": "Q3's wins larger deals, though for less first-year value in the same window"
        if less
        else "Q3's wins larger deals, and brought in more first-year value in the same window",
    }


def _tables(figures: Figures, base: str) -> dict[str, dict[str, float]]:
    """What criteria compare with; the keys as products.yaml names them."""
    return {
        "created_table": dict(figures.created),
        "cohort_table": {
            f"{cell}|{stage}|cohort": count
            for cell, row in figures.cohort.items()
            for stage, count in zip(STAGES, row, strict=True)
        },
        "crm_count_table": {
            f"crm_counts|{cell}|{item}|CRM": count
            for cell, row in figures.crm.items()
            for item, count in zip(("in report", "archived", "won"), row, strict=True)
        },
        "dashboard_changes": _changes(figures),
        "crm_rate_table": {
            f"{cell}|CRM": round(rate, DECIMALS) for cell, rate in figures.crm_rates.items()
        },
        "effect_table": {
            f"Total|{name}": round(figures.effects["Total"][name], DECIMALS)
            for name in (*TERMS[base], EFFECTS[-1])
        },
    }


def _changes(figures: Figures) -> dict[str, float]:
    """By how much win rates changed, as the dashboard's tables name them."""

    def change(rates: Mapping[str, float], row: str) -> float:
        return round(rates[f"{row}|Q3"] - rates[f"{row}|Q2"], DECIMALS)

    return {
        **{f"dash_segment_changes|{row}": change(figures.win_rates, row) for row in ROWS},
        "dash_crm_changes|CRM": change(figures.crm_rates, TOTAL),
        "dash_crm_changes|cohort": change(figures.win_rates, TOTAL),
    }


@dataclass(frozen=True, slots=True)
class _Story:
    """What a seed has chosen: its conclusion, its weakest step and its slip of the tongue."""

    choices: Mapping[str, str]
    correction: str

    @property
    def falling_segment(self) -> str | None:
        return fallen_segment(self.choices)

    @property
    def weakest_step(self) -> str:
        return self.choices.get("weakest", "proposal_to_won").replace("_", " ")


def _moves_as_chosen(figures: Figures, story: _Story) -> Iterator[bool]:
    """The total falls and the segments rise, but for the one that is to fall beyond noise."""
    rates = figures.win_rates
    yield rates["Total|Q2"] - rates["Total|Q3"] >= LEAST_FALL
    for segment in SEGMENTS:
        rise = rates[f"{segment}|Q3"] - rates[f"{segment}|Q2"]
        if segment == story.falling_segment:
            yield rise <= -LEAST_SEGMENT_FALL and p_value(figures, segment) <= CERTAIN
            yield is_beyond_noise_by_every_test(figures, segment) is True
        else:
            yield rise >= LEAST_RISE and p_value(figures, segment) >= UNCERTAIN
    for quarter in QUARTERS:
        smb, middle, enterprise = (rates[f"{segment}|{quarter}"] for segment in SEGMENTS)
        yield smb - middle >= LEAST_RISE and middle - enterprise >= LEAST_RISE
    yield is_beyond_noise_by_every_test(figures, TOTAL) is not None
    yield abs(p_value(figures, TOTAL) - NOISE) >= 0.005
    gone, gained = (figures.mix[f"{s}|Q2"] - figures.mix[f"{s}|Q3"] for s in SEGMENTS[::2])
    yield -gained > gone / 2  # most of what SMB lost went to Enterprise, as is said


def _weakest_is_clear(figures: Figures, story: _Story) -> bool:
    focus = focus_segment(story.choices)
    steps = dict(zip(STEPS, figures.step_rates()[f"{focus}|Q3"], strict=True))
    weakest = steps.pop(story.weakest_step)
    return min(steps.values()) - weakest >= LEAST_STEP_LEAD


def has_survivorship_bias(figures: Figures) -> bool:
    """True when the CRM's report flatters both quarters and the older one more, everywhere."""
    naive, right = figures.crm_rates, figures.win_rates
    flattered = all(naive[cell] - right[cell] >= LEAST_NAIVE_EXCESS for cell in naive)
    falls = [naive[f"{segment}|Q2"] - naive[f"{segment}|Q3"] for segment in (*SEGMENTS, "Total")]
    archived = [figures.crm[f"Total|{quarter}"][1] for quarter in QUARTERS]
    return flattered and min(falls) >= LEAST_NAIVE_FALL and archived[0] > archived[1] > 0


def archiving_cost(figures: Figures, row: str) -> float:
    """How much less the CRM's report falls once the archived are put back into its base."""
    before, after = (
        won / shown - won / (shown + hidden)
        for shown, hidden, won in (figures.crm[f"{row}|{quarter}"] for quarter in QUARTERS)
    )
    return before - after


def _falls_by_archiving(figures: Figures, story: _Story) -> bool:
    """True where most of the report's fall is archiving, as is written of it.

    In total; where no segment falls, in every segment too.
    """
    rows = ROWS if story.falling_segment is None else (TOTAL,)
    falls = {row: figures.crm_rates[f"{row}|Q2"] - figures.crm_rates[f"{row}|Q3"] for row in rows}
    return all(archiving_cost(figures, row) >= LEAST_ARCHIVING * falls[row] for row in rows)


def is_well_posed(figures: Figures, first: Figures, closed: Figures, story: _Story) -> bool:
    """True when both are there, the effects have their signs, and wrong readings show.

    `first` are the figures with what is first misspoken, `closed` those of closed deals only: a
    window misspoken moves numbers and not the conclusion; where every segment rises, closed deals
    turn the fall into a rise.
    """
    is_paradox = story.falling_segment is None
    return (
        all(_moves_as_chosen(figures, story))
        and _weakest_is_clear(figures, story)
        and has_survivorship_bias(figures)
        and _falls_by_archiving(figures, story)
        and all(_effects_are_clear(figures, is_paradox=is_paradox))
        and (story.correction != "window" or all(_differences(first, figures)))
        and (story.correction != "window" or all(_points_the_same_way(first, figures)))
        and (not is_paradox or closed.change >= LEAST_FALL)
        and all(_differences(closed, figures))
    )


def _effects_are_clear(figures: Figures, *, is_paradox: bool) -> Iterator[bool]:
    total = figures.effects["Total"]
    yield total["mix effect"] <= -LEAST_MIX
    yield total["interaction"] <= -LEAST_INTERACTION
    if is_paradox:
        yield total["rate effect"] >= LEAST_RATE
    else:
        two = two_way(figures.mix, figures.win_rates)["Total"]["rate effect"]
        yield min(abs(total["rate effect"]), abs(two)) >= LEAST_INTERACTION


def _differences(wrong: Figures, right: Figures) -> Iterator[bool]:
    for quarter in QUARTERS:
        yield wrong.cohort[f"Total|{quarter}"] != right.cohort[f"Total|{quarter}"]
    effects = right.effects["Total"]
    apart = (abs(wrong.effects["Total"][name] / effects[name] - 1) for name in effects)
    yield max(apart) >= LEAST_DIFFERENCE


def _points_the_same_way(first: Figures, figures: Figures) -> Iterator[bool]:
    for row in ROWS:
        moves = [
            rates.win_rates[f"{row}|Q3"] - rates.win_rates[f"{row}|Q2"]
            for rates in (first, figures)
        ]
        yield moves[0] * moves[1] > 0


def names(window_days: int) -> dict[str, list[str]]:
    """Role members with their aliases, the key first."""
    cohort = (
        "cohort", "cohort funnel", "cohort corrected", "corrected", "corrected funnel",
        "cohort-based", "cohort view", "cohort adjusted", "maturity adjusted", "mature", "matured",
        "fixed window", "like for like", "true", f"{window_days} day", f"{window_days}d",
        f"{window_days} day cohort", f"{window_days} day window", f"cohort ({window_days} days)",
        f"cohort funnel ({window_days} days)", f"corrected ({window_days} day)",
        f"cohort corrected ({window_days} day)",
    )  # fmt: skip
    return {
        "effect_names": [
            " | ".join(
                f"{alias}{unit}" for alias in (name, *EFFECT_NAMES[name]) for unit in POINT_UNITS
            )
            for name in EFFECTS
        ],
        "cohort_names": [" | ".join(cohort)],
    }
