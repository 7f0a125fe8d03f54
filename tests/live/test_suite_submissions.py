"""Submissions of other suites, of private variants and of other lengths, each on its own board."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.staging.commands import run_command
from tests.staging.leaderboard.alterations import Tree
from tests.staging.leaderboard.real_submission import MadeSubmission, make_submission

from modylbench.leaderboard.checking.worker import Worker, WorkerOptions
from modylbench.leaderboard.signing import SignedVerdict, SigningKey
from modylbench.leaderboard.store.records import TableQuery
from modylbench.leaderboard.store.store import Store, open_store
from modylbench.leaderboard.submission.check import Checker, check_file
from modylbench.leaderboard.submission.manifest import FILE
from modylbench.leaderboard.submission.pack import SubmitterStatement, manifest_of, write_archive
from modylbench.leaderboard.submission.problems import SubmissionCheck
from modylbench.leaderboard.submission.unpack import unpack
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.drawing.private import VariantSecret, write_private_variant

FREE = ("financial_analyst_free", "scientist_free")
SECRET = VariantSecret(bytes(range(40, 72)))
OTHER = VariantSecret(bytes(range(41, 73)))
KEY = SigningKey(bytes(range(32)))


def packed(made: MadeSubmission) -> MadeSubmission:
    """Packed whether or not it would be accepted."""
    statement = SubmitterStatement(name="Few Words")
    write_archive(made.run, made.file, asyncio.run(manifest_of(made.run, statement)))
    return made


@pytest.fixture(scope="module")
def checker() -> Checker:
    """One for all tests: what it has measured once it does not measure again."""
    return Checker(secrets=(OTHER, SECRET))


@pytest.fixture(scope="module")
def free(tmp_path_factory: pytest.TempPathFactory) -> MadeSubmission:
    return packed(make_submission(tmp_path_factory.mktemp("free"), names=FREE))


@pytest.fixture(scope="module")
def private(tmp_path_factory: pytest.TempPathFactory) -> MadeSubmission:
    folder = tmp_path_factory.mktemp("private")
    folders = [write_private_variant(scenario(name), SECRET, folder) for name in FREE]
    return packed(make_submission(folder, names=[str(path) for path in folders]))


@pytest.fixture(scope="module")
def tree(free: MadeSubmission, tmp_path_factory: pytest.TempPathFactory) -> Tree:
    folder = tmp_path_factory.mktemp("unpacked") / "submission"
    return Tree(folder, unpack(free.file, folder))


def accepted(found: SubmissionCheck) -> tuple[str, int, str]:
    assert found.problems == ()
    assert not found.warnings
    assert found.entry is not None
    return found.entry.suite, found.entry.suite_version, found.entry.private_mark


def test_a_suite_of_its_own_is_accepted_and_never_official(
    free: MadeSubmission, checker: Checker
) -> None:
    found = check_file(free.file, checker)

    assert accepted(found) == ("freeform", 1, "")
    assert found.entry is not None
    assert tuple(found.entry.official) == FREE
    assert not json.loads((free.run / "reliability.json").read_text())["is_official"]


def test_whoever_has_the_secret_can_check_private_variants_and_nobody_else(
    private: MadeSubmission, checker: Checker, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(SECRET.content)

    assert accepted(check_file(private.file, checker)) == (
        "freeform",
        1,
        SECRET.mark,
    )
    for known in ((), (OTHER,)):
        found = check_file(private.file, Checker(secrets=known))
        assert [(each.code, each.place) for each in found.problems] == [
            ("suite", f"{FILE}: private_mark")
        ]
    said = run_command("submission", "check", private.file, code=1).stdout
    assert "--secret FILE" in said
    said = run_command("submission", "check", private.file, "--secret", secret).stdout
    assert f"private variants of the secret {SECRET.mark}" in said
    assert said.endswith("accepted\n")


def claims_to_be_the_core(tree: Tree) -> None:
    tree.edit(FILE, lambda manifest: manifest.update(suite="core"))


def claims_another_version(tree: Tree) -> None:
    tree.edit(FILE, lambda manifest: manifest.update(suite_version=2))


def claims_a_suite_of_its_own(tree: Tree) -> None:
    tree.edit(FILE, lambda manifest: manifest.update(suite="mine"))


def claims_a_secret(tree: Tree) -> None:
    tree.edit(FILE, lambda manifest: manifest.update(private_mark=SECRET.mark))


def leaves_a_scenario_out(tree: Tree) -> None:
    def without(plan: Any) -> None:
        plan["scenarios"] = [FREE[0]]
        plan["trials"] = plan["trials"][:3]

    tree.edit("run.json", without)


def is_held_by_a_model(tree: Tree) -> None:
    tree.edit("run.json", lambda plan: plan.update(human="openai:gpt-5.2"))


def has_other_beats(tree: Tree) -> None:
    tree.edit("run.json", lambda plan: plan.update(edge_cases="turns-4"))


def human_of(tree: Tree, change: Callable[[Any], None], turn: int = 2) -> None:
    def change_words(record: Any) -> None:
        asked = record["exchanges"][turn]["asked"]
        (said,) = [event for event in record["events"] if event.get("id") == asked]
        change(said)

    tree.edit(f"{tree.places[0]}/recording.json", change_words)


def has_an_easier_human(tree: Tree) -> None:
    human_of(tree, lambda human: human.update(text="Fine, thank you, that is all I need."))


def has_a_human_who_skips_a_goal(tree: Tree) -> None:
    def skip(record: Any) -> None:
        gone = {exchange["turn_index"] for exchange in record["exchanges"][2:4]}
        for name in ("exchanges", "events"):
            record[name] = [item for item in record[name] if item["turn_index"] not in gone]

    tree.edit(f"{tree.places[0]}/recording.json", skip)


def has_a_human_who_is_content(tree: Tree) -> None:
    def content(human: Any) -> None:
        planned = human["planned"]
        planned["intent"] = {**planned["intent"], "act": "fact", "was_met": True}

    human_of(tree, content)


def calls_itself_official(tree: Tree) -> None:
    place = tree.places[0]
    tree.edit(f"{place}/recording.json", lambda record: record.update(is_official=True))


def is_called_of_the_core(tree: Tree) -> None:
    place = tree.places[0]
    tree.edit(f"{place}/evaluation.json", lambda record: record.update(suite="core"))
    tree.rescore(place)


ALTERED = (
    (claims_to_be_the_core, "scenario", "run.json"),
    (claims_another_version, "version", FILE),
    (claims_a_suite_of_its_own, "suite", FILE),
    (claims_a_secret, "scenario", "run.json"),
    (leaves_a_scenario_out, "scenario", "run.json"),
    (is_held_by_a_model, "official", "run.json"),
    (has_other_beats, "official", "run.json"),
    (has_an_easier_human, "script", "recording.json"),
    (has_a_human_who_skips_a_goal, "script", "recording.json"),
    (has_a_human_who_is_content, "script", "recording.json"),
    (calls_itself_official, "official", "recording.json"),
    (is_called_of_the_core, "reliability", "reliability.json"),
)


@pytest.mark.parametrize(
    ("change", "code", "where"), ALTERED, ids=lambda part: getattr(part, "__name__", "")
)
def test_an_altered_one_is_rejected_and_the_reason_names_it(
    change: Callable[[Tree], None],
    code: str,
    where: str,
    *,
    tree: Tree,
    checker: Checker,
    tmp_path: Path,
) -> None:
    folder = tmp_path / "submission"
    folder.mkdir()
    altered = Tree(tree.folder, tree.members)
    change(altered)
    altered.reseal()
    for path in altered.paths():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(altered.bytes(path))

    found = asyncio.run(
        checker.check_folder(folder, altered.paths(), submission="0" * 64, now=None)
    )

    named = [(each.code, each.place) for each in found.problems]
    assert any(code == found_code and where in place for found_code, place in named), named
    assert found.entry is None


def test_meetings_of_another_length_are_on_no_board(tmp_path: Path) -> None:
    names = ("business_analyst",)
    short = packed(make_submission(tmp_path, seeds="0", names=names, options=("--turns", "4")))

    found = check_file(short.file, Checker())

    assert found.entry is None
    said = [str(each) for each in found.problems]
    assert "run.json: edge_cases: found meetings of 4 scripted turns, which are on no board; " \
        "hold them without --turns" in said  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store("", tmp_path / "leaderboard") as kept:
        yield kept


def test_a_leaderboard_ranks_each_on_a_board_of_its_own(
    free: MadeSubmission, private: MadeSubmission, store: Store
) -> None:
    ids = {}
    for made in (free, private):
        with store.blobs.incoming() as place:
            place.write_bytes(made.file.read_bytes())
            ids[made.run] = store.receive(place).submission.id
    worker = Worker(store, WorkerOptions(KEY, b"secret", variant_secrets=(SECRET,)))
    while worker.step():
        pass

    problems = [kept.problems for name in ids.values() if (kept := store.submission(name))]
    assert problems == [(), ()]
    boards = {board.suite for board in store.boards()}
    assert boards == {"freeform-1", f"freeform-1-{SECRET.mark}"}
    assert store.table(TableQuery(level="self-reported", mode="silver")).rows == ()
    for made, suite in ((free, "freeform-1"), (private, f"freeform-1-{SECRET.mark}")):
        page = store.table(TableQuery(suite=suite, level="self-reported", mode="silver"))
        assert [row.submission_id for row in page.rows] == [ids[made.run]]
        kept = store.submission(ids[made.run])
        assert kept is not None
        verdict = SignedVerdict.model_validate_json(kept.verdict or "").verdict
        assert verdict.suite == suite


def test_a_site_is_built_by_the_secrets_that_lie_beside_the_key(
    free: MadeSubmission, private: MadeSubmission, tmp_path: Path
) -> None:
    data, site = tmp_path / "data", tmp_path / "site"
    asked = ("leaderboard", "build", site, "--from", private.file, "--no-reports", "--data", data)

    without = run_command(*asked, code=1)
    both = (*asked, "--from", free.file)
    (data / "secrets").mkdir()
    (data / "secrets" / "autumn").write_bytes(SECRET.content)
    run_command(*both)
    (data / "secrets" / "winter").write_bytes(b"short")
    refused = run_command(*both, code=2).stderr

    assert f"private variants of the secret {SECRET.mark}, which is not known" in without.stderr
    told = [path.read_text(encoding="utf-8") for path in site.glob("board-*.html")]
    assert sum("Few Words" in page for page in told) == 4, "each alone, by its panel and by all"
    assert "Few Words" not in (site / "index.html").read_text(encoding="utf-8")
    assert not any(SECRET.content.hex() in page for page in told)
    assert (refused.count("\n"), "winter" in refused) == (1, True)
