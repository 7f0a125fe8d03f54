"""Prints how a check of scenarios goes and how it ends."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from modylbench.pipeline.library_check.run import check_all
from modylbench.scenarios.catalogue import available, scenario

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from modylbench.pipeline.library_check.run import Checked

MOST_PRINTED = 20


def checked(names: tuple[str, ...], seeds: Sequence[int], *, jobs: int, as_json: bool) -> int:
    """Check, print, and give 1 where anything is wrong."""
    chosen = names or tuple(available())
    for name in chosen:
        scenario(name)  # a file that cannot be read is said before any work begins
    done: list[Checked] = []
    with progress(len(chosen) * len(seeds)) as advance:
        for part in check_all(chosen, seeds, jobs):
            done.append(part)
            advance(part)
    problems = [problem for part in done for problem in part.problems]
    rows = [summary(name, [part for part in done if part.scenario == name]) for name in chosen]
    if as_json:
        listed = [
            {"scenario": p.scenario, "seed": p.seed, "subject": p.subject, "problem": p.text}
            for p in problems
        ]
        click.echo(json.dumps({"scenarios": rows, "problems": listed}, indent=2))
        return 1 if problems else 0
    for row in rows:
        click.echo(f"{row.pop('scenario_id')}: {described(row)}")
    for problem in problems[:MOST_PRINTED]:
        click.echo(f"  {problem}")
    if len(problems) > MOST_PRINTED:
        click.echo(f"  and {len(problems) - MOST_PRINTED} more (--json lists all)")
    return 1 if problems else 0


def described(row: dict[str, str | int]) -> str:
    """One scenario's line."""
    *counts, verdict = row.items()
    return (
        ", ".join(f"{value} {name.replace('_', ' ')}" for name, value in counts) + f": {verdict[1]}"
    )


def summary(name: str, parts: list[Checked]) -> dict[str, str | int]:
    """One scenario's counts and how it came out."""
    template = scenario(name).template
    wrong = sum(len(part.problems) for part in parts)
    own = sum(len(product.criteria) for product in template.deliverables.products)
    return {
        "scenario_id": template.card.id,
        "seeds": sum(len(part.seeds) for part in parts),
        "turns": template.card.turns,
        "scripted_turns": len(template.script.beats),
        "products": len(template.deliverables.products),
        "edge_cases": len(template.edge_cases.edge_cases),
        "criteria": own + len(template.deliverables.criteria),
        "verdict": f"{wrong} problems" if wrong else "sound, and every criterion bites",
    }


@contextmanager
def progress(total: int) -> Iterator[Callable[[Checked], None]]:
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

        def advance(part: Checked) -> None:
            bar.update(task, advance=len(part.seeds), description=part.scenario)

        yield advance
