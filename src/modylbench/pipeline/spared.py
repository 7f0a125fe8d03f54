"""Which trials have other models judged, and what becomes of what they said?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from modylbench.foundation.errors import UserMistake
from modylbench.runs.records import evaluation_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.evaluation.judging.judge import Judge

WhatOthersJudged = Literal["refuse", "replace", "keep"]
"""What becomes of an evaluation by models that are not the panel asked for: it has cost money."""


def spared(
    trials: Sequence[Path], judges: Sequence[Judge], others: WhatOthersJudged
) -> frozenset[Path]:
    """The trials that are only weighed; raises UserMistake where there must be none."""
    if others == "replace":
        return frozenset()
    found = {folder: before for folder in trials if (before := _other_models(folder, judges))}
    if found and others == "refuse":
        folder, before = next(iter(found.items()))
        message = (
            f"{folder.parent.name}/{folder.name} was judged by {', '.join(before)}; name the same "
            "judges to keep that, or add --replace to judge it anew"
        )
        raise UserMistake(message)
    return frozenset(found)


def _other_models(folder: Path, judges: Sequence[Judge]) -> list[str]:
    """The models that have judged the trial, if they are not these."""
    kept = evaluation_in(folder)
    models = [one.name for one in kept.panel if one.kind == "model"] if kept is not None else []
    return [] if {*models} == {judge.card.name for judge in judges} else models
