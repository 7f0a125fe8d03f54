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
MULTI_PARTY = "multiparty"
EXTENDED = "extended"
"""Of scenarios in which channels besides voice and surfaces count, or code is run."""
OWN = "own"
"""Of scenarios that do not ship and name no other suite: nobody else's are beside them."""


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
    Suite(MULTI_PARTY, 1, "meetings of several people and the agent"),
    Suite(EXTENDED, 1, "channels that count too; code"),
)


@dataclass(frozen=True, slots=True)
class SuiteEdition:
    """What meetings may be ranked together: a suite in a version, published or of one secret."""

    suite: str = CORE
    version: int = 1
    private_mark: str = ""

    @property
    def key(self) -> str:
        """One word for it.

        >>> SuiteEdition("core", 1).key, SuiteEdition("core", 1, "3f2a90c1d2e4b7a8").key
        ('core-1', 'core-1-3f2a90c1d2e4b7a8')
        """
        return "-".join(filter(None, (self.suite, str(self.version), self.private_mark)))

    @property
    def mark(self) -> str:
        """The same for people.

        >>> SuiteEdition("core", 1, "3f2a90c1d2e4b7a8").mark
        'suite core, version 1; private variants of the secret 3f2a90c1d2e4b7a8'
        """
        mark = Suite(self.suite, self.version, "").mark
        private = f"; private variants of the secret {self.private_mark}"
        return mark + private if self.private_mark else mark

    @property
    def is_official(self) -> bool:
        """Whether it is the paper's: the core as published."""
        return self.suite == CORE and not self.private_mark


def edition_of(key: str) -> SuiteEdition:
    """The edition that a key means; without a version, the latest one of that suite.

    >>> edition_of("core-1") == edition_of("core"), edition_of("freeform").key
    (True, 'freeform-1')
    """
    name, _, rest = key.partition("-")
    version, _, mark = rest.partition("-")
    return SuiteEdition(name, int(version) if version.isdecimal() else suite_of(name).version, mark)


def suite_of(name: str) -> Suite:
    """The suite of that name; one that does not ship is in its first version."""
    return next((suite for suite in SUITES if suite.name == name), Suite(name, 1, "your own"))
