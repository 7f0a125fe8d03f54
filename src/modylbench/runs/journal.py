"""What this harness has made of a run, kept apart from its folder, so that no record is forged.

<journals>/<SHA-256 of the run's place>.jsonl    a line for each record that a stage has made

Each line names a record, its digest, and the digest of the line before: a line that was changed,
taken out or put in breaks the chain. Whoever can write into a run's folder, such as an agent under
test, is not to reach the journals. What is cut off at the end is not noticed, and a run that was
moved here has no journal: of both nothing is claimed.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from pydantic import ValidationError

from modylbench.evaluation.verdicts import Sha256  # pydantic reads it
from modylbench.foundation.atomic_file import make_private_folder
from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.foundation.record import Spec, read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from modylbench.runs.run import Run

BEGINNING = "0" * 64
ONLY_OURS = 0o600
REMEDIES = {
    "recording.json": "start the same `modylbench run` again, which holds the meeting anew",
    "evaluation.json": "`modylbench evaluate` makes it anew",
    "scorecard.json": "`modylbench score` makes it anew",
    "reliability.json": "`modylbench score` makes it anew",
}


class JournalLine(Spec):
    """A record that was made, by its place in the run's folder."""

    before: Sha256
    place: str
    sha256: Sha256


class RunJournal:
    """The journal of one run, whose lock its caller holds."""

    def __init__(self, journals: Path, run: Path) -> None:
        self._run = run.resolve()
        name = hashlib.sha256(str(self._run).encode()).hexdigest()
        self._file = journals / f"{name}.jsonl"

    def add(self, digests: Mapping[str, str]) -> None:
        """Note records that were made just now, by their places; nothing that is noted already."""
        known, before = self._read()
        new = {place: digest for place, digest in digests.items() if known.get(place) != digest}
        if not new:
            return
        lines = []
        for place, digest in new.items():
            line = JournalLine(before=before, place=place, sha256=digest).model_dump_json()
            before = _digest(line.encode())
            lines.append(f"{line}\n")
        make_private_folder(self._file.parent)
        number = os.open(self._file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, ONLY_OURS)
        try:
            os.write(number, "".join(lines).encode())
            os.fsync(number)
        finally:
            os.close(number)

    def add_made(self, folders: Iterable[Path], names: Sequence[str]) -> None:
        """Note the records of these names as they lie in these folders."""
        paths = [folder / name for folder in folders for name in names]
        there = {self._place(path): path for path in paths if path.is_file()}
        self.add({place: _digest(path.read_bytes()) for place, path in there.items()})

    def find_altered(self, folders: Iterable[Path], names: Sequence[str]) -> list[Path]:
        """The records of these names in these folders that are not what was made."""
        known, _ = self._read()
        return [
            path
            for folder in folders
            for path in (folder / name for name in names)
            if (digest := known.get(self._place(path))) is not None
            and path.is_file()
            and _digest(path.read_bytes()) != digest
        ]

    def refuse_altered(self, folders: Iterable[Path], names: Sequence[str]) -> None:
        """Raise BadFile for the first record that is not what was made."""
        for path in self.find_altered(folders, names):
            problem = "was changed after it was made, so nothing in it counts"
            raise BadFile(path, "", f"{problem}; {REMEDIES[path.name]}")

    def find_unproved(self, folders: Iterable[Path]) -> list[Path]:
        """The recordings in these folders of which nothing here says that they were held here."""
        known, _ = self._read()
        paths = (folder / "recording.json" for folder in folders)
        return [path for path in paths if path.is_file() and self._place(path) not in known]

    def _place(self, path: Path) -> str:
        return (path.parent.resolve() / path.name).relative_to(self._run).as_posix()

    def _read(self) -> tuple[dict[str, str], str]:
        """The last digest of every place, and that of the last line."""
        known: dict[str, str] = {}
        before = BEGINNING
        if not self._file.exists():
            return known, before
        for number, text in enumerate(read_text(self._file).splitlines(), 1):
            try:
                line = JournalLine.model_validate_json(text)
            except ValidationError as error:
                raise self._broken_chain(number) from error
            if line.before != before:
                raise self._broken_chain(number)
            known[line.place] = line.sha256
            before = _digest(text.encode())
        return known, before

    def _broken_chain(self, number: int) -> BadFile:
        problem = f"does not follow from the lines before; hold {self._run} anew and remove this"
        return BadFile(self._file, f"line {number}", problem)


def refuse_altered_runs(runs: Iterable[Run], journals: Path, names: Sequence[str]) -> None:
    """Raise BadFile for the first record of these runs that is not what was made."""
    for run in runs:
        RunJournal(journals, run.folder).refuse_altered((*run.trials, run.folder), names)


def unproved_note(run: Run, journals: Path) -> str:
    """That a run was not held here, or not all of it, in a line; empty where all of it was."""
    unproved = RunJournal(journals, run.folder).find_unproved(run.trials)
    if not unproved:
        return ""
    many = f"{len(unproved)} of {len(run.trials)}"
    return (
        f"not proved here: of {many} recordings no journal tells that they were made by this "
        "harness, in this folder"
    )


def refuse_unproved(run: Run, journals: Path) -> None:
    """Raise UserMistake for a run that was moved, or was held elsewhere."""
    note = unproved_note(run, journals)
    if note:
        message = f"{run.folder} is {note}; hand it in from where it was held"
        raise UserMistake(message)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
