"""How much of each quoted text fits into a prompt?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SHORTEST_PIECE = 200  # ours: less of a text than this helps nobody


def latest_first(lengths: Sequence[int], budget: int) -> tuple[int, ...]:
    """Room for each text where the last ones matter most.

    >>> latest_first([500, 500, 500], 1100)
    (0, 500, 500)
    """
    rooms: list[int] = []
    for length in reversed(lengths):
        room = min(length, budget)
        rooms.append(room if room == length or room >= SHORTEST_PIECE else 0)
        budget -= rooms[-1]
    return tuple(reversed(rooms))


def shared_out(lengths: Sequence[int], budget: int) -> tuple[int, ...]:
    """Room for each text where all matter alike: short ones whole, long ones the same.

    >>> shared_out([100, 5000, 9000], 4100)
    (100, 2000, 2000)
    """
    rooms = [0] * len(lengths)
    by_length = sorted(range(len(lengths)), key=lambda at: lengths[at])
    for done, at in enumerate(by_length):
        rooms[at] = min(lengths[at], budget // (len(lengths) - done))
        budget -= rooms[at]
    return tuple(rooms)
