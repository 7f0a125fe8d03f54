"""Runs that were held, as frames: `load` and what it gives back."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typing_extensions import override

from modylbench.api.frames import check_library, frame_of
from modylbench.api.player import Player
from modylbench.api.rows import TABLES, MeetingRecords
from modylbench.cli.judging import whole_runs_in
from modylbench.foundation.errors import UserMistake

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from modylbench.api.frames import FrameLibrary
    from modylbench.runs.run import Run


def load(path: str | PathLike[str], *, frames: FrameLibrary = "pandas") -> Results:
    """The runs at a path: of a folder of runs, one run, one scenario in it, or one meeting.

    `frames` says whether tables are frames of pandas or of polars. Raises an error that says what
    was found and expected where there are no runs, or a record was changed since it was made.
    """
    check_library(frames)
    return Results(whole_runs_in([Path(path)]), frames=frames)


class Results:
    """The meetings of one run or of several.

    Each table is a frame, made when it is first asked for; the columns `run`, `agent`, `scenario`
    and `seed` say in all of them which meeting a row is of, so that they can be joined.
    """

    def __init__(self, runs: Sequence[Run], *, frames: FrameLibrary = "pandas") -> None:
        """Of runs that were read already: `load` and `hold` make one."""
        self._runs = tuple(runs)
        self._frames: FrameLibrary = frames
        self._meetings = [MeetingRecords(run, folder) for run in runs for folder in run.trials]

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders of the runs."""
        return tuple(run.folder for run in self._runs)

    @cached_property
    def meetings(self) -> Any:
        """A row a meeting: score, tier, journey, destination, what capped it, how it ended."""
        return self._table("meetings")

    @cached_property
    def turns(self) -> Any:
        """A row a turn: what was asked and answered, when, and its score by dimension."""
        return self._table("turns")

    @cached_property
    def findings(self) -> Any:
        """A row a criterion that code checked: verdict, expected, found, the reason."""
        return self._table("findings")

    @cached_property
    def edits(self) -> Any:
        """A row an edit of a work product: type, place, old and new value, whether it is right."""
        return self._table("edits")

    @cached_property
    def utterances(self) -> Any:
        """A row for all that was said or written: who, to whom, when."""
        return self._table("utterances")

    @cached_property
    def metrics(self) -> Any:
        """A row a metric of a meeting: value, unit, and which way is better."""
        return self._table("metrics")

    def play(self, scenario: str = "", seed: int | None = None) -> Player:
        """The player of one meeting, which a notebook shows inline.

        The first meeting that was held, of that scenario and at that seed where they are named.
        """
        there = [
            meeting
            for meeting in self._meetings
            if meeting.recording is not None
            and scenario in ("", meeting.scenario_id)
            and seed in (None, meeting.seed)
        ]
        if not there:
            asked = " ".join(filter(None, (scenario, "" if seed is None else f"seed {seed}")))
            message = f"found no meeting {asked}, expected one of those in `meetings`"
            raise UserMistake(message)
        return Player(there[0].folder)

    def __len__(self) -> int:
        return len(self._meetings)

    @override
    def __repr__(self) -> str:
        scored = sum(meeting.card is not None for meeting in self._meetings)
        runs = ", ".join(run.folder.name for run in self._runs)
        return f"<Results of {runs}: {len(self)} meetings, {scored} with a score>"

    def _table(self, name: str) -> Any:
        table = TABLES[name]
        rows = (row for meeting in self._meetings for row in table.rows(meeting))
        return frame_of(rows, table.columns, self._frames)
