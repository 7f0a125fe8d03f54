"""How specs and records are typed, read and written, and how JSON of any author is read."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    field_validator,
)

from modylbench.foundation.atomic_file import write_file
from modylbench.foundation.errors import BadFile, short_repr

if TYPE_CHECKING:
    from pathlib import Path


MAX_FILE_BYTES = 32 * 1024 * 1024  # ours: a work product of 200 x 50 cells is under 1 MB
MOST_DIGITS = 400

Identifier = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.\-]{0,79}$")]
"""A stable id: letters, digits, `_`, `.` and `-`, so that it needs no escape in a pointer."""

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,79}$")]
"""A name that expressions and templates can use."""


class Spec(BaseModel):
    """Something written by people or made by a stage: frozen, strict, nothing unknown, no NaN."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class Record(Spec):
    """Something a stage made and keeps on disk; one of another version is refused."""

    remedy: ClassVar[str] = "make it again with this release"
    """What to do about one of another version."""

    schema_version: int = 1

    @field_validator("schema_version")
    @classmethod
    def _is_of_this_version(cls, found: int) -> int:
        expected = cls.model_fields["schema_version"].default
        if found != expected:
            message = f"found version {found} of {cls.__name__}, expected {expected}; {cls.remedy}"
            raise ValueError(message)
        return found


R = TypeVar("R", bound=Record)


def canonical_json(value: object) -> str:
    """The one way a value is written: sorted keys, two spaces, a final newline, no NaN."""
    text = json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False)
    return text + "\n"


def read_text(path: Path) -> str:
    """The file's text, or a BadFile that says why there is none."""
    try:
        if path.exists() and not path.is_file():
            raise BadFile(path, "", "is not a file; expected one")
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            raise BadFile(path, "", f"found {size:,} bytes, expected at most {MAX_FILE_BYTES:,}")
        return path.read_text(encoding="utf-8-sig")  # with or without a byte order mark
    except UnicodeDecodeError as error:
        raise BadFile(path, f"byte {error.start}", "expected UTF-8 text") from error
    except OSError as error:
        raise BadFile(path, "", f"cannot be read ({error.strerror})") from error


def read_bytes(path: Path) -> bytes:
    """The file's bytes, or a BadFile that says why there are none."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadFile(path, "", f"cannot be read ({error.strerror})") from error


def read_record(kind: type[R], path: Path) -> R:
    """The file as a record, or a BadFile that names the first place where it is not one."""
    text = read_text(path)
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if first["type"] == "json_invalid":
            raise BadFile(path, "", f"not JSON ({first['ctx']['error']})") from error
        raise BadFile(path, place_of(first["loc"]), problem_of(first)) from error


def write_record(record: Spec, path: Path) -> str:
    """Write the record, whole or not at all; its SHA-256."""
    content = _content_of(record)
    write_file(content, path)
    return hashlib.sha256(content).hexdigest()


def digest_as_written(record: Spec) -> str:
    """The SHA-256 that the record's file has, whatever lies there by now."""
    return hashlib.sha256(_content_of(record)).hexdigest()


def _content_of(record: Spec) -> bytes:
    return canonical_json(record.model_dump(mode="json")).encode()


def validate(kind: Any, value: object, path: Path, *, source: str = "") -> Any:
    """The value as `kind`, or a BadFile that names the first place where it is not one."""
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    try:
        return adapter.validate_json(json.dumps(value))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise BadFile(path, place_of(first["loc"]) + source, problem_of(first)) from error


def place_of(location: tuple[int | str, ...]) -> str:
    """A pydantic location as a person writes it: `beats[2].say`."""
    place = ""
    for part in location:
        place += f"[{part}]" if isinstance(part, int) else f".{part}" if place else part
    return place


def problem_of(error: Any) -> str:
    """One pydantic error as found, expected."""
    message = str(error["msg"]).removeprefix("Value error, ")
    match error["type"]:
        case "extra_forbidden":
            return f"unknown field {short_repr(error['loc'][-1])}; remove it or check its spelling"
        case "missing":
            return f"the field {short_repr(error['loc'][-1])} is missing"
        case "value_error":
            return message
        case _:
            return f"found {short_repr(error['input'])}, expected: {message}"


def read_json(path: Path) -> object:
    """The file's JSON value; NaN, infinities, repeated keys and endless nesting are refused."""
    text = read_text(path)
    try:
        value: object = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_whole,
            object_pairs_hook=_unique,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise BadFile(path, place, f"not JSON ({error.msg})") from error
    except RecursionError as error:
        problem = "nested too deeply, expected at most a few hundred levels"
        raise BadFile(path, "", problem) from error
    except ValueError as error:
        raise BadFile(path, "", str(error)) from error
    return value


def _refuse_constant(name: str) -> object:
    message = f"found {name}, expected a finite number"
    raise ValueError(message)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        message = f"found {text[:20]}, expected a number below 1.8e308"
        raise ValueError(message)
    return number


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        message = f"found a whole number of {len(text)} digits, expected at most {MOST_DIGITS}"
        raise ValueError(message)
    return int(text)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        message = f"found the key {short_repr(twice)} twice in one object, expected it once"
        raise ValueError(message)
    return found
