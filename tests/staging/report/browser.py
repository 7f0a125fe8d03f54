"""Opens a report in Chromium, watches for what must not happen, and walks through it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request, sync_playwright

from modylbench.providers.chromium import FLAGS, chromium, has_sandbox

AXE = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"
WALK = Path(__file__).with_name("walk.js")
LOCAL = ("file:", "data:", "blob:")
PATIENCE_MS = 10_000
WATCH = """
window.__violations = [];
document.addEventListener('securitypolicyviolation', event =>
  window.__violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""


@dataclass
class WatchedPage:
    """A page, and what it did that a report must not do; `home` is the server that it came from."""

    page: Page
    home: str = ""
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)
    windows: list[str] = field(default_factory=list)

    def amiss(self) -> dict[str, Any]:
        """All of it; nothing where all is well."""
        found = {
            "errors": self.errors,
            "requests": [url for url in self.requests if not self.is_own(url)],
            "dialogs": self.dialogs,
            "windows": self.windows,
            "violations": self.page.evaluate("window.__violations"),
            "pwned": self.page.evaluate("window.__pwned ?? null"),
        }
        return {name: value for name, value in found.items() if value}

    def is_own(self, url: str) -> bool:
        """Whether an address is the page's own, or leads nowhere."""
        return url.startswith((*LOCAL, "about:blank", *filter(None, [self.home])))

    def go(self, report: Path, place: str = "") -> None:
        """Open the report at a place, as somebody who was sent the link."""
        self.page.goto("about:blank")
        self.page.goto(report.as_uri() + place)
        if place:
            self.page.wait_for_selector("#turn-panel")

    def walk(self) -> dict[str, Any]:
        """Open every meeting and turn, press every button, unfold everything; what was seen.

        `odd` are elements and attributes that no part of the report makes.
        """
        self.page.wait_for_selector(".open-meeting:not([hidden]), .list tbody a")
        seen: dict[str, Any] = self.run(WALK.read_text(encoding="utf-8"))
        return seen

    def serious(self) -> list[str]:
        """What axe finds serious or critical, a line each."""
        if not self.page.evaluate("'axe' in window"):
            self.run(f"{AXE.read_text(encoding='utf-8')};0")
        found = self.run("axe.run(document, {resultTypes: ['violations']})")["violations"]
        return [
            f"{violation['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
            for violation in found
            if violation["impact"] in ("serious", "critical")
            for node in violation["nodes"]
        ]

    def run(self, source: str) -> Any:
        """What a script comes to that the page's policy would not let in."""
        session = self.page.context.new_cdp_session(self.page)
        wanted = {"expression": source, "awaitPromise": True, "returnByValue": True}
        answer = session.send("Runtime.evaluate", wanted)
        session.detach()
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def overflows(self) -> bool:
        """Whether the page as a whole scrolls sideways."""
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.page.evaluate(wide))


@contextmanager
def launch_chromium(*, reaches_loopback: bool = False) -> Iterator[Browser]:
    """Chromium, as the harness starts it, or where it may ask servers of this machine too."""
    exception = ", EXCLUDE 127.0.0.1" if reaches_loopback else ""
    flags = [f"{flag}{exception if 'resolver' in flag else ''}" for flag in FLAGS]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(),
            chromium_sandbox=has_sandbox(),
            args=[*flags, "--autoplay-policy=no-user-gesture-required"],
        )
        yield browser
        browser.close()


@contextmanager
def watch_page(
    browser: Browser, *, bypass_csp: bool = False, width: int = 1280, home: str = ""
) -> Iterator[WatchedPage]:
    """A page of its own; `bypass_csp` leaves the report without the wall behind it."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        bypass_csp=bypass_csp,
        reduced_motion="reduce",
        color_scheme="light",
    )
    context.add_init_script(WATCH)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    found = WatchedPage(page, home)

    def said(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            found.errors.append(message.text)

    def asked(dialog: Dialog) -> None:
        found.dialogs.append(dialog.message)
        dialog.dismiss()

    def wanted(request: Request) -> None:
        if request.url != "about:blank":
            found.requests.append(request.url[:300])

    page.on("console", said)
    page.on("pageerror", lambda error: found.errors.append(str(error)))
    page.on("dialog", asked)
    page.on("popup", lambda other: found.windows.append(other.url))
    page.on("framenavigated", lambda frame: _note_navigation(frame.url, found))
    context.on("request", wanted)
    yield found
    context.close()


def _note_navigation(url: str, found: WatchedPage) -> None:
    if not found.is_own(url):
        found.windows.append(url)
