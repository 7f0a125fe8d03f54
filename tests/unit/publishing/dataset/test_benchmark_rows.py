"""Rubrics and rules in the rows are what the code itself uses."""

import hashlib

from modylbench.evaluation.judging.rubric import FOLDER, RATED_DIMENSIONS, rubric
from modylbench.publishing.dataset.benchmark_rows import (
    LAYERS,
    frame_rows,
    rubric_rows,
    scoring_rows,
)
from modylbench.scoring.rules import Layers, default_rules


def test_every_rubric_is_there_as_it_is_sent_under_the_hash_of_its_file() -> None:
    rows = {row.name: row for row in rubric_rows()}

    assert set(rows) == set(RATED_DIMENSIONS)
    for name in RATED_DIMENSIONS:
        content = (FOLDER / f"{name}.md").read_bytes()
        assert rows[name].text == rubric(name).text
        assert rows[name].sha256 == hashlib.sha256(content).hexdigest()
        assert rows[name].dimensions == RATED_DIMENSIONS[name]
    assert [row.name for row in frame_rows()] == ["frame", "request"]


def test_every_number_of_the_rules_has_a_row() -> None:
    rows = {(row.group, row.name): row.value for row in scoring_rows()}
    rules = default_rules()

    for group in ("turn_weights", "extended_turn_weights", "product_weights", "tiers"):
        assert {name: value for (of, name), value in rows.items() if of == group} == getattr(
            rules, group
        )
    single = {
        name: value
        for name, value in rules.model_dump(exclude={"version", "layers"}).items()
        if not isinstance(value, dict)
    }
    assert (
        single.items()
        <= {name: value for (group, name), value in rows.items() if group == "parameter"}.items()
    )


def test_gates_and_the_caps_of_every_severity_have_rows() -> None:
    rules = default_rules()
    assert rules.gates is not None
    by_group = {
        group: {row.name: row.value for row in scoring_rows() if row.group == group}
        for group in ("gates", "failed_edge_case_caps")
    }

    assert by_group["gates"] == rules.gates.model_dump(exclude={"requests_metric"})
    assert ("gates_requests_metric", "DRC") in {(row.group, row.name) for row in scoring_rows()}
    assert by_group["gates"]["cap"] == 5.9
    assert by_group["failed_edge_case_caps"] == {"critical": 5.9, "major": 7.4, "minor": 8.9}


def test_the_dimensions_of_dynamics_their_metrics_and_what_fails_have_rows() -> None:
    rows = [(row.group, row.name, row.value) for row in scoring_rows()]
    rules = default_rules()

    assert [name for group, name, _ in rows if group == "dynamics_dimension"] == [
        "coordination", "floor", "prosody", "social"
    ]  # fmt: skip
    for dimension, symbols in rules.dynamics_metrics.items():
        of_one = [name for group, name, _ in rows if group == f"{dimension}_metric"]
        assert tuple(of_one) == symbols
    assert ("hard_fail_floors", "DRC", 0.7) in rows
    assert ("multi_party_weights", "dynamics", 0.25) in rows
    assert ("parameter", "most_interruptions", 5.0) in rows


def test_no_row_stands_twice_and_each_has_its_place_in_its_group() -> None:
    rows = list(scoring_rows())

    assert len({(row.group, row.name) for row in rows}) == len(rows)
    for group in {row.group for row in rows}:
        places = [row.position for row in rows if row.group == group]
        assert places == list(range(1, len(places) + 1))


def test_the_layers_are_numbered_as_the_rules_number_them() -> None:
    assert sorted(LAYERS) == [1, 2, 3, 4, 5, 6]
    off = Layers(weights=False, floors=False, pessimism=False).off
    assert [LAYERS[number] for number in off] == list(LAYERS.values())[:3]
