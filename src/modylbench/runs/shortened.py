"""How is a scenario held in part, for a quick look?"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake, quoted

if TYPE_CHECKING:
    from modylbench.scenarios.variant import Variant

_BEATS = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")


def shortened(variant: Variant, beats: str) -> Variant:
    """The scenario with the beats asked for, such as `1-2`, alone; not official then.

    Turns keep their numbers, and what earlier beats would have reached counts as not reached.
    """
    if not beats:
        return variant
    scenario = variant.scenario
    first, last = beat_range(beats, len(scenario.turns))
    turns = scenario.turns[first - 1 : last]
    closing = scenario.closing if last == len(scenario.turns) else None
    metadata = {**scenario.metadata, "official": False}
    part = {"turns": turns, "closing": closing, "metadata": metadata}
    scenario = scenario.model_copy(update=part)
    said = {slot.turn_index for slot in scenario.human_turns()}
    expected = tuple(
        mutation for mutation in scenario.expected_mutations if mutation.turn_index in said
    )
    scenario = scenario.model_copy(update={"expected_mutations": expected})
    return replace(variant, scenario=scenario)


def beat_range(text: str, beats: int) -> tuple[int, int]:
    """The first and the last beat of a range.

    >>> beat_range("2", 8), beat_range("1-3", 8)
    ((2, 2), (1, 3))
    """
    found = _BEATS.fullmatch(text.strip())
    first = int(found[1]) if found else 0
    last = int(found[2] or found[1]) if found else 0
    if not 1 <= first <= last <= beats:
        message = f"found the beats {quoted(text)}, expected some of 1-{beats}, such as 1-2"
        raise UserMistake(message)
    return first, last
