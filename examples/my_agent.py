"""A complete agent: it answers, shows a spreadsheet and later edits one cell of it.

modylbench run --agent examples/my_agent.py:MyAgent --scenarios financial_analyst --beats 1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from modylbench.agents.agent import HeardTurn, Seat

CATALOG = "urn:modylbench:a2ui:catalog:1"  # `modylbench a2ui catalog` prints it
SURFACE = {"surfaceId": "model"}


class MyAgent:
    """Each meeting has an instance of its own, in a process of its own."""

    def __init__(self) -> None:
        self.turns = 0

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Called with what somebody has just said; the turn is over when this returns."""
        self.turns += 1
        for reply in await seat.replies():
            print("A2UI replied:", reply)  # noqa: T201 - what is printed goes into the run's log
        if self.turns == 1:
            await seat.say(f"Thank you for having me in {seat.invitation.title}.")
            await seat.show(new_model())
            await seat.say("Here is a first model, with last year's revenue of 50 million dollars.")
        elif self.turns == 2:
            await seat.show([edit("/sheets/0/rows/0/cells/year_1/value", 57.5)])
            await seat.say("I have put revenue in year one at 57.5 million dollars.")
        else:
            files = ", ".join(file.name for file in heard.files)
            await seat.chat(f"Noted: {heard.text}" + (f" (with {files})" if files else ""))
            await seat.say("I have noted that.")
        await seat.wait_for_playout()


def new_model() -> list[dict[str, Any]]:
    """The A2UI messages that show a spreadsheet: its content stands in the data model."""
    row = {
        "id": "revenue",
        "label": "Revenue",
        "cells": {"ltm": {"value": 50, "unit": "$M"}, "year_1": {"value": 57, "unit": "$M"}},
    }
    columns = [{"id": "ltm", "label": "LTM"}, {"id": "year_1", "label": "Year 1"}]
    sheet = {"id": "model", "name": "Model", "columns": columns, "rows": [row]}
    grid = {
        "id": "root",
        "component": "DataGrid",
        "product": "lbo_model",
        "title": {"path": "/title"},
        "sheets": {"path": "/sheets"},
    }
    return [
        {"version": "v0.9", "createSurface": {**SURFACE, "catalogId": CATALOG}},
        edit("/", {"title": "LBO model", "sheets": [sheet]}),
        {"version": "v0.9", "updateComponents": {**SURFACE, "components": [grid]}},
    ]


def edit(path: str, value: object) -> dict[str, Any]:
    """The A2UI message that changes one place of the data model."""
    return {"version": "v0.9", "updateDataModel": {**SURFACE, "path": path, "value": value}}
