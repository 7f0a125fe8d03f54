"""The leaderboard as files that need no server.

DIR/index.html, index-2.html ...    the first board, page by page; the same as index.json ...
DIR/board-2.html ...                the other boards
DIR/submissions/<id>/index.html     with submission.json, verdict.json and report/
DIR/key.txt                         what the verdicts are verified with
"""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import canonical_json
from modylbench.leaderboard.signing import signed_verdict
from modylbench.leaderboard.web import views
from modylbench.leaderboard.web.context import ResponseCache
from modylbench.leaderboard.web.models import TableRequest
from modylbench.leaderboard.web.pages.rendering import PageLinks, submission_page, table_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.foundation.record import Spec
    from modylbench.leaderboard.signing import SigningKey
    from modylbench.leaderboard.store.store import Store
    from modylbench.leaderboard.web.models import BoardView, SubmissionView, TableView
    from modylbench.leaderboard.web.reports import SubmissionReports

INDEX = "index.html"
MARK = "key.txt"
REPORT = "report"


@dataclass(frozen=True, slots=True)
class BuiltSite:
    """What a site holds."""

    boards: int
    submissions: int
    reports: int


@dataclass(frozen=True, slots=True)
class SiteSource:
    """What is shown: a store with its key, and reports unless submissions are shown without theirs.

    `is_of_now` says that its submissions came as files for this very site: then no time stands in
    it, and verdicts are signed without one, so that the same files give the same bytes.
    """

    store: Store
    key: SigningKey
    reports: SubmissionReports | None = None
    is_of_now: bool = False

    def table(self, wanted: TableRequest) -> TableView:
        """A page of a board."""
        found = views.table_view(self.store, wanted)
        if not self.is_of_now:
            return found
        rows = tuple(row.model_copy(update={"received_at": ""}) for row in found.rows)
        return found.model_copy(update={"rows": rows})

    def submission(self, submission_id: str, *, has_report: bool) -> SubmissionView | None:
        """One submission."""
        cache = ResponseCache(self.store)
        found = views.submission_view(self.store, submission_id, has_report=has_report, cache=cache)
        if found is None or not self.is_of_now:
            return found
        timeless: dict[str, object] = {"received_at": ""}
        if found.verdict is not None:
            said = found.verdict.verdict.model_copy(update={"decided_at": ""})
            timeless["verdict"] = signed_verdict(said, self.key)
        if found.row is not None:
            timeless["row"] = found.row.model_copy(update={"received_at": ""})
        return found.model_copy(update=timeless)


def build_site(source: SiteSource, folder: Path) -> BuiltSite:
    """Write the site; it takes its folder's place when all of it is there."""
    _refuse_others(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".building-") as place:
        site = Path(place) / "site"
        site.mkdir(mode=0o755)
        (site / MARK).write_text(source.key.public.text + "\n", encoding="utf-8")
        boards = _write_boards(source, site)
        made = [
            _write_submission(source, site, submission.id)
            for submission in source.store.accepted_submissions()
        ]
        if folder.exists():
            shutil.rmtree(folder)
        site.rename(folder)
    return BuiltSite(boards, len(made), sum(made))


def _refuse_others(folder: Path) -> None:
    """A folder that holds something else is somebody's: nothing in it is removed."""
    is_taken = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    if is_taken and not (folder.is_dir() and (folder / MARK).is_file()):
        raise BadFile(folder, "", "is there and is no leaderboard of ours; name a new folder")


def _write_boards(source: SiteSource, site: Path) -> int:
    first = source.table(TableRequest())
    boards = first.boards
    order = sorted(boards, key=lambda board: _is_another_board(board, first))
    # The core comes first, also while nobody has entered it.
    has_core = any(not _is_another_board(board, first) for board in boards)
    names = {_kind(board): _name(n) for n, board in enumerate(order, start=int(not has_core))}
    if not has_core:
        _write_table(first, site, "index", names, order)
    for board in order:
        _write_board(source, board, site, names, order)
    return len(boards)


def _write_board(
    source: SiteSource,
    board: BoardView,
    site: Path,
    names: dict[tuple[str, ...], str],
    order: Sequence[BoardView],
) -> None:
    page = pages = 1
    while page <= pages:
        wanted = TableRequest(**board.model_dump(exclude={"entries"}), page=page)
        table = source.table(wanted)
        pages = table.pages
        _write_table(table, site, names[_kind(board)], names, order)
        page += 1


def _write_table(
    table: TableView,
    site: Path,
    name: str,
    names: dict[tuple[str, ...], str],
    order: Sequence[BoardView],
) -> None:
    page = table.page
    links = PageLinks(
        leaf=INDEX,
        previous_page=_file(name, page - 1) if page > 1 else "",
        next_page=_file(name, page + 1) if page < table.pages else "",
        data_file=_file(name, page, ".json"),
        boards=tuple((board, _file(names[_kind(board)], 1)) for board in order),
    )
    _write(site / _file(name, page), table_page(table, links, has_filters=False).html)
    _write(site / _file(name, page, ".json"), _json(table))


def _write_submission(source: SiteSource, site: Path, submission_id: str) -> bool:
    """One submission; whether it has a report."""
    home = site / "submissions" / submission_id
    home.mkdir(parents=True)
    reports = source.reports
    has_report = reports is not None and (
        reports.is_made(submission_id) or reports.make(submission_id)
    )
    if reports is not None and has_report:
        _copy_report(reports, submission_id, home / REPORT)
    found = source.submission(submission_id, has_report=has_report)
    if found is None:
        return False
    links = PageLinks(home="../../", leaf=INDEX)
    _write(home / INDEX, submission_page(found, links, key=source.key.public.text).html)
    _write(home / "submission.json", _json(found))
    if found.verdict is not None:
        _write(home / "verdict.json", _json(found.verdict))
    return has_report


def _copy_report(reports: SubmissionReports, submission_id: str, folder: Path) -> None:
    for place in reports.files(submission_id):
        file = reports.file(submission_id, str(place))
        if file is not None:
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, folder / place)


def _is_another_board(board: BoardView, first: TableView) -> bool:
    return _kind(board) != _kind(first.board)


def _kind(board: BoardView) -> tuple[str, ...]:
    return board.suite, board.level, board.mode, board.panel


def _name(number: int) -> str:
    return f"board-{number + 1}" if number else "index"


def _file(name: str, page: int, ending: str = ".html") -> str:
    return f"{name}-{page}{ending}" if page > 1 else f"{name}{ending}"


def _json(value: Spec) -> str:
    return canonical_json(value.model_dump(mode="json"))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
