"""Does a snapshot of code pass tests?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.providers.sandbox.run import run_tests

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.mutations.formats.format import Document
    from modylbench.providers.sandbox.limits import Limits, TestRun


def run(document: Document, command: Sequence[str], limits: Limits | None = None) -> TestRun:
    """What comes of the command in a sandbox that holds the snapshot's files."""
    files = {file["path"]: file["content"] for file in document["files"]}
    return run_tests(files, command, limits)
