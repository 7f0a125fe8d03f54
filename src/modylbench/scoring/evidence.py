"""Which findings of code stand behind the score of a turn or a product, besides its criteria?

Their ids are places in evaluation.json: `turn-07/figure-2` is the third of `speech.figures` of that
turn's facts, `product-lbo_model/page_finding-0` the first of that product's `page_findings`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.evaluation.facts import ProductFacts, TurnFacts


def turn_evidence(facts: TurnFacts) -> tuple[str, ...]:
    """Figures that are false or not as shown, figures and sources from nowhere, faulty pages."""
    key, speech = f"turn-{facts.turn_index:02d}", facts.speech
    wrong = (
        f"{key}/figure-{number}"
        for number, figure in enumerate(speech.figures)
        if figure.agreement == "contradicts" or figure.is_true is False
    )
    return (
        *wrong,
        *_numbered(f"{key}/foreign_figure", len(speech.foreign_figures)),
        *_numbered(f"{key}/ungrounded", len(speech.ungrounded)),
        *_numbered(f"{key}/page_finding", len(facts.screen.findings)),
    )


def product_evidence(facts: ProductFacts) -> tuple[str, ...]:
    """The same of a product at the end of the meeting."""
    key = f"product-{facts.product_id}"
    return (
        *_numbered(f"{key}/contradiction", len(facts.contradictions)),
        *_numbered(f"{key}/ungrounded", len(facts.ungrounded)),
        *_numbered(f"{key}/page_finding", len(facts.page_findings)),
    )


def _numbered(name: str, count: int) -> list[str]:
    return [f"{name}-{number}" for number in range(count)]
