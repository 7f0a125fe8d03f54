"""How much sound was lost in a meeting, and how long did answers take?"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from modylbench.recording.recording import Latency

if TYPE_CHECKING:
    from modylbench.recording.recording import MeetingRecording


def audio_loss(recording: MeetingRecording) -> float | None:
    """The share of all sound that did not come or was made up; None where there was none."""
    received = [one for turn in recording.turns for one in turn.reception]
    expected_s = sum(one.expected_s for one in received)
    if not expected_s:
        return None
    return sum(one.missing_s + one.made_up_s for one in received) / expected_s


def latencies(recording: MeetingRecording) -> dict[str, float | None]:
    """The median of each part over the exchanges in which it could be observed."""
    return {
        part: _median([getattr(turn.agent.latency, part) for turn in recording.turns])
        for part in Latency.model_fields
    }


def _median(values: list[float | None]) -> float | None:
    observed = [value for value in values if value is not None]
    return round(median(observed), 3) if observed else None
