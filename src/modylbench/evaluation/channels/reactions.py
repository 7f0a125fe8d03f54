"""Reactions: whether they fit the moment, come when a person's would, and answer people's."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from modylbench.evaluation.channels.turn import absent, falling, mean_of, part
from modylbench.evaluation.channels.valence import alignment, plain_emoji

if TYPE_CHECKING:
    from modylbench.evaluation.channels.turn import ChannelTurn
    from modylbench.evaluation.facts import ChannelPart
    from modylbench.recording.events import Reaction

FLOOR_S, BEST_FROM_S, BEST_UNTIL_S, LATEST_S = 0.5, 1.5, 3.0, 8.0  # SPEC 8
MOST_OF_A_TURN = 1  # SPEC 8
FEWEST_TO_BE_MONOTONOUS = 4  # SPEC 8
MONOTONY = 0.7
MOSTLY = 0.5
RELEVANCE, TIMING, AWARENESS = "relevance", "timing", "social_awareness"


def reaction_parts(turn: ChannelTurn) -> list[ChannelPart]:
    """Relevance, timing, social awareness; empty where nothing is expected or in excess.

    When and to whom something is given is worth as much as it fits (ours): an emoji beside the
    matter at the right second is no better than none.
    """
    uses = turn.uses_of("reaction")
    if len(turn.reactions) > MOST_OF_A_TURN:
        many = f"{len(turn.reactions)} reactions in one turn"
        return [part(name, 0.0, many) for name in (RELEVANCE, TIMING, AWARENESS)]
    if not uses:
        return []
    if not turn.reactions:
        return [part(RELEVANCE, 0.0, "no reaction"), part(TIMING, 0.0, "no reaction")]
    reaction, use = turn.reactions[0], uses[0]
    found = alignment(reaction.emoji, use.valence or "neutral")
    if found is None:
        reason = f"{reaction.emoji} is on no list of moods"
        return [absent(RELEVANCE, reason), part(TIMING, 0.0, reason)]
    relevance = found * monotony(turn)
    timing = timing_worth(reaction.at_s - turn.triggers[use.id])
    parts = [part(RELEVANCE, relevance), part(TIMING, timing * relevance)]
    awareness = social_awareness(turn, reaction)
    return [*parts, *([] if awareness is None else [part(AWARENESS, awareness * relevance)])]


def timing_worth(after_s: float) -> float:
    """1 from 1.5 to 3.0 s after the trigger, 0 below 0.5 s and from 8 s on, straight between.

    >>> [timing_worth(after_s) for after_s in (0.5, 1.0, 1.5, 3.0, 5.5, 8.0)]
    [0.0, 0.5, 1.0, 1.0, 0.5, 0.0]
    """
    if after_s < BEST_FROM_S:
        return max(0.0, (after_s - FLOOR_S) / (BEST_FROM_S - FLOOR_S))
    return falling(after_s, BEST_UNTIL_S, LATEST_S)


def monotony(turn: ChannelTurn) -> float:
    """0.7 where, of four or more reactions up to now, more than half are one emoji; else 1."""
    emoji = [plain_emoji(reaction.emoji) for reaction in (*turn.earlier_reactions, *turn.reactions)]
    if len(emoji) < FEWEST_TO_BE_MONOTONOUS:
        return 1.0
    most = Counter(emoji).most_common(1)[0][1]
    return MONOTONY if most > MOSTLY * len(emoji) else 1.0


def social_awareness(turn: ChannelTurn, reaction: Reaction) -> float | None:
    """Of the people who reacted in the turn, the part whom the reaction may be an answer to.

    It is to all who had reacted by then; one that names a person is to that person alone. None
    where nobody reacted.
    """
    people = {given.sender for given in turn.reactions_of_people}
    if not people:
        return None
    before = {given.sender for given in turn.reactions_of_people if given.at_s <= reaction.at_s}
    named = {reaction.target} & people
    return mean_of(float(person in (named or before)) for person in sorted(people))
