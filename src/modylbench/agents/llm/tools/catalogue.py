"""All tools that a model has in a meeting, as it is told of them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from modylbench.agents.llm.tools import charts, documents, products, spreadsheets
from modylbench.providers.models.dialogue import ToolSpec

if TYPE_CHECKING:
    from modylbench.agents.llm.tools.tool import Tool

TOOLS = (*spreadsheets.TOOLS, *documents.TOOLS, *charts.TOOLS, *products.TOOLS)


@cache
def tool_specs() -> tuple[ToolSpec, ...]:
    """The tools as models are told of them."""
    return tuple(ToolSpec(tool.name, tool.description, _arguments(tool)) for tool in TOOLS)


def _arguments(tool: Tool) -> dict[str, Any]:
    schema: dict[str, Any] = _schema(tool.arguments.model_json_schema())
    del schema["description"]  # it is the tool's
    return schema


def _schema(schema: Any) -> Any:
    """A schema without what only repeats names and limits, so that small models can take it."""
    if isinstance(schema, list):
        return [_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    dropped = {"title", "maxLength", "minimum", "maximum", "pattern", "default"}
    return {
        name: {key: _schema(inner) for key, inner in value.items()}
        if name in ("properties", "$defs")
        else _schema(value)
        for name, value in schema.items()
        if name not in dropped
    }
