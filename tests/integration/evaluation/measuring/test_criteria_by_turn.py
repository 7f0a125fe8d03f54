"""Each deliverable stands for itself, turn by turn."""

from dataclasses import replace
from pathlib import Path

from tests.staging.meetings import captions, record_meeting

from modylbench.evaluation.measuring.criteria_by_turn import CriterionChecks, standing_by_turn
from modylbench.evaluation.views.turns import views
from modylbench.evaluation.views.yardstick import Yardstick
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate

VARIANT = instantiate(scenario("business_strategist"), 5)
OTHER = instantiate(VARIANT.source, 6)
WRONG = "business_case"


def test_a_perfect_agent_has_all_of_every_deliverable_and_a_wrong_one_is_wrong_alone(
    tmp_path: Path,
) -> None:
    yardstick = Yardstick.of(VARIANT)
    recording = record_meeting("oracle", VARIANT, tmp_path)
    seen = views(recording, tmp_path, VARIANT, captions(recording))
    elsewhere = {
        perfect_index.product.id: perfect_index
        for perfect_index in Yardstick.of(OTHER).at_the_end.reference
    }
    mixed = [
        replace(
            view,
            shown=tuple(
                elsewhere[WRONG] if indexed.product.id == WRONG else indexed
                for indexed in view.shown
            ),
        )
        for view in seen
    ]

    perfect = standing_by_turn(seen, yardstick, CriterionChecks(yardstick))
    wrong = standing_by_turn(mixed, yardstick, CriterionChecks(yardstick))

    for stands in perfect:
        for standing in stands.by_product:
            assert standing.is_shown
            assert (standing.truth_passed, standing.numbers_right) == (
                standing.truth_due,
                standing.numbers,
            )
    last = {standing.product_id: standing for standing in wrong[-1].by_product}
    assert set(last) == {output.product_id for output in VARIANT.scenario.expected_outputs}
    assert last[WRONG].truth_passed < 0.5 * last[WRONG].truth_due
    assert last[WRONG].numbers_right < 0.5 * last[WRONG].numbers
    assert last["scoring_matrix"].numbers_right == last["scoring_matrix"].numbers > 20
