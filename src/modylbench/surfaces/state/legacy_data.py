"""The data of a surface by the keys that an agent of A2UI v0.8 calls it by.

v0.8 keeps lists as maps, in which every item has a key. A map that a template repeats over is a
list in v0.9, so the keys are remembered here. At every moment, this data with those maps turned to
lists is what the surface holds: a write is kept here only after the surface has taken it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from modylbench.products.pointer import join
from modylbench.surfaces.json_size import VALUE_WEIGHT
from modylbench.surfaces.limits import MAX_LEGACY_LISTS
from modylbench.surfaces.state.data_writes import INDEX, InvalidWrite, steps_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.products.pointer import Steps


class _Map(dict[str, Any]):
    """A map that knows at which place each of its keys stands; keys never leave it."""

    __slots__ = ("_places",)

    def place(self, key: str) -> int:
        """The place of a key, or where a new one will stand."""
        if not hasattr(self, "_places"):
            self._places = {known: at for at, known in enumerate(self)}
        return self._places.get(key, len(self))

    def put(self, key: str, value: Any) -> None:
        if hasattr(self, "_places"):
            self._places.setdefault(key, len(self))
        self[key] = value


@dataclass(frozen=True, slots=True)
class KeyedWrite:
    """A write as v0.9 does it at `path`, and what is to be kept here when it was done."""

    path: str
    value: Any
    growth: int
    container: _Map | None
    key: str
    kept: Any


class KeyedData:
    """The data of one surface by v0.8's keys."""

    def __init__(self) -> None:
        self.weight = 0
        self._all = _Map()
        self._lists: set[Steps] = set()
        self._relative: dict[int, set[Steps]] = {}  # ends of paths, by their number of steps

    def locate(self, path: str, value: Any) -> KeyedWrite:
        """Where and what to write in v0.9; raises InvalidWrite where the path leads nowhere.

        Where a list, or a map with a number for its key, is missing on the way, the value holds the
        rest of the path: a path alone would make another thing of it.
        """
        steps = tuple(steps_of(path))
        if not steps:
            whole = _with_keys(value if isinstance(value, dict) else {})
            growth = _keyed_weight(whole) - _keyed_weight(self._all)
            return KeyedWrite("/", self._as_v0_9(whole, ()), growth, None, "", whole)
        here, way = self._all, list[str]()
        for depth, step in enumerate(steps):
            way.append(str(here.place(step)) if self._is_list(steps[:depth]) else step)
            below = here.get(step)
            if below is None or depth == len(steps) - 1:
                break
            if not isinstance(below, _Map):
                message = f"there is no map at {join(*steps[: depth + 1])!r} to write into"
                raise InvalidWrite(message)
            here = below
        rest = steps[depth + 1 :]
        plain = not any(
            INDEX.fullmatch(steps[n]) or self._is_list(steps[:n])
            for n in range(depth + 1, len(steps))
        )
        last = _with_keys(value)
        kept = last
        for missing in reversed(rest):
            kept = _Map({missing: kept})
        growth = _keyed_weight(kept) - (_keyed_weight(below) if step in here else -len(step))
        if plain:
            return KeyedWrite(
                join(*way, *rest), self._as_v0_9(last, steps), growth, here, step, kept
            )
        shown = self._as_v0_9(kept, steps[: depth + 1])
        return KeyedWrite(join(*way), shown, growth, here, step, kept)

    def keep(self, write: KeyedWrite) -> None:
        """The write was done."""
        self.weight += write.growth
        if write.container is None:
            self._all = write.kept
        else:
            write.container.put(write.key, write.kept)

    def note_input(self, path: str, value: Any) -> None:
        """Keep what was written at a path of v0.9, which has the places of items for their keys."""
        here: Any = self._all
        keys: list[str] = []
        for step in steps_of(path):
            key = step
            if isinstance(here, _Map) and self._is_list(tuple(keys)):
                if not INDEX.fullmatch(step) or int(step) >= len(here):
                    return  # an item that the agent has not sent has no key
                key = next(islice(here, int(step), None))
            keys.append(key)
            here = here.get(key) if isinstance(here, _Map) else None
        with suppress(InvalidWrite):
            self.keep(self.locate(join(*keys), value))

    def repeat_over(self, paths: Iterable[str]) -> tuple[list[tuple[str, Any]], int]:
        """Templates repeat over these paths: the writes that make lists of what is there already.

        Each place is written once. Also the number of paths that are too many to be remembered.
        """
        dirty: set[Steps] = set()
        refused = 0
        for path in dict.fromkeys(paths):
            steps = _steps_or_none(path)
            known = self._lists if path.startswith("/") else self._ends(steps)
            if not steps or steps in known:
                continue
            if len(self._lists) + sum(map(len, self._relative.values())) >= MAX_LEGACY_LISTS:
                refused += 1
                continue
            known.add(steps)
            if not path.startswith("/"):
                dirty.add(())
            elif isinstance(self._at(steps), _Map):
                dirty.add(steps)
        if not self._all:
            return [], refused
        highest = [
            steps
            for steps in sorted(dirty)
            if not any(steps[:n] in dirty for n in range(len(steps)))
        ]
        return [self._whole_list(steps) for steps in highest], refused

    def _ends(self, steps: Sequence[str]) -> set[Steps]:
        return self._relative.setdefault(len(steps), set())

    def _whole_list(self, steps: Steps) -> tuple[str, Any]:
        here, way = self._all, list[str]()
        for depth, step in enumerate(steps):
            way.append(str(here.place(step)) if self._is_list(steps[:depth]) else step)
            here = here[step]
        return join(*way) or "/", self._as_v0_9(here, steps)

    def _is_list(self, steps: Steps) -> bool:
        return steps in self._lists or any(
            len(steps) > length and steps[-length:] in ends
            for length, ends in self._relative.items()
            if length
        )

    def _as_v0_9(self, value: Any, steps: Steps) -> Any:
        """The value at a place as v0.9 has it. No deeper than a path and a message together."""
        if not isinstance(value, _Map):
            return value
        below = {key: self._as_v0_9(item, (*steps, key)) for key, item in value.items()}
        return list(below.values()) if self._is_list(steps) else below

    def _at(self, steps: Steps) -> Any:
        here: Any = self._all
        for step in steps:
            here = here.get(step) if isinstance(here, _Map) else None
        return here


def _steps_or_none(path: str) -> Steps:
    try:
        return tuple(steps_of(path))
    except InvalidWrite:
        return ()  # no data can ever be there


def _with_keys(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return _Map({key: _with_keys(item) for key, item in value.items()})


def _keyed_weight(value: Any) -> int:
    weight = 0
    waiting = [value]
    while waiting:
        here = waiting.pop()
        weight += VALUE_WEIGHT
        if isinstance(here, str):
            weight += len(here)
        elif isinstance(here, dict):
            weight += sum(map(len, here))
            waiting.extend(here.values())
        elif isinstance(here, list):
            waiting.extend(here)
    return weight
