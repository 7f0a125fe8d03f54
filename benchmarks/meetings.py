"""How many times faster than real time meetings are held, and in how much memory."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.agents.choice import AgentOptions
from modylbench.cli.settings import cache_folder
from modylbench.pipeline.equipment import RunOptions, open_equipment
from modylbench.pipeline.trial import run_trial
from modylbench.pipeline.voice_choice import VoiceChoice
from modylbench.providers.chromium import installed_chromium
from modylbench.providers.speech.voices import speaking_engines
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.timing import Figure

PAGE_KB = resource.getpagesize() / 1024


def figures() -> Iterator[Figure]:
    """The oracle through all six scenarios; speech has been synthesised before."""
    ways = [("whole", 10.0), ("quiet", 2.0)]
    if speaking_engines() and installed_chromium():
        _held("whole")  # fills the speech cache
    else:
        print("meetings with audio and screens are not measured: no voice or no Chromium here")
        ways.pop(0)
    for how, most_ms in ways:
        told = _held(how)
        name = "audio and screens" if how == "whole" else "neither audio nor screens"
        per_second = told["wall_s"] / told["meeting_s"]
        yield f"meetings: {name}: a second of meeting", per_second * 1e3, "ms", most_ms
        yield f"meetings: {name}: times real time", 1 / per_second, "x", None
        yield f"meetings: {name}: peak memory", told["peak_mb"], "MB", 600.0
        yield f"meetings: {name}: growth from turn 10 to the end", told["growth_mb"], "MB", 8.0


def _held(how: str) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.meetings", how]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    told: dict[str, float] = json.loads(done.stdout)
    return told


def _measured(how: str) -> dict[str, float]:
    """Hold all six in this process: seconds, the most memory, and how much the turns added."""
    with tempfile.TemporaryDirectory() as folder:
        voice = VoiceChoice("best", "", {}) if how == "whole" else None
        options = RunOptions(
            agent="oracle",
            agent_options=AgentOptions(),
            voice=voice,
            cache=cache_folder() / "speech",
            logs=Path(folder) / "logs",
            edge_cases="seed",
            beats="",
            no_screens="" if voice else "not measured",
        )
        growth: list[float] = []
        meeting_s = 0.0
        variants = [instantiate(source, 0) for source in catalogue.scenarios()]
        start = time.perf_counter()
        with open_equipment(options) as equipment:
            for variant in variants:
                sizes: list[float] = []
                recording = run_trial(
                    variant,
                    Path(folder) / variant.source.id,
                    equipment,
                    lambda *_, sizes=sizes: sizes.append(_resident_mb()),
                )
                meeting_s += recording.duration_s
                growth.append(sizes[-1] - sizes[4])
        wall_s = time.perf_counter() - start
    return {
        "wall_s": wall_s,
        "meeting_s": meeting_s,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "growth_mb": max(growth),
    }


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * PAGE_KB / 1024


if __name__ == "__main__":
    print(json.dumps(_measured(sys.argv[1])))
