"""Scripts, styles and the font of our pages, as web/build_report.mjs builds them; else empty."""

from __future__ import annotations

from functools import cache
from importlib import resources

FOLDER = "page"
"""The folder beside this package; what is in it is built, never committed, and in the wheel."""


def report_bundle() -> tuple[str, str]:
    """The script and the style of a report's page."""
    return _built_text("report.js"), _built_text("report.css")


def viewer_bundle() -> tuple[str, str]:
    """Those of the viewer's page."""
    return _built_text("viewer.js"), _built_text("viewer.css")


@cache
def font_style() -> str:
    """The style sheet with the font of our pages in it."""
    return _built_text("fonts.css")


def _built_text(name: str) -> str:
    file = resources.files("modylbench.publishing").joinpath(FOLDER, name)
    return file.read_text(encoding="utf-8") if file.is_file() else ""
