"""What a format of work products must do, and what all share: raw snapshots, whole products."""

from __future__ import annotations

import json
import math
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from modylbench.evaluation.mutations.edit import Edit
from modylbench.evaluation.mutations.json_documents import is_encodable
from modylbench.foundation.errors import ellipsize, one_line, short_repr
from modylbench.foundation.record import place_of, problem_of
from modylbench.products.pointer import join

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_DEPTH = 24  # ours: a drawing with rich text nests about ten levels
MAX_VALUES = 400_000
MAX_CHARACTERS = 8_000_000
LARGEST = 2**63
LONGEST_REFUSAL = 300
WHOLE_PRODUCT_TYPES = frozenset({"create", "delete"})
Model = TypeVar("Model", bound=BaseModel)
ProductJson = dict[str, Any]
"""A normalised snapshot: JSON, with a stable id in every list item that can move."""


class Format(Protocol):
    """One format: how its snapshots are made comparable, compared, rebuilt and checked."""

    name: str
    types: frozenset[str]
    """Every mutation type that `diff` can give."""

    def normalise(self, raw: Any) -> ProductJson:
        """The snapshot in stable form; normalising it again changes nothing. Raises ValueError."""

    def diff(self, before: ProductJson | None, after: ProductJson | None) -> tuple[Edit, ...]:
        """The edits that lead from one normalised snapshot to the next; None: no product."""

    def apply(self, before: ProductJson | None, edits: Sequence[Edit]) -> ProductJson | None:
        """The snapshot after these edits, exactly."""

    def verify(self, document: ProductJson) -> tuple[str, ...]:
        """What is wrong with the snapshot by the format's own rules, one line each."""


def json_of(raw: object) -> Any:
    """The snapshot as plain JSON; raises ValueError where it is none, or larger than the bounds."""
    value = raw.model_dump(mode="json") if isinstance(raw, BaseModel) else raw
    found = characters = 0
    level: list[Any] = [value]
    depth = 0
    while level:
        found += len(level)
        characters += sum(_length(item) for item in level)
        if found > MAX_VALUES or characters > MAX_CHARACTERS or depth > MAX_DEPTH:
            message = (
                f"the snapshot is too large: expected at most {MAX_VALUES:,} values, "
                f"{MAX_CHARACTERS:,} characters and {MAX_DEPTH} levels"
            )
            raise ValueError(message)
        depth += 1
        children = (child for item in level for child in _children(item))
        level = list(islice(children, MAX_VALUES + 1))  # one list may stand in many places
    return value


def read_model(kind: type[Model], value: object) -> Model:
    """The JSON value as a model; raises ValueError that names the first place where it is none."""
    try:
        return TypeAdapter(kind).validate_json(json.dumps(value))
    except ValidationError as error:
        raise ValueError(refusal(error)) from error


def refusal(error: ValidationError, *, skip: int = 0) -> str:
    """The first problem in one line of bounded length; `skip` steps of its place are left out."""
    first = error.errors(include_url=False)[0]
    steps = first["loc"][skip:]
    place = place_of(tuple(_cut(step, 80) if isinstance(step, str) else step for step in steps))
    return _cut(one_line(f"{place}: {problem_of(first)}"), LONGEST_REFUSAL)


def whole_product_edit(before: ProductJson | None, after: ProductJson | None) -> tuple[Edit, ...]:
    """The one edit where there is a product on one side only, none where there is none at all."""
    if before is None and after is None:
        return ()
    if before is None:
        return (Edit("create", "", new=after),)
    return (Edit("delete", "", old=before),)


def name_edits(before: ProductJson, after: ProductJson) -> list[Edit]:
    """The edits of a product's id and title."""
    return [
        Edit("update_value", join(key), old=before[key], new=after[key])
        for key in ("id", "title")
        if before[key] != after[key]
    ]


def is_whole_product_edit(before: ProductJson | None, edits: Sequence[Edit]) -> bool:
    """Whether the edits are about the whole product; ValueError where they do not fit."""
    whole = any(edit.type in WHOLE_PRODUCT_TYPES for edit in edits)
    if not whole and before is None and edits:
        message = "found edits of a product that is not there"
        raise ValueError(message)
    if whole and (
        len(edits) != 1 or edits[0].old != before or (before is None) is (edits[0].new is None)
    ):
        message = "found a whole product made or taken away where that does not fit"
        raise ValueError(message)
    return whole


def _cut(text: str, longest: int) -> str:
    return ellipsize(text, longest)


def _children(value: object) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list | tuple):
        yield from value


def _length(value: object) -> int:
    """The characters in a value and its keys; raises ValueError where it is no JSON."""
    if isinstance(value, str):
        _refuse_surrogates(value)
        return len(value)
    if isinstance(value, dict):
        return sum(_key_length(key) for key in value)
    if value is None or isinstance(value, bool | list | tuple):
        return 0
    if isinstance(value, int) and -LARGEST <= value < LARGEST:
        return 0
    if isinstance(value, float) and math.isfinite(value):
        return 0
    if isinstance(value, int | float):
        message = "found a number that is not finite or over 64 bits, expected one that is neither"
    else:
        message = f"found a {type(value).__name__}, expected JSON"
    raise ValueError(message)


def _key_length(key: object) -> int:
    if not isinstance(key, str):
        message = f"found the key {short_repr(key)}, expected a text"
        raise ValueError(message)  # noqa: TRY004 - every refusal of a snapshot is a ValueError
    _refuse_surrogates(key)
    return len(key)


def _refuse_surrogates(text: str) -> None:
    if not is_encodable(text):
        message = f"found half a surrogate pair in {short_repr(text)}, expected whole characters"
        raise ValueError(message)
