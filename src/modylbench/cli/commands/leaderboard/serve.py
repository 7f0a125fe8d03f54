"""`modylbench leaderboard serve`: pages, an API, and checks in the background."""

from __future__ import annotations

import ipaddress
import os
import re
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import options_as
from modylbench.cli.commands.leaderboard.operator import SIGNING_KEY, key_in, worker_settings
from modylbench.cli.listening import listen
from modylbench.foundation.errors import ModylBenchError, UserMistake, short_repr

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator

    from uvicorn import Server

    from modylbench.leaderboard.signing import SigningKey
    from modylbench.leaderboard.store.store import Store
    from modylbench.providers.models.options import JudgingOptions

UNITS = {"": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30}
OTHER_PLACE = "end what uses it, or name another with --host and --port"
ENDING_S = 30.0  # ours: a check that is under way then is done anew by the next start


@dataclass(frozen=True, kw_only=True)
class ServeRequest:
    """The options of `modylbench leaderboard serve` by their names."""

    host: str
    port: int
    database: str
    data: Path
    judges: str
    judging: JudgingOptions
    max_upload: str
    key: Path | None
    trust_proxy: bool


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65_535), default=8080, show_default=True)
@click.option(
    "--database",
    default="",
    help="A file for SQLite or postgresql://...  [default: leaderboard.sqlite in --data]",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("leaderboard"),
    show_default=True,
    help="Where submissions, reports and the key are kept.",
)
@click.option(
    "--judges",
    default="none",
    show_default=True,
    help="Who judges samples again, as of `modylbench evaluate`; without, nothing is verified.",
)
@click.option("--base-url", default="", help="The address of an OpenAI-compatible judge.")
@click.option("--max-upload", default="2GiB", show_default=True, help="The largest submission.")
@SIGNING_KEY
@click.option(
    "--trust-proxy",
    is_flag=True,
    help="Clients are told apart by the last X-Forwarded-For, which your proxy must set.",
)
@options_as(ServeRequest)
def command(request: ServeRequest) -> int:
    """Serve a leaderboard: pages, an API, and checks in the background, until Ctrl-C.

    Put a proxy with TLS before it. Everything is kept in --data and the database.
    """
    from modylbench.leaderboard.store.store import open_store

    os.umask(0o077)  # also what reports and checks write is its owner's alone
    limit = size_of(request.max_upload)
    bound = listen(request.host, request.port, remedy=OTHER_PLACE)
    key = key_in(request.data, request.key)
    with bound, open_store(request.database, request.data) as store:
        _serve(request, limit, bound, store, key)
    return 0


@contextmanager
def run_in_threads(running: Server, *works: Callable[[threading.Event], None]) -> Iterator[None]:
    """These run in threads of their own meanwhile; the server ends with any of them."""
    stop = threading.Event()
    ended: list[str] = []

    def run_guarded(work: Callable[[threading.Event], None]) -> None:
        try:
            work(stop)
        finally:
            if not stop.is_set():
                ended.append(work.__qualname__)
                running.should_exit = True

    threads = [threading.Thread(target=run_guarded, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(ENDING_S)
    if ended:
        message = f"{ended[0]} failed, which is told above; start the server again"
        raise ModylBenchError(message)


def size_of(text: str) -> int:
    """Bytes from what a person writes.

    >>> size_of("2GB"), size_of("512 KiB"), size_of("100")
    (2000000000, 524288, 100)
    """
    found = re.fullmatch(r"\s*(\d{1,9})\s*([KMG]i?B|)\s*", text, re.IGNORECASE)
    size = int(found[1]) * UNITS[found[2].upper()] if found else 0
    if not size:
        message = f"found the size {short_repr(text)}, expected one such as 500MB or 2GiB"
        raise UserMistake(message)
    return size


def _serve(
    request: ServeRequest, limit: int, bound: socket.socket, store: Store, key: SigningKey
) -> None:
    from modylbench.cli.commands.leaderboard.operator import write_report
    from modylbench.foundation.clock import RealClock
    from modylbench.foundation.event_loop import end_by_signals
    from modylbench.leaderboard.checking.worker import Worker
    from modylbench.leaderboard.web.app import leaderboard_app, server
    from modylbench.leaderboard.web.context import AppContext, AppLimits, ResponseCache
    from modylbench.leaderboard.web.middleware.uploads import UploadLimits
    from modylbench.leaderboard.web.reports import SubmissionReports

    reports = SubmissionReports(store, request.data / "reports", write_report)
    limits = AppLimits(upload=UploadLimits(most_bytes=limit), trusts_proxy=request.trust_proxy)
    parts = AppContext(store, key, RealClock(), reports, ResponseCache(store), limits)
    settings = worker_settings(key, request.data, request.judges, request.judging)
    worker = Worker(store, settings)
    app = leaderboard_app(parts)
    _print_address(bound, key)
    for secret in settings.variant_secrets:
        click.echo(f"checks private variants of the secret {secret.mark}")
    running = server(app, trusts_proxy=request.trust_proxy)
    with end_by_signals(), run_in_threads(running, worker.run, reports.run):
        try:
            running.run(sockets=[bound])
        except KeyboardInterrupt:
            click.echo("leaderboard: stopping", err=True)


def _print_address(bound: socket.socket, key: SigningKey) -> None:
    host, port = bound.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"leaderboard at http://{shown}:{port}/ (API: /api/v1/openapi.json)")
    click.echo(f"public key {key.public.text}")
    if not ipaddress.ip_address(host).is_loopback:
        line = "others can reach it without TLS; put a proxy with TLS before it (docs/leaderboard)"
        click.echo(f"warning: {line}", err=True)
