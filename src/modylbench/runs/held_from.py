"""Which scenario, at which seed and with which beats, was a recorded meeting held from?"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile, UnknownName
from modylbench.runs.plan import FILE as RUN_FILE
from modylbench.runs.plan import asked_for
from modylbench.runs.shortened import shortened
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.variant import Variant


def variant_of(recording: MeetingRecording, folder: Path) -> Variant:
    """The scenario as the meeting was held from it."""
    source = _source(recording, folder)
    version = source.template.card.version
    if version != recording.scenario_version:
        found = f"was held from version {recording.scenario_version} of {recording.scenario_id}"
        problem = f"{found}, and here is version {version}; hold the meeting again"
        raise BadFile(folder / "recording.json", "scenario_version", problem)
    variant = instantiate(source, recording.seed, recording.edge_case)
    return shortened(variant, recording.setting.beats)


def _source(recording: MeetingRecording, folder: Path) -> ScenarioSource:
    """The scenario of that id; one that is a folder of its author's stands in the run's plan."""
    try:
        return scenario(recording.scenario_id)
    except UnknownName:
        with suppress(BadFile):
            name = asked_for(folder.parent.parent / RUN_FILE, recording.scenario_id)
            if name is not None:
                return scenario(name)
        raise
