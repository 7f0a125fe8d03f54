"""Agents for free-form meetings, who ask before they work, and such meetings held with them."""

from pathlib import Path

from tests.staging.held_trials import hold_trial

from modylbench.agents.agent import HeardTurn, Seat
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.agents.reference.playbook import Playbook, ReferenceChoice
from modylbench.foundation.draw import Draw
from modylbench.providers.models.access import Access
from modylbench.recording.recording import MeetingRecording
from modylbench.scenarios.variant import Variant

FREE_FORM = ("financial_analyst_free", "scientist_free")
CURIOUS = ("Questioner", "Breathless", "Idler", "Wonderer")


class Questioner:
    """Asks for one fact after the other before it works on the first goal; else the oracle."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        form = playbook.variant.free_form
        assert form is not None
        self._questions = [fact.question for fact in form.facts]
        self._oracle = OracleAgent(playbook, pace)
        self._playbook = playbook

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        if self._questions:
            self._playbook.step(heard)
            await seat.say(self._questions.pop(0))
            await seat.wait_for_playout()
        else:
            await self._oracle.answer(heard, seat)


class Breathless(Questioner):
    """Asks for all facts in one breath before it works; else the oracle."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        super().__init__(playbook, pace)
        asked = "\n".join(f"- {question}" for question in self._questions)
        self._questions = [f"Before I start, a few questions:\n{asked}"]


class Idler:
    """Asks for one fact after the other and never works."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:  # noqa: ARG002
        form = playbook.variant.free_form
        assert form is not None
        self._questions = [fact.question for fact in form.facts]

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:  # noqa: ARG002
        await seat.say(self._questions.pop(0) if self._questions else "I am thinking about it.")
        await seat.wait_for_playout()


class Wonderer:
    """Asks again and again what nobody can know."""

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:  # noqa: ARG002
        await seat.say("What colour is the office carpet?")
        await seat.wait_for_playout()


def hold_free_form(
    agent: str, variant: Variant, folder: Path, human: Access | None = None
) -> MeetingRecording:
    """The meeting with an agent of ours, or with a class above."""
    own = ReferenceChoice(agent, f"{__name__}:{agent}") if agent in CURIOUS else agent
    return hold_trial(own, variant, folder, human)
