"""What is a model told: of the meeting at its beginning, and of every utterance later?"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.agents.agent import Heard, Invitation, SharedFile

MOST_UTTERANCE = 20_000  # ours, all of these: characters
MOST_FILE = 40_000  # of one file
MOST_FILES = 100_000  # of the files of one utterance
MOST_REPLIES = 20
MOST_REPLY = 400


@cache
def _template() -> str:
    return files("modylbench.agents.llm").joinpath("prompt.md").read_text(encoding="utf-8")


def instructions(invitation: Invitation) -> str:
    """The system prompt of a meeting; what the invitation says cannot fill other places of it."""
    people = (
        "; ".join(f"{person.name} ({person.role})" for person in invitation.people)
        or "nobody else yet"
    )
    told = {"title": invitation.title, "goal": invitation.goal, "people": people}
    parts = _template().split("{")
    filled = [parts[0]]
    for part in parts[1:]:
        name, _, after = part.partition("}")
        filled += [one_line(told[name]), after]
    return "".join(filled)


def utterance(heard: Heard, table: Sequence[str], replies: Iterable[Any]) -> str:
    """What somebody said, the files that came with it, and how things stand."""
    how = "says" if heard.channel == "voice" else "writes in the chat"
    blocks = [f"{one_line(heard.speaker)} {how}: {_cut(heard.text, MOST_UTTERANCE)}"]
    blocks += _inline(heard.files)
    if table:
        blocks.append("Your work products on the screen now:\n" + "\n".join(table))
    blocks += [note for note in (complaints(replies),) if note]
    return "\n\n".join(blocks)


def complaints(replies: Iterable[Any]) -> str:
    """What came back to the surfaces, for the model to heed; empty where nothing did."""
    lines = [json.dumps(reply, ensure_ascii=False, default=str) for reply in replies]
    shown = [_cut(line, MOST_REPLY) for line in lines[:MOST_REPLIES]]
    if not shown:
        return ""
    more = f"\n… and {len(lines) - len(shown)} more" if len(lines) > len(shown) else ""
    return "What came back from the screen:\n" + "\n".join(shown) + more


def _inline(shared: Iterable[SharedFile]) -> list[str]:
    """Files as text where they are text; others are named."""
    blocks, left = [], MOST_FILES
    for file in shared:
        name = f"{one_line(file.name)} ({one_line(file.mime_type) or 'unknown type'})"
        text = _text(file)
        if text is None:
            blocks.append(f"File {name}: {len(file.content):,} bytes that are no text")
            continue
        most = min(MOST_FILE, left)
        left -= min(len(text), most)
        shown = _cut(text, most)
        blocks.append(f"File {name}:\n<file>\n{shown}\n</file>")
    return blocks


def _text(file: SharedFile) -> str | None:
    try:
        text = file.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def _cut(text: str, most: int) -> str:
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= most else f"{text[:most]}\n… ({len(text) - most:,} characters more)"
