"""How much of what an agent sent was there already?"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.equality import same
from modylbench.evaluation.mutations.lists import ids
from modylbench.evaluation.mutations.lookup import MISSING
from modylbench.evaluation.mutations.replay.snapshot_hash import snapshot_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Resent:
    """How many values were sent, and how many of them were there, equal and in the same place."""

    values: int = 0
    unchanged: int = 0

    @property
    def share(self) -> float | None:
        """The share of what was sent that changed nothing; None where nothing was sent."""
        return self.unchanged / self.values if self.values else None

    def __add__(self, other: Resent) -> Resent:
        return Resent(self.values + other.values, self.unchanged + other.unchanged)


def resent(before: Any, sent: Any) -> Resent:
    """What of a sent document was in the state already.

    `sent` is JSON of the shape of the state, or of a part of it: an update's components by id, a
    data model, a whole product or file. Counted are its values: texts, numbers and empty lists or
    objects. Items with ids are found by them, and these ids count for nothing: they are the
    address. Any other item of a list counts as there if an equal one was, at whatever position.
    Raises ValueError for what is nested so deeply that Python cannot follow.

    >>> resent({"a": 1, "b": 2}, {"b": 2, "c": 3})
    Resent(values=2, unchanged=1)
    """
    try:
        return _of_value(before, sent)
    except RecursionError as error:
        message = "found a document that is nested too deeply to compare"
        raise ValueError(message) from error


def resent_share(before: Any, sent: Any) -> float | None:
    """The share of the sent values that changed nothing; None where nothing was sent."""
    return resent(before, sent).share


def _of_value(before: Any, sent: Any) -> Resent:
    if isinstance(sent, dict) and sent:
        there = before if isinstance(before, dict) else {}
        return _sum(_of_value(there.get(key, MISSING), value) for key, value in sent.items())
    if isinstance(sent, list) and sent:
        items = before if isinstance(before, list) else []
        has_ids = ids(sent) is not None and ids(items) is not None
        pairs = _by_id(items, sent) if has_ids else _by_content(items, sent)
        return _sum(_of_value(*pair) for pair in pairs)
    return Resent(1, int(before is not MISSING and same(before, sent)))


def _by_id(before: list[Any], sent: list[Any]) -> Iterator[tuple[Any, Any]]:
    there = {item["id"]: item for item in before}
    for item in sent:
        content = {key: value for key, value in item.items() if key != "id"}
        if content:
            yield there.get(item["id"], MISSING), content


def _by_content(before: list[Any], sent: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Each sent item with an equal one, where there is one left; the others in their order."""
    left: dict[str, list[int]] = defaultdict(list)
    for at, item in reversed(list(enumerate(before))):
        left[snapshot_hash(item)].append(at)
    others: list[Any] = []
    for item in sent:
        equal = left.get(snapshot_hash(item))
        if equal:
            yield before[equal.pop()], item
        else:
            others.append(item)
    unmatched = sorted(at for places in left.values() for at in places)
    for number, item in enumerate(others):
        yield before[unmatched[number]] if number < len(unmatched) else MISSING, item


def _sum(parts: Iterable[Resent]) -> Resent:
    values = unchanged = 0
    for part in parts:
        values += part.values
        unchanged += part.unchanged
    return Resent(values, unchanged)
