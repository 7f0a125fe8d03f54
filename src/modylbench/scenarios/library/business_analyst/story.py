"""What is said and written about the figures: by how they moved, and how sure that is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.business_analyst.funnel import (
    ROWS,
    TERMS,
    TOTAL,
    Figures,
    two_way,
)
from modylbench.scenarios.library.business_analyst.opportunities import SEGMENTS
from modylbench.scenarios.library.business_analyst.workbook import points
from modylbench.scenarios.library.text_forms import list_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.business_analyst.opportunities import Opportunity

NOISE = 0.05  # the p-value from which a move may be chance
FEW_WINS = 30
SMB_OPEN = "why so few SMB opportunities were created is open, since the export does not show it"
BI_OPEN = (
    "; the Enterprise count of Q3 is open with BI, whose extract has more wins there than the "
    "export, on which this page stays"
)
EITHER_VERDICT = " - whoever names test and adjustment may say either"
SHORT_WINDOW = 30  # days
SHOWN_AT_SEED_0 = {
    "shown_rates": "the tiles",
    "on_rates": "on the tiles",
    "on_the_tiles": " on the tiles",
    "it_matches": "the page matches",
    "page_stays": "The page stays as it is",
    "page_left": "I've left the page as it is",
    "page_unchanged": "The page hasn't changed",
    "only_an_offer": "the page hasn't changed",
}
"""The paper's meeting has its edge case when the page is there; in others it may not yet be."""
SHOWN = {
    "shown_rates": "our rates",
    "on_rates": "in place of ours",
    "on_the_tiles": "",
    "it_matches": "it matches",
    "page_stays": "I've changed nothing",
    "page_left": "I've left it off",
    "page_unchanged": "I've changed nothing",
    "only_an_offer": "nothing has changed",
}
STEP_ACTIONS = {
    "created to qualified": "a fit check of {deals} before it enters the pipeline",
    "qualified to proposal": "a weekly review of {deals} stuck there",
    "proposal to won": "deal reviews at proposal for {deals}",
}
BASES = {
    "q2": "both effects at the Q2 base, the interaction apart",
    "average": "both effects at the average of the two quarters, mix against the overall rate",
}
"""At what the effects are taken, in words."""


def story_of(figures: Figures, short: Figures, seed: int) -> dict[str, Any]:
    """The phrases of a seed; `short` are the figures of a window of thirty days."""
    fallen = [s for s in SEGMENTS if _move(figures, s) < 0]
    rising = [s for s in SEGMENTS if s not in fallen]
    return {
        **(SHOWN_AT_SEED_0 if seed == 0 else SHOWN),
        "directions": {row: "up" if _move(figures, row) > 0 else "down" for row in ROWS},
        "rising_names": ["segments", *rising] if not fallen else rising,
        "falling_names": ["total", *fallen],
        **_spoken_moves(figures, fallen, rising),
        **_spoken_noise(figures, short, fallen),
    }


def p_value(figures: Figures, row: str) -> float:
    """How likely a move of that size is by chance: two proportions, two-sided."""
    (before, *_, won_before), (after, *_, won_after) = (
        figures.cohort[f"{row}|{quarter}"] for quarter in ("Q2", "Q3")
    )
    pooled = (won_before + won_after) / (before + after)
    spread = math.sqrt(pooled * (1 - pooled) * (1 / before + 1 / after))
    return math.erfc(abs(won_after / after - won_before / before) / spread / math.sqrt(2))


def exact_p_value(figures: Figures, row: str) -> float:
    """The same by Fisher's exact test: all splits of these wins that are no likelier than ours."""
    (before, *_, won_before), (after, *_, won_after) = (
        figures.cohort[f"{row}|{quarter}"] for quarter in ("Q2", "Q3")
    )
    won = won_before + won_after
    ways = [
        math.comb(before, wins) * math.comb(after, won - wins)
        for wins in range(max(0, won - after), min(before, won) + 1)
    ]
    ours = math.comb(before, won_before) * math.comb(after, won_after)
    return sum(count for count in ways if count <= ours) / sum(ways)  # whole numbers


def is_beyond_noise_by_every_test(figures: Figures, row: str) -> bool | None:
    """Whether a move is beyond noise by itself; None where the usual tests disagree."""
    return _common_verdict([p_value(figures, row), exact_p_value(figures, row)])


def _common_verdict(p_values: Sequence[float]) -> bool | None:
    beyond = {p < NOISE for p in p_values}
    return beyond.pop() if len(beyond) == 1 else None


def _move(figures: Figures, row: str) -> float:
    return figures.win_rates[f"{row}|Q3"] - figures.win_rates[f"{row}|Q2"]


def effects_of(figures: Figures, base: str) -> dict[str, Any]:
    """How the change is taken apart, in words: the effects by name, and what a segment has cost."""
    total, terms = figures.effects[TOTAL], TERMS[base]
    short = [name.removesuffix(" effect") for name in terms]
    said = [f"{points(total[name]):,.3f} points" for name in terms]
    values = [f"{name} {points(total[term]):,.3f}" for name, term in zip(short, terms, strict=True)]
    fallen = [s for s in SEGMENTS if _move(figures, s) < 0]
    own = math.fsum(figures.effects[s][name] for s in fallen for name in terms[1:])
    rest = math.fsum(total[name] for name in terms[1:]) - own
    return {
        "effects_listed": ", ".join(short) if "interaction" in short else list_in_words(short),
        "effects_named": list_in_words(short),
        "effects_counted": "the three" if "interaction" in terms else "the two",
        "effects_points": list_in_words(said),
        "effects_values": ", ".join(values),
        "effect_basis": BASES[base],
        "with_interaction": " plus its interaction" if "interaction" in terms else "",
        "sign_note": _sign_note(figures, fallen),
        "mix_minus": _falling_mix(figures),
        "fallen": "".join(fallen),
        "mix_cost": points(-total["mix effect"]) / 100,
        "fallen_cost": points(-own) / 100,
        "others_gain": points(rest) / 100,
        "cause_names": [
            "mix | mix effect | mix shift | segment mix | composition",
            *(f"{segment} | {segment}'s" for segment in SEGMENTS),
        ],
        "cause_figures": {
            "mix": _both_signs(total["mix effect"]),
            **{segment: _both_signs(own) for segment in fallen},
        },
    }


def _sign_note(figures: Figures, fallen: Sequence[str]) -> str:
    """What to say where the rates take away by one convention and give by the other."""
    first = two_way(figures.mix, figures.win_rates)[TOTAL]["rate effect"]
    if first * figures.effects[TOTAL]["rate effect"] >= 0:
        return ""
    return (
        " The sign of the rate total depends on the weights"
        + "".join(f"; the minus of {segment} doesn't" for segment in fallen)
        + "."
    )


def _falling_mix(figures: Figures) -> str:
    minus = [s for s in SEGMENTS if figures.effects[s]["mix effect"] < 0]
    return "all three segments" if minus == list(SEGMENTS) else list_in_words(minus)


def _both_signs(effect: float) -> list[str]:
    return [f"{points(effect):.3f} points", f"{points(-effect):.3f} points"]


def _spoken_moves(figures: Figures, fallen: list[str], rising: list[str]) -> dict[str, str]:
    def from_to(row: str, digits: int) -> str:
        before, after = (100 * figures.win_rates[f"{row}|{quarter}"] for quarter in ("Q2", "Q3"))
        return f"from {before:.{digits}f}% to {after:.{digits}f}%"

    def moves_of(rows: Sequence[str], digits: int, verb: str = "") -> str:
        return ", ".join(f"{row}{verb} {from_to(row, digits)}" for row in rows)

    went = "our numbers don't say that: SMB went"
    first = f"{went} {from_to('SMB', 2)}, {moves_of(SEGMENTS[1:], 2)}"
    if not fallen:
        return {
            "segments_read": f"every segment is up: {moves_of(SEGMENTS, 2)}",
            "segments_read_first": f"Every segment is up: {moves_of(SEGMENTS, 2)}",
            "segments_expected": "while every segment rises: "
            + moves_of(SEGMENTS, 2).replace("from ", ""),
            "segments_expected_short": "so down, while SMB, Mid-Market and Enterprise are all up",
            "chart_at_won": "At Won, each segment is higher in Q3 and only the total is lower",
            "headline_facts": first,
            "why_it_fell": "The total fell because the mix moved to Enterprise, which wins less "
            "often. It's Simpson's paradox",
            "true_headline": "overall win rate fell on mix, no segment shows a fall",
            "which_got_worse": "None of them did. SMB went "
            f"{from_to('SMB', 2)}, {moves_of(SEGMENTS[1:], 2)}: all three rose, "
            "only the total fell",
            "which_got_worse_expected": "none did - all three cohort win rates rose -",
            "fell_on": "on mix",
            "total_expected": "since the mix has moved to Enterprise, which wins less often",
            "held_or_improved": "no segment shows a fall",
            "piles_got": "Each pile got a bit better",
            "diagnosis_read": "the total fell while no segment did, the mix moved to Enterprise",
            "moves_criterion": "The win rate rises in every segment and falls in total",
            "moves_stated": "The diagnosis says that the total fell and every segment rose",
            "causes_stated": "The diagnosis puts the fall down to the mix, and not to worse "
            "selling",
            "dashboard_moves": "The dashboard's win rates rise in every segment and fall in total",
        }
    down, up = fallen[0], list_in_words(rising)
    return {
        "segments_read": f"{up} are up: {moves_of(rising, 2)}. {down} is down, {from_to(down, 2)}",
        "segments_read_first": f"{up} are up: {moves_of(rising, 2)}. {down} is down, "
        f"{from_to(down, 2)}",
        "segments_expected": f"while {moves_of(rising, 2, ' rises')} and "
        f"{moves_of([down], 2, ' falls')}",
        "segments_expected_short": f"so down, while {up} are up and {down} is down",
        "chart_at_won": f"At Won, {up} are higher in Q3, {down} and the total are lower",
        "headline_facts": f"the numbers don't say that, not in every segment: SMB went "
        f"{from_to('SMB', 2)}, {moves_of(SEGMENTS[1:], 2)}",
        "why_it_fell": f"Only {down} is down. And the mix has moved to Enterprise, which wins less "
        "often, so the total can't speak for the segments",
        "true_headline": f"overall win rate fell, with more Enterprise in the mix and {down} down; "
        f"{up} went up",
        "which_got_worse": f"Only {down}, {from_to(down, 2)}. {moves_of(rising, 2, ' went')}: "
        "not every segment",
        "which_got_worse_expected": f"only {down} did, {up} rose -",
        "fell_on": f"with more Enterprise in the mix and a lower rate in {down}",
        "total_expected": f"since the mix has moved to Enterprise and only {down} fell",
        "held_or_improved": f"{up} show no fall",
        "piles_got": f"{up} got a bit better, {down} got worse",
        "diagnosis_read": f"the total fell, {up} rose and {down} fell; the mix moved to "
        f"Enterprise, and {down} won less often",
        "moves_criterion": f"The win rate rises in {up} and falls in {down} and in total",
        "moves_stated": f"The diagnosis says that the total and {down} fell and {up} rose",
        "causes_stated": f"The diagnosis puts the fall down to the mix and to {down}, and says how "
        "many points each has cost",
        "dashboard_moves": f"The dashboard's win rates rise in {up} and fall in {down} and in "
        "total",
    }


def _spoken_noise(figures: Figures, short: Figures, fallen: list[str]) -> dict[str, str]:
    """How much of it chance may have done, and what another window would have shown."""
    beyond = [row for row in ROWS if p_value(figures, row) < NOISE]
    certain = [row for row in beyond if row != TOTAL]
    lasting = {row: _is_beyond_noise_in_three_looks(figures, row) for row in certain}
    total = "is beyond noise" if TOTAL in beyond else "could be noise as well"
    focus = "".join(fallen) or "Enterprise"
    shown = "the other two show no fall" if certain else "no segment shows a fall"
    if TOTAL in beyond:
        shown += ", and the fall in total is beyond noise"
    else:
        shown += ", and the fall in total may be noise too"
    other = [s for s in SEGMENTS if _move(short, s) * _move(figures, s) <= 0]
    if other:
        at_thirty = (
            f"At thirty days {list_in_words(other)} would point the other way, so I wouldn't hang "
            f"anything on {'that move' if len(other) == 1 else 'those moves'}"
        )
    else:
        at_thirty = (
            "At thirty days each of the three moves in the direction that it has at "
            f"{figures.window_days}, for what it's worth"
        )
    two = two_way(figures.mix, figures.win_rates)[TOTAL]["rate effect"]
    return {
        "noise_read": f"{_noise_of(certain, lasting)}; the fall in total {total}",
        "thirty_days_read": at_thirty,
        "effects_read": "the mix takes away more than the better rates give back"
        if two > 0
        else f"mix and rates both take away, the rates because of {fallen[0]}",
        "focus_move": "a fall" if focus in fallen else "a rise",
        "focus_certainty": _certainty(figures, focus) if focus in beyond else "is within noise",
        "focus_lean": f"{focus} will bear some weight"
        if lasting.get(focus)
        else f"I wouldn't lean hard on {focus}",
        "focus_pressed": "If pressed, say it fell, and give the counts"
        if focus in beyond
        else "If pressed, say that it shows no fall, and not that it's better",
        "noise_written": f"{_noise_of(certain, lasting)}; {shown}",
        "either_verdict": EITHER_VERDICT if None in lasting.values() else "",
    }


def _is_beyond_noise_in_three_looks(figures: Figures, segment: str) -> bool | None:
    """Whether the move survives that it is one of three that were looked at.

    By Bonferroni and by Sidak, of two proportions and by Fisher; None where these disagree, since
    nobody has said which of them counts.
    """
    looks, likely = len(SEGMENTS), p_value(figures, segment)
    exact = exact_p_value(figures, segment)
    return _common_verdict(
        [
            *(looks * p for p in (likely, exact)),
            *(1 - (1 - p) ** looks for p in (likely, exact)),
        ]
    )


def _noise_of(certain: Sequence[str], lasting: Mapping[str, bool | None]) -> str:
    """Which segments moved by more than chance, and whether three looks leave that standing."""
    if not certain:
        return "None of the three segments moved beyond noise (two-sided, at five percent)"
    names = list_in_words(certain)
    stands = {lasting[segment] for segment in certain}
    if stands == {True}:
        return (
            f"Of the three segments only {names} moved beyond noise (two-sided, at five percent, "
            "adjusted for three looks)"
        )
    clears = f"Of the three segments only {names} clears five percent by itself (two-sided), and"
    if None in stands:
        edge = "it is at the edge, where the choice of test decides"
        return f"{clears} adjusted for three looks {edge}"
    return f"{clears} it is not significant once adjusted for three looks"


def _certainty(figures: Figures, segment: str) -> str:
    wins = min(figures.cohort[f"{segment}|{quarter}"][3] for quarter in ("Q2", "Q3"))
    few = ", on few wins" if wins < FEW_WINS else ""
    stands = _is_beyond_noise_in_three_looks(figures, segment)
    if stands:
        return f"is more than noise{few}"
    if stands is None:
        return f"clears five percent by itself{few}, but only just once three are looked at"
    return f"clears five percent only if it's looked at by itself{few}"


def bi_beyond(real: Sequence[Opportunity], bi_won: int) -> str:
    """Whether another window could explain the extract's Enterprise wins of Q3."""
    to_date = sum(  # whole numbers
        opportunity.won_day is not None
        for opportunity in real
        if opportunity.segment == "Enterprise" and opportunity.quarter == "Q3"
    )
    if bi_won > to_date:
        return (
            f"And no window explains it: to date, however late, the export has {to_date} "
            "Enterprise wins of Q3 in all."
        )
    return (
        f"A longer window might explain some of it: to date the export has {to_date} Enterprise "
        "wins of Q3."
    )


def action_at(step: str, focus: str) -> str:
    """What is to be done at the weakest step of a segment."""
    is_enterprise = focus == "Enterprise"
    deals = "every Enterprise deal" if is_enterprise else f"the {focus} business"
    return STEP_ACTIONS[step].format(deals=deals)


def diagnosis_of(truth: Mapping[str, Any], *, is_open_with_bi: bool = False) -> str:
    """The diagnosis that goes with the figures."""
    noise = f"{truth['noise_written']}{BI_OPEN if is_open_with_bi else ''}."
    fallen = [s for s in SEGMENTS if truth["directions"][s] == "down"]
    archiving = f"{100 * truth['archiving_cost']:.1f} points"
    shown = (
        "a fall in every segment and a steep one in total; most of the one in total is "
        f"survivorship, {archiving} of it"
        if fallen
        else "a steep fall in every segment; most of that is survivorship, "
        f"{archiving} of it in total"
    )
    crm = (
        f"The CRM report shows {shown}, since it leaves out archived deals, and many more of Q2 "
        "than of Q3."
    )
    mix = (
        "SMB is a much smaller part of what was created, Enterprise a much larger one, most of it "
        f"outbound, and Enterprise wins less often; {SMB_OPEN}."
    )
    if not fallen:
        return (
            f"Overall win rate fell, and every segment rose: {list_in_words(SEGMENTS)} all won a "
            "larger share of what they created than in the quarter before. What pulled the total "
            f"down is mix: {mix} {crm} {noise}"
        )
    rising = [s for s in SEGMENTS if s not in fallen]
    return (
        f"Overall win rate fell; {list_in_words(rising)} rose, {fallen[0]} fell. Two things pulled "
        f"the total down: the mix cost {100 * truth['mix_cost']:.3f} points, since there is much "
        "less SMB in what was created and much more Enterprise, the segment that wins least often, "
        f"and {fallen[0]} cost {100 * truth['fallen_cost']:.3f} points, since it won less often "
        f"than in Q2; {SMB_OPEN}. {crm} {noise}"
    )
