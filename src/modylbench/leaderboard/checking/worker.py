"""Who checks submissions in the background, one after the other?"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from modylbench.foundation.clock import RealClock
from modylbench.leaderboard.checking.apart import Apart, Broken, Stopped
from modylbench.leaderboard.checking.child import Checking, Rejudging
from modylbench.leaderboard.checking.decision import (
    NO_JUDGES,
    REJUDGED,
    WAITING,
    Ruling,
    accepted_verdict,
    checks_before,
    moment,
    reasons_by_checks,
    reasons_by_judges,
    rejected_verdict,
    result_of,
)
from modylbench.leaderboard.checking.sampling import drawing_seed
from modylbench.leaderboard.store.queue import Decision

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from pathlib import Path

    from modylbench.leaderboard.checking.child import Reply
    from modylbench.leaderboard.signing import SigningKey
    from modylbench.leaderboard.store.queue import Claim
    from modylbench.leaderboard.store.records import Result, Submission
    from modylbench.leaderboard.store.store import Store
    from modylbench.leaderboard.submission.problems import Checked
    from modylbench.pipeline.panel_choice import PanelChoice

TRANSCRIPTS = "transcripts"
RENEWALS = 4
"""Ours: so often is a lease renewed before it would end; a busy database may miss some."""
LOOK_S = 0.25


class Examiner(Protocol):
    """Opens submissions, where that can do no harm."""

    def reply(self, task: Checking | Rejudging, goes_on: Callable[[], bool], /) -> Reply:
        """What comes of a task; raises Broken, Stopped."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What a leaderboard decides by: its key, its secret for drawing samples, its judges."""

    key: SigningKey
    secret: bytes = field(repr=False)
    judges: PanelChoice | None = None
    transcripts: Path | None = None
    """The folder where what was heard in recordings is kept."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Ours: a submission of 18 meetings takes a minute or two to check, and well under 2 GiB."""

    lease_s: float = 60.0
    timeout_s: float = 900.0
    memory_bytes: int = 4 * 1024**3
    idle_s: float = 1.0
    again_after_s: float = 30.0
    judges_after_s: float = 1800.0


LIMITS = Limits()


class Worker:
    """Checks what was received, judges samples again, and keeps the ranking new."""

    def __init__(
        self, store: Store, desk: Desk, limits: Limits = LIMITS, examiner: Examiner | None = None
    ) -> None:
        self._store, self._desk, self._limits = store, desk, limits
        self._name = f"worker-{secrets.token_hex(4)}"
        self._clock = RealClock()
        self._examiner = examiner or Apart(
            self._clock, limits.memory_bytes, limits.timeout_s, LOOK_S
        )
        self._stop: threading.Event | None = None

    def run(self, stop: threading.Event) -> None:
        """Work until `stop` is set; what is being checked then is given back."""
        self._stop = stop
        while not stop.is_set():
            if not self.step():
                stop.wait(self._limits.idle_s)

    def step(self) -> bool:
        """Take the next that is to be done; False where there is none."""
        claim = self._store.queue.claim(self._name, self._limits.lease_s)
        if claim is None:
            self._store.refresh()
            return False
        submission = self._store.submission(claim.submission_id)
        if submission is not None:
            try:
                self._do(claim, submission)
            except Stopped:
                self._store.queue.release(claim)
            except Broken as error:
                self._store.queue.give_back(claim, str(error), self._limits.again_after_s)
        self._store.refresh()
        return True

    def _do(self, claim: Claim, submission: Submission) -> None:
        if claim.task == "check":
            self._check(claim, submission)
        else:
            self._rejudge(claim, submission)

    def _goes_on(self, claim: Claim) -> Callable[[], bool]:
        """Whether the claim still holds, asked often; the lease is renewed now and then."""
        renewed_s = self._clock.now_s()

        def goes_on() -> bool:
            nonlocal renewed_s
            if self._stop is not None and self._stop.is_set():
                return False
            if self._clock.now_s() - renewed_s < self._limits.lease_s / RENEWALS:
                return True
            renewed_s = self._clock.now_s()
            return self._store.queue.renew(claim, self._limits.lease_s)

        return goes_on

    def _transcripts(self, scratch: Path) -> Path:
        return self._desk.transcripts or scratch / TRANSCRIPTS

    def _check(self, claim: Claim, submission: Submission) -> None:
        with self._store.blobs.scratch() as scratch:
            work = scratch / "run"
            task = Checking(
                file=self._store.blob(submission.id),
                work=work,
                key=self._desk.key.public.raw,
                now=moment(submission.received_s),
                transcripts=self._transcripts(scratch),
            )
            reply = self._examiner.reply(task, self._goes_on(claim))
            checked = reply.checked
            if reply.refused:
                self._reject(claim, (reply.refused,))
            elif checked is None or checked.submission != submission.id:
                message = "its process replied on something else"
                raise Broken(message)
            elif checked.problems or checked.entry is None:
                self._reject(claim, tuple(str(one) for one in checked.problems))
            else:
                self._store.blobs.keep_unpacked(work, submission.id)
                self._accept(claim, submission, checked)

    def _reject(self, claim: Claim, problems: tuple[str, ...]) -> None:
        now_s = self._store.now_s()
        verdict = rejected_verdict(self._desk.key, claim.submission_id, problems, now_s)
        self._store.queue.reject(claim, problems, verdict)

    def _accept(self, claim: Claim, submission: Submission, checked: Checked) -> None:
        """As self-reported at first: judges are asked in a step of its own, which may fail."""
        if checked.entry is None:
            return
        challenge_id = checked.entry.challenge_id
        user = self._store.reserve(challenge_id, submission.id) if challenge_id else None
        reasons = reasons_by_checks(checked, user)
        is_to_rejudge = not reasons and self._desk.judges is not None
        if not reasons:
            reasons = (WAITING if is_to_rejudge else NO_JUDGES,)
        result = result_of(checked.entry)
        ruling = Ruling("self-reported", reasons, checked.done)
        verdict = self._signed(submission.id, result, ruling)
        later_s = 0.0 if is_to_rejudge else None
        decision = Decision(ruling.level, reasons, verdict, rejudge_after_s=later_s)
        self._store.queue.accept(claim, result, decision)

    def _signed(self, submission_id: str, result: Result, ruling: Ruling) -> str:
        now_s = self._store.now_s()
        return accepted_verdict(self._desk.key, submission_id, result, ruling=ruling, now_s=now_s)

    def _rejudge(self, claim: Claim, submission: Submission) -> None:
        if self._desk.judges is None or submission.result is None:
            wait_s = self._limits.judges_after_s
            self._store.queue.give_back(claim, NO_JUDGES, wait_s)
            return
        with self._store.blobs.scratch() as scratch:
            task = Rejudging(
                folder=self._store.unpacked(submission.id),
                choice=self._desk.judges,
                seed=drawing_seed(self._desk.secret, submission.id),
                transcripts=self._transcripts(scratch),
            )
            reply = self._examiner.reply(task, self._goes_on(claim))
        if reply.rejudged is None:
            self._store.queue.give_back(claim, reply.out, self._limits.judges_after_s)
            return
        reasons = reasons_by_judges(reply.rejudged)
        checks = (*checks_before(submission), REJUDGED)
        ruling = Ruling("self-reported" if reasons else "verified", reasons, checks)
        verdict = self._signed(submission.id, submission.result, ruling)
        record = reply.rejudged.model_dump_json()
        self._store.queue.settle(claim, Decision(ruling.level, reasons, verdict, record))
