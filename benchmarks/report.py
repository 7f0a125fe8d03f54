"""How long the report of a run of 18 meetings takes, and how large its page is."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.timing import Figure

MOST_S = 10.0  # issue 8
MOST_MB = 2.0  # issue 8
MEETINGS = 18
QUIET = ("--no-audio", "--no-screens")


def figures() -> Iterator[Figure]:
    """All six scenarios at three seeds, as a person would ask for them.

    The processor's time is beside the wall's: other work on the machine changes the one alone.
    """
    with tempfile.TemporaryDirectory() as folder:
        held = _taken("run", "--agent", "polite_but_wrong", "--seeds", "0-2", *QUIET,
                      "--output", folder)  # fmt: skip
        (run,) = (path.parent for path in Path(folder).rglob("run.json"))
        wall, processor = _taken("report", str(run))
        size = (run / "report.html").stat().st_size / 1e6
    yield f"report of {MEETINGS} meetings", wall, "s", MOST_S
    yield f"report of {MEETINGS} meetings, CPU", processor, "s", None
    yield "  of the CPU time of holding and judging them", processor / held[1], "x", None
    yield "report.html, media beside it", size, "MB", MOST_MB


def _taken(*arguments: str) -> tuple[float, float]:
    """The seconds of a command, by the wall and by the processor."""
    before, start = _processor_s(), time.perf_counter()
    command = [sys.executable, "-m", "modylbench", *arguments]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start, _processor_s() - before


def _processor_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    for what, value, unit, _ in figures():
        print(f"{what:<52} {value:10.3f} {unit}")
