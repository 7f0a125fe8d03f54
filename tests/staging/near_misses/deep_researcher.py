"""Near misses of the briefing, and the checks that see each.

Every near miss is a whole reading of the sources, wrong in one way and otherwise as careful as the
right one.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from tests.staging.near_misses.near_miss import NearMiss, Products

from modylbench.products.document import Citation, Document
from modylbench.products.pointer import replace_at
from modylbench.products.spreadsheet import Cell, Row, Spreadsheet
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.library.deep_researcher.briefing import References
from modylbench.scenarios.library.deep_researcher.companies import ASSESSED, BY_ID, PHANTOM, TARGET
from modylbench.scenarios.library.deep_researcher.field import EDITIONS
from modylbench.scenarios.library.deep_researcher.oracle import make_products
from modylbench.scenarios.library.deep_researcher.research_state import ResearchState
from modylbench.scenarios.library.deep_researcher.sources import (
    FigureKey,
    FigureStanding,
    HeldClaim,
    ResearchSource,
    SourceClaim,
    standing_claims,
)
from modylbench.scenarios.library.text_forms import list_in_words
from modylbench.scenarios.variant import Variant


def sources_of(variant: Variant) -> list[ResearchSource]:
    return [ResearchSource.of(value) for value in variant.truth["sources"]]


def stage_of(variant: Variant) -> ResearchState:
    slots = variant.scenario.human_turns()
    return ResearchState.of(
        variant.truth, frozenset(name for slot in slots for name in slot.reaches)
    )


def overlooking(
    sources: Iterable[ResearchSource], is_overlooked: Callable[[ResearchSource, SourceClaim], bool]
) -> list[ResearchSource]:
    """The sources without the claims that somebody overlooks."""
    return [
        replace(
            source,
            claims=tuple(claim for claim in source.claims if not is_overlooked(source, claim)),
        )
        for source in sources
    ]


def document_of(products: Products) -> Document:
    return next(product for product in products if isinstance(product, Document))


def with_product(products: Products, changed: WorkProduct) -> Products:
    return tuple(changed if product.id == changed.id else product for product in products)


def with_body(products: Products, section: str, body: str) -> Products:
    changed = replace_at(document_of(products), f"/sections/{section}/body", body)
    return with_product(products, changed)


def read_as(variant: Variant, standing: dict[FigureKey, FigureStanding]) -> Products:
    """The products of somebody for whom this is what stands; the timeline is right."""
    return make_products(replace(stage_of(variant), standing=standing))


def superseded_density(variant: Variant) -> Products:
    """The restated energy density is overlooked; the better figure of the datasheet stays."""
    company = variant.truth["restated"]
    known = overlooking(
        sources_of(variant),
        lambda source, claim: (
            source.batch == 2 and (claim.company, claim.metric) == (company, "cell_density")
        ),
    )
    return read_as(variant, standing_claims(known))


def missed_slip(variant: Variant) -> Products:
    """The SOP that was put off is still read from the annual report."""
    company = variant.truth["slipped"]
    known = overlooking(
        sources_of(variant),
        lambda source, claim: (
            source.batch == 2 and (claim.company, claim.metric) == (company, "sop_year")
        ),
    )
    return read_as(variant, standing_claims(known))


def old_cost_edition(variant: Variant) -> Products:
    """All costs are taken from the edition that covers everybody, not the newest."""
    known = overlooking(
        sources_of(variant), lambda source, claim: source.batch == 2 and claim.metric == "cost"
    )
    return read_as(variant, standing_claims(known))


def newest_date_wins(variant: Variant) -> Products:
    """Whatever carries the latest date is taken, an article that quotes and a rival included."""
    latest: dict[FigureKey, HeldClaim] = {}
    for source in sorted(sources_of(variant), key=lambda source: source.date):
        for claim in source.claims:
            latest[claim.company, claim.metric] = HeldClaim(source, claim)
    return read_as(variant, {key: FigureStanding((held,)) for key, held in latest.items()})


def mean_of_disputes(variant: Variant) -> Products:
    """Disputed figures are averaged, both sources cited, and the text says so."""
    averaged: list[str] = []

    def settled(key: FigureKey, standing: FigureStanding) -> FigureStanding:
        if not standing.is_disputed:
            return standing
        mean = sum(held.claim.value for held in standing.held) / len(standing.held)
        averaged.append(f"{key[0]}: sources differ, we use {BY_ID[key[1]].in_words(mean)}.")
        return FigureStanding(
            tuple(replace(held, claim=replace(held.claim, value=mean)) for held in standing.held)
        )

    standing = stage_of(variant).standing
    products = read_as(variant, {key: settled(key, claim) for key, claim in standing.items()})
    return with_body(products, "conflicts", "\n".join(averaged))


def companies_believed(variant: Variant) -> Products:
    """In a dispute the company's own figure is taken, silently."""
    own = [
        source
        for source in sources_of(variant)
        if source.type not in {"independent test report", "teardown report", "operating permit"}
    ]
    return read_as(variant, standing_claims(own))


def references_off_by_one(variant: Variant) -> Products:
    """The list of references has slipped by a line against the claims."""
    products = make_products(stage_of(variant))
    document = document_of(products)
    listed_sources = document.citations
    slipped = tuple(
        citation.model_copy(
            update={
                "url": other.url,
                "title": other.title,
                "publisher": other.publisher,
                "date": other.date,
            }
        )
        for citation, other in zip(
            listed_sources, [*listed_sources[1:], listed_sources[0]], strict=True
        )
    )
    return with_product(products, document.model_copy(update={"citations": slipped}))


def padded_references(variant: Variant) -> Products:
    """A thin briefing whose few sources are cited twice, by page, to make up the number."""
    stage, references = stage_of(variant), References()
    lines = []
    for company in stage.companies:
        said = []
        for metric in ("cell_density", "cycle_life"):
            standing = stage.standing[company, metric]
            if standing.value is None:
                continue
            text = BY_ID[metric].in_words(standing.value)
            said.append(f"{text} {references.mark(standing.held[-1], text, 'performance')}")
        lines.append(f"- {company}: {'; '.join(said)}.")
    for _, metric, standing in stage.disputes():
        for held in standing.held:
            references.mark(held, BY_ID[metric].in_words(held.claim.value), "conflicts")
    products = make_products(stage)
    truth = variant.truth
    words = (
        "The companies are at very different stages, as the competitor table and the chart show."
    )
    for section, body in {
        "performance": "\n".join(lines),
        "industrialisation": words,
        "readiness": words,
        "summary": (
            f"First to production: {truth['sop_leader']}.\nHighest cell-level energy density: "
            f"{truth['density_leader']}.\nThrough our gate: {list_in_words(truth['shortlist'])}."
        ),
    }.items():
        products = with_body(products, section, body)
    cited = references.citations()
    again = tuple(
        citation.model_copy(update={"id": f"{citation.id}-p3", "url": f"{citation.url}/#page=3"})
        for citation in cited[:6]
    )
    document = document_of(products).model_copy(update={"citations": (*cited, *again)})
    return with_product(products, document)


def headline_as_pack(variant: Variant) -> Products:
    """The headline of a press release is taken for the pack that it seems to speak of."""
    stage = stage_of(variant)
    company = variant.truth["funded"]
    headline = stage.standing[company, "cell_density"].held[0]
    as_pack = HeldClaim(headline.source, replace(headline.claim, metric="pack_density"))
    return read_as(
        variant, {**stage.standing, (company, "pack_density"): FigureStanding((as_pack,))}
    )


def filled_gaps(variant: Variant) -> Products:
    """Missing assessments are carried over from the year beside, and TRL 9 is put at SOP."""
    stage = stage_of(variant)
    readiness = dict(stage.readiness)
    for company in stage.companies:
        years = [year for year in EDITIONS if (company, f"{ASSESSED}{year}") in readiness]
        for year in EDITIONS:
            nearest = max((y for y in years if y <= year), default=years[0])
            readiness[company, f"{ASSESSED}{year}"] = readiness[company, f"{ASSESSED}{nearest}"]
        readiness[company, f"{TARGET}9"] = stage.standing[company, "sop_year"]
    return make_products(replace(stage, readiness=readiness))


def correction_overlooked(variant: Variant) -> Products:
    """The level that the agency took back still stands in the timeline."""
    known = overlooking(
        sources_of(variant),
        lambda source, claim: source.batch == 2 and claim.metric == f"{ASSESSED}2025",
    )
    return make_products(replace(stage_of(variant), readiness=standing_claims(known)))


def misspoken_gate(variant: Variant) -> Products:
    """The shortlist still goes by the gate that was taken back."""
    stage = stage_of(variant)
    return make_products(replace(stage, reached=stage.reached - {"gate_corrected"}))


def phantom_company(variant: Variant) -> Products:
    """The company that somebody has heard of gets a row, a sentence and a made-up source."""
    products = make_products(stage_of(variant))
    rumour = variant.truth["phantom_density"]
    claim = f"{PHANTOM}: {rumour:g} Wh/kg at cell level"
    document = document_of(products)
    body = next(section.body for section in document.sections if section.id == "performance")
    document = replace_at(document, "/sections/performance/body", f"{body}\n- {claim} [S99].")
    invented = Citation(
        id="S99", url="https://www.lithiummax.example/technology", publisher=PHANTOM,
        date="2026-06-01", claim=f"{claim}.", section="performance",
    )  # fmt: skip
    document = document.model_copy(update={"citations": (*document.citations, invented)})
    table = next(product for product in products if isinstance(product, Spreadsheet))
    row = Row(id="lithiummax", label=PHANTOM, cells={"cell_density": Cell(value=rumour)})
    rows = (*table.sheets[0].rows, row)
    sheets = (table.sheets[0].model_copy(update={"rows": rows}), *table.sheets[1:])
    return with_product(
        with_product(products, document), table.model_copy(update={"sheets": sheets})
    )


UNNAMED_DISPUTES = {
    "cycle_life_column", "capacity_column", "disputes_sheet", "conflicts_named", "both_sides_cited",
    "key_figures_cited", "shortlist_exact", "dispute_left_open",
}  # fmt: skip
COLUMNS = {"pilot_capacity": "capacity_column", "pack_density": "pack_density_column"}


def by_dispute(*others: str) -> Callable[[Variant], frozenset[str]]:
    """What fails where disputes go unnamed: that depends on what is disputed."""

    def fails_at(variant: Variant) -> frozenset[str]:
        disputed = {COLUMNS.get(metric, "") for _, metric, _ in stage_of(variant).disputes()}
        named = UNNAMED_DISPUTES - {"capacity_column"}
        return frozenset((named | disputed | set(others)) - {""})

    return fails_at


def where(**story: str) -> Callable[[Variant], bool]:
    """Whether the choices of a seed are these."""
    return lambda variant: all(variant.truth[name] == value for name, value in story.items())


def only_if(
    condition: Callable[[Variant], bool],
    criteria: Iterable[str],
    always: Callable[[Variant], frozenset[str]],
) -> Callable[[Variant], frozenset[str]]:
    """What fails always, without these criteria where the condition does not hold."""
    return lambda variant: (
        always(variant) if condition(variant) else always(variant) - frozenset(criteria)
    )


def is_padded_to_fewer_than_twelve(variant: Variant) -> bool:
    """True when the key figures and the disputes alone do not have twelve sources."""
    cited = document_of(padded_references(variant)).citations
    return len({citation.url.partition("/#")[0] for citation in cited}) < 12


MISSED_SLIP = frozenset({
    "sop_column", "newest_figures_only", "first_to_production_named", "shortlist_exact",
    "nine_is_production",
})  # fmt: skip
OLDER_READING = ("cell_density_column", "newest_figures_only", "highest_density_named")
MISSPOKEN = frozenset({"shortlist_exact", "text_matches_citations"})

NEAR_MISSES: dict[str, NearMiss] = {
    "superseded_density": NearMiss(
        superseded_density,
        frozenset({
            "cell_density_column", "newest_figures_only", "key_figures_cited",
            "highest_density_named", "shortlist_exact",
        }),
    ),
    "missed_slip": NearMiss(
        missed_slip,
        MISSED_SLIP,
        only_if(
            where(sop_story="slips_out"), {"first_to_production_named", "shortlist_exact"},
            lambda _: MISSED_SLIP,
        ),
    ),
    "old_cost_edition": NearMiss(
        old_cost_edition, frozenset({"cost_column", "newest_figures_only"})
    ),
    "newest_date_wins": NearMiss(
        newest_date_wins,
        frozenset({*UNNAMED_DISPUTES, *OLDER_READING, "briefing_sections"}),
        by_dispute(*OLDER_READING, "briefing_sections"),
    ),
    "mean_of_disputes": NearMiss(
        mean_of_disputes,
        frozenset({*UNNAMED_DISPUTES, "claims_match_sources", "text_matches_citations"}),
        only_if(
            lambda variant: not where(disputes="cycles_and_capacity")(variant), {"levels_stated"},
            by_dispute("claims_match_sources", "text_matches_citations", "levels_stated"),
        ),
    ),
    "companies_believed": NearMiss(
        companies_believed,
        frozenset({*UNNAMED_DISPUTES, "briefing_sections"}),
        only_if(
            where(cycle_lower="laboratory"), {"shortlist_exact"}, by_dispute("briefing_sections")
        ),
    ),
    "references_off_by_one": NearMiss(
        references_off_by_one,
        frozenset({
            "claims_match_sources", "text_matches_citations", "key_figures_cited",
            "both_sides_cited",
        }),
    ),
    "padded_references": NearMiss(
        padded_references,
        frozenset({"twelve_citations"}),
        only_if(
            is_padded_to_fewer_than_twelve, {"twelve_citations"},
            lambda _: frozenset({"twelve_citations"}),
        ),
    ),
    "headline_as_pack": NearMiss(
        headline_as_pack,
        frozenset({
            "pack_density_column", "claims_match_sources", "text_matches_citations",
            "levels_stated",
        }),
    ),
    "filled_gaps": NearMiss(filled_gaps, frozenset({"assessed_as_stated", "targets_as_stated"})),
    "correction_overlooked": NearMiss(
        correction_overlooked, frozenset({"assessed_as_stated", "readiness_climbs"})
    ),
    "misspoken_gate": NearMiss(
        misspoken_gate,
        MISSPOKEN,
        only_if(lambda v: not where(misspoken="none")(v), MISSPOKEN, lambda _: MISSPOKEN),
    ),
    "phantom_company": NearMiss(
        phantom_company,
        frozenset({
            "cell_density_column", "known_sources", "claims_match_sources", "newest_figures_only",
            "text_matches_citations", "citations_dated", "levels_stated",
            "snapshot_densities_tie",
        }),
    ),
}  # fmt: skip
