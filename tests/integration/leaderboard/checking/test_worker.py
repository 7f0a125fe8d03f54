"""The worker decides as the rules say, and blames nobody for our own failures."""

import errno
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from tests.staging.leaderboard import entries
from tests.staging.leaderboard.entries import upload
from typing_extensions import override

from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.leaderboard.checking.agreement import drawing_seed
from modylbench.leaderboard.checking.isolation import (
    CheckingFailure,
    CheckingInterrupt,
    CheckTask,
    ExaminationReply,
    RejudgeTask,
)
from modylbench.leaderboard.checking.ruling import (
    NO_JUDGES,
    NOT_PROVED,
    PROVED,
    REJUDGED,
    TEXT_ONLY,
    WAITING,
)
from modylbench.leaderboard.checking.worker import Worker, WorkerLimits, WorkerOptions
from modylbench.leaderboard.signing import SignedVerdict, SigningKey, is_genuine
from modylbench.leaderboard.store.queue import MOST_TRIES, WorkClaim
from modylbench.leaderboard.store.records import Challenge, Submission, TableQuery
from modylbench.leaderboard.store.store import Store, open_store
from modylbench.leaderboard.submission.problems import problem
from modylbench.pipeline.panel.choice import PanelChoice
from modylbench.providers.models.options import JudgingOptions

KEY = SigningKey(bytes(range(32)))
AT_ONCE = WorkerLimits(again_after_s=0, judges_after_s=0)
Answer = Callable[[CheckTask | RejudgeTask], ExaminationReply]


@dataclass
class Scripted:
    """An examiner that replies as told, and keeps what it was asked."""

    check: Answer
    rejudge: Answer = lambda _: ExaminationReply(rejudged=entries.rejudging_result("agreed"))
    asked: list[CheckTask | RejudgeTask] = field(default_factory=list)

    def reply(
        self, task: CheckTask | RejudgeTask, _goes_on: Callable[[], bool], /
    ) -> ExaminationReply:
        self.asked.append(task)
        if isinstance(task, RejudgeTask):
            return self.rejudge(task)
        assert task.file.is_file()
        task.work.mkdir()
        (task.work / "run.json").touch()
        return self.check(task)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store("", tmp_path / "board") as found:
        yield found


@pytest.fixture
def desk(tmp_path: Path) -> WorkerOptions:
    return WorkerOptions(
        KEY, b"secret", PanelChoice(("some:model",), EvaluationOptions(), JudgingOptions(tmp_path))
    )


def sound(task: CheckTask | RejudgeTask) -> ExaminationReply:
    assert isinstance(task, CheckTask)
    return ExaminationReply(checked=entries.submission_check(task.file.name))


def challenged(store: Store, identity: str = "contact:me") -> None:
    store.add_offer("c1", secret="aa", offer="{}")  # noqa: S106
    assert store.issue(Challenge("c1", "aa", "{}", "11", "{}", 3, 9e9, "me", identity=identity))


def after(store: Store, submission: Submission) -> Submission:
    found = store.submission(submission.id)
    assert found is not None
    return found


def verdict_of(found: Submission) -> SignedVerdict:
    assert found.verdict is not None
    signed = SignedVerdict.model_validate_json(found.verdict)
    assert is_genuine(signed, KEY.public)
    assert signed.verdict.submission == found.id
    return signed


def test_one_that_passes_everything_is_verified_and_ranked(
    store: Store, desk: WorkerOptions
) -> None:
    challenged(store)
    sent = upload(store, b"PK")
    examiner = Scripted(sound)
    worker = Worker(store, desk, AT_ONCE, examiner)

    assert worker.step()
    between = after(store, sent)
    assert worker.step()
    assert not worker.step()
    found = after(store, sent)

    assert (between.level, between.reasons) == ("self-reported", (WAITING,))
    assert verdict_of(between).verdict.status == "self-reported"
    assert (found.state, found.level, found.reasons) == ("accepted", "verified", ())
    signed = verdict_of(found).verdict
    assert (signed.status, signed.overall) == ("verified", 7.5)
    assert signed.scores == {"financial_analyst": 8.0, "scientist": 7.0}
    assert signed.checks == (
        *entries.submission_check(sent.id).done,
        f"{REJUDGED}: 0 verdicts",
        PROVED,
        NOT_PROVED,
    )
    assert found.challenge_id == "c1"
    assert found.rejudging == entries.rejudging_result("agreed").model_dump_json()
    row = store.table(TableQuery()).rows[0]
    assert (row.agent, row.rank) == ("My agent <b>", 1)
    assert row.panel == "claude-opus-4-6 + gemini-3.1-pro"
    assert store.blobs.unpacked_folder(sent.id).joinpath("run.json").exists()
    used = store.challenge("c1")
    assert used is not None
    assert used.used_by == sent.id
    drawn = [task.seed for task in examiner.asked if isinstance(task, RejudgeTask)]
    assert drawn == [drawing_seed(b"secret", sent.id)]


def test_one_with_problems_is_rejected_with_all_of_them(store: Store, desk: WorkerOptions) -> None:
    sent = upload(store, b"PK")
    found_wrong = [problem("nan", "a.json", "found NaN"), problem("claim", "b.json", "too high")]
    examiner = Scripted(
        lambda _: ExaminationReply(checked=entries.submission_check(sent.id, *found_wrong))
    )
    Worker(store, desk, AT_ONCE, examiner).step()
    found = after(store, sent)

    assert (found.state, found.result) == ("rejected", None)
    assert found.problems == ("a.json: found NaN", "b.json: too high")
    assert verdict_of(found).verdict.status == "rejected"
    assert not store.blobs.path(sent.id).exists()  # or hostile uploads fill the disk
    assert not store.blobs.unpacked_folder(sent.id).exists()


def test_what_is_no_archive_is_rejected(store: Store, desk: WorkerOptions) -> None:
    sent = upload(store, b"PK")
    Worker(store, desk, AT_ONCE, Scripted(lambda _: ExaminationReply(refused="no zip"))).step()

    assert after(store, sent).problems == ("no zip",)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"entry": entries.entry(challenge_id="")}, "published ones"),
        ({"entry": entries.entry(has_media=False)}, "sound and pictures"),
        ({"entry": entries.entry(challenge_id="c9")}, "none of this leaderboard"),
        ({"entry": entries.entry(contact="another")}, "another contact"),
        ({"warnings": (problem("evaluation", "x", "not checked: no ears here"),)}, "no ears here"),
    ],
)
def test_what_lacks_something_stays_self_reported_and_says_why(
    store: Store, desk: WorkerOptions, changes: dict[str, object], reason: str
) -> None:
    challenged(store)
    sent = upload(store, b"PK")
    examiner = Scripted(
        lambda _: ExaminationReply(checked=entries.submission_check(sent.id, **changes))
    )
    worker = Worker(store, desk, AT_ONCE, examiner)
    while worker.step():
        pass
    found = after(store, sent)

    assert (found.state, found.level) == ("accepted", "self-reported")
    assert len(found.reasons) == 1
    assert reason in found.reasons[0]
    assert not any(isinstance(task, RejudgeTask) for task in examiner.asked)


def test_a_challenge_serves_the_first_submission_only(store: Store, desk: WorkerOptions) -> None:
    challenged(store)
    sent = [upload(store, content) for content in (b"1", b"2")]
    worker = Worker(store, desk, AT_ONCE, Scripted(sound))
    while worker.step():
        pass

    assert [after(store, submission).level for submission in sent] == ["verified", "self-reported"]
    assert "earlier submission" in after(store, sent[1]).reasons[0]


def test_without_judges_nothing_is_verified(store: Store, desk: WorkerOptions) -> None:
    challenged(store)
    sent = upload(store, b"PK")
    worker = Worker(store, replace(desk, judges=None), AT_ONCE, Scripted(sound))
    while worker.step():
        pass

    assert after(store, sent).reasons == (NO_JUDGES,)
    assert [line.event for line in store.history(sent.id)] == ["received", "claimed", "accepted"]


def test_what_came_before_there_were_judges_is_judged_once_there_are(
    store: Store, desk: WorkerOptions
) -> None:
    challenged(store)
    sent = upload(store, b"PK")
    Worker(store, replace(desk, judges=None), AT_ONCE, Scripted(sound)).step()

    assert Worker(store, desk, AT_ONCE, Scripted(sound)).step()
    assert after(store, sent).level == "verified"


def test_one_judged_by_text_alone_says_so_under_the_signature(
    store: Store, desk: WorkerOptions
) -> None:
    challenged(store)
    sent = upload(store, b"PK")
    by_text = entries.entry(mode="text", standard="silver")
    examiner = Scripted(
        lambda _: ExaminationReply(checked=entries.submission_check(sent.id, entry=by_text))
    )
    worker = Worker(store, desk, AT_ONCE, examiner)
    while worker.step():
        pass

    assert TEXT_ONLY in verdict_of(after(store, sent)).verdict.checks
    assert TEXT_ONLY not in entries.submission_check(sent.id).done


def test_a_disk_that_is_full_is_our_failure_and_its_path_is_not_told(
    store: Store, desk: WorkerOptions
) -> None:
    sent = upload(store, b"PK")

    def fills(task: CheckTask | RejudgeTask) -> ExaminationReply:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/secret/place")

    assert Worker(store, desk, AT_ONCE, Scripted(fills)).step()
    found = after(store, sent)

    assert found.state == "received"
    assert found.problems == ("could not be checked: infrastructure (No space left on device)",)


def test_nothing_is_left_of_one_that_is_withdrawn_while_it_is_checked(
    store: Store, desk: WorkerOptions
) -> None:
    sent = upload(store, b"PK")

    def withdrawn(task: CheckTask | RejudgeTask) -> ExaminationReply:
        assert store.withdraw(sent.id, "not theirs")
        return sound(task)

    assert Worker(store, desk, AT_ONCE, Scripted(withdrawn)).step()

    assert after(store, sent).state == "withdrawn"
    assert not store.blobs.unpacked_folder(sent.id).exists()
    assert not store.blobs.path(sent.id).exists()


def test_a_worker_outlives_an_outage_of_the_database(store: Store, desk: WorkerOptions) -> None:
    stop = threading.Event()
    failures = iter([OperationalError("select", {}, OSError("gone"))] * 2)
    sent = upload(store, b"PK")

    class Failing(Worker):
        @override
        def step(self) -> bool:
            for failure in failures:
                raise failure
            stop.set()
            return super().step()

    limits = replace(AT_ONCE, outage_s=0.01)
    Failing(store, desk, limits, Scripted(lambda _: ExaminationReply(refused="no zip"))).run(stop)

    assert after(store, sent).state == "rejected"


def test_what_fails_again_and_again_is_tried_ever_more_seldom() -> None:
    limits = WorkerLimits(again_after_s=30, judges_after_s=1800)
    waits = [limits.wait_s(WorkClaim("a", 1, "rejudge", tries)) for tries in (1, 2, 3, 50, 5000)]

    assert waits == [1800, 3600, 7200, 86400, 86400]
    assert limits.wait_s(WorkClaim("a", 1, "check", 2)) == 60


def test_judges_that_disagree_leave_it_self_reported(store: Store, desk: WorkerOptions) -> None:
    challenged(store)
    sent = upload(store, b"PK")
    doubted = entries.rejudging_result("doubted", "gpt: 2.00 higher")
    worker = Worker(
        store, desk, AT_ONCE, Scripted(sound, lambda _: ExaminationReply(rejudged=doubted))
    )
    while worker.step():
        pass
    found = after(store, sent)

    assert (found.state, found.level) == ("accepted", "self-reported")
    assert found.reasons == ("re-judging disagrees: gpt: 2.00 higher",)
    assert verdict_of(found).verdict.problems == found.reasons


def test_judges_that_are_out_are_asked_later_and_cost_nothing(
    store: Store, desk: WorkerOptions
) -> None:
    challenged(store)
    sent = upload(store, b"PK")
    replies = iter(
        [ExaminationReply(out="HTTP 503")] * 5
        + [ExaminationReply(rejudged=entries.rejudging_result("agreed"))]
    )
    worker = Worker(store, desk, AT_ONCE, Scripted(sound, lambda _: next(replies)))
    for _ in range(6):
        assert worker.step()
        assert after(store, sent).state == "accepted"
        assert after(store, sent).reasons == (WAITING,)
    worker.step()

    assert after(store, sent).level == "verified"


def test_a_broken_check_is_tried_again_and_never_a_rejection(
    store: Store, desk: WorkerOptions
) -> None:
    sent = upload(store, b"PK")

    def breaks(task: CheckTask | RejudgeTask) -> ExaminationReply:
        message = "out of memory"
        raise CheckingFailure(message)

    worker = Worker(store, desk, AT_ONCE, Scripted(breaks))
    steps = 0
    while worker.step():
        steps += 1
    found = after(store, sent)

    assert steps == MOST_TRIES
    assert found.state == "unchecked"
    assert found.problems == ("could not be checked: infrastructure (out of memory)",)
    assert store.try_again(sent.id)
    assert Worker(store, desk, AT_ONCE, Scripted(sound)).step()
    assert after(store, sent).state == "accepted"


def test_a_reply_on_another_submission_decides_nothing(store: Store, desk: WorkerOptions) -> None:
    sent = upload(store, b"PK")
    examiner = Scripted(lambda _: ExaminationReply(checked=entries.submission_check("ab" * 32)))
    Worker(store, desk, AT_ONCE, examiner).step()

    assert after(store, sent).state == "received"


def test_a_stopped_worker_gives_back_what_it_has(store: Store, desk: WorkerOptions) -> None:
    sent = upload(store, b"PK")
    stop = threading.Event()

    def stops(task: CheckTask | RejudgeTask) -> ExaminationReply:
        stop.set()
        raise CheckingInterrupt

    Worker(store, desk, AT_ONCE, Scripted(stops)).run(stop)
    found = after(store, sent)

    assert (found.state, found.tries) == ("received", 0)


def test_two_workers_check_every_submission_once(store: Store, desk: WorkerOptions) -> None:
    sent = [upload(store, bytes([number])) for number in range(6)]
    refusing = Scripted(lambda _: ExaminationReply(refused="no zip"))

    def work() -> None:
        worker = Worker(store, desk, AT_ONCE, refusing)
        while worker.step():
            pass

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sent
    for submission in sent:
        events = [line.event for line in store.history(submission.id)]
        assert events == ["received", "claimed", "rejected"]


def test_a_lease_is_renewed_while_the_check_takes_long(store: Store, desk: WorkerOptions) -> None:
    sent = upload(store, b"PK")

    class Slow(Scripted):
        @override
        def reply(
            self, task: CheckTask | RejudgeTask, goes_on: Callable[[], bool], /
        ) -> ExaminationReply:
            for _ in range(8):
                threading.Event().wait(0.1)
                assert goes_on()
                assert store.queue.claim("other", 60) is None
            return super().reply(task, goes_on)

    assert Worker(store, desk, replace(AT_ONCE, lease_s=0.5), Slow(sound)).step()
    assert after(store, sent).state == "accepted"


def test_leftovers_are_swept_while_the_server_runs(store: Store, desk: WorkerOptions) -> None:
    worker = Worker(store, desk, replace(AT_ONCE, sweep_s=0))
    with store.blobs.incoming() as left:
        os.utime(left, (0, 0))
        worker.step()

        assert not left.exists()


@pytest.mark.parametrize(
    ("identity", "contact", "is_anonymous"),
    [
        ("contact:me", " Me ", False),
        ("contact:me", "another", True),
        ("client:0a1b", "me", True),
    ],
)
def test_only_a_confirmed_contact_that_was_committed_to_is_not_anonymous(
    store: Store, desk: WorkerOptions, identity: str, contact: str, *, is_anonymous: bool
) -> None:
    challenged(store, identity)
    sent = upload(store, b"PK")
    checked = entries.submission_check(sent.id, entry=entries.entry(contact=contact))

    Worker(store, desk, AT_ONCE, Scripted(lambda _: ExaminationReply(checked=checked))).step()

    assert after(store, sent).is_anonymous is is_anonymous


def test_an_anonymous_entry_is_never_verified(store: Store, desk: WorkerOptions) -> None:
    challenged(store, "client:0a1b")
    sent = upload(store, b"PK")
    worker = Worker(store, desk, AT_ONCE, Scripted(sound))
    while worker.step():
        pass
    found = after(store, sent)

    assert (found.state, found.level, found.is_anonymous) == ("accepted", "self-reported", True)
    assert found.reasons == (
        "it is anonymous: its challenge was asked for without a token of its contact",
    )
