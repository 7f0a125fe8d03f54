"""People talk to each other around a request, and speak into the agent's answer."""

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.staging.meetings import (
    WORDS_S,
    AgentTools,
    AnsweringAgent,
    Hum,
    Setup,
    fault_codes,
    hold_meeting,
    short_scenario,
)
from typing_extensions import override

from modylbench.agents.agent import HeardTurn, OverheardWords, Seat
from modylbench.agents.reference.display import Display
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.agents.reference.playbook import Playbook
from modylbench.agents.seating.attendee import AgentAttendee
from modylbench.agents.seating.timing import MeasuredTiming
from modylbench.foundation.draw import Draw
from modylbench.meeting.room import TRANSCRIPTION
from modylbench.meeting.side_talk import LETS_SPEAK_S, YIELDS_WITHIN_S
from modylbench.providers.speech.speech import TextToSpeech
from modylbench.recording.events import PresenceChange, Utterance, VoiceSpan
from modylbench.recording.recording import MeetingRecording
from modylbench.recording.talk import floors, overlaps, talk_of
from modylbench.recording.transcript import turn_lines
from modylbench.scenarios import catalogue
from modylbench.scenarios.scenario import Cue, Scenario, SpokenLine
from modylbench.scenarios.script import Manner, Trigger
from modylbench.scenarios.template import Participant
from modylbench.scenarios.variant import instantiate

LONG = "One thing after the other is said here. " * 12
"""Half a minute and more, without sound."""
TOLERANCE_S = 0.15

every_voice = pytest.mark.parametrize("voice", [None, Hum()], ids=["words only", "with sound"])


class Listening:
    """An agent that says one thing to every request and remembers what it heard."""

    def __init__(self, *answers: str) -> None:
        self._answers = answers
        self.heard: list[HeardTurn] = []

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        self.heard.append(heard)
        await seat.say(self._answers[min(len(self.heard), len(self._answers)) - 1])
        await seat.wait_for_playout()


class NeverStopping:
    """An agent that begins anew whenever it has been silenced."""

    def __init__(self) -> None:
        self.asked = 0

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:  # noqa: ARG002
        self.asked += 1
        if self.asked == 1:
            for _ in range(40):
                await seat.play(bytes(24_000) * 2, 24_000, "And on it goes.")
            await seat.wait_for_playout()


class Barging:
    """An agent that speaks as soon as anybody does, whoever is meant."""

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:  # noqa: ARG002
        await seat.say("Yes.")

    async def overhear(self, speaker: str, seat: Seat) -> None:  # noqa: ARG002
        await seat.say("Let me answer that for you, all of it.")


def of_many(**update: Any) -> Scenario:
    """One request in a meeting of four people."""
    script = short_scenario(1)
    first = script.participants[0]
    people = [
        Participant(identity=name, role=name, persona=f"{name.title()}, one.", voice=first.voice)
        for name in ("chair", "owner", "late")
    ]
    (turn,) = script.turns
    turn = turn.model_copy(update={"attachments": (), "wait_for_agent_sec": 20.0, **update})
    return script.model_copy(update={"turns": (turn,), "participants": (first, *people)})


def line(name: str, speaker: str, **update: Any) -> SpokenLine:
    settings: dict[str, Any] = {"to": ("all",), "text": f"This is what I say, {name}."} | update
    return SpokenLine(id=name, speaker=speaker, **settings)


def hold_with(
    agent: Any, folder: Path, scenario: Scenario, voice: TextToSpeech | None = None
) -> MeetingRecording:
    attendee = AgentAttendee(lambda: agent, MeasuredTiming(is_measured=False), voice, "agent")
    return hold_meeting(attendee, folder, Setup(scenario=scenario, voice=voice))


def spoken(recording: MeetingRecording) -> dict[str, Utterance]:
    """What people said around the request, by the line's id; of several the last."""
    said = [event for event in recording.events if isinstance(event, Utterance)]
    return {event.planned.line: event for event in said if event.planned and event.planned.line}


@every_voice
def test_people_talk_to_each_other_and_the_agent_is_not_asked(
    tmp_path: Path, voice: TextToSpeech | None
) -> None:
    before = (line("a", "chair", to=("owner",)), line("b", "owner", to=("chair",), offset_s=0.3))
    agent = Listening("That is done.")

    recording = hold_with(agent, tmp_path, of_many(before=before), voice)

    (heard,) = agent.heard
    assert heard.addressees == ("agent",)
    assert heard.overheard == (
        OverheardWords("chair", ("owner",), before[0].text),
        OverheardWords("owner", ("chair",), before[1].text),
    )
    said = spoken(recording)
    assert [(said[name].speaker, said[name].addressees) for name in "ab"] == [
        ("chair", ("owner",)),
        ("owner", ("chair",)),
    ]
    assert said["b"].started_s - said["a"].ended_s == pytest.approx(0.3, abs=TOLERANCE_S)
    assert recording.ending == "completed"
    assert not recording.faults
    assert [turn.human.text for turn in recording.turns] == [of_many().turns[0].human_utterance]


@every_voice
@pytest.mark.parametrize("offset_s", [-0.9, -0.3, 0.0, 0.8])
def test_lines_overlap_as_their_offsets_say(
    tmp_path: Path, voice: TextToSpeech | None, offset_s: float
) -> None:
    before = (line("a", "chair"), line("b", "owner", offset_s=offset_s))

    recording = hold_with(Listening("Done."), tmp_path, of_many(before=before), voice)

    said = spoken(recording)
    assert said["b"].started_s - said["a"].ended_s == pytest.approx(offset_s, abs=TOLERANCE_S)
    overlapping = [
        (overlap.first, overlap.second) for overlap in overlaps(talk_of(recording.events))
    ]
    assert (("chair", "owner") in overlapping) == (offset_s < 0)


def test_the_sound_of_side_talk_is_kept(tmp_path: Path) -> None:
    before = (line("a", "chair"), line("b", "owner", offset_s=0.5))

    recording = hold_with(Listening("Done."), tmp_path, of_many(before=before), Hum())

    (exchange,) = recording.exchanges
    said = spoken(recording)
    assert exchange.room is not None
    assert exchange.room.started_s <= said["a"].started_s + TOLERANCE_S
    voices = {span.identity for span in recording.events if isinstance(span, VoiceSpan)}
    assert {"chair", "owner", "agent"} <= voices


@every_voice
def test_one_of_two_who_start_at_once_gives_way(tmp_path: Path, voice: TextToSpeech | None) -> None:
    before = (
        line("a", "chair", gives_way_s=0.5, text="I was about to say that we should look at it."),
        line("b", "owner", after="a", offset_s=-1.5),
    )

    recording = hold_with(Listening("Done."), tmp_path, of_many(before=before), voice)

    said = spoken(recording)
    assert (said["a"].ending, said["a"].cut_off_by) == ("cut_off", "owner")
    assert said["a"].ended_s - said["b"].started_s == pytest.approx(0.5, abs=TOLERANCE_S)
    assert before[0].text.startswith(said["a"].text)
    assert said["a"].text != before[0].text
    assert said["b"].ending == "whole"


@pytest.mark.parametrize(("yielding", "going_on"), [("a", "b"), ("b", "a")])
def test_of_two_who_begin_at_the_same_moment_the_one_who_gives_way_breaks_off(
    tmp_path: Path, yielding: str, going_on: str
) -> None:
    texts = {"a": "I was about to say that we look at it.", "b": "What I wanted to say is this."}
    speakers = {"a": "chair", "b": "owner"}
    before = (line("opens", "late"), *(
        line(name, speakers[name], after="opens", offset_s=0.4, text=text,
             gives_way_s=0.5 if name == yielding else None)
        for name, text in texts.items()
    ))  # fmt: skip

    recording = hold_with(Listening("Done."), tmp_path, of_many(before=before))

    said = spoken(recording)
    assert said["a"].started_s == said["b"].started_s
    assert (said[yielding].ending, said[yielding].cut_off_by) == ("cut_off", speakers[going_on])
    assert said[going_on].ending == "whole"
    held_s = said[yielding].ended_s - said[yielding].started_s
    assert held_s == pytest.approx(0.5, abs=TOLERANCE_S)


@every_voice
def test_every_word_that_people_say_has_its_time(
    tmp_path: Path, voice: TextToSpeech | None
) -> None:
    before = (
        line("a", "chair", gives_way_s=0.5, text="I was about to say that we should look at it."),
        line("b", "owner", after="a", offset_s=-1.0),
        line("note", "owner", to=("agent",), channel="chat"),
    )

    recording = hold_with(Listening("Done."), tmp_path, of_many(before=before), voice)

    said = spoken(recording)
    people = [words for words in recording.utterances if words.speaker != "agent"]
    for words in people:
        if words.channel == "voice":
            assert " ".join(word.text for word in words.words) == words.text
            assert words.words[0].started_s == words.started_s
            assert words.words[-1].ended_s <= words.ended_s
    assert said["a"].words[-1].ended_s == pytest.approx(said["a"].ended_s, abs=0.4)
    assert said["b"].words[-1].ended_s == pytest.approx(said["b"].ended_s, abs=0.03)
    assert said["note"].words == ()


def test_one_who_trails_off_is_recorded_so(tmp_path: Path) -> None:
    before = (
        line("a", "chair", to=("owner",), text="Well, I had rather thought that..."),
        line("b", "owner", to=("chair",), offset_s=0.3),
    )

    recording = hold_with(Listening("Done."), tmp_path, of_many(before=before))

    said = spoken(recording)
    assert (said["a"].ending, said["b"].ending) == ("trailed_off", "whole")
    assert said["a"].text == before[0].text
    text = "\n".join(turn_lines(recording.turns[0], recording.names_by_identity()))
    assert "(to Owner) Well, I had rather thought that... [trails off]" in text


def test_somebody_comes_late_and_somebody_leaves_early(tmp_path: Path) -> None:
    before = (
        line("sorry", "late", arrives=True),
        line("bye", "owner", departs=True),
    )

    recording = hold_with(Listening("Done."), tmp_path, of_many(before=before))

    changes = [
        (event.kind, event.identity)
        for event in recording.events
        if isinstance(event, PresenceChange) and event.identity in {"late", "owner"}
    ]
    assert ("joined", "late") in changes
    assert ("left", "owner") in changes
    joined_s = next(
        event.at_s
        for event in recording.events
        if isinstance(event, PresenceChange) and event.identity == "late"
    )
    assert joined_s <= spoken(recording)["sorry"].started_s
    here = [person.identity for person in recording.participants]
    assert here[1:] == ["chair", "owner", "late", "agent"]
    assert not recording.faults


@every_voice
def test_an_agent_that_speaks_on_is_interrupted_and_yields(
    tmp_path: Path, voice: TextToSpeech | None
) -> None:
    cue = Cue(
        id="cut_in",
        speaker="owner",
        trigger=Trigger(agent_speaks_s=1.0),
        text="Sorry, may I? Just the number, please, nothing else.",
        if_agent_yields="Thanks. So how much is it?",
    )
    agent = Listening(LONG, "It is 42.")

    recording = hold_with(agent, tmp_path, of_many(during=(cue,)), voice)

    assert len(agent.heard) == 2
    assert cue.text in agent.heard[1].text
    assert "how much is it" in agent.heard[1].text
    (turn,) = recording.turns
    cut, *_, last = turn.agent.said
    assert (cut.ending, cut.cut_off_by) == ("cut_off", "owner")
    assert (last.text, last.ending) == ("It is 42.", "whole")
    assert turn.agent.outcome == "answered"
    assert fault_codes(recording) == []
    onset_s = min(
        event.started_s
        for event in recording.events
        if isinstance(event, Utterance) and event.speaker == "owner"
    )
    assert 0.0 < cut.ended_s - onset_s < YIELDS_WITHIN_S


@pytest.mark.parametrize(
    ("answer", "is_drawn_in"),
    [
        ("It is done. Owner, does that match what you have?", True),
        ("It is done, and the rates are Owner's. Does that match what you have, Late?", False),
    ],
)
def test_a_quiet_one_speaks_when_drawn_in_by_name(
    answer: str, tmp_path: Path, *, is_drawn_in: bool
) -> None:
    trigger = Trigger(agent_draws_in=True)
    cue = Cue(id="agrees", speaker="owner", trigger=trigger, text="It does.", manner="backchannel")

    recording = hold_with(Listening(answer), tmp_path, of_many(during=(cue,)))

    assert ("agrees" in spoken(recording)) is is_drawn_in


def test_one_who_is_not_given_way_speaks_up_again_and_gives_up(tmp_path: Path) -> None:
    cue = Cue(
        id="cut_in",
        speaker="owner",
        trigger=Trigger(agent_says=("on it goes",)),
        text="Sorry.",
        if_not="Sorry, sorry, one second.",
        retries=2,
    )

    class Deaf(NeverStopping):
        async def overhear(self, speaker: str, seat: Seat) -> None:  # noqa: ARG002
            for _ in range(5):
                await seat.wait(0.7)
                await seat.play(bytes(24_000) * 2, 24_000, "And on it goes.")

    recording = hold_with(Deaf(), tmp_path, of_many(during=(cue,)))

    texts = [
        event.text
        for event in recording.events
        if isinstance(event, Utterance) and event.speaker == "owner"
    ]
    assert texts[0] == "Sorry."
    assert texts[1:] == ["Sorry, sorry, one second."] * (len(texts) - 1)
    assert 1 <= len(texts) <= 3
    assert recording.ending == "completed"


@pytest.mark.parametrize("manner", ["backchannel", "laughter"])
def test_a_sound_of_listening_ends_no_answer_and_asks_nothing(
    tmp_path: Path, manner: Manner
) -> None:
    cue = Cue(
        id="mm",
        speaker="chair",
        trigger=Trigger(agent_speaks_s=1.5),
        text="Mm-hm.",
        manner=manner,
    )
    agent = Listening(LONG)

    recording = hold_with(agent, tmp_path, of_many(during=(cue,)))

    assert len(agent.heard) == 1
    (turn,) = recording.turns
    (said,) = turn.agent.said
    assert said.ending == "whole"
    assert spoken(recording)["mm"].manner == manner
    assert said.started_s < spoken(recording)["mm"].started_s < said.ended_s


@every_voice
def test_nobody_says_two_things_at_once(tmp_path: Path, voice: TextToSpeech | None) -> None:
    text = "Sorry, could I ask something about all of that before you go on?"
    trigger = Trigger(agent_speaks_s=1.5)
    asks = Cue(id="asks", speaker="owner", trigger=trigger, text=text)
    murmurs = Cue(
        id="murmurs", speaker="owner", trigger=trigger, text="Mm-hm.", manner="backchannel"
    )

    recording = hold_with(Listening(LONG, "Yes."), tmp_path, of_many(during=(asks, murmurs)), voice)

    said = sorted(spoken(recording).values(), key=lambda words: words.started_s)
    assert [words.speaker for words in said] == ["owner", "owner"]
    assert said[0].ended_s <= said[1].started_s
    assert [words.ending for words in said] == ["whole", "whole"]


def test_a_cue_whose_trigger_never_holds_is_not_said(tmp_path: Path) -> None:
    cue = Cue(id="never", speaker="owner", trigger=Trigger(agent_speaks_s=200.0), text="Stop it.")

    recording = hold_with(Listening("Short."), tmp_path, of_many(during=(cue,)))

    assert "never" not in spoken(recording)
    assert recording.ending == "completed"


async def answer_at_once(desk: AgentTools) -> None:
    """Say all of one sentence before the question has ended, for longer than that lasts."""
    await desk.clock.sleep(0.5)
    writer = await desk.connection.open_text(TRANSCRIPTION, {})
    await writer.write("It is done and all of it adds up, from the first line to the last.")
    await desk.clock.sleep(6.0)
    await writer.close()


async def stay_silent(desk: AgentTools) -> None:
    """Nothing is left to say."""


def test_a_sentence_that_begins_before_the_last_word_is_an_answer(tmp_path: Path) -> None:
    agent = AnsweringAgent(stay_silent, begun=answer_at_once)
    asked = of_many(human_utterance="How much is it now, all together?")

    recording = hold_meeting(agent, tmp_path, Setup(scenario=asked, voice=None))

    (turn,) = recording.turns
    (said,) = turn.agent.said
    assert said.started_s < turn.human.ended_s < said.ended_s
    assert turn.agent.outcome == "answered"
    assert recording.exchanges[0].ended_s < said.ended_s + 3.0


class Showing:
    """An agent that shows the work of another seed, or of this one, and goes on about it."""

    def __init__(self, seed: int) -> None:
        self._products = instantiate(catalogue.scenario("financial_analyst"), seed).final_products

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:  # noqa: ARG002
        for messages in Display().messages(self._products):
            await seat.show(messages)
        await seat.say(LONG)
        await seat.wait_for_playout()


@pytest.mark.parametrize(("seed", "is_wrong"), [(0, False), (1, True)])
def test_somebody_cuts_in_on_a_wrong_figure_on_show(
    tmp_path: Path, seed: int, *, is_wrong: bool
) -> None:
    cue = Cue(
        id="wrong",
        speaker="owner",
        trigger=Trigger(agent_shows_wrong="purchase_ev"),
        text="Hang on, that price isn't right.",
    )

    recording = hold_with(Showing(seed), tmp_path, of_many(during=(cue,)))

    assert ("wrong" in spoken(recording)) == is_wrong
    assert recording.ending == "completed"


def test_an_agent_that_speaks_into_side_talk_is_seen_to(tmp_path: Path) -> None:
    before = (
        line("a", "chair", to=("owner",)),
        line("b", "owner", to=("chair",), offset_s=0.4),
    )

    recording = hold_with(Barging(), tmp_path, of_many(before=before), Hum())

    agents = [overlap for overlap in overlaps(talk_of(recording.events)) if "agent" in (
        overlap.first, overlap.second
    )]  # fmt: skip
    assert agents
    said = spoken(recording)
    assert any(said["a"].started_s <= overlap.started_s <= said["b"].ended_s for overlap in agents)


@every_voice
def test_the_same_meeting_leaves_the_same_bytes(tmp_path: Path, voice: TextToSpeech | None) -> None:
    before = (
        line("a", "chair", gives_way_s=0.4),
        line("b", "owner", offset_s=-1.0),
        line("c", "late", arrives=True, offset_s=0.2),
    )
    cue = Cue(id="x", speaker="owner", trigger=Trigger(agent_speaks_s=1.0), text="One moment.")
    kept: list[dict[str, bytes]] = []
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        script = of_many(before=before, during=(cue,))
        recording = hold_with(Listening(LONG, "Yes."), folder, script, voice)
        files = {file.path: (folder / file.path).read_bytes() for file in recording.files()}
        kept.append(files | {"recording": recording.model_dump_json().encode()})

    assert kept[0] == kept[1]


def test_eight_people_speak_in_order(tmp_path: Path) -> None:
    scenario = of_many()
    names = [f"person_{number}" for number in range(8)]
    people = tuple(
        Participant(identity=name, role="member", persona=f"{name}, one.", voice="female_us_40s")
        for name in names
    )
    before = tuple(line(f"line_{name}", name, offset_s=0.2) for name in names)
    script = of_many(before=before).model_copy(
        update={"participants": (scenario.participants[0], *people)}
    )

    recording = hold_with(Listening("Done."), tmp_path, script, Hum())

    said = spoken(recording)
    starts = [said[f"line_{name}"].started_s for name in names]
    assert all(
        later - earlier == pytest.approx(WORDS_S + 0.2, abs=TOLERANCE_S)
        for earlier, later in pairwise(starts)
    )
    held = [floor.holder for floor in floors(talk_of(recording.events))]
    assert held[:8] == names


def test_the_transcript_tells_who_spoke_to_whom_and_over_whom(tmp_path: Path) -> None:
    before = (
        line("a", "chair", to=("owner",), gives_way_s=0.5, text="So what did you book, in total?"),
        line("b", "owner", to=("chair",), after="a", offset_s=-1.2, text="As of this morning 412."),
    )
    cue = Cue(id="x", speaker="chair", trigger=Trigger(agent_speaks_s=1.0), text="One moment.")
    script = of_many(before=before, during=(cue,))

    recording = hold_with(Listening(LONG, "Yes."), tmp_path, script)

    (turn,) = recording.turns
    text = "\n".join(turn_lines(turn, recording.names_by_identity()))
    assert "(to Owner) So what did" in text
    assert "[cut off by Owner]" in text
    assert "(to Chair) As of this morning 412. [over Chair]" in text
    assert "(to agent) One moment. [over agent]" in text
    assert text.index("As of this morning") < text.index(turn.human.text[:20])


def test_what_is_written_to_the_agent_alone_reaches_nobody_else_and_asks_nothing(
    tmp_path: Path,
) -> None:
    note = line("note", "owner", to=("agent",), channel="chat", text="Not aloud: she is leaving.")
    agent = Listening("That is done.")

    recording = hold_with(agent, tmp_path, of_many(before=(note,)))

    (heard,) = agent.heard
    (told,) = heard.overheard
    assert (told.text, told.addressees, told.is_private) == (note.text, ("agent",), True)
    assert spoken(recording)["note"].is_private
    shown = "\n".join(turn_lines(recording.turns[0], {}))
    assert "(to agent) Not aloud: she is leaving. [privately]" in shown


def test_the_oracle_answers_who_cuts_in_and_then_says_the_rest(tmp_path: Path) -> None:
    told = [f"Part {number} of what you asked for is in the table now." for number in range(1, 7)]
    cue = Cue(
        id="cut_in",
        speaker="chair",
        trigger=Trigger(agent_speaks_s=8),
        text="Sorry, in dollars?",
        answer="In dollars, all of it.",
    )
    scenario = of_many(model_answer=" ".join(told), during=(cue,))
    variant: Any = SimpleNamespace(scenario=scenario, products_at=lambda _: (), free_form=None)
    oracle = OracleAgent(Playbook(variant), Draw("pace"))

    recording = hold_with(oracle, tmp_path, scenario)

    (turn,) = recording.turns
    whole = [words.text for words in turn.agent.said if words.is_whole]
    answered = whole.index(cue.answer)
    assert 0 < answered < len(told)
    assert [text for text in whole if text != cue.answer] == told


def test_an_agent_between_two_sentences_gives_way_when_it_speaks_again(tmp_path: Path) -> None:
    class Pausing(Listening):
        """Says it sentence by sentence, with a breath between."""

        @override
        async def answer(self, heard: HeardTurn, seat: Seat) -> None:
            self.heard.append(heard)
            for _ in range(4):
                await seat.say("One more thing is said here, and then there is a breath.")
                await seat.wait_for_playout()
                await seat.wait(0.8)

    cue = Cue(
        id="cut_in",
        speaker="owner",
        trigger=Trigger(agent_pauses_s=0.4),
        text="Sorry, one moment, may I ask something about it before you go on with all of that?",
        if_agent_yields="Thanks.",
    )

    recording = hold_with(Pausing(), tmp_path, of_many(during=(cue,)))

    (turn,) = recording.turns
    asked = turn.around[0]
    cut = [words for words in turn.agent.said if words.cut_off_by == "owner"]
    assert len(cut) == 1
    assert asked.started_s < cut[0].started_s < cut[0].ended_s < asked.ended_s


class Remarking(Listening):
    """An agent that says something to all that people say to each other."""

    async def remark(self, words: OverheardWords, seat: Seat) -> None:  # noqa: ARG002
        await seat.say("I think so too, and I have more to say about it, so let me go on.")


def test_people_let_an_agent_speak_that_was_not_asked_and_then_speak_over_it(
    tmp_path: Path,
) -> None:
    lines = ("a", "b", "c")
    before = tuple(line(name, "chair", offset_s=0.6, text="Let us begin.") for name in lines)

    recording = hold_with(Remarking("Done."), tmp_path, of_many(before=before))

    said = spoken(recording)
    waited_s = said["b"].started_s - said["a"].ended_s
    assert waited_s == pytest.approx(0.6 + LETS_SPEAK_S, abs=TOLERANCE_S)
    own = {floor.holder for floor in floors(talk_of(recording.events))}
    assert "agent" in own
    assert recording.ending == "completed"
