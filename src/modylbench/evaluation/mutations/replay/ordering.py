"""How do the ids of a list come into another order, in time that grows with their number only?"""

from __future__ import annotations

from contextlib import nullcontext
from itertools import groupby
from typing import TYPE_CHECKING, Any

import orjson

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pycrdt import Array, Doc

MOST_AT_ONCE = 256  # ours: ids that one transaction takes
MOST_RUNS = 200  # ours: beyond it the order is written anew


def reorder(doc: Doc[Any], order: Array[Any], target: Sequence[str], arriving: set[str]) -> None:
    """Bring the ids to the order of the target: who moves or is gone leaves, then who is new."""
    staying = set(target) - arriving
    present = orjson.loads(str(order))  # an array's own iterator takes the square of its length
    gone, new = _runs(present, staying), _runs(target, staying)
    if len(gone) + len(new) > MOST_RUNS:
        gone, new = [(0, len(present))], [(0, len(target))]
    with doc.transaction() if len(arriving) <= MOST_AT_ONCE else nullcontext():
        with doc.transaction():
            for start, end in reversed(gone):
                del order[start:end]
        for start, end in new:
            insert_all(doc, order, start, target[start:end])


def insert_all(doc: Doc[Any], order: Array[Any], at: int, own_ids: Sequence[str]) -> None:
    """Insert the ids before the position, in as many transactions as they need.

    Within one, each id is found by a walk over all ids before it; after it they are one block.
    """
    for start in range(0, len(own_ids), MOST_AT_ONCE):
        with doc.transaction():
            order[at + start : at + start] = list(own_ids[start : start + MOST_AT_ONCE])


def _runs(own_ids: Iterable[str], staying: set[str]) -> list[tuple[int, int]]:
    """From where to where stand ids that do not stay."""
    found, start = [], 0
    for stays, run in groupby(own_ids, staying.__contains__):
        end = start + len(list(run))
        if not stays:
            found.append((start, end))
        start = end
    return found
