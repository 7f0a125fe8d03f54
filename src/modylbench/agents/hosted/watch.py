"""Sees to it that what runs in a cell stays within the limits that no wall enforces."""

from __future__ import annotations

import os
import threading
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.agents.hosted.cell import RUNTIME_FOLDER, SCRATCH
from modylbench.providers.sandbox.run import exceeds_memory

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    from modylbench.agents.choice import CellLimits

LOOK_S = 0.5
PROCESSES = Path("/proc")


class CellWatch:
    """Looks at a cell until it has ended; `reason` says which limit ended it, if one did."""

    def __init__(
        self, process: subprocess.Popen[bytes], limits: CellLimits, end: Callable[[], None]
    ) -> None:
        self.reason = ""
        self._process, self._limits, self._end = process, limits, end
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while self._process.poll() is None:
            self.reason = self._exceeded_limit()
            if self.reason:
                self._end()
                return
            time.sleep(LOOK_S)

    def _exceeded_limit(self) -> str:
        limits, members = self._limits, _family(self._process.pid)
        if len(members) > limits.processes:
            return f"was ended by the harness: it had more than {limits.processes:,} processes"
        if exceeds_memory(self._process.pid, limits.memory_bytes):
            megabytes = limits.memory_bytes // 1_000_000
            return f"was ended by the harness: it held more than {megabytes:,} MB of memory"
        if _files_written(members) > limits.files:
            return f"was ended by the harness: it wrote more than {limits.files:,} files"
        return ""


def _files_written(members: list[int]) -> int:
    """How many files there are in the scratch folder, seen from the last that was started."""
    for number in reversed(members):
        root = PROCESSES / str(number) / "root"
        try:
            if not os.path.lexists(f"{root}{RUNTIME_FOLDER}"):
                continue  # its walls are still being built: this is our own
            space = os.statvfs(f"{root}{SCRATCH}")
        except OSError:  # it has just ended
            continue
        return space.f_files - space.f_ffree
    return 0


def _family(root: int) -> list[int]:
    """A process and all that descend from it."""
    children: dict[int, list[int]] = defaultdict(list)
    for folder in PROCESSES.glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_bytes().rpartition(b")")[2].split()[1]
        except (OSError, IndexError):  # it has just ended
            continue
        children[int(parent)].append(int(folder.name))
    family = [root]
    for number in family:
        family += children[number]
    return family
