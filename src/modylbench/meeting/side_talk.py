"""What people say around a request: to each other before it, and into the agent's answer."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from modylbench.language.questions import asks_by_name
from modylbench.meeting.capture.collector import POLL_S
from modylbench.meeting.room import TRANSCRIPTION
from modylbench.meeting.synthetic_user import UtterancePlan
from modylbench.providers.speech.speech import estimated_duration_s
from modylbench.recording.events import PlannedLine
from modylbench.scenarios.script import AGENT, EVERYBODY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.collector import Collector
    from modylbench.meeting.synthetic_user import SyntheticUser
    from modylbench.providers.speech.speech import Speech
    from modylbench.scenarios.scenario import Cue, SpokenLine
    from modylbench.scenarios.script import Trigger

BREATH_S = 1.0  # ours: who falls silent for longer begins to speak anew
YIELDS_WITHIN_S = 1.5  # ours: from the end of the interruption; people's P75 is 1.56 s (SPEC 7)
STAYS_SILENT_S = 0.3  # SPEC 7: a shorter gap in somebody's sound is no end of talk
REPLIES_WITHIN_S = 20.0  # ours: what is said to an interruption is waited for so long
AT_ONCE_S = 0.2  # ours: who begins so soon after another cannot have heard that
LETS_SPEAK_S = 3.0  # ours: so long people wait for an agent that takes the floor unasked
RESUMES_AFTER_S = 0.1  # ours: one who has been given way goes on at once, before the agent thinks


@dataclass(slots=True)
class _PlayedLine:
    """A line of a passage, whose end is known as soon as it begins."""

    line: SpokenLine
    ends_s: asyncio.Future[float] = field(default_factory=asyncio.Future)
    is_sounding: bool = False
    began_s: float = 0.0


class Passage:
    """People say lines to each other, each at its offset from the end of another's."""

    def __init__(
        self,
        people: Mapping[str, SyntheticUser],
        collector: Collector,
        clock: Clock,
        *,
        come: Callable[[str], Awaitable[None]],
        leave: Callable[[str], Awaitable[None]],
    ) -> None:
        self._people, self._collector, self._clock = people, collector, clock
        self._come, self._leave = come, leave
        self._played: dict[str, _PlayedLine] = {}

    async def play(self, lines: Sequence[SpokenLine]) -> None:
        """Return when the last of them has been said; the agent is not waited for."""
        if not lines:
            return
        self._collector.talk_begins()
        self._played = {line.id: _PlayedLine(line) for line in lines}
        follows = [None, *(line.id for line in lines[:-1])]
        async with asyncio.TaskGroup() as talk:
            for line, previous in zip(lines, follows, strict=True):
                talk.create_task(self._say(self._played[line.id], line.after or previous))

    async def _say(self, played: _PlayedLine, after: str | None) -> None:
        """Say the line when its time has come; who has to come or to leave does so with it."""
        line = played.line
        ended_s = self._clock.now_s() if after is None else await self._played[after].ends_s
        if line.arrives:
            await self._come(line.speaker)
        speaker = self._people[line.speaker]
        is_voiced = line.channel == "voice"
        speech = await speaker.speech_of(line.text) if is_voiced else None
        await self._clock.sleep(max(0.0, ended_s + line.offset_s - self._clock.now_s()))
        if is_voiced and line.offset_s >= 0.0:
            await self._until_agent_is_silent()
        self._settle_who_goes_on(played)
        await self._utter(speaker, played, speech)
        if line.departs:
            await self._leave(line.speaker)

    async def _utter(
        self, speaker: SyntheticUser, played: _PlayedLine, speech: Speech | None
    ) -> None:
        line = played.line
        is_voiced = line.channel == "voice"
        duration_s = _duration_s(line.text, speech) if is_voiced else 0.0
        played.ends_s.set_result(self._clock.now_s() + duration_s)
        played.is_sounding = is_voiced
        words = UtterancePlan(
            line.text,
            line.to,
            PlannedLine(alternative=0, line=line.id),
            channel=line.channel,
            manner=line.manner,
            speech=speech,
            is_private=not is_voiced and EVERYBODY not in line.to,
        )
        await speaker.utter(words, self._collector)
        played.is_sounding = False

    async def _until_agent_is_silent(self) -> None:
        """Wait a while for an agent that talks where it was not asked, and then speak over it."""
        until_s = self._clock.now_s() + LETS_SPEAK_S
        while self._collector.is_speaking and self._clock.now_s() < until_s:
            await self._clock.sleep(POLL_S)

    def _settle_who_goes_on(self, begun: _PlayedLine) -> None:
        """Let those give way who are spoken over now; of two who begin at once one is enough."""
        begun.began_s = self._clock.now_s()
        for other in self._played.values():
            if not other.is_sounding:
                continue
            if other.line.gives_way_s is not None:
                self._let_give_way(other, begun.line.speaker)
            elif begun.began_s - other.began_s <= AT_ONCE_S and begun.line.gives_way_s is not None:
                self._let_give_way(begun, other.line.speaker)

    def _let_give_way(self, played: _PlayedLine, to: str) -> None:
        speaker = self._people[played.line.speaker]

        def give_way() -> None:
            if played.is_sounding:
                speaker.give_way(to)

        asyncio.get_running_loop().call_later(played.line.gives_way_s or 0.0, give_way)


class Interjections:
    """People speak into the agent's answer, each when its trigger holds."""

    def __init__(
        self,
        people: Mapping[str, SyntheticUser],
        collector: Collector,
        clock: Clock,
        is_wrong: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._people, self._collector, self._clock = people, collector, clock
        self._is_wrong = is_wrong
        self._looking = asyncio.Lock()
        self._speaking = asyncio.Lock()
        self._is_open = False
        self._last_spoke_s = 0.0
        self._ended_s: float | None = None

    @asynccontextmanager
    async def while_answering(self, cues: Sequence[Cue]) -> AsyncIterator[None]:
        """While the agent answers, each of these waits for its trigger."""
        async with asyncio.TaskGroup() as heeding:
            tasks = [heeding.create_task(self._heed(cue)) for cue in cues]
            tasks += [heeding.create_task(self._watch())] if cues else []
            yield
            for task in tasks:
                task.cancel()

    def are_going_on(self) -> bool:
        """Whether somebody interrupts, or has not been answered for it yet."""
        if self._is_open:
            return True
        ended_s = self._ended_s
        if ended_s is None or self._clock.now_s() - ended_s > REPLIES_WITHIN_S:
            return False
        outputs = self._collector.state.exchange.outputs[-1:]
        starts = [start_s for start_s, _ in self._collector.state.sound.agent_voices()[-1:]]
        return max((*outputs, *starts), default=0.0) < ended_s

    async def _heed(self, cue: Cue) -> None:
        speaker = self._people[cue.speaker]
        await self._wait_for(cue.trigger, speaker.name)
        if cue.manner != "speech":
            await self._utter(speaker, cue, cue.text)
            return
        async with self._speaking:
            self._is_open = True
            await self._interrupt(speaker, cue)
            self._ended_s, self._is_open = self._clock.now_s(), False

    async def _interrupt(self, speaker: SyntheticUser, cue: Cue) -> None:
        """Speak up, and again where the agent goes on; then give up."""
        for text in (cue.text, *([cue.if_not] * cue.retries if cue.if_not else ())):
            await self._utter(speaker, cue, text)
            if await self._has_yielded():
                if cue.if_agent_yields is not None:
                    await self._clock.sleep(RESUMES_AFTER_S)
                    await self._utter(speaker, cue, cue.if_agent_yields)
                return

    async def _utter(self, speaker: SyntheticUser, cue: Cue, text: str) -> None:
        words = UtterancePlan(
            text,
            (AGENT,),
            PlannedLine(alternative=0, line=cue.id),
            manner=cue.manner,
            speech=await speaker.speech_of(text),
        )
        await speaker.utter(words, self._collector)

    async def _has_yielded(self) -> bool:
        """Whether the agent falls silent within the time that people take for it."""
        until_s = self._clock.now_s() + YIELDS_WITHIN_S
        while self._clock.now_s() - self._last_spoke_s < STAYS_SILENT_S:
            if self._clock.now_s() >= until_s:
                return False
            await self._clock.sleep(POLL_S)
        return True

    async def _watch(self) -> None:
        """Know when the agent last spoke."""
        while True:
            if self._collector.is_speaking:
                self._last_spoke_s = self._clock.now_s()
            await self._clock.sleep(POLL_S)

    async def _wait_for(self, trigger: Trigger, name: str) -> None:
        """Return when it holds of what the agent says and shows now, who may call this name."""
        began_s: float | None = None
        last_s: float | None = None
        looked_at = (0, 0)
        listened_to = ""
        while True:
            now_s = self._clock.now_s()
            if self._collector.is_speaking:
                if last_s is None or began_s is None or now_s - last_s > BREATH_S:
                    began_s = now_s
                last_s = now_s
                if trigger.agent_speaks_s is not None and now_s - began_s >= trigger.agent_speaks_s:
                    return
            elif last_s is not None and now_s - last_s >= (trigger.agent_pauses_s or inf):
                return
            said = self._said_so_far() if trigger.agent_says or trigger.agent_draws_in else ""
            if said != listened_to:
                listened_to = said
                if _is_called_for(trigger, said, name):
                    return
            if trigger.agent_shows_wrong and looked_at != self._shown_so_far():
                looked_at = self._shown_so_far()
                async with self._looking:
                    if await self._is_wrong(trigger.agent_shows_wrong):
                        return
            await self._clock.sleep(POLL_S)

    def _shown_so_far(self) -> tuple[int, int]:
        """How much the agent has shown and handed over since it was asked."""
        exchange = self._collector.state.exchange
        return len(exchange.surface_updates), len(exchange.files)

    def _said_so_far(self) -> str:
        """What the agent has said in this exchange so far."""
        state = self._collector.state
        texts = [segment.text for segment in state.exchange.spoken]
        texts += [
            text.text
            for text in state.texts.open_of(state.presence.here)
            if text.topic == TRANSCRIPTION
        ]
        return " ".join(texts)


def _is_called_for(trigger: Trigger, said: str, name: str) -> bool:
    """Whether the agent has said one of the phrases, or drawn in somebody of this name."""
    plain = _plain(said)
    has_said = any(_plain(phrase) in plain for phrase in trigger.agent_says)
    return has_said or (trigger.agent_draws_in and asks_by_name(said, name))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _duration_s(text: str, speech: Speech | None) -> float:
    return estimated_duration_s(text) if speech is None else speech.duration_s
