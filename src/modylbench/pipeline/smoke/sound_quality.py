"""How well a meeting's sound came through: losses, latency, words misheard."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from modylbench.evaluation.views.hearing import HearingOptions, hear
from modylbench.pipeline.measure import hearing_of
from modylbench.providers.speech.accuracy import mean_word_error_rate
from modylbench.recording.latency import Latency

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.turns import AgentTurn


def audio_loss(recording: MeetingRecording) -> float | None:
    """The share of all sound that did not come or was made up; None where there was none."""
    received = [reception for turn in recording.turns for reception in turn.reception]
    expected_s = sum(reception.expected_s for reception in received)
    if not expected_s:
        return None
    return sum(reception.missing_s + reception.made_up_s for reception in received) / expected_s


def latencies(recording: MeetingRecording) -> dict[str, float | None]:
    """The median of each part over the exchanges in which it could be observed."""
    return {
        part: _median([getattr(turn.agent.latency, part) for turn in recording.turns])
        for part in Latency.model_fields
    }


def heard_by_the_agent(recording: MeetingRecording) -> float | None:
    """The word error rate of what it says it understood; None where it does not say.

    Exchanges of which it says nothing are left out: that it did not listen cannot be told from its
    not telling.
    """
    return mean_word_error_rate(
        (turn.human.text, understood_text(turn.agent))
        for turn in recording.turns
        if turn.human.channel == "voice" and turn.agent.heard
    )


def understood_text(agent: AgentTurn) -> str:
    """What the agent understood in the end; what it guessed on the way where it never ended."""
    final = [spoken.text for spoken in agent.heard if spoken.is_final]
    return " ".join(final or [spoken.text for spoken in agent.heard])


async def heard_by_us(
    recording: MeetingRecording, folder: Path, kept: Path | None = None
) -> float | None:
    """The word error rate of the agent's voice as captured, against its own captions.

    None where nobody can listen here, or the agent sends no captions. `kept` is the folder of what
    was heard before.
    """
    listener = hearing_of(recording, "checked", kept).transcriber
    if listener is None:
        return None
    words = (await hear(recording, folder, HearingOptions("full", listener))).words
    return mean_word_error_rate(
        (" ".join(spoken.text for spoken in turn.agent.said), words[turn.turn_index].text)
        for turn in recording.turns
        if turn.agent.audio is not None and turn.agent.said
    )


def _median(values: list[float | None]) -> float | None:
    observed = [value for value in values if value is not None]
    return round(median(observed), 3) if observed else None
