"""What may a page reach? Its own files and nothing else; all that it tries beyond is counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.foundation.errors import one_line

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import (
        BrowserContext,
        ConsoleMessage,
        Dialog,
        Page,
        Route,
        WebSocketRoute,
    )

ORIGIN = "http://modylbench.invalid/"  # no such host can exist; its files come from the folder
KINDS = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8"}
MOST_KEPT = 200
LONGEST = 500


@dataclass(slots=True)
class Witness:
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


class Offline:
    """The walls around a page, made of the files in a folder."""

    def __init__(self, folder: Path) -> None:
        self.witness = Witness()
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
        page.on("pageerror", lambda error: self.witness.note(self.witness.page_errors, str(error)))
        page.on("dialog", self._dialog)
        page.on("popup", self._popup)

    async def _answer(self, route: Route) -> None:
        url = route.request.url
        name = url.removeprefix(ORIGIN)
        if url.startswith(ORIGIN) and name in self._files:
            kind = KINDS["." + name.rpartition(".")[2]]
            await route.fulfill(body=self._files[name], content_type=kind)
            return
        self.witness.refuse(url)
        await route.abort("blockedbyclient")

    async def _refuse_socket(self, socket: WebSocketRoute) -> None:
        self.witness.refuse(socket.url)
        await socket.close()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.witness.note(self.witness.console_errors, message.text)

    async def _dialog(self, dialog: Dialog) -> None:
        self.witness.refuse(f"dialog: {dialog.message}")
        await dialog.dismiss()

    async def _popup(self, page: Page) -> None:
        self.witness.refuse(f"window: {page.url}")
        await page.close()
