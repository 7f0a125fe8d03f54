"""`modylbench verify`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from modylbench.evaluation.findings import Finding


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--scenario", "name", required=True, help="A scenario's id, or its folder.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Which variant."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.argument("products", type=click.Path(path_type=Path))
def command(name: str, seed: int, products: Path, as_json: bool) -> int:
    """Check finished work products (a JSON file) against a scenario's criteria.

    Exit code 1 where a required criterion is not satisfied.
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
    if as_json:
        click.echo(json.dumps(as_value(name, seed, findings), indent=2))
    else:
        click.echo(table(findings))
    return 0 if all(found.passed for found in findings if found.required) else 1


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
