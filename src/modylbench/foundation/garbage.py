"""How often a process of ours looks for cycles of objects that nothing refers to."""

from __future__ import annotations

import gc

# Python's own 700, 10 and 10 suit a small heap: ours is some 400,000 objects of packages and of
# scenarios that live as long as the process, and going through them was a quarter to a half of the
# CPU of holding and scoring a meeting. Six meetings in a row take no more memory with these.
FEWEST_NEW, YOUNG_PASSES, MIDDLE_PASSES = 50_000, 20, 100


def collect_garbage_seldom() -> None:
    """Let this process go through its objects when many are new, not for every few hundred."""
    gc.set_threshold(FEWEST_NEW, YOUNG_PASSES, MIDDLE_PASSES)
