"""An agent built on LiveKit Agents takes part in a meeting of four people, by ear alone.

Its session listens to one participant, the first who is there: so it is asked by that one.
"""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from tests.livekit.test_real_agents import NAME, PROJECT, PYTHON, working
from tests.staging.livekit.oracle_script import write_script
from tests.staging.multi_party import write_multi_party

from modylbench.providers.addresses import LiveKitAddress
from modylbench.recording.reading import read_recording
from modylbench.recording.recording import MeetingRecording
from modylbench.recording.talk import overlaps, talk_of
from modylbench.runs.variant import select_beats
from modylbench.scenarios.loader import load
from modylbench.scenarios.variant import instantiate

PATIENCE_S = 300.0
ASKED = (
    "Could you please put the revenue of the first year into the table for us?",
    "And which price of one unit did you use for that figure, in dollars?",
    "How many units do we sell in a year, according to the file that you got?",
)
"""Unlike each other, so that an agent knows by ear which it is."""


def ask_apart(folder: Path) -> None:
    """Let the first three requests be told apart by ear."""
    file = folder / "script.yaml"
    script = yaml.safe_load(file.read_text(encoding="utf-8"))
    beat = script["beats"][0]
    requests = [beat["opening"], *(slot["ask"][-1] for slot in beat["follow_ups"])]
    beat["opening"]["before"].pop()  # what is written to it it would take for a request
    for request, say in zip(requests, ASKED, strict=True):
        request |= {"say": say, "speaker": "chair", "wait_sec": 20}
        request["answer"] = f"It is done, and this is how I answer. {request['answer']}"
    file.write_text(yaml.safe_dump(script, sort_keys=False), encoding="utf-8")


@pytest.fixture(scope="module")
def recording(
    livekit: LiveKitAddress, tmp_path_factory: pytest.TempPathFactory
) -> MeetingRecording:
    """One beat of the meeting."""
    if not list(PYTHON.parents[1].glob("ready-*")):
        pytest.skip("needs the environment of the agents: scripts/agents_env.sh makes it")
    home = tmp_path_factory.mktemp("company")
    folder = write_multi_party(home, people=4)
    ask_apart(folder)
    script = write_script(select_beats(instantiate(load(folder), 0), "1"), home / "script")
    command = [sys.executable, "-m", "modylbench", "run", "--agent", f"livekit:{NAME}"]
    command += ["--scenarios", str(folder), "--seeds", "0", "--beats", "1", "--no-screens"]
    command += ["--output", str(home / "runs")]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(PROJECT)
        patch.setenv("LIVEKIT_URL", livekit.url)
        patch.setenv("LIVEKIT_API_KEY", livekit.api_key)
        patch.setenv("LIVEKIT_API_SECRET", livekit.api_secret)
        patch.setenv("OMP_NUM_THREADS", "1")
        with working(script, home / "worker.log"):
            done = subprocess.run(  # noqa: S603
                command, capture_output=True, text=True, check=False, timeout=PATIENCE_S
            )
    assert done.returncode == 0, done.stderr + done.stdout
    (kept,) = (home / "runs").glob("*/*/seed-0/recording.json")
    return read_recording(kept.parent)


def test_it_answers_every_request_of_a_meeting_of_four(recording: MeetingRecording) -> None:
    assert recording.ending == "completed"
    assert [turn.agent.outcome for turn in recording.turns] == ["answered"] * len(ASKED)
    assert not [fault for fault in recording.faults if not fault.is_flag]


def test_what_people_say_to_each_other_beside_it_is_recorded(
    recording: MeetingRecording,
) -> None:
    said = {words.planned.line: words for words in recording.utterances if words.planned}

    assert (said["asks"].speaker, said["asks"].cut_off_by) == ("chair", "owner")
    assert said["answers"].addressees == ("chair",)
    found = {(overlap.first, overlap.second) for overlap in overlaps(talk_of(recording.events))}
    assert ("chair", "owner") in found
