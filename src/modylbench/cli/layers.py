"""Which layers does a list such as `1,3` switch off?"""

from __future__ import annotations

from modylbench.foundation.errors import UserMistake, quoted

ELSEWHERE = {
    1: "`modylbench score --layers-off 1`",
    2: "`modylbench score --layers-off 2`",
    3: "`modylbench score --layers-off 3`",
    4: "`modylbench evaluate --layers-off 4`",
    5: "`modylbench run --edge-cases none`",
    6: "`modylbench score --layers-off 6`",
}
"""Each layer is switched in the stage where it works (SPEC 3)."""


def parse_layers(text: str, here: frozenset[int]) -> tuple[int, ...]:
    """The layers named; raises UserMistake for one that is not switched here.

    >>> parse_layers("3, 1", frozenset({1, 2, 3, 6}))
    (1, 3)
    """
    found: set[int] = set()
    for part in filter(None, (part.strip() for part in text.split(","))):
        if part not in map(str, ELSEWHERE):
            message = f"found the layer {quoted(part)}, expected some of {_listed(here)}"
            raise UserMistake(message)
        if int(part) not in here:
            message = f"layer {part} is not switched here; use {ELSEWHERE[int(part)]}"
            raise UserMistake(message)
        found.add(int(part))
    return tuple(sorted(found))


def _listed(layers: frozenset[int]) -> str:
    return ", ".join(str(layer) for layer in sorted(layers))
