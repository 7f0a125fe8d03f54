"""What judging by sound and pictures reveals, and what an agent gains that has them."""

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
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.analysis.gap import AgentGap, DimensionGap, JudgingGap
    from modylbench.analysis.judged_runs import JudgedRun
    from modylbench.publishing.analysis.section import Row

DIFFERENCE = (
    AnalysisColumn("difference", "difference"),
    AnalysisColumn("low", "difference"),
    AnalysisColumn("high", "difference"),
)


def gap_section(runs: Sequence[JudgedRun]) -> AnalysisSection:
    """Paper 5.3, item 1: the gap of judging, and apart from it that of agents."""
    judging, agents = judging_gap(runs), agent_gaps(runs)
    says = (*_on_judging(judging, runs), *_on_agents(agents))
    tables = (_judging_table(judging), _agents_table(agents))
    return AnalysisSection("gap", "Text-only against multimodal", says, tables, _chart(judging))


def _on_judging(gap: JudgingGap, runs: Sequence[JudgedRun]) -> Iterator[str]:
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
    interval = gap.difference.interval
    within = "interval not known" if interval is None else interval_text(interval)
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


def _on_agents(gaps: Sequence[AgentGap]) -> Iterator[str]:
    whole = [gap for gap in gaps if gap.dimension == COMBINED]
    if not whole:
        yield (
            "Agent gap: not measured; it takes two agents, judged alike on the same meetings, of "
            "which one gives sound, pictures or work products that the other does not."
        )
    for dimension in whole:
        given = ", ".join(dimension.more_shown)
        interval = dimension.difference.interval
        within = "interval not known" if interval is None else interval_text(interval)
        yield (
            f"Agent gap (other meetings, judged alike): {dimension.more} ({given}) scores "
            f"{difference_text(dimension.difference.mean)} ({within}) against {dimension.fewer} "
            f"({', '.join(dimension.fewer_shown) or 'words alone'})."
        )


def _judging_table(gap: JudgingGap) -> AnalysisTable:
    columns = (
        AnalysisColumn("judge"),
        AnalysisColumn("dimension"),
        *DIFFERENCE,
        AnalysisColumn("p_value", "figure", is_printed=False),
        AnalysisColumn("p_adjusted", "figure"),
        AnalysisColumn("moves", "flag"),
        AnalysisColumn("is_control", "flag"),
        AnalysisColumn("meetings", "count"),
        AnalysisColumn("subjects", "count"),
    )
    rows: tuple[Row, ...] = tuple(
        (
            dimension.judge,
            dimension.dimension,
            dimension.difference.mean,
            *(dimension.difference.interval or (None, None)),
            dimension.difference.p_value,
            dimension.adjusted,
            dimension.moves,
            dimension.is_control,
            dimension.difference.pairs,
            dimension.subjects,
        )
        for dimension in gap.dimensions
    )
    return AnalysisTable("gap_judging", columns, rows)


def _agents_table(gaps: Sequence[AgentGap]) -> AnalysisTable:
    columns = (
        AnalysisColumn("text_run"),
        AnalysisColumn("multimodal_run"),
        AnalysisColumn("dimension"),
        *DIFFERENCE,
        AnalysisColumn("p_value", "figure"),
        AnalysisColumn("meetings", "count"),
        AnalysisColumn("text_run_gives", is_printed=False),
        AnalysisColumn("multimodal_run_gives", is_printed=False),
    )
    rows: tuple[Row, ...] = tuple(
        (
            gap.fewer,
            gap.more,
            gap.dimension,
            gap.difference.mean,
            *(gap.difference.interval or (None, None)),
            gap.difference.p_value,
            gap.difference.pairs,
            ", ".join(gap.fewer_shown),
            ", ".join(gap.more_shown),
        )
        for gap in gaps
    )
    brief = tuple(row for row in rows if row[2] == COMBINED)
    return AnalysisTable("gap_agents", columns, rows, brief if len(brief) > 1 else rows)


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
