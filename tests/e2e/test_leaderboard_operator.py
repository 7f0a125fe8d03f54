"""An operator takes a submission down, or has it checked again, by a command."""

from pathlib import Path

import pytest
from tests.staging.leaderboard.entries import claim_work, enter_result, result, upload

from modylbench.cli.main import cli, run
from modylbench.leaderboard.store.queue import MOST_TRIES
from modylbench.leaderboard.store.records import TableQuery
from modylbench.leaderboard.store.store import open_store


def ran(*arguments: object) -> int:
    words = ["leaderboard", *map(str, arguments)]
    return run(lambda: cli.main(words, standalone_mode=False))


def test_a_submission_is_taken_down_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store("", tmp_path) as store:
        taken = enter_result(store, result())
        store.refresh()
        command = ("withdraw", taken, "--reason", "not theirs", "--data", tmp_path)

        assert ran(*command) == 0
        assert store.table(TableQuery()).rows == ()
        assert ran(*command) == 2
    assert "expected a submission that is still there" in capsys.readouterr().err


def test_what_could_not_be_checked_is_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store("", tmp_path) as store:
        sent = upload(store, b"PK")
        assert ran("retry", sent.id, "--data", tmp_path) == 2
        for _ in range(MOST_TRIES):
            store.queue.give_back(claim_work(store), "out of memory", 0)

        assert ran("retry", sent.id, "--data", tmp_path) == 0
        assert claim_work(store).submission_id == sent.id
    assert "in the state unchecked" in capsys.readouterr().err
