"""Writes report.md and report.html of a run; shapes/ types the page's data, filling/ makes it."""

from __future__ import annotations

import gc
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.foundation.atomic_file import make_folder, write_file
from modylbench.publishing.html.document import HtmlPage, document, own_file
from modylbench.publishing.html.inline import json_block, packed_block
from modylbench.publishing.report.filling.media import InlineMedia, LinkedMedia, Sizes
from modylbench.publishing.report.filling.run import run_data
from modylbench.publishing.report.filling.trial import trial_data
from modylbench.publishing.report.filling.work import meeting_in
from modylbench.publishing.report.highlights import highlights
from modylbench.publishing.report.markdown import markdown
from modylbench.publishing.report.shapes.run import MEETING_BLOCK, RUN_BLOCK
from modylbench.publishing.report.summary import (
    cost_text,
    flaky_dimensions,
    heat_map,
    summarize,
    tier_text,
    tiers_reached,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from modylbench.publishing.html.inline import DataBlock
    from modylbench.publishing.report.filling.media import ReportMedia
    from modylbench.publishing.report.filling.work import ReportedMeeting
    from modylbench.publishing.report.highlights import Highlights
    from modylbench.publishing.report.shapes.run import RunData
    from modylbench.runs.run import Run


MARKDOWN, PAGE = "report.md", "report.html"
MOST_WORKERS = 4  # ours: each holds the code of the scenarios, some 200 MB
ENOUGH = 4  # ours: for fewer meetings another process is not worth its start
PACKAGE = "modylbench.publishing.report"
BUNDLE = "page"
"""The folder beside this package that the browser's part is built into; see web/build.mjs."""


@dataclass(frozen=True, slots=True)
class WrittenReport:
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


def write_report(run: Run, home: Path, *, one_file: bool = False, note: str = "") -> WrittenReport:
    """Write both forms into a folder; the same run gives the same bytes.

    `note` is what a reader is to know before all else, such as that it was held elsewhere.
    """
    meetings = meetings_of(run)
    sizes = Sizes.of([meeting.recording for meeting in meetings if meeting.recording is not None])
    media: ReportMedia = sizes.within if one_file else LinkedMedia(home.resolve())
    told = list(_meeting_blocks(meetings, media))
    data = run_data(run, meetings, sizes.media_text(media), is_one_file=one_file)
    if note:
        data["notes"].insert(0, note)
    summaries = {summary["number"]: summary for _, summary in told}
    whole = page(data, summaries, [block for block, _ in told]).encode("utf-8", "replace")
    make_folder(home)
    write_file(markdown(data, summaries).encode("utf-8", "replace"), home / MARKDOWN)
    write_file(whole, home / PAGE)
    return WrittenReport(
        markdown=home / MARKDOWN,
        page=home / PAGE,
        page_bytes=len(whole),
        media=data["media_text"],
        meetings=len(meetings),
        scored=sum(trial["score"] is not None for trial in data["trials"]),
        has_bundle=bool(bundle()[0]),
    )


def meetings_of(run: Run) -> list[ReportedMeeting]:
    """Every trial that is meant, with what there is of it."""
    trials = run.plan.trials if run.plan is not None else ()
    plan = {run.folder / trial.folder: (trial.scenario_id, trial.seed) for trial in trials}
    return [
        meeting_in(folder, number, planned=plan.get(folder))
        for number, folder in enumerate(run.trials)
    ]


def page(run: RunData, summaries: Mapping[int, Highlights], blocks: Sequence[DataBlock]) -> str:
    """The page: its static part, and the data and the script that show the meetings."""
    script, style = bundle()
    return document(
        HtmlPage(
            package=PACKAGE,
            template="report.html",
            title=f"{run['agent']['name'] or 'Unknown agent'}: ModylBench report",
            values={
                "run": run,
                "summaries": {
                    trial["number"]: summaries.get(trial["number"]) for trial in run["trials"]
                },
                "in_short": summarize(run, summaries),
                "heat": heat_map(run),
                "flaky": flaky_dimensions(run),
                "tiers": tiers_reached(run),
                "scored": sum(trial["score"] is not None for trial in run["trials"]),
                "has_bundle": bool(script),
                "tier_text": tier_text,
                "cost_text": cost_text,
            },
            styles=(own_file(PACKAGE, "styles", "static.css"), *filter(None, [style])),
            scripts=tuple(filter(None, [script])),
            blocks=(json_block(RUN_BLOCK, run), *blocks),
        )
    )


def bundle() -> tuple[str, str]:
    """The script and the style of the browser's part; both empty where it was never built."""
    folder = resources.files("modylbench.publishing").joinpath(BUNDLE)
    script, style = folder.joinpath("report.js"), folder.joinpath("report.css")
    if not script.is_file():
        return "", ""
    styled = style.read_text(encoding="utf-8") if style.is_file() else ""
    return script.read_text(encoding="utf-8"), styled


def _meeting_blocks(
    meetings: Sequence[ReportedMeeting], media: ReportMedia
) -> Iterable[tuple[DataBlock, Highlights]]:
    """The block and the summary of every meeting that was held, in their order."""
    held = [meeting for meeting in meetings if meeting.recording is not None]
    workers = min(os.cpu_count() or 1, MOST_WORKERS)
    if len(held) <= ENOUGH or workers == 1 or isinstance(media, InlineMedia):
        return [_meeting_block(meeting, media) for meeting in held]
    try:
        with ProcessPoolExecutor(workers, initializer=gc.disable) as pool:
            return list(pool.map(_meeting_block, held, [media] * len(held)))
    except BrokenProcessPool:  # one was killed, most likely for want of memory
        return [_meeting_block(meeting, media) for meeting in held]


def _meeting_block(meeting: ReportedMeeting, media: ReportMedia) -> tuple[DataBlock, Highlights]:
    if meeting.recording is None:
        message = f"{meeting.folder}: there is no recording to tell of"
        raise ValueError(message)
    data = trial_data(meeting, meeting.recording, media)
    name = MEETING_BLOCK.format(number=meeting.number)
    return packed_block(name, data), highlights(data)
