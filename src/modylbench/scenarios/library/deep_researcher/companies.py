"""The companies that may be in the field, the figures kept on them, and their names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


PHANTOM = "LithiumMax Solutions"
"""SPEC 1: a company that is in no source."""
ASSESSED, TARGET = "trl_assessed_", "trl_target_"
"""Readiness: the level assessed in a year; the year in which a level is planned."""
DENSITY_ENDINGS = ("wh/kg", "wh per kg")


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


@dataclass(frozen=True, slots=True)
class Metric:
    """A column of the competitor table.

    `names` and `endings` combine to everything that a header may say; `form` is how prose gives
    the figure and `statement` how a source does.
    """

    id: str
    label: str
    unit: str
    names: tuple[str, ...]
    endings: tuple[str, ...]
    form: str
    statement: str

    @property
    def member(self) -> str:
        """The metric with its aliases, as a table's role lists its members."""
        ends = ("", *self.endings)
        aliases = [f"{name} {end}".strip() for name in self.names for end in ends]
        return " | ".join(dict.fromkeys([self.names[0], *aliases]))

    def in_words(self, value: float) -> str:
        """The figure in a sentence."""
        return self.form.format(value)


def _level_names(level: str, *others: str) -> tuple[str, ...]:
    return (
        f"{level} energy density", f"{level} level energy density", f"energy density {level}",
        f"energy density {level} level", f"{level} specific energy", f"{level} density",
        f"{level} level specific energy", f"gravimetric energy density {level}",
        f"gravimetric energy density {level} level", f"{level} gravimetric energy density",
        f"{level} level gravimetric energy density", f"specific energy {level}",
        f"energy density wh kg {level}", f"energy density wh kg {level} level", f"{level} level",
        f"{level} wh kg", f"wh kg {level}",
        *others,
    )  # fmt: skip


CELL_DENSITY = Metric(
    "cell_density", "Cell energy density (Wh/kg)", "Wh/kg", _level_names("cell"), DENSITY_ENDINGS,
    "{:g} Wh/kg at cell level", "Cell-level energy density of {:g} Wh/kg (pouch, C/3, 25 °C).",
)  # fmt: skip
PACK_DENSITY = Metric(
    "pack_density", "Pack energy density (Wh/kg)", "Wh/kg",
    _level_names("pack", "system energy density", "battery pack energy density"), DENSITY_ENDINGS,
    "{:g} Wh/kg at pack level",
    "Pack-level energy density of {:g} Wh/kg, with housing and cooling.",
)  # fmt: skip
CYCLE_LIFE = Metric(
    "cycle_life", "Cycle life (cycles to 80%)", "cycles",
    ("cycle life", "cycles", "cycle life cycles", "cycling life", "number of cycles"),
    ("80%", "cycles 80%", "80% capacity", "80% retention", "80% soh", "cycles 80% capacity",
     "cycles 80% retention", "80% of initial capacity", "cycles 80% soh", "80% capacity retention"),
    "{:,g} cycles to 80%", "{:,g} cycles to 80% of initial capacity (1C, 25 °C).",
)  # fmt: skip
MIN_TEMPERATURE = Metric(
    "min_temperature", "Minimum operating temperature (°C)", "°C",
    ("minimum operating temperature", "min operating temperature", "min operating temp",
     "lowest operating temperature", "minimum temperature", "min temperature", "min temp",
     "operating temperature minimum", "operating temperature min", "lower temperature limit",
     "low temperature limit", "lower operating temperature", "lowest temperature",
     "operating temperature lower limit", "operating temp min"),
    ("c", "deg c", "celsius"),
    "down to {:g} °C", "Operates from {:g} °C to 60 °C.",
)  # fmt: skip
PILOT_CAPACITY = Metric(
    "pilot_capacity", "Pilot line capacity (MWh/yr)", "MWh/yr",
    ("pilot line capacity", "pilot capacity", "pilot line", "capacity", "pilot line output",
     "nameplate pilot capacity", "pilot line nameplate capacity", "pilot production capacity",
     "production capacity", "pilot line rated capacity", "pilot production"),
    ("mwh/yr", "mwh", "mwh per year", "mwh pa", "mwh annual"),
    "pilot line of {:g} MWh a year", "Pilot line rated at {:g} MWh a year.",
)  # fmt: skip
FUNDING = Metric(
    "funding", "Funding to date ($M)", "$M",
    ("funding", "total funding", "funding to date", "total funding to date", "funding raised",
     "total funding raised", "total raised", "capital raised", "total capital raised", "raised",
     "cumulative funding", "equity raised", "raised to date", "funding total", "money raised",
     "disclosed funding", "total funding raised to date", "capital raised to date",
     "funds raised"),
    (),
    "${:,g} million raised", "Total funding raised to date: ${:,g} million.",
)  # fmt: skip
SOP_YEAR = Metric(
    "sop_year", "Target SOP (year)", "year",
    ("sop", "sop year", "target sop", "target sop year", "start of production", "production start",
     "start of production year", "target start of production", "sop target", "planned sop",
     "sop target year", "target start of production year", "series production start",
     "start of series production", "series production", "sop date", "planned sop year",
     "year of sop", "production start year", "planned start of production", "expected sop"),
    (),
    "SOP {:.0f}", "Start of production (SOP) planned for {:.0f}.",
)  # fmt: skip
COST = Metric(
    "cost", "Cell cost at volume ($/kWh)", "$/kWh",
    ("cell cost at volume", "cost", "cell cost", "cost at volume", "cost target", "unit cost",
     "cell cost target", "production cost", "manufacturing cost", "cost per unit energy",
     "cell production cost", "specific cost", "volume cost", "target cost", "analyst cost",
     "kwh at volume", "cell cost at scale", "cost at scale"),
    ("kwh", "k wh", "per kwh", "per k wh"),
    "cell cost of ${:g}/kWh at volume", "Cell cost at volume estimated at ${:g}/kWh.",
)  # fmt: skip

PERFORMANCE = (CELL_DENSITY, PACK_DENSITY, CYCLE_LIFE, MIN_TEMPERATURE)
INDUSTRIAL = (PILOT_CAPACITY, FUNDING, SOP_YEAR, COST)
METRICS = (*PERFORMANCE, *INDUSTRIAL)
BY_ID = {metric.id: metric for metric in METRICS}


def statement_of(metric: str, value: float) -> str:
    """What a source says, in a sentence that holds the figure."""
    if metric.startswith(ASSESSED):
        return f"Assessed at TRL {value:g} in {metric.removeprefix(ASSESSED)}."
    if metric.startswith(TARGET):
        return f"Plans to reach TRL {metric.removeprefix(TARGET)} in {value:.0f}."
    return BY_ID[metric].statement.format(value)
