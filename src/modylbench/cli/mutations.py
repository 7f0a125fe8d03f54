"""`modylbench mutations`: how work products came about, edit by edit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from modylbench.foundation.errors import UserMistake, quoted

if TYPE_CHECKING:
    from modylbench.evaluation.mutations.mutation import Mutation, Trajectory
    from modylbench.evaluation.mutations.scores import MutationScores, TrajectoryScores
    from modylbench.pipeline.turn_files import TurnFile
    from modylbench.scenarios.variant import Variant

LONGEST_VALUE = 40


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--scenario", "name", required=True, help="A scenario's id, or its folder.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Which variant."
)
@click.option(
    "--rows",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write rows for training there: .jsonl or .parquet.",
)
@click.option(
    "--log", type=click.Path(dir_okay=False, path_type=Path), help="Write a log of Yjs updates."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    files: tuple[Path, ...],
    name: str,
    seed: int,
    rows: Path | None,
    log: Path | None,
    as_json: bool,
) -> None:
    """Say how work products came about: every edit, whether it was asked for, and the scores.

    FILES are in the order of turns, or have the turn's number in their names: work products as they
    were after the turn, or the A2UI messages sent in it. Without files: the oracle's own edits.
    """
    from modylbench.evaluation.mutations.formats.catalogue import available
    from modylbench.evaluation.mutations.reference import reference_of
    from modylbench.evaluation.mutations.scores import trajectory_scores
    from modylbench.evaluation.mutations.trajectory import trajectory
    from modylbench.scenarios import catalogue
    from modylbench.scenarios.variant import instantiate

    if rows is not None and rows.suffix not in (".jsonl", ".parquet"):
        message = f"found --rows {quoted(rows.name)}, expected a name in .jsonl or .parquet"
        raise UserMistake(message)
    variant = instantiate(catalogue.scenario(name), seed)
    turns = turns_of(variant, files)
    found = trajectory(
        [(turn.turn_index, turn.products) for turn in turns], available(), reference_of(variant)
    )
    scores = trajectory_scores(found)
    write_files(variant, turns, found, rows=rows, log=log)
    if as_json:
        click.echo(json.dumps(as_value(found, scores, turns), indent=2))
    else:
        click.echo(described(found, scores, turns))


def turns_of(variant: Variant, files: tuple[Path, ...]) -> list[TurnFile]:
    """What the files hold, or what the oracle makes where there are none."""
    from modylbench.evaluation.mutations.reference import reference_of
    from modylbench.evaluation.mutations.resent import Resent
    from modylbench.pipeline.turn_files import TurnFile, turns_in

    if files:
        return turns_in(files, variant.scenario)
    return [
        TurnFile(turn_index, products, Resent())
        for turn_index, products in reference_of(variant).products
    ]


def write_files(
    variant: Variant,
    turns: list[TurnFile],
    found: Trajectory,
    *,
    rows: Path | None,
    log: Path | None,
) -> None:
    """Write what was asked for."""
    if rows is None and log is None:
        return
    from modylbench.evaluation.mutations.replay.update_log import update_log
    from modylbench.evaluation.mutations.snapshot import snapshot
    from modylbench.foundation.record import canonical_json
    from modylbench.publishing.training_files import write_jsonl, write_parquet
    from modylbench.publishing.training_rows import training_rows
    from modylbench.publishing.whole_file import write_lines

    snapshots = {turn.turn_index: snapshot(turn.products) for turn in turns}
    if log is not None:
        record = update_log(snapshots).model_dump(mode="json")
        write_lines([canonical_json(record)], log)
    if rows is not None:
        said = {
            slot.turn_index: slot.alternatives[-1].human_utterance
            for slot in variant.scenario.human_turns()
        }
        write = write_jsonl if rows.suffix == ".jsonl" else write_parquet
        name = variant.scenario.scenario_id
        write(training_rows(found, snapshots, said, scenario_id=name, seed=variant.seed), rows)


def as_value(found: Trajectory, scores: TrajectoryScores, turns: list[TurnFile]) -> dict[str, Any]:
    """All of it as JSON."""
    return {
        "trajectory": found.model_dump(mode="json"),
        "scores": scores.model_dump(mode="json"),
        "resent": {
            str(turn.turn_index): {
                "values": turn.sent.values,
                "unchanged": turn.sent.unchanged,
                "share": turn.sent.share,
            }
            for turn in turns
        },
        "findings": [
            {"turn_index": turn.turn_index, **found.model_dump(mode="json")}
            for turn in turns
            for found in turn.findings
        ],
    }


def described(found: Trajectory, scores: TrajectoryScores, turns: list[TurnFile]) -> str:
    """All of it for a person."""
    lines: list[str] = []
    for turn in turns:
        share = turn.sent.share
        again = "" if share is None else f", {share:.0%} of what was sent had been there"
        made = [one for one in found.mutations if one.turn_index == turn.turn_index]
        lines.append(f"turn {turn.turn_index}: {len(made)} edits{again}")
        lines += [f"  {edit_line(one)}" for one in made]
        lines += [f"  {one.severity}: {one.reason}" for one in turn.findings]
    lines += [
        f"missing  turn {one.turn_index}: {one.mutation_type} {one.product_id}{one.path}"
        for one in found.expected
        if one.met_at_turn is None
    ]
    heads = ("", "edits", "right", "wrong", "efficiency", "convergence", "backtracks", "churn")
    lines.append(f"{heads[0]:<24}" + "".join(f"{head:>12}" for head in heads[1:]) + table_ends())
    rows = {**scores.products, "all": scores.overall}
    lines += [score_line(name, one) for name, one in rows.items()]
    return "\n".join(lines)


def edit_line(one: Mutation) -> str:
    """One edit for a person."""
    verdict = {True: "right", False: "WRONG", None: "-"}[one.is_correct]
    old, new = (short(value) for value in (one.old, one.new))
    destroyed = " (destructive)" if one.is_destructive else ""
    place = f"{one.product_id} {one.locator}".strip()
    return f"{verdict:<6} {one.mutation_type:<20} {place}: {old} -> {new}{destroyed}"


def short(value: Any) -> str:
    """A value in a few letters."""
    text = "nothing" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def table_ends() -> str:
    """The last two heads of the table."""
    return f"{'destructive':>12}{'missing':>12}"


def score_line(name: str, one: MutationScores) -> str:
    """One line of the table."""
    rates = (
        "-" if rate is None else f"{rate:.2f}" for rate in (one.efficiency, one.convergence_rate)
    )
    cells = (
        one.mutations, one.correct, one.incorrect, *rates,
        one.backtracks, one.churn, one.destructive_edits, one.missing,
    )  # fmt: skip
    return f"{name:<24}" + "".join(f"{cell!s:>12}" for cell in cells)
