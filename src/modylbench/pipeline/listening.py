"""Who listens to what an agent said, where captions alone are not believed?"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.hearing import Hearing
from modylbench.foundation.errors import UserMistake

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.evaluation.evaluate.manner import Transcripts
    from modylbench.providers.speech.speech import SpeechToText
    from modylbench.recording.recording import MeetingRecording


def hearing_of(recording: MeetingRecording, transcripts: Transcripts, kept: Path | None) -> Hearing:
    """How the agent's words are got; `kept` is the folder of what was heard before.

    An agent's voice is listened to where it has no captions, whatever is asked. Where nobody can
    listen, captions are taken and said to be; only `full` cannot be had then.
    """
    voiced = [turn.agent for turn in recording.turns if turn.agent.audio is not None]
    has_captions = all(any(one.text.strip() for one in agent.said) for agent in voiced)
    if not voiced or (transcripts == "captions" and has_captions):
        return Hearing(transcripts)
    listener = _whisper(kept)
    if listener is None and transcripts == "full":
        message = "found nobody who could listen, and --transcripts full asks for it; "
        raise UserMistake(message + "pip install 'modylbench[speech]', or ask for `checked`")
    return Hearing(transcripts, listener)


@cache
def _whisper(kept: Path | None) -> SpeechToText | None:
    from modylbench.providers.speech.cached_transcripts import CachedTranscripts
    from modylbench.providers.speech.speech import NoTranscriber
    from modylbench.providers.speech.whisper import Whisper

    try:
        listener = Whisper()
    except NoTranscriber:
        return None
    return CachedTranscripts(listener, kept) if kept is not None else listener
