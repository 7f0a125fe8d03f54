"""The numbers, names and tables that follow from the sources, as scripts and criteria use them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.deep_researcher.companies import (
    ASSESSED,
    BY_NAME,
    METRICS,
    TARGET,
    phantom_member,
    role_member,
)
from modylbench.scenarios.library.deep_researcher.comparison import levels
from modylbench.scenarios.library.deep_researcher.conclusions import conclusion_terms
from modylbench.scenarios.library.deep_researcher.field import EDITIONS, PARTS, draw_field
from modylbench.scenarios.library.deep_researcher.research_state import (
    MILESTONES,
    ResearchState,
    leader,
    shortlist,
)
from modylbench.scenarios.library.deep_researcher.source_pack import source_pack
from modylbench.scenarios.library.text_forms import list_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.deep_researcher.field import Field
    from modylbench.scenarios.library.deep_researcher.sources import FigureStanding
    from modylbench.scenarios.oracle import Truth

LAST_YEAR = 2034


def solve(
    parameters: Mapping[str, float],
    seed: int,
    choices: Mapping[str, str],  # noqa: ARG001
) -> Truth | None:
    """Everything that follows from the parameters; None where two figures could be confused."""
    field = draw_field(parameters, seed)
    key = "-".join(f"{value:g}" for value in parameters.values())
    sources = source_pack(field, seed, key)
    base = {
        **parameters,
        "companies": sorted(field.companies[part] for part in PARTS),
        "sources": [source.as_value() for source in sources],
    }
    state = ResearchState.of(base, frozenset(MILESTONES))
    if not _is_well_posed(field):
        return None
    draw = Draw("deep_researcher", seed, key, "questions")
    truth = {
        "companies": base["companies"],
        "sources": base["sources"],
        "source_urls": [source.url for source in sources],
        "source_count": len(sources),
        **_names(state),
        **_tables(state),
        **_story(field, state, draw),
        **_source_names(field, state),
        **_answers(state),
    }
    return {**truth, **conclusion_terms(truth)}


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
    packs = [f["pack_density"] for f in field.first.values() if "pack_density" in f]
    cells = [
        f["cell_density"]
        for f in (*field.first.values(), *field.later.values())
        if "cell_density" in f
    ]
    return len(set(packs)) == len(packs) and not set(packs) & set(cells)


def _names(state: ResearchState) -> dict[str, Any]:
    years = [str(year) for year in range(EDITIONS[0], LAST_YEAR)]
    return {
        "company_names": [*(role_member(name) for name in state.companies), phantom_member()],
        "company_count": len(state.companies),
        "companies_spoken": list_in_words(state.companies),
        "year_names": years,
        **{f"{metric.id}_names": [metric.member] for metric in METRICS},
        "disputed_names": [m.member for m in METRICS if m.id in {"cycle_life", "pilot_capacity"}],
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
    unplanned = draw.one_of(("corrected", "cycle_disputed"))
    assessed = list(levels(field.companies[unplanned], state.standing, ASSESSED))
    cycles = sorted((first["cycle_disputed"]["cycle_life"], later["cycle_disputed"]["cycle_life"]))
    capacity = "pilot_capacity"
    metric = field.corrected_metric
    return story | {
        "restated_density_old": first["restated"]["cell_density"],
        "restated_density": later["restated"]["cell_density"],
        "slipped_sop_old": f"{first['slipped']['sop_year']:.0f}",
        "slipped_sop": f"{later['slipped']['sop_year']:.0f}",
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


def _source_names(field: Field, state: ResearchState) -> dict[str, Any]:
    """The sources that the human or the script names."""
    restated = state.standing[field.companies["restated"], "min_temperature"].held[-1].source
    low, high = state.standing[field.companies["cycle_disputed"], "cycle_life"].sides
    permit, report = state.standing[field.companies["capacity_disputed"], "pilot_capacity"].sides
    return {
        "restated_datasheet": restated.id,
        "restated_datasheet_date": restated.date,
        "restated_release": state.standing[field.companies["restated"], "cell_density"]
        .held[0]
        .source.id,
        "laboratory_source": low.source.id,
        "datasheet_source": high.source.id,
        "permit_source": permit.source.id,
        "report_source": report.source.id,
        "cycles_cell": f"{low.claim.value:,g} vs {high.claim.value:,g} (disputed)",
        "capacity_cell": f"{permit.claim.value:,g} vs {report.claim.value:,g} (disputed)",
    }


def _production_starts(state: ResearchState) -> str:
    """Who is not on the shortlist, and what stops them."""
    reasons = []
    chosen = shortlist(state, state.screen.density)
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
        else:
            reason = f"SOP {sop:.0f}"
        reasons.append(f"{BY_NAME[company].short} ({reason})")
    return list_in_words(reasons)


def _metric_in_words(metric: str, value: float) -> str:
    return f"{value:,g} cycles" if metric == "cycle_life" else f"{value:g} °C"


def _cited_document(name: str, standing: FigureStanding) -> dict[str, str]:
    """The document that the summary cites for a leader, which is the leader's own."""
    source = standing.held[0].source
    document = source.type.removeprefix("company ")
    return {f"{name}_source": f"{document}, {source.id}", f"{name}_date": source.date}


def _answers(state: ResearchState) -> dict[str, Any]:
    first, densest = (
        leader(state, "sop_year", highest=False),
        leader(state, "cell_density", highest=True),
    )
    packless = [name for name in state.companies if state.value(name, "pack_density") is None]
    planless = [name for name in state.companies if not list(levels(name, state.standing, TARGET))]
    chosen = shortlist(state, state.screen.density)
    return {
        "screen_density_first": state.screen.first_density,
        "screen_sop": state.screen.sop,
        "screen_sop_spoken": str(state.screen.sop),
        "sop_leader": first,
        "sop_leader_year": f"{state.value(first, 'sop_year'):.0f}",
        "density_leader": densest,
        "density_leader_value": state.value(densest, "cell_density"),
        **_cited_document("sop_leader", state.standing[first, "sop_year"]),
        **_cited_document("density_leader", state.standing[densest, "cell_density"]),
        "shortlist": chosen,
        "shortlist_spoken": list_in_words(chosen),
        "shortlist_first_spoken": list_in_words(shortlist(state, state.screen.first_density)),
        "stopped_spoken": _production_starts(state),
        "packless_spoken": list_in_words(packless),
        "planless_spoken": list_in_words(planless),
        "companies_to_nine": [
            name for name in state.companies if (name, f"{TARGET}9") in state.standing
        ],
    }
