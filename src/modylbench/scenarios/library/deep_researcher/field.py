"""The field at a seed: who plays which part, and every figure somebody states.

The parts make each reason for a wrong answer count once: whoever keeps a superseded figure,
averages a dispute or takes the misspoken gate names other companies in the shortlist. The choices
of the seed say which way the stories go: who leads, what is disputed, who is not ready.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.deep_researcher.companies import POOL

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

PARTS = ("restated", "slipped", "funded", "corrected", "cycle_disputed", "capacity_disputed")
PLANLESS = ("corrected", "cycle_disputed")
"""Those who state no readiness target."""
EDITIONS = (2024, 2025, 2026)
LEAST_GAP = 3  # Wh/kg between any two companies, so that no two can be taken for each other
MISPRINTS = {"cycle_life": (100, 200, 300), "min_temperature": (1, 2, 3, 4, 5)}
"""How far an erratum moves a figure: a digit, not another cell."""
EXTENSION = (1.1, 1.5)  # of a pilot line, over half a year
COST_MOVE = 0.18  # of a cost estimate, at most, from one edition to the next
CYCLE_SLIP = 100  # cycles by which the gate is misspoken, where it is
READINESS_GATE = 6  # shown in a relevant environment: below it, nobody plans a vehicle on a cell
NOT_YET_READY = READINESS_GATE - 1
TEMPERATURES = range(-30, -8)
CompanyFigures = dict[str, dict[str, float]]


@dataclass(frozen=True)
class ShortlistScreen:
    """The gate a company must pass."""

    density: float
    cycles: float
    sop: int
    readiness: int = READINESS_GATE

    @classmethod
    def of(cls, truth: Mapping[str, Any]) -> ShortlistScreen:
        """The gate of a truth."""
        return cls(
            density=truth["screen_density"],
            cycles=truth["screen_cycles"],
            sop=round(truth["first_sop_year"] + truth["screen_sop_margin"]),
        )

    @classmethod
    def as_first_said(cls, truth: Mapping[str, Any]) -> ShortlistScreen:
        """The gate with the one value that the human gets wrong before correcting it, if any."""
        right = cls.of(truth)
        up = 1 if truth["screen_misspoken_up"] else -1
        match truth["misspoken"]:
            case "density":
                slip = up * truth["screen_density_slip"]
                return replace(right, density=right.density + slip)
            case "cycles":
                return replace(right, cycles=right.cycles + up * CYCLE_SLIP)
            case "sop":
                return replace(right, sop=right.sop + up)
            case _:
                return right


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
    pack_disputed: str
    choices: Mapping[str, str]
    volumetric: Mapping[str, int]
    """Wh/l by part; empty at the paper's seed, whose datasheets give none."""

    @property
    def capacity_is_conceded(self) -> bool:
        """True where the company takes back its own pilot line capacity."""
        return self.choices["disputes"] == "cycles_and_pack"

    @property
    def pack_is_disputed(self) -> bool:
        """True where a teardown contradicts a company's pack-level figure."""
        return self.choices["disputes"] != "cycles_and_capacity"


class _FieldDrawing:
    """Draws one kind of figure from a stream of its own."""

    def __init__(
        self, parameters: Mapping[str, float], seed: int, choices: Mapping[str, str]
    ) -> None:
        self.parameters = parameters
        self.key = "-".join(f"{value:g}" for value in parameters.values())
        self.seed = seed
        self.choices = choices
        said = {**parameters, **choices}
        self.screen, self.first = ShortlistScreen.of(said), ShortlistScreen.as_first_said(said)
        self.is_misspoken_up = bool(parameters["screen_misspoken_up"])

    def stream(self, name: str) -> Draw:
        return Draw("deep_researcher", self.seed, self.key, name)


def draw_field(
    parameters: Mapping[str, float], seed: int, choices: Mapping[str, str]
) -> Field | None:
    """The field of a seed; None where its stories do not fit together."""
    if choices["misspoken"] == "sop" and not _has_room_below(parameters):
        return None
    drawing = _FieldDrawing(parameters, seed, choices)
    names = [company.name for company in drawing.stream("companies").in_drawn_order(POOL)]
    first: dict[str, dict[str, float]] = {part: {} for part in PARTS}
    later: dict[str, dict[str, float]] = {part: {} for part in PARTS}
    corrected = drawing.stream("correction").one_of(("cycle_life", "min_temperature"))
    pack_disputed = _densities(drawing, first, later)
    _cycles(drawing, first, later, corrected=corrected == "cycle_life")
    _temperatures(drawing, first, later, corrected=corrected == "min_temperature")
    _plants(drawing, first, later)
    _money(drawing, first, later)
    _dates(drawing, first, later)
    readiness = _readiness(drawing, first, later)
    if readiness is None:
        return None
    misassessed, covered = readiness
    return Field(
        companies=dict(zip(PARTS, names, strict=False)),
        first=first,
        later=later,
        corrected_metric=corrected,
        misassessed=misassessed,
        covered=covered,
        pack_disputed=pack_disputed,
        choices=choices,
        volumetric=_volumetric(drawing, first) if seed else {},
    )


def _has_room_below(parameters: Mapping[str, float]) -> bool:
    """True when others can start production before a gate that is first said a year too early."""
    return bool(parameters["screen_misspoken_up"]) or parameters["screen_sop_margin"] > 2


def _volumetric(drawing: _FieldDrawing, first: CompanyFigures) -> dict[str, int]:
    draw = drawing.stream("volumetric")
    return {part: round(first[part]["cell_density"] * draw.step(2.1, 2.5, 0.01)) for part in PARTS}


def _distinct_values(draw: Draw, count: int, values: Sequence[int]) -> list[int]:
    return draw.in_drawn_order(values)[:count]


def _densities(drawing: _FieldDrawing, first: CompanyFigures, later: CompanyFigures) -> str:
    """Energy densities; returns the part whose pack-level figure a teardown may contradict."""
    draw = drawing.stream("density")
    slip = round(drawing.parameters["screen_density_slip"])
    gate = round(drawing.screen.density)
    above = range(gate + slip + 4, gate + slip + 38, LEAST_GAP)
    clear = ("slipped", "funded", "corrected", "cycle_disputed")
    *values, spare = _distinct_values(draw, len(clear) + 1, above)
    for part, value in zip(clear, values, strict=True):
        first[part]["cell_density"] = value
    low, high = sorted((gate, gate + (slip if drawing.is_misspoken_up else -slip)))
    between = draw.whole(low + 3, high - 3)
    match drawing.choices["misspoken"]:
        case "density":
            first["capacity_disputed"]["cell_density"] = between
        case "none" if not drawing.is_misspoken_up:
            first["capacity_disputed"]["cell_density"] = gate - slip - 2
        case _:
            first["capacity_disputed"]["cell_density"] = spare
    highest = max(figures.get("cell_density", 0) for figures in first.values())
    restated = [highest + draw.whole(5, 15), gate - slip - draw.whole(5, 25)]
    if drawing.choices["density_story"] == "restated_up":
        restated.reverse()
    first["restated"]["cell_density"], later["restated"]["cell_density"] = restated
    others = draw.in_drawn_order([part for part in PARTS if part != "funded"])
    # A pack has one generation of cells in it; who has a new one has stated no pack of it.
    disclosed = ["funded", *(part for part in others if part != "restated" or not drawing.seed)][:3]
    taken: set[float] = set()
    for part in disclosed:
        cell = later[part].get("cell_density", first[part]["cell_density"])
        pack = _next_free_value(round(cell * draw.step(0.60, 0.70, 0.01)), taken)
        first[part]["pack_density"] = pack
        taken.add(pack)
    disputed = next(part for part in disclosed[1:] if part != "cycle_disputed")
    if drawing.choices["disputes"] != "cycles_and_capacity":
        measured = round(first[disputed]["pack_density"] * draw.step(0.86, 0.94, 0.01))
        later[disputed]["pack_density"] = _next_free_value(measured, taken)
    return disputed


def _next_free_value(value: float, taken: Collection[float], step: float = 1) -> float:
    """The value, or the next one that nobody has."""
    while value in taken:
        value += step
    return value


def _cycles(
    drawing: _FieldDrawing, first: CompanyFigures, later: CompanyFigures, *, corrected: bool
) -> None:
    draw = drawing.stream("cycles")
    gate = round(drawing.screen.cycles)
    margin = 10 * draw.whole(20, 40)
    # The mean of the two passes the gate, the lower does not.
    claimed, measured = gate + margin, gate - 10 * draw.whole(6, margin // 10 - 4)
    if drawing.seed and drawing.choices["cycle_lower"] == "company":
        # A laboratory may halve a claim; none finds twice what the maker claims.
        measured = max(measured, min(gate - 60, 10 * round(claimed / 15)))
    low, high = sorted((gate, round(drawing.first.cycles)))
    above = _values_besides(claimed, measured, range(high + 20, gate + 620, 10))
    below = _values_besides(claimed, measured, range(gate - 250, low - 30, 10))
    values = _distinct_values(draw, 8, above)
    for part in PARTS:
        first[part]["cycle_life"] = values.pop()
    if draw.whole(0, 1):
        later["restated"]["cycle_life"] = values.pop()
    if corrected:
        taken = {
            figures["cycle_life"]
            for figures in (*first.values(), *later.values())
            if "cycle_life" in figures
        }
        pair = draw.one_of(_misprints(below, [value for value in above if value not in taken]))
        wrong, right = draw.in_drawn_order(pair)
        first["corrected"]["cycle_life"], later["corrected"]["cycle_life"] = wrong, right
    if drawing.choices["misspoken"] == "cycles":
        between = _values_besides(claimed, measured, range(low + 20, high - 10, 10))
        first["capacity_disputed"]["cycle_life"] = draw.one_of(between)
    if drawing.choices["cycle_lower"] == "company":
        claimed, measured = measured, claimed
    first["cycle_disputed"]["cycle_life"] = claimed
    later["cycle_disputed"]["cycle_life"] = measured


def _misprints(below: Sequence[int], above: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs on either side of the gate, as close as a misprint in one digit brings them."""
    for digit in MISPRINTS["cycle_life"]:
        pairs = [(value, value + digit) for value in below if value + digit in above]
        if pairs:
            as_long = [(low, high) for low, high in pairs if len(f"{low}") == len(f"{high}")]
            return as_long or pairs
    message = "no misprint reaches across the gate"
    raise ValueError(message)


def _values_besides(first: int, other: int, values: Sequence[int]) -> list[int]:
    """The values that are neither side of a dispute, nor their mean."""
    return [value for value in values if value not in {first, other, (first + other) / 2}]


def _temperatures(
    drawing: _FieldDrawing, first: CompanyFigures, later: CompanyFigures, *, corrected: bool
) -> None:
    draw = drawing.stream("temperature")
    values = _distinct_values(draw, 7, TEMPERATURES)
    for part in PARTS:
        first[part]["min_temperature"] = values.pop()
    if corrected:
        printed = round(first["corrected"]["min_temperature"])
        taken = {figures["min_temperature"] for figures in first.values()}
        near = [printed + sign * step for step in MISPRINTS["min_temperature"] for sign in (-1, 1)]
        later["corrected"]["min_temperature"] = draw.one_of(
            [value for value in near if value in TEMPERATURES and value not in taken]
        )


def _plants(drawing: _FieldDrawing, first: CompanyFigures, later: CompanyFigures) -> None:
    draw = drawing.stream("capacity")
    claimed = 10 * draw.whole(8, 24)
    registered = round(claimed * draw.step(0.4, 0.7, 0.05))
    values = _distinct_values(draw, 8, _values_besides(claimed, registered, range(15, 240, 5)))
    for part in PARTS:
        first[part]["pilot_capacity"] = values.pop()
    if draw.whole(0, 1):
        built = first["slipped"]["pilot_capacity"]
        taken = {figures["pilot_capacity"] for figures in first.values()} | {claimed, registered}
        extended = 5 * round(built * draw.step(*EXTENSION, 0.05) / 5)
        later["slipped"]["pilot_capacity"] = _next_free_value(max(extended, built + 5), taken, 5)
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
            costs.pop()
    if drawing.seed:
        _fund_the_plants(drawing.stream("funding"), first)
    _update_costs(drawing.stream("cost edition"), updated, first, later)
    totals = [figures["funding"] for figures in first.values()]
    raised_since = first["funded"]["funding"] + draw.whole(16, 80) * 5
    later["funded"]["funding"] = _next_free_value(raised_since, totals, 5)


def _fund_the_plants(draw: Draw, first: CompanyFigures) -> None:
    """Whoever has the larger pilot line has raised about as much more."""
    taken: set[float] = set()
    for part in PARTS:
        plant = first[part]["pilot_capacity"] * draw.step(4, 7, 0.1)
        funding = _next_free_value(5 * round(plant / 5) + 5 * draw.whole(20, 60), taken, 5)
        first[part]["funding"] = funding
        taken.add(funding)


def _update_costs(
    draw: Draw, updated: Collection[str], first: CompanyFigures, later: CompanyFigures
) -> None:
    """The new edition moves an estimate as far as a year moves one."""
    taken = {first[part]["cost"] for part in PARTS}
    for part in (part for part in PARTS if part in updated):
        cost = round(first[part]["cost"])
        reach = round(cost * COST_MOVE)
        new = draw.one_of([c for c in range(cost - reach, cost + reach + 1) if c not in taken])
        later[part]["cost"] = new
        taken.add(new)


def _dates(drawing: _FieldDrawing, first: CompanyFigures, later: CompanyFigures) -> None:
    draw = drawing.stream("dates")
    earliest = round(drawing.parameters["first_sop_year"])
    gate, misspoken = drawing.screen.sop, drawing.choices["misspoken"] == "sop"
    latest = min(gate, drawing.first.sop)
    kept = drawing.choices["sop_story"] == "slips_and_leads"
    others = [part for part in PARTS if part != "slipped"]
    leader = draw.one_of(
        [part for part in others if not (misspoken and part == "capacity_disputed")]
    )
    for part in others:
        is_next = part == leader and not kept
        first[part]["sop_year"] = earliest + 1 if is_next else draw.whole(earliest + 2, latest)
    if misspoken:
        first["capacity_disputed"]["sop_year"] = max(gate, drawing.first.sop)
    first["slipped"]["sop_year"] = earliest
    first["slipped"]["trl_target_9"] = earliest
    beyond = gate + round(drawing.parameters["slip_beyond"])
    if misspoken:
        beyond = max(gate, drawing.first.sop) + 1
    slipped = earliest + 1 if kept else beyond
    later["slipped"] |= {
        "sop_year": slipped, "trl_target_8": slipped - 1, "trl_target_9": slipped
    }  # fmt: skip
    for part in ("restated", "funded"):
        sop = first[part]["sop_year"]
        first[part] |= {"trl_target_8": sop - 1, "trl_target_9": sop}
    first["capacity_disputed"]["trl_target_8"] = first["capacity_disputed"]["sop_year"] - 1


def _readiness(
    drawing: _FieldDrawing, first: CompanyFigures, later: CompanyFigures
) -> tuple[str, dict[int, tuple[str, ...]]] | None:
    """Levels by edition; one company's 2025 level was too high and is corrected in 2026.

    All are ready for the gate, so that whoever does not pass is stopped by one thing, or (by the
    choice of the seed) one who passes the rest of it is not. None where nobody would be left.
    """
    draw = drawing.stream("readiness")
    levels = {}
    wrong, *rest = draw.in_drawn_order(PARTS)
    for part in PARTS:
        start = 4 if part == wrong else draw.whole(4, 5)
        middle = start + 1
        levels[part] = dict(zip(EDITIONS, (start, middle, middle + draw.whole(0, 1)), strict=True))
    if drawing.seed:
        rest = _with_planless_fourth(rest)
    skipped = {2024: rest[:2], 2025: rest[2:3], 2026: rest[3:4]}
    covered = {
        edition: tuple(part for part in PARTS if part not in skipped[edition])
        for edition in EDITIONS
    }
    passing = [part for part in PARTS if _passes_the_rest(part, drawing.screen, first, later)]
    late = _late_part(drawing, passing)
    # Nobody with a van on the road is assessed below the gate.
    if passing in ([], [late]) or late == "funded":
        return None
    for part in PARTS:
        is_skipped = part in skipped[2026]
        newest = levels[part][2025 if is_skipped else 2026]
        if (newest >= READINESS_GATE) != (part != late):
            levels[part] = _levels_around_gate(is_ready=part != late, is_skipped=is_skipped)
    for edition in EDITIONS:
        target = later if edition == EDITIONS[-1] else first
        for part in covered[edition]:
            target[part][f"trl_assessed_{edition}"] = levels[part][edition]
    later[wrong]["trl_assessed_2025"] = levels[wrong][2025]
    first[wrong]["trl_assessed_2025"] = levels[wrong][2026] + 1
    return wrong, covered


def _with_planless_fourth(parts: Sequence[str]) -> list[str]:
    """The parts, with one that states no target in the place of those the 2026 edition skips."""
    fourth = next(part for part in parts if part in PLANLESS)
    others = [part for part in parts if part != fourth]
    return [*others[:3], fourth, *others[3:]]


def _passes_the_rest(
    part: str, screen: ShortlistScreen, first: CompanyFigures, later: CompanyFigures
) -> bool:
    """True when all but the readiness of a company passes the gate."""
    figures = {**first[part], **later[part]}
    return (
        part != "cycle_disputed"
        and figures["cell_density"] >= screen.density
        and figures["cycle_life"] >= screen.cycles
        and figures["sop_year"] <= screen.sop
    )


def _late_part(drawing: _FieldDrawing, passing: Sequence[str]) -> str:
    """The part that is not ready though it passes the rest of the gate; empty where all are."""
    # Whom a misspoken gate is about is stopped by nothing else.
    candidates = [part for part in passing if part != "capacity_disputed"]
    if drawing.choices["readiness"] == "all_ready" or not candidates:
        return ""
    return drawing.stream("late").one_of(candidates)


def _levels_around_gate(*, is_ready: bool, is_skipped: bool) -> dict[int, int]:
    newest = READINESS_GATE if is_ready else NOT_YET_READY
    start = newest - 1 if is_skipped else newest - 2 + (not is_ready)
    return dict(zip(EDITIONS, (start, start + 1, newest), strict=True))
