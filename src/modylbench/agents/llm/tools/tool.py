"""A tool of the model, and how a call of it is checked and run."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from modylbench.agents.llm.tools.shown_products import ToolRefusal
from modylbench.foundation.errors import UnknownName, one_line, short_repr
from modylbench.foundation.record import place_of, problem_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from modylbench.agents.llm.tools.shown_products import ShownProducts
    from modylbench.foundation.record import Spec
    from modylbench.providers.models.dialogue import ToolCall

MOST_PROBLEMS = 5  # ours: of one call
MOST_RESULT = 20_000  # ours: characters


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that a model can have done; the docstring of its arguments describes it."""

    name: str
    arguments: type[Spec]
    run: Callable[[Any, ShownProducts], Awaitable[str]]

    @property
    def description(self) -> str:
        """What the model is told of it."""
        return one_line(self.arguments.__doc__ or "")


async def run_call(call: ToolCall, tools: Sequence[Tool], products: ShownProducts) -> str:
    """What came of a call, as the model is told; never raises for what a model wrote."""
    try:
        tool = _find_tool(call.name, tools)
        return (await tool.run(_arguments(call.arguments, tool), products))[:MOST_RESULT]
    except ToolRefusal as refusal:
        return f"error: {refusal}"


def validate_as(kind: Any, value: Mapping[str, Any]) -> Any:
    """The value as one of our models; raises ToolRefusal."""
    try:
        return kind.model_validate_json(json.dumps(value))
    except ValidationError as error:
        raise ToolRefusal(problems(error)) from error


def problems(error: ValidationError) -> str:
    """What is wrong where, the first few of them."""
    found = error.errors(include_url=False)
    lines = []
    for problem in found[:MOST_PROBLEMS]:
        place = place_of(problem["loc"])
        lines.append(f"{place}: {problem_of(problem)}" if place else problem_of(problem))
    if len(found) > MOST_PROBLEMS:
        lines.append(f"{len(found) - MOST_PROBLEMS} more")
    return "; ".join(lines)


def _find_tool(name: str, tools: Sequence[Tool]) -> Tool:
    for tool in tools:
        if tool.name == name:
            return tool
    raise ToolRefusal(str(UnknownName("tool", name, [tool.name for tool in tools])))


def _arguments(written: str | Mapping[str, Any], tool: Tool) -> Spec:
    try:
        text = written if isinstance(written, str) else json.dumps(written)
        return tool.arguments.model_validate_json(text or "{}")
    except ValidationError as error:
        raise ToolRefusal(problems(error)) from error
    except (TypeError, ValueError) as error:  # what is no JSON at all
        message = f"found {short_repr(written)}, expected a JSON object of arguments"
        raise ToolRefusal(message) from error
