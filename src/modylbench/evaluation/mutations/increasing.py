"""Which of some numbers stand in a rising order already, as many as there can be?"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def longest_increasing(numbers: Sequence[int]) -> set[int]:
    """The members of one longest increasing subsequence of different numbers.

    >>> sorted(longest_increasing([3, 0, 1, 4, 2]))
    [0, 1, 2]
    """
    ends: list[int] = []  # the smallest number that ends an increasing run of each length
    before: dict[int, int | None] = {}
    for number in numbers:
        length = bisect_left(ends, number)
        before[number] = ends[length - 1] if length else None
        ends[length : length + 1] = [number]
    members: set[int] = set()
    last = ends[-1] if ends else None
    while last is not None:
        members.add(last)
        last = before[last]
    return members
