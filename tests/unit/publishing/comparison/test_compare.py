"""Runs are put side by side as they may be, and what became worse is told first."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.staging.evaluations import (
    GOOD_DYNAMICS,
    dynamics_facts,
    multi_party_evaluation,
    scorecard_of,
)
from tests.staging.trials import ASKED, compare_scores, compared_run

from modylbench.cli.printing.comparison import lines
from modylbench.evaluation.evaluation import Signature
from modylbench.evaluation.verdicts import JudgeCard
from modylbench.foundation.errors import UserMistake
from modylbench.publishing.comparison.compare import compare
from modylbench.publishing.comparison.comparison import Comparison
from modylbench.publishing.comparison.junit import junit
from modylbench.publishing.comparison.page import html
from modylbench.publishing.comparison.pairs import ComparedRun, WeighedTrial
from modylbench.scoring.scorecard import Limit

few = settings(max_examples=20)
levels = st.integers(10, 100).map(lambda tenths: tenths / 10)
runs = st.dictionaries(
    st.sampled_from(["analyst", "researcher", "solver"]),
    st.lists(levels, min_size=1, max_size=3),
    min_size=1,
)
FLIPPED = {
    "regression": "improvement",
    "improvement": "regression",
    "drop_without_evidence": "gain_without_evidence",
    "gain_without_evidence": "drop_without_evidence",
    "unchanged": "unchanged",
}


def one(before: ComparedRun, after: ComparedRun) -> Comparison:
    return compare(before, [after])


@few
@given(run=runs)
def test_a_run_against_itself_differs_by_exactly_nothing(run: dict[str, Any]) -> None:
    found = compare_scores(run, run)

    assert found.overall.difference == 0
    assert found.worst_difference == 0
    assert {each.status for each in found.scenarios} == {"unchanged"}
    assert {each.change.difference for each in found.dimensions} == {0.0}
    assert found.fallen == ()
    assert found.passes


@few
@given(run=runs, data=st.data())
def test_changing_sides_flips_every_sign(run: dict[str, Any], data: st.DataObject) -> None:
    other = {name: data.draw(st.lists(levels, min_size=len(each), max_size=len(each)))
             for name, each in run.items()}  # fmt: skip
    there, back = compare_scores(run, other), compare_scores(other, run)

    assert back.overall.difference == -there.overall.difference
    by_name = {each.scenario_id: each for each in back.scenarios}
    for each in there.scenarios:
        mirror = by_name[each.scenario_id]
        assert each.change is not None
        assert mirror.change is not None
        assert mirror.change.difference == -each.change.difference
        assert mirror.change.p_value == each.change.p_value
        assert mirror.status == FLIPPED[each.status]


def among_several(name: str, *, norms: str = "ami 1", **values: float) -> ComparedRun:
    """One meeting of several people, with its dynamics."""
    facts = dynamics_facts(GOOD_DYNAMICS | values, norms=norms)
    card = scorecard_of(
        multi_party_evaluation({"a": 8.0}, {"a": 8.0}, facts, scenario_id="analyst")
    )
    assert card.combined is not None
    return ComparedRun(name, {("analyst", 0): WeighedTrial(card, card.combined, ASKED)}, {})


def test_dynamics_and_their_dimensions_stand_side_by_side() -> None:
    before, after = among_several("before"), among_several("after", DRC=0.6)
    (candidate,) = one(before, after).candidates

    (scenario,) = candidate.scenarios
    (trial,) = scenario.trials
    assert trial.baseline_dynamics == 10.0
    assert trial.candidate_dynamics == pytest.approx(10 - 0.35 * 0.9)
    changes = {each.dimension: each.change.difference for each in scenario.dimensions}
    assert changes["coordination"] == pytest.approx(-0.9)
    assert changes["floor"] == 0.0
    assert trial.gates_closed == ("hard_fail_DRC: DRC is 0.6: under 0.7",)
    page = html(one(before, after))
    assert '<th scope="col">Dynamics</th>' in page
    assert "<td>10.00 to 9.68</td>" in page
    assert b'name="candidate_dynamics" value="9.68"' in junit(one(before, after))


def test_with_one_person_a_comparison_has_no_column_of_dynamics() -> None:
    same = one(compared_run("before", {"a": [7.0]}), compared_run("after", {"a": [7.0]}))

    assert '<th scope="col">Dynamics</th>' not in html(same)
    assert b"candidate_dynamics" not in junit(same)


def test_dynamics_by_another_reference_are_not_comparable() -> None:
    with pytest.raises(UserMistake, match="the reference of dynamics differs: 'ami 1' and"):
        one(among_several("before"), among_several("after", norms="office 2"))


def gate(rule: str, subject: str, reason: str) -> Limit:
    return Limit(rule=rule, reason=reason, before=8.0, after=5.9, subject=subject)


def test_a_gate_that_closed_or_opened_is_named_and_one_that_stays_is_not() -> None:
    before = compared_run(
        "before",
        {"analyst": [5.9]},
        limits=(
            gate("missing_product", "model", "model was not delivered"),
            gate("poor_journey", "", "the journey is worth 3.1: under 4"),
        ),
    )
    after = compared_run(
        "after",
        {"analyst": [5.9]},
        limits=(
            gate("missing_product", "memo", "memo was not delivered"),
            gate("poor_journey", "", "the journey is worth 2.9: under 4"),
        ),
        by_paper=8.1,
    )

    (trial,) = one(before, after).candidates[0].scenarios[0].trials

    assert trial.gates_closed == ("missing_product: memo was not delivered",)
    assert trial.gates_opened == ("missing_product: model was not delivered",)
    assert (trial.baseline_by_paper, trial.candidate_by_paper) == (5.9, 8.1)
    printed = list(lines(one(before, after), with_dimensions=False))
    at = printed.index("  gates that closed")
    assert printed[at + 1 : at + 4] == [
        "    analyst seed 0: missing_product: memo was not delivered",
        "  gates that opened",
        "    analyst seed 0: missing_product: model was not delivered",
    ]
    assert "memo was not delivered" in html(one(before, after))
    assert b'name="gates_opened" value="missing_product: model' in junit(one(before, after))


def test_the_order_of_trials_does_not_matter() -> None:
    draw = random.Random(4)  # noqa: S311
    scores: dict[str, list[float | None]] = {
        name: [draw.uniform(2, 9) for _ in range(4)] for name in ("a", "b", "c")
    }
    before = compared_run("before", scores)
    after = compared_run("after", {name: [draw.uniform(2, 9) for _ in range(4)] for name in scores})
    turned = replace(
        after, trials=dict(sorted(after.trials.items(), reverse=True, key=lambda item: item[0]))
    )

    assert one(before, turned) == one(before, after)


def test_one_planted_worse_scenario_is_found_first_among_noise() -> None:
    draw = random.Random(7)  # noqa: S311
    names = [f"scenario_{letter}" for letter in "abcdef"]
    before = {name: [7 + draw.gauss(0, 0.2) for _ in range(3)] for name in names}
    after = {name: [score + draw.gauss(0, 0.2) for score in each] for name, each in before.items()}
    after["scenario_d"] = [score - 3 + draw.gauss(0, 0.2) for score in before["scenario_d"]]
    found = compare_scores(before, after)

    assert [each.status for each in found.scenarios] == ["regression", *["unchanged"] * 5]
    assert found.scenarios[0].scenario_id == "scenario_d"
    assert found.fallen[0].scenario_id == "scenario_d"
    assert any(reason.startswith("scenario_d: regression") for reason in found.blocking)


def test_one_seed_proves_nothing_but_a_drop_is_told_and_fails() -> None:
    found = compare_scores(
        {"a": [7.0], "b": [7.0], "c": [7.0]}, {"a": [6.9], "b": [8.0], "c": [7.0]}
    )

    assert [(each.scenario_id, each.status) for each in found.scenarios] == [
        ("a", "drop_without_evidence"),
        ("b", "gain_without_evidence"),
        ("c", "unchanged"),
    ]
    assert found.overall.interval is None
    assert found.blocking == ("a: drop without evidence",)


def test_one_seed_may_fall_by_the_threshold_but_lose_no_tier() -> None:
    kept = compare_scores({"a": [7.0]}, {"a": [6.8]}, threshold=0.5)
    lost = compare_scores({"a": [7.5]}, {"a": [7.4]}, threshold=0.5)

    assert kept.passes
    assert lost.blocking == ("a: drop without evidence, tier lost",)


def test_a_lost_tier_that_may_be_chance_is_told_and_fails_nothing() -> None:
    found = compare_scores({"a": [7.6, 9.0, 8.0]}, {"a": [5.9, 9.0, 8.0]})

    assert found.scenarios[0].status == "drop_without_evidence"
    assert found.scenarios[0].worst is not None
    assert found.scenarios[0].worst.tiers_gained == -2
    assert found.passes


def test_a_threshold_lets_small_certain_drops_pass() -> None:
    before, after = {"a": [7.0, 7.1, 7.2, 7.3]}, {"a": [6.7, 6.8, 6.9, 7.0]}

    assert not compare_scores(before, after).passes
    assert compare_scores(before, after, threshold=0.5).passes


def test_an_invalid_trial_is_named_and_never_counted_as_nothing() -> None:
    found = compare_scores({"a": [7.0, 7.0, 7.0]}, {"a": [7.0, None, 7.0]})

    assert found.overall.candidate == 7.0
    assert found.overall.pairs == 2
    assert found.blocking == ("a seed 1: is invalid: nobody assessed it in after",)
    other_way = compare_scores({"a": [7.0, None, 7.0]}, {"a": [7.0, 7.0, 7.0]})
    assert other_way.passes
    assert other_way.scenarios[0].left_out[0].reason.endswith("in before")


def test_seeds_that_were_not_asked_for_fail_nothing() -> None:
    found = compare_scores({"a": [7.0, 7.0, 7.0]}, {"a": [7.0, 7.0]})

    assert found.passes
    assert [left.reason for left in found.scenarios[0].left_out] == ["was not asked for in after"]


def test_a_scenario_that_is_missing_fails_and_a_new_one_does_not() -> None:
    found = compare_scores({"a": [7.0, 7.0], "b": [7.0, 7.0]}, {"a": [7.0, 7.0], "c": [7.0, 7.0]})

    assert {each.scenario_id: each.status for each in found.scenarios} == {
        "a": "unchanged",
        "b": "missing",
        "c": "new",
    }
    assert found.blocking == ("b: missing",)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"scenario_version": 2}, "version of the scenario"),
        ({"is_official": False}, "being official"),
        ({"is_official": False, "scripted_turns": 4}, "number of scripted turns"),
        ({"is_official": False, "private_mark": "3f2a90c1d2e4b7a8"}, "secret of private variants"),
        ({"standard": "silver"}, "standard"),
        ({"mode": "text"}, "mode"),
        ({"panel": (JudgeCard(name="b", kind="offline"),)}, "panel"),
        ({"transcripts": "full"}, "source of transcripts"),
        ({"layers_off": (2,)}, "layers"),
        ({"signatures": (Signature(name="rubric_turn", version="2", sha256="b" * 64),)}, "rubric"),
        ({"asked": (*ASKED[:1], ("turns planned", (1, 3)))}, "turns planned"),
        ({"asked": (("edge cases", "none"),)}, "edge cases"),
    ],
)
def test_what_was_not_judged_alike_is_left_out_with_the_reason(
    changes: dict[str, Any], told: str
) -> None:
    before = compared_run("before", {"a": [7.0, 7.0], "b": [7.0, 7.0]})
    other = compared_run("after", {"a": [3.0, 3.0]}, **changes)
    same = compared_run("after", {"b": [7.0, 7.0]})
    found = one(before, ComparedRun("after", {**other.trials, **same.trials}, {})).candidates[0]

    assert found.scenarios[0].status == "not_comparable"
    assert all(told in left.reason for left in found.scenarios[0].left_out)
    assert found.overall.candidate == 7.0
    assert found.blocking == ("a: not comparable",)


def test_runs_with_nothing_in_common_are_refused() -> None:
    with pytest.raises(UserMistake, match="no trial that after and before can be compared on"):
        compare_scores({"a": [7.0]}, {"b": [7.0]})


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"private_mark": "3f2a90c1d2e4b7a8"}, "private variants of the secret 3f2a90c1d2e4b7a8"),
        ({"suite": "freeform"}, "suite freeform, version 1"),
    ],
)
def test_runs_of_private_variants_or_another_suite_are_said_to_be_of_other_meetings(
    changes: dict[str, Any], told: str
) -> None:
    before = compared_run("before", {"a": [7.0]})
    after = compared_run("after", {"a_3f2a90c1": [7.0]}, **changes)

    with pytest.raises(UserMistake, match="their meetings differ") as mistake:
        compare(before, [after])

    assert f"{told}, and before of the suite core, version 1" in str(mistake.value)


def test_more_candidates_make_each_claim_harder() -> None:
    before = compared_run("before", {"a": [7.0, 7.2, 7.4], "b": [6.0, 6.1, 6.2]})
    after = compared_run("after", {"a": [6.6, 6.5, 7.1], "b": [5.8, 5.5, 5.9]})
    alone = compare(before, [after])
    among = compare(before, [after, replace(after, name="again")])

    assert (alone.claims, among.claims) == (3, 6)
    first, second = alone.candidates[0].overall.adjusted, among.candidates[0].overall.adjusted
    assert first is not None
    assert second is not None
    assert second > first


def test_how_meetings_were_held_is_told_where_it_differs() -> None:
    before = replace(compared_run("before", {"a": [7.0, 7.0]}), held=(("voice", "none"),))
    after = replace(compared_run("after", {"a": [7.0, 7.0]}), held=(("voice", "flite"),))

    assert one(before, after).candidates[0].notes == (
        "held otherwise: voice none in before, flite here",
    )


@pytest.mark.parametrize(
    ("others", "status"),
    [([10.0, 10.0, 10.0], "regression"), ([10.0, 6.0, 10.0], "drop_without_evidence")],
    ids=["steady", "erratic"],
)
def test_an_even_drop_proves_less_where_other_scenarios_are_erratic(
    others: list[float], status: str
) -> None:
    before = {name: [10.0, 10.0, 10.0] for name in "abcdef"}
    after = {**dict.fromkeys("abcde", others), "f": [6.0, 6.0, 6.0]}

    found = {each.scenario_id: each.status for each in compare_scores(before, after).scenarios}

    assert found["f"] == status
