"""Turns in which an agent is expected to use channels, made by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.channels.geometry import PixelBox
from modylbench.evaluation.channels.turn import ChannelTurn, DrawnMark, Target
from modylbench.recording.events import Annotation, Message, Reaction, Utterance
from modylbench.recording.marks import read_annotation
from modylbench.scenarios.channels.uses import ExpectedUse

if TYPE_CHECKING:
    from collections.abc import Iterable

ASKED_S = 10.0
TARGET = PixelBox(100.0, 100.0, 80.0, 40.0)
FIGURES = "EV $180.0 million | equity $82.5 million"


def expected(channel: str, **fields: Any) -> ExpectedUse:
    """A use of a channel that is expected in turn 3."""
    given = {"turn_index": 3, "id": f"a_{channel}", "channel": channel, "use": "as due"}
    return ExpectedUse.model_validate({**given, "model": "x", **fields}, strict=False)


def turn_with(*uses: ExpectedUse, **fields: Any) -> ChannelTurn:
    """A turn with these uses due at its request's end; targets stand in `TARGET`."""
    return ChannelTurn(
        turn_index=3,
        asked_s=ASKED_S,
        ended_s=ASKED_S + 60.0,
        uses=uses,
        **{
            "triggers": {use.id: ASKED_S for use in uses},
            "targets": {
                use.id: Target("model", (TARGET,), names=("equity",))
                for use in uses
                if use.channel == "annotation"
            },
            **fields,
        },
    )


def drawn(box: PixelBox, *, surface: str = "model", tool: str = "highlight") -> DrawnMark:
    """A drawing of that box."""
    value = f"xywh={box.x:g},{box.y:g},{box.width:g},{box.height:g}"
    text = json.dumps(
        {
            "type": "Annotation",
            "tool": tool,
            "target": {
                "source": surface,
                "selector": {"type": "FragmentSelector", "value": value},
            },
        }
    )
    event = Annotation(
        turn_index=3, sender="agent", mark=read_annotation(text), text=text, at_s=ASKED_S + 2.0
    )
    return DrawnMark(event, box)


def reactions(
    after_s: Iterable[float], emoji: str = "🎉", target: str = ""
) -> tuple[Reaction, ...]:
    """The same emoji at these times after the trigger."""
    return tuple(
        Reaction(turn_index=3, sender="agent", emoji=emoji, target=target, at_s=ASKED_S + seconds)
        for seconds in after_s
    )


def messages(*texts: str, after_s: float = 2.0) -> tuple[Message, ...]:
    """Messages in the chat so long after the trigger."""
    return tuple(
        Message(turn_index=3, sender="agent", text=text, at_s=ASKED_S + after_s) for text in texts
    )


def said(text: str, from_s: float = ASKED_S + 1.0, to_s: float = ASKED_S + 8.0) -> Utterance:
    """What the agent says."""
    return Utterance(
        turn_index=3, id="u9", speaker="agent", text=text, started_s=from_s, ended_s=to_s
    )
