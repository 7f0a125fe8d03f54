"""An agent from outside is started with what it needs to join, and told nothing else."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.staging.agents import financial_variant

from modylbench.agents.catalogue import choose_agent
from modylbench.agents.choice import AgentOptions, MeetingContext
from modylbench.agents.livekit.arrivals import PROCESS_ENDED, NoEntrance
from modylbench.foundation.clock import RealClock
from modylbench.meeting.arrangements import AgentFailure
from modylbench.meeting.rooms.in_process.room import InProcessRoom

URL = "ws://127.0.0.1:7880"
TELLS = (
    "import os, time; print(*[os.environ['LIVEKIT_' + n] for n in ('URL', 'TOKEN', 'ROOM', "
    "'IDENTITY')], os.environ.get('MINE'), flush=True); time.sleep(60)"
)


class Remote(InProcessRoom):
    """A room that lets others in, as one on a server does."""

    def __init__(self, clock: RealClock) -> None:
        super().__init__("the-room", clock)
        self.invited: list[tuple[str, str]] = []

    async def invite(self, agent_name: str, metadata: str) -> str | None:
        self.invited.append((agent_name, metadata))
        return None

    def token_for(self, identity: str) -> str:
        return f"a token for {identity}"


def launching(*words: str) -> AgentOptions:
    command = subprocess.list2cmdline([sys.executable, *words])
    return AgentOptions(launch=command, livekit_url=URL, environment={"MINE": "yes"})


def attend(
    name: str, options: AgentOptions, log: Path, until: Callable[[], bool] = lambda: False
) -> Remote:
    """The room after an agent was seen to, until that is over or the meeting is."""

    async def meeting() -> Remote:
        clock = RealClock()
        room, variant = Remote(clock), financial_variant()
        attendee = choose_agent(name, options).attendee(MeetingContext(variant, None, log))
        seeing_to = asyncio.create_task(attendee.attend(room, variant.scenario, clock))
        async with asyncio.timeout(20):
            while not seeing_to.done() and not until():  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        seeing_to.cancel()
        await asyncio.wait([seeing_to])
        if not seeing_to.cancelled():
            seeing_to.result()
        return room

    return asyncio.run(meeting())


def test_a_worker_is_told_the_invitation_and_nothing_else(tmp_path: Path) -> None:
    room = attend("livekit:my-worker", AgentOptions(livekit_url=URL), tmp_path / "log")

    [(name, metadata)] = room.invited
    told, scenario = json.loads(metadata), financial_variant().scenario
    assert name == "my-worker"
    assert set(told) == {"title", "goal", "participants"}
    assert (told["title"], told["goal"]) == (scenario.title, scenario.meeting_goal)
    assert [set(participant) for participant in told["participants"]] == [
        {"identity", "name", "role"}
    ] * len(scenario.participants)


def test_a_command_is_told_where_to_join_and_ends_with_the_meeting(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "one.log"
    began = time.perf_counter()

    attend("livekit", launching("-c", TELLS), log, lambda: log.is_file() and log.stat().st_size > 0)

    assert log.read_text() == f"{URL} a token for agent the-room agent yes\n"
    assert time.perf_counter() - began < 15


@pytest.mark.parametrize(
    ("words", "how"),
    [
        (("-c", "print('no model'); raise SystemExit(3)"), "ended with exit code 3: no model"),
        (("-c", "import os; os.kill(os.getpid(), 9)"), "was killed by SIGKILL"),
        (("-c", ""), "ended with exit code 0"),
    ],
)
def test_a_command_that_ends_early_is_the_agents_fault(
    words: tuple[str, ...], how: str, tmp_path: Path
) -> None:
    with pytest.raises(AgentFailure) as failed:
        attend("livekit", launching(*words), tmp_path / "log")

    assert failed.value.code == PROCESS_ENDED
    assert how in failed.value.detail


def test_a_command_that_cannot_be_started_says_so(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("#!/nowhere/interpreter\n")
    program.chmod(0o755)

    with pytest.raises(AgentFailure, match=r"exit code 127.*cannot be started"):
        attend("livekit", AgentOptions(launch=str(program)), tmp_path / "log")


def test_nobody_from_outside_comes_into_a_room_in_process(tmp_path: Path) -> None:
    async def meeting() -> None:
        clock, variant = RealClock(), financial_variant()
        attendee = choose_agent("livekit:x", AgentOptions()).attendee(
            MeetingContext(variant, None, tmp_path)
        )
        await attendee.attend(InProcessRoom("here", clock), variant.scenario, clock)

    with pytest.raises(NoEntrance, match="expected one on a LiveKit server"):
        asyncio.run(meeting())


def test_what_is_recorded_tells_commands_apart_and_shows_none(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("one")
    first = choose_agent("livekit", launching(str(bot), "--key", "sk-secret"))
    again = choose_agent("livekit", launching(str(bot), "--key", "sk-secret"))
    other = choose_agent("livekit", launching(str(bot), "--key", "sk-other"))
    once = first.settings
    bot.write_text("two")

    assert first.name == "livekit"
    assert "sk-" not in f"{once} {first!r}"
    assert once != first.settings == again.settings != other.settings
    assert choose_agent("livekit", AgentOptions()).settings == {"joins": "by itself"}
    assert choose_agent("livekit:x", AgentOptions()).settings == {"joins": "dispatched"}
