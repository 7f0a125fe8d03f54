"""Is a file the one way in which its record is written?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from pydantic import ValidationError

from modylbench.foundation.errors import quoted
from modylbench.foundation.record import Spec, canonical_json, place_of, problem_of
from modylbench.leaderboard.submission.problems import Problem, problem

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.leaderboard.submission.problems import Code

S = TypeVar("S", bound=Spec)
MOST_BYTES = 16 * 1024**2  # ours: an evaluation of an hour is about 0.5 MB
MOST_NAMED = 3


class _Twice(ValueError):
    """A key that stands in one object twice: which of both is read depends on who reads."""


class _NotFinite(ValueError):
    """NaN or an infinity, which JSON does not have."""


def read_strictly(kind: type[S], path: Path, place: str) -> tuple[S | None, list[Problem]]:
    """The record in a file, and all that is wrong with how it is written."""
    if not path.is_file():
        return None, [problem("missing_member", place, "is missing")]
    if path.stat().st_size > MOST_BYTES:
        return None, [problem("json", place, f"has more than {MOST_BYTES:,} bytes")]
    return parsed(kind, path.read_bytes(), place)


def parsed(
    kind: type[S], content: bytes, place: str, *, is_line: bool = False
) -> tuple[S | None, list[Problem]]:
    """The same of a content; `is_line` for one of several on lines of their own."""
    faults = _faults(content, place)
    if faults:
        return None, faults
    try:
        value = kind.model_validate_json(content)
    except ValidationError as error:
        return None, _invalid(error, place)
    if _written(value, is_line=is_line) != content:
        text = "is not written the way that records are: re-formatted, or values respelt"
        return value, [problem("json", place, text)]
    return value, []


def _written(value: Spec, *, is_line: bool) -> bytes:
    if is_line:
        return value.model_dump_json().encode()
    return canonical_json(value.model_dump(mode="json")).encode()


def _faults(content: bytes, place: str) -> list[Problem]:
    try:
        json.loads(content.decode(), object_pairs_hook=_object, parse_constant=_constant)
    except _Twice as error:
        return [problem("duplicate_key", place, f"the key {error} stands in one object twice")]
    except _NotFinite as error:
        return [problem("nan", place, f"found {error}, expected a finite number")]
    except (ValueError, RecursionError) as error:
        return [problem("json", place, f"is not JSON ({error})")]
    return []


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(quoted(next(name for name in names if names.count(name) > 1)))
    return found


def _constant(name: str) -> NoReturn:
    raise _NotFinite(name)


def _invalid(error: ValidationError, place: str) -> list[Problem]:
    found = error.errors(include_url=False)
    named = []
    for one in found[:MOST_NAMED]:
        code: Code = "nan" if one["type"] == "finite_number" else "record"
        within = place_of(one["loc"])
        named.append(problem(code, f"{place}: {within}" if within else place, problem_of(one)))
    if len(found) > MOST_NAMED:
        named.append(problem("record", place, f"and {len(found) - MOST_NAMED} more of the kind"))
    return named
