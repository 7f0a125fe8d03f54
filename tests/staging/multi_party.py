"""Meetings of several people with an agent of ours, for tests, and what the views tell of them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import yaml
from tests.staging.meetings import Setup, hold_meeting, short_scenario

from modylbench.agents.catalogue import OWN_AGENTS
from modylbench.agents.choice import MeetingContext
from modylbench.agents.reference.playbook import ReferenceChoice
from modylbench.meeting.side_talk import YIELDS_WITHIN_S
from modylbench.providers.speech.speech import TextToSpeech
from modylbench.recording.events import Utterance
from modylbench.recording.recording import MeetingRecording
from modylbench.recording.talk import Talk, floors, is_backchannel, talk_of
from modylbench.scenarios.catalogue import MARK, write_skeleton
from modylbench.scenarios.scenario import Alternative, Cue, FollowUp, Scenario, SpokenLine
from modylbench.scenarios.script import Trigger
from modylbench.scenarios.template import Participant

NAMES = ("chair", "owner", "sceptic", "analyst", "auditor", "counsel", "buyer", "clerk")
CONFIDENCE = "Between us, the supplier has not signed the rebate yet."
HOLDS_S = 1.0  # SPEC 7: who holds the floor for so long, with as much still to say, is cut in on


def multi_party(people: int = 4, requests: int = 8) -> Scenario:
    """People talk to each other, cut in, confide something, and ask the agent."""
    asked = [_request(number, people) for number in range(requests)]
    return scenario_among(NAMES[:people], asked)


def scenario_among(people: Sequence[str], requests: Sequence[Alternative]) -> Scenario:
    """These people ask one thing after the other, in one turn of the script."""
    first, *rest = requests
    (turn,) = short_scenario(1).turns
    follow_ups = tuple(
        FollowUp(
            turn_index=turn_index(number), purpose="request", reaches=(), alternatives=(asked,)
        )
        for number, asked in enumerate(rest, 1)
    )
    opening = first.model_dump(exclude={"when", "before", "during"})
    turn = turn.model_copy(
        update={**opening, "before": first.before, "during": first.during, "follow_ups": follow_ups}
        | {"attachments": (), "mutations": ()}
    )
    members = tuple(
        Participant(
            identity=name, role=name, persona=f"{name.title()} Lund, {name}.", voice="female_us_40s"
        )
        for name in people
    )
    return short_scenario(1, turns=(turn,), participants=members, edge_cases=())


def turn_index(number: int) -> int:
    """That of the request with this number, from 0."""
    return 2 * number + 1


def _request(number: int, people: int) -> Alternative:
    """A passage of three lines, a request, and at every second one somebody who cuts in."""
    asker, teller = NAMES[number % people], NAMES[(number + 1) % people]
    doubter = NAMES[(number + 2) % people]
    before = [
        _line(f"tells_{number}", teller, doubter, f"We booked number {number} on Monday, in full."),
        _line(f"doubts_{number}", doubter, teller, f"I had position {number} down for next week."),
        _line(f"insists_{number}", teller, doubter, f"No, number {number} is there, I've seen it."),
    ]
    if number == 1:
        note = {"channel": "chat", "to": ("agent",)}
        before.append(_line("note", teller, "agent", CONFIDENCE).model_copy(update=note))
    cut_in = Cue(
        id=f"cut_in_{number}",
        speaker=doubter,
        trigger=Trigger(agent_speaks_s=6.0),
        text=f"Sorry, in what currency is number {number}, in dollars or in euros?",
        answer="In dollars.",
        if_not="One moment, please.",
        retries=1,
    )
    answer = f"Position {number} comes to {number + 40} in the table. It ties with your file. "
    answer += "I have set the check beside it, and it holds. The rest of the page is as it was. "
    answer += "What changed since Monday is marked, line by line, with who changed it and why."
    return Alternative(
        when=None,
        human_utterance=f"And what does position number {number} come to in the table, please?",
        expected_agent_action="Say what it comes to.",
        model_answer=answer,
        speaker=asker,
        channel="voice",
        expected_response_type="answer",
        wait_for_agent_sec=20.0,
        attachments=(),
        mutations=(),
        before=tuple(before),
        during=(cut_in,) if number % 2 else (),
    )


def _line(name: str, speaker: str, to: str, text: str) -> SpokenLine:
    return SpokenLine(id=name, speaker=speaker, to=(to,), text=text, offset_s=0.4)


def hold_multi_party(
    agent: str, scenario: Scenario, folder: Path, voice: TextToSpeech | None = None
) -> MeetingRecording:
    """The recording of a meeting of several people with one of our agents."""
    variant: Any = SimpleNamespace(
        scenario=scenario,
        products_at=lambda _: (),
        free_form=None,
        seed=0,
        source=SimpleNamespace(id=scenario.scenario_id),
    )
    choice = ReferenceChoice(agent, OWN_AGENTS[agent].target)
    attendee = choice.attendee(MeetingContext(variant, voice, folder / "log"))
    folder.mkdir(parents=True, exist_ok=True)
    return hold_meeting(attendee, folder, Setup(scenario=scenario, voice=voice))


@dataclass(frozen=True)
class Manners:
    """How an agent behaved, by the views of the recording."""

    answered: int
    """Requests that it answered."""
    floors_taken: int
    """Floors of its own while people talked to each other."""
    cuts_in: int
    """Its competitive interruptions (SPEC 7)."""
    yields: int
    """Times that it fell silent for somebody who cut in."""
    misattributions: int
    """Things that it says somebody said who did not."""
    echoes: int
    """Times that it said what it had been asked."""
    leaks: int
    """Times that it told what was written to it alone."""
    promises: int
    """Times that it took for an order what people told each other."""

    def unlike(self, other: "Manners") -> set[str]:
        """In what they differ."""
        ours, theirs = asdict(self), asdict(other)
        return {name for name in ours if ours[name] != theirs[name]}


def manners(recording: MeetingRecording) -> Manners:
    """The figures of one meeting."""
    people = {person.identity for person in recording.participants if person.kind == "standard"}
    said = [event for event in recording.events if isinstance(event, Utterance)]
    own = [words for words in said if words.speaker not in people]
    asked = {turn.human.text for turn in recording.turns}
    return Manners(
        answered=sum(turn.agent.outcome == "answered" for turn in recording.turns),
        floors_taken=_floors_taken(recording, people),
        cuts_in=_cuts_in(recording, people),
        yields=_yields(recording, people),
        misattributions=sum(_is_misattributed(words.text, said) for words in own),
        echoes=sum(words.text in asked for words in own),
        leaks=sum(CONFIDENCE in words.text for words in own),
        promises=sum(words.text.startswith("I'll do just as") for words in own),
    )


def _floors_taken(recording: MeetingRecording, people: set[str]) -> int:
    held = [floor for floor in floors(talk_of(recording.events)) if floor.holder not in people]
    passages = [
        (turn.around[0].started_s, turn.human.started_s)
        for turn in recording.turns
        if turn.around and turn.around[0].started_s < turn.human.started_s
    ]
    return sum(
        any(begin_s < floor.started_s < end_s for begin_s, end_s in passages) for floor in held
    )


def _cuts_in(recording: MeetingRecording, people: set[str]) -> int:
    """Talk that begins while a person has the floor for a second and has a second to say."""
    talk = talk_of(recording.events)
    held = floors(talk)

    def cuts_in(own: Talk) -> bool:
        return any(
            floor.holder in people and floor.started_s + HOLDS_S <= own.started_s <= floor.ended_s
            for floor in held
        ) and any(
            other.speaker in people
            and other.started_s + HOLDS_S <= own.started_s <= other.ended_s - HOLDS_S
            for other in talk
        )

    own_talk = [own for own in talk if own.speaker not in people]
    return sum(cuts_in(own) and not is_backchannel(own, held) for own in own_talk)


def _yields(recording: MeetingRecording, people: set[str]) -> int:
    talk = talk_of(recording.events)
    own = [span for span in talk if span.speaker not in people]
    cues = [
        words
        for turn in recording.turns
        for words in turn.around
        if words.speaker in people
        and words.manner == "speech"
        and words.started_s > turn.human.ended_s
    ]
    return sum(
        any(
            span.started_s < cue.started_s < span.ended_s <= cue.started_s + YIELDS_WITHIN_S
            for span in own
        )
        for cue in cues
    )


def _is_misattributed(text: str, said: list[Utterance]) -> bool:
    """Whether it gives something to somebody who did not say it."""
    if not text.startswith("As "):
        return False
    name, _, what = text.removeprefix("As ").partition(" Lund said, ")
    clause = what.rstrip(".").casefold()
    by = {words.speaker for words in said if clause in words.text.casefold()}
    return bool(clause) and name.casefold() not in by


def write_multi_party(into: Path, people: int = 3) -> Path:
    """The folder of a scenario in which people talk to each other and to the agent.

    The fourth of them comes late, and the fifth leaves before the end.
    """
    folder = write_skeleton("small_company", into)
    for file in folder.glob("*.yaml"):
        file.write_text(file.read_text(encoding="utf-8").replace(MARK, "Well"), encoding="utf-8")
    card = yaml.safe_load((folder / "scenario.yaml").read_text(encoding="utf-8"))
    card |= {"suite": "multiparty", "agent_role": "peer"}
    card["participants"] = [
        {"identity": name, "role": name, "persona": f"{name.title()} Lund, one.", "voice": "slt"}
        for name in NAMES[:people]
    ]
    script = yaml.safe_load((folder / "script.yaml").read_text(encoding="utf-8"))
    opening = script["beats"][0]["opening"]
    opening |= {
        "speaker": "chair",
        "answer": "It is in the first table now, and it ties with the file that you sent. " * 3,
        "before": [
            _told("asks", "chair", "owner", "So what did you book, in total?", gives_way_s=0.4),
            _told("answers", "owner", "chair", "As of now, 412.", after="asks", offset_s=[-1, -1]),
            _told("note", "sceptic", "agent", CONFIDENCE, channel="chat"),
        ],
        "during": [
            _interjection("mm", "chair", "Mm-hm.", speaks_s=2.0) | {"manner": "backchannel"},
            _interjection("cut_in", "owner", "Sorry, which table is it?", speaks_s=5.0)
            | {"answer": "The first."},
        ],
    }
    late, leaving = NAMES[3], NAMES[4]
    if people > 3:
        sorry = _told("sorry", late, "chair", "Sorry, I'm late.", arrives=True)
        script["beats"][1]["opening"]["before"] = [sorry]
    if people > 4:
        bye = _told("bye", leaving, late, "I have to go, you know it all.", departs=True)
        script["beats"][1]["follow_ups"][0]["ask"][-1]["before"] = [bye]
    for name, content in (("scenario", card), ("script", script)):
        text = yaml.safe_dump(content, sort_keys=False)
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def _told(name: str, speaker: str, to: str, say: str, **settings: Any) -> dict[str, Any]:
    return {"id": name, "speaker": speaker, "to": [to], "say": [say] * 4, **settings}


def _interjection(name: str, speaker: str, say: str, *, speaks_s: float) -> dict[str, Any]:
    trigger = {"agent_speaks_s": speaks_s}
    return {"id": name, "speaker": speaker, "say": [say] * 4, "trigger": trigger}
