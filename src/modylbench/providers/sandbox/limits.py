"""What a test run may take, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class SandboxLimits:
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

    "passed" and "failed" go by the exit code, which the code under test can choose itself:
    `os._exit(0)` passes. "no_report" would have passed, but did not write the report that it had
    to. "stopped" names the limit that ended the run; "not_unpacked" are files that did not fit into
    the folder. "refused" has the reason why nothing can be run here, which is never the agent's.
    """

    __test__ = False  # pytest would take it for a test

    status: Literal["passed", "failed", "no_report", "stopped", "not_unpacked", "refused"]
    exit_code: int | None = None
    output: str = ""
    limit: Literal["time", "memory", "output"] | None = None
    reason: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    """What the run left in the files that the caller asked for; links are not followed."""
    cut: tuple[str, ...] = ()
    """The files asked for that were too large to come back whole, and so did not."""
