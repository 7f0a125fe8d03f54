"""The viewer's one page: what the browser builds the list and the meetings in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

from modylbench.foundation.errors import UserMistake
from modylbench.publishing.html.document import HtmlPage, document
from modylbench.publishing.html.page_bundle import viewer_bundle

PACKAGE = "modylbench.viewer"


@dataclass(frozen=True, slots=True)
class ViewerPage:
    """The page, and the policy that stands in it."""

    html: str
    policy: str


def viewer_page() -> ViewerPage:
    """The page; raises UserMistake where its script was never built."""
    script, style = viewer_bundle()
    if not script:
        message = "the viewer's page was never built; scripts/setup.sh builds it"
        raise UserMistake(message)
    html = document(
        HtmlPage(
            package=PACKAGE,
            template="view.html",
            title="ModylBench",
            styles=(style,),
            scripts=(script,),
            has_own_font=True,
            asks_server=True,
        )
    )
    stated = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert stated is not None  # noqa: S101  # every page of ours has one
    return ViewerPage(html, unescape(stated[1]))
