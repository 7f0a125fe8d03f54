"""Small conversations for tests, written as lines: who, to whom, from when to when, what."""

from collections.abc import Sequence
from dataclasses import replace

from modylbench.evaluation.dynamics.conversation import (
    MeasuredConversation,
    WordlessAct,
    conversation_of_talk,
)
from modylbench.evaluation.dynamics.norms import Distribution, Norms, SpeakingShareNorm
from modylbench.recording.events import Utterance
from modylbench.recording.talk import talk_of

NAMES = {"ann": "Ann Lee", "bob": "Bob Day", "cat": "Cat Moss"}
STEPS = 100


def straight(low: float, high: float) -> Distribution:
    """Every value between two equally likely."""
    return Distribution(
        n=1000, quantiles=tuple(low + (high - low) * step / STEPS for step in range(STEPS + 1))
    )


NORMS = Norms(
    name="made-up",
    version="1",
    source="a test",
    meetings=100,
    people=400,
    offsets_s=straight(-1.0, 3.0),
    yields_s=straight(0.0, 4.0),
    collisions_s=straight(0.0, 4.0),
    premature_entries=straight(0.0, 1.0),
    backchannels_per_minute=straight(0.0, 4.0),
    speaking_shares=tuple(
        SpeakingShareNorm(people=4, rank=rank, n=100, p10=low, median=middle, p90=high)
        for rank, low, middle, high in (
            (1, 0.30, 0.40, 0.55), (2, 0.20, 0.25, 0.32), (3, 0.13, 0.20, 0.25),
            (4, 0.06, 0.13, 0.20),
        )
    ),
)  # fmt: skip
Line = tuple[str, str, float, float, str]


def conversation(lines: Sequence[Line], acts_s: Sequence[float] = ()) -> MeasuredConversation:
    """Whoever is none of the three is the agent; nobody is addressed by an empty name."""
    said = tuple(
        Utterance(
            id=f"u{number}",
            speaker=who,
            addressees=(to,) if to else (),
            text=text,
            started_s=start_s,
            ended_s=end_s,
        )
        for number, (who, to, start_s, end_s, text) in enumerate(lines)
    )
    made = conversation_of_talk(talk_of(said), "agent")
    return replace(
        made,
        people=tuple(NAMES),
        ranks=(3,),
        utterances=said,
        names=NAMES,
        titles={"ann": "CFO"},
        chairs=frozenset({"ann"}),
        acts=tuple(WordlessAct("surface", at_s) for at_s in acts_s),
    )
