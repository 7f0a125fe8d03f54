"""How well the voices are understood, and how fast they are."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.evaluation.views.hearing import jargon_of
from modylbench.foundation.draw import Draw
from modylbench.providers.speech.accuracy import Accuracy, accuracy
from modylbench.providers.speech.cache import CachedVoice
from modylbench.providers.speech.speech import NoTranscriber, NoVoice
from modylbench.providers.speech.voices import best_voice
from modylbench.providers.speech.whisper import Whisper
from modylbench.scenarios import catalogue
from modylbench.scenarios.drawing.plot import ALL
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.timing import Figure
    from modylbench.providers.speech.speech import Speech
    from modylbench.scenarios.scenario import Scenario

SAMPLE = 40
SEEDS = (0, 1)
MOST_WORD_ERRORS = 6.0  # percent; COMPONENTS
MOST_FIGURES_WRONG = 3.0  # percent


@dataclass(frozen=True, slots=True)
class Line:
    """One utterance, who says it, and what its scenario talks about."""

    text: str
    persona: str
    jargon: str
    scenario: str


def figures() -> Iterator[Figure]:
    """Said, kept and heard; nothing where there is no voice or no transcriber."""
    try:
        yield from asyncio.run(_measured(lines() if "--full" in sys.argv else sample()))
    except (NoVoice, NoTranscriber) as missing:
        print(f"speech is not measured: {missing}")


def lines() -> list[Line]:
    """All that the humans of all scenarios may say by voice, each text once."""
    found: dict[str, Line] = {}
    for source in catalogue.scenarios():
        for seed in SEEDS:
            scenario = instantiate(source, seed, ALL).scenario
            terms = jargon_of(_vocabulary(scenario))
            voice = scenario.participants[0].voice
            for slot in scenario.human_turns():
                for said in slot.alternatives:
                    if said.channel == "voice":
                        line = Line(said.human_utterance, voice, terms, source.id)
                        found.setdefault(line.text, line)
    return list(found.values())


def sample(size: int = SAMPLE) -> list[Line]:
    """A fixed choice of them, spread over the scenarios."""
    everything = lines()
    order = sorted(
        everything, key=lambda line: Draw("speech benchmark", line.text).step(0, 1, 1e-9)
    )
    return order[:size]


def _vocabulary(scenario: Scenario) -> Iterator[str]:
    """What whoever is invited knows: goal, context and people; no utterance, no criterion.

    Not the title: all its words are capitals, and none of them jargon.
    """
    yield from (scenario.meeting_goal, scenario.context)
    for person in scenario.participants:
        yield f"with {person.persona.partition(',')[0]}, {person.role}"


async def _measured(said: list[Line]) -> list[Figure]:
    ears = Whisper()
    with tempfile.TemporaryDirectory() as folder:
        voice = CachedVoice(best_voice(), Path(folder))
        start = time.perf_counter()
        speeches = [await voice.speak(line.text, voice.voice_for(line.persona)) for line in said]
        cold = time.perf_counter() - start
        start = time.perf_counter()
        for line in said:
            await voice.speak(line.text, voice.voice_for(line.persona))
        warm = time.perf_counter() - start
    await ears.transcribe(speeches[0])
    start = time.perf_counter()
    unhinted = await _heard(said, speeches, ears, has_hints=False)
    hearing = time.perf_counter() - start
    hinted = await _heard(said, speeches, ears, has_hints=True)
    seconds = sum(speech.duration_s for speech in speeches)
    return [
        *_figures(f"speech: {len(said)} utterances", unhinted, has_limit=True),
        *_figures(f"speech: {len(said)} utterances, with jargon", hinted, has_limit=False),
        (f"speech: {voice.name}, s per s of speech, cold", cold / seconds, "s", None),
        ("speech: kept, ms an utterance", 1e3 * warm / len(said), "ms", 5.0),
        ("speech: Whisper, s per s of speech", hearing / seconds, "s", None),
    ]


async def _heard(
    said: list[Line], speeches: list[Speech], ears: Whisper, *, has_hints: bool
) -> Accuracy:
    total = Accuracy()
    for line, speech in zip(said, speeches, strict=True):
        heard = await ears.transcribe(speech, jargon=line.jargon if has_hints else "")
        result = accuracy(line.text, heard.text)
        if "--show" in sys.argv and result.errors:
            print(line.scenario, line.persona, "with" if has_hints else "without", "jargon", result)
            print(f"  said  {line.text}\n  heard {heard.text}", flush=True)
        total += result
    return total


def _figures(what: str, total: Accuracy, *, has_limit: bool) -> list[Figure]:
    wrong = 100 * (1 - total.share_of_figures)
    return [
        (
            f"{what}, word error rate",
            100 * total.word_error_rate,
            "%",
            MOST_WORD_ERRORS if has_limit else None,
        ),
        (
            f"{what}, {total.figures} figures, wrong",
            wrong,
            "%",
            MOST_FIGURES_WRONG if has_limit else None,
        ),
    ]


if __name__ == "__main__":
    for figure in figures():
        print(*figure)
