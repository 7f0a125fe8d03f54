"""`modylbench calibrate`: how far judges and locators can be trusted, tried on known defects."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

import click

from modylbench.cli.arguments import (
    ALL,
    BASE_URL,
    MAX_COST,
    PATH,
    PRICES,
    SCENARIOS,
    options_as,
    parse_names,
    parse_seeds,
)
from modylbench.cli.commands.calibrate_people import human_baseline, norms
from modylbench.cli.printing.tables import table_lines
from modylbench.foundation.errors import UnknownName, UserMistake

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.agents.planted.defects import Defect
    from modylbench.evaluation.locating.locator import Locator
    from modylbench.evaluation.locations import LocatorCalibration
    from modylbench.pipeline.calibration import CleanScore, DefectSample, Detection
    from modylbench.pipeline.equipment import RunOptions
    from modylbench.pipeline.locator_calibration import FileSet, Tally
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


command.add_command(norms)
command.add_command(human_baseline)


@command.command("judges")
@click.option(
    "--judges",
    default="offline",
    show_default=True,
    help="Who judges, with commas between: offline, default, or models as for `evaluate`.",
)
@BASE_URL
@SCENARIOS
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
@MAX_COST
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


@dataclass(frozen=True, kw_only=True)
class LocatorCalibrationRequest:
    """The options of `modylbench calibrate locator` by their names."""

    locator: str
    scenarios: str
    seeds: str
    sets: tuple[Path, ...]
    judging: JudgingOptions
    as_json: bool


@command.command("locator")
@click.option("--locator", required=True, help="A model, or two with a comma, as for `evaluate`.")
@BASE_URL
@SCENARIOS
@click.option("--seeds", default="0-3", show_default=True, help="7, 0-9 or 0,3,5-9.")
@click.option(
    "--set",
    "sets",
    type=PATH,
    multiple=True,
    help="A folder of files by other people, with a manifest.json as docs/locator.md shows.",
)
@MAX_COST
@PRICES
@click.option("--json", "as_json", is_flag=True, help="Print the record as JSON.")
@options_as(LocatorCalibrationRequest)
def locator(request: LocatorCalibrationRequest) -> int:
    """Count how often a locator makes pass what should not, and keep that under a signature.

    In a perfect agent's products half of the figures are moved or taken out, and the locator is
    asked for all of them. Its values count in `run`, `evaluate` and `verify` only with a record of
    at most 1 % false passes and false failures, each among 300 figures or more.

    Exit code 1 where they do not count by it.
    """
    calibration = asyncio.run(_calibrate_locator(request))
    problem = calibration.problem
    if request.as_json:
        listed = {**calibration.model_dump(mode="json"), "counts": not problem, "reason": problem}
        click.echo(json.dumps(listed, indent=2))
    else:
        click.echo(f"{calibration.false_passes} false passes in {calibration.corrupted} figures")
        click.echo(f"{calibration.false_failures} false failures in {calibration.right} figures")
        click.echo(f"{calibration.taken} values taken, {calibration.failures} products failed")
        click.echo(f"its values do not count: {problem}" if problem else "its values count")
    return 1 if problem else 0


async def _calibrate_locator(request: LocatorCalibrationRequest) -> LocatorCalibration:
    from modylbench.cli.judging import choose_locator_alone
    from modylbench.cli.locator import keep_calibration
    from modylbench.pipeline.locator_calibration import Tally, try_on_variant
    from modylbench.pipeline.panel.choice import open_locator
    from modylbench.scenarios.catalogue import scenario, scenario_names
    from modylbench.scenarios.variant import instantiate

    choice = choose_locator_alone(request.locator, request.judging)
    sources = [scenario(name) for name in scenario_names(parse_names(request.scenarios))]
    file_sets = [entry for folder in request.sets for entry in _file_sets(folder)]
    tally = Tally()
    async with open_locator(choice) as asking:
        for source in sources:
            for seed in parse_seeds(request.seeds):
                await try_on_variant(asking, instantiate(source, seed), tally)
                click.echo(f"{source.id} at seed {seed}: {tally.taken:,} values taken", err=True)
        for folder, file_set in file_sets:
            await _try_files(asking, folder, file_set, tally)
        calibration = tally.calibration(asking)
    path = keep_calibration(calibration, tally.exchanges)
    click.echo(f"kept as {path}", err=True)
    return calibration


def _file_sets(folder: Path) -> list[tuple[Path, FileSet]]:
    from modylbench.foundation.record import read_record
    from modylbench.pipeline.locator_calibration import FileSets

    return [(folder, entry) for entry in read_record(FileSets, folder / "manifest.json").sets]


async def _try_files(located_by: Locator, folder: Path, file_set: FileSet, tally: Tally) -> None:
    from modylbench.cli.handed_in import as_expected, read_handed_in
    from modylbench.evaluation.verification.evidence import Expectations
    from modylbench.pipeline.locator_calibration import try_on_files
    from modylbench.scenarios.catalogue import scenario
    from modylbench.scenarios.variant import instantiate

    variant = instantiate(scenario(file_set.scenario), file_set.seed)
    expectations = Expectations.of_variant(variant)
    readings = {folder / name: read_handed_in(folder / name) for name in file_set.files}
    products = as_expected(readings, expectations)
    await try_on_files(located_by, variant, products, file_set, tally)


async def _samples(request: CalibrationRequest) -> list[DefectSample | CleanScore]:
    """All samples; defects that need screens, and models that look, get them, others do not."""
    from modylbench.cli.planning import own_run_options
    from modylbench.pipeline.panel.choice import open_panel
    from modylbench.scenarios.catalogue import scenario, scenario_names

    choice, wanted = _panel(request), _defects(request)
    names = scenario_names(parse_names(request.scenarios))
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
