"""Every scripted scenario that ships asks judges for something that code cannot check."""

import pytest
from pydantic import ValidationError

from modylbench.scenarios.catalogue import scenario, shipped_in
from modylbench.scenarios.suites import CORE, EXTENDED, MULTI_PARTY
from modylbench.scenarios.template import Deliverables


@pytest.mark.parametrize(
    "name", [*shipped_in(CORE), *shipped_in(MULTI_PARTY), *shipped_in(EXTENDED)]
)
def test_every_scenario_has_a_criterion_that_judges_vote_on(name: str) -> None:
    deliverables = scenario(name).template.deliverables

    voted = [c for product in deliverables.products for c in product.criteria if c.is_voted]
    assert voted
    assert all(len(criterion.description) < 300 for criterion in voted)


def test_a_vote_is_on_one_product() -> None:
    deliverables = scenario("scientist").template.deliverables
    voted = next(c for p in deliverables.products for c in p.criteria if c.is_voted)

    with pytest.raises(ValidationError, match="found the vote 'synopsis_is_measured' across"):
        Deliverables.model_validate({**dict(deliverables), "criteria": (voted,)}, strict=False)
