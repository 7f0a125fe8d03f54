"""Does a folder hold what this version of the benchmark says, in the features it declares?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import yaml
from pydantic import ValidationError

from modylbench.foundation.errors import BadFile, quoted
from modylbench.foundation.record import place_of, problem_of, read_text
from modylbench.publishing.dataset.build import CARD, expected_splits
from modylbench.publishing.dataset.declared import (
    METADATA,
    arrow,
    arrow_schema,
    yaml_features,
)
from modylbench.publishing.dataset.features import features_of, from_row
from modylbench.publishing.dataset.run_rows import BaselineRow, TrajectoryRow
from modylbench.publishing.dataset.seeds import Visibility

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from modylbench.foundation.record import Spec
    from modylbench.publishing.dataset.tables import Split

MEASURED = (BaselineRow, TrajectoryRow)
"""Of runs: no source says what they should hold, only of which form they are."""


def problems(folder: Path) -> list[str]:
    """What is wrong with the data set there, a line each; raises BadFile where there is none."""
    arrow()
    declared = _declared(folder / CARD)
    seeds = _seeds(folder)
    return [
        problem
        for split in expected_splits(Visibility(seeds))
        for problem in _of_split(folder, split, declared)
    ]


def _of_split(folder: Path, split: Split, declared: dict[str, Any]) -> Iterator[str]:
    features = features_of(split.model)
    table = _table(folder / split.path)
    if not _has(table, arrow_schema(features)):
        yield f"{split.path}: found other columns, expected those of this version"
        return
    if declared.get(split.config) != yaml_features(features):
        yield f"{CARD}: {split.config}: found other features, expected those of the files"
    rows = [from_row(row, features) for row in table.to_pylist()]
    if split.model in MEASURED:
        yield from _invalid(split, rows)
        return
    wanted = [_json(row) for row in split.rows]
    if len(rows) != len(wanted):
        yield f"{split.path}: found {len(rows)} rows, expected {len(wanted)}"
    for number, (found, expected) in enumerate(zip(rows, wanted, strict=False), start=1):
        differing = sorted(name for name in expected if not _same(split, found, expected, name))
        if differing:
            yield f"{split.path}: row {number}: {', '.join(differing)}: not what it was"


def _has(table: Any, schema: Any) -> bool:
    """Whether a table has these columns; Parquet calls the items of a list otherwise."""
    known = (table.schema.metadata or {}).get(METADATA)
    try:
        table.cast(schema)
    except ValueError:  # Arrow's own errors are such
        return False
    return bool(known == schema.metadata[METADATA])


def _same(split: Split, found: dict[str, Any], expected: dict[str, Any], name: str) -> bool:
    """Whether a field has its value; a union leaves out what is null, which validating puts in."""
    if found[name] == expected[name]:
        return True
    try:
        again = _json(split.model.model_validate_json(json.dumps(found)))
    except ValidationError:
        return False
    return bool(again[name] == expected[name])


def _invalid(split: Split, rows: list[dict[str, Any]]) -> Iterator[str]:
    for number, row in enumerate(rows, start=1):
        if split.model is BaselineRow and row["run"] is None:
            continue
        try:
            split.model.model_validate_json(json.dumps(row))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            yield f"{split.path}: row {number}: {place_of(first['loc'])}: {problem_of(first)}"


def _json(row: Spec | dict[str, Any]) -> dict[str, Any]:
    return row if isinstance(row, dict) else row.model_dump(mode="json")


def _declared(path: Path) -> dict[str, Any]:
    """The features that the card declares, by configuration."""
    parts = read_text(path).split("---\n", 2)
    try:
        head = yaml.safe_load(parts[1])
        return {one["config_name"]: one["features"] for one in head["dataset_info"]}
    except (yaml.YAMLError, TypeError, LookupError) as error:
        problem = "declares no features; expected the card of a data set of ours"
        raise BadFile(path, "", problem) from error


def _seeds(folder: Path) -> tuple[int, ...]:
    """The seeds that its scenarios are of."""
    path = folder / "data" / "scenarios-test.parquet"
    table = _table(path)
    found = table.column("seed").to_pylist() if "seed" in table.column_names else []
    seeds = tuple(dict.fromkeys(found))
    if not seeds or not all(isinstance(seed, int) and seed >= 0 for seed in seeds):
        raise BadFile(path, "seed", f"found {quoted(seeds)}, expected numbers from 0")
    return seeds


def _table(path: Path) -> Any:
    pyarrow = arrow()
    try:
        return pyarrow.parquet.read_table(path, partitioning=None)
    except (OSError, pyarrow.ArrowException) as error:
        raise BadFile(path, "", f"cannot be read as Parquet ({error})") from error
