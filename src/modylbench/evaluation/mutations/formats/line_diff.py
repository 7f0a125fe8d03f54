"""Two texts line by line: the stretches that changed, and how much of the old text was kept.

The shortest edit script of Myers (1986) keeps the most lines. Where that takes too long, lines that
are unique on both sides anchor the rest, and it is sought between them. The standard library's
difflib takes quadratic time and more on repeated lines, so hostile files would stall it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from modylbench.evaluation.mutations.diff import longest_increasing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CONTEXT = 3  # as in unified diffs everywhere: changes up to twice that apart are one hunk
REWRITTEN_OVER = 0.8  # paper 3.7.1
MAX_STEPS = 3_000_000  # ours: a second or so for the hard files of a snapshot together
STEPS_OF_A_FILE = 1_000  # ours, and so many more for each of its lines: all that most files take
STEPS_OF_A_LINE = 4
MAX_DIFFERENCES = 500  # ours: time and memory grow with its square
LinePair = tuple[int, int]
LineStretch = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines `old_from` up to `old_to` become lines `new_from` up to `new_to`, counted from 0."""

    old_from: int
    old_to: int
    new_from: int
    new_to: int


@dataclass(frozen=True, slots=True)
class LineComparison:
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


class Effort:
    """How much searching is left for the files of a snapshot that are hard to compare."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.steps = steps

    def for_file(self, lines: int) -> FileEffort:
        """What a file of so many lines, old and new, may spend."""
        return FileEffort(self, STEPS_OF_A_FILE + STEPS_OF_A_LINE * lines)


class FileEffort:
    """How much searching is left for one file: its own share first, which no other can spend.

    Once all is spent, a stretch counts as changed as a whole.
    """

    def __init__(self, together: Effort, own: int) -> None:
        self._together = together
        self._own = own
        self.gave_up = False
        """Whether lines that were kept may not have been found."""

    def spend(self, steps: int) -> bool:
        """Whether there was enough left for these steps."""
        if steps <= self._own:
            self._own -= steps
            return True
        if steps <= self._together.steps:
            self._together.steps -= steps
            return True
        self.gave_up = True
        return False


def compare_lines(old_text: str, new_text: str, effort: Effort) -> LineComparison:
    """Both texts, line by line."""
    old, new = lines_of(old_text), lines_of(new_text)
    old_bare, new_bare = (
        [_without_spaces(line) for line in old],
        [_without_spaces(line) for line in new],
    )
    own_effort = effort.for_file(len(old) + len(new))
    pairs = kept_lines(old_bare, new_bare, own_effort)
    kept = _lines_in_both(old_bare, new_bare) if own_effort.gave_up else len(pairs)
    exact = [(here, there) for here, there in pairs if old[here] == new[there]]
    hunks = tuple(_join_gaps(_gaps(exact, len(old), len(new))))
    return LineComparison(old, new, hunks, kept)


def lines_of(text: str) -> tuple[str, ...]:
    r"""The lines with their ends; only \n ends one, as for git.

    >>> lines_of("a\r\n\nb")
    ('a\r\n', '\n', 'b')
    """
    parts = text.split("\n")
    last = (parts[-1],) if parts[-1] else ()
    return (*(part + "\n" for part in parts[:-1]), *last)


def kept_lines(old: Sequence[str], new: Sequence[str], effort: FileEffort) -> list[LinePair]:
    """Pairs of positions at which the texts hold the same line, ascending on both sides.

    >>> kept_lines(["a", "b", "c"], ["a", "c"], Effort().for_file(5))
    [(0, 0), (2, 1)]
    """
    pairs: list[LinePair] = []
    stretches = [(0, len(old), 0, len(new))]
    while stretches:
        old_from, old_to, new_from, new_to = stretches.pop()
        while old_from < old_to and new_from < new_to and old[old_from] == new[new_from]:
            pairs.append((old_from, new_from))
            old_from, new_from = old_from + 1, new_from + 1
        while old_from < old_to and new_from < new_to and old[old_to - 1] == new[new_to - 1]:
            old_to, new_to = old_to - 1, new_to - 1
            pairs.append((old_to, new_to))
        if old_from == old_to or new_from == new_to:
            continue
        if effort.spend(old_to - old_from + new_to - new_from):
            here, there = old[old_from:old_to], new[new_from:new_to]
            found = _longest_common_pairs(here, there, effort)
            if found is None:
                anchors = _anchors(here, there)
                effort.gave_up |= not anchors
                stretches += _stretches_between((old_from, old_to, new_from, new_to), anchors)
            else:
                pairs += [(old_from + at, new_from + other) for at, other in found]
    return sorted(pairs)


def _lines_in_both(old: list[str], new: list[str]) -> int:
    """How many lines stand in both texts, in whatever order: no more can have been kept."""
    return (Counter(old) & Counter(new)).total()


def _without_spaces(line: str) -> str:
    return line.removesuffix("\n").removesuffix("\r")


def _gaps(pairs: Sequence[LinePair], old_length: int, new_length: int) -> Iterator[Hunk]:
    """What lies between the lines that are kept exactly."""
    for (old_at, new_at), (old_next, new_next) in pairwise(
        [(-1, -1), *pairs, (old_length, new_length)]
    ):
        if old_next - old_at > 1 or new_next - new_at > 1:
            yield Hunk(old_at + 1, old_next, new_at + 1, new_next)


def _join_gaps(gaps: Iterator[Hunk]) -> Iterator[Hunk]:
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


def _stretches_between(stretch: LineStretch, anchors: list[LinePair]) -> Iterator[LineStretch]:
    """The stretches that start at the anchors, and the one before the first; none without any."""
    old_from, old_to, new_from, new_to = stretch
    if not anchors:
        return
    starts = [(0, 0), *anchors, (old_to - old_from, new_to - new_from)]
    for (old_start, new_start), (old_end, new_end) in pairwise(starts):
        yield old_from + old_start, old_from + old_end, new_from + new_start, new_from + new_end


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[LinePair]:
    """The longest ascending run of lines that stand once on each side."""
    old_counts, new_counts = Counter(old), Counter(new)
    place = {line: at for at, line in enumerate(new) if new_counts[line] == 1}
    candidates = [
        (at, place[line]) for at, line in enumerate(old) if old_counts[line] == 1 and line in place
    ]
    rising = longest_increasing([there for _, there in candidates])
    return [(at, there) for at, there in candidates if there in rising]


def _longest_common_pairs(
    old: Sequence[str], new: Sequence[str], effort: FileEffort
) -> list[LinePair] | None:
    """The pairs of a longest common subsequence; None where it takes too much to find it."""
    shared = set(old) & set(new)
    old_at = [at for at, line in enumerate(old) if line in shared]
    new_at = [at for at, line in enumerate(new) if line in shared]
    found = _myers([old[at] for at in old_at], [new[at] for at in new_at], effort)
    if found is None:
        return None
    return [(old_at[here], new_at[there]) for here, there in found]


def _myers(old: list[str], new: list[str], effort: FileEffort) -> list[LinePair] | None:
    reached = {1: 0}  # by diagonal, the furthest place in `old`
    history: list[dict[int, int]] = []
    for differences in range(min(len(old) + len(new), MAX_DIFFERENCES) + 1):
        if not effort.spend(2 * differences + 1):
            return None
        history.append(dict(reached))
        for diagonal in range(-differences, differences + 1, 2):
            down = diagonal == -differences or (
                diagonal != differences and reached[diagonal - 1] < reached[diagonal + 1]
            )
            x = start = reached[diagonal + 1] if down else reached[diagonal - 1] + 1
            while x < len(old) and x - diagonal < len(new) and old[x] == new[x - diagonal]:
                x += 1
            if not effort.spend(x - start):
                return None
            reached[diagonal] = x
            if x >= len(old) and x - diagonal >= len(new):
                return _walk_back(history, len(old), len(new))
    return None


def _walk_back(history: list[dict[int, int]], x: int, y: int) -> list[LinePair]:
    pairs: list[LinePair] = []
    for differences in range(len(history) - 1, -1, -1):
        reached, diagonal = history[differences], x - y
        down = diagonal == -differences or (
            diagonal != differences and reached[diagonal - 1] < reached[diagonal + 1]
        )
        previous = diagonal + 1 if down else diagonal - 1
        from_x = reached[previous]
        from_y = from_x - previous
        while x > max(from_x, 0) and y > max(from_y, 0):
            x, y = x - 1, y - 1
            pairs.append((x, y))
        x, y = from_x, from_y
    return pairs[::-1]
