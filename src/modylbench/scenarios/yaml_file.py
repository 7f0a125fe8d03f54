"""Reading a YAML file that a person wrote: strict, and with the line of every mistake."""

from __future__ import annotations

import json
import math
from datetime import date
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeVar

import yaml
from pydantic import ValidationError

from modylbench.foundation.errors import BadFile, short_repr
from modylbench.foundation.record import Spec, place_of, problem_of, read_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

T = TypeVar("T", bound=Spec)
Location = tuple[int | str, ...]
"""Where something is wrong, step by step from the top."""

MOST_NESTED = 500  # ours: far more than any scenario needs

_YAML_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _UniqueKeys(_YAML_LOADER):  # type: ignore[misc]
    """Refuses a mapping that has one key twice, which YAML would let the last one win."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[object] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if key in seen:
                raise yaml.constructor.ConstructorError(
                    None,
                    None,
                    f"found the key {short_repr(key)} twice, expected it once",
                    key_node.start_mark,
                )
            seen.add(key)
        found: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        return found


def read_yaml(path: Path, kind: type[T], defaults: Mapping[str, Any] | None = None) -> T:
    """The file as a spec, or a BadFile that names the line; `defaults` hold where it is silent."""
    text = read_text(path)
    _refuse_depth(text, path)
    try:
        value = yaml.load(text, Loader=_UniqueKeys)  # noqa: S506 - a subclass of the safe loader
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1} column {mark.column + 1}" if mark else ""
        raise BadFile(path, place, str(error.problem or "not YAML")) from error
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        raise BadFile(path, "", f"not YAML ({error})") from error
    if defaults and isinstance(value, dict):
        value = {**defaults, **value}
    try:
        return kind.model_validate_json(json.dumps(value, default=_refuse_value, allow_nan=False))
    except ValidationError as error:
        found, location = _closest_error(error, value)
        place = f"line {line_of(text, location)}: {place_of(location)}".rstrip(": ")
        raise BadFile(path, place, problem_of(found)) from error
    except (ValueError, TypeError, RecursionError) as error:
        raise BadFile(path, "", _problem(value, error)) from error


def _closest_error(error: ValidationError, value: object) -> tuple[Any, Location]:
    """The first thing that is wrong, and where; of a choice of forms in the one that was meant.

    That is the form in which the mistake lies deepest, or else one of the right type.
    """
    found = error.errors(include_url=False)
    first = found[0]["loc"]
    shared = len(_before_form(first, value))
    rivals = [rival for rival in found if rival["loc"][:shared] == first[:shared]]
    if shared == len(first):
        rivals = rivals[:1]
    located = [(rival, _written_steps(rival["loc"], value)) for rival in rivals]
    return max(located, key=lambda entry: (len(entry[1]), not entry[0]["type"].endswith("_type")))


def _before_form(location: Location, value: object) -> Location:
    """The location up to where pydantic names one of several forms."""
    written = _written_steps(location, value)
    same = takewhile(lambda pair: pair[0] == pair[1], zip(location, written, strict=False))
    return tuple(step for step, _ in same)


def _written_steps(location: Location, value: object) -> Location:
    """The steps of a location that stand in the file, and one at its end that is missing there."""
    steps: list[int | str] = []
    for number, step in enumerate(location):
        is_there = (isinstance(value, dict) and step in value) or (
            isinstance(value, list) and isinstance(step, int) and step < len(value)
        )
        is_missing = isinstance(value, dict) and number == len(location) - 1
        if is_there or (is_missing and isinstance(step, str) and step.isidentifier()):
            steps.append(step)
        if is_there:
            value = value[step]  # type: ignore[index]
    return tuple(steps)


def _refuse_depth(text: str, path: Path) -> None:
    """Refuse what nests without end: the C parser would crash on it instead of complaining."""
    depth = 0
    for number, line in enumerate(text.split("\n"), start=1):
        depth += line.count("[") + line.count("{") - line.count("]") - line.count("}")
        indent = len(line) - len(line.lstrip(" "))
        if max(depth, indent, line.count("- "), line.count("? ")) > MOST_NESTED:
            raise BadFile(path, f"line {number}", f"nested more than {MOST_NESTED} deep")


def line_of(text: str, location: Location) -> int:
    """The line of the deepest part of the location that stands in the text."""
    node: Any = yaml.compose(text, Loader=_YAML_LOADER)
    if node is None:
        return 1
    line = node.start_mark.line
    for step in location:
        child = _child(node, step)
        if child is None:
            continue  # a step that pydantic adds, such as the name of a union's member
        node, line = child
    return int(line) + 1


def _child(node: yaml.Node, step: int | str) -> tuple[yaml.Node, int] | None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(step):
                return value, key.start_mark.line
    elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        child = node.value[step]
        return child, child.start_mark.line
    return None


def _refuse_value(value: object) -> object:
    hint = (
        "put the value in quotes"
        if isinstance(value, date)
        else "expected text, numbers, lists, mappings"
    )
    message = f"found {short_repr(value)}: {hint}"
    raise TypeError(message)


def _problem(value: object, error: Exception) -> str:
    try:
        has_nan = _has_nan(value)
    except RecursionError:
        return "found an alias to what it stands in, expected no circles"
    return "found NaN or an infinity, expected finite numbers" if has_nan else str(error)


def _has_nan(value: object) -> bool:
    if isinstance(value, dict):
        return any(_has_nan(item) for item in value.values())
    if isinstance(value, list):
        return any(_has_nan(item) for item in value)
    return isinstance(value, float) and not math.isfinite(value)
