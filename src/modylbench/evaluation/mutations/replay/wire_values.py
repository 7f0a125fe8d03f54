"""How are numbers, texts and JSON values written in a Yjs update?"""

from __future__ import annotations

import math
import struct

MOST_BITS = 53  # JavaScript's whole numbers
LAST_OF_ONE_UNIT = "\uffff"  # of what follows, each character is a surrogate pair
NULL, WHOLE, FLOAT32, FLOAT64, FALSE, TRUE, STRING, OBJECT, LIST = (
    126, 125, 124, 123, 121, 120, 119, 118, 117,
)  # fmt: skip


class Malformed(ValueError):
    """Bytes that are not an update we take."""


class Bytes:
    """Bytes that are read once, from the first to the last."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def byte(self) -> int:
        """The next byte."""
        if self._at >= len(self._data):
            message = "found the end in the middle of something"
            raise Malformed(message)
        self._at += 1
        return self._data[self._at - 1]

    def taken(self, length: int) -> bytes:
        """The next bytes."""
        if length > len(self._data) - self._at:
            message = f"found the end, expected {length:,} bytes more"
            raise Malformed(message)
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
                raise Malformed(message)
        if number >> MOST_BITS:
            message = f"found the number {number}, expected at most {MOST_BITS} bits"
            raise Malformed(message)
        return number

    def signed_number(self) -> None:
        """Skip a number whose first byte has its sign and six bits."""
        first = self.byte()
        if first & 0x80:
            self.whole_number(6, first & 0x3F)

    def text(self) -> str:
        """A text after its length in bytes."""
        try:
            return self.taken(self.whole_number()).decode()
        except UnicodeDecodeError as error:
            message = "found bytes that are not UTF-8 in a text"
            raise Malformed(message) from error

    def utf16_text(self) -> tuple[int, list[int]]:
        """The length of a text as Yjs counts it, and where second halves of pairs stand in it."""
        text = self.text()
        if len(text) == 0 or max(text) <= LAST_OF_ONE_UNIT:
            return len(text), []
        pairs = (at for at, character in enumerate(text) if character > LAST_OF_ONE_UNIT)
        halves = [at + before + 1 for before, at in enumerate(pairs)]
        return len(text) + len(halves), halves

    def expect_end(self) -> None:
        """Raise Malformed if bytes are left."""
        left = len(self._data) - self._at
        if left:
            message = f"found {left:,} bytes behind the end"
            raise Malformed(message)


def skip_json(data: Bytes, levels: int) -> None:
    """Read past one JSON value; what JSON does not have (undefined, bytes, NaN) is refused."""
    kind = data.byte()
    if kind in (NULL, TRUE, FALSE):
        return
    if kind == WHOLE:
        data.signed_number()
    elif kind == STRING:
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
        raise Malformed(message)


def _expect_finite(data: Bytes, form: str) -> None:
    (number,) = struct.unpack(form, data.taken(struct.calcsize(form)))
    if not math.isfinite(number):
        message = f"found {number}, expected a finite number"
        raise Malformed(message)
