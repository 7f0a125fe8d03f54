"""A section of `modylbench analyze`: what sound and pictures reveal, to judges and of agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.analysis.gap import HYPOTHESES, PANEL, agent_gaps, judging_gap
from modylbench.analysis.judged_runs import COMBINED
from modylbench.foundation.score_text import difference_text, interval_text
from modylbench.publishing.analysis.section import (
    AnalysisColumn,
    AnalysisSection,
    AnalysisTable,
    Plot,
    PlotSeries,
    interval_end,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.analysis.gap import AgentGap, DimensionGap, JudgingGap
    from modylbench.analysis.judged_runs import JudgedRun

JUDGING_COLUMNS: tuple[AnalysisColumn[DimensionGap], ...] = (
    AnalysisColumn("judge", lambda gap: gap.judge),
    AnalysisColumn("dimension", lambda gap: gap.dimension),
    AnalysisColumn("difference", lambda gap: gap.difference.mean, "difference"),
    AnalysisColumn("low", lambda gap: interval_end(gap.difference.interval, 0), "difference"),
    AnalysisColumn("high", lambda gap: interval_end(gap.difference.interval, 1), "difference"),
    AnalysisColumn("p_value", lambda gap: gap.difference.p_value, "figure", is_printed=False),
    AnalysisColumn("p_adjusted", lambda gap: gap.adjusted, "figure"),
    AnalysisColumn("moves", lambda gap: gap.moves, "flag"),
    AnalysisColumn("is_control", lambda gap: gap.is_control, "flag"),
    AnalysisColumn("meetings", lambda gap: gap.difference.pairs, "count"),
    AnalysisColumn("subjects", lambda gap: gap.subjects, "count"),
)
AGENT_COLUMNS: tuple[AnalysisColumn[AgentGap], ...] = (
    AnalysisColumn("text_run", lambda gap: gap.fewer),
    AnalysisColumn("multimodal_run", lambda gap: gap.more),
    AnalysisColumn("dimension", lambda gap: gap.dimension),
    AnalysisColumn("difference", lambda gap: gap.difference.mean, "difference"),
    AnalysisColumn("low", lambda gap: interval_end(gap.difference.interval, 0), "difference"),
    AnalysisColumn("high", lambda gap: interval_end(gap.difference.interval, 1), "difference"),
    AnalysisColumn("p_value", lambda gap: gap.difference.p_value, "figure"),
    AnalysisColumn("meetings", lambda gap: gap.difference.pairs, "count"),
    AnalysisColumn("text_run_gives", lambda gap: ", ".join(gap.fewer_shown), is_printed=False),
    AnalysisColumn("multimodal_run_gives", lambda gap: ", ".join(gap.more_shown), is_printed=False),
)


def gap_section(runs: Sequence[JudgedRun]) -> AnalysisSection:
    """Paper 5.3, item 1: the gap of judging, and apart from it that of agents."""
    judging, agents = judging_gap(runs), agent_gaps(runs)
    says = (*_judging_sentences(judging, runs), *_agent_sentences(agents))
    whole = [gap for gap in agents if gap.dimension == COMBINED]
    tables = (
        AnalysisTable.of("gap_judging", JUDGING_COLUMNS, judging.dimensions),
        AnalysisTable.of("gap_agents", AGENT_COLUMNS, agents, whole if len(whole) > 1 else agents),
    )
    return AnalysisSection("gap", "Text-only against multimodal", says, tables, _chart(judging))


def _judging_sentences(gap: JudgingGap, runs: Sequence[JudgedRun]) -> Iterator[str]:
    if not gap.both:
        yield _missing(gap, runs)
        return
    panel = [dimension for dimension in gap.dimensions if dimension.judge == PANEL]
    moving = [gap for gap in panel if gap.moves]
    told = ", ".join(f"{gap.dimension} {_gap_text(gap)}" for gap in moving)
    yield (
        f"Judging gap: of {gap.both} meeting(s) judged both ways, sound and pictures move "
        + (told or "no dimension by more than chance")
        + "."
    )
    if all(gap.adjusted is None for gap in panel):
        yield "With one meeting judged both ways nobody can tell a gap from chance."
    expected = [gap for gap in panel if gap.dimension in HYPOTHESES]
    if expected:
        told = ", ".join(f"{gap.dimension} {_gap_text(gap)}" for gap in expected)
        yield f"The paper expects social quality to fall and presentation quality to move: {told}."


def _gap_text(gap: DimensionGap) -> str:
    within = interval_text(gap.difference.interval, "interval not known")
    return f"{difference_text(gap.difference.mean)} ({within})"


def _missing(gap: JudgingGap, runs: Sequence[JudgedRun]) -> str:
    modes = ", ".join(sorted({run.mode for run in runs}))
    other = "multimodal" if gap.text_meetings else "text"
    if gap.text_meetings and gap.multimodal_meetings:
        found = "no recording was judged in both modes"
    elif gap.text_meetings or gap.multimodal_meetings:
        found = f"judged {modes} alone; {other} judging of the same recordings is missing"
    else:
        found = f"judged {modes}; both text and multimodal judging by models are missing"
    return (
        f"Judging gap: not measured, {found}. Copy the run's folder, judge the copy by the same "
        f"models (`modylbench evaluate COPY --mode {other}`), and analyze both."
    )


def _agent_sentences(gaps: Sequence[AgentGap]) -> Iterator[str]:
    whole = [gap for gap in gaps if gap.dimension == COMBINED]
    if not whole:
        yield (
            "Agent gap: not measured; it takes two agents, judged alike on the same meetings, of "
            "which one gives sound, pictures or work products that the other does not."
        )
    for dimension in whole:
        given = ", ".join(dimension.more_shown)
        within = interval_text(dimension.difference.interval, "interval not known")
        yield (
            f"Agent gap (other meetings, judged alike): {dimension.more} ({given}) scores "
            f"{difference_text(dimension.difference.mean)} ({within}) against {dimension.fewer} "
            f"({', '.join(dimension.fewer_shown) or 'words alone'})."
        )


def _chart(gap: JudgingGap) -> Plot | None:
    panel = [dimension for dimension in gap.dimensions if dimension.judge == PANEL]
    if not panel:
        return None
    moved = PlotSeries(
        "panel",
        tuple(gap.difference.mean for gap in panel),
        tuple(gap.difference.interval for gap in panel),
    )
    return Plot(
        kind="dots",
        title="Multimodal judging less text judging",
        labels=tuple(gap.dimension for gap in panel),
        series=(moved,),
        value_label="difference in points, 95 % interval over meetings",
        label_label="dimension",
        bounds=None,
        alternative="Difference of the panel's scores by dimension, with intervals: "
        + "; ".join(f"{gap.dimension} {_gap_text(gap)}" for gap in panel),
    )
