"""Are these bytes a Yjs update (version 1) of the kind that our documents are made of?

pycrdt trusts what it is given: a damaged length makes it reserve memory, a gap in the clocks makes
it panic, and deep nesting overflows its stack, which no `except` can catch. So every update is
read here first, and passes only if it adds maps, arrays, texts and JSON values below the root
`products`, each next to something that is known already.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

from modylbench.evaluation.mutations.replay.shared_types import MOST_LEVELS, ROOT
from modylbench.evaluation.mutations.replay.wire_values import Bytes, Malformed, skip_json

LAST_CLOCK = 2**31
MOST_DEPTH = 3 * MOST_LEVELS  # a list with ids takes two levels more than JSON has
HAS_ORIGIN, HAS_RIGHT_ORIGIN, HAS_KEY, CONTENT = 0x80, 0x40, 0x20, 0x1F
COLLECTED, DELETED, STRING, TYPE, VALUES = 0, 1, 4, 7, 8
ARRAY, MAP, TEXT = 0, 1, 2

Id = tuple[int, int]
"""A client and its clock: Yjs numbers everything that a client inserts."""


class Shared(NamedTuple):
    """A map, array or text: what it is and how deep it lies."""

    kind: int
    depth: int


@dataclass
class _Inserted:
    """What one client has inserted so far: where each piece starts and what it is part of."""

    next_clock: int = 0
    starts: list[int] = field(default_factory=list)
    parents: list[Shared | None] = field(default_factory=list)
    second_halves: set[int] = field(default_factory=set)
    """The clocks of the second halves of surrogate pairs: nothing may come before one."""

    def parent_at(self, clock: int) -> Shared | None:
        return self.parents[bisect_right(self.starts, clock) - 1]


class Gate:
    """Lets an update through if it fits on those before it."""

    def __init__(self) -> None:
        self._clients: dict[int, _Inserted] = {}
        self._types: dict[Id, Shared] = {}

    def check(self, update: bytes) -> None:
        """Take note of the update, or raise Malformed; after that the gate is of no more use."""
        data = Bytes(update)
        seen: set[int] = set()
        for _ in range(data.whole_number()):
            self._client(data, seen)
        self._deletions(data)
        data.expect_end()

    def _client(self, data: Bytes, seen: set[int]) -> None:
        count, client, clock = data.whole_number(), data.whole_number(), data.whole_number()
        _refuse_repeated(client, seen)
        inserted = self._clients.setdefault(client, _Inserted())
        if clock != inserted.next_clock:
            message = f"found clock {clock}, expected {inserted.next_clock}: updates are missing"
            raise Malformed(message)
        for _ in range(count):
            start = inserted.next_clock
            parent, length = self._struct(data, (client, start))
            if not 0 < length < LAST_CLOCK - start:
                message = f"found a piece of length {length}, expected at least 1"
                raise Malformed(message)
            inserted.starts.append(start)
            inserted.parents.append(parent)
            inserted.next_clock += length

    def _struct(self, data: Bytes, own: Id) -> tuple[Shared | None, int]:
        info = data.byte()
        content = info & CONTENT
        if content == COLLECTED:
            return None, data.whole_number()
        parent = self._parent(data, info)
        if content == DELETED:
            return parent, data.whole_number()
        if content == STRING and parent.kind == TEXT:
            length, halves = data.utf16_text()
            self._clients[own[0]].second_halves.update(own[1] + at for at in halves)
            return parent, length
        if content == TYPE and parent.kind != TEXT:
            self._types[own] = _shared(data.whole_number(), parent)
            return parent, 1
        if content == VALUES and parent.kind != TEXT:
            count = data.whole_number()
            for _ in range(count):
                skip_json(data, MOST_LEVELS)
            return parent, count
        message = f"found content {content} in a {('array', 'map', 'text')[parent.kind]}"
        raise Malformed(message)

    def _parent(self, data: Bytes, info: int) -> Shared:
        """What the piece becomes part of: named outright, or that of the pieces beside it."""
        beside = [
            self._parent_of((data.whole_number(), data.whole_number()), behind)
            for flag, behind in ((HAS_ORIGIN, 1), (HAS_RIGHT_ORIGIN, 0))
            if info & flag
        ]
        if beside:
            if beside[0] is not beside[-1]:
                message = "found a piece between two that are not in one place"
                raise Malformed(message)
            return beside[0]
        parent = self._named_parent(data)
        if bool(info & HAS_KEY) != (parent.kind == MAP):
            message = "found a key outside of a map, or none in a map"
            raise Malformed(message)
        if info & HAS_KEY:
            data.text()
        return parent

    def _named_parent(self, data: Bytes) -> Shared:
        if data.whole_number() == 1:
            name = data.text()
            if name != ROOT:
                message = f"found the root {name[:40]!r}, expected {ROOT!r}"
                raise Malformed(message)
            return PRODUCTS
        own = (data.whole_number(), data.whole_number())
        if own not in self._types:
            message = f"found a part of {own}, which is no map, array or text"
            raise Malformed(message)
        return self._types[own]

    def _parent_of(self, own: Id, behind: int) -> Shared:
        """What the neighbour is part of; `behind` is 1 where the new piece comes after it."""
        client, clock = own
        inserted = self._clients.get(client)
        parent = inserted.parent_at(clock) if inserted and clock < inserted.next_clock else None
        if parent is None:
            message = f"found a neighbour {own}, which is not known"
            raise Malformed(message)
        self._refuse_half(client, clock + behind)
        return parent

    def _deletions(self, data: Bytes) -> None:
        seen: set[int] = set()
        for _ in range(data.whole_number()):
            client, count = data.whole_number(), data.whole_number()
            _refuse_repeated(client, seen)
            known = self._clients.get(client, _Inserted()).next_clock
            for _ in range(count):
                clock, length = data.whole_number(), data.whole_number()
                if not 0 < length <= known - clock:
                    message = f"found {length} deletions from {clock} on, of {known} insertions"
                    raise Malformed(message)
                self._refuse_half(client, clock)
                self._refuse_half(client, clock + length)

    def _refuse_half(self, client: int, clock: int) -> None:
        """Raise Malformed if the place before the clock is inside a surrogate pair."""
        if clock in self._clients[client].second_halves:
            message = f"found the place {clock} inside a surrogate pair, expected one between two"
            raise Malformed(message)


PRODUCTS = Shared(MAP, 0)


def _refuse_repeated(client: int, seen: set[int]) -> None:
    """Raise Malformed for a second part of one client: pycrdt and Yjs read it differently."""
    if client in seen:
        message = f"found the client {client} twice, expected it once"
        raise Malformed(message)
    seen.add(client)


def _shared(kind: int, parent: Shared) -> Shared:
    if kind not in (ARRAY, MAP, TEXT):
        message = f"found a shared type {kind}, expected an array, a map or a text"
        raise Malformed(message)
    if parent.depth >= MOST_DEPTH:
        message = f"found more than {MOST_DEPTH} levels"
        raise Malformed(message)
    return Shared(kind, parent.depth + 1)
