"""How well did an agent hear the people, and we the agent?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.hearing import Hearing, words_of
from modylbench.pipeline.listening import hearing_of
from modylbench.providers.speech.word_errors import mean_word_error_rate

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.recording.recording import AgentTurn, MeetingRecording


def heard_by_the_agent(recording: MeetingRecording) -> float | None:
    """The word error rate of what it says it understood; None where it does not say.

    Exchanges of which it says nothing are left out: that it did not listen cannot be told from its
    not telling.
    """
    return mean_word_error_rate(
        (turn.human.text, understood(turn.agent))
        for turn in recording.turns
        if turn.human.channel == "voice" and turn.agent.heard
    )


def understood(agent: AgentTurn) -> str:
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
    words = await words_of(recording, folder, Hearing("full", listener))
    return mean_word_error_rate(
        (" ".join(spoken.text for spoken in turn.agent.said), words[turn.turn_index].text)
        for turn in recording.turns
        if turn.agent.audio is not None and turn.agent.said
    )
