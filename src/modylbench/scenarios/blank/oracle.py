"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.oracle import OracleRule, Truth

MILESTONES = ("revenue",)
RULES: Mapping[str, OracleRule] = {}


def solve(
    parameters: Mapping[str, float],
    seed: int,  # noqa: ARG001
    choices: Mapping[str, str],  # noqa: ARG001
) -> Truth | None:
    """Everything that follows from the parameters; None where they make no sensible problem."""
    return {"revenue": round(parameters["price"] * parameters["volume"], 2)}


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made when these milestones have been reached."""
    if "revenue" not in reached:
        return ()
    row = Row(
        id="revenue", label="Revenue", cells={"amount": Cell(value=truth["revenue"], unit="$")}
    )
    sheet = Sheet(
        id="main", name="Estimate", columns=(Column(id="amount", label="Amount"),), rows=(row,)
    )
    return (Spreadsheet(id="estimate", title="Estimate", sheets=(sheet,)),)


def attachments(truth: Mapping[str, Any]) -> Mapping[str, str]:  # noqa: ARG001
    """The files that the human hands over, by name."""
    return {}
