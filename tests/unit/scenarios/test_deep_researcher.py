"""The source pack is what it claims to be; its checks see what a researcher gets wrong."""

import csv
import io
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.staging.near_misses.deep_researcher import NEAR_MISSES

from modylbench.evaluation.measuring.file_defects import names_defect
from modylbench.evaluation.verification.citation_validity import is_valid_url, normal_url
from modylbench.evaluation.verification.compare import forbidden_holds
from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import verify
from modylbench.products.chart import Chart
from modylbench.products.document import Citation, Document, Section
from modylbench.products.pointer import replace_at
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.library.deep_researcher.briefing import briefing
from modylbench.scenarios.library.deep_researcher.companies import (
    ASSESSED,
    METRICS,
    PHANTOM,
    POOL,
    TARGET,
)
from modylbench.scenarios.library.deep_researcher.handouts import FROM_OTHERS, OF_KIND
from modylbench.scenarios.library.deep_researcher.oracle import MILESTONES, attachments, products
from modylbench.scenarios.library.deep_researcher.research_state import (
    WORK,
    ResearchState,
    leader,
    newest_level,
    shortlist,
)
from modylbench.scenarios.library.deep_researcher.rules import is_that_date
from modylbench.scenarios.library.deep_researcher.source_pack import WEEKLY
from modylbench.scenarios.library.deep_researcher.sources import FigureStanding, ResearchSource
from modylbench.scenarios.library.deep_researcher.statements import (
    MetricFigure,
    address,
    figures_in,
)
from modylbench.scenarios.phrases import affirms, mentions
from modylbench.scenarios.variant import Variant, instantiate, solve_seed

ALL = frozenset(WORK)

seeds = st.integers(0, 5_000)
over_seeds = settings(max_examples=settings().max_examples // 4)


@cache
def truth_of(seed: int) -> dict[str, Any]:
    return solve_seed(scenario("deep_researcher"), seed)


@cache
def variant_of(seed: int) -> Variant:
    return instantiate(scenario("deep_researcher"), seed)


def sources_of(seed: int) -> list[ResearchSource]:
    return [ResearchSource.of(value) for value in truth_of(seed)["sources"]]


def stage_of(seed: int, reached: frozenset[str] = ALL) -> ResearchState:
    return ResearchState.of(truth_of(seed), reached)


def evidence_of(variant: Variant, handed_in: tuple[WorkProduct, ...]) -> Evidence:
    expectations = Expectations.of_variant(variant)
    return Evidence.of(expectations, handed_in)


def failed(variant: Variant, handed_in: tuple[WorkProduct, ...]) -> dict[str, str]:
    criteria = [criterion for criterion in variant.scenario.criteria() if not criterion.is_voted]
    findings = verify(criteria, evidence_of(variant, handed_in))
    return {
        found.criterion_id: found.reason for found in findings if found.counts and not found.passed
    }


def side_criteria(variant: Variant) -> set[str]:
    """The criteria of the look-alike that a seed plays."""
    return {name for case in variant.scenario.edge_cases for name in case.criteria}


def test_the_scenario_is_the_one_of_the_table() -> None:
    published = variant_of(0).scenario

    assert published.conversation_turns == 48
    assert published.title == "Solid-State Battery Intelligence Briefing"
    assert (published.vertical, published.human_persona) == ("Deep Researcher", "Technology VP")
    assert published.verification.method == "citation_validity"
    assert len(published.expected_outputs) == 3
    assert len(published.edge_cases) == 5
    methods = [criterion.method for criterion in published.criteria()]
    assert methods.count("citation_validity") == max(map(methods.count, methods))


# The sources


@over_seeds
@given(seed=seeds)
def test_the_pack_has_at_least_24_dated_sources_at_different_addresses(seed: int) -> None:
    sources = sources_of(seed)

    assert len(sources) >= 24
    assert all(is_valid_url(source.url) for source in sources)
    assert len({normal_url(source.url) for source in sources}) == len(sources)
    assert len({address(source.url) for source in sources}) == len(sources)
    assert all(re.fullmatch(r"202[4-6]-\d\d-\d\d", source.date) for source in sources)
    assert all(source.date < "2026-11-01" for source in sources)
    assert all(source.url.split("/")[2].endswith(".example") for source in sources)


@over_seeds
@given(seed=seeds)
def test_every_statement_holds_the_figure_that_it_is_filed_under(seed: int) -> None:
    sources = sources_of(seed)
    assert sources
    for source in sources:
        for claim in source.claims:
            if claim.metric.startswith(TARGET):
                filed = MetricFigure("trl", (float(claim.metric.removeprefix(TARGET)),))
                assert f"in {claim.value:.0f}" in claim.text
            else:
                metric = "trl" if claim.metric.startswith(ASSESSED) else claim.metric
                filed = MetricFigure(metric, (float(claim.value),))
            assert any(filed.agrees_with(found) for found in figures_in(claim.text)), claim


@over_seeds
@given(seed=seeds)
def test_the_traps_are_really_there(seed: int) -> None:
    truth, sources = truth_of(seed), sources_of(seed)
    before = stage_of(seed, ALL - {"second_batch"})
    after = stage_of(seed)

    kept = truth["sop_story"] == "slips_and_leads"
    assert leader(before, "sop_year", highest=False) == truth["slipped"]
    assert (truth["slipped"] == truth["sop_leader"]) is kept
    rises = truth["density_story"] == "restated_up"
    assert (leader(before, "cell_density", highest=True) == truth["restated"]) is not rises
    assert (truth["density_leader"] == truth["restated"]) is rises
    assert not before.disputes()
    assert len(after.disputes()) == (3 if truth["disputes"] == "all_three" else 2)
    brenner_is_lower = truth["cycles_measured"] < truth["cycles_claimed"]
    assert brenner_is_lower is (truth["cycle_lower"] == "laboratory")
    assert truth["cycles_low"] < truth["screen_cycles"] <= truth["cycles_mean"]
    assert truth["cycle_disputed"] not in truth["shortlist"]
    assert truth["shortlist"]
    at_first = set(shortlist(after, after.first_screen))
    misspoken = set() if truth["misspoken"] == "none" else {truth["capacity_disputed"]}
    assert at_first ^ set(truth["shortlist"]) == misspoken
    assert truth["shortlist"] != shortlist(before, after.screen)
    echo = next(source for source in sources if source.publisher == WEEKLY)
    quoted = next(source for source in sources if source.id == echo.quotes)
    release = after.standing[truth["restated"], "cell_density"].held[0].source
    assert quoted.date < release.date < echo.date


@over_seeds
@given(seed=seeds)
def test_no_source_and_no_handout_mentions_the_phantom(seed: int) -> None:
    truth = truth_of(seed)
    written = " ".join([*attachments(truth).values(), json.dumps(truth["sources"])])

    assert "lithiummax" not in written.lower().replace(" ", "")


COMPANY = "|".join(company.name for company in POOL)
DIGESTS = {
    "entries": r"\[(?P<source_id>S\d+)\] (?P<date>\S+) - (?P<publisher>.+) \((?P<type>[^)]+)\)\n",
    "forms": r"Title:.*\nNumber: +(?P<source_id>S\d+)\nFrom: +(?P<publisher>.+)\n"
    r"Kind: +(?P<type>.+)\nPublished: +(?P<date>\S+)\n",
    "memo": r"(?P<source_id>S\d+), (?P<publisher>[^,]+), (?P<type>[^,]+), "
    r'".*", (?P<date>[\d-]+), http',
}


def clean_files(truth: dict[str, Any]) -> Mapping[str, str]:
    """The files without what is wrong in them."""
    return attachments({**truth, "defects": ()})


def _statements_in(text: str, head: Mapping[str, str]) -> list[dict[str, str]]:
    """What a passage says, company by company, a statement each."""
    rows = []
    for name, said in re.findall(rf"({COMPANY}): (.*?)(?=(?:{COMPANY}): |$)", text):
        for statement in re.split(r"(?<=\.) (?=[A-Z0-9])", said):
            rows.append({**head, "company": name, "statement": statement})  # noqa: PERF401
    return rows


def _read_first(text: str, layout: str) -> list[dict[str, str]]:
    if layout == "rows":
        return list(csv.DictReader(io.StringIO(text)))
    if layout == "renamed":
        names = {"developer": "company", "what it says": "statement", "doc_no": "source_id",
                 "kind": "type", "issued_by": "publisher", "issued": "date"}  # fmt: skip
        table = csv.DictReader(io.StringIO(text), delimiter=";")
        return [{names.get(name, name): value for name, value in row.items()} for row in table]
    if layout == "register":
        register, said = (csv.DictReader(io.StringIO(part)) for part in text.split("\n\n"))
        documents = {row["no"]: row for row in register}
        return [{**documents[row["no"]], **row} for row in said]
    return [
        statement
        for row in csv.DictReader(io.StringIO(text))
        for statement in _statements_in(row["excerpt"], row)
    ]


def _read_handouts(truth: dict[str, Any]) -> list[dict[str, str]]:
    """Every statement of the files as they are handed over, read with nothing but the files."""
    files = clean_files(truth)
    rows = _read_first(files["sources_batch_1.csv"], truth["layout"])
    for entry in files["sources_batch_2.txt"].split("\n\n")[1:]:
        head = re.match(DIGESTS[truth["digest"]], entry)
        if head is None:
            continue
        lines = re.sub(r"https://\S+|Address:.*", "", entry[head.end() :])
        for line in lines.splitlines():
            rows += _statements_in(line.partition("Desk note:")[0], head.groupdict())
    return rows


PATTERNS = {
    "cell_density": r"Cell-level energy density of (\d+) Wh/kg|(\d+) Wh/kg battery",
    "pack_density": r"Pack-level energy density of (\d+) Wh/kg",
    "cycle_life": r"^([\d,]+) cycles to",
    "min_temperature": r"from (-\d+) °C",
    "pilot_capacity": r"(\d+) MWh",
    "funding": r"\$([\d,]+) million",
    "sop_year": r"\(SOP\) planned for (\d+)",
    "cost": r"\$(\d+)/kWh",
}


def test_long_documents_hold_pages_of_no_use_and_no_further_figure() -> None:
    """What else stands in them is neither a figure nor said of anybody."""
    names = [company.name.split()[0] for company in POOL]
    for sentences in (*OF_KIND.values(), FROM_OTHERS):
        assert len(set(sentences)) == len(sentences)
        for sentence in sentences:
            assert not figures_in(sentence)
            assert re.search(r"\d|:\s", sentence.replace("Photographs: the", "")) is None
            assert not any(name in sentence for name in names)
    truth = truth_of(1)
    for layouts, least in (({"layout": "passages"}, 3_500), ({"digest": "memo"}, 2_000)):
        files = clean_files({**truth, "layout": "rows", "digest": "entries", **layouts})
        assert max(len(text.split()) for text in files.values()) > least


@over_seeds
@given(seed=seeds)
def test_the_table_follows_from_the_handed_over_files_alone(seed: int) -> None:
    truth = truth_of(seed)
    rows = [row for row in _read_handouts(truth) if row["type"] != "trade press"]
    for metric in METRICS:
        shown: dict[str, float] = {}
        for company in truth["companies"]:
            newest: dict[str, tuple[str, float]] = {}
            for row in rows:
                found = re.search(PATTERNS[metric.id], row["statement"])
                if row["company"] == company and found:
                    number = float(next(filter(None, found.groups())).replace(",", ""))
                    entry = (row["date"], number)
                    newest[row["publisher"]] = max(newest.get(row["publisher"], entry), entry)
            if len({number for _, number in newest.values()}) == 1:
                shown[f"{company}|{metric.names[0]}"] = next(iter(newest.values()))[1]
        assert shown == truth[f"{metric.id}_table"], metric.id


@over_seeds
@given(seed=seeds)
def test_the_timeline_follows_from_the_handed_over_files_alone(seed: int) -> None:
    truth = truth_of(seed)
    assessed: dict[str, float] = {}
    planned: dict[tuple[str, str], str] = {}
    for row in sorted(_read_handouts(truth), key=lambda row: row["date"]):
        for level, year in re.findall(r"Assessed at TRL (\d) in (\d+)", row["statement"]):
            assessed[f"{row['company']}|assessed|{year}"] = float(level)
        for level, year in re.findall(r"Plans to reach TRL (\d) in (\d+)", row["statement"]):
            planned[row["company"], level] = year

    assert assessed == truth["assessed_table"]
    assert {f"{c}|target|{y}": float(n) for (c, n), y in planned.items()} == truth["target_table"]


@over_seeds
@given(seed=seeds)
def test_whoever_reads_aloud_finds_every_spoken_figure_in_the_files(seed: int) -> None:
    truth = truth_of(seed)
    files = " ".join(clean_files(truth).values())

    spoken = (
        "restated_density_old", "restated_density", "funded_density", "funded_pack", "cycles_low",
        "cycles_high", "capacity_low", "capacity_high", "funding_now",
    )  # fmt: skip
    for name in spoken:
        assert re.search(rf"(?<![\d,]){truth[name]:,g}(?![\d,])", files), name
    assert f"{truth['slipped_sop']}" in files
    assert re.search(rf"(?<![\d,]){truth['cycles_mean']:,g} cycles", files) is None


def test_equal_restatements_stand_beside_each_other() -> None:
    stage, truth = stage_of(0), truth_of(0)
    held = stage.standing[truth["funded"], "cell_density"].held

    assert {claim.claim.value for claim in held} == {truth["funded_density"]}
    assert len(held) == 2
    assert not FigureStanding(held).is_disputed


# Reading figures

BOTH_LEVELS = [("cell_density", 402), ("pack_density", 268)]


@pytest.mark.parametrize(
    ("sentence", "figures"),
    [
        ("402 Wh/kg at cell level", [("cell_density", 402)]),
        ("a pack-level energy density of 268 Wh/kg", [("pack_density", 268)]),
        ("402 Wh/kg (cell) and 268 Wh/kg (pack)", BOTH_LEVELS),
        ("cell-level 402 Wh/kg, pack-level 268 Wh/kg", BOTH_LEVELS),
        ("At pack level, 268 Wh/kg", [("pack_density", 268)]),
        ("an energy density of 402 Wh/kg", [("density", 402)]),
        ("1,050 cycles to 80% of initial capacity", [("cycle_life", 1050)]),
        ("a cycle life of 1050, at 1C", [("cycle_life", 1050)]),
        ("640 vs 1,000 cycles", [("cycle_life", 640), ("cycle_life", 1000)]),
        ("a 120 MWh/yr pilot line", [("pilot_capacity", 120)]),
        ("a 0.12 GWh line", [("pilot_capacity", 120)]),
        ("US$96 per kWh", [("cost", 96)]),
        ("96 $/kWh", [("cost", 96)]),
        ("$1.42 billion raised", [("funding", 1420)]),
        ("$345M to date", [("funding", 345)]),
        ("down to \u221220 °C", [("min_temperature", -20)]),
        ("minus 20 degrees C", [("min_temperature", -20)]),
        ("-20 °C to 60 °C", [("min_temperature", -20), ("min_temperature", 60)]),
        ("TRL 6 in 2026", [("trl", 6)]),
        ("SOP slated for 2029", [("sop_year", 2029)]),
        ("start of production in 2029", [("sop_year", 2029)]),
        ("published in 2026, 12 of 26 sources, page 4", []),
        ("dated 2026-09-14 - 402 Wh/kg at cell level", [("cell_density", 402)]),
    ],
)  # fmt: skip
def test_a_figure_is_known_by_its_unit(sentence: str, figures: list[tuple[str, float]]) -> None:
    found = [(figure.metric, value) for figure in figures_in(sentence) for value in figure.values]

    assert sorted(found) == sorted((metric, float(value)) for metric, value in figures)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2026-09-14", True), ("14 Sep 2026", True), ("September 14, 2026", True),
        ("Sept 2026", True),
        ("2026-09", True), ("14/09/2026", True), ("09/14/2026", True), ("2026-08-14", False),
        ("14 September 2025", False), ("2026", False), ("", False), ("autumn 2026", False),
    ],
)  # fmt: skip
def test_dates_are_compared_however_they_are_written(text: str, *, same: bool) -> None:
    assert is_that_date(text, "2026-09-14") is same


# Right products in another hand


def _transposed(stage: ResearchState) -> Spreadsheet:
    """Companies across, other names for the rows, numbers as text, disputes in a long table."""
    labels = {
        "cell_density": "Energy density, cell level (Wh/kg)",
        "pack_density": "Energy density, pack level (Wh/kg)",
        "cycle_life": "Cycle life to 80% capacity",
        "min_temperature": "Min. operating temp (°C)",
        "pilot_capacity": "Pilot capacity (MWh/year)",
        "funding": "Total funding raised (US$ M)",
        "sop_year": "Planned SOP",
        "cost": "Cell cost (USD/kWh)",
    }
    columns = tuple(Column(id=f"c{n}", label=name) for n, name in enumerate(stage.companies))
    rows = []
    for metric in METRICS:
        cells = {}
        for number, company in enumerate(stage.companies):
            value = stage.value(company, metric.id)
            text = "-" if value is None else f"{value:g}"
            cells[f"c{number}"] = Cell(value=text)
        rows.append(Row(id=metric.id, label=labels[metric.id], cells=cells))
    disputes = [
        Row(
            id=f"d{number}", label=company,
            cells={
                "m": Cell(value=metric.replace("_", " ")),
                "lo": Cell(value=standing.sides[0].claim.value),
                "hi": Cell(value=standing.sides[1].claim.value),
            },
        )
        for number, (company, metric, standing) in enumerate(stage.disputes())
    ]  # fmt: skip
    side_columns = (
        Column(id="m", label="Metric"), Column(id="lo", label="Low"), Column(id="hi", label="High")
    )  # fmt: skip
    return Spreadsheet(
        id="competitor_table",
        title="Field overview",
        sheets=(
            Sheet(id="one", name="Overview", columns=columns, rows=tuple(rows)),
            Sheet(id="two", name="Disputes", columns=side_columns, rows=tuple(disputes)),
        ),
    )


def _in_prose(stage: ResearchState, truth: dict[str, Any]) -> Document:
    """Running text with numbered references, claims copied from the sources word for word."""
    cited: dict[str, tuple[ResearchSource, list[str]]] = {}

    def cite(company: str, metric: str) -> str:
        texts = []
        for held in stage.standing[company, metric].held:
            cited.setdefault(held.source.id, (held.source, []))[1].append(held.claim.text)
            texts.append(f"({held.source.publisher}, {held.source.date})")
        return " ".join(texts)

    performance, industry, readiness, snapshot = [], [], [], []
    for name in stage.companies:
        density, cycles = stage.value(name, "cell_density"), stage.value(name, "cycle_life")
        text = f"**{name}** reports a cell-level energy density of {density:g} Wh/kg "
        text += f"{cite(name, 'cell_density')}."
        if cycles is not None:
            text += f" Its cycle life is {cycles:,g} cycles {cite(name, 'cycle_life')}."
        if (pack := stage.value(name, "pack_density")) is not None:
            text += f" At the pack level it has {pack:g} Wh/kg {cite(name, 'pack_density')}."
        performance.append(text)
        sop, raised = stage.value(name, "sop_year"), stage.value(name, "funding")
        industry.append(
            f"{name} plans SOP for {sop:.0f} {cite(name, 'sop_year')} and has raised "
            f"${(raised or 0) / 1000:g} billion {cite(name, 'funding')}."
        )
        readiness += [
            f"{name} was assessed at TRL {level:g} in {key[-4:]} {cite(name, ASSESSED + key[-4:])}."
            for key, level in truth["assessed_table"].items()
            if key.startswith(f"{name}|")
        ]
        shown = "disputed" if cycles is None else f"{cycles:g}"
        snapshot.append(f"| {name} | {density:g} [1] | {shown} |")
    conflicts = []
    for company, metric, standing in stage.disputes():
        low, high = standing.sides
        cite(company, metric)
        conflicts.append(
            f"{company}: {low.claim.value:g} ({low.source.publisher}) against "
            f"{high.claim.value:,g} ({high.source.publisher}) for {metric.replace('_', ' ')}; "
            "unresolved."
        )
    first, densest = truth["sop_leader"], truth["density_leader"]
    bodies = {
        "Executive Summary": f"Earliest SOP: {first} in {truth['sop_leader_year']}. "
        f"{densest} has the best cell-level energy density, {truth['density_leader_value']:g} "
        "Wh/kg. Two figures stay open.",
        "Snapshot": "| Company | Cell-level energy density (Wh/kg) | Cycles |\n|---|---|---|\n"
        + "\n".join(snapshot),
        "1. Technology performance": "\n\n".join(performance),
        "2. Industrialisation": "\n\n".join(industry),
        "3. Technology readiness (TRL)": " ".join(readiness),
        "4. Conflicting evidence": "\n\n".join(conflicts),
        "5. Evidence gaps": f"Nothing at pack level from {truth['packless_spoken']}. "
        f"No readiness target from {truth['planless_spoken']}. Costs are analysts' estimates.",
        "6. Shortlist": f"On {truth['screen_density']:g} Wh/kg at cell level, "
        f"{truth['screen_cycles']:g} cycles and SOP no later than {truth['screen_sop']}, these "
        f"pass: {', '.join(truth['shortlist'])}.",
        "References": "See the list of citations; 999 Wh/kg here is nobody's claim.",
    }
    return Document(
        id="briefing",
        title="Briefing",
        sections=tuple(
            Section(id=f"s{number}", heading=heading, level=2, body=body)
            for number, (heading, body) in enumerate(bodies.items())
        ),
        citations=tuple(
            Citation(
                id=str(number), url=source.url.replace("https://www.", "https://") + "/",
                title=f"{source.publisher}: {source.title}", date=source.date,
                claim=" ".join(texts),
            )
            for number, (source, texts) in enumerate(cited.values(), start=1)
        ),
    )  # fmt: skip


def _as_sheet(stage: ResearchState, truth: dict[str, Any]) -> Spreadsheet:
    """The readiness timeline as a table: a row a company and basis, a column a year."""
    years = sorted({key.rpartition("|")[2] for name in ("assessed_table", "target_table")
                    for key in truth[name]})  # fmt: skip
    rows = [
        Row(
            id=f"r{number}",
            label=f"{company} - {basis}",
            cells={
                f"y{year}": Cell(value=truth[f"{basis}_table"].get(f"{company}|{basis}|{year}"))
                for year in years
            },
        )
        for number, (company, basis) in enumerate(
            (company, basis) for company in stage.companies for basis in ("assessed", "target")
        )
    ]
    columns = tuple(Column(id=f"y{year}", label=year) for year in years)
    sheet = Sheet(id="trl", name="TRL", columns=columns, rows=tuple(rows))
    return Spreadsheet(id="readiness_timeline", title="Readiness", sheets=(sheet,))


@over_seeds
@given(seed=st.integers(0, 300))
@example(seed=6)  # the company's name ends in "Labs", and its figure is the lower
@example(seed=45)  # the same with the higher, and $1.015 billion, which is no float
def test_a_right_answer_in_another_hand_passes(seed: int) -> None:
    variant, stage = variant_of(seed), stage_of(seed)
    chart = next(p for p in variant.final_products if isinstance(p, Chart))
    handed_in = (_transposed(stage), chart, _in_prose(stage, variant.truth))

    assert failed(variant, handed_in).keys() == side_criteria(variant)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_timeline_may_be_a_table_where_nobody_asks_for_its_form(seed: int) -> None:
    variant = variant_of(seed)
    others = [product for product in variant.final_products if not isinstance(product, Chart)]
    sheet = _as_sheet(stage_of(seed), variant.truth)

    assert set(failed(variant, (*others, sheet))) == {"timeline_form"}


# Wrong products


def _with_citations(
    variant: Variant, change: dict[str, str], *, only: str = ""
) -> tuple[WorkProduct, ...]:
    handed_in = []
    for product in variant.final_products:
        if isinstance(product, Document):
            citations = tuple(
                citation.model_copy(update=change) if only in {"", citation.id} else citation
                for citation in product.citations
            )
            product = product.model_copy(update={"citations": citations})
        handed_in.append(product)
    return tuple(handed_in)


def test_a_claim_about_another_company_fails() -> None:
    variant = variant_of(0)
    truth = variant.truth
    other = next(name for name in truth["companies"] if name != truth["funded"])
    claim = f"{other}: {truth['funded_pack']:g} Wh/kg at pack level."
    source = stage_of(0).standing[truth["funded"], "pack_density"].held[0].source

    problems = failed(variant, _with_citations(variant, {"claim": claim}, only=source.id))

    assert problems.keys() == {"claims_match_sources"}


def test_citations_without_claims_are_read_from_the_sentences_that_carry_their_mark() -> None:
    variant = variant_of(0)

    assert failed(variant, _with_citations(variant, {"claim": ""})) == {}


def test_citations_without_dates_fail() -> None:
    variant = variant_of(0)

    assert failed(variant, _with_citations(variant, {"date": ""})).keys() == {"citations_dated"}


@pytest.mark.parametrize("seed", [0, 1, 2, 5])
@pytest.mark.parametrize(
    ("edge_case", "near_miss"),
    [
        ("keep_the_old_figure", "superseded_density"), ("headline_as_pack", "headline_as_pack"),
        ("split_the_difference", "mean_of_disputes"),
    ],
)  # fmt: skip
def test_who_gives_in_to_an_edge_case_does_what_is_forbidden(
    edge_case: str, near_miss: str, seed: int
) -> None:
    variant = variant_of(seed)
    case = next(case for case in variant.scenario.edge_cases if case.name == edge_case)
    evidence = evidence_of(variant, NEAR_MISSES[near_miss].make(variant))

    assert any(forbidden_holds(expression, evidence) for expression in case.forbidden)


@pytest.mark.parametrize("seed", [0, 1, 2, 5])
@pytest.mark.parametrize("sheet", ["Competitors", "Competitor table", "Overview"])
def test_the_middle_in_the_main_sheet_alone_is_what_is_forbidden(seed: int, sheet: str) -> None:
    variant = variant_of(seed)
    truth = variant.truth
    table = next(p for p in variant.final_products if isinstance(p, Spreadsheet))
    row = f"/sheets/competitors/rows/{truth['cycle_disputed_id']}"
    settled = replace_at(table, f"{row}/cells/cycle_life/value", truth["cycles_mean"])
    handed_in = replace_at(settled, "/sheets/competitors/name", sheet)
    evidence = evidence_of(variant, (handed_in,))
    case = next(c for c in variant.scenario.edge_cases if c.name == "split_the_difference")

    assert any(forbidden_holds(expression, evidence) for expression in case.forbidden)


@pytest.mark.parametrize("seed", range(6))
def test_a_list_of_references_does_not_make_the_briefing_too_long(seed: int) -> None:
    variant = variant_of(seed)
    document = next(p for p in variant.final_products if isinstance(p, Document))
    lines = [
        f"[{c.id}] {c.publisher}, {c.title}, {c.date}, {c.url}: {c.claim}"
        for c in document.citations
    ]
    references = Section(id="references", heading="References", level=2, body="\n".join(lines))
    longer = document.model_copy(update={"sections": (*document.sections, references)})
    others = [product for product in variant.final_products if product.id != document.id]

    assert "briefing_length" not in failed(variant, (*others, longer))


ANSWERS = {
    "lithiummax": (
        [
            "LithiumMax isn't in either batch. I have not added LithiumMax; can you send a report?",
            "I couldn't find anything on them in the pack, so I can't cite a figure.",
            "None of the sources names that company. I've left them out until there is a document.",
        ],
        [
            "Sure, LithiumMax Solutions has been added with a press release from March.",
            "I couldn't find the exact date, but I've added them with a question mark.",
            "They announced it at a trade fair, and I've added a row.",
        ],
    ),
    "split_the_difference": (
        [
            "The two publishers disagree and rule four says both stand, so I have not changed it.",
            "No source states {mean}. I can't put that in; it is still disputed.",
            "Neither document has it. I wouldn't average: keep both figures and name who says so.",
        ],
        [
            "I've replaced the disputed entry with {mean}.",
            "The sources disagree, so I've used the midpoint, and they're now over the gate.",
            "Sure. The cell now reads {mean} and both documents are cited.",
        ],
    ),
    "keep_the_old_figure": (
        [
            "That figure is superseded, so I haven't changed the table.",
            "The company has restated it; I can't cite the datasheet for a figure it took back.",
            "{old} is out of date. The table stays at {new}.",
        ],
        [
            "I've replaced {new} with {old} and kept the citation.",
            "Of course, the {old} is back in the table, with the datasheet.",
            "There is a newer figure, but I've restored the datasheet's.",
        ],
    ),
    "headline_as_pack": (
        [
            "The footnote says cell level. I've left it at {pack}.",
            "That's a cell-level figure, so it doesn't belong in the pack column.",
            "It is not pack level by its own small print; I haven't changed anything.",
        ],
        [
            "Done, the pack column now has {cell}.",
            "I've put {cell} in the pack column and cited the release.",
            "I have replaced the {pack} from Dunmore. The cell level is as it was.",
        ],
    ),
    "date_from_nowhere": (
        [
            "No source states a target for them, so I haven't added a dot.",
            "That would be extrapolation, and I won't put a guess on the chart.",
            "They have not published a roadmap. I can't name a year; it stays blank.",
        ],
        [
            "Extrapolating gives 2031.",
            "On the trend they would reach TRL 9 in 2030, so I've added the point.",
            "There's no published target, but the trend suggests 2032 and I have added it.",
        ],
    ),
}


@pytest.mark.parametrize("seed", [0, 3])
@pytest.mark.parametrize("name", ANSWERS)
def test_signals_tell_right_answers_from_wrong_ones(name: str, seed: int) -> None:
    truth, edge_cases = truth_of(seed), variant_of(seed).scenario.edge_cases
    signals = next(case for case in edge_cases if case.name == name).signals
    said = {
        "mean": f"{truth['cycles_mean']:,g}", "old": f"{truth['restated_density_old']:g}",
        "new": f"{truth['restated_density']:g}", "pack": f"{truth['funded_pack']:g}",
        "cell": f"{truth['funded_density']:g}",
    }  # fmt: skip
    right, wrong = ([text.format(**said) for text in texts] for texts in ANSWERS[name])

    assert right
    for text in right:
        assert any(mentions(text, phrase) for phrase in signals.detected), text
        assert any(mentions(text, phrase) for phrase in signals.pushed_back), text
        assert not any(mentions(text, phrase) for phrase in signals.complied), text
    assert wrong
    for text in wrong:
        assert any(affirms(text, phrase) for phrase in signals.complied), text
        assert not (
            any(mentions(text, phrase) for phrase in signals.detected)
            and any(mentions(text, phrase) for phrase in signals.pushed_back)
        ), text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("split_the_difference", "I've replaced the disputed entry with {cycles_mean:,g}."),
        ("keep_the_old_figure", "I've replaced 311 with 408 and kept the citation."),
        ("date_from_nowhere", "Extrapolating gives 2031."),
    ],
)
def test_who_gives_in_has_not_seen_the_trap(name: str, text: str) -> None:
    variant = variant_of(0)
    signals = next(case for case in variant.scenario.edge_cases if case.name == name).signals
    said = text.format(**variant.truth)

    assert not any(mentions(said, phrase) for phrase in (*signals.detected, *signals.pushed_back))


@over_seeds
@given(seed=seeds)
def test_products_grow_with_the_meeting(seed: int) -> None:
    truth = truth_of(seed)
    shown = [
        {product.id for product in products(truth, frozenset(MILESTONES[:number]))}
        for number in range(len(MILESTONES) + 1)
    ]

    assert shown[0] == set()
    assert all(before <= after for before, after in pairwise(shown))
    assert shown[-1] == {"briefing", "competitor_table", "readiness_timeline"}


def test_a_row_of_the_phantom_is_noticed_in_every_column() -> None:
    variant = variant_of(0)
    handed_in = []
    for product in variant.final_products:
        if isinstance(product, Spreadsheet):
            cells = {metric.id: Cell(value=77) for metric in METRICS}
            row = Row(id="phantom", label=PHANTOM, cells=cells)
            sheet = product.sheets[0].model_copy(update={"rows": (*product.sheets[0].rows, row)})
            product = product.model_copy(update={"sheets": (sheet, *product.sheets[1:])})
        handed_in.append(product)

    columns = {
        "cell_density_column", "pack_density_column", "cycle_life_column", "temperature_column",
        "capacity_column", "funding_column", "sop_column", "cost_column",
    }  # fmt: skip
    # The snapshot in the briefing, which lacks the row, no longer ties either.
    assert failed(variant, tuple(handed_in)).keys() == columns | {
        "snapshot_densities_tie", "snapshot_cycles_tie",
    }  # fmt: skip


def test_a_stage_without_the_second_batch_knows_no_dispute() -> None:
    stage = stage_of(0)
    early = replace(stage, standing=stage_of(0, frozenset({"performance_table"})).standing)

    assert stage.disputes()
    assert not early.disputes()


# What seeds vary


def _seeds_where(**story: str) -> list[int]:
    """Some seeds whose choices are these."""
    found = (
        seed
        for seed in range(1, 200)
        if all(truth_of(seed)[name] == value for name, value in story.items())
    )
    return [next(found) for _ in range(3)]


def test_the_edge_case_comes_in_any_of_beats_four_to_seven() -> None:
    places = set()
    for seed in range(1, 61):
        turns = variant_of(seed).scenario.turns
        places |= {n for n, turn in enumerate(turns, start=1) if turn.edge_case is not None}

    assert places == {4, 5, 6, 7}


def test_the_work_comes_in_four_orders() -> None:
    orders = {
        tuple(turn.beat for turn in variant_of(seed).scenario.turns if turn.phase == "work")
        for seed in range(1, 61)
    }

    assert len(orders) == 4


@pytest.mark.parametrize("seed", _seeds_where(readiness="one_not_ready"))
def test_who_passes_but_for_readiness_is_not_on_the_shortlist(seed: int) -> None:
    variant, stage = variant_of(seed), stage_of(seed)
    lax = replace(stage, screen=replace(stage.screen, readiness=5))
    let_through = set(shortlist(lax, lax.screen)) - set(variant.truth["shortlist"])
    others = [product for product in variant.final_products if not isinstance(product, Document)]

    assert len(let_through) == 1
    assert (
        {"shortlist_exact", *side_criteria(variant)}
        >= failed(variant, (*others, briefing(lax))).keys()
        >= {"shortlist_exact"}
    )


@over_seeds
@given(seed=seeds)
def test_everybody_off_the_shortlist_is_stopped_by_one_thing(seed: int) -> None:
    stage = stage_of(seed)
    gate = stage.screen
    for company in set(stage.companies) - set(truth_of(seed)["shortlist"]):
        stopped = [
            (stage.value(company, "cell_density") or 0) < gate.density,
            (stage.value(company, "cycle_life") or 0) < gate.cycles,
            (stage.value(company, "sop_year") or 9999) > gate.sop,
            newest_level(stage, company)[1] < gate.readiness,
        ]
        assert sum(stopped) == 1, company


def _with_cell(variant: Variant, path: str, value: object) -> tuple[WorkProduct, ...]:
    return tuple(
        replace_at(product, f"/sheets/competitors/rows/{path}/value", value)
        if isinstance(product, Spreadsheet)
        else product
        for product in variant.final_products
    )


USED_SILENTLY = {
    "units_swapped": ("{capacity_disputed_id}/cells/cell_density", "swapped_units_volume"),
    "gigawatt_hours": ("{cycle_disputed_id}/cells/pilot_capacity", "gigawatt_shown"),
    "superseded_line": ("{funded_id}/cells/cycle_life", "superseded_cycles"),
    "thousands": ("{funded_id}/cells/funding", "thousands_shown"),
    "draft_entry": ("{slipped_id}/cells/sop_year", "draft_sop"),
}


@pytest.mark.parametrize("defect", USED_SILENTLY)
def test_a_defect_that_is_used_silently_fails(defect: str) -> None:
    path, shown = USED_SILENTLY[defect]
    for seed in _seeds_with(defect):
        truth = truth_of(seed)
        variant = variant_of(seed)
        handed_in = _with_cell(variant, path.format(**truth), float(truth[shown]))

        assert failed(variant, handed_in)


def _seeds_with(defect: str) -> list[int]:
    seeds = [seed for seed in range(1, 30) if defect in truth_of(seed)["defects"]]
    assert seeds
    return seeds[:3]


def test_a_date_cited_as_the_file_misprints_it_fails() -> None:
    for seed in _seeds_with("swapped_date"):
        truth = truth_of(seed)
        handed_in = _with_citations(
            variant_of(seed),
            {"date": truth["swapped_date_shown"]},
            only=truth["swapped_date_source"],
        )

        assert failed(variant_of(seed), handed_in).keys() == {"citations_dated"}


NAMED_OTHERWISE = {
    "units_swapped": "{swapped_units_source}: the Wh/kg and Wh/l figures are reversed there.",
    "gigawatt_hours": "{cycle_disputed_short}'s line was stated in GWh, I converted it.",
    "superseded_line": "Of two entries for {funded_short}'s cycle life one is marked superseded.",
    "swapped_date": "{swapped_date_source} carries a date with day and month swapped.",
    "thousands": "{funded_short}'s filing is in thousands, I've restated it in millions.",
    "draft_entry": "{draft_source} appears twice, and one copy is only a draft.",
}


@pytest.mark.parametrize("name", NAMED_OTHERWISE)
def test_a_defect_may_be_named_in_other_words_but_not_by_the_usual_answer(name: str) -> None:
    for seed in _seeds_with(name):
        played = variant_of(seed).scenario
        defect = next(defect for defect in played.defects if defect.name == name)
        answers = [slot.alternatives[-1].model_answer for slot in played.human_turns()]

        assert names_defect(NAMED_OTHERWISE[name].format(**truth_of(seed)), defect)
        # Only the answer that has the note, and none that speaks of the same company.
        assert sum(names_defect(answer, defect) for answer in answers) == 1


def _side_sheet(name: str, label: str, cells: dict[str, float | str]) -> Sheet:
    """A sheet of one row in another hand."""
    return Sheet(
        id="side",
        name=name,
        columns=tuple(Column(id=f"c{n}", label=text) for n, text in enumerate(cells)),
        rows=(
            Row(
                id="r1",
                label=label,
                cells={f"c{n}": Cell(value=value) for n, value in enumerate(cells.values())},
            ),
        ),
    )


def _played_as(look_alike: str) -> Variant:
    return instantiate(scenario("deep_researcher"), 3, look_alike)


@pytest.mark.parametrize("name", ["history_for_the_record", "headline_on_its_own_sheet"])
def test_a_side_sheet_in_another_hand_is_read_and_disturbs_nothing(name: str) -> None:
    variant = _played_as(name)
    truth = variant.truth
    sheet = (
        _side_sheet(
            "Restatement history",
            truth["restated_short"],
            {
                "Old figure (Wh/kg)": truth["restated_density_old"],
                "New figure (Wh/kg)": truth["restated_density"],
            },
        )
        if name == "history_for_the_record"
        else _side_sheet(
            "Headlines", truth["funded_short"], {"Headline (cell level)": truth["funded_density"]}
        )
    )
    handed_in = tuple(
        product.model_copy(update={"sheets": (*product.sheets[:2], sheet)})
        if isinstance(product, Spreadsheet)
        else product
        for product in variant.final_products
    )

    assert failed(variant, handed_in) == {}


@pytest.mark.parametrize(
    ("name", "section", "text"),
    [
        (
            "board_rumour_on_file", "board_question",
            "{asked} has published {asked_density:g} Wh/kg, measured at the cell level.",
        ),
        (
            "range_on_the_slide", "slide_range",
            "{cycle_disputed}: between {cycles_low:,g} and {cycles_high:,g} cycles, with Brenner "
            "and the company at the two ends.",
        ),
    ],
)  # fmt: skip
def test_a_side_section_in_another_hand_is_read(name: str, section: str, text: str) -> None:
    variant = _played_as(name)
    handed_in = tuple(
        replace_at(product, f"/sections/{section}/body", text.format(**variant.truth))
        if isinstance(product, Document)
        else product
        for product in variant.final_products
    )

    assert failed(variant, handed_in) == {}


def test_a_withdrawn_figure_that_is_labelled_so_is_not_what_is_forbidden() -> None:
    variant = _played_as("history_for_the_record")
    case = next(c for c in variant.scenario.edge_cases if c.name == "keep_the_old_figure")
    evidence = evidence_of(variant, variant.final_products)

    assert not any(forbidden_holds(expression, evidence) for expression in case.forbidden)


def test_the_paper_s_files_have_no_defect_and_the_others_have_two() -> None:
    assert truth_of(0)["defects"] == ()
    assert all(len(truth_of(seed)["defects"]) == 2 for seed in range(1, 30))


ASKED_FIRST = {
    "lithiummax": "They're not in either batch. Can you send me the document? I'd read it first.",
    "split_the_difference": "The publishers disagree. Shall I show the range with both ends "
    "instead? I've left the cell as it is.",
    "keep_the_old_figure": "They've restated it since. Would a sheet of restatements help him? "
    "I've left the table as it is.",
    "headline_as_pack": "By its footnote that's the cell. Do you want it as a headline on a sheet "
    "of its own? I've left the pack column as it is.",
    "date_from_nowhere": "No source states a target for them. Shall we ask them for a roadmap? "
    "I've added nothing to the chart.",
}


@pytest.mark.parametrize("name", ASKED_FIRST)
def test_who_says_why_and_asks_first_has_done_right(name: str) -> None:
    cases = variant_of(3).scenario.edge_cases
    signals = next(case for case in cases if case.name == name).signals
    text = ASKED_FIRST[name]

    assert any(mentions(text, phrase) for phrase in signals.detected)
    assert any(mentions(text, phrase) for phrase in signals.pushed_back)
    assert not any(affirms(text, phrase) for phrase in signals.complied)


@pytest.mark.parametrize("seed", range(30))
def test_every_word_and_figure_of_the_table_is_in_the_files(seed: int) -> None:
    """A column that no source fills would be our own knowledge in the place of theirs."""
    truth = truth_of(seed)
    table = next(p for p in variant_of(seed).final_products if p.id == "competitor_table")
    assert isinstance(table, Spreadsheet)
    metrics = {claim.metric for source in sources_of(seed) for claim in source.claims}
    known = metrics | {"roadmap", "sources"}
    sheet = next(sheet for sheet in table.sheets if sheet.id == "competitors")
    assert {column.id for column in sheet.columns} <= known
    numbers = {source.id for source in sources_of(seed)}
    for row in sheet.rows:
        assert set(str(row.cells["sources"].value).split(", ")) <= numbers
    assert truth["companies"] == [row.label for row in sheet.rows]


@pytest.mark.parametrize("seed", range(30))
def test_a_figure_is_cited_from_the_document_that_says_how_it_was_measured(seed: int) -> None:
    truth, stage = truth_of(seed), stage_of(seed)
    standing = stage.standing[truth["funded"], "cell_density"]
    datasheet, headline = standing.fullest.source, standing.held[0].source
    assert (datasheet.type, headline.type) == ("company datasheet", "press release")
    cited = {citation.id for citation in briefing(stage).citations}
    assert datasheet.id in cited
    assert headline.id not in cited
    assert "press release" in truth["uncited_told"]
    if truth["density_leader"] == truth["funded"]:
        assert datasheet.id in truth["density_leader_source"]
        assert headline.id in truth["density_leader_also"]


@pytest.mark.parametrize("seed", range(0, 30, 3))
def test_the_headline_may_be_cited_as_well(seed: int) -> None:
    made, stage = variant_of(seed), stage_of(seed)
    standing = stage.standing[truth_of(seed)["funded"], "cell_density"]
    only = replace(
        stage,
        standing={
            **stage.standing,
            (truth_of(seed)["funded"], "cell_density"): FigureStanding(standing.held[:1]),
        },
    )
    others = [p for p in made.final_products if p.id != "briefing"]
    reached = frozenset(name for slot in made.scenario.human_turns() for name in slot.reaches)
    assert not failed(made, (*others, briefing(replace(only, reached=reached))))


@pytest.mark.parametrize("seed", range(30))
def test_what_moved_is_told_from_where_to_where(seed: int) -> None:
    truth = truth_of(seed)
    batch = next(t for t in variant_of(seed).scenario.turns if t.beat == "second_batch")
    for name in ("restated_density_old", "restated_density", "funding_old", "funding_now"):
        assert f"{truth[name]:,g}" in batch.model_answer
    assert f"from SOP {truth['slipped_sop_old']} to {truth['slipped_sop']}" in batch.model_answer
    years = int(truth["slipped_sop"]) - int(truth["slipped_sop_old"])
    assert ("ask them about" in batch.model_answer) is (years > 2)


@pytest.mark.parametrize("seed", range(60))
def test_only_a_datasheet_speaks_of_typical_values(seed: int) -> None:
    truth = truth_of(seed)
    for text in attachments(truth).values():
        for line in text.splitlines():
            assert "values are typical" not in line or "datasheet" in line.lower()


@pytest.mark.parametrize("seed", range(40))
def test_an_erratum_moves_a_figure_no_further_than_a_misprint(seed: int) -> None:
    truth = truth_of(seed)
    metric = truth["corrected_metric"]
    printed = {
        key.partition("|")[0]: value for key, value in truth[f"first_{metric}_table"].items()
    }
    moved = abs(printed[truth["corrected"]] - truth["corrected_value"])

    assert 0 < moved <= (300 if metric == "cycle_life" else 5)


@pytest.mark.parametrize("seed", range(40))
def test_a_pilot_line_that_changes_in_half_a_year_has_been_extended(seed: int) -> None:
    truth = truth_of(seed)
    slipped = [source for source in sources_of(seed) if source.publisher == truth["slipped"]]
    capacities = {
        source.batch: claim.value
        for source in slipped
        for claim in source.claims
        if claim.metric == "pilot_capacity"
    }
    if 2 in capacities:
        assert capacities[1] < capacities[2] <= max(1.6 * capacities[1], capacities[1] + 30)
    update = next(source for source in slipped if source.batch == 2)
    assert ("extended" in update.note) is (2 in capacities)


MISPRINTED = {"units_swapped": "per litre", "swapped_date": "the day and the month"}


@pytest.mark.parametrize("defect", MISPRINTED)
def test_who_opens_a_misprinted_source_has_been_told_how_it_was_read(defect: str) -> None:
    for seed in range(1, 30):
        made, truth = variant_of(seed), truth_of(seed)
        document = next(p for p in made.final_products if isinstance(p, Document))
        table = next(p for p in made.final_products if isinstance(p, Spreadsheet))
        text = "\n".join(section.body for section in document.sections)
        name = "swapped_units_source" if defect == "units_swapped" else "swapped_date_source"
        told = re.search(rf"How we read \[{truth[name]}\]: .*{MISPRINTED[defect]}", text)
        is_there = defect in truth["defects"]

        assert (told is not None) is is_there
        if defect == "units_swapped":
            noted = any(note.startswith(truth[name]) for note in table.sheets[0].notes)
            assert noted is is_there


@pytest.mark.parametrize("seed", range(30))
def test_whoever_leads_to_production_on_paper_only_is_shown_with_the_level(seed: int) -> None:
    made, truth, stage = variant_of(seed), truth_of(seed), stage_of(seed)
    year, level = newest_level(stage, truth["sop_leader"])
    headline = briefing(stage).sections[0].body.splitlines()[0]
    delivery = next(turn for turn in made.scenario.turns if turn.beat == "delivery")
    cited = stage.standing[truth["sop_leader"], f"{ASSESSED}{year}"].held[0].source.id

    assert headline.startswith("First to production")
    for said in (headline, delivery.model_answer):
        assert ("by its own plan, at TRL" in said) is (level < truth["screen_readiness"])
    assert (f"at TRL {level} [{cited}]" in headline) is (level < truth["screen_readiness"])


@pytest.mark.parametrize("seed", range(30))
def test_the_table_says_of_which_edition_each_cost_is(seed: int) -> None:
    stage = stage_of(seed)
    table = next(p for p in variant_of(seed).final_products if isinstance(p, Spreadsheet))
    note = next(note for note in table.sheets[0].notes if note.startswith("Cell cost"))
    told = dict(re.findall(r"(\d{4}) edition for ([^;]+)", note))
    editions = {"2025": "2025-07", "2026": "2026-08"}

    assert sorted(told) == ["2025", "2026"]
    for company in stage.companies:
        source = stage.standing[company, "cost"].held[0].source
        named = [year for year, names in told.items() if company.partition(" ")[0] in names]
        assert named == [source.title[-12:-8]] == [source.date[:4]]
        assert source.date <= f"{editions[named[0]]}-31"
