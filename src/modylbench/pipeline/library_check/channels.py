"""Whether an extended scenario lets an agent's use of channels be measured at a seed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from modylbench.evaluation.channels.chat import content_worth
from modylbench.evaluation.channels.valence import alignment
from modylbench.products.finding.find import FoundNumber, find_number
from modylbench.products.quantities.quantity import NumberSought
from modylbench.products.reading.index import index
from modylbench.recording.marks import RefusedMark, read_emoji
from modylbench.scenarios.channels.script import CHANNELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.scenarios.channels.uses import ExpectedUse
    from modylbench.scenarios.scenario import Scenario
    from modylbench.scenarios.variant import Variant

FEWEST_USES = 2  # ours: of each channel, so that one slip is not all that is known
GOOD = 0.9  # ours: what a perfect agent sends is worth as much by what code can tell


def wrong_channels(variant: Variant) -> Iterator[tuple[str, str]]:
    """What is wrong with the moments of an extended form; of a base form nothing is asked."""
    script = variant.source.template.channels
    if script is None:
        return
    scenario = variant.scenario
    whole = {moment.id for moment in script.moments if not moment.where}
    for name in sorted(whole - {use.id for use in scenario.channel_uses}):
        yield f"moment {name}", "its beat or follow-up is not played"
    yield from _wrong_counts(scenario)
    acts = {act.id for act in scenario.channel_acts}
    for use in scenario.channel_uses:
        if use.after and use.after not in acts:
            yield f"moment {use.id}", f"waits for {use.after}, which nobody does at this seed"
        yield from ((f"moment {use.id}", text) for text in _why_no_model(use, variant))
    for act in scenario.channel_acts:
        if act.channel == "reaction":
            yield from ((f"act {act.id}", text) for text in _why_no_emoji(act.text))


def _wrong_counts(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Channels that are hardly used, and turns in which one is to be used twice."""
    counts = Counter(use.channel for use in scenario.channel_uses)
    for channel in CHANNELS:
        if counts[channel] < FEWEST_USES:
            text = f"found {counts[channel]} moments, expected {FEWEST_USES} or more"
            yield f"channel {channel}", f"{text}: otherwise its use cannot be measured"
    turns = Counter((use.turn_index, use.channel) for use in scenario.channel_uses)
    for (turn_index, channel), count in sorted(turns.items()):
        if count > 1:
            yield f"turn {turn_index}", f"found {count} moments of the {channel}, expected one"


def _why_no_model(use: ExpectedUse, variant: Variant) -> Iterator[str]:
    """Why what a perfect agent sends is no good use by what code can tell."""
    if use.channel == "reaction":
        yield from _why_no_emoji(use.model)
        fits = alignment(use.model, use.valence or "neutral")
        if fits is None or fits < GOOD:
            yield f"found the model {use.model}, expected an emoji that is {use.valence}"
    elif use.channel == "chat":
        worth = content_worth(use.model, use, use.model)
        if worth < GOOD:
            yield f"its model is worth {worth:.2f}, expected all that it `holds`, as {use.content}"
    else:
        yield from _why_not_shown(use, variant)


def _why_no_emoji(text: str) -> Iterator[str]:
    try:
        read_emoji(text)
    except RefusedMark as error:
        yield str(error)


def _why_not_shown(use: ExpectedUse, variant: Variant) -> Iterator[str]:
    """Why nobody can point at the target in what a perfect agent shows then."""
    quantity = next((q for q in variant.scenario.quantities if q.id == use.quantity), None)
    if not isinstance(quantity, NumberSought) or not quantity.at:
        yield f"its quantity {use.quantity!r} is no number with a place `at`, expected one"
        return
    reached = frozenset(
        name
        for slot in variant.scenario.human_turns()
        if slot.turn_index <= use.turn_index
        for name in slot.reaches
    )
    shown = [index(p) for p in variant.products_at(reached) if p.id == quantity.product]
    if not isinstance(find_number(quantity, shown), FoundNumber):
        yield f"a perfect agent does not show {quantity.id} in turn {use.turn_index}"
