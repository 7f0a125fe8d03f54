"""The projects that ask for money: what they cost, what they would pay, what evidence they have."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from modylbench.foundation.draw import Draw

MEMBRANES, COATINGS, SENSING = "Membranes", "Coatings", "Sensing"
THEMES = (MEMBRANES, COATINGS, SENSING)
PILOT, FEASIBILITY, CONCEPT = "Pilot", "Feasibility", "Concept"
STAGES = (PILOT, FEASIBILITY, CONCEPT)
STAFF_GRADES = ("Principal", "Scientist", "Technician")
FLAGSHIP, REPLICATED, PLATFORM, NEEDING = "flagship", "replicated", "platform", "needing"
FILLER, PRICIER, RIVAL, GATED = "filler", "pricier", "rival", "gated"
"""The part that each project plays in the story; what it is called is drawn."""
CONFIRMED, UNCONFIRMED, PENDING = "confirmed", "not confirmed", "pending"
PAYOFF_STEP = 100_000  # dollars: as finely as anybody estimates a payoff

PARTS = {
    FLAGSHIP: (MEMBRANES, PILOT),
    FILLER: (MEMBRANES, FEASIBILITY),
    PRICIER: (MEMBRANES, CONCEPT),
    REPLICATED: (COATINGS, PILOT),
    RIVAL: (COATINGS, FEASIBILITY),
    GATED: (COATINGS, CONCEPT),
    PLATFORM: (SENSING, FEASIBILITY),
    NEEDING: (SENSING, PILOT),
}
"""Theme and stage of every part."""
NAMES = (
    "Heron", "Plover", "Curlew", "Kestrel", "Avocet", "Godwit", "Osprey", "Dunlin",
    "Lapwing", "Siskin", "Whimbrel", "Gannet",
)  # fmt: skip
"""What projects are called; those of seed 0 come first."""
LEADS = (
    "Anneke Bos", "Samir Haddad", "Grace Okafor", "Ivo Marek",
    "Joanna Pell", "Henrik Dahl", "Mei Tanaka", "Luis Ferreira",
)  # fmt: skip
STAFF_MONTHS = {
    PILOT: ((6, 12), (24, 40), (18, 30)),
    FEASIBILITY: ((4, 8), (14, 26), (8, 18)),
    CONCEPT: ((2, 5), (8, 16), (3, 9)),
}
"""From, to: months of principals, scientists and technicians in a project of the stage."""
SUPPLIES = {PILOT: (90, 190), FEASIBILITY: (50, 120), CONCEPT: (20, 60)}
EQUIPMENT = {PILOT: (120, 320), FEASIBILITY: (40, 160), CONCEPT: (15, 60)}
"""Both in thousands of dollars."""
RETURNS = {
    FLAGSHIP: (2.0, 2.6),
    FILLER: (1.25, 2.1),
    PRICIER: (1.25, 2.3),
    REPLICATED: (1.9, 2.6),
    RIVAL: (1.25, 2.0),
    GATED: (0.6, 0.9),
    PLATFORM: (0.9, 1.25),
    NEEDING: (1.5, 2.4),
}
"""From, to: risk-adjusted value over full cost; of the replicated one as if it were."""
DEFERRED_RETURN = (1.05, 1.18)  # of the flagship, where it is worth its cost and others are more so
INDEPENDENT_RESULTS = {
    FLAGSHIP: (CONFIRMED, CONFIRMED),
    FILLER: (CONFIRMED,),
    PRICIER: (),
    RIVAL: (CONFIRMED,),
    GATED: (),
    PLATFORM: (PENDING,),
    NEEDING: (CONFIRMED, CONFIRMED, PENDING),
}
"""What independent studies of each project found; those of the replicated one are drawn."""
REPLICATES, FAILS = "replicates", "fails"
DRAWN_RESULTS = {REPLICATES: (CONFIRMED, CONFIRMED), FAILS: (CONFIRMED, UNCONFIRMED)}
SITES = ("Delft", "Leeds", "Turin", "Graz", "Lund", "Porto")


@dataclass(frozen=True, slots=True)
class ProjectStudy:
    """One study of a project: where, on how many samples, by whom, and what came out."""

    site: str
    samples: int
    is_independent: bool
    result: str


@dataclass(frozen=True, slots=True)
class ResearchProject:
    """One project as it is asked for: money in dollars, staff in months by grade."""

    part: str
    name: str
    theme: str
    stage: str
    lead: str
    payoff: int
    gate_months: int
    staff_months: dict[str, int]
    consumables: dict[str, int]
    equipment: int
    studies: tuple[ProjectStudy, ...]

    def as_json(self) -> dict[str, Any]:
        """The project as the truth of a seed keeps it."""
        return {**asdict(self), "studies": [asdict(study) for study in self.studies]}

    @classmethod
    def of_json(cls, value: Mapping[str, Any]) -> ResearchProject:
        """The project that the truth of a seed keeps."""
        studies = tuple(ProjectStudy(**study) for study in value["studies"])
        return cls(**{**value, "studies": studies})


@dataclass(frozen=True, slots=True)
class Tariff:
    """What staff costs a month by grade, what comes on top, and what chances are worth."""

    staff_rates: dict[str, int]
    overhead_pct: int
    base_rates_pct: dict[str, int]
    weights: dict[str, float]


def total(amounts: Iterable[int]) -> int:
    """Whole numbers added up."""
    return sum(amounts)  # whole numbers


def grade_of(project: ResearchProject) -> str:
    """A with two independent confirmations, B with one, C with none or with any failure."""
    results = [study.result for study in project.studies if study.is_independent]
    if UNCONFIRMED in results:
        return "C"
    return {0: "C", 1: "B"}.get(results.count(CONFIRMED), "A")


def success_chance_bps(project: ResearchProject, tariff: Tariff, grade: str = "") -> int:
    """The chance of success in hundredths of a percent: the stage's rate times the weight."""
    weight = tariff.weights[grade or grade_of(project)]
    return round(100 * tariff.base_rates_pct[project.stage] * weight)


def risk_adjusted_value(project: ResearchProject, tariff: Tariff, grade: str = "") -> int:
    """The payoff times the chance of success, in dollars."""
    return round(project.payoff * success_chance_bps(project, tariff, grade) / 10_000)


def cost_items(project: ResearchProject, tariff: Tariff) -> dict[str, int]:
    """Staff, overhead on staff, consumables, equipment and their sum, in dollars."""
    staff = total(
        months * tariff.staff_rates[grade] for grade, months in project.staff_months.items()
    )
    overhead = staff * tariff.overhead_pct // 100  # rates are hundreds of dollars: no remainder
    consumables = total(project.consumables.values())
    return {
        "staff": staff,
        "overhead": overhead,
        "consumables": consumables,
        "equipment": project.equipment,
        "full_cost": staff + overhead + consumables + project.equipment,
    }


def draw_projects(
    draw: Draw, tariff: Tariff, choices: Mapping[str, str], *, is_canonical: bool
) -> tuple[ResearchProject, ...]:
    """The projects of a seed: drawn in size, worth what their part in the story asks for."""
    names, leads = list(NAMES[: len(PARTS)]), list(LEADS)
    if not is_canonical:
        names, leads = draw.in_drawn_order(NAMES), draw.in_drawn_order(LEADS)
    projects = [
        _draw_project(part, (name, lead), draw, tariff, choices)
        for part, name, lead in zip(PARTS, names, leads, strict=False)
    ]
    return tuple(projects if is_canonical else draw.in_drawn_order(projects))


def _draw_project(
    part: str, called: tuple[str, str], draw: Draw, tariff: Tariff, choices: Mapping[str, str]
) -> ResearchProject:
    (name, lead), (theme, stage) = called, PARTS[part]
    size = draw.uniform(0.75, 1.25)
    months = {
        grade: max(1, round(size * draw.whole(low, high)))
        for grade, (low, high) in zip(STAFF_GRADES, STAFF_MONTHS[stage], strict=True)
    }
    low, high = SUPPLIES[stage]
    supplies = {
        item: 500 * round(2 * size * share * draw.uniform(low, high))
        for item, share in {"chemicals": 0.5, "substrates": 0.3, "test slots": 0.2}.items()
    }
    equipment = 1_000 * draw.whole(*EQUIPMENT[stage])
    project = ResearchProject(
        part=part,
        name=name,
        theme=theme,
        stage=stage,
        lead=lead,
        payoff=0,
        gate_months=draw.whole(3, 14),
        staff_months=months,
        consumables=supplies,
        equipment=equipment,
        studies=_draw_studies(part, draw, choices["replication"]),
    )
    is_deferred = part == FLAGSHIP and choices["flagship"] == "deferred"
    wanted = draw.uniform(*(DEFERRED_RETURN if is_deferred else RETURNS[part]))
    chance = success_chance_bps(project, tariff, "A" if part == REPLICATED else "") / 10_000
    cost = cost_items(project, tariff)["full_cost"]
    payoff = PAYOFF_STEP * max(1, round(wanted * cost / chance / PAYOFF_STEP))
    return replace(project, payoff=payoff)


def _draw_studies(part: str, draw: Draw, replication: str) -> tuple[ProjectStudy, ...]:
    results = DRAWN_RESULTS[replication] if part == REPLICATED else INDEPENDENT_RESULTS[part]
    sites = draw.in_drawn_order(SITES)
    own = ProjectStudy("in house", draw.whole(8, 24), is_independent=False, result=CONFIRMED)
    return (
        own,
        *(
            ProjectStudy(site, draw.whole(20, 80), is_independent=True, result=result)
            for site, result in zip(sites, results, strict=False)
        ),
    )
