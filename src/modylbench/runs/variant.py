"""The variant of a scenario that a meeting was held from, whole or with some beats alone."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile, UnknownName, UserMistake, short_repr
from modylbench.recording.held_turns import held_turns
from modylbench.runs.run import FILE as RUN_FILE
from modylbench.runs.run import requested_name
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.free_form.form import held_scenario
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.free_form.form import FreeForm
    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.variant import Variant
_BEATS = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")


def variant_of(
    recording: MeetingRecording, folder: Path, source: ScenarioSource | None = None
) -> Variant:
    """The scenario as the meeting was held from it; `source` where it is not looked up by id."""
    variant = variant_before(recording, folder, source)
    if variant.free_form is not None:
        return _as_held(variant, variant.free_form, recording)
    return variant


def variant_before(
    recording: MeetingRecording, folder: Path, source: ScenarioSource | None = None
) -> Variant:
    """The same as it was when the meeting began: of a free form nobody knows the turns yet."""
    source = source or _source(recording, folder)
    version = source.template.card.version
    if version != recording.scenario_version:
        found = f"was held from version {recording.scenario_version} of {recording.scenario_id}"
        problem = f"{found}, and here is version {version}; hold the meeting again"
        raise BadFile(folder / "recording.json", "scenario_version", problem)
    variant = instantiate(source, recording.seed, recording.edge_case)
    if variant.free_form is not None:
        return variant
    return select_beats(variant, recording.setting.beats)


def _as_held(variant: Variant, free_form: FreeForm, recording: MeetingRecording) -> Variant:
    """A free-form scenario with the turns that really took place."""
    held = held_turns(recording.turns)
    is_whole = recording.ending == "completed"
    scenario = held_scenario(variant.scenario, free_form, held, is_whole=is_whole)
    return replace(variant, scenario=scenario)


def select_beats(variant: Variant, beats: str) -> Variant:
    """The scenario with the beats asked for, such as `1-2`, alone; not official then.

    Turns keep their numbers, and what earlier beats would have reached counts as not reached.
    """
    if not beats:
        return variant
    scenario = variant.scenario
    if variant.free_form is not None:
        message = "found --beats, expected none in free form: nobody knows its turns beforehand"
        raise UserMistake(message)
    first, last = beat_range(beats, len(scenario.turns))
    turns = scenario.turns[first - 1 : last]
    closing = scenario.closing if last == len(scenario.turns) else None
    metadata = {**scenario.metadata, "official": False}
    part = {"turns": turns, "closing": closing, "metadata": metadata}
    scenario = scenario.model_copy(update=part)
    said = {slot.turn_index for slot in scenario.human_turns()}
    expected = tuple(
        mutation for mutation in scenario.expected_mutations if mutation.turn_index in said
    )
    scenario = scenario.model_copy(update={"expected_mutations": expected})
    return replace(variant, scenario=scenario)


def beat_range(text: str, beats: int) -> tuple[int, int]:
    """The first and the last beat of a range.

    >>> beat_range("2", 8), beat_range("1-3", 8)
    ((2, 2), (1, 3))
    """
    found = _BEATS.fullmatch(text.strip())
    first = int(found[1]) if found else 0
    last = int(found[2] or found[1]) if found else 0
    if not 1 <= first <= last <= beats:
        message = f"found the beats {short_repr(text)}, expected some of 1-{beats}, such as 1-2"
        raise UserMistake(message)
    return first, last


def _source(recording: MeetingRecording, folder: Path) -> ScenarioSource:
    """The scenario of that id; one that is a folder of its author's stands in the run's plan."""
    try:
        return scenario(recording.scenario_id)
    except UnknownName:
        with suppress(BadFile):
            name = requested_name(folder.parent.parent / RUN_FILE, recording.scenario_id)
            if name is not None:
                return scenario(name)
        raise
