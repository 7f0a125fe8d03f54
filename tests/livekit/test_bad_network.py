"""A meeting holds over a network that loses and delays, and tells how bad it was."""

import json
import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import settings
from tests.staging.livekit.bad_network import BadNetwork, bad_network, why_none

from modylbench.foundation.clock import RealClock
from modylbench.recording.recording import MeetingRecording

TESTS = Path(__file__).parent
DELAY_S = 0.2
LOSS = 0.05
MOST_S = 90.0
TOO_MUCH_S = 0.05  # a hundredth of five seconds, which is the least that a voice counts as
LOST_SOUND = ("audio_missing", "audio_not_delivered")
IS_NIGHTLY = settings.get_current_profile_name() == "nightly"

needs_a_bad_network = pytest.mark.skipif(bool(why_none()), reason=why_none() or "has one")

ECHO = """
import socket
there = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
there.bind(("{far}", 9))
print("listens", flush=True)
while True:
    there.sendto(*there.recvfrom(2000))
"""
CALL = """
import json, socket, time
here = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
here.settimeout(0.004)
sent, took, began = [], [], time.perf_counter()
while (now := time.perf_counter()) < began + {calls} / 250 + 1:
    if len(sent) < {calls} and now > began + len(sent) / 250:
        here.sendto(str(len(sent)).encode(), ("{far}", 9))
        sent.append(now)
    try:
        number = int(here.recv(2000))
        took.append(time.perf_counter() - sent[number])
    except TimeoutError:
        pass
print(json.dumps(took))
"""


def echoes(network: BadNetwork, calls: int) -> list[float]:
    """How long each packet took there and back; those that did not come back are not in it."""
    echo = network.command("far", sys.executable, "-c", ECHO.format(far=network.far))
    call = network.command("near", sys.executable, "-c", CALL.format(far=network.far, calls=calls))
    with subprocess.Popen(echo, stdout=subprocess.PIPE, text=True) as far:  # noqa: S603
        try:
            assert far.stdout is not None
            assert far.stdout.readline() == "listens\n"
            near = subprocess.run(call, stdout=subprocess.PIPE, check=True)  # noqa: S603
        finally:
            far.kill()
    took: list[float] = json.loads(near.stdout)
    return took


@needs_a_bad_network
def test_the_wire_delays_packets_both_ways_and_loses_its_share() -> None:
    calls = 600
    with bad_network(delay_s=0.1, loss=0.05) as network:
        took = echoes(network, calls)
        counted = network.close()

    assert 0.2 <= sorted(took)[len(took) // 2] < 0.26
    assert len(took) / calls == pytest.approx(0.95**2, abs=0.04)
    assert counted["lost"] / counted["carried"] == pytest.approx(0.05, abs=0.025)


@needs_a_bad_network
def test_the_wire_and_all_on_its_sides_end_with_the_one_who_made_it() -> None:
    """Also with one who is killed and cannot tidy up."""
    program = """
import subprocess, sys, time
from modylbench.recording.recording import MeetingRecording
from tests.staging.livekit.bad_network import bad_network
with bad_network(delay_s=0.0, loss=0.0) as network:
    far = subprocess.Popen(network.command("far", "sleep", "100"))
    print(network.wire.pid, far.pid, flush=True)
    time.sleep(100)
"""
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", program], cwd=TESTS.parents[1], stdout=subprocess.PIPE, text=True
    ) as maker:
        assert maker.stdout is not None
        left = [int(pid) for pid in maker.stdout.readline().split()]
        assert [is_running(pid) for pid in left] == [True, True]
        maker.send_signal(signal.SIGKILL)

    clock = RealClock()
    while any(is_running(pid) for pid in left) and clock.now_s() < 5.0:
        os.sched_yield()
    assert not any(is_running(pid) for pid in left)


def held_over(binary: Path, folder: Path, *, delay_s: float, loss: float) -> MeetingRecording:
    """What is left of a meeting with such a wire between the server and all others."""
    with bad_network(delay_s=delay_s, loss=loss) as network, ExitStack() as stack:
        server = network.command("far", sys.executable, "-m", "tests.staging.livekit.far_server")
        far = stack.enter_context(
            subprocess.Popen(  # noqa: S603
                [*server, str(binary), network.far],
                cwd=TESTS.parents[1],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        )
        assert far.stdin is not None
        assert far.stdout is not None
        stack.callback(far.stdin.close)
        meeting = network.command("near", sys.executable, "-m", "tests.staging.livekit.far_meeting")
        held = subprocess.run(  # noqa: S603
            [*meeting, str(folder)],
            cwd=TESTS.parents[1],
            input=far.stdout.readline(),
            stdout=subprocess.PIPE,
            timeout=MOST_S,
            check=True,
        )
    return MeetingRecording.model_validate_json(held.stdout)


@pytest.fixture(scope="module")
def over_a_bad_network(
    livekit_binary: Path, tmp_path_factory: pytest.TempPathFactory
) -> MeetingRecording:
    folder = tmp_path_factory.mktemp("bad_network")
    return held_over(livekit_binary, folder, delay_s=DELAY_S, loss=LOSS)


@needs_a_bad_network
def test_a_meeting_over_a_bad_network_comes_to_its_end(
    over_a_bad_network: MeetingRecording, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = over_a_bad_network
    with capsys.disabled():
        for turn in recording.turns:
            sys.stdout.write(f"\n{turn.agent.latency!r}")
            for voice in turn.reception:
                sys.stdout.write(f"\n  {voice!r}")

    assert recording.ending == "completed"
    assert [turn.agent.outcome for turn in recording.turns] == ["answered", "answered"]
    assert not [fault for fault in recording.faults if fault.culprit == "agent"]


@needs_a_bad_network
def test_what_the_way_takes_is_told_from_what_the_agent_takes(
    over_a_bad_network: MeetingRecording,
) -> None:
    assert over_a_bad_network.turns
    for turn in over_a_bad_network.turns:
        latency = turn.agent.latency
        assert latency.transport_s is not None
        assert latency.response_s is not None
        assert 2 * DELAY_S <= latency.transport_s < latency.response_s


@needs_a_bad_network
def test_sound_that_was_lost_on_the_way_is_told_and_is_the_networks_fault(
    over_a_bad_network: MeetingRecording,
) -> None:
    recording = over_a_bad_network
    flagged = {fault.turn_index for fault in recording.faults if fault.code in LOST_SOUND}
    lost_s = {
        turn.turn_index: sum(
            reception.missing_s + reception.made_up_s for reception in turn.reception
        )
        for turn in recording.turns
    }

    assert sum(lost_s.values()) > 0
    assert flagged <= {number for number, seconds in lost_s.items() if seconds > TOO_MUCH_S}
    spoilt = [fault for fault in recording.faults if fault.is_spoiling]
    assert recording.is_valid == (not spoilt)
    assert {fault.culprit for fault in spoilt} <= {"harness", "infrastructure"}


@pytest.mark.skipif(not IS_NIGHTLY, reason="takes a minute: nightly")
@needs_a_bad_network
def test_a_network_that_loses_a_fifth_leaves_a_meeting_that_is_not_scored(
    livekit_binary: Path, tmp_path: Path
) -> None:
    recording = held_over(livekit_binary, tmp_path, delay_s=0.05, loss=0.2)

    assert not recording.is_valid
    assert {fault.culprit for fault in recording.faults} == {"infrastructure"}


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"
