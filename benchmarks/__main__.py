"""How fast is it? Prints each figure beside its target; nothing here is a test."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.evaluation import figures as evaluation
from benchmarks.judging import judging
from benchmarks.leaderboard import figures as leaderboard
from benchmarks.meetings import meetings
from benchmarks.mutations import figures as mutations
from benchmarks.report import reports
from benchmarks.rooms import rooms
from benchmarks.scoring import figures as scoring
from benchmarks.screen import screens
from benchmarks.speech import speech
from benchmarks.surface_state import states
from benchmarks.timing import Figure, seconds
from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import finding
from modylbench.pipeline.library_check.check import problems
from modylbench.products.reading.index import index
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from modylbench.products.reading.index import Index
    from modylbench.scenarios.criterion import Criterion
    from modylbench.scenarios.loader import ScenarioSource

VARIANT_MS = {"financial_analyst": 50.0, "optimization_solver": 150.0, "scientist": 300.0}
OTHER_VARIANT_MS = 100.0


def start_up() -> Iterator[Figure]:
    """Whole commands, beside a Python that does nothing."""
    with tempfile.TemporaryDirectory() as cache:
        variables = {"PYTHONPYCACHEPREFIX": cache}

        def command(*arguments: str) -> Callable[[], object]:
            return lambda: subprocess.run(
                [sys.executable, *arguments], env=variables, stdout=subprocess.DEVNULL, check=True
            )

        bare = command("-c", "pass")
        listing = command("-m", "modylbench", "scenarios", "list")
        for warm in (bare, listing):
            warm()
        python, listed = seconds(bare, 9), seconds(listing, 9)
        yield "python -c pass", python, "s", None
        yield "modylbench scenarios list", listed, "s", 0.4
        yield "  times a bare Python", listed / python, "x", None
        version = seconds(command("-m", "modylbench", "--version"), 9)
        yield "modylbench --version", version, "s", 0.4
        catalog = seconds(command("-m", "modylbench", "a2ui", "catalog"), 9)
        yield "modylbench a2ui catalog", catalog, "s", 0.4


def variants(source: ScenarioSource) -> Iterator[Figure]:
    """One variant with its oracle: truth, script and final products."""
    instantiate(source, 0)
    seeds = iter(range(1, 1000))
    most = VARIANT_MS.get(source.id, OTHER_VARIANT_MS)
    taken = seconds(lambda: instantiate(source, next(seeds)).final_products, 25)
    yield f"{source.id}: one variant with its oracle", taken * 1e3, "ms", most


def criteria(source: ScenarioSource) -> Iterator[Figure]:
    """One criterion, the products read already; and the reading."""
    variant = instantiate(source, 1)
    expectations = Expectations.of(variant.scenario, variant.truth, variant.oracle.RULES)
    reading = seconds(lambda: [index(product) for product in variant.final_products], 15)
    yield f"{source.id}: reading all products", reading * 1e3, "ms", None
    indexes = Evidence.of(expectations, variant.final_products).indexes
    taken = [
        once_read(criterion, expectations, indexes) for criterion in variant.scenario.criteria()
    ]
    yield (
        f"{source.id}: one criterion, mean of {len(taken)}",
        statistics.mean(taken) * 1e3,
        "ms",
        1.0,
    )
    yield f"{source.id}: one criterion, slowest", max(taken) * 1e3, "ms", None


def once_read(
    criterion: Criterion, expectations: Expectations, indexes: tuple[Index, ...]
) -> float:
    """The median time of one check on evidence in which nothing has been looked up yet."""
    fresh = iter([Evidence(expectations, indexes) for _ in range(15)])
    return seconds(lambda: finding(criterion, next(fresh)), 15)


def checking(source: ScenarioSource) -> Iterator[Figure]:
    """The whole proof of one seed."""
    seeds = iter(range(1, 1000))
    taken = seconds(lambda: problems(source, next(seeds)), 8)
    yield f"{source.id}: proof of one seed", taken * 1e3, "ms", None


def main() -> None:
    """Measure and print; with --json as JSON."""
    figures: list[Figure] = [
        *start_up(),
        *states(),
        *mutations(),
        *screens(),
        *meetings(),
        *speech(),
        *rooms(),
        *judging(),
        *evaluation(),
        *scoring(),
        *reports(),
        *leaderboard(),
    ]
    for source in catalogue.scenarios():
        for measure in (variants, criteria, checking):
            figures += measure(source)
    if "--json" in sys.argv:
        names = ("what", "value", "unit", "at_most")
        print(json.dumps([dict(zip(names, figure, strict=True)) for figure in figures], indent=2))
        return
    print(f"Python {sys.version.split()[0]}, {Path(sys.executable).name}")
    for what, value, unit, most in figures:
        target = (
            ""
            if most is None
            else f"target {most:g} {unit}" + ("" if value <= most else "  MISSED")
        )
        print(f"{what:<52} {value:10.3f} {unit:<3} {target}")


if __name__ == "__main__":
    main()
