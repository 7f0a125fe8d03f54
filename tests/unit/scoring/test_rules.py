"""The rules of the benchmark are as SPEC 2 has them, and wrong ones are refused."""

import math
from pathlib import Path
from typing import Any

import pytest

from modylbench.foundation.errors import BadFile
from modylbench.scoring.rules import Layers, default_rules, rules_from, rules_signature

GATES = default_rules().model_dump(mode="json")["gates"]


def value(**changes: Any) -> dict[str, Any]:
    return default_rules().model_dump(mode="json") | changes


def test_the_default_rules_are_those_of_spec_2() -> None:
    rules = default_rules()

    assert list(rules.turn_weights.values()) == [0.25, 0.25, 0.20, 0.15, 0.10, 0.05]
    extended = [0.22, 0.22, 0.18, 0.13, 0.08, 0.03, 0.05, 0.04, 0.05]
    assert list(rules.extended_turn_weights.values()) == extended
    assert list(rules.product_weights.values()) == [0.30, 0.25, 0.20, 0.15, 0.10]
    assert (rules.journey_weight, rules.destination_weight) == (0.4, 0.6)
    parts = {"journey": 0.60, "dynamics": 0.25, "destination": 0.15}
    assert rules.multi_party_weights == parts
    assert list(rules.dynamics_weights.values()) == [0.35, 0.25, 0.25, 0.15]
    assert list(map(len, rules.dynamics_metrics.values())) == [4, 3, 3, 2]
    assert rules.hard_fail_floors == {"DRC": 0.70, "BSP": 0.50}
    assert (rules.most_interruptions, rules.hard_fail_cap) == (5, 5.9)
    assert rules.dyadic_interruption_caps == {"social_quality": 1.0, "adaptability": 4.0}
    assert (rules.floor, rules.disagreement_std, rules.pessimism_spread) == (4.0, 2.0, 3.0)
    assert rules.failed_edge_case_turn_cap == 4.0
    assert rules.failed_edge_case_caps == {"critical": 5.9, "major": 7.4, "minor": 8.9}
    assert rules.gates is not None
    assert (rules.gates.cap, rules.gates.lowest_correctness) == (5.9, 4.0)
    assert (rules.gates.lowest_journey, rules.gates.most_unanswered) == (4.0, 0.10)
    assert rules.attempt_cap == 4.0
    assert rules.tiers == {"peer": 6.0, "mentor": 7.5, "consultant": 9.0}
    assert rules.layers.off == ()


def test_every_weighing_adds_up_to_one() -> None:
    rules = default_rules()

    of_subjects = (rules.turn_weights, rules.extended_turn_weights, rules.product_weights)
    for weights in (*of_subjects, rules.multi_party_weights, rules.dynamics_weights):
        assert math.isclose(math.fsum(weights.values()), 1, abs_tol=1e-12)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"turn_weights": {"context_accuracy": 0.9}}, "turn_weights add up to 0.9, expected 1"),
        ({"turn_weights": {"contxt_accuracy": 1.0}}, "did you mean 'context_accuracy'?"),
        ({"turn_weights": {"chat_composite": 1.0}}, "unknown dimension 'chat_composite'"),
        ({"product_weights": {}}, "product_weights add up to 0, expected 1"),
        ({"journey_weight": 0.5}, "journey_weight and destination_weight add up to 1.1"),
        ({"multi_party_weights": {"journey": 0.6}}, "multi_party_weights add up to 0.6"),
        ({"multi_party_weights": {"product": 1.0}}, "multi_party_weights: unknown"),
        ({"dynamics_weights": {"floors": 1.0}}, "did you mean 'floor'?"),
        ({"dynamics_metrics": {"floors": ["FYL"]}}, "did you mean 'floor'?"),
        ({"dynamics_metrics": {"floor": ["FYL"], "social": ["FYL"]}}, "found 'FYL' twice"),
        ({"hard_fail_floors": {"DCR": 0.7}}, "hard_fail_floors: unknown metric 'DCR'"),
        ({"dyadic_interruption_caps": {"sociality": 1.0}}, "unknown dimension 'sociality'"),
        ({"most_interruptions": -1}, "most_interruptions: found -1"),
        ({"tiers": {"peer": 6.0, "mentor": 5.0, "consultant": 9.0}}, "expected them to rise"),
        ({"tiers": {"peer": 6.0}}, "expected peer, mentor, consultant"),
        ({"floor": 0.0}, "floor: found 0.0, expected"),
        ({"flor": 4.0}, "unknown field 'flor'"),
        ({"version": ""}, "version: found ''"),
        ({"floor": float("nan")}, "finite numbers"),
        ({"gates": {"cap": 5.9}}, "the field 'lowest_correctness' is missing"),
        ({"gates": {**GATES, "cap": 11.0}}, "gates.cap: found 11.0, expected"),
        ({"gates": {**GATES, "most_unanswered": 10}}, "gates.most_unanswered: found 10"),
        ({"gates": {**GATES, "most_late": 0.1}}, "unknown field 'most_late'"),
        ({"gates": "none"}, "gates: found 'none'"),
        ({"failed_edge_case_caps": {"huge": 5.9}}, "found 'huge', expected"),
        ({"floor": {1, 2}}, "expected text and finite numbers"),
    ],
)
def test_a_mistake_is_one_line_that_names_the_file(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadFile) as mistake:
        rules_from(value(**changes), "mine.yaml")

    line = str(mistake.value)
    assert line.startswith("mine.yaml: ")
    assert said in line
    assert "\n" not in line


def test_a_field_that_is_not_there_is_named() -> None:
    without = {name: held for name, held in value().items() if name != "gates"}

    with pytest.raises(BadFile, match="the field 'gates' is missing"):
        rules_from(without, "mine.yaml")


@pytest.mark.parametrize("found", [None, [], "rules", 3])
def test_what_is_no_mapping_is_refused(found: object) -> None:
    with pytest.raises(BadFile, match=r"expected the fields of rules\.yaml"):
        rules_from(found, "mine.yaml")


def test_rules_written_out_read_back_as_the_same() -> None:
    assert rules_from(value(), "mine.yaml") == default_rules()


def test_a_layer_that_is_off_leaves_the_rules_their_signature_and_a_number_does_not() -> None:
    rules = default_rules()
    switched = rules.model_copy(update={"layers": Layers(weights=False, pessimism=False)})
    other = rules.model_copy(update={"floor": 4.5})

    assert switched.layers.off == (1, 3)
    assert rules_signature(switched) == rules_signature(rules)
    assert rules_signature(other).sha256 != rules_signature(rules).sha256


PAGE = Path(__file__).parents[3] / "docs" / "scoring.md"


def test_the_page_has_the_weights_of_the_rules() -> None:
    rules = default_rules()
    lines = PAGE.read_text(encoding="utf-8").split("| turn | base |")[1].split("\n\n")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines.splitlines()
        if line.startswith("| ") and "_" in line
    ]

    assert {row[0]: float(row[1]) for row in rows if row[1]} == rules.turn_weights
    assert {row[0]: float(row[2]) for row in rows} == rules.extended_turn_weights
    assert {row[4]: float(row[5]) for row in rows if row[4]} == rules.product_weights
