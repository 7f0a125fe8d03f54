"""A run's work products as a log of Yjs updates, and the products that a log leads back to."""

from __future__ import annotations

import base64
import json
import math
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Literal

import orjson
from pycrdt import Doc, Map
from pydantic import Field, StringConstraints, ValidationError, model_validator

from modylbench.evaluation.mutations.diff import diff
from modylbench.evaluation.mutations.replay.shared_types import (
    AS_TEXT,
    ITEMS,
    ORDER,
    ROOT,
    refuse_depth,
)
from modylbench.evaluation.mutations.replay.wire import UpdateGate
from modylbench.evaluation.mutations.replay.writing import write_changes
from modylbench.evaluation.mutations.snapshot import snapshot_hash
from modylbench.foundation.errors import BadFile, short_repr
from modylbench.foundation.record import Record, Spec, place_of, problem_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

NAME = "update log"
MOST_TURNS = 10_000
MOST_CHARACTERS = 256 * 1024 * 1024  # ours: 200 x 50 cells made anew in 50 turns are 48 MB
MOST_BYTES = MOST_CHARACTERS + 64 * 1024 * 1024  # of the file: the updates, and all around them
UpdateHash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Snapshot = dict[str, Any]
"""Every work product at the end of a turn, as a JSON object, by the product's id."""


class LoggedTurn(Spec):
    """What one turn changed: Yjs updates in base64, and the hash of every product they lead to."""

    turn_index: Annotated[int, Field(ge=0)]
    updates: tuple[str, ...]
    hashes: dict[str, UpdateHash]


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


def replay_turns(log: UpdateLog) -> Iterator[tuple[int, Snapshot]]:
    """Every turn and its snapshot, each proved by its hash; a BadFile says where one is not."""
    replica = _Replica()
    for turn in log.turns:
        replica.apply(turn)
        yield turn.turn_index, replica.prove(turn)


def replay_through(log: UpdateLog, through_turn: int) -> Snapshot:
    """The snapshot of that turn, proved by its hash; a BadFile says why there is none."""
    replica = _Replica()
    for turn in log.turns:
        replica.apply(turn)
        if turn.turn_index == through_turn:
            return replica.prove(turn)
    known = ", ".join(str(turn.turn_index) for turn in log.turns[:20])
    raise BadFile(NAME, "", f"has no turn {through_turn}, expected one of {known}")


def continue_log(log: UpdateLog, turn_index: int, updates: Sequence[bytes]) -> UpdateLog:
    """The log with one more turn of updates from elsewhere: of a human who edits too, say."""
    replica = _Replica()
    for turn in log.turns:
        replica.apply(turn)
    encoded = tuple(base64.b64encode(update).decode() for update in updates)
    turn = LoggedTurn(turn_index=turn_index, updates=encoded, hashes={})
    replica.apply(turn)
    turn = turn.model_copy(update={"hashes": replica.read(turn)[1]})
    return UpdateLog(client_id=log.client_id, turns=(*log.turns, turn))


def document_of(root: Map[Any]) -> dict[str, Any]:
    """The JSON object that a Y.Map holds, its keys in order.

    An id that `$order` names twice counts once, one without an item not at all, and items it does
    not name come last by id: so the document of several writers reads the same for all of them.
    Raises ValueError where the document is not held as `shared_types` says.
    """
    found: dict[str, Any] = _plain_value(orjson.loads(str(root)))
    return found


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


def _hashes(snapshot: Snapshot) -> dict[str, str]:
    return {product: snapshot_hash(document) for product, document in snapshot.items()}


class _Replica:
    """A Y.Doc that follows a log."""

    def __init__(self) -> None:
        doc: Doc[Any] = Doc()
        self._doc = doc
        self._root: Map[Any] = doc.get(ROOT, type=Map)
        self._gate = UpdateGate()

    def apply(self, turn: LoggedTurn) -> None:
        for number, encoded in enumerate(turn.updates, start=1):
            try:
                update = base64.b64decode(encoded, validate=True)
                self._gate.check(update)
                self._doc.apply_update(update)
            except ValueError as error:  # of base64, of ours, or of pycrdt
                place = f"turn {turn.turn_index}: update {number}"
                raise BadFile(NAME, place, f"is damaged ({error})") from error

    def read(self, turn: LoggedTurn) -> tuple[Snapshot, dict[str, str]]:
        """The snapshot and its hashes."""
        try:
            snapshot = document_of(self._root)
            return snapshot, _hashes(snapshot)
        except ValueError as error:
            raise BadFile(NAME, f"turn {turn.turn_index}", str(error)) from error
        except RecursionError as error:
            problem = "found a document that is nested too deeply to read"
            raise BadFile(NAME, f"turn {turn.turn_index}", problem) from error

    def prove(self, turn: LoggedTurn) -> Snapshot:
        snapshot, found = self.read(turn)
        for product in sorted(found.keys() | turn.hashes.keys()):
            if found.get(product) != turn.hashes.get(product):
                problem = (
                    f"the updates do not lead to the product {short_repr(product)} whose hash is "
                    "here: "
                    "the log was changed, or part of it is missing"
                )
                raise BadFile(NAME, f"turn {turn.turn_index}", problem)
        return snapshot


def _plain_value(held: Any) -> Any:
    if isinstance(held, list):
        return [_plain_value(item) for item in held]
    if not isinstance(held, dict):
        return held
    if ORDER in held or ITEMS in held:
        return _items(held)
    if AS_TEXT in held:
        return _parse_text(held)
    return {
        _unescape_key(key) if key[:1] == "$" else key: _plain_value(held[key])
        for key in sorted(held)
    }


def _items(held: dict[str, Any]) -> list[Any]:
    order, items = held.get(ORDER), held.get(ITEMS)
    if held.keys() != {ORDER, ITEMS} or not isinstance(items, dict) or not isinstance(order, list):
        message = f"found {short_repr(sorted(held))}, expected {ITEMS} (a map) and {ORDER} (a list)"
        raise ValueError(message)
    named = dict.fromkeys(own for own in order if isinstance(own, str) and own in items)
    return [_plain_value(items[own]) for own in (*named, *sorted(items.keys() - named.keys()))]


def _parse_text(held: dict[str, Any]) -> Any:
    text = held[AS_TEXT]
    if len(held) > 1 or not isinstance(text, str):
        message = f"found {short_repr(held)}, expected a JSON text under {AS_TEXT} and nothing else"
        raise ValueError(message)
    try:
        value = json.loads(text, parse_constant=_finite, parse_float=_finite)
    except RecursionError as error:
        message = f"found a text under {AS_TEXT} that is nested too deeply to read"
        raise ValueError(message) from error
    refuse_depth(value)
    return value


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        message = f"found {short_repr(text)}, expected a finite number"
        raise ValueError(message)
    return number


def _unescape_key(key: str) -> str:
    if key.startswith("$$"):
        return key[1:]
    message = f"found the key {short_repr(key)}, expected '$' or no '$' to follow"
    raise ValueError(message)
