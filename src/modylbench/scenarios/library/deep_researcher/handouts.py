"""The files that the human hands over: two batches of sources and the rules of reading."""

from __future__ import annotations

import csv
import io
from itertools import groupby
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.deep_researcher.sources import ResearchSource

if TYPE_CHECKING:
    from collections.abc import Mapping

RULES_OF_READING = """\
Technology scouting desk - how we read sources

1. Of one publisher, the newest statement on a company's figure replaces the older ones.
   A source may be replaced in one figure and stand in the others.
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


def first_batch(truth: Mapping[str, Any]) -> str:
    """The older sources, a row a statement."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(
        ["source_id", "date", "publisher", "type", "title", "url", "company", "statement"]
    )
    for source in _batch(truth, 1):
        for claim in source.claims:
            table.writerow(
                [
                    source.id, source.date, source.publisher, source.type, source.title, source.url,
                    claim.company, claim.text,
                ]
            )  # fmt: skip
    return text.getvalue()


def second_batch(truth: Mapping[str, Any]) -> str:
    """What came in since, as the desk's digest."""
    entries = ["Scouting desk digest: sources received since the first batch", ""]
    for source in _batch(truth, 2):
        entries += [
            f"[{source.id}] {source.date} - {source.publisher} ({source.type})",
            f"    {source.title}",
            f"    {source.url}",
        ]
        for company, claims in groupby(source.claims, key=lambda claim: claim.company):
            entries.append(f"    {company}: {' '.join(claim.text for claim in claims)}")
        if source.note:
            entries.append(f"    Desk note: {source.note}.")
        entries.append("")
    return "\n".join(entries)


def _batch(truth: Mapping[str, Any], number: int) -> list[ResearchSource]:
    sources = [ResearchSource.of(value) for value in truth["sources"]]
    return [source for source in sources if source.batch == number]
