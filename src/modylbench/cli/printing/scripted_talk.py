"""Prints what people of a script say besides their requests: to whom, when, and how it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.presence import latecomers
from modylbench.scenarios.script import AGENT, EVERYBODY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.scenarios.scenario import Alternative, Cue, Scenario, SpokenLine, Turn
    from modylbench.scenarios.script import Trigger


def people_lines(scenario: Scenario) -> Iterator[str]:
    """Who takes part; nothing of a meeting of two parties."""
    if len(scenario.participants) < 2:
        return
    late = latecomers(scenario)
    yield from ("", "People")
    for person in scenario.participants:
        comes_late = ", comes late" if person.identity in late else ""
        yield f"  {person.persona} ({person.identity}, {person.role}{comes_late})"


def request_heading(utterance: Turn | Alternative, scenario: Scenario) -> str:
    """Who asks and whom, to be put before the channel; nothing in a meeting of two parties."""
    if len(scenario.participants) < 2:
        return ""
    names = _names(scenario)
    speaker = utterance.speaker or scenario.participants[0].identity
    return f"{names[speaker]} to {_name_list(utterance.to, names)}, "


def passage_lines(utterance: Turn | Alternative, scenario: Scenario) -> Iterator[str]:
    """What people say to each other before a request, a paragraph each."""
    names = _names(scenario)
    for line in utterance.before:
        to = _name_list(line.to, names)
        yield f"{names[line.speaker]} to {to}{_marks(line)}: {line.text}"


def interjection_lines(utterance: Turn | Alternative, scenario: Scenario) -> Iterator[str]:
    """What people say into the answer, a paragraph each."""
    names = _names(scenario)
    for cue in utterance.during:
        yield f"{names[cue.speaker]}, {_moment(cue.trigger)}: {cue.text}{_sequel(cue)}"


def _names(scenario: Scenario) -> dict[str, str]:
    names = {person.identity: person.name for person in scenario.participants}
    return names | {AGENT: "the agent", EVERYBODY: "all"}


def _name_list(identities: tuple[str, ...], names: Mapping[str, str]) -> str:
    return " and ".join(names.get(identity, identity) for identity in identities)


def _marks(line: SpokenLine) -> str:
    """What else is to be known of it: its moment where that is unusual, and who comes or goes."""
    marks = {
        line.manner: line.manner != "speech",
        "in the chat": line.channel == "chat",
        f"{-line.offset_s:.1f} s before the other has ended": line.offset_s <= -0.05,
        f"after {line.after}": line.after is not None,
        "gives way when spoken over": line.gives_way_s is not None,
        "comes in": line.arrives,
        "leaves then": line.departs,
    }
    told = [mark for mark, holds in marks.items() if holds]
    return f" ({'; '.join(told)})" if told else ""


def _moment(trigger: Trigger) -> str:
    """When somebody speaks into the answer.

    >>> from modylbench.scenarios.script import Trigger
    >>> _moment(Trigger(agent_speaks_s=6, agent_says=("roughly",)))
    'when the agent speaks for 6 s or says "roughly"'
    """
    conditions = []
    if trigger.agent_speaks_s is not None:
        conditions.append(f"speaks for {trigger.agent_speaks_s:g} s")
    conditions += [f'says "{phrase}"' for phrase in trigger.agent_says]
    if trigger.agent_pauses_s is not None:
        conditions.append(f"pauses for {trigger.agent_pauses_s:g} s")
    if trigger.agent_shows_wrong is not None:
        conditions.append(f"shows what fails {trigger.agent_shows_wrong}")
    if trigger.agent_draws_in:
        conditions.append("asks them by name")
    return f"when the agent {' or '.join(conditions)}"


def _sequel(cue: Cue) -> str:
    told = f" [{cue.manner}]" if cue.manner != "speech" else ""
    if cue.answer:
        told += f" [expected: {cue.answer}]"
    if cue.if_agent_yields is not None:
        told += f" [if it yields: {cue.if_agent_yields}]"
    if cue.if_not is not None:
        told += f" [if not, {cue.retries} x: {cue.if_not}]"
    return told
