"""What is a tool, and what comes of a call of it?"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from modylbench.agents.llm.tools.refusal import Refused
from modylbench.foundation.errors import UnknownName, one_line, quoted
from modylbench.foundation.record import place_of, problem_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from modylbench.agents.llm.tools.desk import Desk
    from modylbench.foundation.record import Spec
    from modylbench.providers.models.dialogue import ToolCall

MOST_PROBLEMS = 5  # ours: of one call
MOST_RESULT = 20_000  # ours: characters


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that a model can have done; the docstring of its arguments describes it."""

    name: str
    arguments: type[Spec]
    run: Callable[[Any, Desk], Awaitable[str]]

    @property
    def description(self) -> str:
        """What the model is told of it."""
        return one_line(self.arguments.__doc__ or "")


async def called(call: ToolCall, tools: Sequence[Tool], desk: Desk) -> str:
    """What came of a call, as the model is told; never raises for what a model wrote."""
    try:
        tool = _named(call.name, tools)
        return (await tool.run(_arguments(call.arguments, tool), desk))[:MOST_RESULT]
    except Refused as refusal:
        return f"error: {refusal}"


def checked(kind: Any, value: Mapping[str, Any]) -> Any:
    """The value as one of our models; raises Refused."""
    try:
        return kind.model_validate_json(json.dumps(value))
    except ValidationError as error:
        raise Refused(problems(error)) from error


def problems(error: ValidationError) -> str:
    """What is wrong where, the first few of them."""
    found = error.errors(include_url=False)
    lines = []
    for one in found[:MOST_PROBLEMS]:
        place = place_of(one["loc"])
        lines.append(f"{place}: {problem_of(one)}" if place else problem_of(one))
    if len(found) > MOST_PROBLEMS:
        lines.append(f"{len(found) - MOST_PROBLEMS} more")
    return "; ".join(lines)


def _named(name: str, tools: Sequence[Tool]) -> Tool:
    for tool in tools:
        if tool.name == name:
            return tool
    raise Refused(str(UnknownName("tool", name, [tool.name for tool in tools])))


def _arguments(written: str | Mapping[str, Any], tool: Tool) -> Spec:
    try:
        text = written if isinstance(written, str) else json.dumps(written)
        return tool.arguments.model_validate_json(text or "{}")
    except ValidationError as error:
        raise Refused(problems(error)) from error
    except (TypeError, ValueError) as error:  # what is no JSON at all
        message = f"found {quoted(written)}, expected a JSON object of arguments"
        raise Refused(message) from error
