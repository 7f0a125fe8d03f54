"""The work products that a log of updates leads to, each proved by its hash."""

from __future__ import annotations

import base64
import json
import math
from typing import TYPE_CHECKING, Any

import orjson
from pycrdt import Doc, Map

from modylbench.evaluation.mutations.replay.shared_types import (
    AS_TEXT,
    ITEMS,
    ORDER,
    ROOT,
    refuse_depth,
)
from modylbench.evaluation.mutations.replay.update_log import LoggedTurn, Snapshot, UpdateLog
from modylbench.evaluation.mutations.replay.wire import UpdateGate
from modylbench.evaluation.mutations.snapshot import snapshot_hash
from modylbench.foundation.errors import BadFile, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


NAME = "update log"


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


def document_of(root: Map[Any]) -> dict[str, Any]:
    """The JSON object that a Y.Map holds, its keys in order.

    An id that `$order` names twice counts once, one without an item not at all, and items it does
    not name come last by id: so the document of several writers reads the same for all of them.
    Raises ValueError where the document is not held as `shared_types` says.
    """
    found: dict[str, Any] = _plain_value(orjson.loads(str(root)))
    return found


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
