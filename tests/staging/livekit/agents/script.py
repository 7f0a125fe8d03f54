"""What a scripted agent says and shows when it hears something.

script.json: [{place, asked, said, shown: [[A2UI message, ...], ...]}, ...], made of the oracle's
answers by tests/staging/livekit/oracle_script.py; said-NN.wav is how the answer of line NN sounds.
"""

from __future__ import annotations

import json
import re
import wave
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Messages = list[dict[str, Any]]
LEAST_HEARD = 0.5  # of the words of a question, by ears that mishear a quarter


class Line(NamedTuple):
    """An answer; `place` is the turn's, which may be asked in several ways."""

    place: int
    asked: str
    said: str
    shown: list[Messages]


class Script:
    """The lines of one meeting, and how far it has got."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        found = json.loads((folder / "script.json").read_text(encoding="utf-8"))
        self._lines = [Line(**line) for line in found]
        self._places_shown = 0

    def line_for(self, heard: str) -> Line:
        """The line whose question holds most of the words that were heard, in their order."""
        words = words_of(heard)

        def likeness(line: Line) -> tuple[float, int]:
            matcher = SequenceMatcher(None, words, words_of(line.asked), autojunk=False)
            common = sum(block.size for block in matcher.get_matching_blocks())
            return common / max(1, len(words)), -line.place

        return max(self._lines, key=likeness)

    def line_asked(self, heard: str) -> Line | None:
        """The line that was asked; None where people have said something else to each other."""
        line = self.line_for(heard)
        asked = words_of(line.asked)
        matcher = SequenceMatcher(None, words_of(heard), asked, autojunk=False)
        common = sum(block.size for block in matcher.get_matching_blocks())
        return line if common >= LEAST_HEARD * len(asked) else None

    def due(self, place: int) -> Iterator[Messages]:
        """What is to be seen by that turn and has not been shown yet."""
        for line in self._lines:
            if self._places_shown < line.place <= place:
                self._places_shown = line.place
                yield from line.shown

    def sound(self, text: str) -> bytes:
        """How an answer sounds: 24 kHz, mono, 16 bits; raises KeyError where it is none."""
        numbers = {words_of(line.said)[:40]: n for n, line in enumerate(self._lines)}
        with wave.open(str(self._folder / f"said-{numbers[words_of(text)[:40]]:02}.wav")) as file:
            sound: bytes = file.readframes(file.getnframes())
        return sound


def words_of(text: str) -> tuple[str, ...]:
    """The words without marks."""
    return tuple(re.findall(r"[a-z0-9]+", text.lower()))
