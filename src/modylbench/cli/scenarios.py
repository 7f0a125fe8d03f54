"""`modylbench scenarios ...`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from modylbench.cli.seeds import parse_seeds
from modylbench.foundation.errors import UserMistake, quoted


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """List, show, check and write scenarios."""


def names_of(text: str) -> tuple[str, ...]:
    """The names in a comma-separated list; `all` and nothing mean every one."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if text.strip() and not names:
        message = f"found the scenarios {quoted(text)}, expected ids or folders with commas between"
        raise UserMistake(message)
    return () if names == ("all",) else names


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_(as_json: bool) -> None:
    """List the scenarios."""
    from modylbench.cli.list_scenarios import overview, row
    from modylbench.scenarios.catalogue import cards

    rows = [row(card) for card in cards()]
    click.echo(json.dumps(rows, indent=2) if as_json else overview(rows))


@command.command()
@click.argument("scenario")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Which variant."
)
@click.option(
    "--edge-case",
    default="seed",
    show_default=True,
    help="An edge case by name, `seed`, `none` or `all`.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON: the scenario, its truth and its products."
)
def show(scenario: str, seed: int, edge_case: str, as_json: bool) -> None:
    """Show the whole script of a scenario, with its truth. SCENARIO is an id or a folder."""
    from modylbench.cli.show_scenario import as_value, script
    from modylbench.foundation.record import canonical_json
    from modylbench.scenarios import catalogue
    from modylbench.scenarios.variant import instantiate

    variant = instantiate(catalogue.scenario(scenario), seed, edge_case)
    click.echo(canonical_json(as_value(variant)) if as_json else script(variant), nl=not as_json)


@command.command()
@click.option(
    "--scenarios",
    "names",
    default="all",
    show_default=True,
    help="Ids or folders, comma-separated.",
)
@click.option(
    "--seeds", default="0-9", show_default=True, help="Which variants: 7, 0-199, or 0,3,5-9."
)
@click.option(
    "--jobs", type=click.IntRange(min=0), default=0, help="Processes; 0 means one a core."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def check(names: str, seeds: str, jobs: int, as_json: bool) -> int:
    """Prove that scenarios are sound: counts, references, truth, and criteria that bite.

    Exit code 1 where anything is wrong.
    """
    from modylbench.cli.check_scenarios import checked

    return checked(names_of(names), parse_seeds(seeds), jobs=jobs, as_json=as_json)


@command.command()
@click.argument(
    "of",
    type=click.Choice(["scenario", "card", "script", "edge_cases", "products", "work_product"]),
    default="scenario",
)
def schema(of: str) -> None:
    """Print a JSON Schema: of a published scenario, of an author's file, or of work products."""
    from modylbench.cli.show_scenario import schema_of

    click.echo(json.dumps(schema_of(of), indent=2))


@command.command()
@click.argument("scenario_id")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Where to make the folder.",
)
def new(scenario_id: str, into: Path) -> None:
    """Write a commented skeleton for a new scenario."""
    from modylbench.scenarios.skeleton import write_skeleton

    folder = write_skeleton(scenario_id, into)
    then = f"modylbench scenarios check --scenarios {folder}"
    click.echo(f"Wrote {folder}. Replace every FILL IN, then: {then}")
