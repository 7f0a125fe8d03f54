"""Agents built on LiveKit Agents and on Pipecat attend a meeting of four people, by ear alone.

Both hear everybody: three people ask them, one cuts in; what people say to each other is theirs.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from tests.livekit.test_real_agents import AGENTS, NAME, PROJECT, PYTHON, working
from tests.staging.livekit.oracle_script import write_script
from tests.staging.multi_party import write_multi_party

from modylbench.meeting.side_talk import YIELDS_WITHIN_S
from modylbench.providers.addresses import LiveKitAddress
from modylbench.recording.events import Utterance
from modylbench.recording.reading import read_recording
from modylbench.recording.recording import MeetingRecording
from modylbench.recording.talk import overlaps, talk_of
from modylbench.runs.variant import select_beats
from modylbench.scenarios.loader import load
from modylbench.scenarios.variant import instantiate

PATIENCE_S = 300.0
ASKED = {
    "chair": "Could you please put the revenue of the first year into the table for us?",
    "sceptic": "And which price of one unit did you use for that figure, in dollars?",
    "owner": "How many units do we sell in a year, according to the file that you got?",
}
"""Unlike each other, so that an agent knows by ear which it is."""


def ask_apart(folder: Path) -> None:
    """Let three people ask the first three requests, which can be told apart by ear."""
    file = folder / "script.yaml"
    script = yaml.safe_load(file.read_text(encoding="utf-8"))
    beat = script["beats"][0]
    requests = [beat["opening"], *(slot["ask"][-1] for slot in beat["follow_ups"])]
    beat["opening"]["before"].pop()  # what is written to it it would take for a request
    beat["opening"]["during"].pop(0)  # nor do detectors of voice know a murmur from an interruption
    for request, (speaker, say) in zip(requests, ASKED.items(), strict=True):
        request |= {"say": say, "speaker": speaker, "wait_sec": 20}
        request["answer"] = f"It is done, and this is how I answer. {request['answer']}"
    file.write_text(yaml.safe_dump(script, sort_keys=False), encoding="utf-8")


@contextmanager
def agent_options(framework: str, script: Path, home: Path) -> Iterator[list[str]]:
    """What names the agent to `modylbench run`; a worker waits meanwhile."""
    if framework == "pipecat":
        launch = f"{PYTHON} -m {AGENTS}.pipecat_agent {script} several"
        yield ["--agent", "livekit", "--launch", launch]
    else:
        with working(script, home / "worker.log", "several"):
            yield ["--agent", f"livekit:{NAME}"]


@pytest.fixture(
    scope="module",
    params=["livekit-agents", pytest.param("pipecat", marks=pytest.mark.nightly)],
)
def recording(
    request: pytest.FixtureRequest,
    livekit: LiveKitAddress,
    tmp_path_factory: pytest.TempPathFactory,
) -> MeetingRecording:
    """One beat of the meeting."""
    if not list(PYTHON.parents[1].glob("ready-*")):
        pytest.skip("needs the environment of the agents: scripts/agents_env.sh makes it")
    home = tmp_path_factory.mktemp(request.param)
    folder = write_multi_party(home, people=4)
    ask_apart(folder)
    script = write_script(select_beats(instantiate(load(folder), 0), "1"), home / "script")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(PROJECT)
        patch.setenv("LIVEKIT_URL", livekit.url)
        patch.setenv("LIVEKIT_API_KEY", livekit.api_key)
        patch.setenv("LIVEKIT_API_SECRET", livekit.api_secret)
        patch.setenv("OMP_NUM_THREADS", "1")
        with agent_options(request.param, script, home) as agent:
            command = [sys.executable, "-m", "modylbench", "run", *agent]
            command += ["--scenarios", str(folder), "--seeds", "0", "--beats", "1", "--no-screens"]
            command += ["--output", str(home / "runs")]
            done = subprocess.run(  # noqa: S603
                command, capture_output=True, text=True, check=False, timeout=PATIENCE_S
            )
    assert done.returncode == 0, done.stderr + done.stdout
    (kept,) = (home / "runs").glob("*/*/seed-0/recording.json")
    return read_recording(kept.parent)


def said_by_plan(recording: MeetingRecording) -> dict[str, Utterance]:
    """What was said for each line that is no request."""
    return {
        words.planned.line: words
        for words in recording.utterances
        if words.planned and words.planned.line
    }


def test_it_answers_whoever_asks_it(recording: MeetingRecording) -> None:
    assert recording.ending == "completed"
    assert [turn.human.speaker for turn in recording.turns] == [*ASKED]
    assert [turn.agent.outcome for turn in recording.turns] == ["answered"] * len(ASKED)
    assert not [fault for fault in recording.faults if not fault.is_flag]


def test_what_people_say_to_each_other_is_recorded_and_left_to_them(
    recording: MeetingRecording,
) -> None:
    said = said_by_plan(recording)
    talk = talk_of(recording.events)

    assert (said["asks"].speaker, said["asks"].cut_off_by) == ("chair", "owner")
    assert said["answers"].addressees == ("chair",)
    assert ("chair", "owner") in {(overlap.first, overlap.second) for overlap in overlaps(talk)}
    own = [span.started_s for span in talk if span.speaker not in {*ASKED, "analyst"}]
    assert min(own) > said["answers"].ended_s


def test_one_who_cuts_in_silences_it_and_is_answered(recording: MeetingRecording) -> None:
    cue = said_by_plan(recording)["cut_in"]
    talk = talk_of(recording.events)
    own = [span for span in talk if span.speaker not in {*ASKED, "analyst"}]

    (cut,) = [span for span in own if span.started_s < cue.started_s < span.ended_s]
    assert cut.ended_s < cue.ended_s + YIELDS_WITHIN_S
    assert any("The first" in words.text for words in recording.turns[0].agent.said)
