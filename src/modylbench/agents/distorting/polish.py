"""What does somebody write and say who has a good hand and nothing to tell?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.agents.distorting.figures import rewritten
from modylbench.agents.distorting.redrawing import redrawn
from modylbench.products.document import Document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.agents.distorting.redrawing import Spot
    from modylbench.foundation.draw import Draw
    from modylbench.products.work_product import WorkProduct

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


class Polish:
    """A Pen that leaves the form and takes the content."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._drawn = 0

    def cell(self, spot: Spot) -> str:  # noqa: ARG002 - as every Pen has it
        """A few reassuring words."""
        return self._draw.one_of(PLACEHOLDERS)

    def point(self, spot: Spot) -> int:
        """A line that goes up."""
        self._drawn = self._drawn % max(1, len(spot.peers)) + 1
        return self._drawn

    def text(self, text: str) -> str:
        """The text without its figures."""
        return rewritten(text, lambda _: "TBD")

    def body(self, heading: str) -> str:
        """A section that could stand under any heading."""
        bullets = self._draw.shuffled(BULLETS)[:3]
        paragraph = self._draw.one_of(PARAGRAPHS).format(heading=heading)
        return "\n".join([paragraph, "", *bullets])

    def speech(self, products: Sequence[WorkProduct]) -> str:
        """Some minutes of structure, about whatever is on the table."""
        named = [title for product in products for title in _headings(product)]
        topics = [*self._draw.shuffled(named), *FILLERS][:MOST_TOPICS]
        middle = self._draw.one_of(MIDDLES).format(topics=_listed(topics))
        rest = [self._draw.one_of(MEANINGS), self._draw.one_of(CLOSINGS)]
        return " ".join([self._draw.one_of(OPENINGS), self.text(middle), *rest])


def polished(product: WorkProduct, polish: Polish) -> WorkProduct:
    """The product with all its parts and nothing in them."""
    hollow = redrawn(product, polish)
    if isinstance(hollow, Document):
        sections = [
            section.model_copy(update={"body": polish.body(section.heading)})
            for section in hollow.sections
        ]
        return hollow.model_copy(update={"sections": tuple(sections)})
    if hollow.kind == "chart":
        return hollow.model_copy(update={"notes": (ON_ITS_WAY,)})
    return hollow


def _headings(product: WorkProduct) -> list[str]:
    match product.kind:
        case "spreadsheet":
            return [sheet.name for sheet in product.sheets]
        case "document":
            return [section.heading for section in product.sections]
        case "dashboard":
            return [widget.title for widget in product.widgets]
        case _:
            return [product.title]


def _listed(topics: Sequence[str]) -> str:
    """The topics as one says them.

    >>> _listed(["Returns", "Risks", "Growth"])
    'returns, risks and growth'
    """
    lowered = [topic[:1].lower() + topic[1:] for topic in topics]
    return f"{', '.join(lowered[:-1])} and {lowered[-1]}" if len(lowered) > 1 else lowered[0]
