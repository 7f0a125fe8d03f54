"""An operator takes a submission down, or has it checked again, by a command."""

from pathlib import Path

from tests.staging.commands import run_command
from tests.staging.leaderboard.entries import claim_work, enter_result, result, upload

from modylbench.leaderboard.store.queue import MOST_TRIES
from modylbench.leaderboard.store.records import TableQuery
from modylbench.leaderboard.store.store import open_store


def test_a_submission_is_taken_down_once(tmp_path: Path) -> None:
    with open_store("", tmp_path) as store:
        taken = enter_result(store, result())
        store.refresh()
        reason = ("--reason", "not theirs", "--data", tmp_path)
        command = ("leaderboard", "withdraw", taken, *reason)

        run_command(*command)
        assert store.table(TableQuery()).rows == ()
        again = run_command(*command, code=2)
    assert "expected a submission that is still there" in again.stderr


def test_what_could_not_be_checked_is_tried_again(tmp_path: Path) -> None:
    with open_store("", tmp_path) as store:
        sent = upload(store, b"PK")
        command = ("leaderboard", "retry", sent.id, "--data", tmp_path)
        refused = run_command(*command, code=2)
        for _ in range(MOST_TRIES):
            store.queue.give_back(claim_work(store), "out of memory", 0)

        run_command(*command)
        assert claim_work(store).submission_id == sent.id
    assert "in the state unchecked" in refused.stderr
