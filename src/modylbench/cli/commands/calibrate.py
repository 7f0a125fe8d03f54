"""`modylbench calibrate`: how far judges can be trusted to see defects that were planted."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

import click

from modylbench.cli.arguments import ALL, PRICES, options_as, parse_names, parse_seeds
from modylbench.cli.printing.tables import table_lines
from modylbench.foundation.errors import UnknownName, UserMistake

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.agents.planted.defects import Defect
    from modylbench.pipeline.calibration import CleanScore, DefectSample, Detection
    from modylbench.pipeline.equipment import RunOptions
    from modylbench.pipeline.panel.choice import Panel, PanelChoice
    from modylbench.providers.models.options import JudgingOptions

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


@dataclass(frozen=True, kw_only=True)
class CalibrationRequest:
    """The options of `modylbench calibrate judges` by their names."""

    judges: str
    scenarios: str
    seeds: str
    defects: str
    mode: Literal["text", "multimodal"]
    audio: bool
    no_screens: bool
    judging: JudgingOptions
    as_json: bool


@click.group()
def command() -> None:
    """How far what we measure with can be trusted."""


@command.command("judges")
@click.option(
    "--judges",
    default="offline",
    show_default=True,
    help="Who judges, with commas between: offline, default, or models as for `evaluate`.",
)
@click.option("--base-url", default="", help="The address of an OpenAI-compatible server.")
@click.option("--scenarios", default=ALL, show_default=True, help="Names with commas between.")
@click.option("--seeds", default="0-2", show_default=True, help="7, 0-9 or 0,3,5-9.")
@click.option("--defects", default=ALL, show_default=True, help="Names with commas between.")
@click.option(
    "--mode",
    type=click.Choice(["text", "multimodal"]),
    default="text",
    show_default=True,
    help="Whether models get words alone, or pictures and sound as well.",
)
@click.option("--audio", is_flag=True, help="Meetings with sound.")
@click.option("--no-screens", is_flag=True, help="No pictures: no defects that need them.")
@click.option(
    "--max-cost",
    "max_cost_usd",
    type=click.FloatRange(min=0),
    help="US dollars for models at most.",
)
@PRICES
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@options_as(CalibrationRequest)
def judges(request: CalibrationRequest) -> int:
    """Plant known defects in a perfect agent's meetings, and see which judge notices.

    One defect at a time, each in several severities, is compared with the same meeting without it.
    Detected is what is rated lower by half a point or more on a dimension that it should move. A
    false alarm is a clean subject that is rated as much lower than at other seeds. AUC is the
    chance that a clean subject is rated higher than a spoilt one, ties half.
    """
    from modylbench.pipeline.calibration import DefectSample, detections

    found = asyncio.run(_samples(request))
    spoilt = [sample for sample in found if isinstance(sample, DefectSample)]
    clean = [sample for sample in found if not isinstance(sample, DefectSample)]
    overall = detections(spoilt, clean, by_defect=False)
    by_defect = detections(spoilt, clean, by_defect=True)
    if request.as_json:
        listed = {
            "judges": [asdict(row) for row in overall],
            "defects": [asdict(row) for row in by_defect],
            "samples": [asdict(sample) for sample in spoilt],
        }
        click.echo(json.dumps(listed, indent=2))
    else:
        rows = [_cells(row) for row in [*overall, *by_defect]]
        click.echo("\n".join(table_lines(HEADINGS, rows)))
    return 0


async def _samples(request: CalibrationRequest) -> list[DefectSample | CleanScore]:
    """All samples; defects that need screens, and models that look, get them, others do not."""
    from modylbench.cli.planning import own_run_options
    from modylbench.pipeline.panel.choice import open_panel
    from modylbench.scenarios.catalogue import available, scenario

    choice, wanted = _panel(request), _defects(request)
    names = parse_names(request.scenarios) or tuple(available())
    for name in names:
        scenario(name)  # a file that cannot be read is said before any work begins
    meetings = [(name, seed) for name in names for seed in parse_seeds(request.seeds)]
    looks = not request.no_screens and request.mode == "multimodal"
    found: list[DefectSample | CleanScore] = []
    async with open_panel(choice) as panel:
        for needs in ("", SCREENS):
            defects = [defect for defect in wanted if defect.needs == needs]
            if defects and not (needs and request.no_screens):
                options = own_run_options(has_audio=request.audio, has_screens=bool(needs) or looks)
                found += await _sample(meetings, defects, panel, options)
    return found


async def _sample(
    meetings: Sequence[tuple[str, int]],
    defects: Sequence[Defect],
    panel: Panel,
    options: RunOptions,
) -> list[DefectSample | CleanScore]:
    """Every meeting, by scenario and seed, with each of the defects and without any."""
    from modylbench.pipeline.calibration import CalibrationBench, samples
    from modylbench.pipeline.equipment import open_equipment
    from modylbench.scenarios.catalogue import scenario
    from modylbench.scenarios.variant import instantiate

    found: list[DefectSample | CleanScore] = []
    with open_equipment(options) as equipment:
        for name, seed in meetings:
            bench = CalibrationBench(instantiate(scenario(name), seed), equipment, panel)
            found += [sample async for sample in samples(bench, defects)]
            click.echo(f"{name} at seed {seed}: {len(found):,} ratings", err=True)
    return found


def _panel(request: CalibrationRequest) -> PanelChoice:
    from modylbench.cli.judging import choose_panel
    from modylbench.evaluation.evaluate.options import EvaluationOptions

    panel = choose_panel(
        request.judges,
        EvaluationOptions(mode=request.mode, transcripts="captions"),
        request.judging,
    )
    if panel is None:
        raise UserMistake(NOBODY)
    return panel


def _defects(request: CalibrationRequest) -> list[Defect]:
    from modylbench.agents.planted.defects import DEFECTS

    wanted = parse_names(request.defects) or tuple(DEFECTS)
    for name in wanted:
        if name not in DEFECTS:
            raise UnknownName("defect", name, DEFECTS)
    return [DEFECTS[name] for name in wanted]


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
