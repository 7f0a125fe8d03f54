"""How much of what an agent sends is taken, and how much was thrown away."""

from __future__ import annotations

MOST_STREAMS = 2_000  # each of these is ours; of a turn where nothing else is said
MOST_TRANSCRIPTS = 5_000  # of what people said: twenty guesses a second, for minutes
MOST_OPEN = 500  # streams at a time
MOST_MESSAGES = 200  # chat messages, reactions, annotations: of each
MOST_FILES = 50
MOST_CHANGES = 500  # of the agent's state
MOST_TURN_BYTES = 64_000_000
MOST_MEETING_BYTES = 256_000_000


class Allowance:
    """What an agent may still send in this turn and in this meeting."""

    def __init__(self) -> None:
        self._meeting_bytes = 0
        self._turn_bytes = 0
        self._counts: dict[str, int] = {}
        self._thrown: dict[str, int] = {}

    def admits(self, kind: str, most: int) -> bool:
        """Whether one more of a kind is taken in this turn."""
        count = self._counts[kind] = self._counts.get(kind, 0) + 1
        if count > most:
            self.throw(kind)
        return count <= most

    def admits_bytes(self, size: int) -> bool:
        """Whether so many more bytes are taken."""
        self._turn_bytes += size
        self._meeting_bytes += size
        if self._turn_bytes <= MOST_TURN_BYTES and self._meeting_bytes <= MOST_MEETING_BYTES:
            return True
        self.throw("bytes", size)
        return False

    def throw(self, kind: str, count: int = 1) -> None:
        """Count what was thrown away."""
        self._thrown[kind] = self._thrown.get(kind, 0) + count

    def end_turn(self) -> str:
        """What was thrown away in this turn, in words; the next begins with nothing."""
        words = ", ".join(f"{kind}: {count:,}" for kind, count in sorted(self._thrown.items()))
        self._turn_bytes = 0
        self._counts.clear()
        self._thrown.clear()
        return words
