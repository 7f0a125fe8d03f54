"""`modylbench verify`: finished work products checked against a scenario."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import LOCATOR, PATH

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from modylbench.documents.reading import FileReading
    from modylbench.evaluation.findings import Finding
    from modylbench.evaluation.locations import LocatorRecord
    from modylbench.evaluation.verification.evidence import Evidence, Expectations
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.criteria.criterion import Criterion


@click.command()
@click.option("--scenario", "name", required=True, help="A scenario's id, or its folder.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Which variant."
)
@click.option("--live", is_flag=True, help="Also ask every cited address whether it answers.")
@LOCATOR
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.argument("files", type=PATH, nargs=-1, required=True, metavar="FILE...")
def command(
    name: str, seed: int, files: tuple[Path, ...], live: bool, locator: str, as_json: bool
) -> int:
    """Check finished work products against a scenario's criteria.

    A FILE is our JSON, XLSX, CSV, DOCX, Markdown, PDF, HTML, source code, an archive or a folder
    of such files, or A2UI messages (JSON Lines in .jsonl, or a text with <a2ui-json> blocks).
    Exit code 1 where a required criterion is not satisfied, or (with --live) a cited address does
    not answer.
    """
    from modylbench.cli.handed_in import as_expected, read_handed_in
    from modylbench.evaluation.verification.evidence import Evidence, Expectations
    from modylbench.evaluation.verification.verify import verify
    from modylbench.scenarios import catalogue
    from modylbench.scenarios.variant import instantiate

    source = catalogue.scenario(name)
    readings = {path: read_handed_in(path) for path in files}
    variant = instantiate(source, seed)
    expectations = Expectations.of_variant(variant, with_perfect=True)
    handed_in = as_expected(readings, expectations)
    evidence = Evidence.of(expectations, handed_in)
    located = None
    if locator:
        evidence, located = with_locations(evidence, list(variant.scenario.criteria()), locator)
    findings = verify(variant.scenario.criteria(), evidence)
    silent = silent_citations(handed_in) if live else {}
    if as_json:
        answer = as_value(name, seed, findings) | ({"unanswered": silent} if live else {})
        answer["files"] = [file_value(path, reading) for path, reading in readings.items()]
        if located is not None:
            answer["locator"] = located.model_dump(mode="json")
        click.echo(json.dumps(answer, indent=2))
    else:
        wrong_kinds = kind_lines(handed_in, expectations)
        said = locator_lines(located) if located is not None else ()
        click.echo("\n".join((*file_lines(readings), *wrong_kinds, *said, table(findings))))
        for url, why in silent.items():
            click.echo(f"{'no answer':<12} {url}: {why}")
    told = [found for found in findings if found.required and not found.is_left_to_judges]
    satisfied = all(found.passed for found in told)
    return 0 if satisfied and not silent else 1


def with_locations(
    evidence: Evidence, criteria: list[Criterion], locator: str
) -> tuple[Evidence, LocatorRecord]:
    """The evidence with what the locator named points at, and all that it came to."""
    import asyncio

    from modylbench.cli.judging import choose_locator_alone
    from modylbench.evaluation.locating.brief import briefs
    from modylbench.evaluation.locating.locator import locate
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.pipeline.panel.choice import open_locator
    from modylbench.providers.models.options import JudgingOptions

    choice = choose_locator_alone(locator, JudgingOptions())
    asked = briefs(evidence, criteria, recording="")

    async def ask() -> tuple[Evidence, LocatorRecord]:
        async with open_locator(choice) as asking:
            found = await locate(asking, asked)
        return Evidence(evidence.expectations, evidence.indexes, found.located), found.record

    return asyncio.run(ask())


def locator_lines(located: LocatorRecord) -> Iterable[str]:
    """What a locator came to, a line for each quantity."""
    from modylbench.foundation.errors import one_line

    if not located.counts:
        yield f"{'locator':<12} {one_line(f'{located.name} does not count: {located.reason}')}"
    for failure in located.failures:
        yield f"{'locator':<12} {one_line(failure)}"
    for location in located.locations:
        first = next((place for place in location.proposals if place is not None), None)
        where = f" at {first.product_id}{first.pointer}, by {first.label!r}" if first else ""
        why = f": {location.reason}" if location.reason else ""
        yield f"{'locator':<12} {one_line(f'{location.quantity} {location.outcome}{where}{why}')}"


def silent_citations(products: tuple[WorkProduct, ...]) -> dict[str, str]:
    """The cited addresses that do not answer, and why."""
    from modylbench.products.document import Document
    from modylbench.providers.addresses import unreachable_addresses

    documents = [product for product in products if isinstance(product, Document)]
    return unreachable_addresses(
        citation.url for document in documents for citation in document.citations
    )


def as_value(scenario: str, seed: int, findings: tuple[Finding, ...]) -> dict[str, object]:
    """The findings as JSON."""
    return {
        "scenario_id": scenario,
        "seed": seed,
        "passed": sum(found.passed for found in findings),
        "criteria": sum(not found.is_left_to_judges for found in findings),
        "findings": [found.model_dump(mode="json") for found in findings],
    }


def file_value(path: Path, reading: FileReading) -> dict[str, object]:
    """What was read from one file, as JSON."""
    return {
        "file": str(path),
        "products": [
            {"id": product.id, "kind": product.kind, "title": product.title}
            for product in reading.products
        ],
        "findings": [found.model_dump(mode="json") for found in reading.findings],
    }


def file_lines(readings: dict[Path, FileReading]) -> Iterable[str]:
    """A line for each fault of a file."""
    from modylbench.foundation.errors import one_line

    for path, reading in readings.items():
        for found in reading.findings:
            where = f" at {found.where}" if found.where not in {"", path.name} else ""
            yield f"{found.severity:<12} {one_line(f'{path}{where}: {found.code}: {found.reason}')}"


def kind_lines(products: tuple[WorkProduct, ...], expectations: Expectations) -> Iterable[str]:
    """A line for each product of another kind than its deliverable's."""
    asked = {output.product_id: output.output_type for output in expectations.outputs}
    for product in products:
        if product.kind != (kind := asked.get(product.id, product.kind)):
            yield (
                f"{'error':<12} other_kind: {product.id!r} is a {product.kind}, "
                f"expected a {kind}; it is read all the same"
            )


def table(findings: tuple[Finding, ...]) -> str:
    """A line a finding, and what is wrong below it."""
    lines: list[str] = []
    for found in findings:
        optional = "" if found.required else " (optional)"
        located = f" [by {found.located_by}]" if found.located_by else ""
        told = f"{found.criterion_id}: {found.description}{optional}{located}"
        lines.append(f"{found.verdict:<12} {told}")
        if not found.passed:
            lines.append(f"{'':<12}   {found.reason or 'no reason given'}")
            if found.expected:
                lines.append(
                    f"{'':<12}   expected {found.expected}, found {found.found or 'nothing'}"
                )
            places = ", ".join(f"{spot.product_id}{spot.pointer}" for spot in found.where[:3])
            if places:
                lines.append(f"{'':<12}   at {places}")
    passed = sum(found.passed for found in findings)
    open_ = sum(found.is_left_to_judges for found in findings)
    left = f", {open_} left to judges" if open_ else ""
    return "\n".join([*lines, f"{passed} of {len(findings) - open_} criteria satisfied{left}"])
