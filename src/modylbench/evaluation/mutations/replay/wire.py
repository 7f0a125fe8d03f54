"""Whether bytes are a Yjs update (version 1) of the kind that our documents are made of.

pycrdt trusts what it is given: a damaged length makes it reserve memory, a gap in the clocks makes
it panic, and deep nesting overflows its stack, which no `except` can catch. So every update is
read here first, and passes only if it adds maps, arrays, texts and JSON values below the root
`products`, each next to something that is known already.
"""

from __future__ import annotations

import math
import struct
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

from modylbench.evaluation.mutations.replay.shared_types import MOST_LEVELS, ROOT

LAST_CLOCK = 2**31
MOST_DEPTH = 3 * MOST_LEVELS  # a list with ids takes two levels more than JSON has
MOST_BITS = 53  # JavaScript's whole numbers
LAST_OF_ONE_UNIT = "\uffff"  # of what follows, each character is a surrogate pair
HAS_ORIGIN, HAS_RIGHT_ORIGIN, HAS_KEY, CONTENT = 0x80, 0x40, 0x20, 0x1F
COLLECTED, DELETED, STRING, TYPE, VALUES = 0, 1, 4, 7, 8
ARRAY, MAP, TEXT = 0, 1, 2
NULL, WHOLE, FLOAT32, FLOAT64, FALSE, TRUE, STRING_VALUE, OBJECT, LIST = (
    126, 125, 124, 123, 121, 120, 119, 118, 117,
)  # fmt: skip
Id = tuple[int, int]
"""A client and its clock: Yjs numbers everything that a client inserts."""


class SharedType(NamedTuple):
    """A map, array or text: what it is and how deep it lies."""

    kind: int
    depth: int


@dataclass
class _ClientInsertions:
    """What one client has inserted so far: where each piece starts and what it is part of."""

    next_clock: int = 0
    starts: list[int] = field(default_factory=list)
    parents: list[SharedType | None] = field(default_factory=list)
    second_halves: set[int] = field(default_factory=set)
    """The clocks of the second halves of surrogate pairs: nothing may come before one."""

    def parent_at(self, clock: int) -> SharedType | None:
        return self.parents[bisect_right(self.starts, clock) - 1]


class UpdateGate:
    """Lets an update through if it fits on those before it."""

    def __init__(self) -> None:
        self._clients: dict[int, _ClientInsertions] = {}
        self._types: dict[Id, SharedType] = {}

    def check(self, update: bytes) -> None:
        """Take note of the update, or raise MalformedUpdate; after that the gate is of no use."""
        data = UpdateBytes(update)
        seen: set[int] = set()
        for _ in range(data.whole_number()):
            self._client(data, seen)
        self._deletions(data)
        data.expect_end()

    def _client(self, data: UpdateBytes, seen: set[int]) -> None:
        count, client, clock = data.whole_number(), data.whole_number(), data.whole_number()
        _refuse_repeated(client, seen)
        inserted = self._clients.setdefault(client, _ClientInsertions())
        if clock != inserted.next_clock:
            message = f"found clock {clock}, expected {inserted.next_clock}: updates are missing"
            raise MalformedUpdate(message)
        for _ in range(count):
            start = inserted.next_clock
            parent, length = self._struct(data, (client, start))
            if not 0 < length < LAST_CLOCK - start:
                message = f"found a piece of length {length}, expected at least 1"
                raise MalformedUpdate(message)
            inserted.starts.append(start)
            inserted.parents.append(parent)
            inserted.next_clock += length

    def _struct(self, data: UpdateBytes, own: Id) -> tuple[SharedType | None, int]:
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
            self._types[own] = _shared_type(data.whole_number(), parent)
            return parent, 1
        if content == VALUES and parent.kind != TEXT:
            count = data.whole_number()
            for _ in range(count):
                skip_json(data, MOST_LEVELS)
            return parent, count
        message = f"found content {content} in a {('array', 'map', 'text')[parent.kind]}"
        raise MalformedUpdate(message)

    def _parent(self, data: UpdateBytes, info: int) -> SharedType:
        """What the piece becomes part of: named outright, or that of the pieces beside it."""
        beside = [
            self._parent_of((data.whole_number(), data.whole_number()), behind)
            for flag, behind in ((HAS_ORIGIN, 1), (HAS_RIGHT_ORIGIN, 0))
            if info & flag
        ]
        if beside:
            if beside[0] is not beside[-1]:
                message = "found a piece between two that are not in one place"
                raise MalformedUpdate(message)
            return beside[0]
        parent = self._named_parent(data)
        if bool(info & HAS_KEY) != (parent.kind == MAP):
            message = "found a key outside of a map, or none in a map"
            raise MalformedUpdate(message)
        if info & HAS_KEY:
            data.text()
        return parent

    def _named_parent(self, data: UpdateBytes) -> SharedType:
        if data.whole_number() == 1:
            name = data.text()
            if name != ROOT:
                message = f"found the root {name[:40]!r}, expected {ROOT!r}"
                raise MalformedUpdate(message)
            return PRODUCTS
        own = (data.whole_number(), data.whole_number())
        if own not in self._types:
            message = f"found a part of {own}, which is no map, array or text"
            raise MalformedUpdate(message)
        return self._types[own]

    def _parent_of(self, own: Id, behind: int) -> SharedType:
        """What the neighbour is part of; `behind` is 1 where the new piece comes after it."""
        client, clock = own
        inserted = self._clients.get(client)
        parent = inserted.parent_at(clock) if inserted and clock < inserted.next_clock else None
        if parent is None:
            message = f"found a neighbour {own}, which is not known"
            raise MalformedUpdate(message)
        self._refuse_half(client, clock + behind)
        return parent

    def _deletions(self, data: UpdateBytes) -> None:
        seen: set[int] = set()
        for _ in range(data.whole_number()):
            client, count = data.whole_number(), data.whole_number()
            _refuse_repeated(client, seen)
            known = self._clients.get(client, _ClientInsertions()).next_clock
            for _ in range(count):
                clock, length = data.whole_number(), data.whole_number()
                if not 0 < length <= known - clock:
                    message = f"found {length} deletions from {clock} on, of {known} insertions"
                    raise MalformedUpdate(message)
                self._refuse_half(client, clock)
                self._refuse_half(client, clock + length)

    def _refuse_half(self, client: int, clock: int) -> None:
        """Raise MalformedUpdate if the place before the clock is inside a surrogate pair."""
        if clock in self._clients[client].second_halves:
            message = f"found the place {clock} inside a surrogate pair, expected one between two"
            raise MalformedUpdate(message)


PRODUCTS = SharedType(MAP, 0)


def _refuse_repeated(client: int, seen: set[int]) -> None:
    """Raise MalformedUpdate for a second part of one client: pycrdt and Yjs read it differently."""
    if client in seen:
        message = f"found the client {client} twice, expected it once"
        raise MalformedUpdate(message)
    seen.add(client)


def _shared_type(kind: int, parent: SharedType) -> SharedType:
    if kind not in (ARRAY, MAP, TEXT):
        message = f"found a shared type {kind}, expected an array, a map or a text"
        raise MalformedUpdate(message)
    if parent.depth >= MOST_DEPTH:
        message = f"found more than {MOST_DEPTH} levels"
        raise MalformedUpdate(message)
    return SharedType(kind, parent.depth + 1)


class MalformedUpdate(ValueError):
    """Bytes that are not an update we take."""


class UpdateBytes:
    """Bytes that are read once, from the first to the last."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def byte(self) -> int:
        """The next byte."""
        if self._at >= len(self._data):
            message = "found the end in the middle of something"
            raise MalformedUpdate(message)
        self._at += 1
        return self._data[self._at - 1]

    def take(self, length: int) -> bytes:
        """The next bytes."""
        if length > len(self._data) - self._at:
            message = f"found the end, expected {length:,} bytes more"
            raise MalformedUpdate(message)
        self._at += length
        return self._data[self._at - length : self._at]

    def whole_number(self, bits: int = 0, number: int = 0) -> int:
        """A number in groups of seven bits, the lowest first; the eighth says that one follows."""
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << bits
            bits += 7
            if byte < 0x80:
                break
            if bits > MOST_BITS + 7:
                message = "found a number without an end"
                raise MalformedUpdate(message)
        if number >> MOST_BITS:
            message = f"found the number {number}, expected at most {MOST_BITS} bits"
            raise MalformedUpdate(message)
        return number

    def signed_number(self) -> None:
        """Skip a number whose first byte has its sign and six bits."""
        first = self.byte()
        if first & 0x80:
            self.whole_number(6, first & 0x3F)

    def text(self) -> str:
        """A text after its length in bytes."""
        try:
            return self.take(self.whole_number()).decode()
        except UnicodeDecodeError as error:
            message = "found bytes that are not UTF-8 in a text"
            raise MalformedUpdate(message) from error

    def utf16_text(self) -> tuple[int, list[int]]:
        """The length of a text as Yjs counts it, and where second halves of pairs stand in it."""
        text = self.text()
        if len(text) == 0 or max(text) <= LAST_OF_ONE_UNIT:
            return len(text), []
        pairs = (at for at, character in enumerate(text) if character > LAST_OF_ONE_UNIT)
        halves = [at + before + 1 for before, at in enumerate(pairs)]
        return len(text) + len(halves), halves

    def expect_end(self) -> None:
        """Raise MalformedUpdate if bytes are left."""
        left = len(self._data) - self._at
        if left:
            message = f"found {left:,} bytes behind the end"
            raise MalformedUpdate(message)


def skip_json(data: UpdateBytes, levels: int) -> None:
    """Read past one JSON value; what JSON does not have (undefined, bytes, NaN) is refused."""
    kind = data.byte()
    if kind in (NULL, TRUE, FALSE):
        return
    if kind == WHOLE:
        data.signed_number()
    elif kind == STRING_VALUE:
        data.text()
    elif kind in (FLOAT32, FLOAT64):
        _expect_finite(data, ">f" if kind == FLOAT32 else ">d")
    elif kind in (OBJECT, LIST) and levels:
        for _ in range(data.whole_number()):
            if kind == OBJECT:
                data.text()
            skip_json(data, levels - 1)
    else:
        message = f"found a value of kind {kind}, or too many levels, expected a JSON value"
        raise MalformedUpdate(message)


def _expect_finite(data: UpdateBytes, form: str) -> None:
    (number,) = struct.unpack(form, data.take(struct.calcsize(form)))
    if not math.isfinite(number):
        message = f"found {number}, expected a finite number"
        raise MalformedUpdate(message)
