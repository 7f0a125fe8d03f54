"""What is sent in channels is kept as what it is, bounded, and refused with an answer."""

import json
from pathlib import Path

import pytest
from tests.staging.meetings import (
    AgentTools,
    AnsweringAgent,
    Setup,
    answer_politely,
    fault_codes,
    hold_meeting,
    short_scenario,
)

from modylbench.meeting.capture.allowance import MOST_MESSAGES
from modylbench.meeting.room import ANNOTATION, REACTION, TARGET
from modylbench.recording.events import Annotation, Reaction, Utterance
from modylbench.recording.transcript import turn_lines
from modylbench.scenarios.channels.uses import ChannelAct
from modylbench.scenarios.scenario import Scenario

FLOOD = 10_000


def with_acts(*acts: ChannelAct) -> Scenario:
    return short_scenario(1, channel_acts=acts)


def act(channel: str, text: str, *, after_s: float = 0.5, product: str | None = None) -> ChannelAct:
    return ChannelAct(
        turn_index=1,
        id=f"an_{channel}",
        speaker="priya_nair",
        channel=channel,  # type: ignore[arg-type]  # one of the three
        after_s=after_s,
        text=text,
        product=product,
        at="/sheets/a" if product else "",
    )


def test_a_reaction_says_what_it_is_to(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        await desk.connection.send_text("👍", REACTION, {TARGET: "priya_nair"})
        await desk.say("Yes.")

    [reaction] = hold_meeting(AnsweringAgent(answer), tmp_path).turns[0].agent.reactions

    assert (reaction.emoji, reaction.target) == ("👍", "priya_nair")


def test_who_sends_no_emoji_is_told_and_charged(tmp_path: Path) -> None:
    agent = AnsweringAgent(answer_politely)

    async def answer(desk: AgentTools) -> None:
        await desk.connection.send_text("<script>", REACTION, {})
        await desk.connection.send_text('{"type": "Annotation"}', ANNOTATION, {})
        await desk.clock.sleep(2.0)
        await desk.say("Yes.")

    agent = AnsweringAgent(answer)
    recording = hold_meeting(agent, tmp_path)

    assert fault_codes(recording) == [
        ("agent", "reaction_refused"), ("agent", "annotation_refused"),
    ]  # fmt: skip
    assert agent.desk is not None
    codes = [json.loads(reply)["error"]["code"] for reply in agent.desk.replies]
    assert codes == ["REACTION_REFUSED", "ANNOTATION_REFUSED"]
    assert "expected one emoji" in agent.desk.replies[0]
    assert recording.is_valid


def test_ten_thousand_reactions_in_a_second_are_bounded_and_counted(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        await desk.say("Yes.")
        for _ in range(FLOOD):
            await desk.connection.send_text("👍", REACTION, {})

    recording = hold_meeting(AnsweringAgent(answer), tmp_path)

    [turn] = recording.turns
    assert len(turn.agent.reactions) == MOST_MESSAGES
    assert [code for _, code in fault_codes(recording)] == ["flood"]
    thrown = sum(
        int(words.rpartition(" ")[2].replace(",", ""))
        for words in recording.faults[0].detail.removeprefix("thrown away: ").split(", ")
        if "bytes" not in words
    )
    assert thrown + MOST_MESSAGES == FLOOD
    assert recording.is_valid
    assert turn.agent.outcome == "answered"
    assert turn.agent.ended_s - turn.human.ended_s < 10.0


def test_people_react_annotate_and_write_each_as_what_it_is(tmp_path: Path) -> None:
    acts = (
        act("reaction", "👏"),
        act("annotation", "Here", product="lbo_model"),
        act("chat", "Note this."),
    )

    recording = hold_meeting(
        AnsweringAgent(answer_politely), tmp_path, Setup(scenario=with_acts(*acts))
    )

    [turn] = recording.turns
    reaction, annotation = turn.marks
    assert isinstance(reaction, Reaction)
    assert (reaction.emoji, reaction.sender) == ("👏", "priya_nair")
    assert isinstance(annotation, Annotation)
    assert (annotation.mark.surface_id, annotation.mark.pointer) == ("lbo_model", "/sheets/a")
    [written] = [said for said in turn.around if said.channel == "chat"]
    assert isinstance(written, Utterance)
    assert (written.text, written.planned and written.planned.line) == ("Note this.", "an_chat")
    assert [*turn.agent.reactions, *turn.agent.annotations, *turn.agent.chat] == []
    assert reaction.at_s - turn.human.started_s == pytest.approx(0.5, abs=0.11)
    assert fault_codes(recording) == []
    lines = "\n".join(turn_lines(turn, {}))
    assert "[reacts 👏]" in lines
    assert "[annotates lbo_model /sheets/a (highlight): Here]" in lines


def test_an_act_after_the_words_is_waited_for(tmp_path: Path) -> None:
    late = with_acts(act("reaction", "👏", after_s=5.0))

    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, Setup(scenario=late))

    assert len(recording.turns[0].marks) == 1
    assert recording.is_valid
