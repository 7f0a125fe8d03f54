"""One Chromium kept open, with one page that reaches nothing but its own files."""

from __future__ import annotations

import asyncio
import base64
import json
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright

from modylbench.foundation.errors import ModylBenchError, one_line
from modylbench.providers.chromium import FLAGS, NoScreen, chromium, has_sandbox

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable
    from pathlib import Path

    from playwright.async_api import Browser as Chromium
    from playwright.async_api import (
        BrowserContext,
        CDPSession,
        ConsoleMessage,
        Dialog,
        Page,
        Playwright,
        Route,
        WebSocketRoute,
    )

WIDTH, HEIGHT = 1280, 720
LAUNCH_S = 60.0
CALL_S = 30.0
CLOSE_S = 5.0
ORIGIN = "http://modylbench.invalid/"  # no such host can exist; its files come from the folder
KINDS = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8"}
MOST_KEPT = 200
LONGEST = 500


class PageFailure(ModylBenchError):
    """The page crashed or did not answer in time; a new and empty one has taken its place."""


class Browser:
    """A page in a browser; use `Browser.open`. It has `patience_s` for each answer."""

    def __init__(self, playwright: Playwright, program: Path, walls: OfflinePage) -> None:
        self.patience_s = CALL_S
        self._playwright = playwright
        self._program = program
        self._offline = walls
        self.violations = walls.violations
        self._chromium: Chromium | None = None
        self._context: BrowserContext | None = None
        self._page: Page | None = None
        self._session: CDPSession | None = None
        self._crashed = asyncio.Event()

    @staticmethod
    @asynccontextmanager
    async def open(folder: Path, program: Path | None = None) -> AsyncIterator[Browser]:
        """A browser showing host.html of the folder; raises NoScreen where that cannot be."""
        path, walls = chromium(program), OfflinePage(folder)
        async with async_playwright() as playwright:
            browser = Browser(playwright, path, walls)
            try:
                await browser._start()
                yield browser
            finally:
                await browser._stop()

    @property
    def version(self) -> str:
        """Chromium's version."""
        return self._chromium.version if self._chromium else ""

    async def call(self, function: str, *arguments: object) -> Any:
        """What a function of the page answers, waited for where it is a promise."""
        given = ", ".join(json.dumps(argument) for argument in arguments)
        wanted = {
            "expression": f"{function}({given})",
            "awaitPromise": True,
            "returnByValue": True,
        }
        answer = await self._within_patience(self._cdp.send("Runtime.evaluate", wanted))
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            description = details.get("exception", {}).get("description") or details.get("text", "")
            await self._renew()
            message = f"the page failed in {function[:80]}: {one_line(str(description))[:300]}"
            raise PageFailure(message)
        return answer["result"].get("value")

    async def picture(self, width: int = WIDTH, height: int = HEIGHT) -> bytes:
        """The upper left part of the page as PNG, in CSS pixels."""
        wanted: dict[str, object] = {"format": "png", "optimizeForSpeed": True}
        if (width, height) != (WIDTH, HEIGHT):
            area = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
            wanted |= {"captureBeyondViewport": True, "clip": area}
        answer = await self._within_patience(self._cdp.send("Page.captureScreenshot", wanted))
        return base64.b64decode(answer["data"])

    async def accessible_text(self, selector: str) -> str:
        """What a screen reader would read of the first element that matches; nothing of none."""
        if self._page is None:
            return ""
        found = self._page.locator(selector)
        if not await self._within_patience(found.count()):
            return ""
        return str(await self._within_patience(found.first.aria_snapshot()))

    @property
    def _cdp(self) -> CDPSession:
        if self._session is None:
            message = "the browser is closed"
            raise PageFailure(message)
        return self._session

    async def _within_patience(self, work: Awaitable[Any]) -> Any:
        """The result of the work, unless the page crashes or takes too long: then it is renewed."""
        task = asyncio.ensure_future(work)
        crash = asyncio.create_task(self._crashed.wait())
        try:
            await asyncio.wait(
                {task, crash}, timeout=self.patience_s, return_when=asyncio.FIRST_COMPLETED
            )
            if self._crashed.is_set():
                reason = "the page crashed"
            elif task.done():
                return task.result()
            else:
                reason = f"the page did not answer within {self.patience_s:g} s"
        except PlaywrightError as error:
            reason = f"the page is gone ({one_line(str(error))[:200]})"
        finally:
            crash.cancel()
            task.cancel()
        await self._renew()
        raise PageFailure(reason)

    async def _start(self) -> None:
        try:
            async with asyncio.timeout(LAUNCH_S):
                self._chromium = await self._playwright.chromium.launch(
                    executable_path=self._program,
                    headless=True,
                    chromium_sandbox=has_sandbox(),
                    args=list(FLAGS),
                )
                await self._load(self._chromium)
        except (PlaywrightError, TimeoutError) as error:
            why = one_line(str(error))[:300] or f"nothing came within {LAUNCH_S:g} s"
            message = f"{self._program} does not show the page: {why}"
            raise NoScreen(message) from error

    async def _load(self, running: Chromium) -> None:
        crashed = self._crashed = asyncio.Event()
        context = self._context = await running.new_context(
            viewport={"width": WIDTH, "height": HEIGHT},
            device_scale_factor=1,
            locale="en-US",
            timezone_id="UTC",
            color_scheme="light",
            reduced_motion="reduce",
            accept_downloads=False,
            service_workers="block",
            permissions=[],
        )
        await self._offline.enclose(context)
        page = self._page = await context.new_page()
        page.on("crash", lambda _: crashed.set())
        self._offline.watch(page)
        await page.goto(ORIGIN + "host.html", wait_until="load")
        await context.set_offline(offline=True)
        self._session = await context.new_cdp_session(page)

    async def _renew(self) -> None:
        """A new page; a new browser where the old one does not let go of the page."""
        context, self._context, self._session = self._context, None, None
        try:
            async with asyncio.timeout(CLOSE_S):
                if context is not None:
                    await context.close()
                if self._chromium is not None and self._chromium.is_connected():
                    await self._load(self._chromium)
                    return
        except (PlaywrightError, TimeoutError):
            pass  # a new browser it is
        await self._stop()
        await self._start()

    async def _stop(self) -> None:
        running, self._chromium, self._session = self._chromium, None, None
        if running is None:
            return
        try:
            async with asyncio.timeout(CLOSE_S):
                await running.close()
        except (PlaywrightError, TimeoutError):
            return  # Playwright ends the process when it is closed itself


@dataclass(slots=True)
class PageViolations:
    """What a page did that it should not.

    Every list keeps the first 200; `refused` counts every request, dialog and window that it
    wanted and did not get.
    """

    console_errors: list[str] = field(default_factory=list)
    page_errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    refused: int = 0

    def note(self, kept: list[str], text: str) -> None:
        """Keep a line, up to the most."""
        if len(kept) < MOST_KEPT:
            kept.append(one_line(text)[:LONGEST])

    def refuse(self, what: str) -> None:
        """Count something that the page wanted."""
        self.refused += 1
        self.note(self.requests, what)


class OfflinePage:
    """The walls around a page, made of the files in a folder."""

    def __init__(self, folder: Path) -> None:
        self.violations = PageViolations()
        self._files = {
            file.name: file.read_bytes()
            for file in sorted(folder.iterdir())
            if file.suffix in KINDS
        }

    async def enclose(self, context: BrowserContext) -> None:
        """Refuse every request of all pages in the context but for the files."""
        await context.route("**/*", self._answer)
        await context.route_web_socket("**/*", self._refuse_socket)

    def watch(self, page: Page) -> None:
        """Take down what the page says and close what it opens."""
        page.on("console", self._console)
        page.on(
            "pageerror", lambda error: self.violations.note(self.violations.page_errors, str(error))
        )
        page.on("dialog", self._dialog)
        page.on("popup", self._popup)

    async def _answer(self, route: Route) -> None:
        url = route.request.url
        name = url.removeprefix(ORIGIN)
        if url.startswith(ORIGIN) and name in self._files:
            kind = KINDS["." + name.rpartition(".")[2]]
            await route.fulfill(body=self._files[name], content_type=kind)
            return
        self.violations.refuse(url)
        await route.abort("blockedbyclient")

    async def _refuse_socket(self, socket: WebSocketRoute) -> None:
        self.violations.refuse(socket.url)
        await socket.close()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.violations.note(self.violations.console_errors, message.text)

    async def _dialog(self, dialog: Dialog) -> None:
        self.violations.refuse(f"dialog: {dialog.message}")
        await dialog.dismiss()

    async def _popup(self, page: Page) -> None:
        self.violations.refuse(f"window: {page.url}")
        await page.close()
