"""The conversion diagnosis is right; its conclusion and the bias are in the data of every seed.

The references are written from the files that the meeting hands over, with other means than ours.
"""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.stats import fisher_exact
from statsmodels.stats.proportion import proportions_ztest  # type: ignore[import-untyped]
from tests.staging.findings import failed_criteria
from tests.staging.near_misses.business_analyst import handed_in, right_figures

from modylbench.evaluation.verification.claims.check import judge
from modylbench.products.pointer import replace_at
from modylbench.products.quantities.conclusion import ClaimSought
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.conditions import holds
from modylbench.scenarios.drawing.plot import NEUTRAL
from modylbench.scenarios.library.business_analyst.dashboard import texts_of
from modylbench.scenarios.library.business_analyst.funnel import (
    STEPS,
    average_way,
    figures_at,
    three_way,
    two_way,
)
from modylbench.scenarios.library.business_analyst.opportunities import draw_opportunities
from modylbench.scenarios.library.business_analyst.oracle import (
    MILESTONES,
    attachments,
    products,
    solve,
)
from modylbench.scenarios.variant import (
    Variant,
    draw_parameters,
    instantiate,
    script_milestones,
    solve_seed,
)

SEGMENTS = ("SMB", "Mid-Market", "Enterprise")
QUARTERS = ("Q2", "Q3")
STAGES = ("created", "qualified", "proposal", "won")
Line = dict[str, str]

FALLEN = {"paradox": set(), "enterprise_down": {"Enterprise"}, "mid_market_down": {"Mid-Market"}}
seeds = st.integers(0, 5_000)
few = settings(max_examples=max(6, settings().max_examples // 6))


@cache
def truth_of(seed: int) -> dict[str, Any]:
    return solve_seed(scenario("business_analyst"), seed)


@cache
def variant_of(seed: int) -> Variant:
    return instantiate(scenario("business_analyst"), seed)


def export(seed: int) -> list[Line]:
    return list(csv.DictReader(io.StringIO(truth_of(seed)["opportunities_csv"])))


def real(seed: int) -> list[Line]:
    return [row for row in export(seed) if row["owner"] != "Sandbox Test"]


def quarter_of(row: Line) -> str:
    return "Q2" if "2025-04-01" <= row["created_date"] <= "2025-06-30" else "Q3"


def days_to(row: Line, column: str) -> float:
    if not row[column] or (column == "closed_date" and row["status"] != "won"):
        return float("inf")
    start, end = (np.datetime64(row[name]) for name in ("created_date", column))
    return float((end - start) / np.timedelta64(1, "D"))


def within(rows: list[Line], window: float) -> dict[tuple[str, str], list[int]]:
    """Counts by stage within the window, with numpy over all records at once."""
    columns = ("qualified_date", "proposal_date", "closed_date")
    days = np.array([[0.0, *(days_to(row, column) for column in columns)] for row in rows])
    reached = days <= window
    cells = np.array([f"{row['segment']}|{quarter_of(row)}" for row in rows])
    return {
        (segment, quarter): reached[cells == f"{segment}|{quarter}"].sum(axis=0).tolist()
        for segment in SEGMENTS
        for quarter in QUARTERS
    }


def test_the_canonical_scenario_is_the_one_of_the_table() -> None:
    published = variant_of(0).scenario

    assert published.conversation_turns == 50
    assert published.title == "Q3 Pipeline Conversion Rate Diagnosis"
    assert (published.vertical, published.human_persona) == ("Business Analyst", "RevOps Director")
    assert len(published.expected_outputs) == 3
    assert len(published.edge_cases) == 5
    methods = Counter(criterion.method for criterion in published.criteria())
    assert methods.most_common(1)[0][0] == "data_consistency" == published.verification.method
    assert {"programmatic", "mathematical", "structural"} <= methods.keys()


def test_the_canonical_numbers_stay() -> None:
    truth = truth_of(0)

    assert (truth["window_first"], truth["window_days"], truth["records"]) == (90, 60, 1212)
    assert (truth["created_total_q2"], truth["created_total_q3"]) == (610, 590)
    assert (truth["won_total_q2"], truth["won_total_q3"]) == (161, 144)


@few
@given(seed=seeds)
def test_a_second_count_of_the_export_agrees(seed: int) -> None:
    truth = truth_of(seed)
    counts = within(real(seed), truth["window_days"])

    for (segment, quarter), row in counts.items():
        for stage, count in zip(STAGES, row, strict=True):
            assert truth["cohort_table"][f"{segment}|{quarter}|{stage}|cohort"] == count
        assert truth["created_table"][f"{segment}|{quarter}"] == row[0]
    for quarter in QUARTERS:
        total = np.sum([counts[segment, quarter] for segment in SEGMENTS], axis=0)
        key = f"Total|{quarter}"
        assert [truth["cohort_table"][f"{key}|{stage}|cohort"] for stage in STAGES] == list(total)


@few
@given(seed=seeds)
def test_the_export_is_what_a_crm_would_give(seed: int) -> None:
    truth, rows = truth_of(seed), export(seed)
    end = date.fromisoformat(truth["export_date"])

    assert 1_140 <= len(rows) == truth["records"] <= 1_280
    assert len({row["opportunity_id"] for row in rows}) == len(rows)
    assert [row["created_date"] for row in rows] == sorted(row["created_date"] for row in rows)
    for row in rows:
        dates = [row[name] for name in ("created_date", "qualified_date", "proposal_date")]
        stages = [day for day in (*dates, row["closed_date"]) if day]
        assert stages == sorted(stages)
        assert max(stages) <= truth["export_date"]
        assert bool(row["closed_date"]) == (row["status"] != "open")
        assert (row["furthest_stage"] == "Won") == (row["status"] == "won")
        assert not (row["proposal_date"] and not row["qualified_date"])
        last = date.fromisoformat(max(day for day in dates if day))
        idle = (end - last).days >= truth["archive_days"]
        assert (row["archived"] == "yes") == (row["status"] == "open" and idle)


@few
@given(seed=seeds)
def test_every_opportunity_of_q3_has_had_the_window_and_not_the_one_first_said(seed: int) -> None:
    truth = truth_of(seed)
    end = date.fromisoformat(truth["export_date"])
    ages = [(end - date.fromisoformat(row["created_date"])).days for row in real(seed)]

    assert min(ages) >= truth["window_days"]
    assert sum(age < truth["window_first"] for age in ages) == truth["too_young"] > 0


@few
@given(seed=seeds)
def test_no_stage_is_reached_on_the_last_day_of_the_window(seed: int) -> None:
    """So that "within 60 days" and "in less than 60 days" count the same."""
    window = truth_of(seed)["window_days"]

    assert within(real(seed), window) == within(real(seed), window - 1)
    assert within(real(seed), window) == within(real(seed), window + 1)


HOLIDAYS = ("2025-04-18", "2025-05-26", "2025-06-19", "2025-07-04", "2025-09-01")


@few
@given(seed=seeds)
def test_the_export_shows_working_days_as_a_crm_does(seed: int) -> None:
    """Weekdays alike, weekends and holidays nearly empty, for creation and for wins."""
    won = [row for row in real(seed) if row["status"] == "won"]
    for rows, column, most in ((real(seed), "created_date", 0.26), (won, "closed_date", 0.30)):
        days = Counter(date.fromisoformat(row[column]).weekday() for row in rows)
        assert max(days.values()) <= most * len(rows)
        assert min(days[day] for day in range(5)) >= 0.12 * len(rows)
        assert days[5] + days[6] <= 0.05 * len(rows)
    created = Counter(row["created_date"] for row in real(seed))
    usual = len(real(seed)) / 128  # working days of the two quarters
    assert max(created[day] for day in HOLIDAYS) < usual / 2
    assert max(created.values()) < 3 * usual


@few
@given(seed=seeds)
def test_nothing_in_the_export_shows_where_the_window_ends(seed: int) -> None:
    """Wins ebb towards the window and go on after it, and deals qualify until late in it."""
    window, rows = truth_of(seed)["window_days"], real(seed)
    wins = [days_to(row, "closed_date") for row in rows]
    qualified = [day for row in rows if (day := days_to(row, "qualified_date")) <= window]

    before = [sum(window - 10 * n <= day < window - 10 * (n - 1) for day in wins) for n in (1, 2)]
    after = sum(window < day <= window + 20 for day in wins)
    assert 0 < before[0] < before[1]
    assert after > 0
    assert before[0] <= 8 * after
    for segment in SEGMENTS:
        own = [days_to(row, "closed_date") for row in rows if row["segment"] == segment]
        assert any(0.7 * window < day < window for day in own)
    assert max(qualified) > 0.7 * window
    assert sum(day > window / 2 for day in qualified) >= 0.04 * len(qualified)


@few
@given(seed=seeds)
def test_the_win_rate_falls_in_total_and_in_the_segment_that_the_seed_has_chosen(
    seed: int,
) -> None:
    counts = within(real(seed), truth_of(seed)["window_days"])
    rate = {cell: Fraction(row[3], row[0]) for cell, row in counts.items()}
    total = {
        quarter: Fraction(
            sum(counts[segment, quarter][3] for segment in SEGMENTS),
            sum(counts[segment, quarter][0] for segment in SEGMENTS),
        )
        for quarter in QUARTERS
    }

    fallen = {segment for segment in SEGMENTS if rate[segment, "Q3"] < rate[segment, "Q2"]}
    assert fallen == FALLEN[truth_of(seed)["conclusion"]]
    assert total["Q3"] < total["Q2"]


@few
@given(seed=seeds)
def test_the_crm_report_has_survivorship_bias(seed: int) -> None:
    """It drops only what was not won, more of it in Q2, and so falls in every segment.

    It counts the test records, as the report that everybody quotes does.
    """
    rows, truth = export(seed), truth_of(seed)
    kept = [row for row in rows if row["archived"] == "no"]

    assert not any(row["status"] == "won" for row in rows if row["archived"] == "yes")
    dropped = Counter(quarter_of(row) for row in rows if row["archived"] == "yes")
    assert dropped["Q2"] > dropped["Q3"] > 0
    for segment in SEGMENTS:
        shown = {}
        for quarter in QUARTERS:
            here = [r for r in kept if r["segment"] == segment and quarter_of(r) == quarter]
            shown[quarter] = Fraction(sum(r["status"] == "won" for r in here), len(here))
            key = f"{segment}|{quarter}"
            assert truth["crm_rate_table"][f"{key}|CRM"] == pytest.approx(
                float(shown[quarter]), abs=1e-6
            )
            right = truth["cohort_table"][f"{key}|won|cohort"] / truth["created_table"][key]
            assert shown[quarter] > right
        assert shown["Q3"] < shown["Q2"]


@few
@given(seed=seeds)
def test_the_effects_are_exact(seed: int) -> None:
    """In fractions, by the definition that the meeting gives, and adding up without remainder."""
    truth = truth_of(seed)
    counts = within(real(seed), truth["window_days"])
    size = {q: sum(counts[segment, q][0] for segment in SEGMENTS) for q in QUARTERS}
    mix = {cell: Fraction(row[0], size[cell[1]]) for cell, row in counts.items()}
    rate = {cell: Fraction(row[3], row[0]) for cell, row in counts.items()}
    moved = {s: (mix[s, "Q3"] - mix[s, "Q2"], rate[s, "Q3"] - rate[s, "Q2"]) for s in SEGMENTS}
    at_q2 = truth["effect_base"] == "q2"
    weight = {s: (rate[s, "Q2"], mix[s, "Q2"]) for s in SEGMENTS}
    if not at_q2:
        weight = {
            s: ((rate[s, "Q2"] + rate[s, "Q3"]) / 2, (mix[s, "Q2"] + mix[s, "Q3"]) / 2)
            for s in SEGMENTS
        }
    mix_effect = sum(moved[s][0] * weight[s][0] for s in SEGMENTS)
    rate_effect = sum(moved[s][1] * weight[s][1] for s in SEGMENTS)
    interaction = sum(moved[s][0] * moved[s][1] for s in SEGMENTS) if at_q2 else Fraction(0)
    overall = {q: Fraction(sum(counts[s, q][3] for s in SEGMENTS), size[q]) for q in QUARTERS}

    assert mix_effect + rate_effect + interaction == overall["Q3"] - overall["Q2"]
    ours = (truth["mix_effect"], truth["rate_effect"], truth["interaction"], truth["change"])
    right = (mix_effect, rate_effect, interaction, overall["Q3"] - overall["Q2"])
    assert ours == pytest.approx([float(value) for value in right], abs=1e-6)


parts = st.lists(st.integers(1, 400), min_size=6, max_size=6)


@given(created=parts, won=st.lists(st.floats(0, 1), min_size=6, max_size=6))
def test_any_two_quarters_are_decomposed_without_remainder(
    created: list[int], won: list[float]
) -> None:
    cells = [f"{segment}|{quarter}" for quarter in QUARTERS for segment in SEGMENTS]
    sizes = [sum(created[:3])] * 3 + [sum(created[3:])] * 3
    mix = {c: n / size for c, n, size in zip(cells, created, sizes, strict=True)}
    rate = dict(zip(cells, won, strict=True))
    change = np.dot(list(mix.values())[3:], won[3:]) - np.dot(list(mix.values())[:3], won[:3])

    for decomposed in (three_way, two_way, average_way):
        total = decomposed(mix, rate)["Total"]
        assert total["total effect"] == pytest.approx(float(change), abs=1e-12)
        assert sum(list(total.values())[:3]) == pytest.approx(total["total effect"], abs=1e-12)
    assert two_way(mix, rate)["Total"]["interaction"] == 0
    assert average_way(mix, rate)["Total"]["interaction"] == 0


@few
@given(seed=seeds)
def test_only_a_segment_that_fell_moved_beyond_noise(seed: int) -> None:
    """By Fisher's exact test, where ours compares two proportions."""
    truth = truth_of(seed)
    p_values = {}
    for segment in SEGMENTS:
        name = segment.lower().replace("-", "_")
        won = np.array([truth[f"won_{name}_{quarter}"] for quarter in ("q2", "q3")])
        created = np.array([truth[f"created_{name}_{quarter}"] for quarter in ("q2", "q3")])
        p_values[segment] = float(fisher_exact(np.column_stack([won, created - won])).pvalue)

    assert {s for s, p in p_values.items() if p < 0.09} == FALLEN[truth["conclusion"]]
    said = "None of the three segments" if truth["conclusion"] == "paradox" else "only"
    assert said in truth["noise_read"]


@pytest.mark.parametrize("seed", [7, 11, 12, 15, 731, 888])
def test_a_fall_is_called_as_every_usual_test_of_three_looks_calls_it(seed: int) -> None:
    """Bonferroni and Sidak, of two proportions (statsmodels) and by Fisher (scipy)."""
    truth = truth_of(seed)
    alone = _p_values(truth, truth["focus"])
    verdicts = {p < 0.05 for p in (*(3 * p for p in alone), *(1 - (1 - p) ** 3 for p in alone))}
    said = (
        "where the choice of test decides"
        if len(verdicts) == 2
        else "adjusted for three looks)"
        if True in verdicts
        else "not significant once adjusted for three looks"
    )

    assert truth["conclusion"] != "paradox"
    for text in (truth["noise_read"], truth["noise_written"]):
        assert said in text
    assert ("wouldn't lean" in truth["focus_lean"]) is (verdicts != {True})
    assert ("may say either" in truth["either_verdict"]) is (len(verdicts) == 2)


@few
@given(seed=seeds)
def test_what_is_said_of_noise_without_adjustment_holds_by_every_usual_test(seed: int) -> None:
    truth = truth_of(seed)
    for segment in FALLEN[truth["conclusion"]]:
        assert max(_p_values(truth, segment)) < 0.05
    beyond = {p < 0.05 for p in _p_values(truth, "Total")}

    assert len(beyond) == 1
    said = "is beyond noise" if beyond == {True} else "may be noise too"
    assert f"the fall in total {said}" in truth["noise_written"]


def _p_values(truth: dict[str, Any], row: str) -> list[float]:
    name = row.lower().replace("-", "_")
    won = np.array([truth[f"won_{name}_{quarter}"] for quarter in ("q2", "q3")])
    created = np.array([truth[f"created_{name}_{quarter}"] for quarter in ("q2", "q3")])
    exact = fisher_exact(np.column_stack([won, created - won])).pvalue
    return [float(proportions_ztest(won, created)[1]), float(exact)]


@few
@given(seed=seeds)
def test_the_crm_fall_is_mostly_survivorship_where_the_diagnosis_says_so(seed: int) -> None:
    """In total, and in every segment only where the page says it of every segment."""
    truth = truth_of(seed)
    page = texts_of(truth).diagnosis
    shares = {row: _part_by_archiving(truth["counts"]["crm"], row) for row in (*SEGMENTS, "Total")}

    assert shares["Total"] > Fraction(1, 2)
    fall = truth["crm_rate_total_q2"] - truth["crm_rate_total_q3"]
    assert truth["archiving_cost"] == pytest.approx(float(shares["Total"]) * fall, abs=2e-6)
    if "steep fall in every segment" in page:
        assert min(shares.values()) > Fraction(1, 2)
    else:
        assert "most of the one in total is survivorship" in page


def _part_by_archiving(counts: dict[str, list[int]], row: str) -> Fraction:
    """How much of the report's fall goes when the archived are put back into its base."""
    quarters = [counts[f"{row}|{quarter}"] for quarter in QUARTERS]
    before, after = (Fraction(won, shown) for shown, _, won in quarters)
    whole_before, whole_after = (Fraction(won, shown + hidden) for shown, hidden, won in quarters)
    return 1 - (whole_before - whole_after) / (before - after)


@few
@given(seed=seeds)
def test_most_open_deals_of_the_older_quarter_are_hidden_and_most_of_the_newer_are_not(
    seed: int,
) -> None:
    hidden = Counter(
        (quarter_of(row), row["archived"]) for row in real(seed) if row["status"] == "open"
    )

    assert hidden["Q2", "yes"] > hidden["Q2", "no"]
    assert hidden["Q3", "yes"] < hidden["Q3", "no"]


@few
@given(seed=seeds)
def test_the_step_that_the_seed_has_chosen_is_the_weakest_where_it_is_worked_on(seed: int) -> None:
    truth = truth_of(seed)
    assert truth["focus"] == "".join(FALLEN[truth["conclusion"]]) or truth["focus"] == "Enterprise"
    counts = within(real(seed), truth["window_days"])[truth["focus"], "Q3"]
    steps = ("created_to_qualified", "qualified_to_proposal", "proposal_to_won")
    rates = {step: counts[n + 1] / counts[n] for n, step in enumerate(steps)}

    assert min(rates, key=rates.__getitem__) == truth["weakest"]
    assert truth["weakest_step"] == truth["weakest"].replace("_", " ")


@few
@given(seed=seeds)
def test_other_wrong_readings_tell_other_stories(seed: int) -> None:
    """Closed deals only: conversion seems to have risen, where no segment fell."""
    assume(truth_of(seed)["conclusion"] == "paradox")
    rates = {}
    for quarter in QUARTERS:
        closed = [r for r in real(seed) if quarter_of(r) == quarter and r["status"] != "open"]
        rates[quarter] = sum(row["status"] == "won" for row in closed) / len(closed)

    assert rates["Q3"] > rates["Q2"] + 0.01


def test_data_without_the_paradox_is_refused() -> None:
    card = scenario("business_analyst").template.card
    parameters = draw_parameters(card, 0)
    same_mix = {
        **parameters,
        "smb_share_q3": parameters["smb_share_q2"],
        "enterprise_share_q3": parameters["enterprise_share_q2"],
    }
    nothing_better = {**parameters, "smb_lift": -0.01}
    nothing_archived = {**parameters, "archive_days": 1_000.0}

    assert solve(parameters, 0, {}) is not None
    for changed in (same_mix, nothing_better, nothing_archived):
        assert solve(changed, 0, {}) is None


def test_a_redraw_gives_other_data() -> None:
    parameters = draw_parameters(scenario("business_analyst").template.card, 0)

    again = draw_opportunities(parameters, 0, {})
    more = {**parameters, "quota_wins": parameters["quota_wins"] + 5}
    other = draw_opportunities(more, 0, {})

    assert draw_opportunities(parameters, 0, {}) == again
    assert other != again


def cells(seed: int, reached: frozenset[str]) -> dict[str, Any]:
    """Every value of the workbook, by where it stands."""
    workbook = products(truth_of(seed), reached)[0]
    assert isinstance(workbook, Spreadsheet)
    return {
        f"{sheet.id}/{row.id}/{column}": cell.value
        for sheet in workbook.sheets
        for row in sheet.rows
        for column, cell in row.cells.items()
    }


def up_to(milestone: str) -> frozenset[str]:
    return frozenset(MILESTONES[: MILESTONES.index(milestone)])


MOVED = {
    "window": {"won", "win_rate", "proposal", "qualified"},
    "win_basis": {"win_rate"},
    "archived": {"created", "qualified", "proposal", "win_rate"},
    "none": set(),
}
"""What of the cohort funnel a correction may move; the wins only with the window."""


@few
@given(seed=seeds)
def test_a_correction_moves_what_was_misspoken_and_nothing_else(seed: int) -> None:
    correction = truth_of(seed)["correction"]
    before = up_to("window_corrected")
    first, corrected = cells(seed, before), cells(seed, before | {"window_corrected"})

    assert first.keys() == corrected.keys()
    changed = {place for place in first if first[place] != corrected[place]}
    assert all(place.startswith("cohort_funnel/") for place in changed)
    columns = {place.rpartition("/")[2] for place in changed}
    assert columns <= MOVED[correction]
    assert ("win_rate" in columns) == (correction != "none")


@few
@given(seed=seeds)
def test_the_base_of_fpa_moves_the_effects_and_not_the_total(seed: int) -> None:
    before = up_to("interaction")
    two, recut = cells(seed, before), cells(seed, before | {"interaction"})
    at_q2 = truth_of(seed)["effect_base"] == "q2"

    changed = {place for place, value in two.items() if recut[place] != value}
    rows = ("smb", "mid_market", "enterprise", "total")
    moved = ("rate_effect",) if at_q2 else ("mix_effect", "rate_effect", "total_effect")
    assert changed <= {f"decomposition/{row}/{name}" for row in rows for name in moved}
    assert "decomposition/total/total_effect" not in changed
    added = {f"decomposition/{row}/interaction" for row in rows} if at_q2 else set()
    assert recut.keys() - two.keys() == added


@pytest.mark.parametrize(
    ("forgotten", "failed"),
    [
        ("tests_out", {"created_by_segment", "cohort_has_all_created"}),
        ("window_corrected", {"cohort_counts_right", "effects_right"}),
        ("interaction", {"effects_right", "effects_follow"}),
        ("chart_by_segment", {"chart_has_all_series", "chart_ties"}),
        ("crm_on_dashboard", {"dashboard_crm_ties"}),
        ("texts", {"dashboard_sections", "paradox_stated", "weakest_step_worked", "noise_said"}),
        ("crm_on_dashboard", {"bookings_right"}),
    ],
)
def test_what_the_agent_forgets_is_noticed(forgotten: str, failed: set[str]) -> None:
    variant = variant_of(0)
    made = variant.products_at(script_milestones(variant.source) - {forgotten})

    assert failed <= failed_criteria(variant, made)


@pytest.mark.parametrize(
    ("diagnosis", "right"),
    [
        ("Mix moved to Enterprise; win rates rose in all three segments.", True),
        ("It's a mix shift. SMB, Mid-Market and Enterprise each improved on Q2.", True),
        ("Simpson's paradox: conversion went up across all segments, the blend went down.", True),
        ("No segment got worse. The mix did it.", True),
        ("Mix played a part, and conversion fell in every segment.", False),
        ("Every segment improved.", False),
        ("Sales execution got worse across the board.", False),
        ("It is the mix. Teams in every segment gave up ground.", False),
        ("It is the mix. No segment improved.", False),
    ],
)
def test_the_diagnosis_must_name_the_mix_and_clear_the_segments(
    diagnosis: str, right: bool
) -> None:
    variant = variant_of(0)
    *others, page = variant.final_products
    page = replace_at(page, "/widgets/diagnosis/text", diagnosis)

    failed = {"paradox_stated", "mix_blamed"} & failed_criteria(variant, (*others, page))
    assert (not failed) is right


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("{cost:.1f} points of the CRM's fall are archived deals, mostly Q2's.", {"passed"}),
        (
            "Of the CRM's drop {cost:.2f} of its {fall:.2f} points are survivorship: archived "
            "deals leave its base, far more in Q2.",
            {"passed"},
        ),
        ("Put the archived back and the CRM's fall shrinks by {cost:.0f} points.", {"passed"}),
        ("The CRM's fall is {cost:.1f} points late wins, not archived deals.", {"failed"}),
        ("Archived deals aside, {cost:.1f} points of its fall are test records.", {"failed"}),
        ("It hides archived deals, many more of Q3: {cost:.1f} points.", {"failed"}),
        ("It drops as much of Q2 as of Q3 and is {cost:.1f} points off.", {"missing"}),
        ("Survivorship: it leaves out archived deals, more of Q2.", {"missing", "unverifiable"}),
        ("Archived deals make {fall:.1f} points of its fall.", {"missing", "unverifiable"}),
    ],
)
@pytest.mark.parametrize("seed", [0, 4])
def test_a_right_conclusion_needs_its_ground(seed: int, said: str, outcome: set[str]) -> None:
    """That the CRM's report misleads is so at every seed; by how much, and why, is read off it."""
    scenario_drawn, truth = variant_of(seed).scenario, truth_of(seed)
    ground = next(q for q in scenario_drawn.quantities if q.id == "crm_ground_claim")
    assert isinstance(ground, ClaimSought)
    fall = truth["crm_rate_total_q2"] - truth["crm_rate_total_q3"]
    text = said.format(cost=100 * truth["archiving_cost"], fall=100 * fall)

    assert judge(text, ground)[0] in outcome


def test_figures_shown_to_one_decimal_are_fine_enough() -> None:
    variant = variant_of(0)
    workbook = variant.final_products[0]
    for quarter in ("q2", "q3"):
        for segment in ("smb", "mid_market", "enterprise"):
            place = f"/sheets/segment_mix/rows/{segment}/cells/{quarter}_share/value"
            share = variant.truth[f"share_{segment}_{quarter}"]
            workbook = replace_at(workbook, place, f"{100 * share:.1f}%")

    assert failed_criteria(variant, (workbook, *variant.final_products[1:])) == set()


def long_table(name: str, header: list[str], lines: list[list[Any]]) -> Sheet:
    """A table as people paste it: every label in a cell, ids by position."""
    columns = tuple(Column(id=f"c{place}", label=label) for place, label in enumerate(header))
    rows = tuple(
        Row(
            id=f"r{number}",
            label="",
            cells={f"c{place}": Cell(value=value) for place, value in enumerate(line)},
        )
        for number, line in enumerate(lines)
    )
    return Sheet(id=name.lower().split()[0], name=name, columns=columns, rows=rows)


def shaped_otherwise(seed: int, points: str) -> Spreadsheet:
    """The right workbook in long tables, percentages as texts, everything under other labels."""
    figures = figures_at(truth_of(seed), frozenset(MILESTONES))
    rows = {"SMB": "SMB", "Mid-Market": "Midmarket", "Enterprise": "ENT", "Total": "All segments"}
    lines = [(segment, quarter) for quarter in QUARTERS for segment in rows]

    def percent(share: float) -> str:
        return f"{100 * share:.2f}%"

    def table(name: str, header: str, values: Callable[[str], list[Any]]) -> Sheet:
        found = [[rows[s], f"{q} 2025", *values(f"{s}|{q}")] for s, q in lines]
        return long_table(name, ["Segment", "Quarter", *header.split(", ")], found)

    created, mix, steps = figures.created, figures.mix, figures.step_rates()
    effect_names = {
        "mix effect": "Mix",
        "rate effect": "Rate",
        "interaction": "Interaction",
        "total effect": "Total change",
    }
    if not figures.has_interaction:
        del effect_names["interaction"]
    effects = [
        [rows[s], *(round(100 * figures.effects[s][name], 3) for name in effect_names)]
        for s in rows
    ]
    return Spreadsheet(
        id="workbook",
        title="Pipeline conversion",
        sheets=(
            table("Segment Mix", "Opps created, Share", lambda c: [created[c], percent(mix[c])]),
            table(
                "CRM funnel (naive)",
                "Opps in report, Archived (left out), Won to date, Win %",
                lambda c: [*figures.crm[c], percent(figures.crm_rates[c])],
            ),
            table(
                "Cohort funnel",
                "Created, Reached qualified, Proposal sent, Closed won, Created-to-won conversion",
                lambda c: [*figures.cohort[c], percent(figures.win_rates[c])],
            ),
            table(
                "Stage conversion",
                "Created → Qualified, Qualified → Proposal, Proposal → Won",
                lambda c: [percent(rate) for rate in steps[c]],
            ),
            long_table(
                "Decomposition",
                ["Segment", *(f"{name} {points}" for name in effect_names.values())],
                effects,
            ),
        ),
    )


@pytest.mark.parametrize("points", ["(percentage points)", "(pp)", "pts", "(ppts)"])
@pytest.mark.parametrize("seed", [0, 4])
def test_a_workbook_of_another_shape_passes_too(seed: int, points: str) -> None:
    variant = variant_of(seed)
    workbook = shaped_otherwise(seed, points)

    assert failed_criteria(variant, (workbook, *variant.final_products[1:])) == set()


@pytest.mark.parametrize("seed", [0, 5])
def test_the_near_misses_start_from_the_right_analysis(seed: int) -> None:
    variant = variant_of(seed)

    made = handed_in(variant, right_figures(variant), texts_of(variant.truth))

    assert made == variant.final_products


def test_the_truth_is_plain_json() -> None:
    truth = {name: value for name, value in truth_of(3).items() if name != "defects"}

    assert json.loads(json.dumps(truth, allow_nan=False)) == truth


# The files as they are handed over, read by the names that the notes give the columns.


def handed_over(layout: str, *defects: str) -> list[Line]:
    """The export of seed 1 in a layout, with these defects, under the names of the plain one."""
    truth = {**truth_of(1), "export_layout": layout, "defects": defects}
    files = attachments(truth)
    names = [line.split("  ")[0] for line in files["export_notes.txt"].splitlines()[5:]]
    shown = [name for name in names if name]
    plain = list(export(1)[0])
    assert len(shown) == len(plain)
    rows = csv.DictReader(io.StringIO(files["opportunities.csv"]))
    return [{name: row[s] for name, s in zip(plain, shown, strict=True)} for row in rows]


@pytest.mark.parametrize("layout", ["plain", "crm_fields", "newest_first"])
def test_every_layout_holds_the_same_records(layout: str) -> None:
    rows = handed_over(layout)

    assert sorted(rows, key=lambda row: row["opportunity_id"]) == export(1)


def amount_won(rows: list[Line]) -> float:
    return sum(float(row["amount_usd"]) for row in rows if row["status"] == "won")


@pytest.mark.parametrize("layout", ["plain", "newest_first"])
def test_every_defect_can_be_told_from_the_files(layout: str) -> None:
    truth, clean = truth_of(1), export(1)

    def of(defect: str) -> list[Line]:
        return handed_over(layout, defect)

    ids = Counter(row["opportunity_id"] for row in of("opportunity_twice"))
    assert [name for name, times in ids.items() if times > 1] == [truth["repeated_id"]]
    turned = [row for row in of("day_before_month") if int(row["created_date"][5:7]) > 12]
    assert [row["opportunity_id"] for row in turned] == [truth["turned_id"]]
    strange = [r for r in of("subtotal_in_the_data") if not r["opportunity_id"].startswith("OPP-")]
    assert {row["opportunity_id"] for row in strange} == {"Subtotal Q2", "Subtotal Q3"}
    hidden = [r for r in of("win_archived") if r["archived"] == "yes" and r["status"] != "open"]
    assert [row["opportunity_id"] for row in hidden] == [truth["archived_win_id"]]
    small = {r["owner"] for r in of("amounts_in_thousands") if 1 < float(r["amount_usd"]) < 1_000}
    assert small == {truth["thousands_owner"]}
    assert amount_won(of("amounts_in_thousands")) < 0.95 * amount_won(clean)


def test_what_is_planned_ahead_is_of_a_quarter_that_is_still_to_come() -> None:
    """The export is of late November: who enters the pipeline now wins in Q1 by the window."""
    cases = scenario("business_analyst").template.edge_cases.edge_cases
    (planned,) = (case for case in cases if case.name == "target_on_itself")
    said = planned.model_dump_json()

    assert "Q1" in said
    assert "Q4" not in said


@pytest.mark.parametrize("layout", ["plain", "crm_fields", "newest_first"])
def test_every_layout_says_that_amounts_are_in_dollars(layout: str) -> None:
    files = attachments({**truth_of(1), "export_layout": layout, "defects": ()})
    (said,) = [
        line for line in files["export_notes.txt"].splitlines() if "first-year contract" in line
    ]

    assert re.search(r"usd|US dollars", said, re.IGNORECASE)


def test_who_has_noticed_the_test_records_is_heard() -> None:
    """The oracle has, but in the paper's meeting, where it is told of them unasked."""
    for seed in (0, 1, 2, 5):
        opening = variant_of(seed).scenario.turns[0]
        heard, unasked = opening.follow_ups[0].alternatives

        noticed = holds(heard.when, {}, (), opening.model_answer)
        assert noticed is (seed != 0)
        assert unasked.when is None
        assert heard.expected_agent_action == unasked.expected_agent_action


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 233])
def test_what_the_report_does_with_a_win_that_is_flagged_is_said_and_written(seed: int) -> None:
    variant = variant_of(seed)
    (asked,) = [turn for turn in variant.scenario.turns if turn.beat == "crm_report"]
    notes = " ".join(variant.oracle.attachments(variant.truth)["export_notes.txt"].split())

    assert "what is won or lost always shows there" in notes
    assert "open" in asked.human_utterance
    assert re.search(r"won (or|and) (a )?lost|won or lost", asked.human_utterance)
    assert "flag" in asked.human_utterance


STEPS_BESIDE = (
    "Work the lowest-converting {focus} step, {lowest}; then look at {other}, which fell a lot.",
    "In {focus}, fix {lowest}, the lowest step. Also fix {other}.",
    "Fix {focus} at {lowest}, its weakest step. As a second priority, review {other}.",
)
ANOTHER_STEP = (
    "Work the weakest {focus} step, {other}.",
    "In {focus}, fix {other}, the lowest step. Then look at {lowest}.",
    "Fix {focus} at {other}, which fell most since Q2.",
)


@pytest.mark.parametrize("seed", [0, 1, 233, 418])
@pytest.mark.parametrize("text", [*STEPS_BESIDE, *ANOTHER_STEP])
def test_a_second_step_may_stand_beside_the_lowest_and_not_in_its_place(
    text: str, seed: int
) -> None:
    variant = variant_of(seed)
    lowest = variant.truth["weakest_step"]
    (other, *_) = [step for step in STEPS if step != lowest]
    line = text.format(focus=variant.truth["focus"], lowest=lowest, other=other)
    *others, page = variant.final_products
    page = replace_at(page, "/widgets/actions/text", f"- Set targets by segment.\n- {line}")

    failed = failed_criteria(variant, (*others, page))
    assert ("weakest_step_worked" in failed) is (text in ANOTHER_STEP)


def overlooked(rows: list[Line]) -> dict[str, float]:
    """What somebody shows who counts every line whose date can be read, as it stands.

    By place: the first product is the workbook, the last the dashboard.
    """
    months = {row["created_date"]: int(row["created_date"][5:7]) for row in rows}
    dated = [row for row in rows if months[row["created_date"]] <= 12]
    places: dict[str, float] = {}
    for quarter in QUARTERS:
        here = [row for row in dated if quarter_of(row) == quarter]
        ours = [row for row in here if row["owner"] != "Sandbox Test"]
        column = quarter.lower()
        places[f"0/sheets/segment_mix/rows/total/cells/{column}_created/value"] = len(ours)
        reported = [row for row in here if row["segment"] != "All" and row["archived"] == "no"]
        won = sum(row["status"] == "won" for row in reported)
        places[f"0/sheets/crm_funnel/rows/total/cells/{column}_in_report/value"] = len(reported)
        places[f"0/sheets/crm_funnel/rows/total/cells/{column}_won/value"] = won
        inside = [r for r in ours if days_to(r, "closed_date") <= truth_of(1)["window_days"]]
        booked = sum(int(row["amount_usd"]) for row in inside) / 1e6
        table = "-1/widgets/bookings/table/rows"
        places[f"{table}/{column}/cells/won_within_the_window/value"] = round(booked, 3)
    return places


def failed_of(shown: dict[str, float]) -> set[str]:
    """What fails where the right products show these values at their places."""
    made = list(variant_of(1).final_products)
    for place, value in shown.items():
        number, _, pointer = place.partition("/")
        made[int(number)] = replace_at(made[int(number)], f"/{pointer}", value)
    return failed_criteria(variant_of(1), tuple(made))


@pytest.mark.parametrize(
    ("defect", "criterion"),
    [
        ("opportunity_twice", "created_by_segment"),
        ("amounts_in_thousands", "bookings_right"),
        ("day_before_month", "created_by_segment"),
        ("subtotal_in_the_data", "created_by_segment"),
        ("win_archived", "crm_counts_right"),
    ],
)
def test_who_uses_a_defect_silently_fails(defect: str, criterion: str) -> None:
    assert criterion in failed_of(overlooked(handed_over("plain", defect)))


def test_who_counts_a_clean_export_as_it_stands_is_right() -> None:
    assert failed_of(overlooked(handed_over("plain"))) == set()


@few
@given(seed=seeds)
def test_side_cases_are_counted_from_the_export(seed: int) -> None:
    """Archived left out, Enterprise by source and the pipeline, by another way than ours."""
    truth, rows = truth_of(seed), real(seed)
    window = truth["window_days"]
    for quarter in QUARTERS:
        here = [row for row in rows if quarter_of(row) == quarter]
        kept = [row for row in here if row["archived"] == "no"]
        won = [row for row in kept if days_to(row, "closed_date") <= window]
        assert truth[f"left_base_{quarter.lower()}"] == len(kept)
        assert truth[f"left_won_{quarter.lower()}"] == len(won)
        lift = len(won) / len(kept) - len(won) / len(here)
        assert truth[f"left_lift_{quarter.lower()}"] == pytest.approx(lift, abs=1e-6)
        for source in ("Inbound", "Outbound", "Partner"):
            big = [r for r in here if (r["segment"], r["source"]) == ("Enterprise", source)]
            wins = [row for row in big if days_to(row, "closed_date") <= window]
            assert truth["source_table"][f"{source}|{quarter}|created"] == len(big)
            assert truth["source_table"][f"{source}|{quarter}|won"] == len(wins)
        value = sum(int(row["amount_usd"]) for row in here if days_to(row, "closed_date") <= window)
        assert truth["bookings_table"][quarter] == pytest.approx(value / 1e6, abs=6e-4)
    needed, rate = truth["pipeline_needed"], truth["pipeline_rate"]
    assert needed * rate >= truth["quota_wins"] > (needed - 1) * rate


@pytest.mark.parametrize("conclusion", ["enterprise_down", "mid_market_down"])
def test_a_diagnosis_without_the_segment_that_fell_is_not_enough(conclusion: str) -> None:
    seed = next(s for s in range(1, 40) if truth_of(s)["conclusion"] == conclusion)
    variant = variant_of(seed)
    *others, page = variant.final_products
    paradox = texts_of({**variant.truth, "directions": dict.fromkeys(SEGMENTS, "up")}).diagnosis
    page = replace_at(page, "/widgets/diagnosis/text", paradox)

    assert failed_criteria(variant, variant.final_products) == set()
    assert {"paradox_stated", "fallen_segment_stated"} <= failed_criteria(variant, (*others, page))


@pytest.mark.parametrize(
    ("causes", "right"),
    [
        ("The mix shift accounts for {mix:.1f} points of it and Mid-Market's weaker win rate for "
         "another {own:.1f} points.", True),
        ("{mix:.2f} points are mix and {own:.2f} points are Mid-Market.", True),
        ("Two drivers: mix (-{mix:.2f} pp) and Mid-Market (-{own:.2f} pp).", True),
        ("Segment mix cost us {mix:.2f} percentage points; Mid-Market's own decline cost "
         "{own:.2f} percentage points.", True),
        ("Mid-Market cost {own:.2f} points for reasons that the export does not show, the mix "
         "{mix:.2f} points.", True),
        ("A decline in Mid-Market that nobody has explained cost {own:.2f} points and the mix "
         "{mix:.2f} points.", True),
        ("Mid-Market lost {own:.2f} points for reasons we do not know and the mix cost {mix:.2f} "
         "points.", True),
        ("Mix is not the whole story: it cost {mix:.2f} points, and Mid-Market {own:.2f} points.",
         True),
        ("For reasons that do not involve the mix we lost {mix:.2f} points, and {own:.2f} points "
         "in Mid-Market.", False),
        ("The export shows that we did not lose anything to the mix: {own:.2f} points are "
         "Mid-Market, {mix:.2f} points are open.", False),
        ("We do not blame the mix at all; Mid-Market cost {own:.2f} points and the rest {mix:.2f} "
         "points.", False),
        ("It was all mix, which cost 5.83 points.", False),
        ("The mix cost {own:.2f} points and Mid-Market {mix:.2f} points.", False),
        ("It is Mid-Market alone, which cost {own:.2f} points; mix played no part.", False),
    ],
)  # fmt: skip
def test_where_a_segment_fell_the_diagnosis_says_what_mix_and_it_have_cost(
    causes: str, right: bool
) -> None:
    seed = next(s for s in range(1, 40) if truth_of(s)["conclusion"] == "mid_market_down")
    variant = variant_of(seed)
    *others, page = variant.final_products
    cost = {"mix": 100 * variant.truth["mix_cost"], "own": 100 * variant.truth["fallen_cost"]}
    text = f"{causes.format(**cost)} SMB and Enterprise rose, Mid-Market and the total fell."
    page = replace_at(page, "/widgets/diagnosis/text", text)

    assert ("both_causes_stated" not in failed_criteria(variant, (*others, page))) is right


def test_counts_of_more_records_than_the_export_holds_reconcile_nothing() -> None:
    other = variant_of(5)
    variant = variant_of(0)

    failed = failed_criteria(variant, other.final_products)

    assert {"segments_add_up", "win_rates_follow", "shares_follow", "chart_ties"} <= failed


@pytest.mark.parametrize("seed", [0, 1, 5])
def test_what_is_open_with_bi_stands_on_the_page_of_those_who_have_seen_the_extract(
    seed: int,
) -> None:
    cases = scenario("business_analyst").template.edge_cases.edge_cases
    twins = [case.look_alike.name for case in cases if case.look_alike is not None]
    names = [*(case.name for case in cases), *twins, NEUTRAL]

    pages = {
        name: instantiate(scenario("business_analyst"), seed, name).final_products[-1]
        for name in names
    }

    carrying = {name for name, page in pages.items() if "open with BI" in page.model_dump_json()}
    assert carrying == {"two_exports", "reconciliation_by_segment"}


def test_refusing_the_extract_changes_no_product() -> None:
    variant = instantiate(scenario("business_analyst"), 1, "two_exports")
    reached: frozenset[str] = frozenset()
    for turn in variant.scenario.turns:
        before = variant.products_at(reached)
        reached |= {*turn.reaches, *(name for slot in turn.follow_ups for name in slot.reaches)}
        if turn.edge_case is not None:
            assert variant.products_at(reached) == before
