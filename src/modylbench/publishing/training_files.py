"""How are training rows written: one JSON object per line, or Parquet?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.foundation.atomic_file import open_atomic, write_lines
from modylbench.foundation.errors import UserMistake

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from modylbench.publishing.training_rows import TrainingRow

MOST_ROWS = 1_000
MOST_CHARACTERS = 8 * 1024 * 1024  # ours: of documents in one row group, which is held in memory


def write_jsonl(rows: Iterable[TrainingRow], path: Path) -> None:
    """Write the rows as they come; the same rows give the same bytes."""
    write_lines((row.model_dump_json() + "\n" for row in rows), path)


def write_parquet(rows: Iterable[TrainingRow], path: Path) -> None:
    """Write the rows group by group; the same rows and the same pyarrow give the same bytes."""
    try:
        import pyarrow  # type: ignore[import-untyped]  # it ships no types
        import pyarrow.parquet  # type: ignore[import-untyped]
    except ModuleNotFoundError as error:
        message = "Parquet needs the package pyarrow: pip install 'modylbench[dataset]'"
        raise UserMistake(message) from error
    schema = _schema(pyarrow)
    with (
        open_atomic(path) as file,
        pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer,
    ):
        for group in _groups(rows):
            writer.write_table(pyarrow.Table.from_pylist(group, schema=schema))


def _schema(pyarrow: Any) -> Any:
    """Every column with its type, so that one in which all is null has the same type too."""
    text, number, truth = pyarrow.string(), pyarrow.int64(), pyarrow.bool_()

    def always(name: str, kind: Any) -> Any:
        return pyarrow.field(name, kind, nullable=False)

    mutation = pyarrow.struct(
        [
            always("type", text),
            always("locator", text),
            always("locator_kind", text),
            ("old", text),
            ("new", text),
            ("after", text),
            ("is_correct", truth),
            always("is_destructive", truth),
        ]
    )
    return pyarrow.schema(
        [
            always("scenario_id", text),
            always("seed", number),
            always("turn_index", number),
            always("product_id", text),
            always("kind", text),
            always("human_utterance", text),
            ("before", text),
            always("mutations", pyarrow.list_(always("item", mutation))),
            ("after", text),
            always("correct_count", number),
            always("incorrect_count", number),
            always("undecided_count", number),
            always("missing_count", number),
            ("patch", text),
        ]
    )


def _groups(rows: Iterable[TrainingRow]) -> Iterator[list[dict[str, Any]]]:
    """The rows in groups that are bounded in number and in size."""
    group: list[dict[str, Any]] = []
    size = 0
    for row in rows:
        group.append(row.model_dump(mode="json"))
        size += len(row.before or "") + len(row.after or "") + len(row.patch or "")
        if len(group) >= MOST_ROWS or size >= MOST_CHARACTERS:
            yield group
            group, size = [], 0
    if group:
        yield group
