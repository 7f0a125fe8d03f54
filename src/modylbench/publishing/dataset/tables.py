"""The configurations and splits there are, and the bytes that each becomes."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.publishing.dataset.features import arrow, arrow_schema, as_row, features_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.foundation.record import Spec
    from modylbench.publishing.dataset.features import Struct

    DatasetRow = Spec | dict[str, Any]

DATA = "data"
GROUP_ROWS = 1_000  # ours: rows held in memory at once while a file is written
GROUP_CHARACTERS = 8 * 1024 * 1024  # ours, likewise: of texts


@dataclass(frozen=True, slots=True)
class Split:
    """Rows of one configuration, of `model` or as its JSON: what such a value lacks is null."""

    config: str
    name: str
    model: type[Spec]
    rows: Iterable[DatasetRow]

    @property
    def path(self) -> str:
        """Where in the folder it stands."""
        return f"{DATA}/{self.config}-{self.name}.parquet"


@dataclass(frozen=True, slots=True)
class SplitFile:
    """A split as a Parquet file."""

    config: str
    name: str
    path: str
    features: Struct
    rows: int
    size: int
    """Of the rows in memory, in bytes."""
    content: bytes


def split_file(split: Split) -> SplitFile:
    """The split's file; the same rows and the same pyarrow give the same bytes."""
    pyarrow = arrow()
    features = features_of(split.model)
    schema = arrow_schema(features)
    file = io.BytesIO()
    rows = size = 0
    with pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        values = (
            row if isinstance(row, dict) else row.model_dump(mode="json") for row in split.rows
        )
        for group in row_groups(values):
            columns = [as_row(value, features) for value in group]
            table = pyarrow.Table.from_pylist(columns, schema=schema)
            writer.write_table(table)
            rows, size = rows + table.num_rows, size + table.nbytes
    return SplitFile(split.config, split.name, split.path, features, rows, size, file.getvalue())


def row_groups(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The rows in groups that are bounded in number and in size: each is held in memory."""
    group: list[dict[str, Any]] = []
    size = 0
    for row in rows:
        group.append(row)
        size += sum(len(text) for text in row.values() if isinstance(text, str))
        if len(group) >= GROUP_ROWS or size >= GROUP_CHARACTERS:
            yield group
            group, size = [], 0
    if group:
        yield group
