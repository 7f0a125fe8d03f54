"""How does a report become one page?"""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from modylbench.publishing.html.document import Page, document, own_file
from modylbench.publishing.html.inline import json_block
from modylbench.publishing.report.data.run import RUN_BLOCK
from modylbench.publishing.report.in_short import in_short
from modylbench.publishing.report.overview import (
    cost_text,
    flaky,
    heat_map,
    tier_text,
    tiers_reached,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.publishing.html.inline import Block
    from modylbench.publishing.report.data.run import RunData
    from modylbench.publishing.report.highlights import Highlights

PACKAGE = "modylbench.publishing.report"
BUNDLE = "page"
"""The folder beside this package that the browser's part is built into; see web/build.mjs."""


def page(run: RunData, summaries: Mapping[int, Highlights], blocks: Sequence[Block]) -> str:
    """The page: its static part, and the data and the script that show the meetings."""
    script, style = bundle()
    return document(
        Page(
            package=PACKAGE,
            template="report.html",
            title=f"{run['agent']['name'] or 'Unknown agent'}: ModylBench report",
            values={
                "run": run,
                "summaries": {one["number"]: summaries.get(one["number"]) for one in run["trials"]},
                "in_short": in_short(run, summaries),
                "heat": heat_map(run),
                "flaky": flaky(run),
                "tiers": tiers_reached(run),
                "scored": sum(one["score"] is not None for one in run["trials"]),
                "has_bundle": bool(script),
                "tier_text": tier_text,
                "cost_text": cost_text,
            },
            styles=(own_file(PACKAGE, "styles", "static.css"), *filter(None, [style])),
            scripts=tuple(filter(None, [script])),
            blocks=(json_block(RUN_BLOCK, run), *blocks),
        )
    )


def bundle() -> tuple[str, str]:
    """The script and the style of the browser's part; both empty where it was never built."""
    folder = resources.files("modylbench.publishing").joinpath(BUNDLE)
    script, style = folder.joinpath("report.js"), folder.joinpath("report.css")
    if not script.is_file():
        return "", ""
    styled = style.read_text(encoding="utf-8") if style.is_file() else ""
    return script.read_text(encoding="utf-8"), styled
