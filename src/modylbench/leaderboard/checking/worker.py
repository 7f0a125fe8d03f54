"""The worker that checks submissions in the background, one after the other."""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from sqlalchemy.exc import DBAPIError

from modylbench.foundation.clock import RealClock
from modylbench.leaderboard.challenge import utc_text
from modylbench.leaderboard.checking.agreement import TOLERANCE, JudgeTolerance, drawing_seed
from modylbench.leaderboard.checking.isolation import (
    CheckingFailure,
    CheckingInterrupt,
    CheckTask,
    IsolatedExaminer,
    RejudgeTask,
)
from modylbench.leaderboard.checking.ruling import (
    NO_JUDGES,
    WAITING,
    checks_by_judges,
    checks_done,
    is_anonymous,
    reasons_by_checks,
    reasons_by_judges,
    result_of,
)
from modylbench.leaderboard.signing import LeaderboardVerdict, signed_verdict
from modylbench.leaderboard.store.queue import LONGEST_WAIT_S, Decision

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from pathlib import Path

    from modylbench.leaderboard.checking.isolation import ExaminationReply
    from modylbench.leaderboard.signing import SigningKey, VerdictStatus
    from modylbench.leaderboard.store.queue import WorkClaim
    from modylbench.leaderboard.store.records import EntryResult, Level, Submission
    from modylbench.leaderboard.store.store import Store
    from modylbench.leaderboard.submission.problems import SubmissionCheck
    from modylbench.pipeline.panel.choice import PanelChoice
    from modylbench.scenarios.drawing.private import VariantSecret

TRANSCRIPTS = "transcripts"
RENEWALS = 4
"""Ours: so often is a lease renewed before it would end; a busy database may miss some."""
LOOK_S = 0.25
LOG = logging.getLogger(__name__)


class Examiner(Protocol):
    """Opens submissions where they can do no harm, in a process of their own."""

    def reply(
        self, task: CheckTask | RejudgeTask, goes_on: Callable[[], bool], /
    ) -> ExaminationReply:
        """What comes of a task; raises CheckingFailure, CheckingInterrupt."""


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """What a leaderboard decides by: its key, its secret for drawing samples, its judges."""

    key: SigningKey
    secret: bytes = field(repr=False)
    judges: PanelChoice | None = None
    transcripts: Path | None = None
    """The folder where what was heard in recordings is kept."""
    tolerance: JudgeTolerance = TOLERANCE
    variant_secrets: tuple[VariantSecret, ...] = field(default=(), repr=False)
    """Those of the private variants that this leaderboard can check."""


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """Ours: a submission of 18 meetings takes a minute or two to check, and well under 2 GiB."""

    lease_s: float = 60.0
    timeout_s: float = 900.0
    memory_bytes: int = 4 * 1024**3
    idle_s: float = 1.0
    again_after_s: float = 30.0
    judges_after_s: float = 1800.0
    outage_s: float = 10.0
    sweep_s: float = 600.0

    def wait_s(self, claim: WorkClaim) -> float:
        """How long to wait after a try that failed: twice as long each time, a day at most."""
        first_s = self.again_after_s if claim.task == "check" else self.judges_after_s
        return min(LONGEST_WAIT_S, first_s * 2.0 ** min(claim.tries - 1, 30))


LIMITS = WorkerLimits()


class Worker:
    """Checks what was received, judges samples again, and keeps the ranking new."""

    def __init__(
        self,
        store: Store,
        options: WorkerOptions,
        limits: WorkerLimits = LIMITS,
        examiner: Examiner | None = None,
    ) -> None:
        self._store, self._options, self._limits = store, options, limits
        self._name = f"worker-{secrets.token_hex(4)}"
        self._clock = RealClock()
        self._examiner = examiner or IsolatedExaminer(
            self._clock, limits.memory_bytes, limits.timeout_s, LOOK_S
        )
        self._swept_s = self._clock.now_s()
        self._stop: threading.Event | None = None

    def run(self, stop: threading.Event) -> None:
        """Work until `stop` is set; what is being checked then is given back."""
        self._stop = stop
        while not stop.is_set():
            try:
                wait_s = 0.0 if self.step() else self._limits.idle_s
            except (DBAPIError, OSError) as error:
                # What is claimed is taken up again when its lease has run out; what the driver
                # says can hold the database's address.
                LOG.error("the database or the disk failed: %s", type(error).__name__)  # noqa: TRY400
                wait_s = self._limits.outage_s
            if wait_s:
                stop.wait(wait_s)

    def step(self) -> bool:
        """Take the next that is to be done; False where there is none."""
        self._sweep_now_and_then()
        has_judges = self._options.judges is not None
        queue = self._store.queue
        claim = queue.claim(self._name, self._limits.lease_s, has_judges=has_judges)
        if claim is None:
            self._store.refresh()
            return False
        submission = self._store.submission(claim.submission_id)
        if submission is not None:
            try:
                self._do(claim, submission)
            except CheckingInterrupt:
                queue.release(claim)
            except CheckingFailure as error:
                queue.give_back(claim, str(error), self._limits.wait_s(claim))
            except OSError as error:  # such as a full disk; its path is nobody's business
                problem = error.strerror or type(error).__name__
                queue.give_back(claim, problem, self._limits.wait_s(claim))
        self._store.refresh()
        return True

    def _sweep_now_and_then(self) -> None:
        if self._clock.now_s() - self._swept_s >= self._limits.sweep_s:
            self._store.sweep()
            self._swept_s = self._clock.now_s()

    def _do(self, claim: WorkClaim, submission: Submission) -> None:
        if claim.task == "check":
            self._check(claim, submission)
        else:
            self._rejudge(claim, submission)

    def _goes_on(self, claim: WorkClaim) -> Callable[[], bool]:
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
        return self._options.transcripts or scratch / TRANSCRIPTS

    def _check(self, claim: WorkClaim, submission: Submission) -> None:
        with self._store.blobs.scratch() as scratch:
            work = scratch / "run"
            task = CheckTask(
                file=self._store.blobs.path(submission.id),
                work=work,
                key=self._options.key.public.raw,
                now=utc_text(submission.received_s),
                transcripts=self._transcripts(scratch),
                secrets=self._options.variant_secrets,
            )
            reply = self._examiner.reply(task, self._goes_on(claim))
            checked = reply.checked
            if reply.refused:
                self._reject(claim, (reply.refused,))
            elif checked is None or checked.submission != submission.id:
                message = "its process replied on something else"
                raise CheckingFailure(message)
            elif checked.problems or checked.entry is None:
                self._reject(claim, tuple(str(problem) for problem in checked.problems))
            else:
                self._store.blobs.keep_unpacked(work, submission.id)
                if not self._accept(claim, submission, checked):
                    self._store.forget_refused(submission.id)

    def _reject(self, claim: WorkClaim, problems: tuple[str, ...]) -> None:
        verdict = self._sign_verdict(claim.submission_id, "rejected", problems)
        if self._store.queue.reject(claim, problems, verdict):
            self._store.forget_refused(claim.submission_id)

    def _accept(self, claim: WorkClaim, submission: Submission, checked: SubmissionCheck) -> bool:
        """As self-reported at first: judges are asked in a step of its own, which may fail.

        False where the claim was lost meanwhile.
        """
        if checked.entry is None:
            return False
        challenge_id = checked.entry.challenge_id
        if challenge_id:
            self._store.reserve(challenge_id, submission.id)
        found = self._store.challenge(challenge_id) if challenge_id else None
        reasons = reasons_by_checks(checked, found)
        later_s = None
        if not reasons:
            reasons = (WAITING if self._options.judges is not None else NO_JUDGES,)
            later_s = 0.0
        result = result_of(checked.entry)
        verdict = self._sign_verdict(
            submission.id, "self-reported", reasons, checks=checks_done(checked), result=result
        )
        decision = Decision("self-reported", reasons, verdict, rejudge_after_s=later_s)
        return self._store.queue.accept(
            claim,
            result,
            decision,
            challenge_id=challenge_id or None,
            is_anonymous=is_anonymous(checked, found),
        )

    def _sign_verdict(
        self,
        submission_id: str,
        status: VerdictStatus,
        problems: tuple[str, ...],
        *,
        checks: tuple[str, ...] = (),
        result: EntryResult | None = None,
    ) -> str:
        """The verdict as JSON under our signature; one that is rejected has no result."""
        scenarios = result.scenarios if result else ()
        verdict = LeaderboardVerdict(
            submission=submission_id,
            status=status,
            suite=result.suite if result else "",
            scores={scenario.scenario_id: scenario.official for scenario in scenarios},
            overall=result.overall if result else None,
            problems=problems,
            checks=checks,
            decided_at=utc_text(self._store.now_s()),
        )
        return signed_verdict(verdict, self._options.key).model_dump_json()

    def _rejudge(self, claim: WorkClaim, submission: Submission) -> None:
        if self._options.judges is None or submission.result is None:
            message = "there is nothing to judge, or nobody who does"
            raise CheckingFailure(message)
        with self._store.blobs.scratch() as scratch:
            task = RejudgeTask(
                folder=self._store.blobs.unpacked_folder(submission.id),
                choice=self._options.judges,
                seed=drawing_seed(self._options.secret, submission.id),
                transcripts=self._transcripts(scratch),
                tolerance=self._options.tolerance,
                secrets=self._options.variant_secrets,
            )
            reply = self._examiner.reply(task, self._goes_on(claim))
        if reply.rejudged is None:
            self._store.queue.give_back(claim, reply.out, self._limits.wait_s(claim))
            return
        reasons = reasons_by_judges(reply.rejudged)
        level: Level = "self-reported" if reasons else "verified"
        checks = checks_by_judges(submission, reply.rejudged, level)
        verdict = self._sign_verdict(
            submission.id, level, reasons, checks=checks, result=submission.result
        )
        record = reply.rejudged.model_dump_json()
        self._store.queue.settle(claim, Decision(level, reasons, verdict, record))
