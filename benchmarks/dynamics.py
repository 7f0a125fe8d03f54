"""How long it takes to measure who talks when, what a voice sounds like, and how people behave."""

from __future__ import annotations

import time
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from modylbench.evaluation.dynamics.conversation import conversation_of, titles_of
from modylbench.evaluation.dynamics.norms import default_norms
from modylbench.evaluation.dynamics.people.human_baseline import measure_people
from modylbench.evaluation.dynamics.people.reference import norms_of
from modylbench.evaluation.dynamics.people.rttm import read_rttm
from modylbench.evaluation.dynamics.table import dynamics_facts
from modylbench.foundation.draw import Draw
from modylbench.foundation.garbage import collect_garbage_seldom
from modylbench.providers.speech.acoustics.pitch import NoPitchTracker, SwiftPitch
from modylbench.providers.speech.acoustics.profile import SoundProfiler
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, Speech
from modylbench.recording.events import KeptFile, Utterance
from modylbench.recording.recording import AgentUnderTest, Attendance, MeetingRecording, Setting
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.timing import Figure
    from modylbench.scenarios.scenario import Scenario

AMI = Path(__file__).parents[2] / "shared" / "data" / "ami" / "rttm"
UTTERANCES = 2_000
HOUR_S = 3600.0
VOICE_S = 60.0
WORDS_A_SECOND = 3.0
REPEATS = 9


def figures() -> Iterator[Figure]:
    """Dynamics of an hour, prosody of a minute, references and people of 136 meetings."""
    script = instantiate(scenario("portfolio_review"), 0).scenario
    titles, norms = titles_of(script.participants), default_norms()
    hours = [hour_of_talk(script, f"of hour {number}") for number in range(REPEATS + 1)]

    def measured() -> None:
        held = conversation_of(hours.pop(), agent_role="expert", titles=titles)
        dynamics_facts(held, norms, is_multi_party=True)

    collect_garbage_seldom()
    measured()
    taken = _cpu_s(measured, REPEATS)
    yield f"dynamics: an hour of {UTTERANCES:,} utterances, CPU", 1e3 * taken, "ms", 100.0
    yield from _prosody()
    yield from _people()


def hour_of_talk(script: Scenario, ending: str) -> MeetingRecording:
    """Everybody in turn with lines of a scenario, some at once, as full of talk as an hour gets.

    No two texts are the same, in this hour or in one with another `ending`.
    """
    people = [person.identity for person in script.participants]
    draw = Draw("benchmark", "hour of talk")
    told = [line for turn in script.human_turns() for line in turn.alternatives]
    texts = {
        True: cycle(line.model_answer for line in told if line.model_answer),
        False: cycle(line.human_utterance for line in told),
    }
    said = []
    for number in range(UTTERANCES):
        is_agent = draw.uniform(0, 1) < 1 / (len(people) + 1)
        speaker = "agent" if is_agent else draw.one_of(people)
        others = [who for who in ("agent", *people) if who != speaker]
        started_s = HOUR_S * number / UTTERANCES + draw.uniform(0, 1)
        lasts_s = draw.uniform(0.4, 3.0)
        words = next(texts[is_agent]).split()
        own = f"at {number} {ending}."
        begin = draw.whole(0, max(0, len(words) - 9))
        utterance = Utterance(
            id=f"u{number}",
            speaker=speaker,
            addressees=() if is_agent else (draw.one_of(others),),
            text=" ".join([*words[begin : begin + round(WORDS_A_SECOND * lasts_s)], own]),
            started_s=started_s,
            ended_s=started_s + lasts_s,
        )
        said.append(utterance)
    attendance = [Attendance(identity="agent", name="agent", kind="agent", role="")]
    attendance += [
        Attendance(identity=who.identity, name=who.name, kind="standard", role=who.role)
        for who in script.participants
    ]
    return MeetingRecording(
        scenario_id=script.scenario_id,
        scenario_version=1,
        seed=0,
        edge_case="",
        is_official=False,
        agent=AgentUnderTest(name="nobody"),
        setting=Setting(
            clock="virtual", room="none", speech="none", screens="none", harness_version="0"
        ),
        participants=tuple(attendance),
        exchanges=(),
        events=tuple(said),
        planned_turns=0,
        ending="completed",
        duration_s=HOUR_S + 5.0,
        log=KeptFile(path="events.jsonl", sha256="0" * 64, size=0),
    )


def _prosody() -> Iterator[Figure]:
    """On one core: all threads' time counts."""
    try:
        profiler = SoundProfiler(SwiftPitch())
    except NoPitchTracker as missing:
        print(f"pitch is not measured: {missing}")
        profiler = SoundProfiler()
    voice = _voice()
    profiler.profile(voice)
    taken = _cpu_s(lambda: profiler.profile(voice), REPEATS)
    yield "prosody: CPU per second of voice", 1e3 * taken / VOICE_S, "ms", 50.0
    yield "prosody: times real time", VOICE_S / taken, "x", None


def _voice() -> Speech:
    """A pitch that rises and falls, in syllables, with pauses."""
    at = np.arange(int(VOICE_S * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    phase = 2 * np.pi * np.cumsum(120 + 30 * np.sin(2 * np.pi * 0.4 * at)) / SAMPLE_RATE_HZ
    tone = sum(np.sin(number * phase) / number for number in range(1, 12))
    loudness = np.clip(np.sin(2 * np.pi * 2 * at), 0, 1) * (np.sin(2 * np.pi * 0.1 * at) > -0.8)
    return Speech((4_000 * tone * loudness).astype("<i2").tobytes())


def _people() -> Iterator[Figure]:
    if not AMI.is_dir():
        print("people are not measured: no ../shared/data/ami/rttm beside the project")
        return
    corpus = read_rttm(AMI)
    meetings = len(corpus.meetings)
    made = _cpu_s(lambda: norms_of(read_rttm(AMI), "own", "a benchmark"), 2)
    yield f"calibrate norms: {meetings} meetings, CPU", made, "s", 10.0
    norms = default_norms()
    found = _cpu_s(lambda: measure_people(corpus.meetings, norms), 1)
    yield f"calibrate human-baseline: {meetings} meetings, CPU", found, "s", 10.0
    left_out = _cpu_s(lambda: measure_people(corpus.meetings), 1)
    yield "  each against the others", left_out, "s", 10.0


def _cpu_s(work: Callable[[], object], repeats: int) -> float:
    """The least processor time of the work: others on the machine only add to it."""
    taken = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)


if __name__ == "__main__":
    for what, value, unit, most in figures():
        print(f"{what:<52} {value:8.3f} {unit} {'' if most is None else f'target {most:g} {unit}'}")
