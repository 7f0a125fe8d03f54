"""One thing that a recording says and that cannot be so."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import override

VIRTUAL_SLACK_S = 0.002  # two roundings to the millisecond
REAL_SLACK_S = 3.0  # ours: what a busy machine takes to note on a real clock what has come

ERRORS_OF_FORGED_RECORDS = (
    ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, OSError,
)  # fmt: skip
"""What our own code may raise on records that are valid, and yet were made by nobody's meeting."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Where in a recording, and what is found there and cannot be, in a line."""

    place: str
    text: str

    @override
    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def slack_s(clock: str) -> float:
    """How far two notes of one moment may lie apart on a meeting's clock.

    >>> slack_s("virtual")
    0.002
    """
    return VIRTUAL_SLACK_S if clock == "virtual" else REAL_SLACK_S
