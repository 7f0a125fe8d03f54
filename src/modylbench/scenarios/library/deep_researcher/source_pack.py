"""The source pack: which sources state the figures of the field, and what each of them says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.deep_researcher.companies import (
    ASSESSED,
    BY_NAME,
    CELL_DENSITY,
    CYCLE_LIFE,
    PACK_DENSITY,
    PILOT_CAPACITY,
    TARGET,
    statement_of,
)
from modylbench.scenarios.library.deep_researcher.field import EDITIONS, PARTS
from modylbench.scenarios.library.deep_researcher.sources import (
    HEADLINE,
    ResearchSource,
    SourceClaim,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from modylbench.scenarios.library.deep_researcher.field import Field


OBSERVATORY = "Nordlys Storage Observatory"
ANALYST = "Harrow & Finch Research"
LABORATORY = "Brenner Test Institute"
REGISTER = "Vessin Permit Register"
WEEKLY = "Electrode Weekly"
MAGAZINE = "Volt and Route"
PARTNER = "Dunmore Vans"
HOSTS = {
    OBSERVATORY: "observatory.nordlys-storage.example",
    ANALYST: "research.harrow-finch.example",
    LABORATORY: "www.brenner-institute.example",
    REGISTER: "permits.vessin.example",
    WEEKLY: "www.electrode-weekly.example",
    MAGAZINE: "www.volt-and-route.example",
    PARTNER: "www.dunmore-vans.example",
}
ECHOES = {"restated_down": "in front", "restated_up": "trails"}
"""What a trade paper makes of the old figure."""
RELEASES = {
    "restated_down": ("news/format-update", "figures for the production format"),
    "restated_up": ("news/second-generation", "second-generation cell replaces the first"),
}
"""The address and the title of the release in which a company restates its figures."""
FRIDAY, DAYS_OF_WEEK = 4, 7  # Monday is 0
LATE_IN_MONTH = 15
TECHNICAL = ("cell_density", "cycle_life", "min_temperature")
RULES_OF_READING = """\
Technology scouting desk - how we read sources

1. Of one publisher, the newest statement on a company's figure replaces the older ones.
   A source may be replaced in one figure and stand in the others. A newer statement of the same
   figure replaces nothing; either may be cited.
2. A correction replaces the figure it names, and nothing else.
3. Whoever only quotes somebody else is not a source. A quote is as old as what it quotes,
   whatever the date on the article. Do not cite it.
4. Two publishers with different figures for the same thing, neither quoting the other: that is
   a conflict. Both figures stand. Give both, say who says what, do not average, do not pick.
5. Cell level and pack level are different figures. Never convert one into the other.
6. Readiness: assessed levels come from the Observatory, by year of assessment; targets come from
   the companies. No entry where no source states a level for a year. An SOP date is not a TRL.
7. Replaced figures are not cited and not repeated.
"""


@dataclass(frozen=True, slots=True)
class _DraftSource:
    """A source before it has a number and a date."""

    name: str
    batch: int
    months: tuple[str, str]
    publisher: str
    type: str
    path: str
    title: str
    claims: tuple[SourceClaim, ...]
    quotes: str = ""
    note: str = ""


def source_pack(field: Field, seed: int, key: str) -> tuple[ResearchSource, ...]:
    """The pack in the order of its numbers, batch by batch."""
    drafts = [*_first_batch(field), *_second_batch(field)]
    draw = Draw("deep_researcher", seed, key, "pack")
    ordered = [
        d for batch in (1, 2) for d in draw.in_drawn_order([d for d in drafts if d.batch == batch])
    ]
    ids = {draft.name: f"S{number:02d}" for number, draft in enumerate(ordered, start=1)}
    numbered = [_with_number(draft, ids, draw) for draft in ordered]
    return tuple(_on_a_working_day(source) for source in numbered) if seed else tuple(numbered)


def _on_a_working_day(source: ResearchSource) -> ResearchSource:
    """The source, published on the Friday before or the Monday after where it was a weekend."""
    published = date.fromisoformat(source.date)
    days_over = published.weekday() - FRIDAY
    if days_over <= 0:
        return source
    shift = DAYS_OF_WEEK - FRIDAY - days_over if published.day < LATE_IN_MONTH else -days_over
    return replace(source, date=(published + timedelta(days=shift)).isoformat())


def _with_number(draft: _DraftSource, ids: Mapping[str, str], draw: Draw) -> ResearchSource:
    months = _months(*draft.months)
    published = f"{draw.one_of(months)}-{draw.whole(1, 28):02d}"
    host = HOSTS[draft.publisher] if draft.publisher in HOSTS else BY_NAME[draft.publisher].host
    return ResearchSource(
        id=ids[draft.name],
        batch=draft.batch,
        date=published,
        publisher=draft.publisher,
        type=draft.type,
        url=f"https://{host}/{draft.path}-{draw.whole(1000, 9999)}",
        title=draft.title,
        claims=draft.claims,
        quotes=ids[draft.quotes] if draft.quotes else "",
        note=draft.note,
    )


def _months(first: str, last: str) -> list[str]:
    """All months from the first to the last, as 2026-04."""
    (year, month), (last_year, last_month) = (map(int, text.split("-")) for text in (first, last))
    count = (last_year - year) * 12 + last_month - month + 1
    numbers = [year * 12 + month - 1 + step for step in range(count)]
    return [f"{number // 12}-{number % 12 + 1:02d}" for number in numbers]


def _claims(
    company: str, figures: Mapping[str, float], metrics: Iterable[str]
) -> tuple[SourceClaim, ...]:
    stated = [metric for metric in metrics if metric in figures]
    return tuple(
        SourceClaim(company, metric, figures[metric], statement_of(metric, figures[metric]))
        for metric in stated
    )


def _with_volume(claims: tuple[SourceClaim, ...], wh_per_l: int | None) -> tuple[SourceClaim, ...]:
    """The claims of a datasheet that gives its energy density by volume as well."""
    if wh_per_l is None:
        return claims
    return tuple(
        replace(claim, text=f"{claim.text.removesuffix('.')}; {wh_per_l} Wh/l by volume.")
        if claim.metric == CELL_DENSITY.id
        else claim
        for claim in claims
    )


def _readiness(
    field: Field, figures: Mapping[str, Mapping[str, float]], edition: int
) -> _DraftSource:
    metric = f"{ASSESSED}{edition}"
    claims = [
        claim
        for part in field.covered[edition]
        for claim in _claims(field.companies[part], figures[part], [metric])
    ]
    if edition == EDITIONS[-1]:
        before = f"{ASSESSED}{edition - 1}"
        company, level = field.companies[field.misassessed], figures[field.misassessed][before]
        text = f"Assessed at TRL {level:g} in {edition - 1} (corrects the {edition - 1} edition)."
        claims.append(SourceClaim(company, before, level, text))
    months = ("2026-10", "2026-10") if edition == EDITIONS[-1] else (f"{edition}-11",) * 2
    return _DraftSource(
        f"readiness {edition}", 1 + (edition == EDITIONS[-1]), months, OBSERVATORY,
        "agency assessment", f"readiness/{edition}", f"Readiness of solid-state cells {edition}",
        tuple(claims),
    )  # fmt: skip


def _costs(field: Field, figures: Mapping[str, Mapping[str, float]], year: int) -> _DraftSource:
    claims = [
        claim for part in PARTS for claim in _claims(field.companies[part], figures[part], ["cost"])
    ]
    months = ("2025-05", "2025-07") if year == 2025 else ("2026-06", "2026-08")
    return _DraftSource(
        f"cost {year}", 1 + (year > 2025), months, ANALYST, "analyst report",
        f"solid-state-cost/{year}", f"What solid-state cells will cost, {year} edition",
        tuple(claims),
    )  # fmt: skip


def _first_batch(field: Field) -> Iterator[_DraftSource]:
    for part in PARTS:
        company, figures = field.companies[part], field.first[part]
        technical = [*TECHNICAL, *(["pack_density"] if part != "funded" else [])]
        yield _DraftSource(
            f"datasheet {part}", 1, ("2025-01", "2025-10"), company, "company datasheet",
            "technology/datasheet", f"{company}: cell datasheet",
            _with_volume(_claims(company, figures, technical), field.volumetric.get(part)),
        )  # fmt: skip
        planned = ["pilot_capacity", "funding", "sop_year", f"{TARGET}8", f"{TARGET}9"]
        yield _DraftSource(
            f"report {part}", 1, ("2026-02", "2026-03"), company, "annual report",
            "investors/annual-report-2025", f"{company}: annual report 2025",
            _claims(company, figures, planned),
        )  # fmt: skip
    yield _costs(field, field.first, 2025)
    for edition in EDITIONS[:-1]:
        yield _readiness(field, field.first, edition)
    company = field.companies["funded"]
    yield _DraftSource(
        "partner", 1, ("2025-07", "2025-11"), PARTNER, "partner programme note",
        "programmes/demonstrator", f"Demonstrator van programme: the pack with {company} cells",
        _claims(company, field.first["funded"], ["pack_density"]),
    )  # fmt: skip


def _second_batch(field: Field) -> Iterator[_DraftSource]:
    names = field.companies
    restated, slipped, funded = names["restated"], names["slipped"], names["funded"]
    path, title = RELEASES[field.choices["density_story"]]
    yield _DraftSource(
        "update restated", 2, ("2026-04", "2026-06"), restated, "company release", path,
        f"{restated}: {title}", _claims(restated, field.later["restated"], TECHNICAL),
        note=f"by the company, {_what_holds(field)} for this cell as well",
    )  # fmt: skip
    old, verdict = field.first["restated"]["cell_density"], ECHOES[field.choices["density_story"]]
    quoted = SourceClaim(
        restated, "cell_density", old,
        f"According to its datasheet, {restated} has a cell-level energy density of {old:g} Wh/kg.",
    )  # fmt: skip
    yield _DraftSource(
        "echo", 2, ("2026-09", "2026-10"), WEEKLY, "trade press", "2026/race-to-solid-state",
        f"The race to solid state: {BY_NAME[restated].short} {verdict}",
        (quoted,), quotes="datasheet restated", note=f"quotes the {restated} datasheet",
    )  # fmt: skip
    if field.volumetric:
        yield _second_echo(field)
    planned = ["pilot_capacity", "sop_year", f"{TARGET}8", f"{TARGET}9"]
    yield _DraftSource(
        "update slipped", 2, ("2026-08", "2026-08"), slipped, "company release",
        "investors/half-year-2026", f"{slipped}: half-year update 2026",
        _claims(slipped, field.later["slipped"], planned),
        note="the pilot line has been extended since the annual report"
        if PILOT_CAPACITY.id in field.later["slipped"]
        else "",
    )  # fmt: skip
    yield _DraftSource(
        "round", 2, ("2026-06", "2026-08"), funded, "company filing", "investors/filing-2026",
        f"{funded}: filing on the new round",
        _claims(funded, field.later["funded"], ["funding"]),
    )  # fmt: skip
    yield _headline(field)
    yield _correction(field)
    yield from _disputing_sources(field)
    yield _costs(field, field.later, 2026)
    yield _readiness(field, field.later, 2026)


def _what_holds(field: Field) -> str:
    """What of the restated cell's datasheet is still true of it; its mass and volume are not."""
    if not field.volumetric:
        return "the datasheet's other figures hold"
    if "cycle_life" in field.later["restated"]:
        return "the datasheet's temperature range holds"
    return "the datasheet's cycle life and temperature range hold"


def _second_echo(field: Field) -> _DraftSource:
    """A magazine that tells again the level that the agency has since taken back."""
    company, metric = field.companies[field.misassessed], f"{ASSESSED}2025"
    level = field.first[field.misassessed][metric]
    text = f"The Observatory, writes our author, has {company} assessed at TRL {level:g} in 2025."
    return _DraftSource(
        "magazine", 2, ("2026-10", "2026-10"), MAGAZINE, "trade press", "2026/who-is-ready",
        f"Who is ready? {BY_NAME[company].short} is, for one",
        (SourceClaim(company, metric, level, text),),
        quotes="readiness 2025", note="quotes the Observatory's 2025 edition",
    )  # fmt: skip


def _headline(field: Field) -> _DraftSource:
    """A press release whose headline leaves out the level; the datasheet's figure, restated."""
    company, value = field.companies["funded"], field.first["funded"]["cell_density"]
    text = f"The demonstrator runs on a {value:g} Wh/kg battery (footnote: cell level, 25 °C)."
    return _DraftSource(
        "headline", 2, ("2026-09", "2026-10"), company, HEADLINE, "press/on-the-road",
        f"{company}: {value:g} Wh/kg on the road",
        (SourceClaim(company, "cell_density", value, text),),
    )  # fmt: skip


def _correction(field: Field) -> _DraftSource:
    company, metric = field.companies["corrected"], field.corrected_metric
    return _DraftSource(
        "correction", 2, ("2026-04", "2026-08"), company, "erratum", "technology/erratum",
        f"{company}: erratum to the cell datasheet",
        _claims(company, field.later["corrected"], [metric]),
        note="corrects this figure of the datasheet only; all its other figures stand",
    )  # fmt: skip


def _disputing_sources(field: Field) -> Iterator[_DraftSource]:
    company, metric = field.companies["cycle_disputed"], CYCLE_LIFE.id
    cycles = field.later["cycle_disputed"][metric]
    text = f"{cycles:,g} cycles to 80% of initial capacity (1C, 25 °C), samples from a customer."
    yield _DraftSource(
        "laboratory", 2, ("2026-04", "2026-08"), LABORATORY, "independent test report",
        "reports/cycling", f"Cycling test of {company} samples",
        (SourceClaim(company, metric, cycles, text),),
        note="own measurement; the company has not commented",
    )  # fmt: skip
    company, metric = field.companies["capacity_disputed"], PILOT_CAPACITY.id
    capacity = field.later["capacity_disputed"][metric]
    text = f"Rated capacity of the pilot line, as registered: {capacity:g} MWh a year."
    yield _DraftSource(
        "permit", 2, ("2026-04", "2026-09"), REGISTER, "operating permit", "register/entry",
        f"Operating permit of the {company} pilot line",
        (SourceClaim(company, metric, capacity, text),),
        note="own register entry; not reconciled with the company's annual report",
    )  # fmt: skip
    if field.capacity_is_conceded:
        yield _DraftSource(
            "concession", 2, ("2026-10", "2026-10"), company, "company release",
            "investors/annual-report-2025-amendment",
            f"{company}: amendment to the annual report 2025",
            _claims(company, field.later["capacity_disputed"], [metric]),
            note="the company now agrees with the permit register",
        )  # fmt: skip
    if field.pack_is_disputed:
        yield _teardown(field)


def _teardown(field: Field) -> _DraftSource:
    company, metric = field.companies[field.pack_disputed], PACK_DENSITY.id
    value = field.later[field.pack_disputed][metric]
    text = f"Pack-level energy density of {value:g} Wh/kg, weighed with housing and cooling."
    return _DraftSource(
        "teardown", 2, ("2026-05", "2026-09"), LABORATORY, "teardown report", "reports/teardown",
        f"Teardown of a demonstrator pack with {company} cells",
        (SourceClaim(company, metric, value, text),),
        note="own measurement; not reconciled with the company's datasheet",
    )  # fmt: skip
