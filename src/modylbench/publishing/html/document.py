"""Templates filled in, with everything escaped, as one HTML file that needs nothing but itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from modylbench.foundation.score_text import (
    NOT_MEASURED,
    difference_text,
    interval_text,
    score_text,
    share_text,
)
from modylbench.publishing.html.inline import policy, script_text, style_text
from modylbench.publishing.html.page_bundle import font_style
from modylbench.recording.transcript import clock_time

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jinja2 import Environment

    from modylbench.publishing.html.inline import DataBlock


BASE_STYLE = "base.css"
SHARED = "modylbench.publishing.html"
FOLDER = "templates"


@dataclass(frozen=True, slots=True)
class HtmlPage:
    """What a page is made of.

    `template` is in the folder `templates` of `package` and extends `layout.html`. `styles` come
    after the shared one; `scripts` stand at the end, after the `blocks` of data that they read.
    Neither may hold anything from outside. `has_own_font` brings ours, some 130 kB; a page that
    `asks_server` fetches its data from where it came from.
    """

    package: str
    template: str
    title: str
    values: Mapping[str, Any] = field(default_factory=dict)
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    blocks: tuple[DataBlock, ...] = ()
    language: str = "en"
    has_own_font: bool = False
    asks_server: bool = False


def document(page: HtmlPage) -> str:
    """The page as one HTML file: its scripts and styles inside, and no other allowed to run."""
    fonts = [font_style()] if page.has_own_font else []
    styles = [style_text(style) for style in (base_style(), *filter(None, fonts), *page.styles)]
    scripts = [script_text(script) for script in page.scripts]
    template = environment(page.package).get_template(page.template)
    return template.render(
        **page.values,
        title=page.title,
        language=page.language,
        policy=policy(scripts, styles, has_font=any(fonts), asks_server=page.asks_server),
        styles=styles,
        scripts=scripts,
        blocks=page.blocks,
    )


def base_style() -> str:
    """The style sheet that all pages share."""
    return own_file(SHARED, "styles", BASE_STYLE)


def own_file(package: str, *parts: str) -> str:
    """The text of a file that is part of the package."""
    return resources.files(package).joinpath(*parts).read_text(encoding="utf-8")


@cache
def environment(*packages: str) -> Environment:
    """The environment for templates in the folders `templates` of these packages, and for ours.

    Everything is escaped, whatever a template's name ends in; a name that is not there is an error.
    A page's own template extends `layout.html`, which is shared.
    """
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    loaders = [PackageLoader(package, FOLDER) for package in (*packages, SHARED)]
    made = Environment(
        loader=ChoiceLoader(loaders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters |= {
        "score": score_text,
        "difference": difference_text,
        "share": share_text,
        "interval": interval_text,
        "clock": clock_time,
    }
    made.globals["not_measured"] = NOT_MEASURED
    return made
