"""`modylbench mutations`: how work products came about, edit by edit."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from modylbench.cli.arguments import PATH, options_as
from modylbench.foundation.errors import BadFile, UserMistake, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.evaluation.mutations.mutation import Trajectory
    from modylbench.evaluation.mutations.scores import TrajectoryScores
    from modylbench.pipeline.turn_files import TurnFile
    from modylbench.scenarios.variant import Variant

OUT = click.Path(dir_okay=False, path_type=Path)


@dataclass(frozen=True, kw_only=True)
class MutationsRequest:
    """The options of `modylbench mutations` by their names."""

    files: tuple[Path, ...]
    name: str
    seed: int
    rows: Path | None
    log: Path | None
    patches: Path | None
    as_json: bool

    @property
    def outputs(self) -> tuple[Path | None, ...]:
        """The files to write, where they are named."""
        return self.rows, self.log, self.patches


@click.command()
@click.argument("files", nargs=-1, type=PATH)
@click.option("--scenario", "name", default="", help="A scenario's id, or its folder.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Which variant."
)
@click.option("--rows", type=OUT, help="Write rows for training there: .jsonl or .parquet.")
@click.option("--log", type=OUT, help="Write a log of Yjs updates (see `modylbench replay`).")
@click.option("--patches", type=OUT, help="Write the code products as SWE-bench predictions.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@options_as(MutationsRequest)
def command(request: MutationsRequest) -> int:
    """Say how work products came about: every edit, whether it was asked for, and the scores.

    FILES are in the order of turns, or have the turn's number in their names. JSON files of work
    products are what is there after the turn; files of A2UI messages, and files of any other kind
    that `modylbench verify` takes, are what was sent in it. Without files: the oracle's own edits.
    The folder of a run, or of one of its meetings, stands for what was held there, and names its
    scenario itself.
    """
    from modylbench.cli.printing.mutations import description
    from modylbench.evaluation.mutations.scores import trajectory_scores

    refuse_bad_names(request)
    told: list[object] = []
    for title, work in works_of(request):
        write_files(work.variant, work.turns, work.edits, request)
        scores = trajectory_scores(work.edits)
        if request.as_json:
            told.append(
                ({"meeting": title} if title else {}) | as_value(work.edits, scores, work.turns)
            )
        else:
            told += [title] if title else []
            told.append(description(work.edits, scores, work.turns))
    if request.as_json:
        click.echo(json.dumps(told[0] if len(told) == 1 else told, indent=2))
    else:
        click.echo("\n".join(map(str, told)))
    return 0


@dataclass(frozen=True, slots=True)
class WorkOfTurns:
    """How the products of one meeting came about."""

    variant: Variant
    turns: list[TurnFile]
    edits: Trajectory


def works_of(request: MutationsRequest) -> Iterator[tuple[str, WorkOfTurns]]:
    """What the files or the oracle did, or what was done in each meeting of a folder."""
    from modylbench.evaluation.mutations.formats.catalogue import available_formats
    from modylbench.evaluation.mutations.reference import reference_of
    from modylbench.evaluation.mutations.trajectory import trajectory
    from modylbench.scenarios import catalogue
    from modylbench.scenarios.variant import instantiate

    gone = next((path for path in request.files if not path.exists()), None)
    if gone is not None:
        raise BadFile(gone, "", "is not there; expected files of work, or the folder of a run")
    if any(path.is_dir() for path in request.files):
        yield from works_of_meetings(request)
        return
    if not request.name:
        message = "found no --scenario, expected a scenario's id or its folder"
        raise UserMistake(message)
    variant = instantiate(catalogue.scenario(request.name), request.seed)
    turns = turns_of(variant, request.files)
    snapshots = [(turn.turn_index, turn.products) for turn in turns]
    edits = trajectory(snapshots, available_formats(), reference_of(variant))
    yield "", WorkOfTurns(variant, turns, edits)


def works_of_meetings(request: MutationsRequest) -> Iterator[tuple[str, WorkOfTurns]]:
    """What was done in each meeting of the folders; files are written of one alone."""
    from modylbench.cli.judging import whole_runs_in
    from modylbench.pipeline.turn_files import turns_of_meeting

    if request.name or not all(path.is_dir() for path in request.files):
        message = "found a folder beside --scenario or files, expected the folder of a run alone"
        raise UserMistake(message)
    folders = [folder for run in whole_runs_in(request.files) for folder in run.trials]
    if len(folders) > 1 and any(request.outputs):
        message = (
            f"found {len(folders)} meetings for --rows, --log or --patches, expected one: name the "
            f"folder of one, such as {folders[0]}"
        )
        raise UserMistake(message)
    for folder in folders:
        yield f"{folder.parent.name}/{folder.name}", WorkOfTurns(*turns_of_meeting(folder))


def refuse_bad_names(request: MutationsRequest) -> None:
    """Raise UserMistake where files would overwrite each other or cannot be of their kind."""
    rows = request.rows
    if rows is not None and rows.suffix not in (".jsonl", ".parquet"):
        message = f"found --rows {short_repr(rows.name)}, expected a name in .jsonl or .parquet"
        raise UserMistake(message)
    named = [path.resolve() for path in request.outputs if path is not None]
    if len(set(named)) < len(named):
        message = "found one name for two of --rows, --log and --patches; give each its own"
        raise UserMistake(message)


def turns_of(variant: Variant, files: tuple[Path, ...]) -> list[TurnFile]:
    """What the files hold, or what the oracle makes where there are none."""
    from modylbench.evaluation.mutations.formats.catalogue import available_formats
    from modylbench.evaluation.mutations.reference import reference_of
    from modylbench.pipeline.turn_files import TurnFile, turns_in, with_scenario_ids

    if files:
        return with_scenario_ids(turns_in(files, variant.scenario, available_formats()), variant)
    made = reference_of(variant).products
    return [TurnFile(turn_index, products) for turn_index, products in made]


def write_files(
    variant: Variant, turns: list[TurnFile], edits: Trajectory, request: MutationsRequest
) -> None:
    """Write what was asked for."""
    if not any(request.outputs):
        return
    from modylbench.evaluation.mutations.formats.catalogue import available_formats
    from modylbench.evaluation.mutations.replay.update_log import update_log
    from modylbench.evaluation.mutations.trajectory import normalise_turns
    from modylbench.foundation.atomic_file import write_lines
    from modylbench.foundation.record import write_record
    from modylbench.publishing.code_patch import predictions
    from modylbench.publishing.dataset.training import training_rows, write_jsonl, write_parquet

    states = normalise_turns(
        [(turn.turn_index, turn.products) for turn in turns], available_formats()
    )
    snapshots = {state.turn_index: state.documents for state in states}
    name, seed = variant.scenario.scenario_id, variant.seed
    if path := request.log:
        write_record(update_log(snapshots), path)
    if path := request.patches:
        final = snapshots[max(snapshots)] if snapshots else {}
        write_lines(predictions({}, final, run=f"{name}__seed_{seed}", model_name="agent"), path)
    if path := request.rows:
        said = {
            slot.turn_index: slot.alternatives[-1].human_utterance
            for slot in variant.scenario.human_turns()
        }
        write = write_jsonl if path.suffix == ".jsonl" else write_parquet
        write(training_rows(edits, snapshots, said, scenario_id=name, seed=seed), path)


def as_value(edits: Trajectory, scores: TrajectoryScores, turns: list[TurnFile]) -> dict[str, Any]:
    """All of it as JSON."""
    from modylbench.cli.printing.mutations import resent_in_all

    return {
        "trajectory": edits.model_dump(mode="json"),
        "scores": scores.model_dump(mode="json"),
        "resent": {
            "turns": {str(turn.turn_index): turn.sent.share for turn in turns},
            **{name: sent.share for name, sent in resent_in_all(turns).items()},
        },
        "findings": [
            {"turn_index": turn.turn_index, **finding.model_dump(mode="json")}
            for turn in turns
            for finding in turn.findings
        ],
    }
