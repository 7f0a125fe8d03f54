"""A tool of the model: how a call of it is checked and run, and parts of products changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from modylbench.foundation.errors import UnknownName, one_line, short_repr
from modylbench.foundation.record import place_of, problem_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

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


async def run_call(call: ToolCall, tools: Sequence[Tool], desk: ShownProducts) -> str:
    """What came of a call, as the model is told; never raises for what a model wrote."""
    try:
        tool = _find_tool(call.name, tools)
        return (await tool.run(_arguments(call.arguments, tool), desk))[:MOST_RESULT]
    except ToolRefusal as refusal:
        return f"error: {refusal}"


def validate_as(kind: Any, value: Mapping[str, Any]) -> Any:
    """The value as one of our models; raises Refused."""
    try:
        return kind.model_validate_json(json.dumps(value))
    except ValidationError as error:
        raise ToolRefusal(problems(error)) from error


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


class ToolRefusal(Exception):
    """A call that cannot be done; the message tells the model what to do instead."""


PartFields = dict[str, Any]


def find_part(parts: Iterable[PartFields], name: str, what: str) -> PartFields:
    """The part with this id; raises Refused with the nearest one that there is."""
    by_id = {part["id"]: part for part in parts}
    if name not in by_id:
        raise ToolRefusal(
            str(UnknownName(what, name, by_id)) if by_id else f"there is no {what} yet"
        )
    return by_id[name]


def put_parts(parts: list[PartFields], new: Iterable[PartFields], *, after: str, what: str) -> None:
    """Replace the parts that are there by id; put the others after one, or at the end."""
    places = {part["id"]: place for place, part in enumerate(parts)}
    fresh = []
    for part in new:
        if part["id"] in places:
            parts[places[part["id"]]] = part
        else:
            fresh.append(part)
    if after:
        find_part(parts, after, what)
    place = places[after] + 1 if after else len(parts)
    parts[place:place] = fresh


def without_parts(parts: Iterable[PartFields], names: set[str]) -> list[PartFields]:
    """The parts that have none of these ids."""
    return [part for part in parts if part["id"] not in names]


def written_fields(part: Any) -> PartFields:
    """What of a part was written by the model, as JSON."""
    dumped: PartFields = part.model_dump(mode="json", exclude_unset=True)
    return dumped
