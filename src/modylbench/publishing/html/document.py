"""How does a template become one HTML file that needs nothing but itself?"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import resources
from typing import TYPE_CHECKING, Any

from modylbench.publishing.html.environment import SHARED, environment
from modylbench.publishing.html.inline import policy, script_text, style_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.publishing.html.inline import Block

BASE_STYLE = "base.css"


@dataclass(frozen=True, slots=True)
class Page:
    """What a page is made of.

    `template` is in the folder `templates` of `package` and extends `layout.html`. `styles` come
    after the shared one; `scripts` stand at the end, after the `blocks` of data that they read.
    Neither may hold anything from outside.
    """

    package: str
    template: str
    title: str
    values: Mapping[str, Any] = field(default_factory=dict)
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()
    language: str = "en"


def document(page: Page) -> str:
    """The page as one HTML file: its scripts and styles inside, and no other allowed to run."""
    styles = [style_text(one) for one in (base_style(), *page.styles)]
    scripts = [script_text(script) for script in page.scripts]
    template = environment(page.package).get_template(page.template)
    return template.render(
        **page.values,
        title=page.title,
        language=page.language,
        policy=policy(scripts, styles),
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
