"""Values come back from typed columns as they went; one source declares all three."""

import json
import sys
from typing import Any

import pyarrow  # type: ignore[import-untyped]
import pytest
from datasets import Features  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st
from tests.staging.evaluations import (
    GOOD_DYNAMICS,
    dynamics_facts,
    multi_party_evaluation,
    scorecard_of,
)

from modylbench.foundation.errors import UserMistake
from modylbench.foundation.record import Spec
from modylbench.publishing.dataset.benchmark_rows import RubricRow, ScenarioRow, ScoringRow
from modylbench.publishing.dataset.features import (
    METADATA,
    KeyValueList,
    MixedValue,
    ScalarFeature,
    Struct,
    arrow,
    arrow_schema,
    as_row,
    features_of,
    from_row,
    yaml_features,
)
from modylbench.publishing.dataset.run_rows import BaselineRow, TrajectoryRow
from modylbench.scenarios.criteria.criterion import Criterion, ExpectedValue

MODELS = (ScenarioRow, RubricRow, ScoringRow, BaselineRow, TrajectoryRow)
every_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)

texts = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cf")), max_size=20)
numbers = st.integers(-(10**18), 10**18) | st.floats(-1e18, 1e18)
exact_numbers = st.integers(-(2**53), 2**53) | st.floats(-1e18, 1e18)
mixed = (
    st.none()
    | numbers
    | texts
    | st.lists(texts | st.lists(texts, max_size=3).map(tuple), max_size=3).map(tuple)
    | st.dictionaries(texts, numbers, max_size=3)
)


class Held(Spec):
    """A value of every form that columns know."""

    value: ExpectedValue
    by_name: dict[str, ExpectedValue]
    numbers: dict[str, float | int | None]
    pair: tuple[int, int] | None
    rows: tuple[tuple[str, ...], ...]


def through_parquet(rows: list[dict[str, Any]], features: Struct) -> list[Any]:
    schema = arrow_schema(features)
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), sink)
    table = pyarrow.parquet.read_table(pyarrow.BufferReader(sink.getvalue()))
    return [from_row(row, features) for row in table.to_pylist()]


@given(
    value=mixed,
    by_name=st.dictionaries(texts, mixed, max_size=3),
    numbers=st.dictionaries(texts, st.none() | exact_numbers, max_size=3),
    pair=st.none() | st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
    rows=st.lists(st.lists(texts, max_size=2).map(tuple), max_size=3).map(tuple),
)
def test_a_value_of_any_form_comes_back_equal_and_of_its_type(**fields: Any) -> None:
    held = Held(**fields)
    features = features_of(Held)

    row = as_row(held.model_dump(mode="json"), features)
    [back] = through_parquet([row], features)

    again = Held.model_validate_json(json.dumps(back))
    assert again == held
    assert type(again.value) is type(held.value)


@given(value=mixed)
def test_a_mixed_value_has_its_number_beside_it_where_it_is_one(value: Any) -> None:
    feature = Struct((("value", MixedValue()),))

    row = as_row({"value": value}, feature)

    is_number = isinstance(value, int | float)
    assert row["value_number"] == (float(value) if is_number else None)
    assert (row["value"] is None) == (value is None)
    assert value is None or json.loads(row["value"]) == json.loads(json.dumps(value))


def test_a_whole_number_too_long_for_a_float_is_exact_as_text_and_near_as_a_number() -> None:
    row = as_row({"value": 2**53 + 1}, Struct((("value", MixedValue()),)))

    assert row == {"value": "9007199254740993", "value_number": 2.0**53}


def test_truth_is_no_number() -> None:
    assert as_row({"value": True}, Struct((("value", MixedValue()),)))["value_number"] is None


@every_model
def test_arrow_the_files_metadata_and_the_card_declare_the_same_to_datasets(
    model: type[Spec],
) -> None:
    features = features_of(model)
    schema = arrow_schema(features)

    in_card = Features._from_yaml_list(yaml_features(features))
    in_file = Features.from_arrow_schema(schema)
    by_types = Features.from_arrow_schema(schema.remove_metadata())

    assert in_card == in_file == by_types
    assert schema.metadata[METADATA]
    assert in_card._to_yaml_list() == yaml_features(features)


@every_model
def test_no_column_is_named_twice(model: type[Spec]) -> None:
    names = arrow_schema(features_of(model)).names

    assert len(names) == len(set(names))


def test_a_criterion_has_the_columns_of_its_published_fields() -> None:
    fields = dict(features_of(Criterion).fields)

    assert fields["expected_value"] == MixedValue()
    assert fields["tolerance_pct"] == ScalarFeature("float64")
    assert dict(features_of(Held).fields)["by_name"] == KeyValueList(MixedValue())
    names = arrow_schema(features_of(Criterion)).names
    assert {"id", "description", "check_type", "target_field", "expected_value"} < set(names)
    assert "expected_value_number" in names


def test_without_pyarrow_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(UserMistake, match=r"pip install 'modylbench\[dataset\]'"):
        arrow()


def test_a_scorecard_with_dynamics_comes_back_as_it_went() -> None:
    facts = dynamics_facts(GOOD_DYNAMICS | {"SAA": None})
    card = scorecard_of(multi_party_evaluation({"a": 8.0}, {"a": 8.0}, facts))
    value = card.model_dump(mode="json") | {"run": "", "verification": [], "reliability": None}
    features = features_of(BaselineRow)

    row = as_row(value, features)

    assert from_row(row, features) == value
    assert row["dynamics"]["dimensions"][0]["metrics"][3]["reason"] == "nobody spoke"
    pyarrow.Table.from_pylist([row], schema=arrow_schema(features)).validate(full=True)
