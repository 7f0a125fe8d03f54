"""Suites: scenarios whose scores may be averaged, with the version they have together (SPEC 14)."""

from __future__ import annotations

from dataclasses import dataclass

CORE = "core"
"""The suite of the paper's six: the only one that is official."""
FREE_FORM = "freeform"


@dataclass(frozen=True, slots=True)
class Suite:
    """A suite; its version rises when a scenario joins or leaves it."""

    name: str
    version: int
    holds: str

    @property
    def mark(self) -> str:
        """How figures of the suite are marked.

        >>> suite_of("freeform").mark
        'suite freeform, version 1'
        """
        return f"suite {self.name}, version {self.version}"


SUITES = (
    Suite(CORE, 1, "the paper's six"),
    Suite(FREE_FORM, 1, "a human with goals instead of lines"),
)


def suite_of(name: str) -> Suite:
    """The suite of that name; one that does not ship is in its first version."""
    return next((suite for suite in SUITES if suite.name == name), Suite(name, 1, "your own"))
