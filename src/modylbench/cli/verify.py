"""`modylbench verify`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from modylbench.evaluation.findings import Finding
    from modylbench.products.work_product import WorkProduct


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--scenario", "name", required=True, help="A scenario's id, or its folder.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Which variant."
)
@click.option("--live", is_flag=True, help="Also ask every cited address whether it answers.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.argument("products", type=click.Path(path_type=Path))
def command(name: str, seed: int, products: Path, live: bool, as_json: bool) -> int:
    """Check finished work products (a JSON file) against a scenario's criteria.

    Exit code 1 where a required criterion is not satisfied, or (with --live) a cited address does
    not answer.
    """
    from modylbench.evaluation.verification.evidence import Evidence, Expectations
    from modylbench.evaluation.verification.verify import verify
    from modylbench.products.work_product import read_products
    from modylbench.scenarios import catalogue
    from modylbench.scenarios.variant import instantiate

    source = catalogue.scenario(name)
    handed_in = read_products(products)
    variant = instantiate(source, seed)
    expectations = Expectations.of(variant.scenario, variant.truth, variant.oracle.RULES)
    findings = verify(variant.scenario.criteria(), Evidence.of(expectations, handed_in))
    silent = silent_citations(handed_in) if live else {}
    if as_json:
        answer = as_value(name, seed, findings) | ({"unanswered": silent} if live else {})
        click.echo(json.dumps(answer, indent=2))
    else:
        click.echo(table(findings))
        for url, why in silent.items():
            click.echo(f"{'no answer':<12} {url}: {why}")
    satisfied = all(found.passed for found in findings if found.required)
    return 0 if satisfied and not silent else 1


def silent_citations(products: tuple[WorkProduct, ...]) -> dict[str, str]:
    """The cited addresses that do not answer, and why."""
    from modylbench.products.document import Document
    from modylbench.providers.web import unanswered

    documents = [product for product in products if isinstance(product, Document)]
    return unanswered(citation.url for document in documents for citation in document.citations)


def as_value(scenario: str, seed: int, findings: tuple[Finding, ...]) -> dict[str, object]:
    """The findings as JSON."""
    return {
        "scenario_id": scenario,
        "seed": seed,
        "passed": sum(found.passed for found in findings),
        "criteria": len(findings),
        "findings": [found.model_dump(mode="json") for found in findings],
    }


def table(findings: tuple[Finding, ...]) -> str:
    """A line a finding, and what is wrong below it."""
    lines: list[str] = []
    for found in findings:
        optional = "" if found.required else " (optional)"
        lines.append(f"{found.verdict:<12} {found.criterion_id}: {found.description}{optional}")
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
    return "\n".join([*lines, f"{passed} of {len(findings)} criteria satisfied"])
