"""A gap is claimed only where the same was judged twice, and told from other gaps."""

import numpy as np
import pytest
from scipy import stats
from tests.staging.judged_runs import judged_by_models, run

from modylbench.analysis.gap import PANEL, DimensionGap, agent_gaps, judging_gap
from modylbench.analysis.judged_runs import JudgedRun
from modylbench.evaluation.dimensions import TURN_DIMENSIONS

MOVED = (-2.0, -1.0, -3.0)


def both_modes(read_only: tuple[str, ...] = ()) -> list[JudgedRun]:
    """Who hears finds the social quality lower, by another amount in each of three meetings."""
    text, multimodal = [], []
    for seed, moved in enumerate(MOVED):
        heard = dict.fromkeys(TURN_DIMENSIONS, 8.0) | {"social_quality": 8.0 + moved}
        product = {"correctness": 8.0}
        before: dict[str, object] = dict.fromkeys(("hears", "reads"), 8.0)
        after = {"hears": heard | product, "reads": 8.0}
        text.append(judged_by_models(seed, "text", before))
        multimodal.append(judged_by_models(seed, "multimodal", after, read_only=read_only))
    return [JudgedRun("t", "agent", tuple(text)), JudgedRun("m", "agent", tuple(multimodal))]


def row(rows: tuple[DimensionGap, ...], judge: str, dimension: str) -> DimensionGap:
    return next(row for row in rows if (row.judge, row.dimension) == (judge, dimension))


def test_the_difference_and_its_interval_are_scipys_over_meetings_and_not_over_turns() -> None:
    gap = judging_gap(both_modes())
    social = row(gap.dimensions, "hears", "social_quality")
    wanted = stats.ttest_1samp(MOVED, 0.0)

    assert (gap.text_meetings, gap.multimodal_meetings, gap.both) == (3, 3, 3)
    assert (social.difference.mean, social.difference.pairs) == (float(np.mean(MOVED)), 3)
    assert social.subjects == 6
    assert social.difference.interval == pytest.approx(tuple(wanted.confidence_interval()))
    assert social.difference.p_value == pytest.approx(wanted.pvalue)
    assert row(gap.dimensions, PANEL, "social_quality").difference.mean == np.mean(MOVED) / 2
    assert row(gap.dimensions, "hears", "task_progress").difference.mean == 0


def test_what_moves_is_claimed_after_adjustment_for_the_number_of_dimensions() -> None:
    social = row(judging_gap(both_modes()).dimensions, "hears", "social_quality")

    assert social.difference.p_value is not None
    assert social.adjusted == pytest.approx(social.difference.p_value * 7)
    assert social.moves is False


def test_a_judge_that_reads_both_times_is_a_control() -> None:
    gap = judging_gap(both_modes(read_only=("reads",)))

    assert {dimension.judge for dimension in gap.dimensions if dimension.is_control} == {"reads"}
    assert row(gap.dimensions, "reads", "social_quality").difference.mean == 0


def test_one_mode_alone_has_no_gap() -> None:
    text, multimodal = both_modes()

    for judged in (text, multimodal):
        assert judging_gap([judged]).dimensions == ()
    assert judging_gap([text]).text_meetings == 3
    assert judging_gap([run("oracle", {"one": [8.0, 7.0]})]).both == 0


def test_an_answer_that_never_came_is_no_judgment() -> None:
    text, multimodal = both_modes()
    silent = [
        trial.card.model_copy(update={"turns": tuple(
            turn.model_copy(update={"dimensions": tuple(
                type(each)(each.dimension, 1.0, {}, None, False, False, ())
                for each in turn.dimensions
            )}) for turn in trial.card.turns
        )}) for trial in multimodal.trials
    ]  # fmt: skip
    trials = tuple(type(multimodal.trials[0])(card, {}) for card in silent)
    gap = judging_gap([text, JudgedRun("m", "agent", trials)])

    assert {dimension.dimension for dimension in gap.dimensions} <= {"correctness", "completeness",
            "actionability", "professional_quality", "format_presentation"}  # fmt: skip


def test_the_order_of_runs_does_not_matter_for_gaps() -> None:
    runs = both_modes()
    agents = [run("a", {"one": [8.0, 7.0]}, shown=["sound"]), run("b", {"one": [3.0, 2.5]})]

    assert judging_gap(runs) == judging_gap(runs[::-1])
    assert agent_gaps(agents) == agent_gaps(agents[::-1])


def test_the_gap_of_agents_is_that_of_the_one_that_gives_more() -> None:
    rich = run("rich", {"one": [8.0, 7.0], "two": [9.0, 9.5]}, shown=["sound", "pictures"])
    words = run("words", {"one": [3.0, 2.5], "two": [2.0, 2.0]})
    gaps = agent_gaps([rich, words])
    whole = next(gap for gap in gaps if gap.dimension == "combined")

    assert (whole.fewer, whole.more, whole.fewer_shown) == ("words", "rich", ())
    assert whole.difference.mean == ((5.0 + 4.5) / 2 + (7.0 + 7.5) / 2) / 2
    assert whole.difference.pairs == 4


@pytest.mark.parametrize("shown", [(["sound"], ["sound"]), (["sound"], ["pictures"])])
def test_agents_that_give_the_same_or_each_something_else_have_no_gap_of_modes(
    shown: tuple[list[str], list[str]],
) -> None:
    first, other = (
        run(name, {"s": [8.0]}, shown=own) for name, own in zip("ab", shown, strict=True)
    )

    assert agent_gaps([first, other]) == ()


def test_agents_that_were_judged_otherwise_are_not_held_against_each_other() -> None:
    rich, words = run("rich", {"s": [8.0]}, shown=["sound"], mode="text"), run("b", {"s": [3.0]})

    assert agent_gaps([rich, words]) == ()


def test_a_judge_of_two_sibling_models_is_the_one_that_read_alone() -> None:
    """GPT hears through its audio sibling in one mode and needs none in the other (SPEC 6)."""
    text, multimodal = both_modes()
    sibling = [
        trial.card.model_copy(
            update={
                "panel": tuple(
                    card.model_copy(update={"model": f"openai:{card.model} + openai:ear"})
                    for card in trial.card.panel
                )
            }
        )
        for trial in multimodal.trials
    ]
    trials = tuple(type(text.trials[0])(card, {}) for card in sibling)
    gap = judging_gap([text, JudgedRun("m", "agent", trials)])

    # Both siblings share the ear: each is then known by its own name.
    assert {dimension.judge for dimension in gap.dimensions} == {PANEL, "hears", "reads"}
