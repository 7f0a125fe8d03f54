"""Reports of submissions, each made when somebody first looks for it."""

from __future__ import annotations

import queue
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from modylbench.foundation.errors import ModylBenchError
from modylbench.scenarios.suites import edition_of

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator

    from modylbench.leaderboard.store.store import Store

PAGE = "report.html"
MEDIA = frozenset({".jpg", ".png", ".wav"})
"""What a report shows of the run beside it; nothing else in there is given out."""
MOST_WANTED = 100  # ours: one is made in some 10 s; what is not taken now is wanted again
PATIENCE_S = 0.5


class SubmissionReports:
    """The reports of accepted submissions, each made once, when somebody first looks for it.

    `make` writes the report into a run's folder, over whatever has its name there; it raises
    ModylBenchError where it cannot, which is not tried again before the next start. Which were made
    is kept in `folder`: what a submission brings along is no proof.
    """

    def __init__(self, store: Store, folder: Path, make: Callable[[Path], None]) -> None:
        self._store = store
        self._folder = folder
        self._make = make
        self._wanted: queue.Queue[str] = queue.Queue(MOST_WANTED)
        self._seen: set[str] = set()

    def is_made(self, submission_id: str) -> bool:
        """Whether there is one."""
        return (self._folder / submission_id).is_file()

    def want(self, submission_id: str) -> None:
        """Have it made, if that is not under way already."""
        is_settled = submission_id in self._seen or self.is_made(submission_id)
        if is_settled or self._is_private(submission_id):
            return
        try:
            self._wanted.put_nowait(submission_id)
        except queue.Full:
            return
        self._seen.add(submission_id)

    def file(self, submission_id: str, path: str) -> Path | None:
        """A file of a report: its page, or a picture or sound of the run; nothing outside it."""
        asked = PurePosixPath(path or PAGE)
        is_known = str(asked) == PAGE or asked.suffix in MEDIA
        if not is_known or not self.is_made(submission_id):
            return None
        home = self._store.blobs.unpacked_folder(submission_id).resolve()
        found = (home / asked).resolve()
        return found if found == home / asked and found.is_file() else None

    def files(self, submission_id: str) -> Iterator[PurePosixPath]:
        """All files of a report, by their place in it."""
        home = self._store.blobs.unpacked_folder(submission_id)
        for path in sorted(home.rglob("*")):
            place = PurePosixPath(path.relative_to(home).as_posix())
            if self.file(submission_id, str(place)) is not None:
                yield place

    def _is_private(self, submission_id: str) -> bool:
        """Whether a report would tell what is said in meetings that nobody is to read."""
        found = self._store.submission(submission_id)
        result = found.result if found is not None else None
        return result is not None and bool(edition_of(result.suite).private_mark)

    def run(self, stop: threading.Event) -> None:
        """Make what is wanted, one at a time, until `stop` is set."""
        while not stop.is_set():
            try:
                self.make(self._wanted.get(timeout=PATIENCE_S))
            except queue.Empty:
                continue

    def make(self, submission_id: str) -> bool:
        """Make one now; whether that went well."""
        if self._is_private(submission_id):
            return False
        run = self._store.blobs.unpacked_folder(submission_id)
        try:
            self._make(run)
            self._folder.mkdir(parents=True, exist_ok=True)
            if (run / PAGE).is_file():
                (self._folder / submission_id).touch()
        except (ModylBenchError, OSError) as error:
            self._store.note("report failed", submission_id, str(error)[:500])
        return self.is_made(submission_id)
