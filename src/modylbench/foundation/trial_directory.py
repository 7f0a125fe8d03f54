"""The folder of one trial, where every stage keeps its record.

results/<run>/run.json                        what was asked
results/<run>/reliability.json                what its trials are worth together
results/<run>/<scenario>/seed-<n>/recording.json, events.jsonl, media/, surfaces/, files/
results/<run>/<scenario>/seed-<n>/evaluation.json, judgments.jsonl
results/<run>/<scenario>/seed-<n>/scorecard.json

A record is written whole or not at all, after all the files that it names. So a stage is done when
its record is there; what lies about without one is of a trial that was cut, and is thrown away.
"""

from __future__ import annotations

import hashlib
import shutil
from typing import TYPE_CHECKING, TypeVar

from modylbench.foundation.atomic_file import sync_to_disk
from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import Record, read_record, write_record

if TYPE_CHECKING:
    from pathlib import Path

R = TypeVar("R", bound=Record)

STAGES = ("recording", "evaluation", "scorecard")
"""In their order: what is made from one does not outlive it."""


class TrialDirectory:
    """The folder of one trial."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def place(self, stage: str) -> Path:
        """The file of a stage's record."""
        return self.path / f"{stage}.json"

    def has(self, stage: str) -> bool:
        """Whether the stage is done."""
        return self.place(stage).is_file()

    def begin(self) -> None:
        """An empty folder, whatever was left there by a trial that was cut."""
        if self.path.is_symlink() or (self.path.exists() and not self.path.is_dir()):
            raise BadFile(self.path, "", "is not a folder; move it away")
        try:
            if self.path.exists():
                shutil.rmtree(self.path)
            self.path.mkdir(parents=True)
        except OSError as error:
            raise BadFile(self.path, "", f"cannot be used ({error.strerror})") from error

    def keep(self, stage: str, record: Record) -> str:
        """Write a stage's record; its SHA-256."""
        digest = write_record(record, self.place(stage))
        sync_to_disk(self.path)
        return digest

    def load(self, stage: str, kind: type[R]) -> R:
        """A stage's record."""
        return read_record(kind, self.place(stage))

    def digest(self, stage: str) -> str:
        """The SHA-256 of a stage's record."""
        return hashlib.sha256(self.place(stage).read_bytes()).hexdigest()

    def forget(self, stage: str) -> None:
        """Drop the record of a stage, and before it those of the stages that were made from it."""
        for later in reversed(STAGES[STAGES.index(stage) :]):
            self.place(later).unlink(missing_ok=True)

    def clear_partial(self) -> None:
        """Throw away what a killed process was writing; nobody else is at work here."""
        for path in self.path.glob(".*.partial"):
            path.unlink(missing_ok=True)
