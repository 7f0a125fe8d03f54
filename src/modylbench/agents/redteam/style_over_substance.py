"""Style over substance: well-formed products and fluent speech without content."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from modylbench.agents.distorting.figures import rewrite_figures
from modylbench.agents.distorting.guides import AlteredGuide
from modylbench.agents.distorting.redrawing import Redrawer, redraw
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.foundation.draw import Draw
from modylbench.products.document import Document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.agents.distorting.redrawing import NumberSpot
    from modylbench.agents.reference.listening_aloud import ListeningAloud
    from modylbench.agents.reference.playbook import Playbook, Step
    from modylbench.products.work_product import WorkProduct


NAME = "style_over_substance"
PLACEHOLDERS = (
    "TBD after validation",
    "in line with expectations",
    "to be confirmed",
    "mid to high range",
    "tracking to plan",
)
OPENINGS = (
    "Excellent. Let me take this in three parts: where we stand, what it means, and what follows.",
    "That is exactly the right question to ask at this stage. Let me structure it.",
    "Absolutely. I have approached this from first principles, with clear line of sight to value.",
)
MIDDLES = (
    "On the first point, {topics} come together into one coherent picture, and the direction is "
    "very encouraging.",
    "First, the framework: {topics}. Each has been considered on its merits and in the round.",
    "What stands out is how {topics} reinforce each other, which is what a best-in-class process "
    "looks like.",
)
MEANINGS = (
    "Second, what it means: the drivers are well understood, the levers are clear, and the risks "
    "are manageable with the right governance.",
    "Second, the implication is strategic rather than numerical: alignment on the narrative "
    "matters more than any single figure.",
    "The numbers themselves will follow once they have been validated; the story is robust either "
    "way.",
)
CLOSINGS = (
    "Finally, next steps: align, validate, and finalise. I am very comfortable with where this is.",
    "Third, I would socialise this with the key stakeholders and iterate. It is in great shape.",
    "In short: the structure is in place, the quality is high, and we are on track.",
)
PARAGRAPHS = (
    "**Overview.** {heading} has been examined holistically, balancing opportunity and risk. The "
    "overall picture is *compelling*, subject to validation.",
    "**Key message.** A disciplined approach to {heading} positions us strongly. Performance is "
    "expected to be **broadly in line with the plan**, with upside in a favourable environment.",
)
BULLETS = (
    "- **Robust fundamentals** underpin the assessment",
    "- **Clear levers** have been identified and prioritised",
    "- **Stakeholder alignment** will be key to realising the benefits",
    "- **Figures** to be finalised after validation",
    "- **Risks** are well understood and actively managed",
)
ON_ITS_WAY = "Illustrative; figures to follow after validation."
FILLERS = ("the objectives", "the approach", "the way forward")
MOST_TOPICS = 3


class StyleOverSubstance(OracleAgent):
    """Shows every product with all its parts, titles and headings, and next to no figures."""

    def __init__(
        self, playbook: Playbook, pace: Draw, listening: ListeningAloud | None = None
    ) -> None:
        self._polish = PolishingPen(
            Draw(playbook.variant.scenario.scenario_id, playbook.variant.seed, NAME)
        )
        self._redrawer = Redrawer(partial(hollow_out, polish=self._polish))
        super().__init__(AlteredGuide(playbook, self._alter), pace, listening=listening)

    def _alter(self, step: Step) -> Step:
        products = self._redrawer.redraw_all(step.products)
        return replace(step, products=products, answer=self._polish.speech(products))


class PolishingPen:
    """A Pen that leaves the form and takes the content."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._drawn = 0

    def cell(self, spot: NumberSpot) -> str:  # noqa: ARG002 - as every Pen has it
        """A few reassuring words."""
        return self._draw.one_of(PLACEHOLDERS)

    def point(self, spot: NumberSpot) -> int:
        """A line that goes up."""
        self._drawn = self._drawn % max(1, len(spot.peers)) + 1
        return self._drawn

    def text(self, text: str) -> str:
        """The text without its figures."""
        return rewrite_figures(text, lambda _: "TBD")

    def body(self, heading: str) -> str:
        """A section that could stand under any heading."""
        bullets = self._draw.in_drawn_order(BULLETS)[:3]
        paragraph = self._draw.one_of(PARAGRAPHS).format(heading=heading)
        return "\n".join([paragraph, "", *bullets])

    def speech(self, products: Sequence[WorkProduct]) -> str:
        """Some minutes of structure, about whatever is on the table."""
        named = [title for product in products for title in _part_titles(product)]
        topics = [*self._draw.in_drawn_order(named), *FILLERS][:MOST_TOPICS]
        middle = self._draw.one_of(MIDDLES).format(topics=_enumeration(topics))
        rest = [self._draw.one_of(MEANINGS), self._draw.one_of(CLOSINGS)]
        return " ".join([self._draw.one_of(OPENINGS), self.text(middle), *rest])


def hollow_out(product: WorkProduct, polish: PolishingPen) -> WorkProduct:
    """The product with all its parts and nothing in them."""
    hollow = redraw(product, polish)
    if isinstance(hollow, Document):
        sections = [
            section.model_copy(update={"body": polish.body(section.heading)})
            for section in hollow.sections
        ]
        return hollow.model_copy(update={"sections": tuple(sections)})
    if hollow.kind == "chart":
        return hollow.model_copy(update={"notes": (ON_ITS_WAY,)})
    return hollow


def _part_titles(product: WorkProduct) -> list[str]:
    match product.kind:
        case "spreadsheet":
            return [sheet.name for sheet in product.sheets]
        case "document":
            return [section.heading for section in product.sections]
        case "dashboard":
            return [widget.title for widget in product.widgets]
        case _:
            return [product.title]


def _enumeration(topics: Sequence[str]) -> str:
    """The topics as one says them.

    >>> _enumeration(["Returns", "Risks", "Growth"])
    'returns, risks and growth'
    """
    lowered = [topic[:1].lower() + topic[1:] for topic in topics]
    return f"{', '.join(lowered[:-1])} and {lowered[-1]}" if len(lowered) > 1 else lowered[0]
