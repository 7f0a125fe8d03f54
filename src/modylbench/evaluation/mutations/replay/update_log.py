"""A run's work products as a log of Yjs updates: turn by turn, edit by edit."""

from __future__ import annotations

import base64
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pycrdt import Doc, Map
from pydantic import Field, StringConstraints, ValidationError, model_validator

from modylbench.evaluation.mutations.diff import diff
from modylbench.evaluation.mutations.replay.shared_types import ROOT
from modylbench.evaluation.mutations.replay.writing import write_changes
from modylbench.evaluation.mutations.snapshot import snapshot_hash
from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import Record, Spec, place_of, problem_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

MOST_TURNS = 10_000
MOST_CHARACTERS = 256 * 1024 * 1024  # ours: 200 x 50 cells made anew in 50 turns are 48 MB
MOST_BYTES = MOST_CHARACTERS + 64 * 1024 * 1024  # of the file: the updates, and all around them

Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Snapshot = dict[str, Any]
"""Every work product at the end of a turn, as a JSON object, by the product's id."""


class LoggedTurn(Spec):
    """What one turn changed: Yjs updates in base64, and the hash of every product they lead to."""

    turn_index: Annotated[int, Field(ge=0)]
    updates: tuple[str, ...]
    hashes: dict[str, Hash]


class UpdateLog(Record):
    """Applied in their order, the updates of all turns up to one give that turn's snapshot.

    They are Yjs updates of version 1 of one Y.Doc, whose root `products` is a Y.Map by product id.
    """

    encoding: Literal["yjs-v1-base64"] = "yjs-v1-base64"
    root: Literal["products"] = "products"
    client_id: Annotated[int, Field(ge=1, lt=2**32)]
    turns: Annotated[tuple[LoggedTurn, ...], Field(max_length=MOST_TURNS)]

    @model_validator(mode="after")
    def _turns_rise(self) -> UpdateLog:
        indexes = [turn.turn_index for turn in self.turns]
        if any(later <= earlier for earlier, later in pairwise(indexes)):
            message = "found turns out of order, expected each turn_index to be above the last"
            raise ValueError(message)
        if sum(len(update) for turn in self.turns for update in turn.updates) > MOST_CHARACTERS:
            message = f"found more than {MOST_CHARACTERS:,} characters of updates, expected fewer"
            raise ValueError(message)
        return self


def update_log(snapshots: Mapping[int, Snapshot], *, client_id: int = 1) -> UpdateLog:
    """The log of a run, from its snapshots by turn index; the same snapshots give the same bytes.

    Raises ValueError for what no JSON file can hold, and for endless nesting.
    """
    try:
        return UpdateLog(client_id=client_id, turns=tuple(_turns(snapshots, client_id)))
    except RecursionError as error:
        message = "found a document that is nested too deeply to write"
        raise ValueError(message) from error


def _turns(snapshots: Mapping[int, Snapshot], client_id: int) -> Iterator[LoggedTurn]:
    doc: Doc[Any] = Doc(client_id=client_id)
    root: Map[Any] = doc.get(ROOT, type=Map)
    updates: list[bytes] = []
    doc.observe(lambda event: updates.append(event.update))
    before: Snapshot = {}
    hashes: dict[str, str] = {}
    for turn_index, after in sorted(snapshots.items()):
        changes = diff(before, after)
        write_changes(doc, root, changes, after)
        changed = {change.path[0] for change in changes}
        hashes = {
            product: snapshot_hash(after[product]) if product in changed else hashes[product]
            for product in sorted(after)
        }
        encoded = tuple(base64.b64encode(update).decode() for update in updates)
        yield LoggedTurn(turn_index=turn_index, updates=encoded, hashes=hashes)
        updates.clear()
        before = after


def read_log(path: Path) -> UpdateLog:
    """The log in a JSON file, or a BadFile that says why there is none; nothing is applied yet."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise BadFile(path, "", f"found {size:,} bytes, expected at most {MOST_BYTES:,}")
        return UpdateLog.model_validate_json(path.read_bytes())
    except OSError as error:
        raise BadFile(path, "", f"cannot be read ({error.strerror})") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise BadFile(path, place_of(first["loc"]), problem_of(first)) from error
