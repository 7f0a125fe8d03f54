"""The numbers, names and tables that follow from the sources, as scripts and criteria use them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from modylbench.foundation.draw import Draw
from modylbench.language.spoken.dates import MONTHS
from modylbench.language.spoken.numbers import cardinal
from modylbench.scenarios.library.deep_researcher.briefing import briefing
from modylbench.scenarios.library.deep_researcher.companies import (
    ASSESSED,
    BY_NAME,
    METRICS,
    TARGET,
    phantom_member,
    role_member,
)
from modylbench.scenarios.library.deep_researcher.conclusions import conclusion_terms
from modylbench.scenarios.library.deep_researcher.field import (
    EDITIONS,
    PARTS,
    PLANLESS,
    draw_field,
)
from modylbench.scenarios.library.deep_researcher.handouts import defect_details
from modylbench.scenarios.library.deep_researcher.moves import moves_in_words, old_figure_in_words
from modylbench.scenarios.library.deep_researcher.research_state import (
    WORK,
    ResearchState,
    leader,
    newest_level,
    shortlist,
)
from modylbench.scenarios.library.deep_researcher.source_pack import LABORATORY, source_pack
from modylbench.scenarios.library.deep_researcher.sources import levels
from modylbench.scenarios.library.text_forms import list_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.deep_researcher.field import Field
    from modylbench.scenarios.library.deep_researcher.sources import (
        FigureStanding,
        HeldClaim,
        ResearchSource,
    )
    from modylbench.scenarios.oracle import Truth

LAST_YEAR = 2034
USUAL_SLIP = 2  # years; by more, a plan has not slipped but been given up


class _DisputeWords(NamedTuple):
    """How a dispute is told: what it is on, who says so, and in which unit."""

    name: str
    outsider: str
    company: str
    unit: str = ""
    short_unit: str = ""
    written_unit: str = ""


DISPUTE_WORDS = {
    "cycle_life": _DisputeWords("cycle life", "Brenner measured", "the company's datasheet says"),
    "pilot_capacity": _DisputeWords(
        "pilot line", "the permit register has", "the annual report",
        " megawatt-hours a year", " megawatt-hours", " MWh a year",
    ),
    "pack_density": _DisputeWords(
        "pack-level energy density", "Brenner's teardown found", "the company's datasheet says",
        " watt-hours per kilo", " watt-hours per kilo", " Wh/kg",
    ),
}  # fmt: skip
UNUSUAL_DIRECTION = (
    " And the laboratory finds more than the maker claims, which is unusual: the maker may state a"
    " guaranteed minimum, or the samples may be of a later generation."
)
ONLY_ON_THE_CHART = "the Observatory's 2024 edition, whose levels are only on the chart"
REPEATS_THE_DATASHEET = "press release, which repeats its datasheet's figure"
ROADMAP_MEMBER = (
    "trl 9 target | trl 9 target year | target trl 9 | trl 9 | trl 9 year | trl 9 planned"
    " | planned trl 9 | trl 9 by | year of trl 9 | trl 9 roadmap | trl 9 target date"
)


def solve(parameters: Mapping[str, float], seed: int, choices: Mapping[str, str]) -> Truth | None:
    """Everything that follows from the parameters; None where two figures could be confused."""
    field = draw_field(parameters, seed, choices)
    if field is None or not _is_well_posed(field):
        return None
    key = "-".join(f"{value:g}" for value in parameters.values())
    sources = source_pack(field, seed, key)
    base = {
        **parameters,
        **choices,
        **{part: field.companies[part] for part in PARTS},
        "asked": field.companies["corrected"],
        "companies": sorted(field.companies[part] for part in PARTS),
        "sources": [source.as_value() for source in sources],
    }
    state = ResearchState.of(base, frozenset(WORK))
    at_first = ResearchState.of(base, frozenset(WORK) - {"second_batch"})
    if shortlist(state, state.screen) == shortlist(at_first, state.screen):
        return None  # who never opened the second batch must come to another shortlist
    draw = Draw("deep_researcher", seed, key, "questions")
    truth = {
        "canonical": "no" if seed else "yes",
        "asked": base["asked"],
        "companies": base["companies"],
        "sources": base["sources"],
        "source_urls": [source.url for source in sources],
        "source_count": len(sources),
        "first_source_count": sum(source.batch == 1 for source in sources),  # whole numbers
        **_names(state),
        **_tables(state),
        **{f"first_{name}": table for name, table in _tables(at_first).items()},
        **_story(field, state, draw),
        **_source_names(field, state),
        **_answers(state),
        **_disputes_in_words(state),
        **moves_in_words(field, state),
        **old_figure_in_words(field.companies["restated"], state),
        **_told_by_seed(field, sources),
        **_side_requests(state),
        "swapped_units_volume": field.volumetric.get("capacity_disputed", 0),
    }
    defects = defect_details(truth)
    return None if defects is None else {**truth, **conclusion_terms(truth), **defects}


def _is_well_posed(field: Field) -> bool:
    """No figure of one company is another's, superseded ones and means included."""
    for metric in (
        "cell_density",
        "cycle_life",
        "pilot_capacity",
        "min_temperature",
        "cost",
        "funding",
    ):
        values = [
            figures[part][metric]
            for figures in (field.first, field.later)
            for part in PARTS
            if metric in figures[part]
        ]
        values += [
            (field.first[part][metric] + field.later[part][metric]) / 2
            for part in ("cycle_disputed", "capacity_disputed")
            if metric in field.later[part] and metric != "cost"
        ]
        if len(values) != len(set(values)):
            return False
    packs = [
        f["pack_density"]
        for f in (*field.first.values(), *field.later.values())
        if "pack_density" in f
    ]
    cells = [
        f["cell_density"]
        for f in (*field.first.values(), *field.later.values())
        if "cell_density" in f
    ]
    return len(set(packs)) == len(packs) and not set(packs) & set(cells)


def _disputed_metrics(state: ResearchState) -> set[str]:
    return {metric for _, metric, _ in state.disputes()}


def _names(state: ResearchState) -> dict[str, Any]:
    years = [str(year) for year in range(EDITIONS[0], LAST_YEAR)]
    return {
        "company_names": [*(role_member(name) for name in state.companies), phantom_member()],
        "company_count": len(state.companies),
        "companies_spoken": list_in_words(state.companies),
        "year_names": years,
        **{f"{metric.id}_names": [metric.member] for metric in METRICS},
        "disputed_names": [m.member for m in METRICS if m.id in _disputed_metrics(state)],
    }


def _tables(state: ResearchState) -> dict[str, dict[str, float]]:
    tables = {
        f"{metric.id}_table": {
            f"{company}|{metric.names[0]}": value
            for company in state.companies
            if (value := state.value(company, metric.id)) is not None
        }
        for metric in METRICS
    }
    for prefix, basis in ((ASSESSED, "assessed"), (TARGET, "target")):
        tables[f"{basis}_table"] = {
            f"{company}|{basis}|{year}": float(level)
            for company in state.companies
            for year, level in levels(company, state.standing, prefix)
        }
    names = {metric.id: metric.names[0] for metric in METRICS}
    tables["dispute_table"] = {
        f"{company}|{names[metric]}|{side}": held.claim.value
        for company, metric, standing in state.disputes()
        for side, held in zip(("lower", "higher"), standing.sides, strict=True)
    }
    return tables


def _story(field: Field, state: ResearchState, draw: Draw) -> dict[str, Any]:
    """What the human speaks of: who plays which part, and the figures before and after."""
    story: dict[str, Any] = {}
    for part in (*PARTS, "misassessed"):
        name = field.companies[field.misassessed if part == "misassessed" else part]
        story |= {part: name, f"{part}_short": BY_NAME[name].short, f"{part}_id": BY_NAME[name].id}
    first, later = field.first, field.later
    unplanned = draw.one_of(PLANLESS)
    if field.volumetric:
        # Not in the 2026 edition, so that their newest level is the same before and after it.
        unplanned = next(part for part in PLANLESS if part not in field.covered[2026])
    assessed = list(levels(field.companies[unplanned], state.standing, ASSESSED))
    claimed, measured = (figures["cycle_disputed"]["cycle_life"] for figures in (first, later))
    cycles = sorted((claimed, measured))
    capacity = "pilot_capacity"
    metric = field.corrected_metric
    return story | {
        "restated_density_old": first["restated"]["cell_density"],
        "restated_density": later["restated"]["cell_density"],
        "slipped_sop_old": f"{first['slipped']['sop_year']:.0f}",
        "slipped_sop": f"{later['slipped']['sop_year']:.0f}",
        "slip_told": _slip_in_words(later["slipped"]["sop_year"] - first["slipped"]["sop_year"]),
        "slipped_sop_year": later["slipped"]["sop_year"],
        "slipped_sop_first_year": first["slipped"]["sop_year"],
        "funded_density": first["funded"]["cell_density"],
        "funded_pack": first["funded"]["pack_density"],
        "funding_old": first["funded"]["funding"],
        "funding_now": later["funded"]["funding"],
        "corrected_metric": metric,
        "corrected_spoken": "cycle life" if metric == "cycle_life" else "minimum temperature",
        "corrected_value": later["corrected"][metric],
        "corrected_said": _metric_in_words(metric, later["corrected"][metric]),
        "cycles_low": cycles[0],
        "cycles_high": cycles[1],
        "cycles_claimed": claimed,
        "cycles_measured": measured,
        "direction_told": UNUSUAL_DIRECTION if measured > claimed else "",
        "slipped_eight": f"{later['slipped']['trl_target_8']:.0f}",
        "cycles_mean": (cycles[0] + cycles[1]) / 2,
        "capacity_low": later["capacity_disputed"][capacity],
        "capacity_high": first["capacity_disputed"][capacity],
        "level_corrected": later[field.misassessed]["trl_assessed_2025"],
        "level_misassessed": first[field.misassessed]["trl_assessed_2025"],
        "unplanned": field.companies[unplanned],
        "unplanned_short": BY_NAME[field.companies[unplanned]].short,
        "unplanned_level": assessed[-1][1],
        "unplanned_year": str(assessed[-1][0]),
    }


def _slip_in_words(years: float) -> str:
    """How far a start of production has moved since the annual report of the same year."""
    count = round(years)
    moved = f"{cardinal(count)} {'year' if count == 1 else 'years'} later within months"
    return moved if count <= USUAL_SLIP else f"{moved}, which I'd ask them about"


def _source_names(field: Field, state: ResearchState) -> dict[str, Any]:
    """The sources that the human or the script names."""
    restated = state.standing[field.companies["restated"], "min_temperature"].held[-1].source
    low, high = state.standing[field.companies["cycle_disputed"], "cycle_life"].sides
    capacity = state.standing[field.companies["capacity_disputed"], "pilot_capacity"]
    laboratory, datasheet = (
        next(side for side in (low, high) if (side.source.publisher == LABORATORY) == own)
        for own in (True, False)
    )
    return {
        "restated_datasheet": restated.id,
        "restated_datasheet_date": _spoken_date(restated.date),
        "restated_release": state.standing[field.companies["restated"], "cell_density"]
        .held[0]
        .source.id,
        "laboratory_source": laboratory.source.id,
        "datasheet_source": datasheet.source.id,
        "cycles_cell": _cell_text(state.standing[field.companies["cycle_disputed"], "cycle_life"]),
        "capacity_cell": _cell_text(capacity) if capacity.is_disputed else capacity.value,
    }


def _cell_text(standing: FigureStanding) -> str:
    """A disputed figure as the competitor table shows it."""
    return f"{' vs '.join(f'{side.claim.value:,g}' for side in standing.sides)} (disputed)"


def _disputes_in_words(state: ResearchState) -> dict[str, Any]:
    """The disputes as somebody tells them, and the one besides that on cycle life."""
    shown, told, against = [], [], []
    disputes = sorted(state.disputes(), key=_cycle_life_first)
    for company, metric, standing in disputes:
        short, words = BY_NAME[company].short, DISPUTE_WORDS[metric]
        low, high = (f"{held.claim.value:,g}" for held in standing.sides)
        shown.append(f"{short}'s {words.name}, {low} vs {high}{words.short_unit}")
        outside, own = _outside_first(company, standing)
        told.append(
            f"On {short}'s {words.name}, {words.outsider} {outside.claim.value:,g}{words.unit} and "
            f"{words.company} {own.claim.value:,g}."
        )
        against.append(f"{company}, {words.name} {low} against {high}{words.written_unit}")
    cited = {held.source.id for _, _, standing in disputes for held in standing.sides}
    company, metric, standing = disputes[1]
    return {
        "dispute_count": cardinal(len(shown)).capitalize(),
        "disputed_expected": list_in_words(
            f"the {DISPUTE_WORDS[metric].name} of {company}" for company, metric, _ in disputes
        ),
        "disputes_shown": f"{', '.join(shown[:-1])}, and {shown[-1]}",
        "disputes_told": " ".join(told),
        "disputes_against": "; ".join(against),
        "dispute_source_count": cardinal(len(cited)),
        "disputed_shorts": list_in_words(
            dict.fromkeys(BY_NAME[company].short for company, _, _ in disputes)
        ),
        "second_dispute_row": f"{BY_NAME[company].id}_{metric}",
        "second_dispute_high": standing.sides[-1].claim.value,
        "second_dispute_source": _outside_first(company, standing)[0].source.id,
    }


def _outside_first(company: str, standing: FigureStanding) -> list[HeldClaim]:
    """The sides of a dispute, the company's own last."""
    return sorted(standing.sides, key=lambda held: held.source.publisher == company)


def _told_by_seed(field: Field, sources: Sequence[ResearchSource]) -> dict[str, str]:
    """Parts of answers that are not the same at every seed.

    At seed 0 the edge case comes when all work is done; elsewhere before much of it, maybe.
    """
    release = f"{BY_NAME[field.companies['funded']].short}'s {REPEATS_THE_DATASHEET}"
    if not field.volumetric:
        return {
            "articles_expected": "the trade article",
            "articles_told": "the trade article, which only quotes",
            "press_told": "Electrode Weekly isn't cited",
            "uncited_told": f"nor are {ONLY_ON_THE_CHART}, and {release}",
            "conceded_told": "",
            "cites_told": "twenty-one different sources",
            "searched_told": f"any of the {len(sources)} sources",
            "unchanged_told": "the table and the briefing are as they were",
            "left_told": "the table, the chart and the briefing as they are",
            "hold_told": "the table, the chart and the briefing hold",
        }
    company = BY_NAME[field.companies["capacity_disputed"]].short
    capacity = field.later["capacity_disputed"]["pilot_capacity"]
    permit = f"the permit, whose figure {company} now gives itself"
    conceded = f" {company} has come round to the permit's {capacity:g} megawatt-hours."
    return {
        "articles_expected": "the trade articles",
        "articles_told": "the two trade articles, which only quote",
        "press_told": "neither Electrode Weekly nor Volt and Route is cited",
        "uncited_told": f"nor are {ONLY_ON_THE_CHART}, {release}, and {permit}"
        if field.capacity_is_conceded
        else f"nor are {ONLY_ON_THE_CHART}, and {release}",
        "conceded_told": conceded if field.capacity_is_conceded else "",
        "cites_told": "well over twelve different sources",
        "searched_told": "any of the sources you've given me",
        "unchanged_told": "everything is as it was",
        "left_told": "what we have as it is",
        "hold_told": "what we have holds",
    }


def _cycle_life_first(dispute: tuple[str, str, FigureStanding]) -> tuple[bool, bool, str]:
    company, metric, _ = dispute
    return metric != "cycle_life", metric != "pilot_capacity", company


def _side_requests(state: ResearchState) -> dict[str, Any]:
    """What look-alikes of edge cases ask for."""
    asked = state.parts["asked"]
    funded, restated = state.parts["funded"], state.parts["restated"]
    _, after = state.before_and_after
    release = state.standing[funded, "cell_density"].held[0].source
    years = {
        company: standing.value
        for (company, metric), standing in after.items()
        if metric == f"{TARGET}9"
    }
    source = state.standing[asked, "cell_density"].held[0].source
    return {
        "asked_short": BY_NAME[asked].short,
        "asked_id": BY_NAME[asked].id,
        "asked_density": state.value(asked, "cell_density"),
        "asked_source": source.id,
        "asked_date": _spoken_date(source.date),
        "headline_source": release.id,
        "headline_date": _spoken_date(release.date),
        "restated_release_date": _spoken_date(after[restated, "cell_density"].held[0].source.date),
        "roadmap_names": [ROADMAP_MEMBER],
        "roadmap_table": {f"{company}|trl 9 target": year for company, year in years.items()},
        "roadmap_company": BY_NAME[funded].short,
        "roadmap_year": f"{years[funded]:.0f}",
        "roadmap_year_number": years[funded],
    }


def _who_is_stopped(state: ResearchState) -> list[str]:
    """Who is not on the shortlist, and what stops them."""
    reasons = []
    chosen = shortlist(state, state.screen)
    for company in state.companies:
        if company in chosen:
            continue
        density, cycles, sop = (
            state.value(company, metric) for metric in ("cell_density", "cycle_life", "sop_year")
        )
        if cycles is None:
            reason = "cycle life disputed"
        elif cycles < state.screen.cycles:
            reason = f"{cycles:,g} cycles"
        elif density is not None and density < state.screen.density:
            reason = f"{density:g} Wh/kg at cell level"
        elif sop is not None and sop > state.screen.sop:
            reason = f"SOP {sop:.0f}"
        else:
            year, level = newest_level(state, company)
            reason = f"TRL {level} in {year}"
        reasons.append(f"{BY_NAME[company].short} ({reason})")
    return reasons


def _metric_in_words(metric: str, value: float) -> str:
    return f"{value:,g} cycles" if metric == "cycle_life" else f"{value:g} °C"


def _cited_document(name: str, standing: FigureStanding) -> dict[str, str]:
    """The document that the summary cites for a leader, which is the leader's own."""
    source = standing.fullest.source
    document = source.type.removeprefix("company ")
    same = [held.source for held in standing.held if held.source != source]
    also = [f"{other.type.removeprefix('company ')}, {other.id}" for other in same]
    return {
        f"{name}_also": f" (or {list_in_words(also)}, with the same figure)" if also else "",
        f"{name}_source": f"{document}, {source.id}",
        f"{name}_date": source.date,
        f"{name}_date_spoken": _spoken_date(source.date),
    }


def _spoken_date(date: str) -> str:
    """A date as people say it.

    >>> _spoken_date("2025-07-08")
    '8 July 2025'
    """
    year, month, day = map(int, date.split("-"))
    return f"{day} {MONTHS[month - 1]} {year}"


def _plan_in_words(state: ResearchState, company: str) -> str:
    """Whose plan a start of production is, with the level of whoever is not ready for the gate."""
    _, level = newest_level(state, company)
    unready = f", at TRL {level}" if level < state.screen.readiness else ""
    return f"by its own plan{unready}"


def _answers(state: ResearchState) -> dict[str, Any]:
    first, densest = (
        leader(state, "sop_year", highest=False),
        leader(state, "cell_density", highest=True),
    )
    packless = [name for name in state.companies if (name, "pack_density") not in state.standing]
    planless = [name for name in state.companies if not list(levels(name, state.standing, TARGET))]
    chosen, at_first = (shortlist(state, gate) for gate in (state.screen, state.first_screen))
    cited = len(briefing(state).citations)
    stopped = _who_is_stopped(state)
    return {
        "screen_density_first": state.first_screen.density,
        "screen_cycles_first": state.first_screen.cycles,
        "screen_sop_first": str(state.first_screen.sop),
        "screen_sop": state.screen.sop,
        "screen_sop_spoken": str(state.screen.sop),
        "screen_readiness": state.screen.readiness,
        "screen_readiness_spoken": cardinal(state.screen.readiness),
        "cited_count": cardinal(cited).capitalize(),
        "sop_leader": first,
        "sop_leader_year": f"{state.value(first, 'sop_year'):.0f}",
        "sop_leader_plan": _plan_in_words(state, first),
        "density_leader": densest,
        "density_leader_value": state.value(densest, "cell_density"),
        **_cited_document("sop_leader", state.standing[first, "sop_year"]),
        **_cited_document("density_leader", state.standing[densest, "cell_density"]),
        "shortlist": chosen,
        "shortlist_spoken": list_in_words(chosen),
        "shortlist_first_spoken": list_in_words(at_first),
        "packless": packless,
        "stopped_spoken": list_in_words(stopped),
        "stopped_told": "The others are stopped by one thing each"
        if len(stopped) > 1
        else "Only one is stopped",
        "packless_spoken": list_in_words(packless),
        "planless_spoken": list_in_words(planless),
        "companies_to_nine": [
            name for name in state.companies if (name, f"{TARGET}9") in state.standing
        ],
    }
