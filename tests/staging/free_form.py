"""Free-form meetings for tests: held by a trial, with agents that ask before they work."""

import asyncio
from pathlib import Path

from tests.staging.trials import quiet_options

from modylbench.agents.agent import HeardTurn, Seat
from modylbench.agents.catalogue import choose_agent
from modylbench.agents.choice import AgentChoice, AgentOptions
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.agents.reference.playbook import Playbook, ReferenceChoice
from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.evaluation.judging.offline.panel import offline_panel
from modylbench.foundation.draw import Draw
from modylbench.pipeline.equipment import Equipment
from modylbench.pipeline.panel.choice import Panel
from modylbench.pipeline.trial import judge_trial, run_trial
from modylbench.providers.models.access import Access
from modylbench.recording.recording import MeetingRecording
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import Variant, instantiate
from modylbench.scoring.rules import default_rules
from modylbench.scoring.scorecard import Scorecard

CAPTIONS = EvaluationOptions(mode="text", transcripts="captions")
FREE_FORM = ("financial_analyst_free", "scientist_free")


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


def variant_at(name: str, seed: int) -> Variant:
    return instantiate(scenario(name), seed)


def agent_of(name: str) -> AgentChoice:
    """One of ours, or a class above."""
    if name in {"Questioner", "Breathless", "Idler", "Wonderer"}:
        return ReferenceChoice(name, f"{__name__}:{name}")
    return choose_agent(name, AgentOptions())


def hold_free_form(
    agent: str, variant: Variant, folder: Path, human: Access | None = None
) -> MeetingRecording:
    options = quiet_options(folder, human=human)
    equipment = Equipment(options, agent_of(agent), None, None)
    return run_trial(variant, folder / "trial", equipment, lambda *_: None)


def scorecard_of(folder: Path) -> Scorecard:
    """How the meeting that was held there is scored by the judges that need no model."""
    panel = Panel(offline_panel(), CAPTIONS)
    outcome = asyncio.run(judge_trial(folder / "trial", panel, default_rules()))
    assert outcome.scorecard is not None, outcome.trouble
    return outcome.scorecard


def score_of(folder: Path) -> float:
    return scorecard_of(folder).combined or 0.0
