"""Calls of a hosted agent are checked before they reach its seat."""

import asyncio
import inspect
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.agents.agent import Seat
from modylbench.agents.hosted.child import RemoteSeat
from modylbench.agents.hosted.link import CALLS, perform
from modylbench.meeting.room import RoomClosed


def call(number: object, name: str = "wait", **arguments: object) -> bytes:
    given = arguments or {"seconds": 1}
    message = {"type": "call", "call": number, "name": name, "arguments": given}
    return json.dumps(message).encode() + b"\n"


RIGHT: dict[type, Any] = {str: "x", bytes: b"\x00\x01", int: 1, float: 0.5, list: [], dict: {}}


class Noting:
    """A seat that notes its calls."""

    def __init__(self) -> None:
        self.done: list[tuple[str, dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        async def call(**arguments: Any) -> None:
            self.done.append((name, arguments))

        return call


def performed(name: Any, arguments: Any) -> list[tuple[str, dict[str, Any]]]:
    seat: Any = Noting()
    asyncio.run(perform(seat, name, arguments))
    return list(seat.done)


def test_the_table_has_every_call_of_a_seat_with_its_parameters() -> None:
    calls = {
        name: list(inspect.signature(method).parameters)[1:]
        for name, method in vars(Seat).items()
        if inspect.iscoroutinefunction(method)
    }

    assert {name: list(parameters) for name, parameters in CALLS.items()} == calls
    assert all(inspect.iscoroutinefunction(getattr(RemoteSeat, name)) for name in calls)


@pytest.mark.parametrize("name", CALLS)
def test_a_right_call_is_done(name: str) -> None:
    given = {key: RIGHT[kind] for key, kind in CALLS[name].items()}

    ((done, arguments),) = performed(name, given)

    assert done == name
    for key, kind in CALLS[name].items():
        assert arguments[key] == RIGHT[kind]


@pytest.mark.parametrize("name", ["leave", "invitation", "_call", "__init__", ""])
def test_a_call_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="expected one of say, play"):
        performed(name, {})


values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.lists(st.none()),
    st.just({}),
)


@given(name=st.sampled_from(sorted(CALLS)), data=st.data())
def test_nothing_but_the_right_types_reaches_a_seat(name: str, data: st.DataObject) -> None:
    given = {key: data.draw(values) for key in CALLS[name]}
    try:
        done = performed(name, given)
    except (TypeError, ValueError):
        return

    ((_, arguments),) = done
    for key, kind in CALLS[name].items():
        assert not isinstance(arguments[key], bool)
        assert isinstance(arguments[key], (int, float) if kind is float else kind)


@pytest.mark.parametrize("given", [{}, {"text": "x", "loud": "y"}, {"words": "x"}])
def test_missing_and_strange_arguments_are_refused(given: dict[str, str]) -> None:
    with pytest.raises(TypeError, match="say: found the arguments"):
        performed("say", given)


def test_before_anything_was_heard_there_is_no_seat() -> None:
    with pytest.raises(RoomClosed):
        asyncio.run(perform(None, "wait_for_playout", {}))
