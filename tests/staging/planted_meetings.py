"""Meetings whose agent grows worse in ten steps, one family for each metric of dynamics.

In a family people always say the same, and the agent does one thing more wrongly from step to step.
It is a guest like any other: the conductor holds the meeting and the recording is measured.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.staging.meetings import WORDS_S, Hum, Setup, hold_meeting, tone
from tests.staging.multi_party import NAMES, scenario_among, turn_index

from modylbench.evaluation.dynamics.conversation import MeasuredConversation, conversation_of
from modylbench.evaluation.dynamics.norms import default_norms
from modylbench.evaluation.dynamics.people.reference import quantile
from modylbench.foundation.clock import Clock
from modylbench.meeting.capture.words import SEGMENT
from modylbench.meeting.room import (
    AGENT_STATE,
    TRANSCRIPTION,
    Connection,
    Guest,
    Microphone,
    Room,
    TextOpened,
)
from modylbench.meeting.synthetic_user import request_segment
from modylbench.providers.speech.speech import estimated_duration_s
from modylbench.recording.recording import MeetingRecording
from modylbench.scenarios.scenario import Alternative, Cue, Scenario, SpokenLine
from modylbench.scenarios.script import Trigger
from modylbench.scenarios.template import AgentRole

STEPS = 10
PEOPLE = NAMES[:3]
ROLE: AgentRole = "expert"  # in a meeting of four it stands for the second rank of speaking time
PATIENCE_S = 10.0
ANSWERS_IN_S = 0.3
ANSWER_S = 4.0
LONG = (
    "On Monday we went through the whole of it line by line, and what we found was that the two "
    "warehouses had booked the same pallets twice, once when they came in and once when they were "
    "moved, so that the count at the end of the month was right while the value was not."
)


@dataclass(frozen=True)
class Words:
    """What the agent says, so long after the end of a line: below 0 before it."""

    text: str
    lasts_s: float
    after_end_s: float = ANSWERS_IN_S


@dataclass(frozen=True)
class Exchange:
    """What people say to each other, what one asks then, and what another says into the answer."""

    asks: str
    speaker: str = "chair"
    before: tuple[SpokenLine, ...] = ()
    during: tuple[Cue, ...] = ()
    answer: tuple[Words, ...] = ()
    """The agent's, by the end of the request."""
    remarks: Mapping[str, Words] = field(default_factory=dict)
    """The agent's, by the end of a line of `before`."""


@dataclass(frozen=True)
class PlantedMeeting:
    """The exchanges of a meeting, and how long the agent goes on for whoever cuts in."""

    exchanges: tuple[Exchange, ...]
    goes_on_s: float = 0.5


class PlantedAgent:
    """Speaks at the moments that are planned for the lines that people begin to say."""

    def __init__(self, meeting: PlantedMeeting, *, has_voice: bool = False) -> None:
        self._plan = dict(_planned_words(meeting, has_voice=has_voice))
        self._has_voice = has_voice
        self._goes_on_s = meeting.goes_on_s
        self._cues = {
            f"{request_segment(turn_index(number))}-{cue.id}"
            for number, exchange in enumerate(meeting.exchanges)
            for cue in exchange.during
        }
        self._silenced = asyncio.Event()
        self._microphone: Microphone | None = None

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:  # noqa: ARG002
        """Follow what begins to be said until the meeting is over."""
        guest = Guest("agent", "Agent", "agent", {AGENT_STATE: "listening"})
        connection = await room.join(guest)
        self._microphone = await connection.publish_microphone() if self._has_voice else None
        async with asyncio.TaskGroup() as tasks:
            async for event in connection.events():
                if isinstance(event, TextOpened) and event.topic == TRANSCRIPTION:
                    segment = event.attributes.get(SEGMENT, "")
                    if segment in self._cues:
                        tasks.create_task(self._fall_silent(clock))
                    elif segment in self._plan:
                        tasks.create_task(self._say(self._plan[segment], connection, clock))

    async def _fall_silent(self, clock: Clock) -> None:
        await clock.sleep(self._goes_on_s)
        self._silenced.set()

    async def _say(
        self, planned: Sequence[tuple[float, Words]], connection: Connection, clock: Clock
    ) -> None:
        begun_s = clock.now_s()
        self._silenced.clear()
        await clock.sleep(max(0.0, planned[0][0]))
        await connection.set_attributes({AGENT_STATE: "speaking"})
        for at_s, words in planned:
            await clock.sleep(max(0.0, begun_s + at_s - clock.now_s()))
            caption = await connection.open_text(TRANSCRIPTION, {})
            await caption.write(words.text)
            if self._microphone is not None:
                playing = asyncio.create_task(self._microphone.play(tone(words.lasts_s)))
            with suppress(TimeoutError):
                async with asyncio.timeout(words.lasts_s):
                    await self._silenced.wait()
            if self._microphone is not None:
                self._microphone.stop()
                await playing
            await caption.close()
        await connection.set_attributes({AGENT_STATE: "listening"})


def hold_planted(meeting: PlantedMeeting, folder: Path) -> MeasuredConversation:
    """The conversation that the conductor makes of it."""
    return conversation_of(record_planted(meeting, folder, None), agent_role=ROLE)


def record_planted(meeting: PlantedMeeting, folder: Path, voice: Hum | None) -> MeetingRecording:
    """What is left of it; with a voice everybody hums, people for as long whatever they say."""
    agent = PlantedAgent(meeting, has_voice=voice is not None)
    recording = hold_meeting(agent, folder, Setup(scenario=scenario_of(meeting), voice=voice))
    assert recording.is_valid
    return recording


def scenario_of(meeting: PlantedMeeting) -> Scenario:
    """The script of the people in it."""
    return scenario_among(PEOPLE, [_alternative(exchange) for exchange in meeting.exchanges])


def _alternative(exchange: Exchange) -> Alternative:
    return Alternative(
        when=None,
        human_utterance=exchange.asks,
        expected_agent_action="Answer.",
        model_answer="It is so.",
        speaker=exchange.speaker,
        channel="voice",
        expected_response_type="answer",
        wait_for_agent_sec=PATIENCE_S,
        attachments=(),
        mutations=(),
        before=exchange.before,
        during=exchange.during,
    )


def _planned_words(
    meeting: PlantedMeeting, *, has_voice: bool
) -> Iterator[tuple[str, list[tuple[float, Words]]]]:
    """By the segment of a line: what the agent says so long after it begins."""
    for number, exchange in enumerate(meeting.exchanges):
        segment = request_segment(turn_index(number))
        asked_s = WORDS_S if has_voice else estimated_duration_s(exchange.asks)
        if exchange.answer:
            yield segment, [(asked_s + words.after_end_s, words) for words in exchange.answer]
        for line in exchange.before:
            if words := exchange.remarks.get(line.id):
                line_s = WORDS_S if has_voice else estimated_duration_s(line.text)
                at_s = line_s + words.after_end_s
                yield f"{segment}-{line.id}", [(at_s, words)]


def _request(number: int) -> str:
    return (
        f"And what does position number {number + 1} come to in the table, once all that we booked "
        "on Monday is in it, and what was left out, please?"
    )


def _answer(number: int, *, lasts_s: float = ANSWER_S, after_end_s: float = ANSWERS_IN_S) -> Words:
    text = f"Position {number + 1} comes to {number + 40} thousand in all."
    return Words(text, lasts_s, after_end_s)


def _line(name: str, speaker: str, to: str, text: str) -> SpokenLine:
    return SpokenLine(id=name, speaker=speaker, to=(to,), text=text, offset_s=0.4)


def _passage(*texts: str) -> tuple[SpokenLine, ...]:
    """Two people who talk to each other in turn."""
    pair = (PEOPLE[1], PEOPLE[2])
    return tuple(
        _line(f"line_{place}", pair[place % 2], pair[(place + 1) % 2], text)
        for place, text in enumerate(texts)
    )


def _talks_too_much(step: int) -> PlantedMeeting:
    """From what the second of four talks to half as much again."""
    people_s = 6 * estimated_duration_s(_request(0))
    share = 0.32 + 0.008 * step
    lasts_s = people_s * share / (1.0 - share) / 6
    return PlantedMeeting(
        tuple(
            Exchange(_request(number), PEOPLE[number % 3], answer=(_answer(0, lasts_s=lasts_s),))
            for number in [0] * 6
        )
    )


def _leaves_out(step: int) -> PlantedMeeting:
    """Of ten requests it answers one less from step to step."""
    return PlantedMeeting(
        tuple(
            Exchange(
                _request(number),
                PEOPLE[number % 3],
                answer=() if number < step else (_answer(number),),
            )
            for number in range(10)
        )
    )


def _takes_the_floor(step: int) -> PlantedMeeting:
    """In one more of ten conversations between others it takes the floor."""
    lines = _passage("Did you book it on Monday?", "I did, in full, and I saw it there.", "Good.")
    remark = {"line_0": Words("Let me take that one, for I have it all here.", 2.5, -0.2)}
    return PlantedMeeting(
        tuple(
            Exchange(
                _request(number),
                before=lines,
                answer=(_answer(number),),
                remarks=remark if number < step else {},
            )
            for number in range(10)
        )
    )


def _credits_others(step: int) -> PlantedMeeting:
    """One more of ten things that the owner said it lays in the sceptic's mouth."""

    def exchange(number: int) -> Exchange:
        told = f"We booked {number + 300} pallets in the harbour on that day."
        name = "Sceptic" if number < step else "Owner"
        said = f"As {name} Lund said, we booked {number + 300} pallets in the harbour on that day."
        return Exchange(_request(number), before=_passage(told), answer=(Words(said, ANSWER_S),))

    return PlantedMeeting(tuple(exchange(number) for number in range(10)))


def _goes_on(step: int) -> PlantedMeeting:
    """It talks on for longer from step to step when somebody cuts in."""

    def exchange(number: int) -> Exchange:
        cue = Cue(
            id="cut_in",
            speaker="sceptic",
            trigger=Trigger(agent_speaks_s=3.0),
            text="Sorry, in what currency is that, in dollars or in euros?",
            answer="In dollars.",
        )
        return Exchange(_request(number), during=(cue,), answer=(_answer(number, lasts_s=15.0),))

    return PlantedMeeting(
        tuple(exchange(number) for number in range(5)), goes_on_s=1.4 + 0.44 * step
    )


def _begins_too_early(step: int) -> PlantedMeeting:
    """It begins to answer further before the end of what it is asked."""
    early_s = 1.6 + 0.44 * step
    return PlantedMeeting(
        tuple(
            Exchange(
                _request(number),
                answer=(_answer(number, lasts_s=early_s + ANSWER_S, after_end_s=-early_s),),
            )
            for number in range(6)
        )
    )


def _enters_early_more_often(step: int) -> PlantedMeeting:
    """One more of nine answers begins while the request goes on for 1.5 s."""
    return PlantedMeeting(
        tuple(
            Exchange(
                _request(number),
                answer=(_answer(number, after_end_s=-1.5 if number < step else ANSWERS_IN_S),),
            )
            for number in range(9)
        )
    )


def _answers_later(step: int) -> PlantedMeeting:
    """Its offsets are people's at first, and all of them later from step to step."""
    offsets = default_norms().offsets_s
    assert offsets is not None
    count = 12
    return PlantedMeeting(
        tuple(
            Exchange(
                _request(number),
                answer=(
                    _answer(
                        number,
                        lasts_s=6.0,
                        after_end_s=quantile(offsets.quantiles, (number + 0.5) / count)
                        + 0.22 * step,
                    ),
                ),
            )
            for number in range(count)
        )
    )


def _breaks_off_for_long(step: int) -> PlantedMeeting:
    """One more of ten pauses inside its answers lasts two and a half seconds."""

    def exchange(number: int) -> Exchange:
        first = _answer(number, lasts_s=2.0)
        pause_s = 2.5 if number < step else 0.8
        rest = Words("The rest of the page is as it was.", 2.0, ANSWERS_IN_S + 2.0 + pause_s)
        return Exchange(_request(number), answer=(first, rest))

    return PlantedMeeting(tuple(exchange(number) for number in range(10)))


def _listens_without_a_sound(step: int) -> PlantedMeeting:
    """It lets hear that it listens once less from step to step, beginning with what is usual."""
    sounds = 9 - step

    def exchange(number: int) -> Exchange:
        heard = [f"line_{place}" for place in range(2) if 2 * number + place < sounds]
        return Exchange(
            _request(number),
            before=_passage(LONG, LONG),
            answer=(_answer(number),),
            remarks={line: Words("Mm-hm.", 0.4, -6.0) for line in heard},
        )

    return PlantedMeeting(tuple(exchange(number) for number in range(7)))


def _adds_nothing(step: int) -> PlantedMeeting:
    """One more of ten answers says nothing but what was asked."""
    return PlantedMeeting(
        tuple(
            Exchange(
                _request(number),
                PEOPLE[number % 3],
                answer=(Words(_request(number), ANSWER_S) if number < step else _answer(number),),
            )
            for number in range(10)
        )
    )


def _leaves_out_the_quiet(step: int) -> PlantedMeeting:
    """It answers the one who speaks most always, and who speaks least once less of nine times."""
    quiet = tuple(
        Exchange(
            f"And number {number + 1}, please?",
            "sceptic",
            answer=() if number < step else (_answer(number),),
        )
        for number in range(9)
    )
    loud = tuple(
        Exchange(f"{LONG} {_request(number)}", "chair", answer=(_answer(number),))
        for number in range(9, 12)
    )
    middle = Exchange(LONG, "owner", answer=(_answer(12),))
    return PlantedMeeting((*quiet, *loud, middle))


FAMILIES: dict[str, Callable[[int], PlantedMeeting]] = {
    "RC-PSI": _talks_too_much,
    "DRC": _leaves_out,
    "BSP": _takes_the_floor,
    "SAA": _credits_others,
    "FYL": _goes_on,
    "CRT": _begins_too_early,
    "FPE": _enters_early_more_often,
    "RLDS": _answers_later,
    "PPN": _breaks_off_for_long,
    "BPR": _listens_without_a_sound,
    "CNS": _adds_nothing,
    "PABS": _leaves_out_the_quiet,
}
"""By the symbol of the metric: the meeting of a step, from 0, the best, to 9."""
