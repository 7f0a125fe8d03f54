"""The suite of meetings of several people, which come out alike in every kind of room.

One meeting of eight people holds most of it, and two more have agents that do not behave. Modules
that import these tests say by the fixture `held_in` how a meeting is held there, and how exactly.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from tests.staging.meetings import Hum, short_scenario, tone
from typing_extensions import override

from modylbench.agents.agent import HeardTurn, Seat
from modylbench.agents.seating.attendee import AgentAttendee
from modylbench.agents.seating.timing import MeasuredTiming
from modylbench.meeting.room import FRAME_S
from modylbench.meeting.side_talk import YIELDS_WITHIN_S
from modylbench.providers.speech.speech import Speech, TextToSpeech
from modylbench.recording.events import PresenceChange, Utterance
from modylbench.recording.recording import MeetingRecording
from modylbench.recording.talk import Talk, overlaps, talk_of
from modylbench.scenarios.scenario import Alternative, Cue, FollowUp, Scenario, SpokenLine
from modylbench.scenarios.script import Trigger
from modylbench.scenarios.template import Participant

PEOPLE = ("chair", "owner", "sceptic", "analyst", "auditor", "counsel", "buyer", "late")
LONG = "One thing after the other is said here, and none of it can wait until later. " * 4
CUT_IN = "Sorry, may I? Just the number, please, and nothing else."
MOST_OFF_PLAN_S = 0.15  # issue 18
SECONDS_A_LETTER = 0.03  # a lively voice: these meetings take as long as they take


@dataclass(frozen=True)
class MeetingKind:
    """How to hold a meeting in one kind of room, and by how much times there may be off.

    That is the usual, and for how long the machine has kept the last meeting waiting.
    """

    hold: Callable[[AgentAttendee, Path, Scenario, TextToSpeech], MeetingRecording]
    usual_slack_s: float
    starved_s: Callable[[], float] = lambda: 0.0

    @property
    def slack_s(self) -> float:
        return self.usual_slack_s + self.starved_s()


class Humming(Hum):
    """A voice that hums as long as the words would take."""

    @override
    async def speak(self, text: str, voice: str) -> Speech:
        frames = round(len(text) * SECONDS_A_LETTER / FRAME_S)
        return Speech(tone(frames * FRAME_S))


class Saying:
    """An agent that gives one answer after the other."""

    def __init__(self, *answers: str) -> None:
        self._answers = list(answers)
        self.heard: list[HeardTurn] = []

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        self.heard.append(heard)
        await seat.say(self._answers[min(len(self.heard), len(self._answers)) - 1])
        await seat.wait_for_playout()


class NeverStopping:
    """An agent that begins to speak when it is asked and hears nothing from then on."""

    async def attend(self, seat: Seat) -> None:
        while not any("position" in event.text for event in await seat.hear(1.0)):
            pass
        await seat.say(LONG)
        await seat.wait_for_playout()


class SpeakingToNobody(Saying):
    """An agent that speaks up whenever anybody does, whoever is meant."""

    async def overhear(self, speaker: str, seat: Seat) -> None:  # noqa: ARG002
        await seat.wait(0.3)
        await seat.say("Let me say something about that, too.")


def line(name: str, speaker: str, to: str, **update: Any) -> SpokenLine:
    settings: dict[str, Any] = {"text": f"This is what I say, line {name}.", "offset_s": 0.3}
    return SpokenLine(id=name, speaker=speaker, to=(to,), **settings | update)


PASSAGE = (
    line("opens", "chair", "owner"),
    line("overlaps", "owner", "chair", offset_s=-0.5),
    line("breaks_off", "sceptic", "all", gives_way_s=0.4, text="As I was going to say, it is."),
    line("takes_over", "analyst", "all", after="breaks_off", offset_s=-0.7),
    line("sorry", "late", "all", after="takes_over", arrives=True),
    line("bye", "buyer", "all", departs=True),
    line("one", "auditor", "all", after="bye", offset_s=0.4, text="Both of us speak at once here."),
    line("two", "counsel", "all", after="bye", offset_s=0.4, text="Both of us speak at once now."),
)
CUE = Cue(
    id="cut_in",
    speaker="owner",
    trigger=Trigger(agent_speaks_s=1.5),
    text=CUT_IN,
    if_agent_yields="Thanks. How much is it?",
    if_not="Sorry, one moment.",
    retries=1,
)


def of_eight(before: tuple[SpokenLine, ...] = PASSAGE, during: tuple[Cue, ...] = ()) -> Scenario:
    """Two requests in a meeting of eight people, the first after a passage."""
    script = short_scenario(1)
    voice = script.participants[0].voice
    people = tuple(
        Participant(identity=name, role=name, persona=f"{name.title()}, one.", voice=voice)
        for name in PEOPLE
    )
    (turn,) = script.turns
    asked: dict[str, Any] = {
        "human_utterance": "What does the position come to?",
        "speaker": "chair",
        "attachments": (),
        "wait_for_agent_sec": 8.0,
    }
    follow_up = Alternative.model_validate(
        {
            name: getattr(turn, name)
            for name in Alternative.model_fields
            if name not in {"when", "before", "during"}
        }
        | asked
        | {"when": None, "human_utterance": "And is that position in the file as well?"}
    )
    slot = FollowUp(turn_index=3, purpose="check", reaches=(), alternatives=(follow_up,))
    update = asked | {"before": before, "during": during, "follow_ups": (slot,)}
    (turn,) = (turn.model_copy(update=update),)
    return script.model_copy(update={"turns": (turn,), "participants": people})


@dataclass(frozen=True)
class HeldMeeting:
    """A meeting that is over, its talk, and by how much times may be off."""

    recording: MeetingRecording
    talk: tuple[Talk, ...]
    slack_s: float
    usual_slack_s: float

    def said(self, name: str) -> Utterance:
        """What was said for a line; of several the first."""
        return next(
            event
            for event in self.recording.events
            if isinstance(event, Utterance) and event.planned and event.planned.line == name
        )

    def sound_s(self, speaker: str, *, since_s: float, until_s: float) -> float:
        """For how long somebody was heard then."""
        spans = [
            (max(span.started_s, since_s), min(span.ended_s, until_s))
            for span in self.talk
            if span.speaker == speaker
        ]
        return sum(max(0.0, end_s - start_s) for start_s, end_s in spans)

    def presence(self, identity: str) -> dict[str, float]:
        """When somebody came and left."""
        return {
            event.kind: event.at_s
            for event in self.recording.events
            if isinstance(event, PresenceChange) and event.identity == identity
        }


def hold_meeting_of_eight(
    held_in: MeetingKind, agent: Any, scenario: Scenario, folder: Path
) -> HeldMeeting:
    """The meeting with this agent."""
    voice = Humming()
    attendee = AgentAttendee(lambda: agent, MeasuredTiming(is_measured=False), voice, "agent")
    recording = held_in.hold(attendee, folder, scenario, voice)
    talk = talk_of(recording.events)
    return HeldMeeting(recording, talk, held_in.slack_s, held_in.usual_slack_s)


@pytest.fixture(scope="module")
def crowd(held_in: MeetingKind, tmp_path_factory: pytest.TempPathFactory) -> HeldMeeting:
    """Eight people talk, and one of them cuts in on the agent, which yields."""
    agent = Saying(LONG, "It is forty-two.", "It is in the file.")
    folder = tmp_path_factory.mktemp("crowd")
    return hold_meeting_of_eight(held_in, agent, of_eight(during=(CUE,)), folder)


def test_a_line_overlaps_the_one_before_it(crowd: HeldMeeting) -> None:
    first, second = crowd.said("opens"), crowd.said("overlaps")

    assert second.started_s - first.ended_s == pytest.approx(-0.5, abs=crowd.slack_s)
    found = [overlap for overlap in overlaps(crowd.talk) if overlap.second == "owner"]
    assert found[0].first == "chair"
    assert found[0].ended_s - found[0].started_s == pytest.approx(0.5, abs=crowd.slack_s)


def test_one_who_is_spoken_over_breaks_off(crowd: HeldMeeting) -> None:
    cut, over = crowd.said("breaks_off"), crowd.said("takes_over")

    assert (cut.ending, cut.cut_off_by, over.ending) == ("cut_off", "analyst", "whole")
    assert cut.ended_s - over.started_s == pytest.approx(0.4, abs=crowd.slack_s)
    later_s = cut.ended_s + crowd.slack_s
    assert crowd.sound_s("sceptic", since_s=later_s, until_s=later_s + 5.0) == 0.0


def test_a_latecomer_is_heard_from_the_first_word_on(crowd: HeldMeeting) -> None:
    said = crowd.said("sorry")

    assert crowd.said("opens").started_s < crowd.presence("late")["joined"] <= said.started_s
    heard_s = crowd.sound_s("late", since_s=said.started_s - 0.5, until_s=said.ended_s + 0.5)
    assert heard_s == pytest.approx(said.ended_s - said.started_s, abs=crowd.slack_s)


def test_one_who_leaves_is_heard_to_the_last_word_and_the_others_go_on(crowd: HeldMeeting) -> None:
    said, later = crowd.said("bye"), crowd.said("one")

    heard_s = crowd.sound_s("buyer", since_s=said.started_s - 0.5, until_s=said.ended_s + 0.5)
    assert heard_s == pytest.approx(said.ended_s - said.started_s, abs=crowd.slack_s)
    assert said.ended_s <= crowd.presence("buyer")["left"] < crowd.recording.duration_s
    assert later.ending == "whole"


def test_lines_begin_when_they_are_planned_to(crowd: HeldMeeting) -> None:
    """Half of them within 150 ms (issue 18); one who has to come in first is left out."""
    off_plan_s = []
    for previous, planned in pairwise(PASSAGE):
        awaited = crowd.said(planned.after or previous.id)
        if awaited.ending == "whole" and not planned.arrives:
            offset_s = crowd.said(planned.id).started_s - awaited.ended_s
            off_plan_s.append(abs(offset_s - planned.offset_s))

    assert len(off_plan_s) >= 5
    assert median(off_plan_s) <= MOST_OFF_PLAN_S + crowd.slack_s - crowd.usual_slack_s


def test_two_who_speak_at_once_are_both_heard(crowd: HeldMeeting) -> None:
    one, two = crowd.said("one"), crowd.said("two")

    assert one.started_s == pytest.approx(two.started_s, abs=crowd.slack_s)
    for said in (one, two):
        heard_s = crowd.sound_s(
            said.speaker, since_s=said.started_s - 0.2, until_s=said.ended_s + 0.5
        )
        assert heard_s == pytest.approx(said.ended_s - said.started_s, abs=crowd.slack_s)


def test_all_eight_are_heard_and_told_apart(crowd: HeldMeeting) -> None:
    heard = {span.speaker for span in crowd.talk}

    assert heard == {*PEOPLE, "agent"}
    assert [person.identity for person in crowd.recording.participants] == [*PEOPLE, "agent"]


def test_an_interruption_reaches_the_agent_and_it_yields(crowd: HeldMeeting) -> None:
    first, _ = crowd.recording.turns
    cut, *_, last = first.agent.said
    asked = crowd.said("cut_in")

    assert (cut.ending, cut.cut_off_by) == ("cut_off", "owner")
    assert (last.text, last.ending) == ("It is forty-two.", "whole")
    own = next(span for span in crowd.talk if span.speaker == "agent")
    assert own.started_s + 1.5 == pytest.approx(asked.started_s, abs=0.2 + crowd.slack_s)
    assert asked.started_s < own.ended_s < asked.started_s + YIELDS_WITHIN_S
    assert any("How much" in words.text for words in first.around)


def test_the_meeting_of_eight_ends_as_planned(crowd: HeldMeeting) -> None:
    assert crowd.recording.ending == "completed"
    assert [turn.agent.outcome for turn in crowd.recording.turns] == ["answered", "answered"]


def test_an_agent_that_never_stops_is_spoken_to_again_and_then_left_to_it(
    held_in: MeetingKind, tmp_path: Path
) -> None:
    script = of_eight(before=(), during=(CUE,))

    held = hold_meeting_of_eight(held_in, NeverStopping(), script, tmp_path)

    said = [words.text for words in held.recording.turns[0].around]
    assert said == [CUE.text, CUE.if_not]
    own = next(span for span in held.talk if span.speaker == "agent")
    assert own.ended_s > held.said("cut_in").ended_s + YIELDS_WITHIN_S
    assert [turn.agent.outcome for turn in held.recording.turns] == ["answered", "timed_out"]
    assert held.recording.ending == "completed"


def test_an_agent_that_speaks_to_nobody_is_heard_among_people_who_go_on(
    held_in: MeetingKind, tmp_path: Path
) -> None:
    long = (
        "There is a lot to be said of this, and I shall say all of it now, one by one, to the end."
    )
    before = (
        line("a", "chair", "owner", text=long),
        line("b", "owner", "chair", text=long, offset_s=0.4),
    )

    held = hold_meeting_of_eight(
        held_in, SpeakingToNobody("It is forty-two."), of_eight(before=before), tmp_path
    )

    between = held.said("a").started_s, held.said("b").ended_s
    assert held.sound_s("agent", since_s=between[0], until_s=between[1]) > 0.3
    assert [held.said(name).ending for name in "ab"] == ["whole", "whole"]
    assert {overlap.second for overlap in overlaps(held.talk)} >= {"agent"}
    first, _ = held.recording.turns
    assert first.agent.said[-1].text == "It is forty-two."
    assert first.agent.outcome == "answered"
