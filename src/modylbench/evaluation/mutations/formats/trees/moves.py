"""Which files that are gone came back somewhere else?"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Entry = dict[str, Any]


def moves(gone: Mapping[str, Entry], come: Mapping[str, Entry]) -> list[tuple[str, str]]:
    """Pairs of the old path and the new one of files with the same hash.

    Of several with one hash, those of the same name are one file, then those in the same order.
    An empty file is like any other empty one: it moved only if its name is the same.
    """
    same_name = _matched(gone, come, lambda path, entry: (entry["sha256"], path.split("/")[-1]))
    taken_old, taken_new = dict(same_name).keys(), {new for _, new in same_name}
    rest = _matched(
        {path: entry for path, entry in gone.items() if path not in taken_old and entry["size"]},
        {path: entry for path, entry in come.items() if path not in taken_new and entry["size"]},
        lambda _, entry: (entry["sha256"],),
    )
    return sorted([*same_name, *rest])


def _matched(
    gone: Mapping[str, Entry],
    come: Mapping[str, Entry],
    key: Callable[[str, Entry], tuple[str, ...]],
) -> list[tuple[str, str]]:
    waiting: dict[tuple[str, ...], deque[str]] = defaultdict(deque)
    for path, entry in sorted(come.items()):
        if entry["sha256"] is not None:
            waiting[key(path, entry)].append(path)
    pairs = []
    for path, entry in sorted(gone.items()):
        if entry["sha256"] is not None and waiting[key(path, entry)]:
            pairs.append((path, waiting[key(path, entry)].popleft()))
    return pairs
