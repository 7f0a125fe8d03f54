"""Who sent what comes under somebody's name."""

from collections.abc import Mapping

import pytest
from livekit import rtc

from modylbench.meeting.room import CHAT, TRANSCRIPTION, Guest, ParticipantKind
from modylbench.meeting.rooms.livekit.participants import (
    AGENT,
    EGRESS,
    INGRESS,
    SIP,
    STANDARD,
    TRANSCRIBED_TRACK,
    Attribution,
    OwnParticipants,
)


def own() -> OwnParticipants:
    ours = OwnParticipants()
    ours.guests["ann"] = Guest("ann")
    ours.guests["oracle"] = Guest("oracle", kind="agent")
    ours.add_track("TR_ann", "ann")
    return ours


class There:
    """Who is there; all of them are known."""

    def __init__(self, present: Mapping[str, int], *gone: str) -> None:
        self.present = present
        self._gone = gone

    def is_agent(self, identity: str) -> bool:
        number = self.present.get(identity, STANDARD if identity in self._gone else None)
        return number is not None and own().kind_of(identity, number) == "agent"


def text(stream_id: str, topic: str = CHAT, **attributes: str) -> rtc.TextStreamInfo:
    return rtc.TextStreamInfo(
        stream_id=stream_id,
        mime_type="text/plain",
        topic=topic,
        timestamp=0,
        size=0,
        attributes=attributes,
        attachments=[],
    )


@pytest.mark.parametrize(
    ("identity", "number", "expected"),
    [
        ("ann", AGENT, "standard"),
        ("oracle", STANDARD, "agent"),
        ("bot", AGENT, "agent"),
        ("bot", STANDARD, "agent"),
        ("recording", EGRESS, "standard"),
        ("camera", INGRESS, "standard"),
        ("phone", SIP, "standard"),
    ],
)
def test_all_but_our_guests_and_services_are_agents(
    identity: str, number: int, expected: ParticipantKind
) -> None:
    assert own().kind_of(identity, number) == expected


def test_a_stream_that_we_sent_is_ours_once() -> None:
    ours = own()
    sent = text(ours.new_stream())
    attribution = Attribution(ours)

    assert attribution.of_text("ann", sent, There({"bot": AGENT})) == ("ann", "")
    assert attribution.of_text("ann", sent, There({"bot": AGENT})) == ("bot", "ann")
    assert Attribution(ours).of_text("ann", sent, There({"bot": AGENT})) == ("ann", "")


@pytest.mark.parametrize(
    ("others", "agent"),
    [
        ({"bot": STANDARD}, "bot"),
        ({"watcher": STANDARD, "bot": AGENT}, "bot"),
        ({"recording": EGRESS, "oracle": AGENT}, ""),
        ({"bot": AGENT, "bot2": AGENT}, "bot"),
        ({}, ""),
    ],
)
def test_what_comes_under_our_name_is_an_agents(others: dict[str, int], agent: str) -> None:
    attribution = Attribution(own())

    assert attribution.of_text("ann", text("foreign"), There(others)) == (agent, "ann")
    assert attribution.of_file("ann", "foreign", There(others)) == agent


def test_an_agents_transcript_of_a_track_of_ours_is_in_its_owners_name() -> None:
    attribution = Attribution(own())
    there = There({"bot": AGENT})
    of_ann = text("1", TRANSCRIPTION, **{TRANSCRIBED_TRACK: "TR_ann"})
    of_itself = text("2", TRANSCRIPTION, **{TRANSCRIBED_TRACK: "TR_bot"})
    in_the_chat = text("3", CHAT, **{TRANSCRIBED_TRACK: "TR_ann"})

    assert attribution.of_text("bot", of_ann, there) == ("bot", "ann")
    assert attribution.of_text("bot", of_itself, there) == ("bot", "")
    assert attribution.of_text("bot", in_the_chat, there) == ("bot", "")


def test_our_own_transcript_of_our_own_track_is_in_nobodys_name() -> None:
    ours = own()
    sent = text(ours.new_stream(), TRANSCRIPTION, **{TRANSCRIBED_TRACK: "TR_ann"})

    assert Attribution(ours).of_text("ann", sent, There({})) == ("ann", "")


@pytest.mark.parametrize("name", ["ghost", "", "recording", "g" * 255])
def test_what_comes_under_a_name_that_no_agent_has_is_the_agents(name: str) -> None:
    attribution = Attribution(own())
    there = There({"recording": EGRESS, "bot": AGENT})

    assert attribution.of_text(name, text("1"), there) == ("bot", name)
    assert attribution.of_file(name, "2", there) == "bot"


def test_a_name_without_end_is_cut() -> None:
    sender, name = Attribution(own()).of_text("g" * 60_000, text("1"), There({"bot": AGENT}))

    assert (sender, len(name)) == ("bot", 255)


def test_agents_are_believed_before_they_are_announced_and_after_they_left() -> None:
    attribution = Attribution(own())

    assert attribution.of_text("bot", text("1"), There({})) == ("bot", "")
    assert attribution.of_text("bot", text("2"), There({"bot2": AGENT}, "bot")) == ("bot", "")


def test_the_hidden_are_known_by_their_own_names() -> None:
    ours = own()
    eye = Guest("eye", is_hidden=True)
    ours.add_guest(eye)
    sent = text(ours.new_stream())

    there = There({"bot": AGENT})
    assert Attribution(ours).of_text(ours.wire_name(eye), sent, there) == ("eye", "")
