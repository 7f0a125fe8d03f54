"""Which headings does each block of a surface stand under, and which of them is its title?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.surfaces.reading.inferred.blocks import Heading, Pair, Prose, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.surfaces.reading.inferred.blocks import Block

BETWEEN = " \u2013 "


@dataclass(slots=True)
class Part:
    """A heading, those above it (without the title), and the blocks right below it."""

    heading: str
    level: int
    above: tuple[str, ...] = ()
    is_titled: bool = False
    blocks: list[Prose | Table | Pair] = field(default_factory=list)

    @property
    def path(self) -> str:
        """All its headings as one name, the highest first."""
        return BETWEEN.join(text for text in (*self.above, self.heading) if text)


@dataclass(slots=True)
class Outline:
    """A title, and the parts of the surface; that which the title heads has no other heading."""

    title: str
    parts: list[Part]


def outline(blocks: Sequence[Block]) -> Outline:
    """The blocks under their headings.

    The first heading is the title where all others are below it or it heads nothing but them:
    what heads one part of several, such as "Downside case", says nothing of the others.
    """
    headings = [block for block in blocks if isinstance(block, Heading) and not block.is_hidden]
    title = headings[0] if headings else None
    if title and not all(other.level > title.level for other in headings[1:]):
        following = blocks[blocks.index(title) + 1]
        title = title if isinstance(following, Heading) else None
    parts = [Part("", 1)]
    open_headings: list[tuple[int, str]] = []
    for block in blocks:
        if block is title:
            parts.append(Part("", title.level, is_titled=True))
        elif isinstance(block, Heading):
            open_headings = [each for each in open_headings if each[0] < block.level]
            above = tuple(text for _, text in open_headings)
            parts.append(Part(block.text, block.level, above))
            open_headings.append((block.level, block.text))
        elif isinstance(block, Prose | Table | Pair):
            parts[-1].blocks.append(block)
    return Outline(title.text if title else "", [p for p in parts if p.blocks or p.heading])
