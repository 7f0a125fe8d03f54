"""A page of hostile HTML in Chromium, without scripts and without a network, asked one thing."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright

from modylbench.foundation.errors import one_line
from modylbench.providers.browser import CLOSE_S, HEIGHT, LAUNCH_S, WIDTH, PageFailure
from modylbench.providers.chromium import FLAGS, NoScreen, chromium, has_sandbox

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Browser, BrowserContext, Playwright, Route

ADDRESS = "http://modylbench.invalid/page.html"  # no such host can exist
POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""No fonts either: one of the page's own could draw other digits than it holds."""


@asynccontextmanager
async def still_browser() -> AsyncIterator[Browser]:
    """A Chromium for `ask_page`; raises NoScreen where there is none."""
    program = chromium()
    async with async_playwright() as playwright:
        browser = await _launch(playwright, str(program))
        try:
            yield browser
        finally:
            await _close(browser)


async def ask_page(browser: Browser, html: str, question: str, *, patience_s: float) -> Any:
    """What `question`, the body of a JavaScript function, returns in a page of this HTML.

    The page's own scripts never run. Raises PageFailure where the page crashes or takes longer
    than `patience_s`.
    """
    try:
        async with asyncio.timeout(patience_s):
            return await _ask(browser, html, question)
    except TimeoutError as error:
        message = f"the page did not answer within {patience_s:g} s"
        raise PageFailure(message) from error
    except PlaywrightError as error:
        message = f"the page failed: {one_line(str(error))[:200]}"
        raise PageFailure(message) from error


async def _launch(playwright: Playwright, program: str) -> Browser:
    try:
        async with asyncio.timeout(LAUNCH_S):
            return await playwright.chromium.launch(
                executable_path=program,
                headless=True,
                chromium_sandbox=has_sandbox(),
                args=list(FLAGS),
            )
    except (PlaywrightError, TimeoutError) as error:
        message = f"{program} does not start: {one_line(str(error))[:200]}"
        raise NoScreen(message) from error


async def _ask(browser: Browser, html: str, question: str) -> Any:
    async def answer(route: Route) -> None:
        if route.request.url != ADDRESS:
            await route.abort("blockedbyclient")
            return
        headers = {"Content-Security-Policy": POLICY}
        kind = "text/html; charset=utf-8"
        await route.fulfill(
            body=html.encode("utf-8", "replace"), content_type=kind, headers=headers
        )

    context = await browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT},
        device_scale_factor=1,
        locale="en-US",
        timezone_id="UTC",
        color_scheme="light",
        reduced_motion="reduce",
        java_script_enabled=False,
        accept_downloads=False,
        service_workers="block",
        permissions=[],
    )
    try:
        await context.route("**/*", answer)
        return await _evaluate(context, question)
    finally:
        await context.close()


async def _evaluate(context: BrowserContext, question: str) -> Any:
    page = await context.new_page()
    crashed = asyncio.Event()
    page.on("crash", lambda _: crashed.set())
    await page.goto(ADDRESS, wait_until="load", timeout=0)
    await context.set_offline(offline=True)
    answer = asyncio.ensure_future(page.evaluate(f"() => {{{question}}}"))
    crash = asyncio.create_task(crashed.wait())
    try:
        await asyncio.wait({answer, crash}, return_when=asyncio.FIRST_COMPLETED)
        if crashed.is_set():
            message = "it crashed"
            raise PlaywrightError(message)
        return answer.result()
    finally:
        crash.cancel()
        answer.cancel()


async def _close(browser: Browser) -> None:
    try:
        async with asyncio.timeout(CLOSE_S):
            await browser.close()
    except (PlaywrightError, TimeoutError):
        return  # Playwright ends the process when it is closed itself
