"""Which JSON values stand in a text: whole, one a line, as server-sent events, or in blocks?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from modylbench.surfaces.legacy.translation import ACTIONS as LEGACY_ACTIONS
from modylbench.surfaces.limits import MAX_STREAM_CHARACTERS
from modylbench.surfaces.state.taking import ACTIONS
from modylbench.surfaces.text.blocks import OPEN_TAG, fenced, values_in_blocks
from modylbench.surfaces.text.mending import Broken, parsed
from modylbench.surfaces.text.walk import ENDS, Walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.surfaces.wording import Notes

LOOKS_LIKE_JSON = re.compile(r'\{|\[\s*(?:\Z|[\[{"\]/])|\[\s*\w+\s*,')
EVENT_LINE = re.compile(r"(?:data|event|id|retry)?:")
LINE_BREAK = re.compile(r"\r\n|\r|\n")
NAMES_A2UI = re.compile("|".join(f'"{name}"' for name in (*ACTIONS, *LEGACY_ACTIONS)))
MOST_OF_A_BEGINNING = 200


def values_in(text: str, notes: Notes) -> Iterator[Any]:
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
            whole = parsed(text, MAX_STREAM_CHARACTERS)
        except Broken:
            pass
        else:
            yield whole
            return
    tag = OPEN_TAG.search(text)
    if tag is not None and not _is_within_json(text, tag.start()):
        yield from values_in_blocks(text, notes)
    elif EVENT_LINE.match(text.lstrip()[:MOST_OF_A_BEGINNING]):
        yield from Walk("\n".join(_event_data(text)), notes).values()
    elif looks_like_json:
        yield from Walk(text, notes).values()
    else:
        yield from _values_in_fences(text, notes)


def _is_within_json(text: str, place: int) -> bool:
    """Whether a tag stands in a string of JSON, as AG-UI's messages have it, and not in talk."""
    end = text.find("\n", place)
    line = text[text.rfind("\n", 0, place) + 1 : len(text) if end < 0 else end].strip()
    if line.startswith("data:"):
        return line.removeprefix("data:").lstrip().startswith(("{", "[", '"'))
    try:
        return isinstance(parsed(line, MAX_STREAM_CHARACTERS), dict | list)
    except Broken:
        pass
    try:
        return ENDS.raw_decode(text, len(text) - len(text.lstrip()))[1] > place
    except (ValueError, RecursionError):
        return False


def _values_in_fences(text: str, notes: Notes) -> Iterator[Any]:
    """What stands in fences: A2UI in the midst of talk, and any JSON where nothing else is said."""
    parts, has_words = fenced(text)
    if parts == [text]:
        return
    for part in parts:
        if not LOOKS_LIKE_JSON.match(part.lstrip()[:MOST_OF_A_BEGINNING]):
            continue
        if has_words and not NAMES_A2UI.search(part):
            continue
        if has_words:
            notes.warning("untagged_block", "A2UI in a fence without <a2ui-json> around it")
        yield from Walk(part, notes).values()


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
