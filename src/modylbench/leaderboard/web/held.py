"""How often was each meeting of a submission tried? Its checked records tell."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake
from modylbench.leaderboard.web.models import Meetings
from modylbench.recording.reading import read
from modylbench.runs.plan import FILE, Plan

if TYPE_CHECKING:
    from pathlib import Path

MOST_KEPT = 1000  # ours: what is kept of each is a few lines


@lru_cache(MOST_KEPT)
def held_in(folder: Path) -> Meetings | None:
    """What the unpacked records of an accepted submission say, which never change any more."""
    try:
        plan = Plan.model_validate_json((folder / FILE).read_bytes())
        settings = {trial.folder: read(folder / trial.folder).setting for trial in plan.trials}
    except (OSError, ValueError, UserMistake):
        return None
    spoilt = (
        f"{place}, try {number}: {why}"
        for place, setting in settings.items()
        for number, why in enumerate(setting.spoilt, 1)
    )
    return Meetings(
        counted=len(settings),
        held=sum(setting.attempt for setting in settings.values()),
        spoilt=tuple(spoilt),
    )
