"""Turn-taking: when an agent is asked to answer, and when to stop."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from modylbench.agents.agent import HeardTurn, OverhearingAgent
from modylbench.agents.seating.calls import AgentCall, AgentProcessGone, AgentStillRunning
from modylbench.meeting.room import FAULT, RoomClosed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from modylbench.agents.agent import Agent, OverheardWords, Seat
    from modylbench.agents.seating.seat import RoomSeat
    from modylbench.agents.seating.timing import ComputeMeter, Timing
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Connection

MOST_OVERHEARD = 200  # ours: what was said longest ago is forgotten first
ANNOUNCED_S = 4.0  # a room announces one without tracks after 3 s: nobody reads it before
HEARS_ITSELF_S = 0.05  # ours: how often it looks whether it speaks again
GRACE_S = 2.0  # ours: how long a call that is cancelled may take to end


@runtime_checkable
class RemarkingAgent(Protocol):
    """An agent of ours that may also say something to what people say to each other."""

    async def remark(self, words: OverheardWords, seat: Seat) -> None:
        """Called when somebody has said something to others."""


@dataclass(frozen=True, slots=True)
class ForeseenTurn:
    """What somebody is saying to the agent, which may begin to answer before it is over."""

    heard: HeardTurn
    answers_in_s: float


class Foresight(Protocol):
    """Knows while somebody speaks what they are saying: of agents that know the script."""

    async def foresee(self, speaker: str, segment: str, clock: Clock) -> ForeseenTurn | None:
        """The turn that begins with this caption; None where it is to be heard out."""


class TurnTaker:
    """Asks an agent one thing after the other; the agent's listener tells it what was heard.

    What is heard before the agent is asked belongs to the same turn; what is heard while it
    answers ends that answer, and who speaks to the agent while it speaks is given way. What people
    say to each other is kept for when it is asked. What it foresees it answers early, and does not
    answer again.
    """

    def __init__(
        self,
        agent: Agent,
        seat: RoomSeat,
        *,
        connection: Connection,
        timing: Timing,
        meter: ComputeMeter,
        clock: Clock,
    ) -> None:
        self._agent, self._seat = agent, seat
        self._connection, self._timing, self._meter = connection, timing, meter
        self._clock = clock
        self.foresight: Foresight | None = None
        self._overhears = isinstance(agent, OverhearingAgent)
        self._remarking: set[asyncio.Task[None]] = set()
        self._foreseeing: dict[str, asyncio.Task[None]] = {}
        self._foreseen: HeardTurn | None = None
        self._waiting: HeardTurn | None = None
        self._asked = asyncio.Event()
        self._overhearing: dict[str, asyncio.Task[None]] = {}
        self._giving_way: dict[str, asyncio.Task[None]] = {}
        self._speaking_to_it: set[str] = set()
        self._is_interrupted = asyncio.Event()
        self._is_answering = False
        self._overheard: deque[OverheardWords] = deque(maxlen=MOST_OVERHEARD)

    def on_overheard(self, words: OverheardWords) -> None:
        """Have it ready for when the agent is asked."""
        self._overheard.append(words)
        if isinstance(self._agent, RemarkingAgent):
            remarking = asyncio.create_task(self._remark(self._agent, words))
            self._remarking.add(remarking)
            remarking.add_done_callback(self._remarking.discard)

    def on_turn_heard(self, heard: HeardTurn) -> None:
        """Answer this next, unless that is under way since it was foreseen."""
        foreseen, self._foreseen = self._foreseen, None
        if foreseen is not None and (foreseen.speaker, foreseen.text) == (
            heard.speaker, heard.text,
        ):  # fmt: skip
            return
        if self._is_answering or self._is_interrupted.is_set():
            self._timing.note_interruption()
        self._ask(heard)

    def _ask(self, heard: HeardTurn) -> None:
        self._waiting = heard if self._waiting is None else join_turns(self._waiting, heard)
        self._asked.set()

    def on_speech_started(self, speaker: str, *, is_to_agent: bool, segment: str) -> None:
        """Let the agent overhear somebody who begins to speak, if it wants to, and give way."""
        if is_to_agent and self.foresight is not None and speaker not in self._foreseeing:
            foreseeing = self._foresee(self.foresight, speaker, segment)
            self._foreseeing[speaker] = asyncio.create_task(foreseeing)
        if is_to_agent:
            self._speaking_to_it.add(speaker)
        is_between = self._is_answering and self._seat.has_sounded
        if (
            is_to_agent
            and (self._seat.is_sounding or is_between)
            and speaker not in self._giving_way
        ):
            self._giving_way[speaker] = asyncio.create_task(self._give_way())
        if self._overhears and speaker not in self._overhearing:
            self._overhearing[speaker] = asyncio.create_task(self._overhear(speaker))

    def on_speech_ended(self, speaker: str) -> None:
        """Somebody speaks no longer."""
        self._speaking_to_it.discard(speaker)
        for tasks in (self._overhearing, self._giving_way, self._foreseeing):
            task = tasks.pop(speaker, None)
            if task is not None:
                task.cancel()

    def on_reply(self, text: str) -> None:
        """Have a reply ready for the agent."""
        self._seat.keep_replies(objects_in(text))

    async def run(self) -> None:
        """Answer what comes until cancelled."""
        try:
            while True:
                await self._asked.wait()
                is_early = self._waiting is not None and self._waiting is self._foreseen
                if not is_early:
                    await self._hear_out()
                await self._seat.begin_turn()
                if not is_early:
                    await self._think()
                    while self._speaking_to_it:  # they have gone on meanwhile
                        await self._hear_out()
                        await self._think()
                await self._answer(self._take_waiting())
                await self._seat.end_turn()
        finally:
            for speaker in {*self._overhearing, *self._giving_way, *self._foreseeing}:
                self.on_speech_ended(speaker)
            for remarking in self._remarking:
                remarking.cancel()

    async def _hear_out(self) -> None:
        """Return when nothing more has come for as long as the end of a turn takes."""
        while await self._is_asked_within(self._timing.endpointing_s()) or self._speaking_to_it:
            pass

    async def _think(self) -> None:
        seconds = self._timing.compute_s()
        while seconds > 0.0 and await self._is_asked_within(seconds):
            seconds = self._timing.compute_s()

    async def _is_asked_within(self, seconds: float) -> bool:
        self._asked.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._asked.wait()
        except TimeoutError:
            return False
        return True

    def _take_waiting(self) -> HeardTurn:
        heard, self._waiting = self._waiting or HeardTurn("", ""), None
        overheard = tuple(self._overheard)
        self._overheard.clear()
        self._asked.clear()
        return replace(heard, overheard=overheard)

    async def _answer(self, heard: HeardTurn) -> None:
        asked_s = self._clock.now_s()
        with self._meter.working():
            call = AgentCall(lambda: self._agent.answer(heard, self._seat))
            self._is_interrupted.clear()
            self._is_answering = True
            ends = [
                asyncio.create_task(event.wait()) for event in (self._asked, self._is_interrupted)
            ]
            try:
                await asyncio.wait([call.task, *ends], return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._is_answering = False
                for end in ends:
                    end.cancel()
                await _end_call(call, self._seat, self._connection, asked_s)

    async def _give_way(self) -> None:
        """Stop speaking, as somebody does who is interrupted, be it between two sentences."""
        while not self._seat.is_sounding:
            await self._clock.sleep(HEARS_ITSELF_S)
        await self._clock.sleep(self._timing.yielding_s())
        self._is_interrupted.set()
        await self._seat.silence()

    async def _foresee(self, foresight: Foresight, speaker: str, segment: str) -> None:
        """Answer before the end of what is being said, if that is known and it is time."""
        foreseen = await foresight.foresee(speaker, segment, self._clock)
        if foreseen is not None:
            await self._clock.sleep(foreseen.answers_in_s)
            self._foreseen = foreseen.heard
            self._ask(foreseen.heard)

    async def _overhear(self, speaker: str) -> None:
        agent: Any = self._agent
        await self._call(lambda: agent.overhear(speaker, self._seat))

    async def _remark(self, agent: RemarkingAgent, words: OverheardWords) -> None:
        await self._call(lambda: agent.remark(words, self._seat))

    async def _call(self, call_agent: Callable[[], Awaitable[None]]) -> None:
        """Let the agent do something of its own while nobody waits for it."""
        asked_s = self._clock.now_s()
        with self._meter.working():
            call = AgentCall(call_agent)
            try:
                await asyncio.wait([call.task])
            finally:
                await _end_call(call, self._seat, self._connection, asked_s)


class SelfAttendance:
    """Lets an agent take part by itself: nothing is asked of it, and nothing ends what it says."""

    def __init__(
        self,
        agent: Any,
        seat: RoomSeat,
        *,
        connection: Connection,
        meter: ComputeMeter,
        clock: Clock,
    ) -> None:
        self._agent, self._seat = agent, seat
        self._connection, self._meter, self._clock = connection, meter, clock

    def on_reply(self, text: str) -> None:
        """Have a reply ready for the agent."""
        self._seat.keep_replies(objects_in(text))

    async def run(self) -> None:
        """Let it attend until it ends or is cancelled, and tell what it did wrong."""
        began_s = self._clock.now_s()
        with self._meter.working():
            call = AgentCall(lambda: self._agent.attend(self._seat))
            try:
                await asyncio.wait([call.task])
                unknown_s = began_s + ANNOUNCED_S - self._clock.now_s()
                await self._clock.sleep(max(0.0, unknown_s))
            finally:
                await _end_call(call, self._seat, self._connection, began_s)


async def _end_call(
    call: AgentCall, seat: RoomSeat, connection: Connection, asked_s: float
) -> None:
    """Stop a call that has not ended by itself, and tell what it did wrong."""
    if not await call.cancel(GRACE_S):
        detail = f"did not stop within {GRACE_S:g} s of being cancelled, and was left alone"
        await tell_fault(connection, AgentStillRunning.fault_code, detail, asked_s=asked_s)
    elif call.fault is not None:
        if call.code == AgentProcessGone.fault_code:
            await seat.silence()
        await tell_fault(connection, call.code, call.fault, asked_s=asked_s)


async def tell_fault(
    connection: Connection, code: str, detail: str, *, asked_s: float | None = None
) -> None:
    """Say into the room that the agent failed; after the meeting it is no news.

    `asked_s` is when it was asked for what it failed at: the next turn may have begun since.
    """
    fault = {"code": code, "detail": detail}
    asked = {} if asked_s is None else {"asked_s": round(asked_s, 3)}
    with suppress(RoomClosed):
        await connection.send_text(json.dumps(fault | asked), FAULT, {})


def join_turns(first: HeardTurn, second: HeardTurn) -> HeardTurn:
    """Two things that were heard as one."""
    return HeardTurn(
        speaker=second.speaker,
        text=f"{first.text} {second.text}".strip(),
        channel=second.channel,
        files=first.files + second.files,
        pcm=first.pcm + second.pcm,
        addressees=tuple(dict.fromkeys(first.addressees + second.addressees)),
    )


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in a reply: one, a list of them, or one a line."""
    for line in (text,) if _is_json(text) else text.splitlines():
        if _is_json(line):
            value = json.loads(line)
            yield from (item for item in _as_list(value) if isinstance(item, dict))


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
