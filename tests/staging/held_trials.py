"""Meetings held and judged as a trial does, without sound, screens and models."""

import asyncio
from pathlib import Path

from tests.staging.trials import quiet_options

from modylbench.agents.catalogue import choose_agent
from modylbench.agents.choice import AgentChoice, AgentOptions
from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.evaluation.judging.offline.panel import offline_panel
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


def variant_at(name: str, seed: int) -> Variant:
    return instantiate(scenario(name), seed)


def hold_trial(
    agent: str | AgentChoice, variant: Variant, folder: Path, human: Access | None = None
) -> MeetingRecording:
    """The recording of the meeting with an agent of ours, which is kept in the folder."""
    options = quiet_options(folder, human=human)
    equipment = Equipment(options, _choice(agent), None, None)
    return run_trial(variant, folder / "trial", equipment, lambda *_: None)


def scorecard_of(folder: Path) -> Scorecard:
    """How the meeting that was held there is scored by the judges that need no model."""
    panel = Panel(offline_panel(), CAPTIONS)
    outcome = asyncio.run(judge_trial(folder / "trial", panel, default_rules()))
    assert outcome.scorecard is not None, outcome.trouble
    return outcome.scorecard


def score_of(folder: Path) -> float:
    return scorecard_of(folder).combined or 0.0


def _choice(agent: str | AgentChoice) -> AgentChoice:
    return choose_agent(agent, AgentOptions()) if isinstance(agent, str) else agent
