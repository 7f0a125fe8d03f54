"""Which stretches of a file changed, and how much of the old file was kept?"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from modylbench.evaluation.mutations.formats.coding.line_matching import kept_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.mutations.formats.coding.line_matching import Effort, Pair

CONTEXT = 3  # as in unified diffs everywhere: changes up to twice that apart are one hunk
REWRITTEN_OVER = 0.8  # paper 3.7.1


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines `old_from` up to `old_to` become lines `new_from` up to `new_to`, counted from 0."""

    old_from: int
    old_to: int
    new_from: int
    new_to: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two texts by line: the hunks that differ, and how many lines of the old text stayed."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    hunks: tuple[Hunk, ...]
    kept: int

    @property
    def is_rewritten(self) -> bool:
        """Whether more than 80 % of the old file's lines were not kept.

        The lines of the *old* file count, so that a stub which grows is not a rewrite; a line that
        changed only in how it ends is kept; an empty file has nothing to rewrite. Where the search
        was given up, every line that stands in both texts counts as kept.
        """
        return len(self.old) - self.kept > REWRITTEN_OVER * len(self.old)


def lines_of(text: str) -> tuple[str, ...]:
    r"""The lines with their ends; only \n ends one, as for git.

    >>> lines_of("a\r\n\nb")
    ('a\r\n', '\n', 'b')
    """
    parts = text.split("\n")
    last = (parts[-1],) if parts[-1] else ()
    return (*(part + "\n" for part in parts[:-1]), *last)


def compare(old_text: str, new_text: str, effort: Effort) -> Comparison:
    """Both texts, line by line."""
    old, new = lines_of(old_text), lines_of(new_text)
    old_bare, new_bare = [_bare(line) for line in old], [_bare(line) for line in new]
    own_effort = effort.for_file(len(old) + len(new))
    pairs = kept_lines(old_bare, new_bare, own_effort)
    kept = _shared(old_bare, new_bare) if own_effort.gave_up else len(pairs)
    exact = [(one, other) for one, other in pairs if old[one] == new[other]]
    hunks = tuple(_joined(_gaps(exact, len(old), len(new))))
    return Comparison(old, new, hunks, kept)


def _shared(old: list[str], new: list[str]) -> int:
    """How many lines stand in both texts, in whatever order: no more can have been kept."""
    return (Counter(old) & Counter(new)).total()


def _bare(line: str) -> str:
    return line.removesuffix("\n").removesuffix("\r")


def _gaps(pairs: Sequence[Pair], old_length: int, new_length: int) -> Iterator[Hunk]:
    """What lies between the lines that are kept exactly."""
    for (old_at, new_at), (old_next, new_next) in pairwise(
        [(-1, -1), *pairs, (old_length, new_length)]
    ):
        if old_next - old_at > 1 or new_next - new_at > 1:
            yield Hunk(old_at + 1, old_next, new_at + 1, new_next)


def _joined(gaps: Iterator[Hunk]) -> Iterator[Hunk]:
    """The gaps as hunks: those with at most twice the context between them are one."""
    current = next(gaps, None)
    for gap in gaps:
        if current is not None and gap.old_from - current.old_to <= 2 * CONTEXT:
            current = Hunk(current.old_from, gap.old_to, current.new_from, gap.new_to)
        else:
            if current is not None:
                yield current
            current = gap
    if current is not None:
        yield current
