"""One turn of a meeting as the scores of channels see it, and what they give back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.evaluation.facts import ChannelPart

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from modylbench.evaluation.channels.geometry import PixelBox
    from modylbench.evaluation.facts import SaidFigure
    from modylbench.recording.events import Annotation, Message, Reaction, Utterance
    from modylbench.scenarios.channels.uses import ExpectedUse

DIGITS = 6


@dataclass(frozen=True, slots=True)
class Target:
    """Where the target of an annotation stands: on which surface, and in which boxes.

    Where it stands in several, each will do. Without any there is a reason: it `is_shown`, and
    nobody knows where, or it is not. `names` are what it is called.
    """

    surface_id: str = ""
    boxes: tuple[PixelBox, ...] = ()
    reason: str = ""
    is_shown: bool = True
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnMark:
    """An annotation with the box that it covers of its surface; None where that is not known."""

    event: Annotation
    box: PixelBox | None = None


@dataclass(frozen=True, slots=True)
class ChannelTurn:
    """One exchange: what is expected of channels in it, and what was done there.

    `triggers` are when each use fell due. `open_marks` are the annotations that stand on each
    surface at the end of the turn, `stale` those of them that refer to what has changed or gone
    for longer than a turn. `figures` are those said and written, as verified elsewhere. `given` is
    all that the agent could know of: what was said, written and handed over.
    """

    turn_index: int
    asked_s: float
    ended_s: float
    uses: tuple[ExpectedUse, ...] = ()
    triggers: Mapping[str, float] = field(default_factory=dict)
    targets: Mapping[str, Target] = field(default_factory=dict)
    drawn: tuple[DrawnMark, ...] = ()
    open_marks: Mapping[str, int] = field(default_factory=dict)
    stale: int = 0
    reactions: tuple[Reaction, ...] = ()
    earlier_reactions: tuple[Reaction, ...] = ()
    reactions_of_people: tuple[Reaction, ...] = ()
    chat: tuple[Message, ...] = ()
    said: tuple[Utterance, ...] = ()
    words: str = ""
    figures: tuple[SaidFigure, ...] = ()
    given: str = ""

    def uses_of(self, channel: str) -> tuple[ExpectedUse, ...]:
        """The uses of one channel that are expected in the turn."""
        return tuple(use for use in self.uses if use.channel == channel)


def part(name: str, value: float, note: str = "") -> ChannelPart:
    """A part that was assessed, held to [0, 1]."""
    return ChannelPart(name=name, value=round(min(max(value, 0.0), 1.0), DIGITS), reason=note)


def absent(name: str, reason: str) -> ChannelPart:
    """A part that could not be assessed, and why: never a value of 0."""
    return ChannelPart(name=name, value=None, reason=reason)


def falling(value: float, best_until: float, worst_from: float) -> float:
    """1 up to the first, from there in a straight line to 0 at the second.

    >>> [falling(value, 5.0, 60.0) for value in (5.0, 32.5, 60.0)]
    [1.0, 0.5, 0.0]
    """
    if value <= best_until:
        return 1.0
    return max(0.0, (worst_from - value) / (worst_from - best_until))


def mean_of(values: Iterable[float]) -> float:
    """The mean of at least one value."""
    listed = list(values)
    return sum(listed) / len(listed)
