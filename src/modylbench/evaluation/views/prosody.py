"""How the agent's voice sounded in each turn: rate, loudness, pitch, pauses, fillers, faults.

The sound is measured by `providers/speech/acoustics/profile.py`; here it is put beside the words
and what was shown meanwhile. Facts for reports and judges, never for a score.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from statistics import median
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.facts import SoundFacts, SpokenFiller, VoicePause
from modylbench.foundation.errors import BadFile
from modylbench.foundation.extras import EXTRAS
from modylbench.language.spoken.spoken_form import spoken_form
from modylbench.providers.speech.sound import read_wav
from modylbench.recording.events import SurfaceUpdate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Literal

    from modylbench.evaluation.views.turns import AgentWords
    from modylbench.providers.speech.acoustics.profile import PitchProfile, Profiler, SoundProfile
    from modylbench.recording.events import Clip, SpokenWord
    from modylbench.recording.recording import MeetingRecording

NO_SOUND = "no sound of the agent was recorded"
NO_PROFILER = "nobody looked at the sound"
NO_VOICE = "no voice is in the sound"
NO_TRACKER = f"no pitch: found no swift-f0 ({EXTRAS['speech'].how_to_get})"
NO_PITCH = "no pitch: too little of the voice has one"
FILLERS = frozenset({
    "ah", "eh", "er", "erm", "hm", "hmm", "mm", "mmm", "uh", "uhh", "uhm", "um", "umm",
})  # fmt: skip
"""Ours: sounds that keep the floor and say nothing."""
BESIDE_S = 0.3  # ours: what stands so near to the edge of a pause stands at it
MOST_PAUSES = 100  # ours: of one turn, the longest
LEAST_FINAL, LEAST_OTHER = 3, 10  # ours: words on which a ratio of two medians may rest
_WORDS = re.compile(r"[A-Za-z']+")
_VOWELS = re.compile(r"[aeiouy]+")


@dataclass(frozen=True, slots=True)
class _TurnSound:
    """A turn's profile at its place on the meeting's clock, and what is known of the words."""

    profile: SoundProfile
    started_s: float
    spoken: int
    words: tuple[SpokenWord, ...] | None
    changes_s: tuple[float, ...]
    """When the screen changed."""

    @property
    def silences(self) -> Iterator[tuple[float, float]]:
        """From when to when the voice was silent between two of its stretches."""
        for (_, end_s), (start_s, _) in pairwise(self.profile.voice):
            yield self.started_s + end_s, self.started_s + start_s


def sounds_by_turn(
    recording: MeetingRecording,
    folder: Path,
    profiler: Profiler | None,
    *,
    words: Mapping[int, AgentWords],
    times: Mapping[int, tuple[SpokenWord, ...]],
) -> dict[int, SoundFacts]:
    """What the agent's sound says in every turn, by the human's turn index."""
    found: dict[int, SoundFacts] = {}
    for turn in recording.turns:
        clip, index = turn.agent.audio, turn.turn_index
        if clip is None or profiler is None:
            found[index] = SoundFacts(reason=NO_SOUND if clip is None else NO_PROFILER)
            continue
        profile = _profile(folder, clip, profiler)
        if isinstance(profile, str):
            found[index] = SoundFacts(reason=profile)
            continue
        text = words[index].text if index in words else ""
        spoken = len(_WORDS.findall(spoken_form(text)))
        changes = tuple(_screen_changes(recording, index))
        sound = _TurnSound(profile, clip.started_s, spoken, times.get(index), changes)
        found[index] = _sound_facts(sound, profiler.pitch_by)
    return found


def _profile(folder: Path, clip: Clip, profiler: Profiler) -> SoundProfile | str:
    """The profile of a clip, or why there is none."""
    try:
        return profiler.profile(read_wav(folder / clip.file.path))
    except BadFile as error:
        return f"the sound cannot be read: {error.args[-1]}"


def _screen_changes(recording: MeetingRecording, turn_index: int) -> Iterator[float]:
    for event in recording.events:
        if isinstance(event, SurfaceUpdate) and event.turn_index == turn_index and event.is_visible:
            yield event.at_s


def _sound_facts(sound: _TurnSound, pitch_by: str) -> SoundFacts:
    profile = sound.profile
    if not profile.voice:
        return SoundFacts(
            reason=NO_VOICE,
            duration_s=profile.duration_s,
            voiced_s=0.0,
            silence_share=1.0 if profile.duration_s else None,
            noise_floor_dbfs=profile.noise_floor_dbfs,
            clipped_share=profile.clipped_share,
        )
    voiced_s = sum(end_s - start_s for start_s, end_s in profile.voice)
    spoken_s = profile.voice[-1][1] - profile.voice[0][0]
    fields: dict[str, Any] = {
        "reason": _why_no_pitch(profile, pitch_by),
        "duration_s": profile.duration_s,
        "voiced_s": round(voiced_s, 3),
        "silence_share": round(max(0.0, 1 - voiced_s / profile.duration_s), 3),
        "speech_rate_wpm": _rate_wpm(sound.spoken, spoken_s),
        "articulation_rate_wpm": _rate_wpm(sound.spoken, voiced_s),
        "loudness_lufs": profile.loudness_lufs,
        "level_dbfs": profile.level_dbfs,
        "level_range_db": profile.level_range_db,
        "noise_floor_dbfs": profile.noise_floor_dbfs,
        "clipped_share": profile.clipped_share,
        "final_lengthening": _final_lengthening(sound),
        "pauses": _pauses(sound),
        "fillers": None if sound.words is None else tuple(_fillers(sound.words)),
    }
    return SoundFacts(**fields, **_pitch_fields(profile.pitch, pitch_by))


def _why_no_pitch(profile: SoundProfile, pitch_by: str) -> str:
    if profile.pitch is not None:
        return ""
    return NO_PITCH if pitch_by else NO_TRACKER


def _pitch_fields(pitch: PitchProfile | None, pitch_by: str) -> dict[str, Any]:
    if pitch is None:
        return {"pitch_by": pitch_by}
    return {
        "pitch_by": pitch_by,
        "pitch_hz": pitch.median_hz,
        "pitch_low_hz": pitch.low_hz,
        "pitch_high_hz": pitch.high_hz,
        "pitch_range_semitones": round(12 * log2(pitch.high_hz / pitch.low_hz), 1),
        "pitch_deviation_semitones": pitch.deviation_semitones,
        "pitched_share": min(1.0, pitch.share),
    }


def _rate_wpm(words: int, seconds: float) -> float | None:
    """Words a minute; None without words, whose number nobody knows then."""
    return round(60 * words / seconds, 1) if words and seconds > 0 else None


def _pauses(sound: _TurnSound) -> tuple[VoicePause, ...]:
    fillers = [] if sound.words is None else list(_fillers(sound.words))
    found = [
        VoicePause(
            at_s=round(start_s, 3),
            duration_s=round(end_s - start_s, 3),
            after=_end_before(start_s, end_s, sound.words),
            is_filled=any(start_s - 2 * BESIDE_S <= f.at_s <= end_s + BESIDE_S for f in fillers),
            shows=any(start_s <= at_s <= end_s for at_s in sound.changes_s),
        )
        for start_s, end_s in sound.silences
    ]
    longest = sorted(found, key=lambda pause: -pause.duration_s)[:MOST_PAUSES]
    return tuple(sorted(longest, key=lambda pause: pause.at_s))


def _end_before(
    start_s: float, end_s: float, words: Sequence[SpokenWord] | None
) -> Literal["sentence", "clause", "word", "unknown"]:
    """What ended before a pause, by the last word that began before it or in its first half."""
    middle_s = (start_s + end_s) / 2
    before = [word.text for word in words or () if (word.started_s + word.ended_s) / 2 < middle_s]
    if not before:
        return "unknown"
    last = before[-1].rstrip("\"')")
    if last.endswith((".", "?", "!")):
        return "sentence"
    return "clause" if last.endswith((",", ";", ":")) else "word"


def _fillers(words: Iterable[SpokenWord]) -> Iterator[SpokenFiller]:
    for word in words:
        text = word.text.strip(" .,;:!?-").lower()
        if text in FILLERS:
            yield SpokenFiller(text=text, at_s=word.started_s)


def _final_lengthening(sound: _TurnSound) -> float | None:
    """The median length of a syllable in words before a pause, by that in all other words."""
    final: list[float] = []
    others: list[float] = []
    ends_s = [start_s for start_s, _ in sound.silences]
    ends_s.append(sound.started_s + sound.profile.voice[-1][1])
    for word in sound.words or ():
        length_s = (word.ended_s - word.started_s) / _syllables(word.text)
        is_final = any(abs(word.ended_s - end_s) <= BESIDE_S for end_s in ends_s)
        (final if is_final else others).append(length_s)
    if len(final) < LEAST_FINAL or len(others) < LEAST_OTHER or not median(others):
        return None
    return float(round(median(final) / median(others), 2))


def _syllables(text: str) -> int:
    """About how many syllables a word has: groups of vowels in its spoken form.

    >>> [_syllables(word) for word in ("debt", "EBITDA", "revenue", "12%")]
    [1, 3, 3, 4]
    """
    return max(1, len(_VOWELS.findall(spoken_form(text).lower())))
