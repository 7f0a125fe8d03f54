"""Annotations: whether they are where they belong, and cleared when they are over (SPEC 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.channels.geometry import nearness, overlap
from modylbench.evaluation.channels.turn import absent, falling, mean_of, part

if TYPE_CHECKING:
    from modylbench.evaluation.channels.turn import ChannelTurn, DrawnMark, Target
    from modylbench.evaluation.facts import ChannelPart

FEW, MANY = 3, 10  # SPEC 8: at once on a surface
POINTED = ("arrow", "point")
SPATIAL, CLUTTER = "spatial_precision", "clutter_management"


def annotation_parts(turn: ChannelTurn) -> list[ChannelPart]:
    """Spatial precision and clutter; empty where nothing is expected and nothing is in excess.

    How tidy the drawings are is worth as much as they are in place (ours): scribbling beside the
    target is no better than drawing nothing.
    """
    uses = turn.uses_of("annotation")
    if not uses and not is_cluttered(turn):
        return []
    precision = spatial_precision(turn)
    if not turn.drawn or precision.value is None:
        reason = "nothing was drawn" if not turn.drawn else precision.reason
        return [precision, absent(CLUTTER, reason)]
    tidiness = clutter(turn)
    return [precision, part(CLUTTER, tidiness * precision.value)]


def is_cluttered(turn: ChannelTurn) -> bool:
    """Whether as many stand on a surface as is worth nothing, or were drawn in the turn."""
    return len(turn.drawn) >= MANY or clutter(turn) <= 0.0


def spatial_precision(turn: ChannelTurn) -> ChannelPart:
    """The mean over the targets of the best drawing there, times the share that was called for.

    Intersection over union; for points and arrows 1 inside, 0 at 100 px. More drawings than
    targets spread what is right over all of them, and `MANY` are worth nothing.
    """
    uses = turn.uses_of("annotation")
    if not uses or len(turn.drawn) >= MANY:
        return part(SPATIAL, 0.0, f"{len(turn.drawn)} annotations in one turn")
    if not turn.drawn:
        return part(SPATIAL, 0.0, "nothing was drawn")
    targets = [turn.targets[use.id] for use in uses]
    known = [target for target in targets if target.boxes or not target.is_shown]
    if not known:
        return absent(SPATIAL, targets[0].reason)
    best = [max(precision_of(mark, target) for mark in turn.drawn) for target in known]
    called_for = min(1.0, len(uses) / len(turn.drawn))
    return part(SPATIAL, mean_of(best) * called_for)


def precision_of(mark: DrawnMark, target: Target) -> float:
    """How well a drawing is at its target; 0 on another surface, or nowhere."""
    box = mark.box
    if box is None or mark.event.mark.surface_id != target.surface_id:
        return 0.0
    if mark.event.mark.tool in POINTED or box.area <= 0.0:
        x, y = box.x + box.width / 2.0, box.y + box.height / 2.0
        return max((nearness(x, y, place) for place in target.boxes), default=0.0)
    return max((overlap(box, place) for place in target.boxes), default=0.0)


def clutter(turn: ChannelTurn) -> float:
    """1 with three at once on the fullest surface, 0 with ten; what is stale counts double."""
    most = max(turn.open_marks.values(), default=0)
    return falling(most + turn.stale, FEW, MANY)
