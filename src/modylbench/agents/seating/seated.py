"""With which voice does an agent in process sit in a meeting?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.agents.seating.attending import Attending
from modylbench.providers.speech.voices import agent_voice

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.agents.agent import Agent
    from modylbench.agents.choice import Place
    from modylbench.agents.seating.timing import Timing


def seated(make_agent: Callable[[], Agent], timing: Timing, place: Place) -> Attending:
    """The agent with a voice that none of the people have, where there is one."""
    if place.voice is None:
        return Attending(make_agent, timing, None, "")
    people = place.variant.scenario.participants
    humans = {place.voice.voice_for(person.voice) for person in people}
    return Attending(make_agent, timing, place.voice, agent_voice(place.voice, humans))
