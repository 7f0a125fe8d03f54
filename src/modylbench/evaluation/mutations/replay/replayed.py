"""Which work products does a log of updates lead to?"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from pycrdt import Doc, Map

from modylbench.evaluation.mutations.replay.reading import plain
from modylbench.evaluation.mutations.replay.shared_types import ROOT
from modylbench.evaluation.mutations.replay.snapshot_hash import snapshot_hash
from modylbench.evaluation.mutations.replay.update_log import LoggedTurn, Snapshot, UpdateLog
from modylbench.evaluation.mutations.replay.wire import Gate
from modylbench.foundation.errors import BadFile, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NAME = "update log"


def replays(log: UpdateLog) -> Iterator[tuple[int, Snapshot]]:
    """Every turn and its snapshot, each proved by its hash; a BadFile says where one is not."""
    replica = _Replica()
    for turn in log.turns:
        replica.apply(turn)
        yield turn.turn_index, replica.proved(turn)


def replayed(log: UpdateLog, through_turn: int) -> Snapshot:
    """The snapshot of that turn, proved by its hash; a BadFile says why there is none."""
    replica = _Replica()
    for turn in log.turns:
        replica.apply(turn)
        if turn.turn_index == through_turn:
            return replica.proved(turn)
    known = ", ".join(str(turn.turn_index) for turn in log.turns[:20])
    raise BadFile(NAME, "", f"has no turn {through_turn}, expected one of {known}")


def continued(log: UpdateLog, turn_index: int, updates: Sequence[bytes]) -> UpdateLog:
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
        self._gate = Gate()

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
            snapshot = plain(self._root)
            return snapshot, _hashes(snapshot)
        except ValueError as error:
            raise BadFile(NAME, f"turn {turn.turn_index}", str(error)) from error
        except RecursionError as error:
            problem = "found a document that is nested too deeply to read"
            raise BadFile(NAME, f"turn {turn.turn_index}", problem) from error

    def proved(self, turn: LoggedTurn) -> Snapshot:
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
