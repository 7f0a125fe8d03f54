"""Suites: scenarios whose scores may be averaged, with the version they have together (SPEC 14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import StringConstraints

PrivateMark = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{16})?$")]
"""The fingerprint of the secret that private variants are drawn from; empty for published ones."""
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


def held_from(suite: str, version: int, private_mark: str = "") -> str:
    """What meetings were held from, for people: the suite, and whose private variants.

    >>> held_from("core", 1, "3f2a90c1d2e4b7a8")
    'suite core, version 1; private variants of the secret 3f2a90c1d2e4b7a8'
    """
    mark = Suite(suite, version, "").mark
    return f"{mark}; private variants of the secret {private_mark}" if private_mark else mark


def suite_of(name: str) -> Suite:
    """The suite of that name; one that does not ship is in its first version."""
    return next((suite for suite in SUITES if suite.name == name), Suite(name, 1, "your own"))
