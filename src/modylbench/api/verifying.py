"""Finished work products checked from Python: the same as `modylbench verify`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typing_extensions import override

from modylbench.api.frames import check_library, frame_of
from modylbench.api.rows import finding_cells
from modylbench.cli.handed_in import as_expected, read_handed_in
from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import verify as verify_evidence
from modylbench.scenarios.catalogue import scenario as scenario_called
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from os import PathLike

    from modylbench.api.frames import FrameLibrary
    from modylbench.evaluation.findings import Finding

COLUMNS = ("criterion", "description", "verdict", "is_required", "expected", "found", "reason")


@dataclass(frozen=True, slots=True)
class FileVerification:
    """What code established about files that were handed in."""

    checked: tuple[Finding, ...]
    unreadable: tuple[str, ...]
    """What was wrong with the files themselves, a line each."""
    library: FrameLibrary

    @property
    def is_satisfied(self) -> bool:
        """Whether every required criterion is."""
        return all(finding.passed for finding in self.checked if finding.required)

    @property
    def findings(self) -> Any:
        """A frame with a row for each criterion."""
        rows = map(finding_cells, self.checked)
        return frame_of(rows, COLUMNS, self.library)

    @override
    def __repr__(self) -> str:
        passed = sum(finding.passed for finding in self.checked)
        return f"<FileVerification: {passed} of {len(self.checked)} criteria satisfied>"


def verify(
    scenario: str,
    *files: str | PathLike[str],
    seed: int = 0,
    frames: FrameLibrary = "pandas",
) -> FileVerification:
    """Check finished work products against a scenario's criteria: what `modylbench verify` does.

    `files` are XLSX, CSV, DOCX, Markdown, PDF, HTML, source code, JSON of ours or A2UI messages, or
    folders of them.
    """
    check_library(frames)
    readings = {Path(file): read_handed_in(Path(file)) for file in files}
    variant = instantiate(scenario_called(scenario), seed)
    expectations = Expectations.of_variant(variant, with_perfect=True)
    evidence = Evidence.of(expectations, as_expected(readings, expectations))
    problems = tuple(
        f"{path}: {found.code}: {found.reason}"
        for path, reading in readings.items()
        for found in reading.findings
    )
    checked = verify_evidence(variant.scenario.criteria(), evidence)
    return FileVerification(tuple(checked), problems, frames)
