"""The page in a browser: what an agent sent as a picture, as words, and what was not shown."""

from __future__ import annotations

import json
import re
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.products.findings import SurfaceFinding
from modylbench.providers.browser import HEIGHT, WIDTH, Browser
from modylbench.surfaces.rendering.host import built_page
from modylbench.surfaces.showing import rebuild_messages

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
    from pathlib import Path

    from modylbench.providers.browser import PageViolations
    from modylbench.surfaces.snapshot import SurfaceSnapshot

DOTS = "•••"
MOST_HEIGHT = 8_000  # of a picture of the whole page: what is below is cut off
MOST_WIDTH = 5_120
PATIENCE_S = 30.0
LONG_DIGITS = len(str(2**53))
WARNINGS = {"not_fetched", "not_run", "expression_failed", "not_shown", "partly_shown"}


@dataclass(frozen=True, slots=True)
class ScreenUpdate:
    """The page after an update: the surface in view and what of the update it could not show."""

    surface_id: str | None
    findings: tuple[SurfaceFinding, ...]
    frames: int


class Screen:
    """The page in a browser, kept open for a run; use `Screen.open`.

    One surface is in view at a time: the one that changed last, or the one asked for. After a
    PageFailure the page is empty: `show` puts a state back on it.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._told: set[str] = set()

    @staticmethod
    @asynccontextmanager
    async def open(
        program: Path | None = None, *, patience_s: float = PATIENCE_S
    ) -> AsyncIterator[Screen]:
        """A screen; raises NoScreen where Chromium or the built page is missing.

        The page has `patience_s` for every answer; what takes longer is a PageFailure.
        """
        async with Browser.open(built_page(), program) as browser:
            browser.patience_s = patience_s
            yield Screen(browser)

    @property
    def violations(self) -> PageViolations:
        """Console errors, page errors, and requests that were refused."""
        return self._browser.violations

    @property
    def browser_version(self) -> str:
        """Chromium's version."""
        return self._browser.version

    async def apply(self, messages: Sequence[Mapping[str, Any]]) -> ScreenUpdate:
        """Take A2UI v0.9 messages, in order; returns when the page has come to rest."""
        return self._update(await self._browser.call("modyl.update", json.dumps(messages)))

    async def show(self, snapshots: Iterable[SurfaceSnapshot]) -> ScreenUpdate:
        """Show this state and nothing else; the last surface is in view."""
        await self.clear()
        return await self.apply(
            [step for snapshot in snapshots for step in rebuild_messages(snapshot)]
        )

    async def clear(self) -> None:
        """Take every surface off the page."""
        self._told.clear()
        await self._browser.call("modyl.reset")

    async def shot(self, surface_id: str | None = None, *, full_page: bool = False) -> bytes:
        """A PNG of one surface, by itself: 1280x720, or all of it up to 8,000 pixels down."""
        await self._reveal(surface_id)
        if not full_page:
            return await self._browser.picture()
        extent = await self._browser.call("modyl.extent")
        width = min(MOST_WIDTH, max(WIDTH, int(extent["width"])))
        height = min(MOST_HEIGHT, max(HEIGHT, int(extent["height"])))
        return await self._browser.picture(width, height)

    async def text(self, surface_id: str | None = None) -> str:
        """One surface in words, as an outline of roles and texts.

        What stands in a field that shows dots is left out: a person does not see it either.
        """
        await self._reveal(surface_id)
        outline = await self._browser.accessible_text("main > section:not([hidden])")
        obscured = await self.ask("obscured", None)
        return _obscure(outline, obscured) if obscured else outline

    async def state(self) -> dict[str, Any]:
        """What the page holds: surface to catalogId, theme, components by id, and data."""
        held: dict[str, Any] = json.loads(
            await self._browser.call("modyl.state"), parse_int=_as_in_a_browser
        )
        return held

    async def ask(self, function: str, *arguments: object) -> Any:
        """What one of the page's other functions (`facts`, `axe`) answers."""
        return await self._browser.call(f"modyl.{function}", *arguments)

    async def _reveal(self, surface_id: str | None) -> ScreenUpdate:
        return self._update(await self._browser.call("modyl.show", surface_id))

    def _update(self, answer: dict[str, Any]) -> ScreenUpdate:
        problems = [*answer["problems"], *_too_large_problem(answer["active"], answer["extent"])]
        told = [json.dumps(problem, sort_keys=True) for problem in problems]
        news = [
            _finding(problem)
            for problem, text in zip(problems, told, strict=True)
            if text not in self._told
        ]
        self._told.update(told)
        return ScreenUpdate(answer["active"], tuple(news), answer["frames"])


def _too_large_problem(surface_id: str | None, extent: dict[str, int]) -> list[dict[str, Any]]:
    """The problem of a surface that is larger than any picture of it."""
    width, height = extent["width"], extent["height"]
    if width <= MOST_WIDTH and height <= MOST_HEIGHT:
        return []
    reason = (
        f"the surface has {width:,} x {height:,} pixels; "
        f"a picture of it ends at {MOST_WIDTH:,} x {MOST_HEIGHT:,}"
    )
    place = {"surfaceId": surface_id, "componentId": None, "index": None}
    return [{"code": "partly_shown", "reason": reason, **place}]


def _as_in_a_browser(digits: str) -> int | float:
    """A whole number; one beyond 2**53 is a float there, whose digits are rounded."""
    return int(digits) if len(digits) < LONG_DIGITS else float(digits)


def _obscure(outline: str, obscured: Sequence[str]) -> str:
    """The outline with dots where its fields hold one of these values, however it quotes them."""
    held = {_letters(value) for value in obscured}
    lines = []
    for line in outline.splitlines():
        head, colon, value = line.partition(": ")
        hidden = head.lstrip().startswith("- textbox") and _letters(value) in held
        lines.append(head + colon + DOTS if hidden else line)
    return "\n".join(lines)


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text)


def _finding(problem: dict[str, Any]) -> SurfaceFinding:
    return SurfaceFinding(
        source="page",
        severity="warning" if problem["code"] in WARNINGS else "error",
        code=problem["code"],
        reason=problem["reason"],
        surface_id=problem["surfaceId"],
        component_id=problem["componentId"],
    )
