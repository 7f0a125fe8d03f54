"""Does a snapshot of code pass tests?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.providers.sandbox.limits import TestRun
from modylbench.providers.sandbox.run import run_tests

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.mutations.formats.format import Document
    from modylbench.providers.sandbox.limits import SandboxLimits


def run(
    document: Document,
    command: Sequence[str],
    limits: SandboxLimits | None = None,
    *,
    report: str | None = None,
) -> TestRun:
    """What comes of the command in a sandbox that holds the snapshot's files.

    `report` names a file that the command must have written to pass.
    """
    files = {file["path"]: file["content"] for file in document["files"]}
    try:
        return run_tests(files, command, limits, report=report)
    except ValueError as error:  # the agent's own files, and so its own affair
        return TestRun("not_unpacked", reason=str(error))
