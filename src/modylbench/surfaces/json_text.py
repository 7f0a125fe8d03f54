"""Which JSON values stand in a text: whole, one a line, as server-sent events, or in blocks?"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import orjson

from modylbench.surfaces.limits import (
    MAX_BROKEN_PARTS,
    MAX_MESSAGE_CHARACTERS,
    MAX_STREAM_CHARACTERS,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.surfaces.wording import Notes

OPEN_TAG = re.compile(r"<a2ui-json(?:\s[^<>]{0,200})?>", re.IGNORECASE)
CLOSE_TAG = re.compile(r"</a2ui-json\s{0,20}>", re.IGNORECASE)
STRING_OR_CLOSE = re.compile(
    r'"(?:[^"\\]++|\\.)*+(?:"|\Z)|(?P<close></a2ui-json\s{0,20}>)', re.IGNORECASE | re.DOTALL
)
FENCE = re.compile(r"\A\s*```[\w-]{0,20}[ \t]*\n?|\n?[ \t]*```\s*\Z")
LOOKS_LIKE_JSON = re.compile(r'\{|\[\s*(?:\Z|[\[{"\]])|\[\s*\w+\s*,')
EVENT_LINE = re.compile(r"(?:data|event|id|retry)?:")
TRAILING_COMMA = re.compile(r",(?=\s*[\]}])")
LINE_THAT_BEGINS = re.compile(r"\n[{\[]")
FIRST_VALUE = re.compile(r"\s*+(?=[{\[])")
MOST_OF_A_BEGINNING = 200
MOST_LONG_TRIES = 20  # that failed: each has read the rest of the text


class Broken(Exception):
    """A text that is not JSON, with the reason."""

    code = "broken_json"


class TooLarge(Broken):
    """A text that is too long to be read."""

    code = "too_large"


def has_blocks(text: str) -> bool:
    """Whether an agent that speaks in texts has put A2UI into this one."""
    return OPEN_TAG.search(text) is not None


def parsed(text: str, most: int = MAX_MESSAGE_CHARACTERS) -> Any:
    """The JSON value that a text is.

    Endless nesting, NaN, infinities and half surrogate pairs are refused by the parser itself, and
    whole numbers beyond 64 bits become what a browser would make of them.
    """
    if len(text) > most:
        message = f"a text of {len(text):,} characters, expected at most {most:,}"
        raise TooLarge(message)
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        message = f"not JSON: {error}"
        raise Broken(message) from error


def values_in_blocks(text: str, notes: Notes) -> Iterator[Any]:
    """The values between `<a2ui-json>` and `</a2ui-json>`; a broken one does not end the others."""
    place = tries = broken = 0
    while broken < MAX_BROKEN_PARTS and (opening := OPEN_TAG.search(text, place)):
        start = opening.end()
        closing = CLOSE_TAG.search(text, start)
        where = f"character {opening.start()}"
        end = closing.start() if closing else len(text)
        place = closing.end() if closing else len(text)
        if closing is None:
            notes.warning("unclosed_block", "a block of A2UI that is never closed", where=where)
        try:
            value = _block(text[start:end], notes, where)
        except Broken as error:
            longer = _longer_block(text, start, end) if tries < MOST_LONG_TRIES else None
            if longer is None:
                tries += 1
                broken += 1
                notes.error(error.code, f"a block of A2UI that is {error}", where=where)
                continue
            value, place = longer
        yield value
    if broken >= MAX_BROKEN_PARTS:
        notes.error("too_many_broken_parts", "the rest was not read", where=f"character {place}")


def _block(text: str, notes: Notes, where: str) -> Any:
    plain = FENCE.sub("", text)
    try:
        return parsed(plain)
    except TooLarge:
        raise
    except Broken as error:
        mended = TRAILING_COMMA.sub("", plain)
        if mended == plain:
            raise
        try:
            value = parsed(mended)
        except Broken:
            raise error from None
        notes.warning("mended_json", "commas before a closing bracket were left out", where=where)
        return value


def _longer_block(text: str, start: int, end: int) -> tuple[Any, int] | None:
    """The block that ends at the first closing tag outside of a string, if that is another one."""
    for found in STRING_OR_CLOSE.finditer(text, start, start + MAX_MESSAGE_CHARACTERS):
        if found["close"] is not None:
            if found.start() == end:
                return None
            try:
                return parsed(FENCE.sub("", text[start : found.start()])), found.end()
            except Broken:
                return None
    return None


def values_in_lines(text: str, notes: Notes) -> Iterator[Any]:
    """The values of a text that is JSON, JSON Lines, or JSON values one after another.

    A text that does not begin like one of these is talk: it has no values and no faults.
    """
    beginning = text.lstrip("` \t\r\n")[:MOST_OF_A_BEGINNING]
    if EVENT_LINE.match(beginning):
        yield from _successive_values("\n".join(_event_data(text.split("\n"))), notes)
    elif LOOKS_LIKE_JSON.match(beginning.removeprefix("json").lstrip()):
        try:
            whole = parsed(text, MAX_STREAM_CHARACTERS)
        except Broken:
            yield from _successive_values(text, notes)
        else:
            yield whole


def _successive_values(text: str, notes: Notes) -> Iterator[Any]:
    at = tries = broken = counted = 0
    line_number = 1
    while at < len(text) and broken < MAX_BROKEN_PARTS:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end].strip()
        if not line or line.startswith("```"):
            at = end + 1
            continue
        try:
            value = parsed(line)
        except Broken as error:
            longer = _longer_value(text, at) if tries < MOST_LONG_TRIES else None
            if longer is None:
                tries += 1
                broken += 1
                line_number += text.count("\n", counted, at)
                counted = at
                notes.error(error.code, str(error), where=f"line {line_number}")
                at = _next_start(text, end)
                continue
            value, end = longer
        at = end
        yield value
    if broken >= MAX_BROKEN_PARTS:
        notes.error("too_many_broken_parts", "the rest was not read", where=f"character {at}")


def _next_start(text: str, at: int) -> int:
    """The next line that may begin a value; what is between belongs to the broken one."""
    found = LINE_THAT_BEGINS.search(text, at)
    return found.start() + 1 if found else len(text)


def _longer_value(text: str, at: int) -> tuple[Any, int] | None:
    """A value over several lines, and where it ends."""
    begins = FIRST_VALUE.match(text, at)
    if begins is None:
        return None
    try:
        _, end = json.JSONDecoder().raw_decode(text, begins.end())
        return parsed(text[begins.end() : end]), end
    except (ValueError, RecursionError, Broken):
        return None


def _event_data(lines: list[str]) -> list[str]:
    """The data of server-sent events, one a line."""
    events: list[str] = []
    data: list[str] = []
    for line in (*lines, ""):
        if line.startswith("data:"):
            data.append(line.removeprefix("data:").strip())
        elif not line.strip() and data:
            events.append(" ".join(data))
            data = []
    return [event for event in events if event != "[DONE]"]
