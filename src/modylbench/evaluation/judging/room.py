"""How much of each quoted text fits into a prompt?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SHORTEST_PIECE = 200  # ours: less of a text than this helps nobody
OTHERS_SHARE = 1 / 4  # ours: of the room, kept for what is not weighty as far as there is any


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


def weighty_first(lengths: Sequence[int], weighty: Sequence[bool], budget: int) -> tuple[int, ...]:
    """Room for each text where some matter more: however many others come, they take none of it.

    The others have a share of their own, so that the weighty ones cannot push them out either.

    >>> weighty_first([3000, 9000, 9000], [True, False, False], 6000)
    (3000, 1500, 1500)
    """
    others = [length for length, is_weighty in zip(lengths, weighty, strict=True) if not is_weighty]
    kept = min(sum(others), int(budget * OTHERS_SHARE))
    heavy = [length for length, is_weighty in zip(lengths, weighty, strict=True) if is_weighty]
    first = shared_out(heavy, budget - kept)
    rooms = {True: iter(first), False: iter(shared_out(others, budget - sum(first)))}
    return tuple(next(rooms[is_weighty]) for is_weighty in weighty)
