"""What becomes of a meeting whose own links, or whose agent's, do not hold?"""

from pathlib import Path

import pytest
from tests.unit.meeting.held import (
    Asked,
    Desk,
    Setup,
    ShakyRoom,
    codes,
    held,
    is_complete,
    polite,
    short_scenario,
    tone,
)

from modylbench.foundation.clock import Clock
from modylbench.meeting.capture.links import Links
from modylbench.meeting.room import Guest, Room
from modylbench.meeting.room_events import (
    LinkChanged,
    ParticipantJoined,
    ParticipantLeft,
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
    recording = held(Asked(polite), tmp_path, outage(identity, 14.0, "resumed"))

    assert (recording.ending, codes(recording)) == ("completed", [])
    asked = [turn.human.started_s for turn in recording.turns]
    assert asked[1] >= 15.0  # nobody speaks while it is down
    states = [
        line for line in (tmp_path / "events.jsonl").read_text().splitlines() if "link" in line
    ]
    assert len(states) == 2


@pytest.mark.parametrize("identity", OURS)
def test_a_link_made_anew_has_missed_something(identity: str, tmp_path: Path) -> None:
    recording = held(Asked(polite), tmp_path, outage(identity, 4.0, "reconnected"))

    assert codes(recording) == [("infrastructure", "link_lost")]
    assert f"the link of {identity} was lost for 4.0 s" in recording.faults[0].detail
    assert recording.ending == "broken_off"
    assert is_complete(recording, tmp_path)


@pytest.mark.parametrize("identity", OURS)
def test_a_link_that_does_not_come_back_is_not_waited_for_for_ever(
    identity: str, tmp_path: Path
) -> None:
    recording = held(Asked(polite), tmp_path, outage(identity, None, ""))

    assert codes(recording) == [("infrastructure", "link_lost")]
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

    recording = held(Asked(polite), tmp_path, Setup(disturb=disturb))

    assert codes(recording) == [("infrastructure", code)]
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

    recording = held(Asked(polite), tmp_path, Setup(disturb=disturb))

    assert codes(recording) == [("infrastructure", "interference")] * is_meddled
    assert recording.ending == ("broken_off" if is_meddled else "completed")


def test_the_wait_for_a_link_is_not_counted_against_the_agent(tmp_path: Path) -> None:
    async def answer(desk: Desk) -> None:
        await desk.clock.sleep(98.0)  # patience is 90 s, and the link is down for 10 of these
        await desk.say("At last.")

    setup = outage("modyl-recorder", 10.0, "resumed", at_s=20.0)
    setup.slots = 1

    recording = held(Asked(answer), tmp_path, setup)

    assert [turn.agent.outcome for turn in recording.turns] == ["answered"]
    assert codes(recording) == []


def test_the_wait_for_a_link_is_not_the_meeting_s_time(tmp_path: Path) -> None:
    async def answer(desk: Desk) -> None:
        await desk.clock.sleep(62.0)  # the meeting may take a minute, held up for ten seconds
        await desk.say("At last.")

    setup = outage("modyl-recorder", 10.0, "resumed", at_s=20.0)
    setup.scenario = short_scenario(2, timeout_minutes=1.0)

    recording = held(Asked(answer), tmp_path, setup)

    assert recording.turns[0].agent.outcome == "answered"
    assert recording.turns[0].agent.ended_s > 60.0
    assert len(recording.turns) == 2


def test_a_link_that_is_lost_before_the_agent_came_ends_the_wait(tmp_path: Path) -> None:
    recording = held(None, tmp_path, outage("priya_nair", 4.0, "reconnected"))

    assert codes(recording) == [("infrastructure", "link_lost")]
    assert recording.duration_s == pytest.approx(5.0, abs=0.1)


def test_links_that_are_down_together_hold_the_meeting_up_once() -> None:
    links = Links()
    for at_s, identity, state in (
        (0.0, "a", "reconnecting"),
        (2.0, "b", "reconnecting"),
        (4.0, "a", "resumed"),
        (6.0, "b", "resumed"),
        (10.0, "a", "reconnecting"),
    ):
        assert links.changed(identity, LinkChanged(at_s, state, "")) is None  # type: ignore[arg-type]

    assert not links.are_up
    assert links.held_s(11.0) == 7.0
    assert links.overdue(24.9) is None
    assert links.overdue(25.0) is not None


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

    recording = held(Asked(polite), tmp_path, Setup(slots=2, disturb=disturb))

    is_meddled = reason in {"participant_removed", "room_deleted"}
    code = "left" if culprit == "agent" else "interference" if is_meddled else "agent_put_out"
    assert codes(recording) == [(culprit, code)]
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

        async def answer(desk: Desk) -> None:
            await desk.say("The price is seven.")
            await microphone.play(tone(1.0))

        await Asked(answer).attend(room, invitation, clock)


def test_two_agents_at_once_are_one_fault_and_both_are_the_agent(tmp_path: Path) -> None:
    recording = held(Twins("other\n\x1b[2J", {}), tmp_path, Setup(slots=2))

    assert codes(recording) == [("agent", "joined_twice")]
    assert recording.faults[0].detail == r"agents at the same time: 'agent', 'other\n\x1b[2J'"
    voices = {voice.identity for voice in recording.turns[1].voices}
    assert voices == {"priya_nair", "agent", "other\n\x1b[2J"}
    assert {one.kind for one in recording.participants} == {"standard", "agent"}
    assert recording.is_valid


def test_an_avatar_is_the_agent_that_it_speaks_for(tmp_path: Path) -> None:
    class Avatar:
        async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:  # noqa: ARG002
            await (await room.join(Guest("agent-2", "", "agent"))).publish_microphone()
            await clock.sleep(1.0)
            avatar = Guest("face", "", "agent", {"lk.publish_on_behalf": "agent-2"})
            await (await room.join(avatar)).publish_microphone()
            await clock.sleep(1_000.0)

    recording = held(Avatar(), tmp_path)

    assert ("agent", "joined_twice") not in codes(recording)
