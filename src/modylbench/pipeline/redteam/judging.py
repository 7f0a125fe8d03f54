"""What does the offline panel make of a recording, told what verification found and not told?"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.evaluation.evaluate.evaluate import VERIFICATION, judge, measure
from modylbench.evaluation.evaluate.manner import Manner
from modylbench.evaluation.judging.offline.panel import offline_panel
from modylbench.evaluation.measuring.without_findings import without_findings

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.evaluation.evaluate.evaluate import Measured
    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.variant import Variant

MANNER = Manner(mode="text", transcripts="captions")
"""The agents here are ours and say what they write; nothing is sent to anybody."""


def evaluations(
    recording: MeetingRecording, folder: Path, variant: Variant
) -> dict[bool, Evaluation]:
    """By whether layer 4 is on: the meeting is measured once and judged twice."""
    told = measure(recording, folder, variant, manner=MANNER)
    blind = replace(MANNER, layers_off=(VERIFICATION,))
    return {True: _judged(told, MANNER), False: _judged(_unverified(told), blind)}


def _unverified(measured: Measured) -> Measured:
    material = measured.material
    facts = without_findings(material.facts)
    return replace(measured, material=replace(material, facts=facts))


def _judged(measured: Measured, manner: Manner) -> Evaluation:
    return asyncio.run(judge(measured, offline_panel(), manner)).evaluation
