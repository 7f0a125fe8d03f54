"""Which companies may be in the field, and what do people call them?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

PHANTOM = "LithiumMax Solutions"
"""SPEC 1: a company that is in no source."""


@dataclass(frozen=True, slots=True)
class Company:
    """An invented developer of solid-state cells.

    No name holds "cell" or "pack": those words say the level of an energy density.
    """

    name: str
    chemistry: str
    country: str

    @property
    def short(self) -> str:
        """What people say: the first word."""
        return self.name.partition(" ")[0]

    @property
    def id(self) -> str:
        """The name as rows and series are called."""
        return self.name.lower().replace(" ", "_")

    @property
    def host(self) -> str:
        """Its web site; `.example` is reserved, so nobody can own it."""
        return "www." + self.name.lower().replace(" ", "-") + ".example"


POOL = (
    Company("Kestrel Ionics", "sulfide, argyrodite", "US"),
    Company("Halvard Ceramics", "oxide, garnet", "Norway"),
    Company("Mizuhara Denchi", "sulfide, glass-ceramic", "Japan"),
    Company("Bruneau Energie", "oxide, NASICON-type", "France"),
    Company("Daeryuk Materials", "oxide-polymer composite", "Korea"),
    Company("Tamarack Electric", "sulfide, anode-free", "Canada"),
    Company("Corvane Halide", "halide", "Netherlands"),
    Company("Pellworm Technologies", "sulfide, lithium metal", "Germany"),
    Company("Fennick Motive", "oxide, thin separator", "UK"),
    Company("Ostrander Labs", "halide-sulfide bilayer", "US"),
)
BY_NAME = {company.name: company for company in POOL}


def named_in(text: str, names: Iterable[str]) -> list[str]:
    """The companies that a text names, by their first word, in the order of their first mention.

    >>> named_in("Halvard is behind kestrel", ["Kestrel Ionics", "Halvard Ceramics"])
    ['Halvard Ceramics', 'Kestrel Ionics']
    """
    lowered = text.lower()
    places = {name: lowered.find(name.partition(" ")[0].lower()) for name in names}
    return sorted((name for name in places if places[name] >= 0), key=lambda name: places[name])


def role_member(name: str) -> str:
    """A company with its aliases, as a table's role lists its members."""
    company = BY_NAME[name]
    family = company.chemistry.partition(",")[0]
    aliases = [name, company.short, f"{name} {company.country}", f"{name} {company.chemistry}"]
    aliases += [f"{name} {family}", f"{name} Inc", f"{name} Ltd", f"{company.short} {family}"]
    return " | ".join(dict.fromkeys(aliases))


def phantom_member() -> str:
    """The company that is not there, so that a row of it in a table is noticed."""
    return f"{PHANTOM} | LithiumMax | Lithium Max Solutions | Lithium Max"
