"""Agents built on LiveKit Agents and on Pipecat hold a meeting and are scored.

Both hear with real ears and take turns with their own frameworks; what they answer is the oracle's,
so that any score below the oracle's in process is ours to explain.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings
from tests.staging.livekit.oracle_script import write_script

from modylbench.providers.addresses import LiveKitAddress
from modylbench.providers.speech.accuracy import mean_word_error_rate
from modylbench.providers.speech.sound import read_wav
from modylbench.providers.speech.whisper import Whisper
from modylbench.recording.events import Understanding, Utterance
from modylbench.recording.reading import read_recording
from modylbench.recording.recording import MeetingRecording
from modylbench.runs.variant import select_beats
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate
from modylbench.scoring.scorecard import Scorecard

PROJECT = Path(__file__).parents[2]
PYTHON = PROJECT / ".cache" / "agents" / "bin" / "python"
AGENTS = "tests.staging.livekit.agents"
NAME = "colleague"
IS_NIGHTLY = settings.get_current_profile_name() == "nightly"
LONGEST_S = 3_600.0 if IS_NIGHTLY else 480.0
ALIKE = 0.2  # how far the oracle's score may move between a room in process and a real one
MOST_MISHEARD = 0.25  # tiny.en on a loaded machine; agents that hear nothing are far beyond


@dataclass(frozen=True)
class Framework:
    """What an agent is built on, the scenario that it is given, and a beat with a product."""

    name: str
    scenario: str
    beat: str

    @property
    def beats(self) -> list[str]:
        """Three turns; a whole meeting takes a quarter of an hour."""
        return [] if IS_NIGHTLY else ["--beats", self.beat]


LIVEKIT_AGENTS = Framework("livekit-agents", "optimization_solver", "2")
PIPECAT = Framework("pipecat", "deep_researcher", "3")
FRAMEWORKS = (LIVEKIT_AGENTS, PIPECAT) if IS_NIGHTLY else (LIVEKIT_AGENTS,)
each_framework = pytest.mark.parametrize(
    "framework", FRAMEWORKS, ids=lambda framework: framework.name
)


@dataclass(frozen=True)
class Held:
    """A meeting that was held and scored."""

    folder: Path
    recording: MeetingRecording
    scorecard: Scorecard


@pytest.fixture(scope="module")
def meetings(livekit: LiveKitAddress, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Held]:
    """The meetings, held at once."""
    if not list(PYTHON.parents[1].glob("ready-*")):
        pytest.skip("needs the environment of the agents: scripts/agents_env.sh makes it")
    folder = tmp_path_factory.mktemp("real-agents")
    scripts = {
        framework.name: script_of(framework, folder / framework.name) for framework in FRAMEWORKS
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(PROJECT)
        patch.setenv("LIVEKIT_URL", livekit.url)
        patch.setenv("LIVEKIT_API_KEY", livekit.api_key)
        patch.setenv("LIVEKIT_API_SECRET", livekit.api_secret)
        patch.setenv("OMP_NUM_THREADS", "1")  # ears that take all cores tear the voices
        with working(scripts[LIVEKIT_AGENTS.name], folder / "worker.log"), ExitStack() as runs:
            begun_runs = [
                (
                    framework,
                    runs.enter_context(
                        begun(framework, folder, *_options(framework, scripts[framework.name]))
                    ),
                )
                for framework in FRAMEWORKS
            ]
            return {agent.name: held(agent, folder, run) for agent, run in begun_runs}


def _options(framework: Framework, script: Path) -> tuple[str, ...]:
    if framework is LIVEKIT_AGENTS:
        return ("--agent", f"livekit:{NAME}")
    launch = f"{PYTHON} -m {AGENTS}.pipecat_agent {script}"
    return ("--agent", "livekit", "--launch", launch)


def script_of(framework: Framework, folder: Path) -> Path:
    """What the oracle says and shows in that scenario."""
    variant = instantiate(scenario(framework.scenario), 0)
    return write_script(select_beats(variant, "".join(framework.beats[1:])), folder)


@contextmanager
def working(script: Path, log: Path, *options: str) -> Iterator[None]:
    """A worker of LiveKit Agents that waits to be called."""
    command = [str(PYTHON), "-m", f"{AGENTS}.livekit_agent", NAME, str(script), *options]
    with started(command, log) as worker:
        for _ in range(600):
            if "registered worker" in log.read_text() or worker.poll() is not None:
                break
            time.sleep(0.1)
        assert "registered worker" in log.read_text(), log.read_text()
        yield


def begun(
    framework: Framework, folder: Path, *agent: str
) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """The command that holds the meeting."""
    command = [sys.executable, "-m", "modylbench", "run", *agent, *framework.beats, "--seeds", "0"]
    command += [
        "--scenarios",
        framework.scenario,
        "--output",
        str(folder / "runs" / framework.name),
    ]
    command += [] if IS_NIGHTLY else ["--no-screens"]
    return started(command, folder / f"{framework.name}.log")


@contextmanager
def started(command: list[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A program that writes into a log; it is ended with us."""
    with log.open("wb") as file:
        program = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT)  # noqa: S603
        try:
            yield program
        finally:
            program.terminate()
            program.wait(timeout=60)


def held(framework: Framework, folder: Path, run: subprocess.Popen[bytes]) -> Held:
    """What came of it; where it has no score, what the command said."""
    is_scored = run.wait(timeout=LONGEST_S) == 0
    assert is_scored, (folder / f"{framework.name}.log").read_text()
    (path,) = (folder / "runs" / framework.name).glob("*/*/seed-0/scorecard.json")
    scorecard = Scorecard.model_validate_json(path.read_bytes())
    return Held(path.parent, read_recording(path.parent), scorecard)


@each_framework
def test_a_real_agent_completes_its_meeting_and_nothing_is_charged_to_it(
    framework: Framework, meetings: dict[str, Held]
) -> None:
    recording = meetings[framework.name].recording

    assert recording.ending == "completed"
    sys.stdout.write(
        f"\n{framework.name}: try {recording.setting.attempt}, "
        f"spoilt before: {recording.setting.spoilt}, flags: {recording.faults}\n"
    )
    assert not [fault for fault in recording.faults if not fault.is_flag]
    assert {turn.agent.outcome for turn in recording.turns} == {"answered"}
    assert recording.setting.room == "livekit"
    assert not recording.setting.has_captions


@each_framework
def test_what_a_real_agent_shows_over_livekit_is_recorded_as_its_surfaces(
    framework: Framework, meetings: dict[str, Held]
) -> None:
    turns = [turn.agent for turn in meetings[framework.name].recording.turns]

    assert any(turn.messages is not None for turn in turns)
    assert turns[-1].surfaces is not None
    assert not [fault for turn in turns for fault in turn.surface_faults]


@each_framework
def test_a_real_agent_with_the_answers_of_the_oracle_has_the_score_of_the_oracle(
    framework: Framework, meetings: dict[str, Held], tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "modylbench", "run", "--agent", "oracle", "--no-screens"]
    command += [
        "--scenarios",
        framework.scenario,
        "--seeds",
        "0",
        *framework.beats,
        "--output",
        str(tmp_path),
    ]
    subprocess.run(command, check=True, capture_output=True, cwd=PROJECT)  # noqa: S603
    (path,) = tmp_path.glob("*/*/seed-0/scorecard.json")
    oracle = Scorecard.model_validate_json(path.read_bytes())

    assert meetings[framework.name].scorecard.combined == pytest.approx(oracle.combined, abs=ALIKE)


@each_framework
def test_the_parts_of_its_latency_are_known(
    framework: Framework, meetings: dict[str, Held]
) -> None:
    latencies = [turn.agent.latency for turn in meetings[framework.name].recording.turns]

    assert all(latency.response_s is not None and latency.response_s > 0.5 for latency in latencies)
    assert all(
        latency.endpointing_s is not None and latency.compute_s is not None for latency in latencies
    )
    ways = [latency.transport_s for latency in latencies if latency.transport_s is not None]
    assert min(ways) < 1.0  # while the machine does other things, some are longer or unknown
    told = [
        latency
        for latency in latencies
        if latency.tts_s is not None and latency.first_audio_s is not None
    ]
    assert len(told) >= len(latencies) - 1
    for latency in told:
        parts = (latency.endpointing_s, latency.compute_s, latency.tts_s, latency.first_audio_s)
        assert sum(part or 0.0 for part in parts) == pytest.approx(latency.response_s, abs=0.01)


@each_framework
def test_both_sides_understood_what_the_other_said(
    framework: Framework, meetings: dict[str, Held], capsys: pytest.CaptureFixture[str]
) -> None:
    meeting = meetings[framework.name]
    turns = meeting.recording.turns
    heard = [(turn.human.text, words(turn.agent.heard)) for turn in turns]
    captured = [
        (words(turn.agent.said), by_ear(meeting.folder / turn.agent.audio.file.path))
        for turn in turns
        if turn.agent.audio is not None and all(utterance.is_whole for utterance in turn.agent.said)
    ]  # of what was cut off, less sounded than was written
    by_agent, by_us = mean_word_error_rate(heard), mean_word_error_rate(captured)

    with capsys.disabled():
        print(  # noqa: T201 - the issue asks for both figures
            f"\n{framework.name}: word error rate {by_agent:.1%} of what the agent heard, "
            f"{by_us:.1%} of what we captured of it"
        )
    assert captured
    assert by_agent is not None
    assert by_agent < MOST_MISHEARD
    assert by_us is not None
    assert by_us < MOST_MISHEARD


def words(spoken: Iterable[Utterance | Understanding]) -> str:
    """All that was said, in order."""
    return " ".join(utterance.text.strip() for utterance in spoken)


def by_ear(path: Path) -> str:
    """What Whisper hears in a recording."""
    return asyncio.run(Whisper().transcribe(read_wav(path))).text
