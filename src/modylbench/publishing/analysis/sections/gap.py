"""What does judging by sound and pictures reveal, and what does an agent gain that has them?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.analysis.gap import HYPOTHESES, PANEL, agent_gaps, judging_gap
from modylbench.analysis.material import COMBINED
from modylbench.foundation.score_text import difference_text, interval_text
from modylbench.publishing.analysis.section import Chart, Column, Section, Series, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.analysis.gap import AgentGap, DimensionGap, JudgingGap
    from modylbench.analysis.material import JudgedRun
    from modylbench.publishing.analysis.section import Row

DIFFERENCE = (
    Column("difference", "difference"),
    Column("low", "difference"),
    Column("high", "difference"),
)


def gap_section(runs: Sequence[JudgedRun]) -> Section:
    """Paper 5.3, item 1: the gap of judging, and apart from it that of agents."""
    judging, agents = judging_gap(runs), agent_gaps(runs)
    says = (*_on_judging(judging, runs), *_on_agents(agents))
    tables = (_judging_table(judging), _agents_table(agents))
    return Section("gap", "Text-only against multimodal", says, tables, _chart(judging))


def _on_judging(gap: JudgingGap, runs: Sequence[JudgedRun]) -> Iterator[str]:
    if not gap.both:
        yield _missing(gap, runs)
        return
    panel = [dimension for dimension in gap.dimensions if dimension.judge == PANEL]
    moving = [one for one in panel if one.moves]
    told = ", ".join(f"{one.dimension} {_told(one)}" for one in moving)
    yield (
        f"Judging gap: of {gap.both} meeting(s) judged both ways, sound and pictures move "
        + (told or "no dimension by more than chance")
        + "."
    )
    if all(one.adjusted is None for one in panel):
        yield "With one meeting judged both ways nobody can tell a gap from chance."
    expected = [one for one in panel if one.dimension in HYPOTHESES]
    if expected:
        told = ", ".join(f"{one.dimension} {_told(one)}" for one in expected)
        yield f"The paper expects social quality to fall and presentation quality to move: {told}."


def _told(one: DimensionGap) -> str:
    interval = one.difference.interval
    within = "interval not known" if interval is None else interval_text(interval)
    return f"{difference_text(one.difference.mean)} ({within})"


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
    for one in whole:
        given = ", ".join(one.more_shown)
        interval = one.difference.interval
        within = "interval not known" if interval is None else interval_text(interval)
        yield (
            f"Agent gap (other meetings, judged alike): {one.more} ({given}) scores "
            f"{difference_text(one.difference.mean)} ({within}) against {one.fewer} "
            f"({', '.join(one.fewer_shown) or 'words alone'})."
        )


def _judging_table(gap: JudgingGap) -> Table:
    columns = (
        Column("judge"), Column("dimension"), *DIFFERENCE,
        Column("p_value", "figure", is_printed=False), Column("p_adjusted", "figure"),
        Column("moves", "flag"), Column("is_control", "flag"),
        Column("meetings", "count"), Column("subjects", "count"),
    )  # fmt: skip
    rows: tuple[Row, ...] = tuple(
        (
            dimension.judge, dimension.dimension, dimension.difference.mean,
            *(dimension.difference.interval or (None, None)), dimension.difference.p_value,
            dimension.adjusted, dimension.moves, dimension.is_control,
            dimension.difference.pairs, dimension.subjects,
        )
        for dimension in gap.dimensions
    )  # fmt: skip
    return Table("gap_judging", columns, rows)


def _agents_table(gaps: Sequence[AgentGap]) -> Table:
    columns = (
        Column("text_run"), Column("multimodal_run"), Column("dimension"), *DIFFERENCE,
        Column("p_value", "figure"), Column("meetings", "count"),
        Column("text_run_gives", is_printed=False),
        Column("multimodal_run_gives", is_printed=False),
    )  # fmt: skip
    rows: tuple[Row, ...] = tuple(
        (
            gap.fewer, gap.more, gap.dimension, gap.difference.mean,
            *(gap.difference.interval or (None, None)), gap.difference.p_value,
            gap.difference.pairs, ", ".join(gap.fewer_shown), ", ".join(gap.more_shown),
        )
        for gap in gaps
    )  # fmt: skip
    brief = tuple(row for row in rows if row[2] == COMBINED)
    return Table("gap_agents", columns, rows, brief if len(brief) > 1 else rows)


def _chart(gap: JudgingGap) -> Chart | None:
    panel = [dimension for dimension in gap.dimensions if dimension.judge == PANEL]
    if not panel:
        return None
    moved = Series(
        "panel",
        tuple(one.difference.mean for one in panel),
        tuple(one.difference.interval for one in panel),
    )
    return Chart(
        kind="dots",
        title="Multimodal judging less text judging",
        labels=tuple(one.dimension for one in panel),
        series=(moved,),
        value_label="difference in points, 95 % interval over meetings",
        label_label="dimension",
        bounds=None,
        alternative="Difference of the panel's scores by dimension, with intervals: "
        + "; ".join(f"{one.dimension} {_told(one)}" for one in panel),
    )
