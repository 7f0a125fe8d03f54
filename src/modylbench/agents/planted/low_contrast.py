"""An oracle whose surfaces have buttons that can hardly be read.

Our page chooses the colours of products itself. What an agent chooses is a surface's theme, which
colours its buttons: so each product gets a bar of them, in a clean meeting with the page's own
colour and in a spoilt one with a pale one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from modylbench.agents.planted.plant import PlantedDefect, steps_of
from modylbench.agents.reference.oracle import OracleAgent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from modylbench.agents.agent import HeardTurn, Seat
    from modylbench.agents.reference.playbook import Playbook
    from modylbench.foundation.draw import Draw
    from modylbench.scenarios.variant import Variant

LOW_CONTRAST_LEVELS = ("#6d8cc8", "#98b2dc", "#bfd0ea")
"""Ours: ever paler under white words: 3.4:1, 2.2:1 and 1.6:1, where WCAG AA asks for 4.5:1."""
BUTTONS = ("Open the assumptions", "Export", "Ask for approval")
WORK, BAR = "work", "bar"


def plant_low_contrast(variant: Variant, level: int | None) -> PlantedDefect | None:
    """The oracle with its buttons; `level` is None in the clean twin."""
    colour = "" if level is None else LOW_CONTRAST_LEVELS[level]
    shown = next((step for step in steps_of(variant) if step.products), None)
    if shown is None:
        return None
    return PlantedDefect(
        f"buttons in {colour or 'the colour of the page'}",
        lambda playbook, pace: _OracleWithButtons(playbook, pace, colour),
        turn_index=shown.turn_index,
        product_id=shown.products[0].id,
    )


class _OracleWithButtons:
    def __init__(self, playbook: Playbook, pace: Draw, colour: str) -> None:
        self._oracle, self._colour = OracleAgent(playbook, pace), colour

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Answer as the oracle does."""
        await self._oracle.answer(heard, cast("Seat", _SeatWithButtons(seat, self._colour)))


class _SeatWithButtons:
    """A seat whose surfaces have a bar of buttons under the product."""

    def __init__(self, seat: Seat, colour: str) -> None:
        self._seat, self._colour = seat, colour

    async def show(self, messages: Iterable[Mapping[str, Any]]) -> None:
        """Show the product, and the buttons below it."""
        await self._seat.show([self._with_bar(message) for message in messages])

    def __getattr__(self, name: str) -> Any:
        return getattr(self._seat, name)

    def _with_bar(self, message: Mapping[str, Any]) -> dict[str, Any]:
        if "createSurface" in message and self._colour:
            themed = {**message["createSurface"], "theme": {"primaryColor": self._colour}}
            return {**message, "createSurface": themed}
        if "updateComponents" in message:
            body = message["updateComponents"]
            components = [_below(component) for component in body["components"]] + _frame()
            return {**message, "updateComponents": {**body, "components": components}}
        return dict(message)


def _below(component: Mapping[str, Any]) -> dict[str, Any]:
    return {**component, "id": WORK} if component["id"] == "root" else dict(component)


def _frame() -> list[dict[str, Any]]:
    """The product above a row of buttons."""
    made: list[dict[str, Any]] = [
        {"id": "root", "component": "Column", "children": [WORK, BAR]},
        {
            "id": BAR,
            "component": "Row",
            "children": [f"button_{number}" for number in range(len(BUTTONS))],
        },
    ]
    for number, label in enumerate(BUTTONS):
        made += [
            {
                "id": f"button_{number}",
                "component": "Button",
                "child": f"label_{number}",
                "variant": "primary",
                "action": {"event": {"name": f"press_{number}"}},
            },
            {"id": f"label_{number}", "component": "Text", "text": label},
        ]
    return made
