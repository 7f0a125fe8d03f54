"""Where does a record differ from the one that comes out?"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import quoted
from modylbench.leaderboard.submission.problems import Problem, problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.foundation.record import Spec
    from modylbench.leaderboard.submission.problems import Code

MOST_NAMED = 4  # ours: of one field; who forged a score has changed all that follows from it

OTHER_VERSION = "; other rubrics, rules or metrics than these: judge the run again by this version"


def differences(
    found: Spec, expected: Spec, place: str, *, code: Code, codes: Mapping[str, Code] | None = None
) -> list[Problem]:
    """Every field that differs, with the first places in it; `codes` are those of its fields."""
    made: list[Problem] = []
    theirs, ours = found.model_dump(mode="json"), expected.model_dump(mode="json")
    for name in theirs:
        if theirs[name] == ours[name]:
            continue
        which = (codes or {}).get(name, code)
        hint = OTHER_VERSION if which == "signature" else ""
        for where, text in islice(_within(theirs[name], ours[name], name), MOST_NAMED):
            made.append(problem(which, f"{place}: {where}", text + hint))
    return made


def _within(found: Any, expected: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(found, dict) and isinstance(expected, dict):
        for name in sorted({*found, *expected}):
            if name not in found or name not in expected:
                here = "is missing" if name not in found else "is not among what comes out"
                yield f"{where}.{name}", here
            elif found[name] != expected[name]:
                yield from _within(found[name], expected[name], f"{where}.{name}")
    elif isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for number, (one, other) in enumerate(zip(found, expected, strict=True)):
            if one != other:
                yield from _within(one, other, f"{where}[{_label(one, number)}]")
    elif isinstance(found, list) and isinstance(expected, list):
        yield where, f"found {len(found)}, and {len(expected)} come out"
    else:
        yield where, f"found {quoted(found)}, and {quoted(expected)} comes out"


def _label(one: Any, number: int) -> str:
    """What an item of a list is called by people, where it has a name."""
    if not isinstance(one, dict):
        return str(number)
    subject = one.get("subject")
    if isinstance(subject, dict) and "judge" in one:
        return f"{subject.get('kind')} {subject.get('name')} by {one['judge']}"
    for key in ("dimension", "turn_index", "product_id", "name", "scenario_id", "judge"):
        if key in one:
            return f"{key.removesuffix('_index').removesuffix('_id')} {one[key]}"
    return str(number)
