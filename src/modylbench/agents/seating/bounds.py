"""What may an agent hand over? Anything else is raised to it, as its own mistake."""

from __future__ import annotations

import math
from typing import Any

from modylbench.foundation.errors import quoted


def bounded_text(what: str, text: Any, most: int) -> str:
    """The text; raises TypeError or ValueError where it is none, too long or not Unicode."""
    if not isinstance(text, str):
        message = f"{what}: found {quoted(text)}, expected a string"
        raise TypeError(message)
    _refuse_longer(what, len(text), most, "characters")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        message = f"{what}: found half a character at {error.start}, expected text"
        raise ValueError(message) from None
    return str(text)


def bounded_bytes(what: str, content: Any, most: int) -> bytes:
    """The bytes; raises TypeError or ValueError where they are none or too many."""
    if not isinstance(content, bytes | bytearray | memoryview):
        message = f"{what}: found {quoted(content)}, expected bytes"
        raise TypeError(message)
    _refuse_longer(what, memoryview(content).nbytes, most, "bytes")
    return bytes(content)


def bounded_number(what: str, value: Any, least: float, most: float) -> float:
    """The number; raises TypeError or ValueError where it is none or out of bounds."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        message = f"{what}: found {quoted(value)}, expected a number"
        raise TypeError(message)
    if math.isnan(value) or not least <= value <= most:
        message = f"{what}: found {quoted(value)}, expected {least:,g} to {most:,g}"
        raise ValueError(message)
    return value


def bounded_whole(what: str, value: Any, least: int, most: int) -> int:
    """The whole number; raises TypeError or ValueError where it is none or out of bounds."""
    number = bounded_number(what, value, least, most)
    if number != int(number):
        message = f"{what}: found {quoted(value)}, expected a whole number"
        raise ValueError(message)
    return int(number)


def _refuse_longer(what: str, found: int, most: int, unit: str) -> None:
    if found > most:
        message = f"{what}: found {found:,} {unit}, expected at most {most:,}"
        raise ValueError(message)
