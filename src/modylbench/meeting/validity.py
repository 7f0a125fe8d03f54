"""May this exchange be scored, or did our own side fail?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from modylbench.providers.speech.speech import SAMPLE_RATE_HZ

if TYPE_CHECKING:
    from modylbench.meeting.capture.audio import Soundtrack
    from modylbench.meeting.capture.faults import Faults
    from modylbench.meeting.synthetic_user import Utterance

MOST_MISSING = 0.01  # of a turn, or of what was played
LEAST_ENERGY = 0.25  # ours: codecs change the level, and lose nothing like this


def check_sound(sound: Soundtrack, utterance: Utterance, faults: Faults, *, ended_s: float) -> None:
    """Add a fault where the person was not heard as spoken, or sound of the turn was lost."""
    started_s = utterance.turn.started_s
    if utterance.speech is not None:
        _check_delivery(sound, utterance, faults)
    length = max(1.0, (ended_s - started_s) * SAMPLE_RATE_HZ)
    for identity, track in sound.tracks.items():
        share = track.missing / length
        if share > MOST_MISSING and identity != utterance.turn.speaker:
            detail = f"{share:.1%} of the sound of {identity} did not arrive"
            faults.add("infrastructure", "audio_missing", detail)


def _check_delivery(sound: Soundtrack, utterance: Utterance, faults: Faults) -> None:
    speech = utterance.speech
    if speech is None:
        return
    samples = np.frombuffer(speech.pcm, dtype="<i2").astype(np.float32)
    energy = float(np.dot(samples, samples))
    speaker = utterance.turn.speaker
    track = sound.tracks.get(speaker)
    if track is None:
        faults.add("infrastructure", "audio_not_delivered", f"nothing was heard of {speaker}")
        return
    if track.missing > MOST_MISSING * len(samples):
        share = track.missing / max(1, len(samples))
        detail = f"{share:.1%} of what {speaker} said did not arrive"
        faults.add("infrastructure", "audio_not_delivered", detail)
    elif energy == 0.0:
        faults.add("harness", "speech_failed", f"the speech of {speaker} is silent")
    elif track.energy < LEAST_ENERGY * energy:
        detail = f"{track.energy / energy:.1%} of the sound of {speaker} arrived"
        faults.add("infrastructure", "audio_not_delivered", detail)
