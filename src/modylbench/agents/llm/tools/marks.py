"""Tools that react, point at what is shown, and take marks away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from modylbench.agents.llm.tools.shown_products import ToolRefusal
from modylbench.agents.llm.tools.tool import Tool
from modylbench.agents.reference.channel_use import deletion, highlight
from modylbench.foundation.record import Identifier, Spec
from modylbench.products.pointer import MISSING, resolve
from modylbench.recording.marks import MOST_EMOJI, DrawingTool

if TYPE_CHECKING:
    from modylbench.agents.llm.tools.shown_products import ShownProducts


class React(Spec):
    """React with one emoji to what somebody said or did, as people do; once a turn at most."""

    emoji: Annotated[str, Field(max_length=MOST_EMOJI)]
    to: Annotated[str, Field(max_length=200)] = ""


class Annotate(Spec):
    """Point at a place of a product on the screen: `at` is its pointer by ids.

    Such as /sheets/debt/rows/senior/cells/year_1 or /widgets/irr; empty is all of it. With the id
    of an annotation that is there, it is changed to this.
    """

    id: Identifier
    product: Identifier
    at: Annotated[str, Field(max_length=500)] = ""
    text: Annotated[str, Field(max_length=500)] = ""
    tool: DrawingTool = "highlight"


class ClearAnnotation(Spec):
    """Take an annotation away, when it is over."""

    id: Identifier


async def _react(made: React, products: ShownProducts) -> str:
    try:
        await products.seat.react(made.emoji, made.to)
    except ValueError as error:
        raise ToolRefusal(str(error)) from error
    return "ok: they see it"


async def _annotate(made: Annotate, products: ShownProducts) -> str:
    product = products.product(made.product)
    try:
        is_there = resolve(product, made.at) is not MISSING
    except ValueError as error:
        raise ToolRefusal(str(error)) from error
    if not is_there:
        message = f"found nothing at {made.at!r} in {made.product}, expected a pointer by ids"
        raise ToolRefusal(message)
    await products.seat.annotate(
        {**highlight(made.id, made.product, made.at, made.text), "tool": made.tool}
    )
    return "ok: it is marked"


async def _clear(made: ClearAnnotation, products: ShownProducts) -> str:
    await products.seat.annotate(deletion(made.id))
    return "ok: it is gone"


TOOLS = (
    Tool("react", React, _react),
    Tool("annotate", Annotate, _annotate),
    Tool("clear_annotation", ClearAnnotation, _clear),
)
