"""The built page that surfaces are shown on."""

from __future__ import annotations

import json
from pathlib import Path

from modylbench.providers.chromium import NoScreen

FOLDER = Path(__file__).parent.parent / "page"


def built_page(folder: Path = FOLDER) -> Path:
    """The folder of the page; NoScreen where it has not been built whole."""
    if not all((folder / name).is_file() for name in ("host.html", "host.js", "build.json")):
        message = "the page for surfaces is not built; with Node.js 20 or newer, run: make setup"
        raise NoScreen(message)
    return folder


def versions() -> dict[str, str]:
    """What the page is made of: package to version."""
    about = json.loads((built_page() / "build.json").read_text(encoding="utf-8"))
    return dict(about["versions"])
