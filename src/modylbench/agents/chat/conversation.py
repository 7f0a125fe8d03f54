"""What is a model told of a meeting so far, within what it can take?"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.agents.chat.parts import without_thoughts

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Invitation, SharedFile

PROMPT = Path(__file__).parent / "prompt.md"
MOST_CHARACTERS = 200_000  # ours, as the next: of the whole conversation
MOST_ATTACHMENT = 60_000
PLACEHOLDER = re.compile(r"\{(title|goal|people)\}")


@dataclass(slots=True)
class _Turn:
    asked: str
    answered: str = ""

    @property
    def size(self) -> int:
        return len(self.asked) + len(self.answered)


class Conversation:
    """The turns of a meeting; the oldest are left out where they are too much."""

    def __init__(self, invitation: Invitation, most_characters: int = MOST_CHARACTERS) -> None:
        self._names = {person.identity: person.name for person in invitation.people}
        self._instructions = instructions(invitation)
        self._most = most_characters
        self._turns: deque[_Turn] = deque()
        self._left_out = 0

    def hear(self, heard: Heard) -> None:
        """Somebody has said something."""
        name = self._names.get(heard.speaker) or heard.speaker
        how = " (in the chat)" if heard.channel == "chat" else ""
        files = "".join(f"\n\n{inline(file)}" for file in heard.files)
        self._turns.append(_Turn(f"{name}{how}: {heard.text}{files}"))
        while len(self._turns) > 1 and sum(turn.size for turn in self._turns) > self._most:
            self._turns.popleft()
            self._left_out += 1

    def said(self, text: str) -> None:
        """The model has said something in answer."""
        self._turns[-1].answered += text

    def messages(self) -> list[dict[str, str]]:
        """The conversation in OpenAI's chat format."""
        note = f"\n\nThe first {self._left_out} turns of the meeting are left out here."
        system = self._instructions + (note if self._left_out else "")
        messages = [{"role": "system", "content": system}]
        for turn in self._turns:
            messages.append({"role": "user", "content": turn.asked})
            if answered := without_thoughts(turn.answered):
                messages.append({"role": "assistant", "content": answered})
        return messages


def instructions(invitation: Invitation) -> str:
    """The prompt, filled in one pass, so that no title can be a placeholder."""
    people = "\n".join(
        f"- {person.name} ({person.role.replace('_', ' ')})" for person in invitation.people
    )
    values = {"title": invitation.title, "goal": invitation.goal, "people": people}
    prompt = PROMPT.read_text(encoding="utf-8")
    return PLACEHOLDER.sub(lambda found: values[found[1]], prompt).strip()


def inline(file: SharedFile) -> str:
    """A file as text; of one that is none, only what it is."""
    what = f"file {file.name!r} ({file.mime_type or 'unknown type'}, {len(file.content):,} bytes)"
    try:
        text = file.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        return f"[{what}: not text, so that it cannot be shown here]"
    cut = ""
    if len(text) > MOST_ATTACHMENT:
        cut = f"\n[cut: {len(text) - MOST_ATTACHMENT:,} more characters]"
    return f"[{what}]\n{text[:MOST_ATTACHMENT]}{cut}\n[end of {file.name!r}]"
