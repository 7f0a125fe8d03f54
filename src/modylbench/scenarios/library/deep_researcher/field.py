"""The field at a seed: who plays which part, and every figure somebody states.

The parts make each reason for a wrong answer count once: whoever keeps a superseded figure,
averages a dispute or takes the misspoken gate names other companies in the shortlist.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.deep_researcher.companies import POOL

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

PARTS = ("restated", "slipped", "funded", "corrected", "cycle_disputed", "capacity_disputed")
EDITIONS = (2024, 2025, 2026)
LEAST_GAP = 3  # Wh/kg between any two companies, so that no two can be taken for each other
CompanyFigures = dict[str, dict[str, float]]


@dataclass(frozen=True)
class ShortlistScreen:
    """The gate a company must pass; `first_density` is what the human says before correcting it."""

    density: float
    first_density: float
    cycles: float
    sop: int

    @classmethod
    def of(cls, parameters: Mapping[str, float]) -> ShortlistScreen:
        """The gate of these parameters."""
        slip = parameters["screen_density_slip"]
        return cls(
            density=parameters["screen_density"],
            first_density=parameters["screen_density"]
            + (slip if parameters["screen_misspoken_up"] else -slip),
            cycles=parameters["screen_cycles"],
            sop=round(parameters["first_sop_year"] + parameters["screen_sop_margin"]),
        )


@dataclass(frozen=True)
class Field:
    """The companies by the part they play, and their figures by part.

    `first` is what batch 1 states, `later` what batch 2 states instead or in dispute.
    """

    companies: Mapping[str, str]
    first: Mapping[str, Mapping[str, float]]
    later: Mapping[str, Mapping[str, float]]
    corrected_metric: str
    misassessed: str
    covered: Mapping[int, tuple[str, ...]]


class _FieldDrawing:
    """Draws one kind of figure from a stream of its own."""

    def __init__(self, parameters: Mapping[str, float], seed: int) -> None:
        self.parameters = parameters
        self.key = "-".join(f"{value:g}" for value in parameters.values())
        self.seed = seed

    def stream(self, name: str) -> Draw:
        return Draw("deep_researcher", self.seed, self.key, name)


def draw_field(parameters: Mapping[str, float], seed: int) -> Field:
    """The field of a seed."""
    drawing = _FieldDrawing(parameters, seed)
    names = [company.name for company in drawing.stream("companies").in_drawn_order(POOL)]
    first: dict[str, dict[str, float]] = {part: {} for part in PARTS}
    later: dict[str, dict[str, float]] = {part: {} for part in PARTS}
    corrected = drawing.stream("correction").one_of(("cycle_life", "min_temperature"))
    _densities(drawing, first, later)
    _cycles(drawing, first, later, corrected=corrected == "cycle_life")
    _temperatures(drawing, first, later, corrected=corrected == "min_temperature")
    _plants(drawing, first, later)
    _money(drawing, first, later)
    _dates(drawing, first, later)
    misassessed, covered = _readiness(drawing, first, later)
    return Field(
        dict(zip(PARTS, names, strict=False)), first, later, corrected, misassessed, covered
    )


def _distinct_values(draw: Draw, count: int, values: Sequence[int]) -> list[int]:
    return draw.in_drawn_order(values)[:count]


def _densities(drawing: _FieldDrawing, first: CompanyFigures, later: CompanyFigures) -> None:
    draw = drawing.stream("density")
    screen, slip = (
        ShortlistScreen.of(drawing.parameters),
        round(drawing.parameters["screen_density_slip"]),
    )
    gate = round(screen.density)
    above = range(gate + slip + 4, gate + slip + 38, LEAST_GAP)
    clear = ("slipped", "funded", "corrected", "cycle_disputed")
    for part, value in zip(clear, _distinct_values(draw, len(clear), above), strict=True):
        first[part]["cell_density"] = value
    low, high = sorted((gate, round(screen.first_density)))
    first["capacity_disputed"]["cell_density"] = draw.whole(low + 3, high - 3)
    highest = max(figures.get("cell_density", 0) for figures in first.values())
    first["restated"]["cell_density"] = highest + draw.whole(5, 15)
    later["restated"]["cell_density"] = gate - slip - draw.whole(5, 25)
    disclosed = ["funded", *draw.in_drawn_order([part for part in PARTS if part != "funded"])[:2]]
    taken: set[float] = set()
    for part in disclosed:
        cell = later[part].get("cell_density", first[part]["cell_density"])
        pack = _next_free_value(round(cell * draw.step(0.60, 0.70, 0.01)), taken)
        first[part]["pack_density"] = pack
        taken.add(pack)


def _next_free_value(value: float, taken: Collection[float], step: float = 1) -> float:
    """The value, or the next one that nobody has."""
    while value in taken:
        value += step
    return value


def _cycles(
    drawing: _FieldDrawing, first: CompanyFigures, later: CompanyFigures, *, corrected: bool
) -> None:
    draw = drawing.stream("cycles")
    gate = round(drawing.parameters["screen_cycles"])
    margin = 10 * draw.whole(20, 40)
    # The mean of the two passes the gate, the lower does not.
    claimed, measured = gate + margin, gate - 10 * draw.whole(6, margin // 10 - 4)
    above = _values_besides(claimed, measured, range(gate + 20, gate + 620, 10))
    below = _values_besides(claimed, measured, range(gate - 250, gate - 30, 10))
    values = _distinct_values(draw, 8, above)
    for part in PARTS:
        first[part]["cycle_life"] = values.pop()
    if draw.whole(0, 1):
        later["restated"]["cycle_life"] = values.pop()
    if corrected:
        wrong, right = draw.in_drawn_order([draw.one_of(below), values.pop()])
        first["corrected"]["cycle_life"], later["corrected"]["cycle_life"] = wrong, right
    first["cycle_disputed"]["cycle_life"] = claimed
    later["cycle_disputed"]["cycle_life"] = measured


def _values_besides(first: int, other: int, values: Sequence[int]) -> list[int]:
    """The values that are neither side of a dispute, nor their mean."""
    return [value for value in values if value not in {first, other, (first + other) / 2}]


def _temperatures(
    drawing: _FieldDrawing, first: CompanyFigures, later: CompanyFigures, *, corrected: bool
) -> None:
    values = _distinct_values(drawing.stream("temperature"), 7, range(-30, -8, 1))
    for part in PARTS:
        first[part]["min_temperature"] = values.pop()
    if corrected:
        later["corrected"]["min_temperature"] = values.pop()


def _plants(drawing: _FieldDrawing, first: CompanyFigures, later: CompanyFigures) -> None:
    draw = drawing.stream("capacity")
    claimed = 10 * draw.whole(8, 24)
    registered = round(claimed * draw.step(0.4, 0.7, 0.05))
    values = _distinct_values(draw, 8, _values_besides(claimed, registered, range(15, 240, 5)))
    for part in PARTS:
        first[part]["pilot_capacity"] = values.pop()
    if draw.whole(0, 1):
        later["slipped"]["pilot_capacity"] = values.pop()
    first["capacity_disputed"]["pilot_capacity"] = claimed
    later["capacity_disputed"]["pilot_capacity"] = registered


def _money(drawing: _FieldDrawing, first: CompanyFigures, later: CompanyFigures) -> None:
    draw = drawing.stream("money")
    raised = _distinct_values(draw, 6, range(140, 1500, 5))
    costs = _distinct_values(draw, 10, range(84, 190, 1))
    updated = draw.in_drawn_order(PARTS)[:4]
    for part in PARTS:
        first[part]["funding"] = raised.pop()
        first[part]["cost"] = costs.pop()
        if part in updated:
            later[part]["cost"] = costs.pop()
    totals = [figures["funding"] for figures in first.values()]
    raised_since = first["funded"]["funding"] + draw.whole(16, 80) * 5
    later["funded"]["funding"] = _next_free_value(raised_since, totals, 5)


def _dates(drawing: _FieldDrawing, first: CompanyFigures, later: CompanyFigures) -> None:
    draw = drawing.stream("dates")
    earliest = round(drawing.parameters["first_sop_year"])
    gate = ShortlistScreen.of(drawing.parameters).sop
    others = [part for part in PARTS if part != "slipped"]
    leader = draw.one_of(others)
    for part in others:
        first[part]["sop_year"] = earliest + 1 if part == leader else draw.whole(earliest + 2, gate)
    first["slipped"]["sop_year"] = earliest
    first["slipped"]["trl_target_9"] = earliest
    slipped = gate + round(drawing.parameters["slip_beyond"])
    later["slipped"] |= {
        "sop_year": slipped, "trl_target_8": slipped - 1, "trl_target_9": slipped
    }  # fmt: skip
    for part in ("restated", "funded"):
        sop = first[part]["sop_year"]
        first[part] |= {"trl_target_8": sop - 1, "trl_target_9": sop}
    first["capacity_disputed"]["trl_target_8"] = first["capacity_disputed"]["sop_year"] - 1


def _readiness(
    drawing: _FieldDrawing, first: CompanyFigures, later: CompanyFigures
) -> tuple[str, dict[int, tuple[str, ...]]]:
    """Levels by edition; one company's 2025 level was too high and is corrected in 2026."""
    draw = drawing.stream("readiness")
    levels = {}
    wrong, *rest = draw.in_drawn_order(PARTS)
    for part in PARTS:
        start = 4 if part == wrong else draw.whole(4, 5)
        middle = start + 1
        levels[part] = dict(zip(EDITIONS, (start, middle, middle + draw.whole(0, 1)), strict=True))
    skipped = {2024: rest[:2], 2025: rest[2:3], 2026: rest[3:4]}
    covered = {
        edition: tuple(part for part in PARTS if part not in skipped[edition])
        for edition in EDITIONS
    }
    for edition in EDITIONS:
        target = later if edition == EDITIONS[-1] else first
        for part in covered[edition]:
            target[part][f"trl_assessed_{edition}"] = levels[part][edition]
    later[wrong]["trl_assessed_2025"] = levels[wrong][2025]
    first[wrong]["trl_assessed_2025"] = levels[wrong][2026] + 1
    return wrong, covered
