"""What only some meetings ask for: side cases, a reconciliation, a pipeline, a benchmark."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.business_analyst.funnel import CELLS, Figures, cohort_funnel
from modylbench.scenarios.library.business_analyst.opportunities import (
    QUARTERS,
    SEGMENTS,
    SOURCES,
    STAGES,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.business_analyst.opportunities import Opportunity

DECIMALS = 6
BENCHMARK_ABOVE, BENCHMARK_QUALIFIED = 0.023, 0.11  # over our Enterprise rate of Q3
BENCHMARK_PAGE, BENCHMARK_SAMPLE = 12, 214


def extra_figures(
    real: Sequence[Opportunity], figures: Figures, parameters: Mapping[str, float]
) -> dict[str, Any]:
    """Every figure of the tabs that look-alikes ask for."""
    kept = cohort_funnel((deal for deal in real if not deal.archived), figures.window_days)
    left = {
        quarter: (kept[f"Total|{quarter}"][0], kept[f"Total|{quarter}"][3]) for quarter in QUARTERS
    }
    rate = round(figures.win_rates["Total|Q3"], 4)
    benchmark = round(figures.win_rates["Enterprise|Q3"] + BENCHMARK_ABOVE, 3)
    return {
        **{f"left_base_{q.lower()}": base for q, (base, _) in left.items()},
        **{f"left_won_{q.lower()}": won for q, (_, won) in left.items()},
        **{
            f"left_rate_{q.lower()}": round(won / base, DECIMALS) for q, (base, won) in left.items()
        },
        **{
            f"left_rate_{q.lower()}_cell": round(100 * won / base, 2)
            for q, (base, won) in left.items()
        },
        **{
            f"left_lift_{q.lower()}": round(won / base - figures.win_rates[f"Total|{q}"], DECIMALS)
            for q, (base, won) in left.items()
        },
        "left_figures": {
            f"left_{item}_{q.lower()}": pair[place]
            for q, pair in left.items()
            for place, item in enumerate(("base", "won"))
        },
        "pipeline_inputs": {
            "pipeline_wins": round(parameters["quota_wins"]),
            "pipeline_rate": rate,
        },
        **_by_source(real, figures.window_days),
        "pipeline_rate": rate,
        "pipeline_needed": math.ceil(parameters["quota_wins"] / rate),
        "benchmark_rate": benchmark,
        "benchmark_rate_cell": round(100 * benchmark, 1),
        "benchmark_of_qualified": round(benchmark + BENCHMARK_QUALIFIED, 3),
        "benchmark_page": BENCHMARK_PAGE,
        "benchmark_sample": BENCHMARK_SAMPLE,
    }


def _by_source(real: Sequence[Opportunity], window: int) -> dict[str, Any]:
    """Enterprise by where it came from: created, and won within the window."""
    counts = {f"{source}|{quarter}": [0, 0] for source in SOURCES for quarter in QUARTERS}
    for deal in real:
        if deal.segment == SEGMENTS[-1]:
            row = counts[f"{deal.source}|{deal.quarter}"]
            row[0] += 1
            row[1] += deal.stages_reached(window) == len(STAGES)
    spoken = {
        f"source_{cell.lower().replace('|', '_')}_{item}": row[place]
        for cell, row in counts.items()
        for place, item in enumerate(("created", "won"))
    }
    table = {
        f"{cell}|{item}": row[place]
        for cell, row in counts.items()
        for place, item in enumerate(("created", "won"))
    }
    return {**spoken, "source_table": table}


def reconciliation_table(figures: Figures, bi_extra: int) -> dict[str, int]:
    """The same as criteria compare it with."""
    items = ("BI wins", "our wins", "difference")
    return {
        f"{cell}|{item}": row[place]
        for cell, row in reconciliation(figures, bi_extra).items()
        for place, item in enumerate(items)
    }


def reconciliation(figures: Figures, bi_extra: int) -> dict[str, list[int]]:
    """The warehouse's wins, ours, and the difference, in every cell."""
    rows = {}
    for cell in CELLS:
        ours = figures.cohort[cell][3]
        more = bi_extra if cell in {"Enterprise|Q3", "Total|Q3"} else 0
        rows[cell] = [ours + more, ours, more]
    return rows
