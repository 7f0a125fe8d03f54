"""Wires and prints `modylbench calibrate judges`."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import click

from modylbench.agents.planted.defects import DEFECTS
from modylbench.cli.held_by_us import means_of
from modylbench.cli.settings import cache_folder, service_keys
from modylbench.evaluation.evaluate.manner import Manner
from modylbench.foundation.errors import UnknownName, UserMistake
from modylbench.pipeline.calibration.report import detections
from modylbench.pipeline.calibration.samples import Bench, Sample, samples
from modylbench.pipeline.equipment import equipped
from modylbench.pipeline.panel_choice import PanelChoice, check_names, panel_names, seated
from modylbench.scenarios.catalogue import available, scenario
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.agents.planted.defects import Defect
    from modylbench.pipeline.calibration.report import Detection
    from modylbench.pipeline.calibration.samples import CleanScore
    from modylbench.pipeline.measure import Panel

ALL = "all"
SCREENS = "screens"
HEADINGS = (
    "judge",
    "dimension",
    "defect",
    "rated",
    "detected",
    "false alarms",
    "AUC",
    "by severity",
)
NOBODY = "expected judges: offline, default, or models; nobody was named"


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for, checked."""

    choice: PanelChoice
    scenarios: tuple[str, ...]
    seeds: tuple[int, ...]
    defects: tuple[Defect, ...]
    has_audio: bool
    has_screens: bool


def calibrated(asked: dict[str, Any]) -> int:
    """Hold the meetings, have them judged, and print what was noticed."""
    request = _request(asked)
    found = asyncio.run(_found(request))
    spoilt = [one for one in found if isinstance(one, Sample)]
    clean = [one for one in found if not isinstance(one, Sample)]
    overall = detections(spoilt, clean, by_defect=False)
    by_defect = detections(spoilt, clean, by_defect=True)
    if asked["as_json"]:
        listed = {
            "judges": [asdict(row) for row in overall],
            "defects": [asdict(row) for row in by_defect],
            "samples": [asdict(one) for one in spoilt],
        }
        click.echo(json.dumps(listed, indent=2))
    else:
        for line in _table([*overall, *by_defect]):
            click.echo(line)
    return 0


def _request(asked: dict[str, Any]) -> Request:
    names = panel_names(asked["judges"])
    if not names:
        raise UserMistake(NOBODY)
    choice = PanelChoice(
        names=names,
        manner=Manner(mode=asked["mode"], transcripts="captions"),
        answers=cache_folder() / "judges",
        base_url=asked["base_url"],
        keys=service_keys(),
        max_cost_usd=asked["max_cost"],
        prices=asked["prices"],
    )
    check_names(choice)
    wanted = _names(asked["defects"]) or tuple(DEFECTS)
    for name in wanted:
        if name not in DEFECTS:
            raise UnknownName("defect", name, DEFECTS)
    scenarios = _names(asked["scenarios"]) or tuple(available())
    for name in scenarios:
        scenario(name)
    return Request(
        choice=choice,
        scenarios=scenarios,
        seeds=asked["seeds"],
        defects=tuple(DEFECTS[name] for name in wanted),
        has_audio=asked["audio"],
        has_screens=not asked["no_screens"],
    )


async def _found(request: Request) -> list[Sample | CleanScore]:
    """All samples; defects that need screens, and models that look, get them, others do not."""
    found: list[Sample | CleanScore] = []
    async with seated(request.choice) as panel:
        for needs in ("", SCREENS):
            defects = [defect for defect in request.defects if defect.needs == needs]
            if defects and (not needs or request.has_screens):
                looks = request.has_screens and request.choice.manner.mode == "multimodal"
                found += await _held(request, defects, panel, has_screens=bool(needs) or looks)
    return found


async def _held(
    request: Request, defects: Sequence[Defect], panel: Panel, *, has_screens: bool
) -> list[Sample | CleanScore]:
    found: list[Sample | CleanScore] = []
    with equipped(means_of(has_audio=request.has_audio, has_screens=has_screens)) as equipment:
        for name in request.scenarios:
            for seed in request.seeds:
                bench = Bench(instantiate(scenario(name), seed), equipment, panel)
                found += [sample async for sample in samples(bench, defects)]
                click.echo(f"{name} at seed {seed}: {len(found):,} ratings", err=True)
    return found


def _names(text: str) -> tuple[str, ...]:
    return () if text == ALL else tuple(name.strip() for name in text.split(","))


def _table(rows: Sequence[Detection]) -> Iterator[str]:
    lines = [HEADINGS, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    for line in lines:
        parts = (part.ljust(width) for part, width in zip(line, widths, strict=True))
        yield "  ".join(parts).rstrip()


def _cells(row: Detection) -> tuple[str, ...]:
    return (
        row.judge,
        row.dimension,
        row.defect or "all",
        f"{row.rated} of {row.planted}",
        _percent(row.detection_rate),
        _percent(row.false_alarm_rate),
        "-" if row.auc is None else f"{row.auc:.2f}",
        " ".join(_percent(share) for share in row.by_level.values()),
    )


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.0%}"
