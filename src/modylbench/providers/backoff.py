"""How long is a service left alone before it is asked again?"""

from __future__ import annotations


def backoff_s(failed_tries: int, *, first_s: float, longest_s: float) -> float:
    """The wait after so many tries: twice as long each time, up to the longest.

    >>> [backoff_s(tries, first_s=0.5, longest_s=3.0) for tries in (1, 2, 3, 4)]
    [0.5, 1.0, 2.0, 3.0]
    """
    return min(first_s * 2.0 ** (failed_tries - 1), longest_s)
