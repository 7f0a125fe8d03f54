"""What is due, and what compares with the truth, is found by trying it."""

import pytest

from modylbench.evaluation.verification.evidence import Evidence
from modylbench.evaluation.verification.verify import verify
from modylbench.evaluation.views.yardstick import Yardstick
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import Variant, instantiate


@pytest.fixture(scope="module", params=shipped_scenarios())
def variant(request: pytest.FixtureRequest) -> Variant:
    return instantiate(scenario(request.param), 5)


def test_everything_is_due_at_the_end_and_little_at_first(variant: Variant) -> None:
    yardstick = Yardstick.of(variant)

    due = [len(moment.due) for moment in yardstick.moments.values()]

    assert due[-1] == len(variant.scenario.criteria())
    assert due[0] < due[len(due) // 2] < due[-1]


def test_numbers_of_another_seed_fail_what_compares_with_the_truth(variant: Variant) -> None:
    yardstick = Yardstick.of(variant)
    far = instantiate(variant.source, 99)  # none of those that were tried

    found = verify(
        variant.scenario.criteria(), Evidence.of(yardstick.expectations, far.final_products)
    )

    failed = {finding.criterion_id for finding in found if finding.counts and not finding.passed}
    assert 0 < len(yardstick.truth) < len(found)
    assert len(yardstick.truth & failed) >= 0.8 * len(yardstick.truth)
    assert len(failed - yardstick.truth) <= 0.2 * len(found)


def test_equal_variants_share_one() -> None:
    first, second = (instantiate(scenario("financial_analyst"), 1) for _ in range(2))
    without = instantiate(scenario("financial_analyst"), 1, "none")

    assert Yardstick.of(first) is Yardstick.of(second)
    assert Yardstick.of(first) is not Yardstick.of(without)
