"""An HTML page looked at in Chromium: its tags and texts in order, and which texts a person sees.

The walker that measures surfaces (web/src/facts) measures the page; what is seen follows from its
facts. A style that they do not follow counts as hiding.
"""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from modylbench.documents.page import contrast
from modylbench.documents.page.facts import page_facts
from modylbench.documents.page.legibility import all_legibility
from modylbench.documents.unreadable import Unreadable
from modylbench.documents.visibility import LEAST_CONTRAST
from modylbench.foundation.extras import EXTRAS
from modylbench.providers.chromium import NoScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.documents.page.facts import PageFacts
    from modylbench.documents.page.legibility import Legibility
    from modylbench.products.findings import Complaints

WALKER = Path(__file__).parents[2] / "surfaces" / "page" / "document.js"
PATIENCE_S = 60.0  # counts bound the work; only a page that hangs takes so long
MOST_CHARACTERS = 4_000_000
MOST_TAGS = 200_000
MOST_REMEMBERED = 16
FARTHEST_PX = 4_000.0
"""Ours: nobody looks for a text so far to the right, or so far below all that is above it."""

FOLLOWED = frozenset({"", "text shadow", "outlined text"})
BLANK = -2

TokenSight = Literal["seen", "hidden", "unclear", "blank"]


@dataclass(frozen=True, slots=True)
class PageToken:
    """A tag that opens or closes, a link with its address, or a text and whether it is seen."""

    kind: Literal["open", "close", "text"]
    value: str
    sight: TokenSight = "seen"
    address: str = ""


@dataclass(frozen=True, slots=True)
class PageWalk:
    """What a page holds, in order, and what of it could not be looked at."""

    title: str
    scripts: int
    foreign_sheets: int
    tokens: tuple[PageToken, ...]
    is_cut: bool

    def complain(self, complaints: Complaints) -> None:
        """Say what is not read because nobody sees it, or because nobody knows."""
        sights = [token.sight for token in self.tokens if token.kind == "text"]
        hidden, unclear = sights.count("hidden"), sights.count("unclear")
        if hidden:
            complaints.warning("hidden_content", f"{hidden:,} hidden texts; not read")
        if unclear:
            reason = f"{unclear:,} texts with styles that are not followed; not read"
            complaints.error("style_not_followed", reason)
        if self.is_cut:
            complaints.error("too_large", "more than is looked at on one page; the rest is dropped")
        if self.foreign_sheets:
            reason = "style sheets from elsewhere are never loaded; read as the page is without"
            complaints.warning("style_not_loaded", reason)


@lru_cache(maxsize=MOST_REMEMBERED)
def walk_page(html: str) -> PageWalk:
    """The page as a person sees it; raises Unreadable where it cannot be looked at."""
    if len(html) > MOST_CHARACTERS:
        raise Unreadable("too_large", f"found more than {MOST_CHARACTERS:,} characters")
    if html.count("<") > MOST_TAGS:
        raise Unreadable("too_large", f"found more than {MOST_TAGS:,} tags")
    with ThreadPoolExecutor(1) as thread:  # who asks may be on an event loop of its own
        (walk,) = thread.submit(asyncio.run, walk_pages([html])).result()
    return walk


async def walk_pages(pages: Sequence[str]) -> list[PageWalk]:
    """Several pages, looked at one after another in one browser."""
    try:
        from modylbench.providers.browser import PageFailure
        from modylbench.providers.still_page import ask_page, still_browser
    except ModuleNotFoundError:
        reason = f"HTML is looked at in Chromium: {EXTRAS['screens'].how_to_get}"
        raise Unreadable("no_browser", reason) from None
    try:
        question = f"{_walker()};return modylDocument.read()"
        async with still_browser() as browser:
            return [
                _walk(json.loads(await ask_page(browser, html, question, patience_s=PATIENCE_S)))
                for html in pages
            ]
    except NoScreen as error:
        raise Unreadable("no_browser", f"HTML is looked at in Chromium: {error}") from error
    except PageFailure as error:
        raise Unreadable("page_failed", f"cannot be looked at: {error}") from error


def _walk(raw: dict[str, Any]) -> PageWalk:
    facts = page_facts(raw["facts"])
    sights = _sights(facts)
    return PageWalk(
        title=" ".join(raw["title"].split()),
        scripts=raw["scripts"],
        foreign_sheets=raw["foreign"],
        tokens=tuple(_token(item, sights) for item in raw["outline"]),
        is_cut=facts.cut or facts.texts_seen > len(facts.texts),
    )


@cache
def _walker() -> str:
    if not WALKER.is_file():
        message = "the page for surfaces is not built; with Node.js 20 or newer, run: make setup"
        raise NoScreen(message)
    return WALKER.read_text(encoding="utf-8")


def _token(item: list[Any], sights: list[TokenSight]) -> PageToken:
    if item[0] == "<":
        return PageToken("open", item[1], address=item[2])
    if item[0] == ">":
        return PageToken("close", item[1])
    at = item[1]
    if at < 0:
        return PageToken("text", item[2], "blank" if at == BLANK else "hidden")
    return PageToken("text", item[2], sights[at])


def _sights(facts: PageFacts) -> list[TokenSight]:
    """What a person sees of each measured text."""
    lowest = 0.0
    result: list[TokenSight] = []
    for item in all_legibility(facts):
        left, top, _, height = item.text.box
        is_far = left > FARTHEST_PX or top - lowest > FARTHEST_PX
        sight: TokenSight = "hidden" if is_far else _sight(item, facts)
        if sight == "seen":
            lowest = max(lowest, top + height)
        result.append(sight)
    return result


def _sight(item: Legibility, facts: PageFacts) -> TokenSight:
    text = item.text
    if item.hidden or item.clipped:
        return "hidden"
    if text.unknown not in FOLLOWED or text.foreground is None or not text.stacks:
        return "unclear"
    pairs = [contrast.text_and_ground(text.foreground, facts.stacks[at]) for at in text.stacks]
    known = [pair for pair in pairs if pair is not None]
    if any(contrast.ratio(*pair) < LEAST_CONTRAST for pair in known):
        return "hidden"
    return "seen" if len(known) == len(pairs) else "unclear"
