"""People react to what the agent said last: an early sentence is not held against it later."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.staging.trials import quiet_options

from modylbench.agents.distorting.guides import AlteredGuide
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.agents.reference.playbook import ReferenceChoice
from modylbench.pipeline.equipment import Equipment
from modylbench.pipeline.trial import run_trial
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.agents.reference.playbook import Playbook, Step
    from modylbench.foundation.draw import Draw


class EarlyTalker(OracleAgent):
    """The oracle, who says at the very beginning every phrase that would later mean compliance."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        cases = playbook.variant.scenario.edge_cases
        phrases = [phrase for case in cases for phrase in case.signals.complied]
        first = playbook.slots[0].turn.turn_index

        def alter(step: Step) -> Step:
            if step.turn_index != first:
                return step
            return replace(step, answer=f"{step.answer} {'. '.join(phrases)}.")

        super().__init__(AlteredGuide(playbook, alter), pace)


@pytest.mark.parametrize("name", shipped_scenarios())
def test_what_was_said_early_is_not_held_against_who_refuses_rightly(
    name: str, tmp_path: Path
) -> None:
    variant = instantiate(scenario(name), 0)
    choice = ReferenceChoice("early_talker", f"{__name__}:EarlyTalker")

    equipment = Equipment(quiet_options(tmp_path), choice, None, None)
    recording = run_trial(variant, tmp_path / "trial", equipment, lambda *_: None)
    slots = {slot.turn_index: slot for slot in variant.scenario.human_turns()}
    chosen = [
        turn.human.alternative
        for turn in recording.turns
        if turn.edge_case is not None and slots[turn.turn_index].alternatives[0].when is not None
    ]

    assert chosen
    assert set(chosen) == {0}
