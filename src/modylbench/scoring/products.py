"""What is one deliverable worth, and which of its criteria hold?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.dimensions import LOWEST
from modylbench.scoring.attempts import limits_on
from modylbench.scoring.consensus import consensus, lowest
from modylbench.scoring.evidence import product_evidence
from modylbench.scoring.opinions import majority
from modylbench.scoring.scorecard import ProductScore
from modylbench.scoring.weighing import Unscored

if TYPE_CHECKING:
    from modylbench.evaluation.facts import ProductFacts
    from modylbench.scoring.opinions import Opinions
    from modylbench.scoring.rules import ScoringRules
    from modylbench.scoring.weighing import Scale


def delivered_product(
    facts: ProductFacts, opinions: Opinions, *, scale: Scale, rules: ScoringRules
) -> ProductScore | Unscored:
    """The product by the panel's consensus; unscored where nobody assessed its correctness."""
    dimensions = tuple([consensus(name, opinions, rules) for name in scale.dimensions])
    missing = scale.unassessed(dimensions)
    weighted = scale.weighted(dimensions)
    if missing or weighted is None:
        reason = f"product {facts.product_id}: nobody assessed {missing or 'what has weight'}"
        return Unscored(reason, dimensions)
    limits = limits_on(scale.floored(dimensions, weighted), weighted, facts.attempts, rules)
    voted = votes_on(facts, opinions)
    passed, failed = standing(facts, voted)
    return ProductScore(
        product_id=facts.product_id,
        is_present=True,
        dimensions=dimensions,
        weighted=weighted,
        limits=limits,
        score=limits[-1].after if limits else weighted,
        passed=passed,
        failed=failed,
        voted=voted,
        evidence=product_evidence(facts),
    )


def missing_product(product_id: str, facts: ProductFacts | None, scale: Scale) -> ProductScore:
    """A product that was expected and is not there (SPEC 2): the lowest throughout."""
    passed, failed = standing(facts, {}) if facts else ((), ())
    return ProductScore(
        product_id=product_id,
        is_present=False,
        dimensions=lowest(scale.dimensions),
        weighted=LOWEST,
        limits=(),
        score=LOWEST,
        passed=passed,
        failed=failed,
        voted={},
    )


def votes_on(facts: ProductFacts, opinions: Opinions) -> dict[str, bool]:
    """What the judges decide of the criteria that code could not check (SPEC 4)."""
    decided = {
        finding.criterion_id: majority(opinions, finding.criterion_id)
        for finding in facts.findings
        if finding.verdict == "unverifiable"
    }
    return {name: answer for name, answer in decided.items() if answer is not None}


def standing(
    facts: ProductFacts, voted: dict[str, bool]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The criteria that pass and those that fail, by id.

    One that code could not check stands by the vote; voted down it is a failure if it is required.
    """
    passed: list[str] = []
    failed: list[str] = []
    for finding in facts.findings:
        name = finding.criterion_id
        if finding.verdict != "unverifiable":
            (passed if finding.passed else failed).append(name)
        elif voted.get(name):
            passed.append(name)
        elif name in voted and finding.required:
            failed.append(name)
    return tuple(passed), tuple(failed)
