"""A tool of the model, and how a call of it is checked and run."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from modylbench.agents.llm.tools.shown_products import ToolRefusal, put_parts, written_fields
from modylbench.foundation.errors import UnknownName, one_line, short_repr
from modylbench.foundation.record import place_of, problem_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.agents.llm.tools.shown_products import ShownProducts
    from modylbench.foundation.record import Spec
    from modylbench.providers.models.dialogue import ToolCall

ToolRun = Callable[[Any, "ShownProducts"], Awaitable[str]]
ShapeFields = Callable[[dict[str, Any]], dict[str, Any]]
MOST_PROBLEMS = 5  # ours: of one call
MOST_RESULT = 20_000  # ours: characters


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that a model can have done; the docstring of its arguments describes it."""

    name: str
    arguments: type[Spec]
    run: ToolRun

    @property
    def description(self) -> str:
        """What the model is told of it."""
        return one_line(self.arguments.__doc__ or "")


def show_as(kind: type[Spec], shape: ShapeFields = dict) -> ToolRun:
    """What a tool does whose arguments are a whole product."""

    async def run(made: Any, products: ShownProducts) -> str:
        return await products.put(validate_as(kind, shape(written_fields(made))))

    return run


def put_into(kind: type[Spec], argument: str, into: str, shape: ShapeFields = dict) -> ToolRun:
    """What a tool does that puts parts into a list of a product, or replaces those of their ids.

    The argument of that name holds a part or several; `after` says where, if the tool has it.
    """

    async def run(made: Any, products: ShownProducts) -> str:
        product = products.data(made.product, kind.model_fields["kind"].default)
        given = getattr(made, argument)
        parts = given if isinstance(given, tuple) else (given,)
        new = [shape(written_fields(part)) for part in parts]
        put_parts(product[into], new, after=getattr(made, "after", "") or "", what=argument)
        return await products.put(validate_as(kind, product))

    return run


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
