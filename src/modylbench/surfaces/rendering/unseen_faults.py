"""Which words and components of a surface are for machines only, since no person sees them?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import quoted
from modylbench.surfaces.rendering.text_faults import page_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.findings import SurfaceFinding
    from modylbench.surfaces.rendering.facts import PageFacts, PageUnseen


def unseen_faults(facts: PageFacts) -> Iterator[SurfaceFinding]:
    """Words that are not drawn, and what is behind tabs and dialogs that are not open."""
    for words in facts.unseen:
        reason = f"words that nobody can see: {quoted(words.text)} {_why(words)}"
        yield page_finding("error", "hidden_text", reason, words.component, words.text)
    for one in facts.closed:
        behind = "other tabs" if one.kind == "tabs" else "a dialog that is not open"
        held = ", ".join(quoted(name) for name in one.holds)
        reason = f"no picture shows what is in {behind}: {held}"
        yield page_finding("warning", "not_pictured", reason, one.component)


def _why(words: PageUnseen) -> str:
    match words.how:
        case "dots":
            return "is the value of a field that shows dots"
        case "small image":
            width, height = words.size
            return f"is the text of an image of {width:g} x {height:g} px"
        case "label":
            return "is in the label of an element and drawn nowhere"
