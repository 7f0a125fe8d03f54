"""Where do pages get their templates from, and what is escaped? All that is filled in."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from modylbench.foundation.score_text import (
    NOT_MEASURED,
    difference_text,
    interval_text,
    score_text,
    share_text,
)
from modylbench.recording.transcript import clock_time

if TYPE_CHECKING:
    from jinja2 import Environment

SHARED = "modylbench.publishing.html"
FOLDER = "templates"


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
