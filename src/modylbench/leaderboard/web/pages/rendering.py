"""How do the table and a submission become pages? The same for the server and the static site."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, get_args

from modylbench.leaderboard.ranking.method import EXPLAINED
from modylbench.leaderboard.store.records import Level, Mode
from modylbench.publishing.html.document import base_style, own_file
from modylbench.publishing.html.environment import environment
from modylbench.publishing.html.inline import policy, style_text

if TYPE_CHECKING:
    from markupsafe import Markup

    from modylbench.leaderboard.web.models import Board, Submission, Table

PACKAGE = "modylbench.leaderboard.web.pages"
TITLE = "ModylBench leaderboard"


@dataclass(frozen=True, slots=True)
class Links:
    """Where the pages around this one are, as seen from it; relative, so that they work anywhere.

    `leaf` names a folder's page: nothing on a server, index.html where there is none.
    """

    home: str = ""
    leaf: str = ""
    previous_page: str = ""
    next_page: str = ""
    data_file: str = "leaderboard.json"
    api_docs: str = ""
    boards: tuple[tuple[Board, str], ...] = ()

    def values(self) -> dict[str, Any]:
        """As the templates name them."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page, and the policy that stands in it; a server says it too."""

    html: str
    policy: str


def table_page(table: Table, links: Links, *, has_filters: bool) -> Rendered:
    """The leaderboard."""
    values = {
        "table": table,
        "least": _least(table.smallest_difference),
        "levels": get_args(Level),
        "modes": get_args(Mode),
        "panels": list(dict.fromkeys(board.panel for board in table.boards)),
        "has_filters": has_filters,
        "explained": EXPLAINED,
    }
    return _rendered("table.html", TITLE, values | links.values(), has_forms=has_filters)


def submission_page(submission: Submission, links: Links, *, key: str) -> Rendered:
    """One submission; `key` is what its verdict is verified with."""
    title = submission.agent or f"Submission {submission.number}"
    values = {"submission": submission, "key": key}
    return _rendered("submission.html", title, values | links.values())


def problem_page(status: int, line: str, links: Links) -> Rendered:
    """Why there is no such page."""
    return _rendered("problem.html", f"Error {status}", {"line": line} | links.values())


def _rendered(
    template: str, title: str, values: dict[str, Any], *, has_forms: bool = False
) -> Rendered:
    styles = _styles()
    said = policy(styles=styles, forms="'self'" if has_forms else "'none'")
    made = environment(PACKAGE).get_template(template)
    html = made.render(
        **values, title=title, language="en", policy=said, styles=styles, scripts=(), blocks=()
    )
    return Rendered(html, said)


@cache
def _styles() -> tuple[Markup, ...]:
    return style_text(base_style()), style_text(own_file(PACKAGE, "styles", "leaderboard.css"))


def _least(difference: float | None) -> str:
    """Two digits, rounded up: a difference that is shown to mean something must."""
    return "" if difference is None else f"{math.ceil(difference * 100 - 1e-9) / 100:.2f}"
