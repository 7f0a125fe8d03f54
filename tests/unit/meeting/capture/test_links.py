"""When a link holds a meeting up, and which reasons say that somebody interfered."""

import pytest

from modylbench.meeting.capture.room import OwnLinks, break_for_closed_link
from modylbench.meeting.room import (
    LinkChanged,
)


@pytest.mark.parametrize(
    ("identity", "reason", "code"),
    [
        ("room_deleted", "signal_close", "room_closed"),
        ("ida", "not room_deleted", "room_closed"),
        ("ida", "", "room_closed"),
        ("ida", "room_deleted", "interference"),
    ],
)
def test_only_the_reason_itself_says_that_somebody_interfered(
    identity: str, reason: str, code: str
) -> None:
    event = LinkChanged(1.0, "closed", reason)

    found = OwnLinks().update(identity, event)

    assert found is not None
    assert found.code == code
    assert break_for_closed_link(f"{identity} is no longer in the room: {reason}").code == code


def test_links_hold_up_only_what_goes_on_while_they_are_down() -> None:
    links = OwnLinks()
    links.update("a", LinkChanged(2.0, "reconnecting", ""))
    links.update("a", LinkChanged(6.0, "resumed", ""))
    links.update("a", LinkChanged(10.0, "reconnecting", ""))

    assert [links.held_s(12.0, from_s) for from_s in (0.0, 5.0, 8.0, 11.0)] == [6.0, 3.0, 2.0, 1.0]


def test_links_that_are_down_together_hold_the_meeting_up_once() -> None:
    links = OwnLinks()
    for at_s, identity, state in (
        (0.0, "a", "reconnecting"),
        (2.0, "b", "reconnecting"),
        (4.0, "a", "resumed"),
        (6.0, "b", "resumed"),
        (10.0, "a", "reconnecting"),
    ):
        assert links.update(identity, LinkChanged(at_s, state, "")) is None  # type: ignore[arg-type]

    assert not links.are_up
    assert links.held_s(11.0) == 7.0
    assert links.link_down_too_long(24.9) is None
    assert links.link_down_too_long(25.0) is not None
