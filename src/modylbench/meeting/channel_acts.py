"""What people do in channels while somebody asks the agent: reactions, annotations, messages."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from modylbench.meeting.capture.collector import POLL_S
from modylbench.meeting.synthetic_user import UtterancePlan
from modylbench.recording.events import PlannedLine
from modylbench.recording.marks import POINTER
from modylbench.scenarios.script import EVERYBODY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.collector import Collector
    from modylbench.meeting.synthetic_user import SyntheticUser
    from modylbench.scenarios.channels.uses import ChannelAct

CONTEXT = "http://www.w3.org/ns/anno.jsonld"


async def play_acts(
    acts: Sequence[ChannelAct],
    people: Mapping[str, SyntheticUser],
    collector: Collector,
    clock: Clock,
) -> None:
    """Return when each has been done, so long after the words of the request began."""
    async with asyncio.TaskGroup() as acting:
        for act in acts:
            if act.speaker in people:
                acting.create_task(_play(act, people[act.speaker], collector, clock))


async def _play(act: ChannelAct, person: SyntheticUser, collector: Collector, clock: Clock) -> None:
    while collector.state.exchange.words_started_s is None:
        await clock.sleep(POLL_S)
    await clock.sleep(act.after_s)
    if act.channel == "chat":
        planned = PlannedLine(alternative=0, line=act.id)
        words = UtterancePlan(act.text, (EVERYBODY,), planned, channel="chat")
        await person.utter(words, collector)
    elif act.channel == "reaction":
        await person.react(act.text, collector)
    else:
        await person.annotate(json.dumps(annotation_of(act), ensure_ascii=False), collector)


def annotation_of(act: ChannelAct) -> dict[str, object]:
    """What a person draws at a place of a product, as a W3C Web Annotation."""
    selector = {"type": "FragmentSelector", "conformsTo": POINTER, "value": act.at}
    return {
        "@context": CONTEXT,
        "id": f"urn:modyl:{act.id}",
        "type": "Annotation",
        "motivation": "commenting",
        "body": {"type": "TextualBody", "value": act.text},
        "target": {"source": act.product, "selector": selector},
    }
