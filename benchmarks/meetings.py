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

OF_FIVE = "compliance_review"
PAGE_KB = resource.getpagesize() / 1024


def figures() -> Iterator[Figure]:
    """The oracle through all six scenarios, and among five people; speech has been made before."""
    ways = [("whole", 10.0), ("quiet", 2.0), ("whole five", 10.0), ("quiet five", 1.25)]
    if speaking_engines() and installed_chromium():
        for how in ("whole", "whole five"):
            _held(how)  # fills the speech cache
    else:
        print("meetings with audio and screens are not measured: no voice or no Chromium here")
        ways = [(how, most_ms) for how, most_ms in ways if how.startswith("quiet")]
    for how, most_ms in ways:
        yield from _figures(how, most_ms)


def _figures(how: str, most_ms: float) -> Iterator[Figure]:
    told = _held(how)
    has_media, is_of_five = how.startswith("whole"), how.endswith("five")
    name = "audio and screens" if has_media else "neither audio nor screens"
    name = f"{name}, five people" if is_of_five else name
    per_second = told["wall_s"] / told["meeting_s"]
    yield f"meetings: {name}: a second of meeting", per_second * 1e3, "ms", most_ms
    yield f"meetings: {name}: times real time", 1 / per_second, "x", None
    yield f"meetings: {name}: peak memory", told["peak_mb"], "MB", 600.0
    yield f"meetings: {name}: growth from turn 10 to the end", told["growth_mb"], "MB", 8.0
    if is_of_five:
        yield f"meetings: {name}: length of all", told["meeting_s"] / 60.0, "min", None


def _held(how: str) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.meetings", how]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    told: dict[str, float] = json.loads(done.stdout)
    return told


def _measured(how: str) -> dict[str, float]:
    """Hold all six, or that of five people, in this process.

    It tells seconds, the most memory, and how much the turns added.
    """
    with tempfile.TemporaryDirectory() as folder:
        voice = VoiceChoice("best", "", {}) if how.startswith("whole") else None
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
        if how.endswith("five"):
            source = catalogue.scenario(OF_FIVE)
            seeds = (0,) if voice else (0, 1, 2)  # voices for other seeds would have to be made
            variants = [instantiate(source, seed) for seed in seeds]
        else:
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
