"""What k runs are worth together."""

import statistics
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from tests.staging.evaluations import (
    GOOD_DYNAMICS,
    dynamics_facts,
    evaluation,
    multi_party_evaluation,
    rules_with,
    scorecard_of,
    simple_evaluation,
)

from modylbench.evaluation.dimensions import TURN_DIMENSIONS
from modylbench.evaluation.evaluation import Signature
from modylbench.evaluation.verdicts import JudgeCard
from modylbench.foundation.errors import UserMistake
from modylbench.recording.recording import AgentUnderTest
from modylbench.reliability.report import ReliabilityReport
from modylbench.reliability.summarize import summarize
from modylbench.scoring.scorecard import Scorecard

levels = st.integers(10, 100).map(lambda tenths: tenths / 10)


def run(seed: int, level: float, scenario: str = "financial_analyst", **changes: Any) -> Scorecard:
    """A trial that is worth its level throughout."""
    meeting = simple_evaluation({"a": level}, {"a": level}, seed=seed, scenario_id=scenario)
    return scorecard_of(meeting).model_copy(update=changes)


def invalid(seed: int, scenario: str = "financial_analyst") -> Scorecard:
    return scorecard_of(simple_evaluation({"a": None}, {"a": 9.0}, seed=seed, scenario_id=scenario))


def test_the_worst_run_is_official_and_so_is_its_tier() -> None:
    (found,) = summarize([run(0, 9.5), run(1, 6.2), run(2, 8.0)]).scenarios

    assert (found.official, found.tier) == (6.2, "peer")
    assert (found.min, found.max) == (6.2, 9.5)
    assert found.scores == (9.5, 6.2, 8.0)


def test_without_layer_6_the_best_run_counts() -> None:
    report = summarize([run(0, 9.5), run(1, 3.0)], worst_counts=False)

    assert (report.scenarios[0].official, report.scenarios[0].tier) == (9.5, "consultant")
    assert report.overall == 9.5
    assert report.layers_off == (6,)


def test_the_papers_scores_stand_beside_by_the_same_rule_of_runs() -> None:
    runs = [
        run(0, 5.9, by_paper=9.0),
        run(1, 5.0, by_paper=7.0),
        run(0, 6.0, "other", by_paper=8.0),
    ]
    report, best = summarize(runs), summarize(runs, worst_counts=False)

    first, other = report.scenarios
    assert (first.scores, first.scores_by_paper) == ((5.9, 5.0), (9.0, 7.0))
    assert (first.official, first.counted_by_paper, first.mean_by_paper) == (5.0, 7.0, 8.0)
    assert (report.overall, report.overall_by_paper) == (5.5, 7.5)
    assert other.counted_by_paper == 8.0
    assert best.scenarios[0].counted_by_paper == 9.0


def test_where_a_run_cannot_be_scored_the_paper_has_no_score_that_counts_either() -> None:
    report = summarize([run(0, 5.9, by_paper=9.0), invalid(1)])

    (found,) = report.scenarios
    assert (found.counted_by_paper, report.overall_by_paper) == (None, None)
    assert found.scores_by_paper == (9.0,)


def test_rates_are_by_runs_of_peer_or_better() -> None:
    """Paper equation 5 with the pass rate of table 3's first row, and the reliability form."""
    runs = [run(seed, level) for seed, level in enumerate((6.0, 7.0, 5.9, 5.0, 4.0))]
    (found,) = summarize(runs).scenarios

    assert (found.pass_rate, found.pass_at_k, found.pass_hat_k) == (0.4, 0.92224, 0.01024)


@given(scores=st.lists(levels, min_size=2, max_size=6))
def test_mean_deviation_and_interval_are_those_of_scipy(scores: list[float]) -> None:
    (found,) = summarize([run(seed, level) for seed, level in enumerate(scores)]).scenarios

    assert found.mean == pytest.approx(statistics.mean(scores), abs=1e-8)
    assert found.sd == pytest.approx(statistics.stdev(scores), abs=1e-8)
    half = stats.t.ppf(0.975, len(scores) - 1) * stats.sem(scores)
    assert found.ci95 == pytest.approx(
        (statistics.mean(scores) - half, statistics.mean(scores) + half), abs=1e-7
    )


def test_one_run_has_no_deviation() -> None:
    (found,) = summarize([run(0, 7.0)]).scenarios

    assert (found.sd, found.ci95, found.mean) == (None, None, 7.0)
    assert {dimension.variance for dimension in found.dimensions} == {None}


def test_a_dimension_is_flaky_over_a_variance_of_one() -> None:
    def dimension(level: float) -> dict[str, float]:
        return dict.fromkeys(TURN_DIMENSIONS, 7.0) | {"adaptability": level}

    cards = [
        scorecard_of(evaluation({1: {"a": dimension(level)}}, {"m": {"a": 7.0}}, seed=seed))
        for seed, level in enumerate((6.0, 8.0))
    ]
    (found,) = summarize(cards).scenarios
    by_name = {dimension.dimension: dimension for dimension in found.dimensions}

    assert (by_name["adaptability"].variance, by_name["adaptability"].is_flaky) == (2.0, True)
    assert (by_name["task_progress"].variance, by_name["task_progress"].is_flaky) == (0.0, False)
    assert len(found.dimensions) == 11


def among_several(seed: int, *, norms: str = "ami 1", **values: Any) -> Scorecard:
    facts = dynamics_facts(GOOD_DYNAMICS | values, norms=norms)
    return scorecard_of(multi_party_evaluation({"a": 8.0}, {"a": 8.0}, facts, seed=seed))


def test_dimensions_of_dynamics_are_flaky_too_where_they_count() -> None:
    (found,) = summarize([among_several(0), among_several(1, CNS=0.0, PABS=0.5)]).scenarios
    by_name = {dimension.dimension: dimension for dimension in found.dimensions}

    assert (by_name["social"].mean, by_name["social"].is_flaky) == (6.625, True)  # 10 and 3.25
    assert (by_name["floor"].variance, by_name["floor"].is_flaky) == (0.0, False)
    assert len(found.dimensions) == 15


def test_with_one_person_no_dimension_of_dynamics_is_among_those_of_the_scenario() -> None:
    facts = dynamics_facts(GOOD_DYNAMICS, is_multi_party=False)
    card = scorecard_of(simple_evaluation({"a": 8.0}, {"a": 8.0}, facts={"dynamics": facts}))

    assert len(summarize([card]).scenarios[0].dimensions) == 11


def test_a_run_that_fails_hard_has_no_tier_and_does_not_pass() -> None:
    (found,) = summarize([among_several(0), among_several(1, DRC=0.5)]).scenarios

    assert (found.official, found.tier, found.pass_rate) == (5.9, None, 0.5)


def test_dynamics_by_different_references_are_not_counted_together() -> None:
    said = "found two versions of the reference of dynamics: ami 1 in .* and office 2 in .* seed 1"
    with pytest.raises(UserMistake, match=said):
        summarize([among_several(0), among_several(1, norms="office 2")])


def test_a_variance_of_exactly_one_is_not_flaky() -> None:
    (found,) = summarize([run(0, 6.0), run(1, 7.0), run(2, 8.0)]).scenarios

    assert {(dimension.variance, dimension.is_flaky) for dimension in found.dimensions} == {
        (1.0, False)
    }


def planned(*seeds: int, scenario: str = "financial_analyst") -> list[tuple[str, int]]:
    return [(scenario, seed) for seed in seeds]


def test_with_an_invalid_trial_the_worst_run_is_not_known() -> None:
    """Else a bad run would count for nothing where it could be made invalid."""
    (found,) = (report := summarize([run(0, 9.0), invalid(1), run(2, 8.0)])).scenarios

    assert (found.seeds, found.invalid_seeds, found.is_provisional) == ((0, 1, 2), (1,), True)
    assert (found.official, found.tier, report.overall) == (None, None, None)
    assert (found.pass_rate, found.pass_at_k, found.pass_hat_k) == (None, None, None)
    assert (found.scores, found.min, found.max, found.mean) == ((9.0, 8.0), 8.0, 9.0, 8.5)
    assert any("seed 1 cannot be scored" in note for note in report.notes)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_no_planned_trial_can_be_left_out(left: int) -> None:
    runs = [run(seed, level) for seed, level in enumerate((9.0, 3.0, 8.0))]
    there = [run for run in runs if run.seed != left]
    whole = summarize(runs, planned=planned(0, 1, 2))
    report = summarize(there, planned=planned(0, 1, 2))
    (found,) = report.scenarios

    assert (whole.overall, whole.scenarios[0].is_provisional) == (3.0, False)
    assert (found.official, found.tier, found.pass_hat_k, report.overall) == (None,) * 4
    assert (found.missing_seeds, found.is_provisional) == ((left,), True)
    assert found.mean is not None
    assert any(f"seed {left} was planned" in note for note in report.notes)


def test_no_planned_scenario_can_be_left_out() -> None:
    both = planned(0) + planned(0, 1, scenario="scientist")
    report = summarize([run(0, 9.0)], planned=both)

    assert report.overall is None
    assert [scenario.official for scenario in report.scenarios] == [9.0, None]
    assert report.scenarios[1].missing_seeds == (0, 1)
    assert (report.scenarios[1].scores, report.scenarios[1].mean) == ((), None)


def test_what_was_not_planned_is_refused() -> None:
    """Else a better seed could take the place of a bad one."""
    with pytest.raises(UserMistake, match="financial_analyst seed 7, which is not in the plan"):
        summarize([run(0, 9.0), run(7, 9.0)], planned=planned(0, 1))


def test_a_report_is_official_only_if_every_trial_is() -> None:
    by_the_book, unofficial = run(0, 9.0), run(1, 9.0, is_official=False)
    other = unofficial.model_copy(update={"notes": ("unofficial: layers off: 5",)})

    assert summarize([by_the_book]).is_official
    assert not summarize([by_the_book], worst_counts=False).is_official
    assert not summarize([by_the_book, other]).is_official
    assert "unofficial: layers off: 5 (1 of 2 trials)" in summarize([by_the_book, other]).notes


def test_a_report_is_signed_by_all_that_it_rests_on() -> None:
    names = {signature.name for signature in summarize([run(0, 9.0)]).signatures}

    assert {"rubric_turn", "scoring", "scoring_rules", "reliability"} <= names


def test_overall_is_the_mean_over_scenarios_of_the_worst_runs() -> None:
    cards = [run(0, 9.0), run(1, 7.0), run(0, 5.0, "scientist"), run(1, 8.0, "scientist")]

    assert summarize(cards).overall == 6.0


def test_a_scenario_without_a_score_leaves_no_overall() -> None:
    """Else the hardest scenario could be dropped by judging it badly."""
    report = summarize([run(0, 9.0), invalid(0, "scientist")])

    assert report.overall is None
    assert report.scenarios[1].official is None
    assert "scientist has no official score, so there is no overall score" in report.notes


def test_the_lowest_standard_counts() -> None:
    report = summarize([run(0, 8.0, standard="gold"), run(1, 8.0, standard="silver")])

    assert report.standard == "silver"
    assert any("different standards (silver, gold)" in note for note in report.notes)


def test_statistics_are_over_all_trials() -> None:
    report = summarize(
        [
            scorecard_of(simple_evaluation({"a": 7.0, "b": b}, {"a": 7.0, "b": 7.0}, seed=b))
            for b in (7, 8)
        ]
    )

    assert report.statistics.rated == 22


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"agent": AgentUnderTest(name="silent")}, "one agent"),
        ({"agent": AgentUnderTest(name="oracle", settings={"t": "1"})}, "one agent"),
        ({"panel": (JudgeCard(name="b", kind="offline"),)}, "one panel"),
        ({"panel": (JudgeCard(name="a", kind="offline", version="2"),)}, "one panel"),
        ({"layers_off": (4,)}, "one set of layers switched off"),
        ({"mode": "text"}, "one mode"),
        ({"suite": "freeform"}, "one suite"),
        ({"suite_version": 2}, "one suite"),
        ({"private_mark": "3f2a90c1d2e4b7a8"}, "one secret of private variants"),
        ({"scripted_turns": 12}, "one number of scripted turns"),
        ({"transcripts": "captions"}, "one source of transcripts"),
        (
            {"signatures": (Signature(name="scoring_rules", version="2", sha256="c" * 64),)},
            "two versions of scoring_rules",
        ),
        ({"scenario_version": 2}, "two versions of scenario financial_analyst"),
        ({"seed": 0}, "two scorecards of financial_analyst seed 0"),
    ],
)
def test_what_cannot_be_counted_together_is_refused(other: dict[str, Any], said: str) -> None:
    with pytest.raises(UserMistake) as mistake:
        summarize([run(0, 8.0), run(1, 8.0).model_copy(update=other)])

    assert said in str(mistake.value)
    assert "\n" not in str(mistake.value)


def test_a_report_is_marked_with_its_suite_and_the_length_of_its_meetings() -> None:
    usual = summarize([run(0, 8.0)])
    long = summarize([run(seed, 8.0, suite="freeform", scripted_turns=16) for seed in (0, 1)])

    assert (usual.suite, usual.suite_version, usual.scripted_turns) == ("core", 1, None)
    assert (long.suite, long.suite_version, long.scripted_turns) == ("freeform", 1, 16)


def test_no_scorecards_are_a_mistake() -> None:
    with pytest.raises(UserMistake, match="found no scorecards"):
        summarize([])


def test_layers_that_are_off_in_all_are_named() -> None:
    card = scorecard_of(simple_evaluation({"a": 7.0}, {"a": 7.0}), rules_with(weights=False))

    assert summarize([card], worst_counts=False).layers_off == (1, 6)


@given(data=st.data(), scores=st.lists(levels, min_size=1, max_size=5))
def test_the_order_of_runs_changes_no_byte(data: st.DataObject, scores: list[float]) -> None:
    runs = [run(seed, level) for seed, level in enumerate(scores)]
    shuffled = data.draw(st.permutations(runs))
    report = summarize(runs)

    assert summarize(shuffled).model_dump_json() == report.model_dump_json()
    assert ReliabilityReport.model_validate_json(report.model_dump_json()) == report
