"""Pages of the table and of a submission, the same for the server and the static site."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, get_args

from modylbench.foundation.errors import one_line
from modylbench.leaderboard.store.records import BoardMode, Level
from modylbench.publishing.html.document import base_style, environment, own_file
from modylbench.publishing.html.inline import policy, style_text
from modylbench.scenarios.suites import CORE, edition_of

if TYPE_CHECKING:
    from markupsafe import Markup

    from modylbench.leaderboard.web.models import BoardView, SubmissionView, TableView
    from modylbench.scenarios.suites import SuiteEdition

PACKAGE = "modylbench.leaderboard.web.pages"
TITLE = "ModylBench leaderboard"
RANKS_EXPLAINED = one_line(
    """
    The overall score is the mean over the scenarios of each one's worst run.
    Its interval holds what the agent would get on the average with other seeds, in about 95 of 100
    cases; where runs fall badly but rarely, a dozen runs do not show it and it is too narrow.
    The interval of a rank says how many entries are surely better and how many surely worse:
    differences that chance alone would bring in fewer than 5 of 100 cases, over all comparisons of
    this entry with the others. Each interval holds for itself, not all of them at once.
    Entries of one group cannot be told from its first. Where a group ends, neighbours on both sides
    need not be surely different.
    Two entries that lie closer than the smallest difference that means anything are not to be
    called different; it grows with the number of entries, as more comparisons are made.
    Suites, verified and self-reported entries, gold and silver, and different judge panels are
    ranked apart: scores that different judges gave, or of other meetings, are not comparable.
    Meetings of another length than the benchmark's are on no board.
    The worst of more runs is lower: an entry with a larger k stands lower than it would with a
    smaller one, so nobody gains by it; k stands beside each entry.
    Verified proves that the seeds could not be foreseen, that the scores follow from the verdicts,
    and that the judges, asked again on samples, give such verdicts. It does not prove that the
    agent named, and nobody else, made what was recorded: text alone is quickly written by anybody.
    """
)
"""Plain sentences for the table's page."""


@dataclass(frozen=True, slots=True)
class PageLinks:
    """Where the pages around this one are, as seen from it; relative, so that they work anywhere.

    `leaf` names a folder's page: nothing on a server, index.html where there is none.
    """

    home: str = ""
    leaf: str = ""
    previous_page: str = ""
    next_page: str = ""
    data_file: str = "leaderboard.json"
    api_docs: str = ""
    boards: tuple[tuple[BoardView, str], ...] = ()

    def values(self) -> dict[str, Any]:
        """As the templates name them."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page, and the policy that stands in it; a server says it too."""

    html: str
    policy: str


def table_page(table: TableView, links: PageLinks, *, has_filters: bool) -> RenderedPage:
    """The leaderboard."""
    values = {
        "table": table,
        "suite": edition_of(table.board.suite),
        "least": _least(table.smallest_difference),
        "levels": get_args(Level),
        "modes": get_args(BoardMode),
        "panels": list(dict.fromkeys(board.panel for board in table.boards)),
        "suites": [
            (key, _suite_choice(edition_of(key)))
            for key in sorted({board.suite for board in (table.board, *table.boards)})
        ],
        "has_filters": has_filters,
        "explained": RANKS_EXPLAINED,
    }
    return _render("table.html", TITLE, values | links.values(), has_forms=has_filters)


def submission_page(submission: SubmissionView, links: PageLinks, *, key: str) -> RenderedPage:
    """One submission; `key` is what its verdict is verified with."""
    title = submission.agent or f"Submission {submission.number}"
    values = {"submission": submission, "key": key, "suite": edition_of(submission.suite or CORE)}
    return _render("submission.html", title, values | links.values())


def problem_page(status: int, line: str, links: PageLinks) -> RenderedPage:
    """Why there is no such page."""
    return _render("problem.html", f"Error {status}", {"line": line} | links.values())


def _render(
    template: str, title: str, values: dict[str, Any], *, has_forms: bool = False
) -> RenderedPage:
    styles = _styles()
    said = policy(styles=styles, forms="'self'" if has_forms else "'none'")
    made = environment(PACKAGE).get_template(template)
    html = made.render(
        **values, title=title, language="en", policy=said, styles=styles, scripts=(), blocks=()
    )
    return RenderedPage(html, said)


@cache
def _styles() -> tuple[Markup, ...]:
    return style_text(base_style()), style_text(own_file(PACKAGE, "styles", "leaderboard.css"))


def _suite_choice(edition: SuiteEdition) -> str:
    """An edition in the few words that a list has room for."""
    private = f", private {edition.private_mark[:8]}" if edition.private_mark else ""
    return f"{edition.suite}, version {edition.version}{private}"


def _least(difference: float | None) -> str:
    """Two digits, rounded up: a difference that is shown to mean something must."""
    return "" if difference is None else f"{math.ceil(difference * 100 - 1e-9) / 100:.2f}"
