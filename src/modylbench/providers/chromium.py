"""The Chromium that is used, and flags by which its pictures are the same everywhere."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from modylbench.foundation.errors import ModylBenchError
from modylbench.foundation.extras import MissingExtra, require

PROGRAMS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "chrome-headless-shell",
)
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-default-apps",
    "--disable-lcd-text",  # colour fringes depend on the screen
    "--disable-partial-raster",  # else rounded corners remember what was drawn there before
    "--disable-checker-imaging",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--host-resolver-rules=MAP * ~NOTFOUND",  # a second wall behind the refusal of every request
    "--js-flags=--max-old-space-size=1024",
)
HOW_TO_GET = "install Chromium (on Debian: apt-get install chromium)"


class NoScreen(ModylBenchError):
    """Surfaces cannot be shown here: one line that says what is missing and how to get it."""


def has_sandbox() -> bool:
    """Whether Chromium runs within its own sandbox: as root it refuses to."""
    return os.geteuid() != 0


def installed_chromium() -> Path | None:
    """The first Chromium on PATH."""
    found = (shutil.which(program) for program in PROGRAMS)
    return next((Path(program) for program in found if program), None)


def chromium(program: Path | None = None) -> Path:
    """The program named, or the first on PATH; raises NoScreen where screens cannot be."""
    try:
        require("screens")
    except MissingExtra as error:
        raise NoScreen(str(error)) from error
    chosen = program or installed_chromium()
    if chosen is None:
        message = f"found no Chromium on PATH (tried {', '.join(PROGRAMS)}); {HOW_TO_GET}"
        raise NoScreen(message)
    if not chosen.is_file():
        message = f"found no program at {str(chosen)!r}; {HOW_TO_GET}"
        raise NoScreen(message)
    return chosen
