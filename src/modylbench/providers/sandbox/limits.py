"""What may a test run take, and what came of it?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a run may take; all of these are ours.

    `memory_bytes` is for all processes together, `folder_bytes` and `files` for all that they
    write, to whatever place. What they print beyond `output_bytes` ends the run.
    """

    wall_s: float = 60.0
    cpu_s: int = 60
    memory_bytes: int = 1024 * MB
    folder_bytes: int = 256 * MB
    files: int = 10_000
    processes: int = 64
    open_files: int = 256
    output_bytes: int = MB


@dataclass(frozen=True, slots=True)
class TestRun:
    """What came of a run.

    "passed" and "failed" go by the exit code; "stopped" names the limit that ended the run, and
    "refused" the reason why nothing was run at all, which is never the agent's fault.
    """

    __test__ = False  # pytest would take it for a test

    status: Literal["passed", "failed", "stopped", "refused"]
    exit_code: int | None = None
    output: str = ""
    limit: Literal["time", "memory", "output"] | None = None
    reason: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    """What the run left in the files that the caller asked for; links are not followed."""
