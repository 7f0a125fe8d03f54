"""What people write on the command line: options as one record, seeds, layers and names."""

from __future__ import annotations

import functools
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.providers.models.options import (
    DEFAULT_CONNECTIONS,
    MOST_CONNECTIONS,
    JudgingOptions,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Options = TypeVar("Options")
ALL = "all"
MOST_SEEDS = 100_000
LARGEST_SEED = 2**63 - 1  # what a column of the data set holds
WHERE_SWITCHED = {
    1: "`modylbench score --layers-off 1`",
    2: "`modylbench score --layers-off 2`",
    3: "`modylbench score --layers-off 3`",
    4: "`modylbench evaluate --layers-off 4`",
    5: "`modylbench run --edge-cases none`",
    6: "`modylbench score --layers-off 6`",
}
"""Each layer is switched in the stage where it works (SPEC 3)."""
PATH = click.Path(path_type=Path)
RUNS = click.argument("paths", type=PATH, nargs=-1, required=True, metavar="RUN...")
SCENARIOS = click.option(
    "--scenarios", default=ALL, show_default=True, help="Names with commas between."
)
BASE_URL = click.option(
    "--base-url", default="", help="The address of an OpenAI-compatible server."
)
LOCATOR = click.option(
    "--locator",
    default="",
    help="A model that points at figures which code could not find, or two with a comma; without "
    "`modylbench calibrate locator` its values are reported and do not count.",
)
DEFAULT_NORMS = "ami"  # named here so that no command has to load what measures
NORMS = click.option(
    "--norms",
    default=DEFAULT_NORMS,
    show_default=True,
    help="How people behave, for dynamics: `ami`, `paper`, or a file or name of your own making.",
)
LENGTHS = ("4", "8", "12", "16")  # SPEC 14; named here so that no command has to load scenarios
TURNS = click.option(
    "--turns",
    type=click.Choice(LENGTHS),
    help="A meeting of so many scripted turns; 8 is the benchmark's, others are unofficial.",
)
MAX_CONNECTIONS = click.option(
    "--max-connections",
    type=click.IntRange(1, MOST_CONNECTIONS),
    default=DEFAULT_CONNECTIONS,
    show_default=True,
    help="Calls to judges under way at once, for each service.",
)
MAX_COST = click.option(
    "--max-cost",
    "max_cost_usd",
    type=click.FloatRange(min=0),
    help="Stop before models cost so many dollars.",
)
PRICES = click.option(
    "--prices",
    type=PATH,
    help="A price list of your own, as docs/judges.md shows; it comes before ours.",
)


def options_as(
    record: Callable[..., Options],
) -> Callable[[Callable[[Options], int]], Callable[..., int]]:
    """A command that gets its options as one record."""

    def wrap(command: Callable[[Options], int]) -> Callable[..., int]:
        @functools.wraps(command)
        def call(**options: Any) -> int:
            return command(as_record(record, options))

        return call

    return wrap


def as_record(record: Callable[..., Options], options: Mapping[str, Any]) -> Options:
    """A record whose fields are called like the options; how judges are asked is a record in it."""
    own = {field.name for field in fields(record)}  # type: ignore[arg-type]
    judging = {name: value for name, value in options.items() if name not in own}
    values = {name: value for name, value in options.items() if name in own}
    return record(**values, **({"judging": JudgingOptions(**judging)} if judging else {}))


def parse_names(text: str) -> tuple[str, ...]:
    """The names in a list with commas between, each once; none where all are meant.

    >>> parse_names("a, b,a"), parse_names("all")
    (('a', 'b'), ())
    """
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if text.strip() and not names:
        message = f"found {short_repr(text)}, expected names or `all`, with commas between"
        raise UserMistake(message)
    return () if ALL in names else names


def edge_cases_at_length(edge_cases: str, turns: str | None, option: str) -> str:
    """The choice of edge cases, which also says how long a meeting is.

    `option` is what the choice was given by: of the two only one may be.
    """
    from modylbench.scenarios.drawing.lengths import choice_of_length, length_of
    from modylbench.scenarios.drawing.plot import SEED_EDGE_CASE
    from modylbench.scenarios.script import BEATS

    length = length_of(edge_cases)
    if length is not None:
        message = f"found {option} {edge_cases}, expected an edge case; use --turns {length}"
        raise UserMistake(message)
    if turns is None:
        return edge_cases
    if edge_cases != SEED_EDGE_CASE:
        message = f"found both --turns and {option}, expected one of them"
        raise UserMistake(message)
    return SEED_EDGE_CASE if int(turns) == BEATS else choice_of_length(int(turns))


def parse_seeds(text: str) -> tuple[int, ...]:
    """The seeds of a list of numbers and ranges.

    >>> parse_seeds("0-2,7")
    (0, 1, 2, 7)
    """
    seeds: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            found = f"found the seeds {short_repr(text)}"
            message = f"{found}, expected numbers and ranges such as 7, 0-199 or 0,3,5-9"
            raise UserMistake(message)
        start, end = int(first), int(last) if dash else int(first)
        if end > LARGEST_SEED:
            message = f"found the seed {short_repr(end)}, expected at most {LARGEST_SEED}"
            raise UserMistake(message)
        if end < start or end - start >= MOST_SEEDS:
            found = f"found the range {short_repr(part)}"
            message = f"{found}, expected it to rise, by at most {MOST_SEEDS:,}"
            raise UserMistake(message)
        seeds += range(start, end + 1)
    return tuple(dict.fromkeys(seeds))


def parse_layers(text: str, here: frozenset[int]) -> tuple[int, ...]:
    """The layers named; raises UserMistake for one that is not switched here.

    >>> parse_layers("3, 1", frozenset({1, 2, 3, 6}))
    (1, 3)
    """
    found: set[int] = set()
    for part in filter(None, (part.strip() for part in text.split(","))):
        if part not in map(str, WHERE_SWITCHED):
            known = ", ".join(map(str, sorted(here)))
            message = f"found the layer {short_repr(part)}, expected some of {known}"
            raise UserMistake(message)
        if int(part) not in here:
            message = f"layer {part} is not switched here; use {WHERE_SWITCHED[int(part)]}"
            raise UserMistake(message)
        found.add(int(part))
    return tuple(sorted(found))
