"""Takes the pictures of README and docs from a real run: `python -m docs.generate.pictures`.

An agent that is polite and wrong holds a meeting with sound and pictures, beside a perfect one; the
player, the report and the viewer are then opened in Chromium and photographed.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.providers.chromium import chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

PICTURES = Path(__file__).parents[1] / "pictures"
SIZE = (1280, 860)
SETTLE_MS = 1_500
WITHOUT_PLACE = """place => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    texts.currentNode.data = texts.currentNode.data.replace(place, 'results');
  }
}"""
"""No picture shows where on somebody's machine the results lay."""
MEETING = ("--scenarios", "financial_analyst", "--seeds", "0")


def main() -> None:
    """Hold the meetings and take every picture."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results"
        for agent in ("oracle", "polite_but_wrong"):
            _command("run", "--agent", agent, *MEETING, "--output", str(results))
        [run] = results.glob("polite_but_wrong-*")
        _command("report", str(run))
        with _page() as page:
            page.goto((run / "report.html").as_uri())
            _take(page, "report")
            page.goto((run / "report.html").as_uri() + "#financial_analyst-0/t=120")
            page.reload()
            page.wait_for_selector("section.transport")
            page.evaluate("document.getElementById('playback').scrollIntoView()")
            _take(page, "player")
        with _viewer(results) as address, _page() as page:
            page.goto(address)
            page.wait_for_selector("td")
            page.evaluate(WITHOUT_PLACE, str(results))
            _take(page, "viewer")


def _command(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "modylbench", *words], check=True)  # noqa: S603


def _take(page: Page, name: str) -> None:
    page.wait_for_timeout(SETTLE_MS)
    page.screenshot(path=PICTURES / f"{name}.png")


@contextmanager
def _page() -> Iterator[Page]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), chromium_sandbox=False, args=["--disable-gpu"]
        )
        width, height = SIZE
        yield browser.new_page(viewport={"width": width, "height": height})
        browser.close()


@contextmanager
def _viewer(results: Path) -> Iterator[str]:
    """The address of a viewer over the results, which ends with the context."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "modylbench", "view", str(results), "--no-open"]
    process = subprocess.Popen(  # noqa: S603
        [*words, "--port", str(port)], stdout=subprocess.PIPE, text=True
    )
    try:
        lines = iter(process.stdout or ())
        yield next(word for line in lines for word in line.split() if word.startswith("http"))
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main()
