"""The agent's words: by its own captions, or by what a transcriber hears in its voice.

`captions` takes the agent's word for it where there is one; `full` listens to everything; `checked`
listens to a few turns, which nobody can foresee, and takes the captions where they agree; who is
to be accused of others is first listened to whole. A
transcriber mishears a figure now and then, so honest captions are the better text; of others nobody
may profit.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.views.prosody import sounds_by_turn
from modylbench.evaluation.views.turns import AgentWords
from modylbench.foundation.draw import Draw
from modylbench.providers.speech.accuracy import normal_words
from modylbench.providers.speech.heard_figures import figures_heard, figures_said, in_common
from modylbench.providers.speech.sound import read_wav
from modylbench.recording.events import SpokenWord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.facts import SoundFacts
    from modylbench.providers.speech.acoustics.profile import Profiler
    from modylbench.providers.speech.speech import SpeechToText, Transcript
    from modylbench.recording.events import Clip
    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.turns import RecordedTurn


CAPTIONS = "the agent's own captions"
NOTHING = "nothing: the agent was neither heard nor captioned"
NO_EAR = "nobody could listen to {count} turns without captions (pip install 'modylbench[speech]')"
DRAWN = 3  # ours: turns that are listened to
DRAWN_AGAIN = 4  # ours: and so many more before captions are called false
LEAST_WORDS = 0.6  # ours: shared with the voice; RHVoice heard by tiny.en shares over 0.9
LEAST_FIGURES = 0.8  # ours: of those in the captions; tiny.en hears 0.96 of RHVoice's
MISHEARD = 0.08  # ours: twice the share of figures that tiny.en gets wrong
ACCIDENT = 0.001  # ours: what honest captions come to more often than this accuses nobody
LONGEST_JARGON = 300
"""Ours: characters; more of it costs accuracy elsewhere."""
ACRONYM = re.compile(r"(?<![\w$-])[A-Z][A-Za-z]*[A-Z][A-Za-z]*(?![\w-])")
NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,}){0,2}(?![\w-])")
DAYS = frozenset((
    "January", "February", "March", "April", "June", "July", "August", "September", "October",
    "November", "December", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    "Sunday",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class HearingOptions:
    """How the agent's words are got, and who looks at its sound.

    Without a transcriber only captions can be had; without a profiler nothing is said of the sound.
    """

    mode: Literal["captions", "checked", "full"] = "captions"
    transcriber: SpeechToText | None = None
    profiler: Profiler | None = None


@dataclass(frozen=True, slots=True)
class HeardWords:
    """The words by the human's turn index, and a line that says whose they are.

    `mismatch` says how captions and voice differ: a finding against the agent. `times` are words
    with their times on the meeting's clock, for the turns that have any: as we heard them, else by
    the captions' word for it. `sounds` are what the sound says, where somebody looked at it.
    """

    words: dict[int, AgentWords]
    source: str
    mismatch: str = ""
    times: Mapping[int, tuple[SpokenWord, ...]] = field(default_factory=dict)
    sounds: Mapping[int, SoundFacts] = field(default_factory=dict)


def captions(recording: MeetingRecording) -> HeardWords:
    """The agent's own word for what it said."""
    words = {turn.turn_index: _captions(turn) for turn in recording.turns}
    return HeardWords(words, CAPTIONS, times=dict(_claimed_times(recording)))


async def hear(recording: MeetingRecording, folder: Path, hearing: HearingOptions) -> HeardWords:
    """What the agent said in each turn, by whose transcript, when, and how it sounded."""
    listener, ear = hearing.transcriber, None
    if listener is not None:
        ear = _TurnTranscriber(listener, recording, folder)
    found = await _hear_words(recording, ear, hearing.mode)
    times = dict(_claimed_times(recording)) | (ear.times if ear is not None else {})
    sounds = sounds_by_turn(recording, folder, hearing.profiler, words=found.words, times=times)
    return replace(found, times=times, sounds=sounds)


async def _hear_words(
    recording: MeetingRecording, ear: _TurnTranscriber | None, mode: str
) -> HeardWords:
    written = captions(recording).words
    voiced = [turn for turn in recording.turns if turn.agent.audio is not None]
    if ear is None or not voiced or mode == "captions":
        words = dict(written)
        unsaid = [turn for turn in voiced if written[turn.turn_index].source == "none"]
        if ear is not None and unsaid:
            words |= await ear.listen(unsaid)
        source = _source(words, ear.name if ear is not None else "")
        if ear is None and unsaid:
            source = f"{source}; {NO_EAR.format(count=len(unsaid))}"
        return HeardWords(words, source)
    if mode == "checked":
        return await _check_captions(ear, written, voiced)
    return HeardWords(written | await ear.listen(voiced), ear.name)


def _claimed_times(recording: MeetingRecording) -> Iterator[tuple[int, tuple[SpokenWord, ...]]]:
    """The word times in the agent's captions, of the turns all of whose speech has some."""
    for turn in recording.turns:
        spoken = [said for said in turn.agent.said if said.channel == "voice" and said.text.strip()]
        if spoken and all(said.words for said in spoken):
            yield turn.turn_index, tuple(word for said in spoken for word in said.words)


class _TurnTranscriber:
    """Listens to turns, to each once; what people said tells it which terms may come up."""

    def __init__(
        self, transcriber: SpeechToText, recording: MeetingRecording, folder: Path
    ) -> None:
        self.name = transcriber.name
        self.times: dict[int, tuple[SpokenWord, ...]] = {}
        self.draw = Draw(hashlib.sha256(recording.model_dump_json().encode()).hexdigest(), "ear")
        self._transcriber = transcriber
        self._folder = folder
        self._jargon = jargon_of(turn.human.text for turn in recording.turns)
        self._known: dict[int, AgentWords] = {}

    async def listen(self, turns: Sequence[RecordedTurn]) -> dict[int, AgentWords]:
        """What the voice says in these turns."""
        for turn in turns:
            clip = turn.agent.audio
            if clip is not None and turn.turn_index not in self._known:
                speech = read_wav(self._folder / clip.file.path)
                found = await self._transcriber.transcribe(speech, jargon=self._jargon)
                source = "asr" if found.text.strip() else "none"
                self._known[turn.turn_index] = AgentWords(found.text.strip(), source)
                if found.words:
                    self.times[turn.turn_index] = _on_meeting_clock(found, clip)
        return {turn.turn_index: self._known[turn.turn_index] for turn in turns}


def _on_meeting_clock(heard: Transcript, clip: Clip) -> tuple[SpokenWord, ...]:
    return tuple(
        SpokenWord(
            text=word.text,
            started_s=round(clip.started_s + max(0.0, word.start_s), 3),
            ended_s=round(clip.started_s + max(0.0, word.end_s), 3),
        )
        for word in heard.words
    )


async def _check_captions(
    ear: _TurnTranscriber, captions: dict[int, AgentWords], voiced: Sequence[RecordedTurn]
) -> HeardWords:
    captioned = [turn for turn in voiced if captions[turn.turn_index].text]
    order = ear.draw.in_drawn_order(captioned)
    for count in (DRAWN, DRAWN + DRAWN_AGAIN, len(order)):
        drawn = order[:count]
        heard = await ear.listen(drawn)
        pairs = [(captions[index].text, words.text) for index, words in heard.items()]
        mismatch = difference(pairs)
        if not mismatch:
            unsaid = [turn for turn in voiced if turn not in captioned]
            words = captions | await ear.listen(unsaid)
            checked = f"{CAPTIONS}, checked in {len(drawn)} turns by {ear.name}"
            return HeardWords(words, checked if drawn else _source(words, ear.name))
    return HeardWords(captions | await ear.listen(voiced), ear.name, mismatch)


def difference(pairs: Sequence[tuple[str, str]]) -> str:
    """How captions differ from what was heard, in one line; nothing where they agree.

    Words and figures count once a turn: who is interrupted and begins again has captions of what
    was cut off.

    >>> difference([("The debt is repaid in year five.", "the debt is repaid in year 5")])
    ''
    """
    shared = total = right = figures = 0
    for captions, heard in pairs:
        said, voiced = set(normal_words(captions)), set(normal_words(heard))
        shared += len(said & voiced)
        total += max(len(said), len(voiced))
        numbers = sorted(set(figures_said(captions)))
        figures += len(numbers)
        right += in_common(numbers, sorted(set(figures_heard(heard))))
    if total and shared < LEAST_WORDS * total:
        return f"captions and voice share {shared} of {total} words"
    if right < LEAST_FIGURES * figures and misheard_chance(figures, figures - right) < ACCIDENT:
        return f"of {figures} figures in the captions the voice says {right}"
    return ""


def misheard_chance(figures: int, wrong: int) -> float:
    """How often a transcriber mishears at least so many of so many figures that were really said.

    >>> round(misheard_chance(9, 2), 2), round(misheard_chance(9, 5), 4)
    (0.16, 0.0003)
    """
    ways = (
        math.comb(figures, count) * MISHEARD**count * (1 - MISHEARD) ** (figures - count)
        for count in range(wrong, figures + 1)
    )
    return math.fsum(ways)


def _captions(turn: RecordedTurn) -> AgentWords:
    text = " ".join(spoken.text for spoken in turn.agent.said if spoken.text.strip())
    return AgentWords(text, "captions" if text else "none")


def _source(words: dict[int, AgentWords], asr: str) -> str:
    sources = {spoken.source for spoken in words.values()}
    if "captions" in sources:
        return f"{CAPTIONS}, and {asr} where there are none" if "asr" in sources else CAPTIONS
    return asr if "asr" in sources else NOTHING


def jargon_of(texts: Iterable[str]) -> str:
    """Acronyms and names in the texts, the most frequent first; never a figure.

    >>> jargon_of(["The LBO of CloudSync at 12x EBITDA, an LBO."])
    'LBO, CloudSync, EBITDA'
    """
    counts = Counter(
        term
        for text in texts
        for pattern in (ACRONYM, NAME)
        for term in pattern.findall(text)
        if term not in DAYS
    )
    terms: list[str] = []
    length = 0
    for term, _ in counts.most_common():
        length += len(term) + 2
        if length > LONGEST_JARGON:
            break
        terms.append(term)
    return ", ".join(terms)
