"""Which agents are sent against the framework, and what for?"""

from __future__ import annotations

from typing import Literal

from modylbench.foundation.errors import UnknownName

Kind = Literal["reference", "attack", "nuisance"]

ROSTER: dict[str, Kind] = {
    "oracle": "reference",
    "text_only": "reference",
    "polite_but_wrong": "attack",
    "style_over_substance": "attack",
    "template_replay": "attack",
    "mean_anchor": "attack",
    "output_mismatch": "attack",
    "judge_injector": "attack",
    "sycophant": "attack",
    "hallucinator": "attack",
    "gambler": "attack",
    "silent": "attack",
    "rewriter": "nuisance",
    "interrupter": "nuisance",
}


def roster(names: tuple[str, ...]) -> dict[str, Kind]:
    """The agents of these names, all without any; each once, in the order of the roster."""
    for name in names:
        if name not in ROSTER:
            raise UnknownName("red-team agent", name, ROSTER)
    return {name: kind for name, kind in ROSTER.items() if not names or name in names}
