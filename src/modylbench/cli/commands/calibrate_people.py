"""`modylbench calibrate norms` and `human-baseline`: dynamics, by how real people behave."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import NORMS, PATH, options_as
from modylbench.cli.printing.tables import table_lines
from modylbench.foundation.errors import BadFile, UserMistake, short_repr

if TYPE_CHECKING:
    from modylbench.evaluation.dynamics.norms import Norms
    from modylbench.evaluation.dynamics.people.corpus import Corpus
    from modylbench.evaluation.dynamics.people.human_baseline import HumanBaseline

PROBABILITIES = (0.1, 0.25, 0.5, 0.75, 0.9, 0.99)
RTTM = click.option(
    "--rttm", type=PATH, help="A folder of RTTM files: who spoke when in real meetings."
)
RECORDINGS = click.option(
    "--recordings", type=PATH, help="A folder of our own recordings; only people count."
)


@dataclass(frozen=True, kw_only=True)
class NormsRequest:
    """The options of `modylbench calibrate norms` by their names."""

    rttm: Path | None
    recordings: Path | None
    name: str | None
    source: str
    out: Path | None


@click.command("norms")
@RTTM
@RECORDINGS
@click.option("--name", help="What to call the reference.  [default: the folder's name]")
@click.option(
    "--source", default="", help="Where the meetings are from, in words: kept in the file."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file to write.  [default: NAME.norms.json here, where --norms NAME finds it]",
)
@options_as(NormsRequest)
def norms(request: NormsRequest) -> int:
    """Make a reference for dynamics of how people behave in meetings of their own.

    Offsets, yields, collisions, entries, backchannels and shares of speaking are counted by the
    same code as an agent's, and kept as quantiles. The same meetings give the same bytes; a file
    that was edited is refused.
    """
    from modylbench.evaluation.dynamics.norms import OWN_ENDING
    from modylbench.evaluation.dynamics.people.reference import norms_of
    from modylbench.foundation.record import write_record

    folder, corpus = _corpus(request.rttm, request.recordings)
    name = _name(request.name if request.name is not None else folder.resolve().stem)
    out = request.out or Path(f"{name}{OWN_ENDING}")
    made = norms_of(corpus, name, request.source.strip() or f"{corpus.kind} in {folder.name}")
    write_record(made, out)
    click.echo("\n".join(_summary(made)))
    click.echo(f"kept as {out}", err=True)
    return 0


@dataclass(frozen=True, kw_only=True)
class HumanBaselineRequest:
    """The options of `modylbench calibrate human-baseline` by their names."""

    rttm: Path | None
    recordings: Path | None
    norms: str
    leave_one_out: bool
    as_json: bool


@click.command("human-baseline")
@RTTM
@RECORDINGS
@NORMS
@click.option(
    "--leave-one-out",
    is_flag=True,
    help="Hold each meeting against the others, not against the reference.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@options_as(HumanBaselineRequest)
def human_baseline(request: HumanBaselineRequest) -> int:
    """Measure every person of real meetings as if they were the agent.

    Only by the metrics that need nothing but who talks when. Where people do badly, the metric is
    wrong and not they.
    """
    from modylbench.cli.norms import choose_norms
    from modylbench.evaluation.dynamics.people.human_baseline import measure_people

    reference = None if request.leave_one_out else choose_norms(request.norms)
    folder, corpus = _corpus(request.rttm, request.recordings)
    if reference is None and len(corpus.meetings) == 1:
        raise BadFile(folder, "", "holds one meeting, expected others for --leave-one-out")
    found = measure_people(corpus.meetings, reference)
    if request.as_json:
        click.echo(json.dumps(asdict(found), indent=2))
    else:
        click.echo("\n".join(_baseline_lines(found)))
    return 0


def _corpus(rttm: Path | None, recordings: Path | None) -> tuple[Path, Corpus]:
    """The folder named, and the meetings in it."""
    from modylbench.evaluation.dynamics.people.corpus import read_recordings
    from modylbench.evaluation.dynamics.people.rttm import read_rttm

    if rttm is not None and recordings is None:
        return rttm, read_rttm(rttm)
    if recordings is not None and rttm is None:
        return recordings, read_recordings(recordings)
    found = "neither" if rttm is None else "both"
    message = f"found {found} of --rttm and --recordings, expected one of them"
    raise UserMistake(message)


def _name(text: str) -> str:
    from pydantic import TypeAdapter, ValidationError

    from modylbench.foundation.record import Identifier

    try:
        return TypeAdapter(Identifier).validate_python(text)
    except ValidationError as error:
        message = f"found the name {short_repr(text)}, expected letters, digits, `_`, `.` and `-`"
        raise UserMistake(message) from error


def _summary(made: Norms) -> list[str]:
    from modylbench.evaluation.dynamics.people.reference import DISTRIBUTIONS

    headings = ("", "n", *(f"P{probability * 100:g}" for probability in PROBABILITIES))
    rows = []
    for field in DISTRIBUTIONS:
        found = getattr(made, field)
        figures = ["-"] * len(PROBABILITIES)
        if found is not None:
            figures = [f"{found.at(probability):.2f}" for probability in PROBABILITIES]
        rows.append((field, "0" if found is None else f"{found.n:,}", *figures))
    head = f"{made.label}: {made.meetings:,} meetings, {made.people:,} people"
    inequality = "-" if made.gini is None else f"{made.gini:.2f}"
    return [head, *table_lines(headings, rows), f"Gini of speaking time: {inequality}"]


def _baseline_lines(found: HumanBaseline) -> list[str]:
    headings = ("", "n", "mean", *(f"P{probability}" for probability in (1, 10, 25, 50, 75, 90)))
    rows = [
        (
            symbol,
            f"{scores.n:,}",
            "-" if scores.mean is None else f"{scores.mean:.2f}",
            *(f"{value:.2f}" for value in scores.quantiles.values()),
            *("-" for _ in range(0 if scores.quantiles else len(headings) - 3)),
        )
        for symbol, scores in found.metrics.items()
    ]
    failed = f"{found.hard_fail_share:.1%} fail a floor"
    cut_in = found.competitive_interruptions_per_hour.quantiles
    rate = " ".join(f"{name.upper()} {value:.1f}" for name, value in cut_in.items())
    head = f"{found.humans:,} people in {found.meetings:,} meetings against {found.norms}"
    return [
        f"{head}: {failed}",
        *table_lines(headings, rows),
        f"competitive interruptions per hour, by timing alone: {rate}",
    ]
