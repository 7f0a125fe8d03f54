"""What is expected of the channels at a seed, each in the turn in which it is due."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.drawing.plot import fits
from modylbench.scenarios.script import all_wordings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from modylbench.scenarios.channels.script import ChannelMoment, PersonsAct
    from modylbench.scenarios.drawing.plot import Beat
    from modylbench.scenarios.loader import ScenarioSource


def published_channels(
    source: ScenarioSource, seed: int, beats: Sequence[Beat], truth: Mapping[str, Any]
) -> dict[str, Any]:
    """The fields of a published scenario that speak of channels, placeholders still in them.

    What stands in a beat that a shorter meeting does not have is left out; the base form has none.
    """
    script = source.template.channels
    if script is None:
        return {}
    places = turn_indexes(beats)
    acts = [act for act in script.acts if _is_played(act, places, source, truth)]
    moments = [use for use in script.moments if _is_played(use, places, source, truth)]
    return {
        "channel_uses": _in_order([_at(use, places) for use in moments]),
        "channel_acts": _in_order(
            [{**_at(act, places), "text": _drawn_wording(act, source, seed)} for act in acts]
        ),
    }


def turn_indexes(beats: Iterable[Beat]) -> dict[tuple[str, int], int]:
    """The index of every turn by its beat and its place in it: 0 opens it."""
    places: dict[tuple[str, int], int] = {}
    index = 1
    for beat in beats:
        for slot in range(1 + len(beat.follow_ups)):
            places[beat.name, slot] = index
            index += 2
    return places


def _is_played(
    entry: ChannelMoment | PersonsAct,
    places: Mapping[tuple[str, int], int],
    source: ScenarioSource,
    truth: Mapping[str, Any],
) -> bool:
    return (entry.beat, entry.slot) in places and fits(entry.where, truth, source)


def _at(entry: ChannelMoment | PersonsAct, places: Mapping[tuple[str, int], int]) -> dict[str, Any]:
    """The entry as published, but for its words."""
    fields = entry.model_dump(exclude={"beat", "slot", "where", "say"})
    return {"turn_index": places[entry.beat, entry.slot], **fields}


def _drawn_wording(act: PersonsAct, source: ScenarioSource, seed: int) -> str:
    card, wordings = source.template.card, all_wordings(act.say)
    if card.is_canonical(seed):
        return wordings[0]
    return card.draw(seed, "channel", act.id).one_of(wordings)


def _in_order(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """In the order of the turns."""
    return sorted(entries, key=lambda entry: entry["turn_index"])
