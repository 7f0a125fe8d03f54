"""Records read only as they are written, and compared with those that come out again."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from pydantic import ValidationError

from modylbench.foundation.errors import short_repr
from modylbench.foundation.record import Spec, canonical_json, place_of, problem_of
from modylbench.leaderboard.submission.problems import SubmissionProblem, problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from modylbench.leaderboard.submission.problems import ProblemCode

S = TypeVar("S", bound=Spec)
MOST_BYTES = 16 * 1024**2  # ours: an evaluation of an hour is about 0.5 MB
MOST_INVALID = 3
MOST_DIFFERENCES = 4  # ours: of one field; who forged a score has changed all that follows from it
OTHER_VERSION = "; other rubrics, rules or metrics than these: judge the run again by this version"


class _DuplicateKey(ValueError):
    """A key that stands in one object twice: which of both is read depends on who reads."""


class _NotFinite(ValueError):
    """NaN or an infinity, which JSON does not have."""


def read_strictly(
    kind: type[S], path: Path, place: str
) -> tuple[S | None, list[SubmissionProblem]]:
    """The record in a file, and all that is wrong with how it is written."""
    if not path.is_file():
        return None, [problem("missing_member", place, "is missing")]
    if path.stat().st_size > MOST_BYTES:
        return None, [problem("json", place, f"has more than {MOST_BYTES:,} bytes")]
    return parse_strictly(kind, path.read_bytes(), place)


def parse_strictly(
    kind: type[S], content: bytes, place: str, *, is_line: bool = False
) -> tuple[S | None, list[SubmissionProblem]]:
    """The same of a content; `is_line` for one of several on lines of their own."""
    faults = _json_faults(content, place)
    if faults:
        return None, faults
    try:
        value = kind.model_validate_json(content)
    except ValidationError as error:
        return None, _validation_problems(error, place)
    if _canonical_bytes(value, is_line=is_line) != content:
        text = "is not written the way that records are: re-formatted, or values respelt"
        return value, [problem("json", place, text)]
    return value, []


def _canonical_bytes(value: Spec, *, is_line: bool) -> bytes:
    if is_line:
        return value.model_dump_json().encode()
    return canonical_json(value.model_dump(mode="json")).encode()


def _json_faults(content: bytes, place: str) -> list[SubmissionProblem]:
    try:
        json.loads(
            content.decode(), object_pairs_hook=_unique_keys, parse_constant=_refuse_constant
        )
    except _DuplicateKey as error:
        return [problem("duplicate_key", place, f"the key {error} stands in one object twice")]
    except _NotFinite as error:
        return [problem("nan", place, f"found {error}, expected a finite number")]
    except (ValueError, RecursionError) as error:
        return [problem("json", place, f"is not JSON ({error})")]
    return []


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise _DuplicateKey(short_repr(next(name for name in names if names.count(name) > 1)))
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise _NotFinite(name)


def _validation_problems(error: ValidationError, place: str) -> list[SubmissionProblem]:
    found = error.errors(include_url=False)
    named = []
    for fault in found[:MOST_INVALID]:
        code: ProblemCode = "nan" if fault["type"] == "finite_number" else "record"
        within = place_of(fault["loc"])
        named.append(problem(code, f"{place}: {within}" if within else place, problem_of(fault)))
    if len(found) > MOST_INVALID:
        named.append(problem("record", place, f"and {len(found) - MOST_INVALID} more of the kind"))
    return named


def differences(
    found: Spec,
    expected: Spec,
    place: str,
    *,
    code: ProblemCode,
    codes: Mapping[str, ProblemCode] | None = None,
) -> list[SubmissionProblem]:
    """Every field that differs, with the first places in it; `codes` are those of its fields."""
    made: list[SubmissionProblem] = []
    theirs, ours = found.model_dump(mode="json"), expected.model_dump(mode="json")
    for name in theirs:
        if theirs[name] == ours[name]:
            continue
        which = (codes or {}).get(name, code)
        hint = OTHER_VERSION if which == "signature" else ""
        for where, text in islice(
            _field_differences(theirs[name], ours[name], name), MOST_DIFFERENCES
        ):
            made.append(problem(which, f"{place}: {where}", text + hint))
    return made


def _field_differences(found: Any, expected: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(found, dict) and isinstance(expected, dict):
        for name in sorted({*found, *expected}):
            if name not in found or name not in expected:
                here = "is missing" if name not in found else "is not among what comes out"
                yield f"{where}.{name}", here
            elif found[name] != expected[name]:
                yield from _field_differences(found[name], expected[name], f"{where}.{name}")
    elif isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for number, (item, other) in enumerate(zip(found, expected, strict=True)):
            if item != other:
                yield from _field_differences(item, other, f"{where}[{_label(item, number)}]")
    elif isinstance(found, list) and isinstance(expected, list):
        yield where, f"found {len(found)}, and {len(expected)} come out"
    else:
        yield where, f"found {short_repr(found)}, and {short_repr(expected)} comes out"


def _label(item: Any, number: int) -> str:
    """What an item of a list is called by people, where it has a name."""
    if not isinstance(item, dict):
        return str(number)
    subject = item.get("subject")
    if isinstance(subject, dict) and "judge" in item:
        return f"{subject.get('kind')} {subject.get('name')} by {item['judge']}"
    for key in ("dimension", "turn_index", "product_id", "name", "scenario_id", "judge"):
        if key in item:
            return f"{key.removesuffix('_index').removesuffix('_id')} {item[key]}"
    return str(number)
