"""A leaderboard with entries, and a real server before it."""

from __future__ import annotations

import hashlib
import io
import socket
import threading
import time
import zipfile
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx

from modylbench.foundation.clock import RealClock
from modylbench.leaderboard.signing import LeaderboardVerdict, SigningKey, signed_verdict
from modylbench.leaderboard.store.queue import Decision
from modylbench.leaderboard.store.records import (
    OFFICIAL,
    ChallengeQuota,
    EntryResult,
    ScenarioResult,
)
from modylbench.leaderboard.submission.manifest import FILE
from modylbench.leaderboard.submission.pack import add_member
from modylbench.leaderboard.web.app import leaderboard_app, server
from modylbench.leaderboard.web.context import AppContext, AppLimits, ResponseCache
from modylbench.leaderboard.web.middleware.guard import Rate
from modylbench.leaderboard.web.middleware.uploads import UploadLimits
from modylbench.leaderboard.web.reports import SubmissionReports

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from modylbench.leaderboard.store.records import BoardMode, Level
    from modylbench.leaderboard.store.store import Store

KEY = SigningKey(bytes(range(32)))
PANEL = "gemini-3.1-pro + gpt-5.2"
SCENARIOS = ("business_analyst", "business_strategist", "deep_researcher")
FAST = Rate(burst=100_000, every_s=0.001)
EASY = AppLimits(
    upload=UploadLimits(most_bytes=4_000_000, silence_s=1.0, least_free_bytes=0),
    reading=FAST,
    writing=FAST,
    confirmed=ChallengeQuota(100_000, 60.0),
    anonymous=ChallengeQuota(100_000, 60.0),
)


def archive(text: str) -> bytes:
    """A file whose headers are those of a submission, and nothing more."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as zipped:
        add_member(zipped, FILE, text.encode())
    return file.getvalue()


def result(
    agent: str,
    *,
    panel: str = PANEL,
    mode: BoardMode = "gold",
    score: float = 6.5,
    suite: str = OFFICIAL,
) -> EntryResult:
    """What a submission of an agent came to."""
    scores = (score, score + 0.25, score + 0.5)
    scenarios = tuple(
        ScenarioResult(name, scores, score, "peer", score + 0.25, 0.25, 3, 9.25)
        for name in SCENARIOS
    )
    return EntryResult(agent, mode, panel, score, 3, scenarios, suite)


def accept(
    store: Store,
    content: str | bytes,
    came_to: EntryResult,
    level: Level = "verified",
    *,
    reasons: Sequence[str] = (),
    decided_at: str = "",
) -> str:
    """Put an accepted entry into the store, as the worker does; its id."""
    submission_id = receive(store, content.encode() if isinstance(content, str) else content)
    claim = store.queue.claim("a test", 60.0)
    assert claim is not None
    verdict = LeaderboardVerdict(
        submission=submission_id,
        status=level,
        suite=came_to.suite,
        scores={scenario.scenario_id: scenario.official for scenario in came_to.scenarios},
        overall=came_to.overall,
        problems=(),
        checks=tuple(reasons) or ("every score was recomputed",),
        decided_at=decided_at,
    )
    text = signed_verdict(verdict, KEY).model_dump_json()
    rejudging = None
    assert store.queue.accept(claim, came_to, Decision(level, tuple(reasons), text, rejudging))
    return submission_id


def reject(store: Store, content: str | bytes, problems: Sequence[str]) -> str:
    """Put a rejected one there."""
    submission_id = receive(store, content.encode() if isinstance(content, str) else content)
    claim = store.queue.claim("a test", 60.0)
    assert claim is not None
    assert store.queue.reject(claim, problems, None)
    return submission_id


def receive(store: Store, content: bytes) -> str:
    """Put bytes there that nobody has checked."""
    with store.blobs.incoming() as path:
        path.write_bytes(content)
        found = store.receive(path).submission.id
    assert found == hashlib.sha256(content).hexdigest()
    return found


def plain_report(run: Path) -> None:
    """Stands for the report of a run."""
    run.mkdir(parents=True, exist_ok=True)
    (run / "report.html").write_text("<!doctype html><title>Report</title><p>A report")


def parts_of(store: Store, folder: Path, limits: AppLimits | None = None) -> AppContext:
    """The parts of an app; without limits, of one that nobody waits for."""
    reports = SubmissionReports(store, folder / "reports", plain_report)
    return AppContext(store, KEY, RealClock(), reports, ResponseCache(store), limits or EASY)


@contextmanager
def serve_app(parts: AppContext) -> Iterator[str]:
    """The app behind a real server; its address."""
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.bind(("127.0.0.1", 0))
    running = server(leaderboard_app(parts))
    thread = threading.Thread(target=running.run, args=([bound],), daemon=True)
    thread.start()
    while not running.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"
    finally:
        running.should_exit = True
        thread.join(20)
        bound.close()


def client(url: str) -> httpx.Client:
    """A client for the server."""
    return httpx.Client(base_url=url, timeout=20)
