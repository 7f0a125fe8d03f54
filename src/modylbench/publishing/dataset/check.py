"""Whether a folder holds what this version of the benchmark says, in the features it declares."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import yaml
from pydantic import ValidationError

from modylbench.foundation.errors import BadFile, short_repr
from modylbench.foundation.record import place_of, problem_of, read_text
from modylbench.publishing.dataset.benchmark_rows import ScenarioRow
from modylbench.publishing.dataset.build import CARD, expected_splits
from modylbench.publishing.dataset.features import (
    METADATA,
    arrow,
    arrow_schema,
    features_of,
    from_row,
    yaml_features,
)
from modylbench.publishing.dataset.run_rows import BaselineRow, TalkRow, TrajectoryRow
from modylbench.publishing.dataset.tables import Split
from modylbench.publishing.dataset.visibility import Visibility
from modylbench.scenarios.catalogue import shipped_scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from modylbench.foundation.record import Spec
    from modylbench.publishing.dataset.features import Struct

MEASURED = (BaselineRow, TrajectoryRow, TalkRow)
"""Of runs: no source says what they should hold, only of which form they are."""
NULL_WITHOUT_RUNS = (BaselineRow, TalkRow)
MOST_ROWS = 1_000_000  # ours, as below: far beyond what we write, and what a machine can hold
MOST_BYTES = 2 * 1024**3
NO_VALUES = "found what is no value of these columns"


def problems(folder: Path) -> list[str]:
    """What is wrong with the data set there, a line each; raises BadFile where there is none."""
    arrow()
    declared = _declared_features(folder / CARD)
    seeds = _seeds(folder / Split("scenarios", "test", ScenarioRow, ()).path)
    return [
        problem
        for split in expected_splits(Visibility(seeds))
        for problem in _split_problems(folder, split, declared)
    ]


def _split_problems(folder: Path, split: Split, declared: dict[str, Any]) -> Iterator[str]:
    features = features_of(split.model)
    file = _open_file(folder / split.path)
    if not _has(file, arrow_schema(features)):
        yield f"{split.path}: found other columns, expected those of this version"
        return
    if declared.get(split.config) != yaml_features(features):
        yield f"{CARD}: {split.config}: found other features, expected those of the files"
    rows = [_json_of(row, features) for row in _read(file, folder / split.path).to_pylist()]
    if split.model in MEASURED:
        yield from _invalid_rows(split, rows)
        return
    wanted = [_json(row) for row in split.rows]
    if len(rows) != len(wanted):
        yield f"{split.path}: found {len(rows)} rows, expected {len(wanted)}"
    for number, (found, expected) in enumerate(zip(rows, wanted, strict=False), start=1):
        if found is None:
            yield f"{split.path}: row {number}: {NO_VALUES}"
            continue
        differing = sorted(name for name in expected if not _same(split, found, expected, name))
        if differing:
            yield f"{split.path}: row {number}: {', '.join(differing)}: not what it was"


def _json_of(row: dict[str, Any], features: Struct) -> dict[str, Any] | None:
    """The JSON value that a row was made from; None where no value makes such a row."""
    try:
        value: dict[str, Any] = from_row(row, features)
    except (ValueError, TypeError, RecursionError):
        return None
    return value


def _has(file: Any, schema: Any) -> bool:
    """Whether a file has these columns; Parquet calls the items of a list otherwise."""
    found = file.schema_arrow
    try:
        found.empty_table().cast(schema)
    except ValueError:  # Arrow's own errors are such
        return False
    return bool((found.metadata or {}).get(METADATA) == schema.metadata[METADATA])


def _same(split: Split, found: dict[str, Any], expected: dict[str, Any], name: str) -> bool:
    """Whether a field has its value; a union leaves out what is null, which validating puts in."""
    if found[name] == expected[name]:
        return True
    try:
        again = _json(split.model.model_validate_json(json.dumps(found)))
    except ValidationError:
        return False
    return bool(again[name] == expected[name])


def _invalid_rows(split: Split, rows: list[dict[str, Any] | None]) -> Iterator[str]:
    for number, row in enumerate(rows, start=1):
        if row is None:
            yield f"{split.path}: row {number}: {NO_VALUES}"
            continue
        if split.model in NULL_WITHOUT_RUNS and row["run"] is None:
            continue
        try:
            split.model.model_validate_json(json.dumps(row))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            yield f"{split.path}: row {number}: {place_of(first['loc'])}: {problem_of(first)}"


def _json(row: Spec | dict[str, Any]) -> dict[str, Any]:
    return row if isinstance(row, dict) else row.model_dump(mode="json")


def _declared_features(path: Path) -> dict[str, Any]:
    """The features that the card declares, by configuration."""
    parts = read_text(path).split("---\n", 2)
    try:
        head = yaml.safe_load(parts[1])
        return {config["config_name"]: config["features"] for config in head["dataset_info"]}
    except (yaml.YAMLError, TypeError, LookupError, RecursionError) as error:
        problem = "declares no features; expected the card of a data set of ours"
        raise BadFile(path, "", problem) from error


def _seeds(path: Path) -> tuple[int, ...]:
    """The seeds that its scenarios are of; every scenario that ships is there at each of them."""
    file = _open_file(path)
    found: list[Any] = []
    if "seed" in file.schema_arrow.names:
        found = _read(file, path, ["seed"]).column("seed").to_pylist()
    seeds = tuple(dict.fromkeys(found))
    if not seeds or not all(isinstance(seed, int) and seed >= 0 for seed in seeds):
        raise BadFile(path, "seed", f"found {short_repr(seeds)}, expected numbers from 0")
    if len(found) != len(seeds) * len(shipped_scenarios()):
        rows = f"found {len(found)} rows of {len(seeds)} seeds"
        problem = f"{rows}, expected {len(shipped_scenarios())} of each"
        raise BadFile(path, "seed", problem)
    return seeds


def _open_file(path: Path) -> Any:
    """A Parquet file of which nothing but the foot was read, and which is not too large to be."""
    pyarrow = arrow()
    try:
        file = pyarrow.parquet.ParquetFile(path)
    except (OSError, pyarrow.ArrowException) as error:
        raise BadFile(path, "", f"cannot be read as Parquet ({error})") from error
    about = file.metadata
    size = sum(about.row_group(number).total_byte_size for number in range(about.num_row_groups))
    if about.num_rows > MOST_ROWS or size > MOST_BYTES:
        problem = f"found {about.num_rows:,} rows of {size:,} bytes, expected at most "
        raise BadFile(path, "", f"{problem}{MOST_ROWS:,} and {MOST_BYTES:,}")
    return file


def _read(file: Any, path: Path, columns: list[str] | None = None) -> Any:
    pyarrow = arrow()
    try:
        return file.read(columns)
    except (OSError, pyarrow.ArrowException) as error:
        raise BadFile(path, "", f"cannot be read as Parquet ({error})") from error
