"""`modylbench leaderboard build`: a leaderboard as files."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import PATH
from modylbench.cli.commands.leaderboard.operator import SIGNING_KEY, key_in, worker_settings
from modylbench.foundation.errors import BadFile, UserMistake

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.leaderboard.signing import SigningKey
    from modylbench.leaderboard.store.store import Store


@click.command()
@click.argument("folder", type=PATH, metavar="DIR")
@click.option(
    "--from",
    "files",
    type=PATH,
    multiple=True,
    help="A submission to check and show; may be given again.",
)
@click.option("--database", help="Or: the database of a server, as of `leaderboard serve`.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("leaderboard"),
    show_default=True,
    help="The server's folder; with --from only its key and secrets are used.",
)
@SIGNING_KEY
@click.option("--no-reports", is_flag=True, help="Leave the reports out.")
def command(
    folder: Path,
    files: tuple[Path, ...],
    *,
    database: str | None,
    data: Path,
    key: Path | None,
    no_reports: bool,
) -> int:
    """Write a leaderboard as a folder of files, which any host can serve and which opens from disk.

    Exit code 1 where a submission given by --from is rejected; the others are shown.
    """
    from modylbench.cli.commands.leaderboard.operator import write_report
    from modylbench.leaderboard.web.pages.site import SiteSource, build_site
    from modylbench.leaderboard.web.reports import SubmissionReports

    if bool(files) == (database is not None):
        message = "found neither or both of --from and --database, expected one of them"
        raise UserMistake(message)
    signing = key_in(data, key)
    with _open_store(files, database, data=data, key=signing) as (store, place, rejected):
        reports = None if no_reports else SubmissionReports(store, place / "reports", write_report)
        kept = SiteSource(store, signing, reports, is_of_now=bool(files))
        built = build_site(kept, folder)
    click.echo(
        f"{folder}: {built.submissions} submissions on {built.boards} boards, "
        f"{built.reports} with a report"
    )
    for line in rejected:
        click.echo(line, err=True)
    return 1 if rejected else 0


@contextmanager
def _open_store(
    files: Sequence[Path], database: str | None, *, data: Path, key: SigningKey
) -> Iterator[tuple[Store, Path, list[str]]]:
    """The store to show, its folder, and what was not taken."""
    from modylbench.leaderboard.store.store import open_store

    if database is not None:
        with open_store(database, data) as store:
            store.refresh()
            yield store, data, []
        return
    with TemporaryDirectory() as place, open_store("", Path(place)) as store:
        yield store, Path(place), _check_files(store, files, key, data)


def _check_files(store: Store, files: Sequence[Path], key: SigningKey, data: Path) -> list[str]:
    """Take the files in and check them as a server does; the lines on those it rejects."""
    import shutil

    from modylbench.leaderboard.checking.worker import Worker

    taken: dict[str, Path] = {}
    for file in files:
        with store.blobs.incoming() as place:
            try:
                shutil.copyfile(file, place)
            except OSError as error:
                raise BadFile(file, "", f"cannot be read ({error.strerror})") from error
            taken[store.receive(place).submission.id] = file
    worker = Worker(store, worker_settings(key, data))
    while worker.step():
        pass
    store.refresh()
    lines = []
    for submission_id, file in taken.items():
        found = store.submission(submission_id)
        if found is not None and found.state != "accepted":
            lines.append(f"{file}: {found.state}")
            lines += [f"  {problem}" for problem in found.problems]
    return lines
