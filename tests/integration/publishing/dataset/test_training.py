"""Rows for training say what was asked, what stood there, what changed and was right."""

import hashlib
import json
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow  # type: ignore[import-untyped]  # it ships no types
import pyarrow.parquet  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from tests.staging.random_data.edits import snapshot_runs

from modylbench.evaluation.mutations.change import Change, apply_changes
from modylbench.evaluation.mutations.diff import diff
from modylbench.evaluation.mutations.json_documents import same_json
from modylbench.evaluation.mutations.mutation import Expectation, Mutation, Trajectory
from modylbench.evaluation.mutations.reference import reference_of
from modylbench.evaluation.mutations.snapshot import snapshot
from modylbench.evaluation.mutations.trajectory import trajectory
from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.products.pointer import join, steps
from modylbench.publishing.code_patch import predictions
from modylbench.publishing.dataset.training import (
    TrainingMutation,
    TrainingRow,
    training_rows,
    write_jsonl,
    write_parquet,
)
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import instantiate

Snapshots = dict[int, dict[str, Any]]

OLD = "def double(x):\n    return x + x\n"
NEW = "def double(x):\n    return 2 * x\n"
MODEL = {"kind": "spreadsheet", "title": "LBO", "value": 50}


def code(content: str) -> dict[str, Any]:
    file = {"id": "main", "path": "src/main.py", "language": "python", "content": content}
    return {"id": "tool", "kind": "code", "title": "Tool", "files": [file]}


SNAPSHOTS: Snapshots = {
    1: {},
    3: {"model": MODEL, "tool": code(OLD)},
    5: {"model": MODEL, "tool": code(OLD)},
    7: {"model": {**MODEL, "value": 57}, "tool": code(NEW)},
    9: {"tool": code(NEW)},
}
SAID = {1: "Hello.", 3: "Build the model.", 6: "Make it 57.5, and double by 2 *. 😀"}


def edit(turn: int, product: str, locator: str, **fields: Any) -> Mutation:
    kind = fields.pop("type", "update_value")
    return Mutation(
        turn_index=turn, product_id=product, mutation_type=kind, locator=locator, **fields
    )


TRAJECTORY = Trajectory(
    mutations=(
        edit(3, "model", "", type="create", new=MODEL, is_correct=True),
        edit(3, "tool", "", type="create", new=code(OLD)),
        edit(7, "model", "/value", old=50, new=57, is_correct=False, is_destructive=True),
        edit(7, "model", "/title", old="LBO", new="LBO", is_correct=True),
        edit(7, "tool", "src/main.py:L2-L2", type="edit_hunk", locator_kind="line_range"),
        edit(9, "model", "", type="delete", old={**MODEL, "value": 57}),
    ),
    expected=(
        Expectation(
            turn_index=7, product_id="model", mutation_type="update_value", path="/value",
            expected_value=57.5, met_at_turn=None,
        ),
        Expectation(
            turn_index=5, product_id="chart", mutation_type="create", path="", expected_value=None
        ),
        Expectation(
            turn_index=3, product_id="model", mutation_type="create", path="", expected_value=None,
            met_at_turn=3,
        ),
    ),
)  # fmt: skip


def rows() -> list[TrainingRow]:
    return list(training_rows(TRAJECTORY, SNAPSHOTS, SAID, scenario_id="analyst", seed=4))


def test_there_is_a_row_for_what_changed_and_for_what_should_have() -> None:
    assert [(row.turn_index, row.product_id, row.kind) for row in rows()] == [
        (3, "model", "spreadsheet"),
        (3, "tool", "code"),
        (5, "chart", ""),
        (7, "model", "spreadsheet"),
        (7, "tool", "code"),
        (9, "model", "spreadsheet"),
    ]


def test_a_row_has_the_request_the_product_before_and_after_and_the_verdicts() -> None:
    row = rows()[3]

    assert row.human_utterance == "Make it 57.5, and double by 2 *. 😀"
    assert json.loads(row.before or "") == MODEL
    assert json.loads(row.after or "") == {**MODEL, "value": 57}
    assert (row.correct_count, row.incorrect_count, row.undecided_count) == (1, 1, 0)
    assert row.missing_count == 1
    first = row.mutations[0]
    assert (first.locator, first.old, first.new) == ("/value", "50", "57")
    assert (first.is_correct, first.is_destructive) == (False, True)


def test_a_product_that_is_made_or_goes_has_nothing_on_one_side() -> None:
    made, gone, never = rows()[0], rows()[5], rows()[2]

    assert made.before is None
    assert made.human_utterance == "Build the model."
    assert gone.after is None
    assert (never.before, never.after, never.missing_count) == (None, None, 1)


def test_only_code_has_a_patch() -> None:
    patches = [row.patch for row in rows()]

    assert [patch is not None for patch in patches] == [False, True, False, False, True, False]
    assert "-    return x + x\n+    return 2 * x\n" in str(patches[4])
    assert str(patches[1]).startswith("diff --git a/src/main.py b/src/main.py\nnew file mode")


def test_the_run_ends_in_predictions_for_swe_bench() -> None:
    lines = list(predictions(SNAPSHOTS[3], SNAPSHOTS[9], run="analyst-4", model_name="modyl"))

    (row,) = map(json.loads, lines)
    assert (row["instance_id"], row["model_name_or_path"]) == ("analyst-4__tool", "modyl")
    assert row["model_patch"].startswith("diff --git a/src/main.py")


def test_an_edit_that_no_snapshot_shows_is_an_error_not_a_loss() -> None:
    late = Trajectory(mutations=(edit(11, "model", "/value"),))

    with pytest.raises(ValueError, match="an edit in turn 11, and no snapshot after it"):
        list(training_rows(late, SNAPSHOTS, SAID, scenario_id="analyst", seed=4))


def trajectory_of(story: list[dict[str, Any]]) -> Trajectory:
    """Every structural change as an edit, its `op` for a type."""
    return Trajectory(
        mutations=tuple(
            Mutation(
                turn_index=turn, product_id=change.path[0], mutation_type=change.op,
                locator=join(*change.path[1:]), old=change.old, new=change.new, after=change.after,
                is_correct=[True, False, None][at % 3],
            )
            for turn, (before, after) in enumerate(zip([{}, *story], story, strict=False))
            for at, change in enumerate(diff(before, after))
        )
    )  # fmt: skip


def is_sound(value: Any) -> bool:
    return "\\ud" not in json.dumps(value).replace("\\ud83d\\ude00", "")


@given(story=snapshot_runs().filter(is_sound))
def test_before_and_the_mutations_of_a_row_give_its_after(story: list[dict[str, Any]]) -> None:
    """The rows alone are enough to learn from: every edit is in them, in order and whole."""
    snapshots = dict(enumerate(story))
    found = list(training_rows(trajectory_of(story), snapshots, {}, scenario_id="x", seed=0))

    for row in found:
        product = row.product_id
        before = {} if row.before is None else {product: json.loads(row.before)}
        after = {} if row.after is None else {product: json.loads(row.after)}
        changes = [
            Change(
                mutation.type,  # type: ignore[arg-type]  # `op`, see above
                (product, *steps(mutation.locator)),
                json.loads(mutation.old or "null"),
                json.loads(mutation.new or "null"),
                mutation.after,
            )
            for mutation in row.mutations
        ]
        assert same_json(apply_changes(before, changes), after)
    changed = [
        (turn, product)
        for turn, (before, after) in enumerate(zip([{}, *story], story, strict=False))
        for product in sorted({*before, *after})
        if not same_json(before.get(product), after.get(product))
    ]
    assert [(row.turn_index, row.product_id) for row in found] == changed


def read_jsonl(path: Path) -> list[TrainingRow]:
    lines = path.read_bytes().decode().split("\n")
    assert lines.pop() == ""
    return [TrainingRow.model_validate_json(line) for line in lines]


def read_parquet(path: Path) -> list[TrainingRow]:
    found = pyarrow.parquet.read_table(path).to_pylist()
    return [TrainingRow.model_validate_json(json.dumps(row)) for row in found]


@given(story=snapshot_runs())
def test_both_files_come_back_equal_and_twice_the_same(
    tmp_path_factory: pytest.TempPathFactory, story: list[dict[str, Any]]
) -> None:
    folder = tmp_path_factory.mktemp("rows")
    expected = list(
        training_rows(
            trajectory_of(story),
            dict(enumerate(story)),
            {0: "Say \u2028 😀"},
            scenario_id="x",
            seed=0,
        )
    )
    for write, read in ((write_jsonl, read_jsonl), (write_parquet, read_parquet)):
        paths = [folder / f"{write.__name__}.{copy}" for copy in "ab"]
        for path in paths:
            write(iter(expected), path)
        assert read(paths[0]) == expected
        assert paths[0].read_bytes() == paths[1].read_bytes()


@pytest.mark.parametrize("some", [[], rows()[2:3], rows()], ids=["none", "all null", "all"])
def test_parquet_has_one_schema_whatever_the_rows(some: list[TrainingRow], tmp_path: Path) -> None:
    write_parquet(some, tmp_path / "rows.parquet")

    schema = pyarrow.parquet.read_schema(tmp_path / "rows.parquet")

    assert schema.names == list(TrainingRow.model_fields)
    mutation = schema.field("mutations").type.value_type
    assert [field.name for field in mutation] == list(TrainingMutation.model_fields)
    flat = [field for field in schema if field.name != "mutations"]
    kinds = {str(field.type) for field in [*flat, *mutation]}
    assert kinds == {"string", "int64", "bool"}


def test_a_long_run_is_written_without_being_held_in_memory(tmp_path: Path) -> None:
    row = rows()[4]

    def many() -> Iterator[TrainingRow]:
        for turn in range(300):
            yield row.model_copy(update={"turn_index": turn, "before": f"{turn:.<1000000}"})

    for write in (write_jsonl, write_parquet):
        pool = pyarrow.default_memory_pool()
        before = pool.max_memory()  # of other tests in this process: it cannot be reset
        tracemalloc.start()
        write(many(), tmp_path / "rows")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        peak += pool.max_memory() - before
        assert peak < 100_000_000, f"{write.__name__} held {peak:,} bytes of 300,000,000"


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    write_jsonl(rows(), path)
    whole = hashlib.sha256(path.read_bytes()).hexdigest()

    def broken() -> Iterator[TrainingRow]:
        yield rows()[0]
        raise KeyError

    for write in (write_jsonl, write_parquet):
        with pytest.raises(KeyError):
            write(broken(), path)

    assert hashlib.sha256(path.read_bytes()).hexdigest() == whole
    assert [file.name for file in tmp_path.iterdir()] == ["rows.jsonl"]
    with pytest.raises(BadFile, match=r"cannot be written .No such file"):
        write_jsonl(rows(), tmp_path / "nowhere" / "rows.jsonl")


def test_without_pyarrow_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(UserMistake, match=r"pip install 'modylbench\[dataset\]'$"):
        write_parquet(rows(), tmp_path / "rows.parquet")

    assert list(tmp_path.iterdir()) == []


def test_a_perfect_meeting_is_all_right_and_its_rows_join_up() -> None:
    """From a scenario to rows: what a turn leaves is what the next one finds."""
    variant = instantiate(catalogue.scenario("financial_analyst"), 2)
    reference = reference_of(variant)
    turns = [(turn, snapshot(products)) for turn, products in reference.products]
    found = trajectory([(turn, list(now.values())) for turn, now in turns], reference=reference)
    said = {
        slot.turn_index: slot.alternatives[-1].human_utterance
        for slot in variant.scenario.human_turns()
    }

    written = list(training_rows(found, dict(turns), said, scenario_id="lbo", seed=2))

    assert len(written) > 10
    last: dict[str, str | None] = {}
    for row in written:
        assert row.before == last.get(row.product_id)
        assert row.human_utterance == said[row.turn_index]
        assert row.incorrect_count == row.missing_count == 0
        last[row.product_id] = row.after
    assert sum(len(row.mutations) for row in written) == len(found.mutations)
    final = {product: json.loads(text) for product, text in last.items() if text}
    assert same_json(final, turns[-1][1])
