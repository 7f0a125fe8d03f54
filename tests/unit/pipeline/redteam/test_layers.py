"""Each framework is what SPEC 3 says of its layers."""

import pytest

from modylbench.pipeline.redteam.layers import (
    ALL_LAYERS,
    FULL,
    NONE,
    ONLY,
    WITHOUT,
    Framework,
    run_frameworks,
)
from modylbench.scoring.rules import default_rules

EVERY = (FULL, NONE, *WITHOUT.values(), *ONLY.values())


def test_full_has_all_on_and_none_has_all_off() -> None:
    assert FULL.edge_cases == "seed"
    assert FULL.has_findings
    assert FULL.worst_counts
    assert FULL.rules(default_rules()) == default_rules()
    assert NONE.edge_cases == "none"
    assert not NONE.has_findings
    assert not NONE.worst_counts
    assert NONE.rules(default_rules()).layers.off == (1, 2, 3)


@pytest.mark.parametrize("layer", ALL_LAYERS)
def test_one_layer_is_switched_and_no_other(layer: int) -> None:
    def switches(framework: Framework) -> tuple[bool, ...]:
        layers = framework.rules(default_rules()).layers
        arithmetic = (layers.weights, layers.floors, layers.pessimism)
        return (
            *arithmetic,
            framework.has_findings,
            framework.edge_cases == "seed",
            framework.worst_counts,
        )

    alone = tuple(number == layer for number in ALL_LAYERS)
    assert switches(ONLY[layer]) == alone
    assert switches(WITHOUT[layer]) == tuple(not is_on for is_on in alone)


def test_a_run_is_scored_once_for_frameworks_that_differ_in_layer_six_alone() -> None:
    keys = [run.run_key for run in run_frameworks()]

    assert len(keys) == len(set(keys)) == 12
    assert {framework.run_key for framework in EVERY} == set(keys)
    assert WITHOUT[6].run_key == FULL.run_key
    assert ONLY[6].run_key == NONE.run_key == "none"


def test_weights_stay_what_they_are_when_their_layer_is_off() -> None:
    assert WITHOUT[1].rules(default_rules()).turn_weights == default_rules().turn_weights
