"""How does a text from outside stand in Markdown as nothing but text?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.publishing.report.content.bounds import line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_MARKS = re.compile(r"[\\`*_{}\[\]<>()#|~!&$^]")
_SCHEME = re.compile(r":(?=//)|(?<=mailto):|(?<=xmpp):", re.IGNORECASE)
_WEB = re.compile(r"(www)\.", re.IGNORECASE)
JOINER = "\u2060"
"""Shows nothing; behind an @ it keeps an address from becoming a link."""


def plain_text(text: str, most: int = 400) -> str:
    r"""The text on one line, every mark of Markdown in it taken literally.

    >>> print(plain_text("# [free](http://x.example) <b>"))
    \# \[free\]\(http\://x.example\) \<b\>
    """
    safe = _MARKS.sub(lambda found: f"\\{found[0]}", line(text, most))
    safe = _SCHEME.sub(r"\\:", safe)
    return _WEB.sub(r"\1\\.", safe).replace("@", f"@{JOINER}")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table of cells that are safe already."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'|'.join(['---'] * len(head))}|"
    for row in rows:
        yield f"| {' | '.join(cell or ' ' for cell in row)} |"
