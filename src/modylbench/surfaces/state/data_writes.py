"""Writes to a surface's data at a path.

The official core fills in what is missing on the way to a path before it finds that it cannot go
on, and the browser's does so for a deletion too. So that both show the same, a refused write is
taken back here, and a deletion of nothing is not passed on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson
from a2ui.core import A2uiError

from modylbench.products.pointer import join
from modylbench.surfaces.json_size import VALUE_WEIGHT, measure
from modylbench.surfaces.limits import FORBIDDEN_KEYS, MAX_DEPTH, MAX_KEY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from a2ui.core.state import DataModel


INDEX = re.compile("0|[1-9][0-9]{0,8}")
NO_PATH = "expected a text as path"
TOO_MUCH = "the surfaces would hold too much"
UNLIMITED = 10**12  # the data was measured when it came
DEEPEST = 2 * MAX_DEPTH + 1  # a path, and a message's value at its end


class InvalidWrite(Exception):
    """A write that cannot be done, with its reason."""


@dataclass(frozen=True, slots=True)
class DataWrite:
    """A write as a page should do it too; `pointer` is None where there was nothing to do."""

    steps: list[str]
    pointer: str | None
    value: Any
    weight_change: int


def write(data: DataModel, path: object, value: Any, *, most_growth: int) -> DataWrite:
    """Put a value at a path, or take away what is there where the value is None.

    Raises InvalidWrite and leaves all as it was where the path leads nowhere or the data would
    grow by more than `most_growth`.
    """
    steps = steps_of(path)
    if not steps:
        return _write_all(data, {} if value is None else value, most_growth)
    pointer = join(*steps)
    if value is None and not data.has_path(pointer):
        return DataWrite(steps, None, None, 0)
    spot = _spot(data.get("/"), steps)
    before = spot.weight()
    try:
        data.set(pointer, value)
    except A2uiError as error:
        spot.undo()
        raise InvalidWrite(str(error)) from error
    growth = spot.weight() - before
    if growth > most_growth:
        spot.undo()
        raise InvalidWrite(TOO_MUCH)
    return DataWrite(steps, pointer, value, growth)


def _write_all(data: DataModel, value: Any, most_growth: int) -> DataWrite:
    before = data.get("/")
    growth = _weight(value) - _weight(before)
    if growth > most_growth:
        raise InvalidWrite(TOO_MUCH)
    data.set("/", value)
    return DataWrite([], "/", value, growth)


@dataclass(frozen=True, slots=True)
class _DataSpot:
    """The one place of the data that a write changes: where the path leaves what is there."""

    container: Any
    step: str
    existed: bool
    old: Any
    length: int

    def weight(self) -> int:
        """Of what stands at the place, and of the gaps that a list may have got on the way."""
        present, child = _child(self.container, self.step)
        weight = _weight(child) if present else 0
        if isinstance(self.container, list):
            return weight + VALUE_WEIGHT * (len(self.container) - present)
        return weight + len(self.step) * present

    def undo(self) -> None:
        if isinstance(self.container, list):
            del self.container[self.length :]
            if self.existed:
                self.container[int(self.step)] = self.old
        elif isinstance(self.container, dict):
            if self.existed:
                self.container[self.step] = self.old
            else:
                self.container.pop(self.step, None)


def _spot(data: Any, steps: list[str]) -> _DataSpot:
    here = data
    for step in steps:
        present, child = _child(here, step)
        if step is steps[-1] or not isinstance(child, dict | list):
            break
        here = child
    length = len(here) if isinstance(here, dict | list) else 0
    return _DataSpot(here, step, present, child, length)


def _child(here: Any, step: str) -> tuple[bool, Any]:
    if isinstance(here, dict):
        return step in here, here.get(step)
    if isinstance(here, list) and INDEX.fullmatch(step) and int(step) < len(here):
        return True, here[int(step)]
    return False, None


def _weight(value: object) -> int:
    return measure(value, most_values=UNLIMITED, most_depth=DEEPEST).weight


def steps_of(path: object) -> list[str]:
    """The steps of a path; "/" and nothing are the whole. Raises InvalidWrite."""
    if not isinstance(path, str):
        raise InvalidWrite(NO_PATH)
    if len(path) > MAX_KEY:
        message = f"a path of {len(path):,} characters, expected at most {MAX_KEY:,}"
        raise InvalidWrite(message)
    steps = [step.replace("~1", "/").replace("~0", "~") for step in path.split("/") if step]
    if len(steps) > MAX_DEPTH:
        message = f"a path of {len(steps)} steps, expected at most {MAX_DEPTH}"
        raise InvalidWrite(message)
    for step in steps:
        if step in FORBIDDEN_KEYS:
            message = f"the step {step!r} is refused: it could change the page's code"
            raise InvalidWrite(message)
        if "\n" in step:  # the official core takes "3\n" for a number, browsers do not
            message = f"the step {step!r} holds a line break"
            raise InvalidWrite(message)
    return steps


def shared_copy(now: Any, before: Any, steps: Sequence[str]) -> Any:
    """What `now` holds, where `before` is a copy of what it held before a write at these steps.

    All the rest is shared with `before`: copying a grid of 200 x 50 cells whole takes 2.5 ms, and
    this 0.03. Nobody may alter a copy, since several share their parts.

    >>> before = {"a": [1, 2], "b": {}}
    >>> after = shared_copy({"a": [1, 3], "b": {}}, before, ["a", "1"])
    >>> after, after["b"] is before["b"]
    ({'a': [1, 3], 'b': {}}, True)
    """
    if steps and type(now) is dict and type(before) is dict:
        copy = dict(before)
        if steps[0] in now:
            copy[steps[0]] = shared_copy(now[steps[0]], before.get(steps[0]), steps[1:])
        else:
            copy.pop(steps[0], None)
        return copy
    if steps and type(now) is list and type(before) is list and steps[0].isdigit():
        at = int(steps[0])
        items = [*before[: len(now)], *[None] * (len(now) - len(before))]
        if at < len(now):
            items[at] = shared_copy(now[at], items[at], steps[1:])
        return items
    return orjson.loads(orjson.dumps(now))
