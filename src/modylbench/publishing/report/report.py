"""How are report.md and report.html made of a run?"""

from __future__ import annotations

import gc
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.foundation.atomic_file import open_atomic
from modylbench.foundation.errors import BadFile
from modylbench.publishing.html.inline import packed_block
from modylbench.publishing.report.content.media import Beside, Sizes, Within
from modylbench.publishing.report.content.meeting import meeting_in
from modylbench.publishing.report.content.run import run_data
from modylbench.publishing.report.content.trial import trial_data
from modylbench.publishing.report.data.run import MEETING_BLOCK
from modylbench.publishing.report.highlights import highlights
from modylbench.publishing.report.markdown import markdown
from modylbench.publishing.report.page import bundle, page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.publishing.html.inline import Block
    from modylbench.publishing.report.content.media import Media
    from modylbench.publishing.report.content.meeting import Meeting
    from modylbench.publishing.report.highlights import Highlights
    from modylbench.runs.run import Run

MARKDOWN, PAGE = "report.md", "report.html"
MOST_WORKERS = 4  # ours: each holds the code of the scenarios, some 200 MB
ENOUGH = 4  # ours: for fewer meetings another process is not worth its start


@dataclass(frozen=True, slots=True)
class Written:
    """What was written, and how large it is."""

    markdown: Path
    page: Path
    page_bytes: int
    media: str
    """Where its pictures and sound are, and what of them is left out."""
    meetings: int
    scored: int
    has_bundle: bool


def home_of(run: Run) -> Path:
    """Where a report belongs: the run's folder, or that of the meetings which alone are meant."""
    if run.is_meant_whole:
        return run.folder
    return Path(os.path.commonpath([str(trial) for trial in run.trials]))


def write_report(run: Run, home: Path, *, one_file: bool = False) -> Written:
    """Write both forms into a folder; the same run gives the same bytes."""
    meetings = meetings_of(run)
    sizes = Sizes.of([meeting.recording for meeting in meetings if meeting.recording is not None])
    media: Media = sizes.within if one_file else Beside(home.resolve())
    told = list(_told(meetings, media))
    data = run_data(run, meetings, sizes.told(media), is_one_file=one_file)
    summaries = {one["number"]: one for _, one in told}
    whole = page(data, summaries, [block for block, _ in told]).encode("utf-8", "replace")
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(home, "", f"cannot be made ({error.strerror})") from error
    _write(home / MARKDOWN, markdown(data, summaries).encode("utf-8", "replace"))
    _write(home / PAGE, whole)
    return Written(
        markdown=home / MARKDOWN,
        page=home / PAGE,
        page_bytes=len(whole),
        media=data["media_text"],
        meetings=len(meetings),
        scored=sum(one["score"] is not None for one in data["trials"]),
        has_bundle=bool(bundle()[0]),
    )


def meetings_of(run: Run) -> list[Meeting]:
    """Every trial that is meant, with what there is of it."""
    trials = run.plan.trials if run.plan is not None else ()
    plan = {run.folder / trial.folder: (trial.scenario_id, trial.seed) for trial in trials}
    return [
        meeting_in(folder, number, planned=plan.get(folder))
        for number, folder in enumerate(run.trials)
    ]


def _told(meetings: Sequence[Meeting], media: Media) -> Iterable[tuple[Block, Highlights]]:
    """The block and the summary of every meeting that was held, in their order."""
    held = [meeting for meeting in meetings if meeting.recording is not None]
    workers = min(os.cpu_count() or 1, MOST_WORKERS)
    if len(held) <= ENOUGH or workers == 1 or isinstance(media, Within):
        return [_one(meeting, media) for meeting in held]
    try:
        with ProcessPoolExecutor(workers, initializer=gc.disable) as pool:
            return list(pool.map(_one, held, [media] * len(held)))
    except BrokenProcessPool:  # one was killed, most likely for want of memory
        return [_one(meeting, media) for meeting in held]


def _one(meeting: Meeting, media: Media) -> tuple[Block, Highlights]:
    if meeting.recording is None:
        message = f"{meeting.folder}: there is no recording to tell of"
        raise ValueError(message)
    data = trial_data(meeting, meeting.recording, media)
    name = MEETING_BLOCK.format(number=meeting.number)
    return packed_block(name, data), highlights(data)


def _write(path: Path, content: bytes) -> None:
    with open_atomic(path) as file:
        file.write(content)
