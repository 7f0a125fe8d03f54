"""The briefing that the technology committee reads, with its citations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.document import Citation, Document, Section
from modylbench.scenarios.library.deep_researcher.companies import (
    ASSESSED,
    BY_ID,
    BY_NAME,
    CELL_DENSITY,
    CYCLE_LIFE,
    INDUSTRIAL,
    PERFORMANCE,
    SOP_YEAR,
    TARGET,
    Metric,
)
from modylbench.scenarios.library.deep_researcher.research_state import (
    leader,
    newest_level,
    shortlist,
)
from modylbench.scenarios.library.deep_researcher.sources import levels
from modylbench.scenarios.library.text_forms import list_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.scenarios.library.deep_researcher.research_state import ResearchState
    from modylbench.scenarios.library.deep_researcher.sources import HeldClaim, ResearchSource

SNAPSHOT = (CELL_DENSITY, CYCLE_LIFE)
MISPRINTS = {
    "units_swapped": (
        "performance",
        "prints its units per kilogram and per litre the wrong way round; the figure per kilogram "
        "is read accordingly, and the desk is asked to check it with the company",
    ),
    "swapped_date": (
        "industrialisation",
        "is filed with the day and the month of its date the wrong way round; the references have "
        "them the right way",
    ),
}
"""Where the briefing says how a misprint of a source has been read, and what it says."""


class References:
    """What has been cited so far, for what, and where first."""

    def __init__(self) -> None:
        self._cited: dict[str, tuple[ResearchSource, str, dict[str, dict[str, None]]]] = {}

    def mark(self, held: HeldClaim, said: str, section: str) -> str:
        """The mark behind a figure; the citation remembers what it stands for."""
        source, company = held.source, held.claim.company
        _, _, claims = self._cited.setdefault(source.id, (source, section, {}))
        claims.setdefault(company, {})[said] = None
        return f"[{source.id}]"

    def citations(self) -> tuple[Citation, ...]:
        """The list of references, in the order of the sources' numbers."""
        return tuple(
            Citation(
                id=name,
                url=source.url,
                title=source.title,
                publisher=source.publisher,
                date=source.date,
                claim=" ".join(
                    f"{company}: {'; '.join(said)}." for company, said in claims.items()
                ),
                section=section,
            )
            for name, (source, section, claims) in sorted(self._cited.items())
        )


def briefing(state: ResearchState) -> Document:
    """The document as far as it has been asked for."""
    writer = _Writer(state)
    wanted = [
        ("summary", "summary", "Executive summary", writer.summary),
        ("summary", "snapshot", "Snapshot", writer.snapshot),
        ("briefing", "performance", "Technology performance", writer.performance),
        ("briefing", "industrialisation", "Industrialisation", writer.industrialisation),
        ("briefing", "readiness", "Technology readiness", writer.readiness),
        ("conflicts", "conflicts", "Conflicting evidence", writer.conflicts),
        ("gaps", "gaps", "Evidence gaps", writer.gaps),
        ("briefing", "shortlist", "Shortlist", writer.shortlist),
        ("board_question", "board_question", "Board question", writer.board_question),
        ("slide_range", "slide_range", "Slide note", writer.slide_range),
    ]
    sections = tuple(
        Section(id=name, heading=heading, body=write())
        for milestone, name, heading, write in wanted
        if state.has(milestone)
    )
    return Document(
        id="briefing",
        title="Solid-state batteries: intelligence briefing",
        sections=sections,
        citations=writer.references.citations(),
    )


class _Writer:
    """Writes the sections, and keeps the references."""

    def __init__(self, state: ResearchState) -> None:
        self.state, self.references = state, References()

    def _figure(self, company: str, metric: Metric, section: str) -> str:
        """A settled figure with its mark, or nothing."""
        standing = self.state.standing.get((company, metric.id))
        if standing is None or standing.value is None:
            return ""
        said = metric.in_words(standing.value)
        return f"{said} {self.references.mark(standing.fullest, said, section)}"

    def _bullets(self, metrics: Sequence[Metric], section: str) -> str:
        lines = []
        for company in self.state.companies:
            figures = [self._figure(company, metric, section) for metric in metrics]
            lines.append(f"- {company}: {'; '.join(figure for figure in figures if figure)}.")
        return "\n".join(lines)

    def summary(self) -> str:
        state = self.state
        first = leader(state, SOP_YEAR.id, highest=False)
        densest = leader(state, CELL_DENSITY.id, highest=True)
        chosen = shortlist(state, state.gate)
        names = dict.fromkeys(BY_NAME[company].short for company, _, _ in state.disputes())
        disputed = list_in_words(names)
        return (
            f"First to production: {first}, {self._figure(first, SOP_YEAR, 'summary')}, by its own "
            f"plan{self._not_yet_ready(first)}.\n"
            f"Highest cell-level energy density: {densest}, "
            f"{self._figure(densest, CELL_DENSITY, 'summary')}.\n"
            f"Through our gate: {list_in_words(chosen)}.\n"
            f"Open: sources contradict each other on {disputed}; both sides are given below, none "
            "is averaged."
        )

    def _not_yet_ready(self, company: str) -> str:
        """The level of whoever leads on paper only: it is below that of the gate."""
        year, level = newest_level(self.state, company)
        if level >= self.state.gate.readiness:
            return ""
        held = self.state.standing[company, f"{ASSESSED}{year}"].held[0]
        said = f"TRL {level} assessed in {year}"
        return f", at TRL {level} {self.references.mark(held, said, 'summary')}"

    def snapshot(self) -> str:
        header = ["Company", *(metric.label for metric in SNAPSHOT), "Sources"]
        lines = [header, ["---"] * len(header)]
        for company in self.state.companies:
            cells, marks = [], []
            for metric in SNAPSHOT:
                figure = self._figure(company, metric, "snapshot")
                value = self.state.value(company, metric.id)
                cells.append("disputed" if value is None else f"{value:,g}")
                marks += [f"[{figure.rpartition('[')[2]}"] if figure else []
            lines.append([company, *cells, " ".join(dict.fromkeys(marks))])
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)

    def performance(self) -> str:
        return self._bullets(PERFORMANCE, "performance") + self._misprints("performance")

    def industrialisation(self) -> str:
        section = "industrialisation"
        return self._bullets(INDUSTRIAL, section) + self._misprints(section)

    def _misprints(self, section: str) -> str:
        """How sources are read that have something the wrong way round: their reader must know."""
        return "".join(
            f"\n- How we read [{source}]: it {MISPRINTS[defect][1]}."
            for defect, source in self.state.misprints.items()
            if MISPRINTS[defect][0] == section
        )

    def readiness(self) -> str:
        lines = []
        for company in self.state.companies:
            parts = []
            assessed = list(levels(company, self.state.standing, ASSESSED))
            if assessed:
                year, level = assessed[-1]
                parts.append(
                    self._level(company, f"{ASSESSED}{year}", f"TRL {level} assessed in {year}")
                )
            for year, level in levels(company, self.state.standing, TARGET):
                parts.append(
                    self._level(company, f"{TARGET}{level}", f"TRL {level} planned for {year}")
                )
            lines.append(f"- {company}: {'; '.join(parts) or 'no level stated'}.")
        return "\n".join(lines)

    def _level(self, company: str, metric: str, said: str) -> str:
        held = self.state.standing[company, metric].held[0]
        return f"{said} {self.references.mark(held, said, 'readiness')}"

    def conflicts(self) -> str:
        lines = []
        for company, metric, standing in self.state.disputes():
            sides = []
            for held in standing.sides:
                said = BY_ID[metric].in_words(held.claim.value)
                mark = self.references.mark(held, said, "conflicts")
                sides.append(f"{held.source.publisher} ({held.source.type}), {said} {mark}")
            name = BY_ID[metric].label.partition(" (")[0].lower()
            lines.append(f"- {company}, {name}: {'; '.join(sides)}. Neither replaces the other.")
        return "\n".join(lines)

    def gaps(self) -> str:
        state = self.state
        packs = _companies_without(state, "pack_density")
        plans = [name for name in state.companies if not list(levels(name, state.standing, TARGET))]
        return (
            f"- Pack-level energy density: none published for {list_in_words(packs)}.\n"
            f"- Readiness targets: no roadmap states a level for {list_in_words(plans)}.\n"
            "- Cost: estimates of one analyst house only; our sources have no company's own."
        )

    def shortlist(self) -> str:
        state = self.state
        gate = state.gate
        return (
            f"Gate: at least {CELL_DENSITY.in_words(gate.density)}, at least "
            f"{CYCLE_LIFE.in_words(gate.cycles)}, SOP by {gate.sop}, assessed at TRL "
            f"{gate.readiness} or better. A disputed figure of the gate does not pass.\n\n"
            f"Through: {list_in_words(shortlist(state, gate))}."
        )

    def board_question(self) -> str:
        company = self.state.parts["asked"]
        return f"- {company}: {self._figure(company, CELL_DENSITY, 'board_question')}."

    def slide_range(self) -> str:
        company = self.state.parts["cycle_disputed"]
        low, high = self.state.standing[company, CYCLE_LIFE.id].sides
        ends = [
            f"{name} end {CYCLE_LIFE.in_words(held.claim.value)}, {held.source.publisher} "
            f"{self.references.mark(held, CYCLE_LIFE.in_words(held.claim.value), 'slide_range')}"
            for name, held in (("lower", low), ("upper", high))
        ]
        return f"- {company}, cycle life as a range: {'; '.join(ends)}. Disputed."


def _companies_without(state: ResearchState, metric: str) -> list[str]:
    return [company for company in state.companies if (company, metric) not in state.standing]
