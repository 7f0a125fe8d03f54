"""What becomes of a meeting whose own links, or whose agent's, do not hold."""

from pathlib import Path

import pytest
from tests.staging.meetings import (
    AgentTools,
    AnsweringAgent,
    Setup,
    ShakyRoom,
    answer_politely,
    fault_codes,
    hold_meeting,
    is_complete,
    short_scenario,
    tone,
)

from modylbench.foundation.clock import Clock
from modylbench.meeting.room import (
    AGENT_STATE,
    Guest,
    LinkChanged,
    ParticipantJoined,
    ParticipantLeft,
    Room,
    RoomClosed,
    TrackMuted,
)
from modylbench.scenarios.scenario import Scenario

OURS = ["modyl-recorder", "priya_nair"]


def outage(identity: str, seconds: float | None, state: str, at_s: float = 1.0) -> Setup:
    """A meeting of two questions in which a link is down for a while, or for good."""

    async def disturb(room: ShakyRoom, clock: Clock) -> None:
        await clock.sleep(at_s)
        room.tell(identity, LinkChanged(clock.now_s(), "reconnecting", "signal_close"))
        if seconds is not None:
            await clock.sleep(seconds)
            room.tell(identity, LinkChanged(clock.now_s(), state, ""))  # type: ignore[arg-type]

    return Setup(slots=2, disturb=disturb)


@pytest.mark.parametrize("identity", OURS)
def test_a_link_that_resumes_has_cost_nothing_but_time(identity: str, tmp_path: Path) -> None:
    recording = hold_meeting(
        AnsweringAgent(answer_politely), tmp_path, outage(identity, 14.0, "resumed")
    )

    assert (recording.ending, fault_codes(recording)) == ("completed", [])
    asked = [turn.human.started_s for turn in recording.turns]
    assert asked[1] >= 15.0  # nobody speaks while it is down
    states = [
        line for line in (tmp_path / "events.jsonl").read_text().splitlines() if "link" in line
    ]
    assert len(states) == 2


@pytest.mark.parametrize("identity", OURS)
def test_a_link_made_anew_has_missed_something(identity: str, tmp_path: Path) -> None:
    recording = hold_meeting(
        AnsweringAgent(answer_politely), tmp_path, outage(identity, 4.0, "reconnected")
    )

    assert fault_codes(recording) == [("infrastructure", "link_lost")]
    assert f"the link of {identity} was lost for 4.0 s" in recording.faults[0].detail
    assert recording.ending == "broken_off"
    assert is_complete(recording, tmp_path)


@pytest.mark.parametrize("identity", OURS)
def test_a_link_that_does_not_come_back_is_not_waited_for_for_ever(
    identity: str, tmp_path: Path
) -> None:
    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, outage(identity, None, ""))

    assert fault_codes(recording) == [("infrastructure", "link_lost")]
    assert recording.duration_s == pytest.approx(16.0, abs=0.3)


@pytest.mark.parametrize("identity", OURS)
@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("server_shutdown", "room_closed"),
        ("signal_close", "room_closed"),
        ("participant_removed", "interference"),
        ("room_deleted", "interference"),
        ("duplicate_identity", "interference"),
    ],
)
def test_a_link_that_is_closed_is_told_with_its_reason(
    identity: str, reason: str, code: str, tmp_path: Path
) -> None:
    async def disturb(room: ShakyRoom, clock: Clock) -> None:
        await clock.sleep(1.0)
        room.tell(identity, LinkChanged(clock.now_s(), "closed", reason))

    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, Setup(disturb=disturb))

    assert fault_codes(recording) == [("infrastructure", code)]
    assert recording.faults[0].detail.startswith(f"{identity}: {reason}")
    assert recording.duration_s == pytest.approx(1.0, abs=0.2)
    assert not recording.is_valid


@pytest.mark.parametrize(("identity", "is_meddled"), [("priya_nair", True), ("agent", False)])
def test_who_mutes_a_person_has_interfered_and_an_agent_may_mute_itself(
    identity: str, tmp_path: Path, *, is_meddled: bool
) -> None:
    async def disturb(room: ShakyRoom, clock: Clock) -> None:
        await clock.sleep(1.0)
        room.tell("modyl-recorder", TrackMuted(clock.now_s(), identity, "microphone"))

    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, Setup(disturb=disturb))

    assert fault_codes(recording) == [("infrastructure", "interference")] * is_meddled
    assert recording.ending == ("broken_off" if is_meddled else "completed")


def test_the_wait_for_a_link_is_not_counted_against_the_agent(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        await desk.clock.sleep(98.0)  # patience is 90 s, and the link is down for 10 of these
        await desk.say("At last.")

    setup = outage("modyl-recorder", 10.0, "resumed", at_s=20.0)
    setup.slots = 1

    recording = hold_meeting(AnsweringAgent(answer), tmp_path, setup)

    assert [turn.agent.outcome for turn in recording.turns] == ["answered"]
    assert fault_codes(recording) == []


def test_the_wait_for_a_link_is_not_the_meeting_s_time(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        await desk.clock.sleep(62.0)  # the meeting may take a minute, held up for ten seconds
        await desk.say("At last.")

    setup = outage("modyl-recorder", 10.0, "resumed", at_s=20.0)
    setup.scenario = short_scenario(2, timeout_minutes=1.0)

    recording = hold_meeting(AnsweringAgent(answer), tmp_path, setup)

    assert recording.turns[0].agent.outcome == "answered"
    assert recording.turns[0].agent.ended_s > 60.0
    assert len(recording.turns) == 2


def test_a_link_that_is_lost_before_the_agent_came_ends_the_wait(tmp_path: Path) -> None:
    recording = hold_meeting(None, tmp_path, outage("priya_nair", 4.0, "reconnected"))

    assert fault_codes(recording) == [("infrastructure", "link_lost")]
    assert recording.duration_s == pytest.approx(5.0, abs=0.1)


@pytest.mark.parametrize("identity", OURS)
@pytest.mark.parametrize("at_s", [16.0, 29.5])
def test_no_agent_is_blamed_for_not_coming_while_a_link_of_ours_is_down(
    identity: str, at_s: float, tmp_path: Path
) -> None:
    recording = hold_meeting(None, tmp_path, outage(identity, None, "", at_s=at_s))

    assert fault_codes(recording) == [("infrastructure", "link_lost")]
    assert recording.ending == "broken_off"
    assert recording.duration_s == pytest.approx(at_s + 15.0, abs=0.3)


class Comes:
    """An agent that comes late."""

    def __init__(self, after_s: float) -> None:
        self._after_s = after_s

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        await clock.sleep(self._after_s)
        await AnsweringAgent(answer_politely).attend(room, invitation, clock)


def test_an_outage_is_not_counted_in_the_wait_for_the_agent(tmp_path: Path) -> None:
    (tmp_path / "comes").mkdir()
    (tmp_path / "never").mkdir()
    setup = outage("modyl-recorder", 10.0, "resumed", at_s=25.0)

    comes = hold_meeting(Comes(38.0), tmp_path / "comes", setup)
    never = hold_meeting(None, tmp_path / "never", setup)

    assert (comes.ending, fault_codes(comes)) == ("completed", [])
    assert fault_codes(never) == [("agent", "never_joined")]
    assert never.duration_s == pytest.approx(40.0, abs=0.3)


def test_an_outage_is_not_counted_in_how_long_the_agent_was_away(tmp_path: Path) -> None:
    async def disturb(room: ShakyRoom, clock: Clock) -> None:
        recorder = "modyl-recorder"
        await clock.sleep(1.0)
        room.tell(recorder, ParticipantLeft(clock.now_s(), "agent", "client_initiated"))
        await clock.sleep(4.0)
        room.tell(recorder, LinkChanged(clock.now_s(), "reconnecting", "signal_close"))
        await clock.sleep(10.0)
        room.tell(recorder, LinkChanged(clock.now_s(), "resumed", ""))
        await clock.sleep(21.0)  # it was away for 35 s, and could be seen for 25 of these
        room.tell(recorder, ParticipantJoined(clock.now_s(), "agent", "Agent", "agent", {}))

    async def answer(desk: AgentTools) -> None:
        await desk.clock.sleep(40.0)
        await desk.say("At last.")

    recording = hold_meeting(AnsweringAgent(answer), tmp_path, Setup(disturb=disturb))

    assert fault_codes(recording) == [("agent", "left")]
    assert recording.turns[0].agent.outcome == "answered"
    assert recording.ending == "completed"


class StartsUp:
    """An agent that takes so long to get ready."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:  # noqa: ARG002
        agent = await room.join(Guest("agent", "", "agent", {AGENT_STATE: "initializing"}))
        await clock.sleep(self._seconds)
        await agent.set_attributes({AGENT_STATE: "listening"})
        await clock.sleep(1_000.0)


def test_a_meeting_that_cannot_go_on_does_not_wait_for_the_agent_to_be_ready(
    tmp_path: Path,
) -> None:
    setup = outage("modyl-recorder", 4.0, "reconnected")

    recording = hold_meeting(StartsUp(1_000.0), tmp_path, setup)

    assert fault_codes(recording) == [("infrastructure", "link_lost")]
    assert recording.duration_s == pytest.approx(5.0, abs=0.3)


def test_an_outage_is_not_counted_in_the_wait_until_the_agent_is_ready(tmp_path: Path) -> None:
    setup = outage("modyl-recorder", 10.0, "resumed", at_s=5.0)
    setup.slots = 1

    recording = hold_meeting(StartsUp(38.0), tmp_path, setup)

    assert recording.turns[0].human.started_s >= 38.0


class Rejected:
    """An agent that finds the room gone after a while."""

    def __init__(self, error: Exception, after_s: float = 0.0) -> None:
        self._error = error
        self._after_s = after_s

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:  # noqa: ARG002
        await clock.sleep(self._after_s)
        raise self._error


GONE = RoomClosed("the server does not answer")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (GONE, ("infrastructure", "room_closed")),
        (ExceptionGroup("both", [GONE, GONE]), ("infrastructure", "room_closed")),
        (
            RoomClosed("it is no longer in the room: room_deleted"),
            ("infrastructure", "interference"),
        ),
        (ExceptionGroup("both", [GONE, ValueError("torn")]), ("harness", "attendee_failed")),
    ],
)
def test_an_attendee_whose_room_is_gone_has_not_failed(
    error: Exception, code: tuple[str, str], tmp_path: Path
) -> None:
    recording = hold_meeting(Rejected(error), tmp_path)

    assert fault_codes(recording) == [code]
    assert recording.ending == "broken_off"
    assert "server does not answer" in recording.faults[0].detail or error is not GONE


def test_an_attendee_whose_room_is_gone_while_a_link_is_down_tells_of_the_link(
    tmp_path: Path,
) -> None:
    recording = hold_meeting(Rejected(GONE, 2.0), tmp_path, outage("priya_nair", None, ""))

    assert fault_codes(recording) == [("infrastructure", "link_lost")]
    assert recording.duration_s == pytest.approx(2.0, abs=0.3)


@pytest.mark.parametrize(
    ("reason", "culprit"),
    [
        ("client_initiated", "agent"),
        ("duplicate_identity", "agent"),
        ("connection_timeout", "agent"),
        ("state_mismatch", "agent"),
        ("signal_close", "agent"),
        ("something new", "agent"),
        ("", "agent"),
        ("participant_removed", "infrastructure"),
        ("room_deleted", "infrastructure"),
        ("server_shutdown", "infrastructure"),
        ("migration", "infrastructure"),
        ("room_closed", "infrastructure"),
    ],
)
def test_who_made_the_agent_leave_is_to_blame(reason: str, culprit: str, tmp_path: Path) -> None:
    async def disturb(room: ShakyRoom, clock: Clock) -> None:
        await clock.sleep(1.0)
        room.tell("modyl-recorder", ParticipantLeft(clock.now_s(), "agent", reason))
        await clock.sleep(2.5)
        agent = ParticipantJoined(clock.now_s(), "agent", "Agent", "agent", {})
        room.tell("modyl-recorder", agent)

    recording = hold_meeting(
        AnsweringAgent(answer_politely), tmp_path, Setup(slots=2, disturb=disturb)
    )

    is_meddled = reason in {"participant_removed", "room_deleted"}
    code = "left" if culprit == "agent" else "interference" if is_meddled else "agent_put_out"
    assert fault_codes(recording) == [(culprit, code)]
    assert f"({reason or 'no reason given'})" in recording.faults[0].detail
    assert recording.ending == ("completed" if culprit == "agent" else "broken_off")


class Twins:
    """Two agents of one service, both of which speak."""

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self._name = name
        self._attributes = attributes

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        other = await room.join(Guest(self._name, "", "agent", self._attributes))
        microphone = await other.publish_microphone()

        async def answer(desk: AgentTools) -> None:
            await desk.say("The price is seven.")
            await microphone.play(tone(1.0))

        await AnsweringAgent(answer).attend(room, invitation, clock)


def test_two_agents_at_once_are_one_fault_and_both_are_the_agent(tmp_path: Path) -> None:
    recording = hold_meeting(Twins("other\n\x1b[2J", {}), tmp_path, Setup(slots=2))

    assert fault_codes(recording) == [("agent", "joined_twice")]
    assert recording.faults[0].detail == r"agents at the same time: 'agent', 'other\n\x1b[2J'"
    voices = {voice.identity for voice in recording.turns[1].voices}
    assert voices == {"priya_nair", "agent", "other\n\x1b[2J"}
    assert {participant.kind for participant in recording.participants} == {"standard", "agent"}
    assert recording.is_valid


def test_an_avatar_is_the_agent_that_it_speaks_for(tmp_path: Path) -> None:
    class Avatar:
        async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:  # noqa: ARG002
            await (await room.join(Guest("agent-2", "", "agent"))).publish_microphone()
            await clock.sleep(1.0)
            avatar = Guest("face", "", "agent", {"lk.publish_on_behalf": "agent-2"})
            await (await room.join(avatar)).publish_microphone()
            await clock.sleep(1_000.0)

    recording = hold_meeting(Avatar(), tmp_path)

    assert ("agent", "joined_twice") not in fault_codes(recording)
