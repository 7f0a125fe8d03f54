"""Training rows: what was asked, what stood there, what the agent changed, and if it was right."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import defaultdict
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args

from modylbench.evaluation.mutations.edit import LocatorKind
from modylbench.evaluation.mutations.json_documents import same_json
from modylbench.foundation.atomic_file import open_atomic, write_lines
from modylbench.foundation.record import Spec
from modylbench.publishing.code_patch import code_patch
from modylbench.publishing.dataset.features import arrow
from modylbench.publishing.dataset.tables import row_groups

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from modylbench.evaluation.mutations.formats.format import ProductJson
    from modylbench.evaluation.mutations.mutation import Expectation, Mutation, Trajectory


class TrainingMutation(Spec):
    """One edit; `old` and `new` are JSON texts, None where there was or is nothing."""

    type: str
    locator: str
    locator_kind: LocatorKind
    old: str | None
    new: str | None
    after: str | None
    is_correct: bool | None
    is_destructive: bool


class TrainingRow(Spec):
    """One product in one turn: the request, the product before and after, and the edits between.

    `before` and `after` are JSON texts, None where there was or is no product. `missing_count`
    counts what this turn asked of the product and never came. `patch` is a unified diff; None for
    what is not code.
    """

    scenario_id: str
    seed: int
    turn_index: int
    product_id: str
    kind: str
    human_utterance: str
    before: str | None
    mutations: tuple[TrainingMutation, ...]
    after: str | None
    correct_count: int
    incorrect_count: int
    undecided_count: int
    missing_count: int
    patch: str | None


def training_rows(
    trajectory: Trajectory,
    snapshots: Mapping[int, Mapping[str, ProductJson]],
    utterances: Mapping[int, str],
    *,
    scenario_id: str,
    seed: int,
) -> Iterator[TrainingRow]:
    """A row for every turn and product that changed, or that was to change and did not.

    Snapshots are the products by id at the end of a turn, by turn index; utterances are what the
    human said, by turn index. A row has the last one up to its turn, "" if there is none.
    """
    turns = sorted(snapshots)
    said = sorted(utterances)
    edits = _by_turn_and_product(trajectory, turns)
    before: Mapping[str, ProductJson] = {}
    for turn in turns:
        after = snapshots[turn]
        spoken = bisect_right(said, turn)
        for product_id in sorted({*before, *after, *edits.get(turn, {})}):
            made, expected = edits.get(turn, {}).get(product_id, ([], []))
            old, new = before.get(product_id), after.get(product_id)
            if not made and not _is_overdue(expected, turn) and same_json(old, new):
                continue
            yield TrainingRow(
                scenario_id=scenario_id,
                seed=seed,
                turn_index=turn,
                product_id=_encodable(product_id),
                kind=_kind(new or old),
                human_utterance=_encodable(utterances[said[spoken - 1]] if spoken else ""),
                before=_json(old),
                mutations=tuple(map(_training_mutation, made)),
                after=_json(new),
                **_counts(made, expected),
                patch=code_patch(old, new),
            )
        before = after


def write_jsonl(rows: Iterable[TrainingRow], path: Path) -> None:
    """Write the rows as they come; the same rows give the same bytes."""
    write_lines((row.model_dump_json() + "\n" for row in rows), path)


def write_parquet(rows: Iterable[TrainingRow], path: Path) -> None:
    """Write the rows group by group; the same rows and the same pyarrow give the same bytes."""
    pyarrow = arrow()
    schema = _schema(pyarrow)
    with (
        open_atomic(path) as file,
        pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer,
    ):
        for group in row_groups(row.model_dump(mode="json") for row in rows):
            writer.write_table(pyarrow.Table.from_pylist(group, schema=schema))


def _by_turn_and_product(
    trajectory: Trajectory, turns: list[int]
) -> dict[int, dict[str, tuple[list[Mutation], list[Expectation]]]]:
    """Every edit and expectation at the first snapshot from its turn on."""
    found: dict[int, dict[str, tuple[list[Mutation], list[Expectation]]]] = defaultdict(
        lambda: defaultdict(lambda: ([], []))
    )
    for mutation in trajectory.mutations:
        turn = _snapshot_turn(mutation.turn_index, turns)
        if turn is None:
            message = f"found an edit in turn {mutation.turn_index}, and no snapshot after it"
            raise ValueError(message)
        found[turn][mutation.product_id][0].append(mutation)
    for expectation in trajectory.expected:
        turn = _snapshot_turn(expectation.turn_index, turns)
        if turn is not None:  # a meeting that ended early did not come to ask for the rest
            found[turn][expectation.product_id][1].append(expectation)
    return found


def _snapshot_turn(turn_index: int, turns: list[int]) -> int | None:
    at = bisect_right(turns, turn_index - 1)
    return turns[at] if at < len(turns) else None


def _is_overdue(expected: list[Expectation], turn: int) -> bool:
    return any(mutation.met_at_turn is None or mutation.met_at_turn > turn for mutation in expected)


def _counts(made: list[Mutation], expected: list[Expectation]) -> dict[str, int]:
    return {
        "correct_count": sum(mutation.is_correct is True for mutation in made),
        "incorrect_count": sum(mutation.is_correct is False for mutation in made),
        "undecided_count": sum(mutation.is_correct is None for mutation in made),
        "missing_count": sum(expectation.met_at_turn is None for expectation in expected),
    }


def _training_mutation(mutation: Mutation) -> TrainingMutation:
    return TrainingMutation(
        type=mutation.mutation_type,
        locator=_encodable(mutation.locator),
        locator_kind=mutation.locator_kind,
        old=_json(mutation.old),
        new=_json(mutation.new),
        after=None if mutation.after is None else _encodable(mutation.after),
        is_correct=mutation.is_correct,
        is_destructive=mutation.is_destructive,
    )


def _kind(document: ProductJson | None) -> str:
    return _encodable(str(document.get("kind", ""))) if document else ""


def _json(value: Any) -> str | None:
    """The value as JSON text that UTF-8 can hold; None for nothing."""
    if value is None:
        return None
    text = json.dumps(
        value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
    if _encodable(text) == text:
        return text
    return json.dumps(value, sort_keys=True, allow_nan=False, separators=(",", ":"))


def _encodable(text: str) -> str:
    """The text, with a question mark for each half of a surrogate pair: no file can hold one."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def _schema(pyarrow: Any) -> Any:
    """Every column with its type, so that one in which all is null has the same type too."""
    types = {int: pyarrow.int64(), bool: pyarrow.bool_()}

    def columns(model: type[Spec]) -> list[Any]:
        found = []
        for name, field in model.model_fields.items():
            choices = get_args(field.annotation) or (field.annotation,)
            kind = types.get(choices[0], pyarrow.string())
            found.append(pyarrow.field(name, kind, nullable=NoneType in choices))
        return found

    edit = pyarrow.field("item", pyarrow.struct(columns(TrainingMutation)), nullable=False)
    types[TrainingMutation] = pyarrow.list_(edit)
    return pyarrow.schema(columns(TrainingRow))
