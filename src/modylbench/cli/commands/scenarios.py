"""`modylbench scenarios`: list, show, check, write and vary scenarios."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import (
    ALL,
    PATH,
    TURNS,
    edge_cases_at_length,
    parse_names,
    parse_seeds,
)
from modylbench.cli.printing.tables import table_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from modylbench.pipeline.library_check.check import CheckedSeeds
    from modylbench.pipeline.library_check.coverage import ProductCoverage
    from modylbench.scenarios.template import Card

MOST_PRINTED = 20
SCHEMAS = (
    "scenario", "card", "script", "goals", "edge_cases", "products", "defects", "short",
    "work_product",
)  # fmt: skip


@click.group()
def command() -> None:
    """List, show, check, write and vary scenarios."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_(as_json: bool) -> None:
    """List the scenarios."""
    from modylbench.scenarios.catalogue import cards

    rows = [_card_row(card) for card in cards()]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
    else:
        cells = [[str(value) for value in row.values()] for row in rows]
        click.echo("\n".join(table_lines(list(rows[0]), cells)) if rows else "no scenarios")


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
@TURNS
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON: the scenario, its truth and its products."
)
def show(scenario: str, seed: int, edge_case: str, turns: str | None, as_json: bool) -> None:
    """Show the whole script of a scenario, with its truth. SCENARIO is an id or a folder."""
    from modylbench.cli.printing.scenarios import as_value, script
    from modylbench.foundation.record import canonical_json
    from modylbench.scenarios import catalogue
    from modylbench.scenarios.variant import instantiate

    choice = edge_cases_at_length(edge_case, turns, "--edge-case")
    variant = instantiate(catalogue.scenario(scenario), seed, choice)
    click.echo(canonical_json(as_value(variant)) if as_json else script(variant), nl=not as_json)


@command.command()
@click.option(
    "--scenarios",
    "names",
    default=ALL,
    show_default=True,
    help="Ids, folders or suites, comma-separated; `all` is the suite core.",
)
@click.option(
    "--seeds", default="0-9", show_default=True, help="Which variants: 7, 0-199, or 0,3,5-9."
)
@click.option(
    "--jobs", type=click.IntRange(min=0), default=0, help="Processes; 0 means one a core."
)
@click.option("--coverage", is_flag=True, help="List every figure that no criterion holds.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def check(names: str, seeds: str, jobs: int, coverage: bool, as_json: bool) -> int:
    """Prove that scenarios are sound: counts, references, truth, criteria that bite, coverage.

    Coverage is the share of the oracle's figures that can move by 20 % without any criterion
    noticing. It is tried at three of the seeds, and so is whether every criterion bites; at each
    other seed a fifth of the criteria are. The verdict says at which seeds. All else is proved at
    every seed.

    Exit code 1 where anything is wrong.
    """
    from modylbench.cli.printing.scenarios import coverage_lines
    from modylbench.pipeline.library_check.check import check_all
    from modylbench.scenarios.catalogue import scenario, scenario_names

    chosen, numbers = scenario_names(parse_names(names)), parse_seeds(seeds)
    for name in chosen:
        scenario(name)  # a file that cannot be read is said before any work begins
    done: list[CheckedSeeds] = []
    with _progress(len(chosen) * len(numbers)) as advance:
        for part in check_all(chosen, numbers, jobs):
            done.append(part)
            advance(part)
    problems = [problem for part in done for problem in part.problems]
    rows = [_check_row(name, [part for part in done if part.scenario == name]) for name in chosen]
    if as_json:
        listed = [
            {
                "scenario": problem.scenario,
                "seed": problem.seed,
                "subject": problem.subject,
                "problem": problem.text,
            }
            for problem in problems
        ]
        covered = [_coverage_row(product) for part in done for product in part.coverage]
        click.echo(
            json.dumps({"scenarios": rows, "problems": listed, "coverage": covered}, indent=2)
        )
        return 1 if problems else 0
    for name, row in zip(chosen, rows, strict=True):
        click.echo(_check_line(row))
        products = [p for part in done if part.scenario == name for p in part.coverage]
        for line in coverage_lines(products, with_places=coverage):
            click.echo(line)
    for problem in problems[:MOST_PRINTED]:
        click.echo(f"  {problem}")
    if len(problems) > MOST_PRINTED:
        click.echo(f"  and {len(problems) - MOST_PRINTED} more (--json lists all)")
    return 1 if problems else 0


@command.command()
@click.argument("scenario")
@click.option(
    "--secret",
    type=PATH,
    required=True,
    help="A file of 16 bytes or more that only you have; keep it, and the folder, to yourself.",
)
@click.option(
    "--into", type=PATH, default=Path("private"), show_default=True, help="Where its folder goes."
)
def vary(scenario: str, secret: Path, into: Path) -> None:
    """Write a private variant of a scenario, drawn from a secret. SCENARIO may be a suite.

    Wordings, the order of work, choices, defects and numbers are then others at every seed than
    those that anybody can look up, so that a board can hold meetings that nobody has read. The
    same secret gives the same variant again. Figures carry the secret's mark, are never official,
    and are ranked with others of the same secret alone.
    """
    from modylbench.scenarios import catalogue
    from modylbench.scenarios.drawing.private import read_secret, write_private_variant

    sources, known = catalogue.scenarios((scenario,)), read_secret(secret)
    folders = [write_private_variant(source, known, into) for source in sources]
    for source, folder in zip(sources, folders, strict=True):
        click.echo(f"{folder} is a private variant of {source.id}")
    click.echo(f"the secret's mark, which may be shown, is {known.mark}; hold the meetings with")
    named = shlex.quote(",".join(map(str, folders)))
    click.echo(f"  modylbench run --agent AGENT --scenarios {named}")


@command.command()
@click.argument(
    "of",
    type=click.Choice(SCHEMAS),
    default="scenario",
)
def schema(of: str) -> None:
    """Print a JSON Schema: of a published scenario, of an author's file, or of work products."""
    from modylbench.cli.printing.scenarios import schema_of

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
    from modylbench.scenarios.catalogue import write_skeleton

    folder = write_skeleton(scenario_id, into)
    then = f"modylbench scenarios check --scenarios {folder}"
    click.echo(f"Wrote {folder}. Replace every FILL IN, then: {then}")


def _card_row(card: Card) -> dict[str, str | int]:
    """One scenario's facts."""
    return {
        "scenario_id": card.id,
        "suite": card.suite,
        "vertical": card.vertical,
        "title": card.title,
        "persona": card.human_persona,
        "turns": card.turns,
        "products": card.products,
        "edge_cases": card.edge_cases,
        "method": card.method,
        "tier": card.quality_tier,
    }


def _coverage_row(product: ProductCoverage) -> dict[str, object]:
    """What is held of one product at one seed."""
    return {
        "scenario": product.scenario,
        "seed": product.seed,
        "product": product.product,
        "cells": product.cells,
        "free_cells": product.free_cells,
        "numbers_in_prose": product.numbers_in_prose,
        "free_numbers_in_prose": product.free_numbers,
        "uncovered": [
            {"pointer": figure.pointer, "span": figure.span, "value": figure.shown}
            for figure in product.uncovered
        ],
    }


def _check_line(row: dict[str, str | int]) -> str:
    (_, scenario_id), *counts, (_, verdict) = row.items()
    parts = ", ".join(f"{value} {name.replace('_', ' ')}" for name, value in counts)
    return f"{scenario_id}: {parts}: {verdict}"


def _check_row(name: str, parts: list[CheckedSeeds]) -> dict[str, str | int]:
    """One scenario's counts and how it came out."""
    from modylbench.scenarios.catalogue import scenario

    template = scenario(name).template
    wrong = sum(len(part.problems) for part in parts)
    own = sum(len(product.criteria) for product in template.deliverables.products)
    return {
        "scenario_id": template.card.id,
        "seeds": sum(len(part.seeds) for part in parts),
        "turns": template.card.turns,
        "scripted_turns": len(template.beats),
        "products": len(template.deliverables.products),
        "edge_cases": len(template.edge_cases.edge_cases),
        "criteria": own + len(template.deliverables.criteria),
        "verdict": f"{wrong} problems"
        if wrong
        else f"sound, and every criterion bites{_sample(parts)}",
    }


def _sample(parts: list[CheckedSeeds]) -> str:
    """At which seeds all criteria were tried; nothing where it was at all of them."""
    seeds = [seed for part in parts for seed in part.seeds]
    whole = sorted({product.seed for part in parts for product in part.coverage})
    if len(whole) == len(seeds):
        return ""
    return f" (all tried at seeds {', '.join(map(str, whole))}, a fifth of them at each other)"


@contextmanager
def _progress(total: int) -> Iterator[Callable[[CheckedSeeds], None]]:
    """A bar on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, TimeElapsedColumn

    with Progress(
        *Progress.get_default_columns(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("checking", total=total)

        def advance(part: CheckedSeeds) -> None:
            bar.update(task, advance=len(part.seeds), description=part.scenario)

        yield advance
