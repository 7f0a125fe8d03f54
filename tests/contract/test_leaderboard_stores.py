"""The leaderboard's store behaves alike on SQLite and on PostgreSQL."""

import hashlib
import itertools
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from benchmarks.postgresql import NotHere, address, server
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError
from tests.staging.leaderboard.entries import (
    PANEL,
    claim_work,
    decision,
    enter_result,
    result,
    upload,
)

from modylbench.foundation.errors import UserMistake
from modylbench.leaderboard.store.database import open_database
from modylbench.leaderboard.store.queue import MOST_TRIES, NOT_CHECKED, WorkClaim
from modylbench.leaderboard.store.records import (
    ALL_PANELS,
    Challenge,
    ChallengeQuota,
    EntryResult,
    TableQuery,
)
from modylbench.leaderboard.store.schema import ensure_schema
from modylbench.leaderboard.store.store import ABANDONED_S, SpentQuota, Store, open_store

T = TypeVar("T")
NAMES = itertools.count()
WORKER = """
import sys
from pathlib import Path
from modylbench.leaderboard.store.store import open_store
with open_store(sys.argv[1], Path(sys.argv[2])) as store:
    claim = store.queue.claim("mortal", float(sys.argv[3]))
    print(claim.submission_id, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    try:
        with server("fsync=off") as folder:
            yield folder
    except NotHere as error:
        pytest.skip(str(error))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield str(tmp_path / "board.sqlite")
        return
    folder = request.getfixturevalue("postgresql")
    name = f"test_{next(NAMES)}"
    # With an order of letters unlike that of their codes, as most servers have.
    english = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'"
    _run_sql(address(folder), f"CREATE DATABASE {name} {english}")
    yield address(folder, name)
    _run_sql(address(folder), f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def store(database: str, tmp_path: Path) -> Iterator[Store]:
    with open_store(database, tmp_path / "files") as found:
        yield found


def _run_sql(url: str, *statements: str) -> None:
    scheme = "postgresql+pg8000" if url.startswith("postgresql") else "sqlite"
    full = url.replace("postgresql", scheme, 1) if "://" in url else f"sqlite:///{url}"
    engine = create_engine(full, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            for statement in statements:
                connection.execute(text(statement))
    finally:
        engine.dispose()


def test_the_same_bytes_twice_are_one_submission(store: Store) -> None:
    content = b"PK the same"
    first, again, other = (upload(store, sent) for sent in (content, content, b"PK another"))

    assert first == again
    assert first.id == hashlib.sha256(content).hexdigest()
    assert (first.number, other.number) == (1, 2)
    assert (first.state, first.size) == ("received", len(content))
    assert store.blobs.path(first.id).read_bytes() == content
    assert store.waiting_count() == 2
    assert [event.event for event in store.history(first.id)] == ["received"]


def test_the_same_bytes_at_the_same_time_are_one_submission(store: Store) -> None:
    found = _at_once(lambda: upload(store, b"PK at once"), 6)

    assert len({submission.number for submission in found}) == 1
    assert store.waiting_count() == 1


def test_what_was_received_is_there_after_opening_again(database: str, tmp_path: Path) -> None:
    with open_store(database, tmp_path / "files") as store:
        before = upload(store, b"PK")
    with open_store(database, tmp_path / "files") as store:
        assert store.submission(before.id) == before
        assert store.submission("0" * 64) is None
        assert store.is_well()


def test_an_upload_that_was_not_received_leaves_nothing(store: Store) -> None:
    with store.blobs.incoming() as path:
        path.write_bytes(b"half")

    assert not path.exists()
    assert store.waiting_count() == 0


def test_workers_that_race_never_get_the_same_submission(store: Store) -> None:
    ids = {upload(store, bytes([number])).id for number in range(12)}

    def work() -> list[str]:
        got = []
        while (claim := store.queue.claim("racer", 60)) is not None:
            got.append(claim.submission_id)
        return got

    found = [submission for got in _at_once(work, 4) for submission in got]

    assert sorted(found) == sorted(ids)


def test_one_whose_worker_was_killed_is_taken_up_again(
    store: Store, database: str, tmp_path: Path
) -> None:
    sent = upload(store, b"PK")
    command = [sys.executable, "-c", WORKER, database, str(tmp_path / "files"), "1.0"]
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as mortal:
        assert mortal.stdout is not None
        assert mortal.stdout.readline().strip() == sent.id
        assert store.queue.claim("other", 60) is None
        os.kill(mortal.pid, signal.SIGKILL)
    threading.Event().wait(1.1)

    claim = claim_work(store, worker="other")

    assert (claim.submission_id, claim.tries) == (sent.id, 2)
    assert store.queue.accept(claim, result(), decision())


def test_who_was_taken_for_dead_decides_nothing(store: Store) -> None:
    upload(store, b"PK")
    slow = claim_work(store, lease_s=0)
    quick = claim_work(store, lease_s=60)

    assert not store.queue.renew(slow, 60)
    assert not store.queue.accept(slow, result("slow"), decision())
    assert not store.queue.reject(slow, ["wrong"], None)
    assert not store.queue.give_back(slow, "late", 0)
    assert store.queue.renew(quick, 60)
    assert store.queue.accept(quick, result("quick"), decision())
    found = store.submission(quick.submission_id)
    assert found is not None
    assert (found.state, found.result) == ("accepted", result("quick"))
    assert not store.queue.accept(quick, result("again"), decision())


def test_our_own_failures_are_tried_twice_more_and_never_reject(store: Store) -> None:
    sent = upload(store, b"PK")
    for number in range(MOST_TRIES):
        claim = claim_work(store)
        assert claim.tries == number + 1
        assert store.queue.give_back(claim, "out of memory", 0)
    found = store.submission(sent.id)

    assert found is not None
    assert found.state == "unchecked"
    assert found.problems == (f"{NOT_CHECKED} (out of memory)",)
    assert store.queue.claim("one", 60) is None
    assert store.try_again(sent.id)
    assert claim_work(store).tries == 1


def test_one_that_kills_every_worker_is_put_aside(store: Store) -> None:
    sent = upload(store, b"PK")
    for _ in range(MOST_TRIES):
        claim_work(store, lease_s=0)

    assert store.queue.claim("one", 60) is None
    found = store.submission(sent.id)
    assert found is not None
    assert found.state == "unchecked"


def test_a_server_that_ends_in_peace_uses_up_no_try(store: Store) -> None:
    upload(store, b"PK")
    for _ in range(MOST_TRIES + 1):
        assert store.queue.release(claim_work(store))

    assert claim_work(store).tries == 1


def test_what_is_given_back_waits(store: Store) -> None:
    upload(store, b"PK")
    store.queue.give_back(claim_work(store), "busy", 3600)

    assert store.queue.claim("one", 60) is None


def test_a_rejected_one_keeps_every_problem(store: Store) -> None:
    sent = upload(store, b"PK")
    problems = ["a score is not equal", "NUL \0 and a half \ud800", "'; DROP TABLE audit; --"]
    assert store.queue.reject(claim_work(store), problems, '{"signed": true}')
    found = store.submission(sent.id)

    assert found is not None
    assert (found.state, found.result, found.verdict) == ("rejected", None, '{"signed": true}')
    assert found.problems == (problems[0], "NUL \ufffd and a half ?", problems[2])
    assert store.waiting_count() == 0


def test_judging_again_comes_after_new_ones_and_changes_the_level(store: Store) -> None:
    first = upload(store, b"1")
    store.queue.accept(claim_work(store), result(), decision("self-reported", "later", later_s=0))
    upload(store, b"2")
    assert claim_work(store).task == "check"
    claim = claim_work(store)
    assert (claim.submission_id, claim.task) == (first.id, "rejudge")
    assert store.queue.claim("other", 60) is None
    store.refresh()
    assert store.queue.settle(claim, decision("verified"))

    found = store.submission(first.id)

    assert found is not None
    assert (found.level, found.reasons) == ("verified", ())
    assert store.refresh()
    assert [board.level for board in store.boards()] == ["verified"] * 2
    assert store.queue.claim("other", 60) is None


def test_a_judge_that_is_out_leaves_the_entry_as_it_was(store: Store) -> None:
    sent = upload(store, b"1")
    store.queue.accept(claim_work(store), result(), decision("self-reported", "later", later_s=0))
    for _ in range(MOST_TRIES + 2):
        assert store.queue.give_back(claim_work(store), "judges are out", 0)
    found = store.submission(sent.id)

    assert found is not None
    assert (found.state, found.level, found.reasons) == ("accepted", "self-reported", ("later",))


def test_an_offer_serves_one_commitment_and_a_challenge_one_submission(store: Store) -> None:
    store.add_offer("c1", secret="aa", offer="{}")  # noqa: S106
    issued = Challenge("c1", "aa", "{}", "11", "{signed}", 3, 99.5, "me@example.org")
    issued = replace(issued, identity="contact:me@example.org")
    with pytest.raises(UserMistake, match="'c1'"):
        store.add_offer("c1", secret="bb", offer="{}")  # noqa: S106

    assert store.issue(issued)
    assert store.issue(issued)
    assert not store.issue(Challenge("c1", "aa", "{}", "22", "{other}", 3, 99.5, "me"))
    assert not store.issue(Challenge("c2", "aa", "{}", "22", "{other}", 3, 99.5, "me"))
    assert store.challenge("c1") == issued
    assert store.challenge("c2") is None
    assert store.challenges_for("contact:me@example.org") == 1
    assert store.reserve("c1", "s1") == "s1"
    assert store.reserve("c1", "s2") == "s1"
    assert store.reserve("c2", "s2") is None


PRIVATE = "core-1-3f2a90c1d2e4b7a8"


def test_suites_their_versions_and_private_variants_are_ranked_apart(store: Store) -> None:
    by_suite = {
        suite: enter_result(store, result("one", scores, suite=suite))
        for suite, scores in {
            "core-1": (5.0, 5.5, 6.0),
            "core-2": (9.0, 9.0, 9.5),
            "freeform-1": (8.0, 8.0, 8.5),
            PRIVATE: (7.0, 7.5, 8.0),
        }.items()
    }
    store.refresh()

    for suite, entered in by_suite.items():
        for panel in (None, ALL_PANELS):
            page = store.table(TableQuery(suite=suite, panel=panel))
            assert [(row.submission_id, row.rank) for row in page.rows] == [(entered, 1)]
            assert (page.entries, page.smallest_difference) == (1, None)
    assert {board.suite for board in store.boards()} == set(by_suite)
    assert store.table(TableQuery()).rows[0].submission_id == by_suite["core-1"]
    assert store.table(TableQuery(suite="no such-1")).rows == ()
    kept = store.submission(by_suite[PRIVATE])
    assert kept is not None
    assert kept.result is not None
    assert kept.result.suite == PRIVATE


def test_levels_modes_and_panels_are_ranked_apart(store: Store) -> None:
    best = enter_result(store, result("best", (9.5, 9.5, 9.5)), "self-reported")
    enter_result(store, result("silver", mode="silver"))
    enter_result(store, result("other", (7.0, 7.5, 8.0), panel="gpt-5.2"))
    good, fair = (
        enter_result(store, result("good")),
        enter_result(store, result("fair", (5.0, 5.5, 6.0))),
    )
    assert store.refresh()
    assert not store.refresh()

    page = store.table(TableQuery())
    alone = store.table(TableQuery(level="self-reported"))
    together = store.table(TableQuery(panel=ALL_PANELS))

    assert [(row.submission_id, row.rank) for row in page.rows] == [(good, 1), (fair, 2)]
    assert page.query.panel == PANEL
    assert [(row.submission_id, row.rank) for row in alone.rows] == [(best, 1)]
    assert [row.agent for row in together.rows] == ["good", "other", "fair"]
    assert [row.rank for row in together.rows] == [1, 2, 3]
    assert {board.key: board.entries for board in store.boards()} == {
        f"core-1/self-reported/gold/{PANEL}": 1,
        "core-1/self-reported/gold/*": 1,
        f"core-1/verified/gold/{PANEL}": 2,
        "core-1/verified/gold/gpt-5.2": 1,
        "core-1/verified/gold/*": 3,
        f"core-1/verified/silver/{PANEL}": 1,
        "core-1/verified/silver/*": 1,
    }


def test_the_table_is_searched_sorted_and_paged(store: Store) -> None:
    for number, agent in enumerate(["Zeta_1", "alpha%", "Beta", "ALPHA two"]):
        enter_result(store, result(agent, (5.0 + number, 6.0 + number, 6.5 + number)))
    store.refresh()

    def agents(**asked: object) -> list[str]:
        return [row.agent for row in store.table(TableQuery(**asked)).rows]  # type: ignore[arg-type]

    assert agents() == ["ALPHA two", "Beta", "alpha%", "Zeta_1"]
    assert agents(sort="agent") == ["ALPHA two", "alpha%", "Beta", "Zeta_1"]
    assert agents(sort="received", descending=True) == ["ALPHA two", "Beta", "alpha%", "Zeta_1"]
    assert agents(sort="scenario:scientist") == ["Zeta_1", "alpha%", "Beta", "ALPHA two"]
    assert agents(sort="scenario:scientist", agent="alpha") == ["alpha%", "ALPHA two"]
    assert agents(sort="scenario:scientist", offset=1, limit=2) == ["alpha%", "Beta"]
    assert agents(sort="scenario:nowhere") == agents()
    assert agents(sort="scenario:nowhere", agent="zeta") == ["Zeta_1"]
    assert agents(offset=10**30) == agents(sort="scenario:scientist", offset=10**30) == []
    assert agents(agent="aLpHa") == ["ALPHA two", "alpha%"]
    assert agents(agent="a%") == ["alpha%"]
    assert agents(agent="_") == ["Zeta_1"]
    assert agents(agent="\0") == []
    assert agents(offset=1, limit=2) == ["Beta", "alpha%"]
    page = store.table(TableQuery(agent="alpha", limit=1))
    assert (page.matching, page.entries, len(page.rows)) == (2, 4, 1)
    assert [scenario.scenario_id for scenario in page.rows[0].scenarios] == [
        "financial_analyst",
        "scientist",
    ]
    with pytest.raises(UserMistake, match="unknown order"):
        agents(sort="overall; DROP TABLE audit")


def test_equal_scores_of_a_scenario_stay_in_the_order_of_the_ranking_and_none_comes_last(
    store: Store,
) -> None:
    for agent, scores in {"low": (5.0, 9.0), "high": (6.0, 9.5), "top": (8.0, 9.0)}.items():
        enter_result(store, result(agent, scores))
    without = result("without", (7.0, 7.0))
    enter_result(store, replace(without, scenarios=without.scenarios[:1]))
    tied = result("tied", (6.0, 6.0))
    enter_result(store, tied)
    store.refresh()

    def agents(*, descending: bool) -> list[str]:
        query = TableQuery(sort="scenario:scientist", descending=descending)
        return [row.agent for row in store.table(query).rows]

    ranked = [row.agent for row in store.table(TableQuery()).rows if row.overall == 6.0]
    assert agents(descending=False) == ["low", *ranked, "top", "without"]
    assert agents(descending=True) == ["top", *ranked, "low", "without"]


def test_a_name_is_found_however_its_letters_are_composed_and_sorted_by_their_codes(
    store: Store,
) -> None:
    for agent in ("Zo\u00eb", "Zoe\u0308 2", "\u00c9mile", "_under", "STRASSE"):
        enter_result(store, result(agent))
    store.refresh()

    def agents(**asked: str) -> list[str]:
        return [row.agent for row in store.table(TableQuery(**asked)).rows]  # type: ignore[arg-type]

    for typed in ("zo\u00eb", "ZOE\u0308"):
        assert sorted(agents(agent=typed)) == ["Zoe\u0308 2", "Zo\u00eb"]
    assert agents(agent="stra\u00dfe") == ["STRASSE"]
    assert agents(sort="agent") == ["_under", "STRASSE", "Zo\u00eb", "Zoe\u0308 2", "\u00c9mile"]


def test_a_reader_sees_one_state_throughout(store: Store, database: str, tmp_path: Path) -> None:
    found = open_database(database, tmp_path)
    counting = text("SELECT count(*) FROM submissions")
    try:
        with found.reading() as connection:
            before = connection.execute(counting).scalar_one()
            upload(store, b"PK meanwhile")
            assert connection.execute(counting).scalar_one() == before == 0
        with found.reading() as connection:
            assert connection.execute(counting).scalar_one() == 1
    finally:
        found.close()


def test_rankings_made_while_entries_come_are_whole_and_the_last_has_them_all(store: Store) -> None:
    ids = [upload(store, bytes([number])).id for number in range(8)]

    def enter() -> int:
        claim = claim_work(store)
        assert store.queue.accept(claim, result(claim.submission_id), decision())
        store.refresh()
        page = store.table(TableQuery())
        assert page.entries == len(page.rows)
        return page.entries

    _at_once(enter, len(ids))
    store.refresh()

    page = store.table(TableQuery())
    assert page.is_current
    assert sorted(row.agent for row in page.rows) == sorted(ids)


def test_a_withdrawn_one_is_gone_for_good_and_its_bytes_do_not_come_back(store: Store) -> None:
    kept, taken = (
        enter_result(store, result("kept")),
        enter_result(store, result("taken", (9.0, 9.5, 9.0))),
    )
    store.blobs.unpacked_folder(taken).mkdir()
    store.refresh()

    assert store.withdraw(taken, "not theirs to give")
    assert not store.withdraw(taken, "again")
    assert not store.withdraw("0" * 64, "unknown")

    found = store.submission(taken)
    assert found is not None
    assert (found.state, found.level, found.result) == ("withdrawn", None, None)
    assert (found.verdict, found.rejudging, found.reasons) == (None, None, ())
    assert found.problems == ("withdrawn by the operator: not theirs to give",)
    page = store.table(TableQuery())
    assert ([row.submission_id for row in page.rows], page.is_current) == ([kept], True)
    assert [submission.id for submission in store.accepted_submissions()] == [kept]
    again = upload(store, repr(result("taken", (9.0, 9.5, 9.0))).encode())
    assert again == found
    assert not store.blobs.path(taken).exists()
    assert not store.blobs.unpacked_folder(taken).exists()
    assert store.queue.claim("one", 60) is None
    assert store.history(taken)[-1].event == "withdrawn"


def test_one_withdrawn_while_it_is_checked_stays_withdrawn(store: Store) -> None:
    sent = upload(store, b"PK")
    for _ in range(MOST_TRIES - 1):
        claim_work(store, lease_s=0)
    claim = claim_work(store)  # the last try, after which it would be put aside
    assert store.withdraw(sent.id, "a mistake")

    assert not store.queue.accept(claim, result(), decision())
    assert not store.queue.give_back(claim, "late", 0)
    assert not store.queue.release(claim)
    found = store.submission(sent.id)
    assert found is not None
    assert found.state == "withdrawn"


def test_the_challenge_is_kept_that_the_checks_have_found(store: Store) -> None:
    sent = upload(store, b"PK")
    assert store.queue.accept(claim_work(store), result(), decision(), challenge_id="c1")
    found = store.submission(sent.id)

    assert found is not None
    assert found.challenge_id == "c1"


def test_who_has_no_judges_leaves_judging_again_to_others(store: Store) -> None:
    sent = upload(store, b"1")
    store.queue.accept(claim_work(store), result(), decision("self-reported", "later", later_s=0))

    assert store.queue.claim("one", 60, has_judges=False) is None
    assert claim_work(store).submission_id == sent.id


def test_the_table_says_when_a_newer_ranking_is_due(store: Store) -> None:
    empty = store.table(TableQuery())
    enter_result(store, result())
    before = store.table(TableQuery())
    store.refresh()
    after = store.table(TableQuery())

    assert (empty.rows, empty.entries, empty.is_current) == ((), 0, True)
    assert (before.rows, before.is_current) == ((), False)
    assert (len(after.rows), after.is_current, after.version) == (1, True, 1)


def test_the_papers_score_is_kept_and_is_none_where_a_scenario_has_none(store: Store) -> None:
    known = result("known")
    first, *others = known.scenarios
    partly = replace(
        known, agent="partly", scenarios=(replace(first, counted_by_paper=None), *others)
    )
    for entry in (known, partly):
        enter_result(store, entry)
    store.refresh()

    accepted = [found.result for found in store.accepted_submissions() if found.result]
    kept = {result.agent: result.overall_by_paper for result in accepted}
    shown = {row.agent: row.overall_by_paper for row in store.table(TableQuery()).rows}

    assert kept == shown == {"known": 8.25, "partly": None}


def test_accepted_ones_come_in_order_with_their_scores(store: Store) -> None:
    ids = [enter_result(store, result(str(number))) for number in range(3)]
    upload(store, b"not checked")

    found = list(store.accepted_submissions())

    assert [submission.id for submission in found] == ids
    assert found[1].result == result("1")


def test_the_audit_log_refuses_changes(store: Store, database: str) -> None:
    store.note("looked", "someone", "at the log")

    for change in ("UPDATE audit SET event = 'x'", "DELETE FROM audit"):
        with pytest.raises(DBAPIError, match="append only"):
            _run_sql(database, change)
    assert [event.detail for event in store.history("someone")] == ["at the log"]


@pytest.mark.parametrize("other", ["version - 1", "version + 1"])
def test_a_database_of_another_version_is_refused_in_one_line(
    database: str, tmp_path: Path, other: str
) -> None:
    with open_store(database, tmp_path):
        pass
    _run_sql(database, f"UPDATE schema_version SET version = {other}")  # noqa: S608

    with (
        pytest.raises(UserMistake, match="install the release") as error,
        open_store(database, tmp_path),
    ):
        pass
    assert "\n" not in str(error.value)


def test_several_servers_make_the_schema_once(database: str, tmp_path: Path) -> None:
    def start() -> bool:
        found = open_database(database, tmp_path)
        try:
            return ensure_schema(found)
        finally:
            found.close()

    assert sorted(_at_once(start, 4)) == [False, False, False, True]


def test_a_file_that_another_writes_to_for_the_first_time_is_waited_for(tmp_path: Path) -> None:
    other = sqlite3.connect(
        tmp_path / "board.sqlite", isolation_level=None, check_same_thread=False
    )
    other.execute("CREATE TABLE beginning (x)")
    other.execute("BEGIN IMMEDIATE")
    other.execute("INSERT INTO beginning VALUES (1)")
    end = threading.Timer(0.3, other.execute, ["COMMIT"])
    end.start()

    open_database(str(tmp_path / "board.sqlite"), tmp_path).close()

    end.join()
    other.close()


def _at_once(work: Callable[[], T], count: int) -> list[T]:
    results: list[T] = []
    threads = [threading.Thread(target=lambda: results.append(work())) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == count
    return results


def test_a_claim_is_known_by_its_number(store: Store) -> None:
    upload(store, b"PK")
    claim = claim_work(store)

    assert not store.queue.renew(WorkClaim(claim.submission_id, claim.number + 1, "check", 1), 60)


def test_nobody_else_on_the_machine_may_read_what_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "board"
    folder.mkdir(mode=0o755)
    (folder / "blobs").mkdir(mode=0o755)
    (folder / "leaderboard.sqlite").touch(mode=0o644)
    before = os.umask(0o022)
    try:
        with open_store("", folder) as store:
            sent = upload(store, b"PK")
            modes = {path: path.stat().st_mode for path in (folder, *folder.rglob("*"))}
    finally:
        os.umask(before)

    assert store.blobs.path(sent.id) in modes
    assert (folder / "leaderboard.sqlite-wal") in modes
    wide = [path for path, mode in modes.items() if mode & 0o077]
    assert not wide


@pytest.mark.parametrize("column", ["lease_until_s", "not_before_s"])
def test_a_time_that_a_wrong_clock_has_set_holds_nothing_up(
    store: Store, database: str, column: str
) -> None:
    sent = upload(store, b"PK")
    if column == "lease_until_s":
        claim_work(store)
    _run_sql(database, f"UPDATE submissions SET {column} = 4e9")  # noqa: S608

    assert claim_work(store, worker="other").submission_id == sent.id


def test_what_a_dead_server_left_is_swept_and_what_is_under_way_stays(store: Store) -> None:
    known = upload(store, b"PK")
    with (
        store.blobs.incoming() as new,
        store.blobs.incoming() as old,
        store.blobs.scratch() as scratch,
        store.blobs.incoming() as to_come,
    ):
        orphan = store.blobs.path("a" * 64)
        orphan.parent.mkdir(exist_ok=True)
        orphan.touch()
        now_s = store.now_s()
        for path in (old, scratch, orphan, store.blobs.path(known.id)):
            os.utime(path, (now_s - ABANDONED_S - 60,) * 2)
        os.utime(to_come, (4e9, 4e9))
        store.sweep()

        assert [path.exists() for path in (old, scratch, orphan)] == [False] * 3
        assert new.exists()
        assert store.blobs.path(known.id).exists()
        assert to_come.stat().st_mtime < now_s + 3600


def test_one_who_asks_at_once_for_more_than_the_quota_gets_no_more(
    store: Store, database: str
) -> None:
    quota = ChallengeQuota(2, 3600.0)
    now_s = store.now_s()
    numbers = itertools.count()

    def ask(identity: str = "contact:me") -> bool:
        name = f"c{next(numbers)}"
        store.add_offer(name, secret="aa", offer="{}")  # noqa: S106
        issued = Challenge(name, "aa", "{}", "11", name, 3, 9e9, "me")
        try:
            return store.issue(replace(issued, identity=identity, issued_s=now_s), quota)
        except SpentQuota:
            return False

    assert sum(_at_once(ask, 5)) == 2
    assert store.challenges_for("contact:me") == 2
    assert ask("contact:other")
    _run_sql(database, "UPDATE challenges SET issued_s = issued_s - 4000")
    assert ask()


def test_offers_that_nobody_took_up_are_swept(store: Store, database: str) -> None:
    for name in ("taken", "old", "new"):
        store.add_offer(name, secret="aa", offer="{}")  # noqa: S106
    assert store.issue(Challenge("taken", "aa", "{}", "11", "{}", 3, 99.5, "me"))
    _run_sql(database, "UPDATE challenges SET offered_s = 0 WHERE id <> 'new'")
    store.sweep()

    assert [store.challenge(name) is not None for name in ("taken", "old", "new")] == [
        True,
        False,
        True,
    ]


def test_other_names_that_look_the_same_are_told_within_a_suite(store: Store) -> None:
    for agent in ("Claude", "\u0421laude", "Claude", "Clyde"):
        enter_result(store, result(agent, (5.0, 5.5, 6.0)) if agent == "Clyde" else _another(agent))
    enter_result(store, result("CLAUDE", suite="freeform-1"))
    store.refresh()

    told = [(row.number, row.looks_like) for row in store.table(TableQuery()).rows]
    assert sorted(told) == [(1, 2), (2, 1), (3, 2), (4, None)]
    (alone,) = store.table(TableQuery(suite="freeform-1")).rows
    assert alone.looks_like is None


def _another(agent: str) -> EntryResult:
    """A result of an agent whose bytes are new."""
    score = 7.0 + next(NAMES) / 1000
    return result(agent, (score, score, score))
