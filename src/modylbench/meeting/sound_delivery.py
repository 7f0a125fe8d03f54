"""Whether the sound of an exchange was delivered, or our own side spoilt it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from modylbench.providers.speech.speech import SAMPLE_RATE_HZ

if TYPE_CHECKING:
    from modylbench.meeting.capture.faults import Faults
    from modylbench.meeting.capture.sound.soundtrack import Soundtrack
    from modylbench.meeting.capture.sound.track import Track
    from modylbench.meeting.synthetic_user import PlayedUtterance
    from modylbench.providers.speech.speech import Speech

MOST_MISSING = 0.01  # of what a voice said
SPOILS = 0.05  # ours: of a voice, or of a speech; below it one misses a sound, not what was said
SPOILS_S = 0.5  # ours: a hole or pause as long as this may hold a word, which takes about 0.3 s
LEAST_S = 5.0  # ours: of a shorter voice as much may be lost as of this; 1 % is two packets
MOST_SLIPPED = 0.01  # of a speech: one that pauses where it should not
LEAST_SLIPPED_S = 0.2  # ours: a shorter pause is heard as one between words
LEAST_ENERGY = 0.25  # ours: codecs change the level, and lose nothing like this


def check_sound(
    sound: Soundtrack, utterance: PlayedUtterance, faults: Faults, *, ended_s: float
) -> None:
    """Add a fault where the person was not heard as spoken, or the agent's voice was torn.

    Lost is what did not come and what the receiver made up, where that touches a voice; silence
    harms nobody who loses it. A little of it is a flag; the meeting is spoilt where words may have
    been lost, or the person was not heard at all.
    """
    if utterance.speech is not None:
        _check_pace(utterance, utterance.speech, faults)
        _check_delivery(sound, utterance, faults)
    for track in sound.agents():
        lost_s = track.losses.harm / SAMPLE_RATE_HZ
        share = _share(lost_s, track.voiced_s(ended_s) + lost_s)
        spoils = _is_too_much(share, track.losses.longest)
        if share > MOST_MISSING or spoils:
            detail = f"{share:.1%} of the voice of {track.identity} {_describe_loss(track, lost_s)}"
            faults.add("infrastructure", "audio_missing", detail, spoils=spoils)


def _check_pace(utterance: PlayedUtterance, speech: Speech, faults: Faults) -> None:
    slipped_s = utterance.slipped_s
    if slipped_s > max(MOST_SLIPPED * speech.duration_s, LEAST_SLIPPED_S):
        of_whom = f"in {speech.duration_s:.1f} s of {utterance.said.speaker}"
        detail = f"{of_whom} there were {slipped_s:.2f} s of pauses of ours"
        spoils = slipped_s > max(SPOILS * speech.duration_s, SPOILS_S)
        faults.add("harness", "speech_slipped", detail, spoils=spoils)


def _check_delivery(sound: Soundtrack, utterance: PlayedUtterance, faults: Faults) -> None:
    speech = utterance.speech
    if speech is None:
        return
    samples = np.frombuffer(speech.pcm, dtype="<i2").astype(np.float32)
    energy = float(np.dot(samples, samples))
    speaker = utterance.said.speaker
    track = sound.tracks.get(speaker)
    if track is None:
        faults.add("infrastructure", "audio_not_delivered", f"nothing was heard of {speaker}")
        return
    lost_s = (track.losses.harm + track.losses.absent) / SAMPLE_RATE_HZ
    share = _share(lost_s, speech.duration_s)
    spoils = _is_too_much(share, max(track.losses.longest, track.losses.absent))
    if energy == 0.0:
        faults.add("harness", "speech_failed", f"the speech of {speaker} is silent")
    elif spoils or track.energy >= LEAST_ENERGY * energy:
        if spoils or share > MOST_MISSING:
            detail = f"{share:.1%} of what {speaker} said {_describe_loss(track, lost_s)}"
            faults.add("infrastructure", "audio_not_delivered", detail, spoils=spoils)
    else:
        detail = f"{track.energy / energy:.1%} of the sound of {speaker} arrived"
        faults.add("infrastructure", "audio_not_delivered", detail)


def _share(lost_s: float, said_s: float) -> float:
    return min(1.0, lost_s / max(LEAST_S, said_s))


def _is_too_much(share: float, hole: int) -> bool:
    return share > SPOILS or hole >= SPOILS_S * SAMPLE_RATE_HZ


def _describe_loss(track: Track, lost_s: float) -> str:
    reception = track.losses.reception(track.identity)
    if reception is None:
        return f"was lost ({lost_s:.2f} s)"
    of_all = f"of {reception.expected_s:.1f} s of sound {reception.missing_s:.2f} were missing"
    return f"was lost ({lost_s:.2f} s; {of_all}, {reception.made_up_s:.2f} made up)"
