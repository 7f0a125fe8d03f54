"""Meetings of several people: each who behaves wrongly is seen on the metric of that."""

from pathlib import Path

import pytest
from tests.staging.held_trials import hold_trial, variant_at

from modylbench.evaluation.dynamics.conversation import conversation_of, titles_of
from modylbench.evaluation.dynamics.norms import default_norms
from modylbench.evaluation.dynamics.table import dynamics_facts
from modylbench.evaluation.facts import DynamicsFacts

SCENARIO = "accounting_close"


def _dynamics(agent: str, folder: Path) -> DynamicsFacts:
    variant = variant_at(SCENARIO, 0)
    recording = hold_trial(agent, variant, folder)
    conversation = conversation_of(
        recording,
        agent_role=variant.source.template.card.agent_role,
        titles=titles_of(variant.scenario.participants),
    )
    return dynamics_facts(conversation, default_norms(), is_multi_party=True)


def _values(facts: DynamicsFacts) -> dict[str, float | None]:
    return {measure.symbol: measure.value for measure in facts.measures}


def test_the_oracle_coordinates_and_yields_as_one_should(tmp_path: Path) -> None:
    facts = _dynamics("oracle", tmp_path)
    values = _values(facts)

    assert facts.competitive_interruptions == ()
    assert {values[name] for name in ("DRC", "BSP", "FYL", "CRT", "FPE", "PPN")} == {1.0}
    assert (values["RLDS"] or 0.0) > 0.7
    assert (values["CNS"] or 0.0) > 0.7


@pytest.mark.parametrize(
    ("agent", "symbol", "most"),
    [
        ("dominator", "BSP", 0.5),
        ("bystander", "DRC", 0.5),
        ("barger", "FPE", 0.1),
        ("deaf", "FYL", 0.3),
        ("misattributor", "SAA", 0.4),
        ("echo", "CNS", 0.1),
    ],
)
def test_one_who_behaves_wrongly_fails_at_that(
    agent: str, symbol: str, most: float, tmp_path: Path
) -> None:
    facts = _dynamics(agent, tmp_path)
    value = _values(facts)[symbol]

    assert value is not None
    assert value <= most
    assert (len(facts.competitive_interruptions) > 5) == (agent == "barger")
