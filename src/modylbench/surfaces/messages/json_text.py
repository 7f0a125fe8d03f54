"""JSON values in a text: whole, one a line, as server-sent events, between tags or in fences."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from modylbench.surfaces.limits import (
    MAX_BROKEN_PARTS,
    MAX_MESSAGE_CHARACTERS,
    MAX_STREAM_CHARACTERS,
)
from modylbench.surfaces.messages.json_walk import (
    ENDS,
    MOST_LONG_TRIES,
    BrokenJson,
    JsonWalk,
    parse_json,
    parse_or_mend,
)
from modylbench.surfaces.state.legacy import LEGACY_ACTIONS
from modylbench.surfaces.state.message_checks import ACTIONS

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from modylbench.surfaces.notes import MessageNotes

LOOKS_LIKE_JSON = re.compile(r'\{|\[\s*(?:\Z|[\[{"\]/])|\[\s*\w+\s*,')
EVENT_LINE = re.compile(r"(?:data|event|id|retry)?:")
LINE_BREAK = re.compile(r"\r\n|\r|\n")
NAMES_A2UI = re.compile("|".join(f'"{name}"' for name in (*ACTIONS, *LEGACY_ACTIONS)))
MOST_OF_A_BEGINNING = 200
OPEN_TAG = re.compile(r"<a2ui-json(?:\s[^<>]{0,200})?>", re.IGNORECASE)
CLOSE_TAG = re.compile(r"</a2ui-json\s{0,20}>", re.IGNORECASE)
STRING_OR_CLOSE = re.compile(
    r'"(?:[^"\\]++|\\.)*+(?:"|\Z)|(?P<close></a2ui-json\s{0,20}>)', re.IGNORECASE | re.DOTALL
)
FENCE = re.compile(r"^[ \t]*+```[\w+-]{0,20}", re.MULTILINE)


def values_in(text: str, notes: MessageNotes) -> Iterator[Any]:
    """The values of a text that is JSON in any form, or talk with JSON in blocks or fences.

    Talk without these has no values and no faults.
    """
    if len(text) > MAX_STREAM_CHARACTERS:
        most = f"{MAX_STREAM_CHARACTERS:,}"
        notes.error("too_large", f"a text of {len(text):,} characters, expected at most {most}")
        return
    looks_like_json = LOOKS_LIKE_JSON.match(text.lstrip()[:MOST_OF_A_BEGINNING]) is not None
    if looks_like_json:
        try:
            whole = parse_json(text, MAX_STREAM_CHARACTERS)
        except BrokenJson:
            pass
        else:
            yield whole
            return
    tag = OPEN_TAG.search(text)
    if tag is not None and not _is_within_json(text, tag.start()):
        yield from values_in_blocks(text, notes)
    elif EVENT_LINE.match(text.lstrip()[:MOST_OF_A_BEGINNING]):
        yield from JsonWalk("\n".join(_event_data(text)), notes).values()
    elif looks_like_json:
        yield from JsonWalk(text, notes).values()
    else:
        yield from _values_in_fences(text, notes)


def _is_within_json(text: str, place: int) -> bool:
    """Whether a tag stands in a string of JSON, as AG-UI's messages have it, and not in talk."""
    end = text.find("\n", place)
    line = text[text.rfind("\n", 0, place) + 1 : len(text) if end < 0 else end].strip()
    if line.startswith("data:"):
        return line.removeprefix("data:").lstrip().startswith(("{", "[", '"'))
    try:
        return isinstance(parse_json(line, MAX_STREAM_CHARACTERS), dict | list)
    except BrokenJson:
        pass
    try:
        return ENDS.raw_decode(text, len(text) - len(text.lstrip()))[1] > place
    except (ValueError, RecursionError):
        return False


def _values_in_fences(text: str, notes: MessageNotes) -> Iterator[Any]:
    """What stands in fences: A2UI in the midst of talk, and any JSON where nothing else is said."""
    parts, has_words = split_fences(text)
    if parts == [text]:
        return
    for part in parts:
        if not LOOKS_LIKE_JSON.match(part.lstrip()[:MOST_OF_A_BEGINNING]):
            continue
        if has_words and not NAMES_A2UI.search(part):
            continue
        if has_words:
            notes.warning("untagged_block", "A2UI in a fence without <a2ui-json> around it")
        yield from JsonWalk(part, notes).values()


def _event_data(text: str) -> list[str]:
    """The data of server-sent events, one a line."""
    events: list[str] = []
    data: list[str] = []
    for line in (*LINE_BREAK.split(text), ""):
        if line.startswith("data:"):
            data.append(line.removeprefix("data:").strip())
        elif not line.strip() and data:
            events.append(" ".join(data))
            data = []
    return [event for event in events if event != "[DONE]"]


def values_in_blocks(text: str, notes: MessageNotes) -> Iterator[Any]:
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
            yield parse_json(text[start:end], MAX_STREAM_CHARACTERS)
            continue
        except BrokenJson:
            longer = _longer_block(text, start, end) if tries < MOST_LONG_TRIES else None
        if longer is not None:
            end, place = longer
        tries += 1
        broken += yield from _values_in_block(text[start:end], notes, where)
    if broken >= MAX_BROKEN_PARTS:
        notes.error("too_many_broken_parts", "the rest was not read", where=f"character {place}")


def _values_in_block(content: str, notes: MessageNotes, where: str) -> Generator[Any, None, int]:
    """The values of one block, and then how many faults it had."""
    parts, has_words = split_fences(content)
    if has_words:
        notes.warning("mended_json", "words around the JSON were left out", where=where)
    found = broken = 0
    for part in parts:
        walk = JsonWalk(part, notes, where)
        for value in walk.values():
            found += 1
            yield value
        broken += walk.broken
    if not found and not broken:
        notes.error("broken_json", "a block of A2UI that is empty", where=where)
        broken = 1
    return broken


def _longer_block(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The block that ends at the first closing tag outside of a string, if that is another one."""
    for match in STRING_OR_CLOSE.finditer(text, start, start + MAX_MESSAGE_CHARACTERS):
        if match["close"] is not None:
            if match.start() == end:
                return None
            try:
                for part in split_fences(text[start : match.start()])[0]:
                    parse_or_mend(part)
            except BrokenJson:
                return None
            return match.start(), match.end()
    return None


def split_fences(text: str) -> tuple[list[str], bool]:
    """What stands in the fences of a text, and whether words stand beside them.

    A text that has none, or begins like JSON, is one part: its fences are within its strings.
    """
    fences = [] if text.lstrip().startswith(("{", "[")) else list(FENCE.finditer(text))
    if not fences:
        return [text], False
    borders = [(fence.start(), fence.end()) for fence in fences] + [(len(text), len(text))]
    between = [text[end:start] for (_, end), (start, _) in pairwise(borders)]
    outside = [text[: borders[0][0]], *between[1::2]]
    return [inside.strip().removesuffix("```") for inside in between[::2]], any(
        words.strip() for words in outside
    )
