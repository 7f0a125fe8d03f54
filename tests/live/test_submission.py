"""A real submission is accepted, and any alteration of it rejected for the right reason."""

import asyncio
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.staging.commands import run_command
from tests.staging.forged_recordings import FORGERIES, Forged, Forgery, TrialFolder
from tests.staging.judging.judge_models import answer_to
from tests.staging.leaderboard.alterations import Alteration, Tree, alterations, field_of
from tests.staging.leaderboard.real_submission import MadeSubmission, make_submission
from tests.staging.sampling import IS_NIGHTLY
from typing_extensions import override

from modylbench.cli.settings import journal_folder
from modylbench.evaluation.evaluate.evaluate import EvaluationResult, judge
from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.judging.model_judge import ModelJudge
from modylbench.evaluation.judging.replay import ReplayedModel
from modylbench.leaderboard.challenge import commitment, declare, issue, new_offer
from modylbench.leaderboard.signing import SigningKey
from modylbench.leaderboard.submission.check import Checker, TrialCache, check_file
from modylbench.leaderboard.submission.manifest import FILE
from modylbench.leaderboard.submission.pack import SubmitterStatement, add_member, pack
from modylbench.leaderboard.submission.problems import SubmissionCheck
from modylbench.leaderboard.submission.replay import KeptTrial, measure_again
from modylbench.leaderboard.submission.suite_library import published_library
from modylbench.leaderboard.submission.trial_checks import read_recording as read_checked
from modylbench.leaderboard.submission.unpack import unpack
from modylbench.providers.models.access import judge_name
from modylbench.providers.models.judge_models import NamedModel
from modylbench.providers.models.question import ModelReply, Question
from modylbench.recording.reading import read_recording
from modylbench.recording.recording import AgentUnderTest
from modylbench.runs.journal import RunJournal
from modylbench.runs.records import exchange_lines
from modylbench.scenarios.suites import CORE

LEAST_ALTERATIONS = 200


KEY = SigningKey(bytes(range(32)))
TOLD = SubmitterStatement(name="Few Words", contact="someone@example.org")
nightly = pytest.mark.skipif(not IS_NIGHTLY, reason="measures all trials once more")


@pytest.fixture(scope="module")
def checker() -> Checker:
    """One for all tests: what it has measured once it does not measure again."""
    return Checker(key=KEY.public)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, checker: Checker) -> MadeSubmission:
    made = make_submission(tmp_path_factory.mktemp("submission"))
    found = asyncio.run(pack(made.run, made.file, TOLD, checker))
    assert found.problems == ()
    return made


@pytest.fixture(scope="module")
def tree(made: MadeSubmission, tmp_path_factory: pytest.TempPathFactory) -> Tree:
    folder = tmp_path_factory.mktemp("unpacked") / "submission"
    return Tree(folder, unpack(made.file, folder))


def found_of(tree: Tree, checker: Checker) -> SubmissionCheck:
    """What a check finds of the altered files, which are put back afterwards."""
    before = {path: tree.folder / path for path in tree.changed}
    kept = {path: at.read_bytes() for path, at in before.items() if at.is_file()}
    try:
        for path, content in tree.changed.items():
            at = tree.folder / path
            if content is None:
                at.unlink(missing_ok=True)
            else:
                at.parent.mkdir(parents=True, exist_ok=True)
                at.write_bytes(content)
        checking = checker.check_folder(tree.folder, tree.paths(), submission="0" * 64, now=None)
        return asyncio.run(checking)
    finally:
        for path, at in before.items():
            if path in kept:
                at.write_bytes(kept[path])
            else:
                at.unlink(missing_ok=True)


def fresh(tree: Tree) -> Tree:
    return Tree(tree.folder, tree.members)


def test_the_unaltered_one_is_accepted_and_packed_to_the_same_bytes(
    made: MadeSubmission, checker: Checker, tmp_path: Path
) -> None:
    again = tmp_path / "again.zip"
    asyncio.run(pack(made.run, again, TOLD, checker))

    assert again.read_bytes() == made.file.read_bytes()
    assert check_file(made.file, checker).is_accepted


@nightly
def test_the_commands_pack_and_accept_it(
    made: MadeSubmission, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODYLBENCH_CACHE", str(made.run.parent.parent / "cache"))
    file = tmp_path / "again.zip"
    told = ("--name", TOLD.name, "--contact", TOLD.contact)
    run_command("submission", "pack", str(made.run), "-o", str(file), *told)
    said, _ = run_command("submission", "check", str(file))

    assert file.read_bytes() == made.file.read_bytes()
    assert said.endswith("accepted\n")
    assert "silver, judged by gpt-5.2, omni-1; 18 meetings held, 0 of them spoilt" in said


def test_what_is_accepted_comes_with_all_that_a_table_shows(tree: Tree, checker: Checker) -> None:
    found = found_of(fresh(tree), checker)

    assert found.is_accepted
    assert not found.warnings
    entry = found.entry
    assert entry is not None
    assert (entry.name, entry.standard, entry.mode, entry.k) == ("Few Words", "silver", "text", 3)
    assert entry.models == ("gpt-5.2", "omni-1")
    assert {name: min(scores) for name, scores in entry.scores.items()} == entry.official
    assert entry.overall == pytest.approx(sum(entry.official.values()) / 6)


def test_every_alteration_is_rejected_and_the_reason_names_it(tree: Tree, checker: Checker) -> None:
    every = list(alterations(fresh(tree).places))
    unseen = []
    for alteration in every if IS_NIGHTLY else every[::2]:
        altered = fresh(tree)
        alteration.change(altered)
        if alteration.is_sealed:
            altered.reseal()
        found = found_of(altered, checker)
        if not is_named(alteration, found):
            unseen.append((alteration.name, [f"{each.code} {each}" for each in found.problems[:3]]))

    assert not unseen
    assert len({alteration.name for alteration in every}) >= LEAST_ALTERATIONS
    assert found_of(fresh(tree), checker).is_accepted, "all of it was put back"


def is_named(alteration: Alteration, found: SubmissionCheck) -> bool:
    return any(
        each.code in alteration.codes and alteration.where in each.place for each in found.problems
    )


def test_all_reasons_are_told_at_once(tree: Tree, checker: Checker) -> None:
    altered = fresh(tree)
    several = (
        "scorecard combined 9.5",
        "run beats '1-3'",
        "manifest mode 'gold'",
        "more: notes.txt",
    )
    chosen = [
        alteration for alteration in alterations(altered.places) if alteration.name in several
    ]
    for alteration in chosen:
        alteration.change(altered)
    altered.reseal()
    found = found_of(altered, checker)

    assert len(chosen) == len(several)
    assert [alteration.name for alteration in chosen if not is_named(alteration, found)] == []


def test_an_altered_file_is_rejected_by_the_command(tree: Tree, tmp_path: Path) -> None:
    altered = fresh(tree)
    chosen = next(
        alteration
        for alteration in alterations(altered.places)
        if alteration.name == "NaN in run.json"
    )
    chosen.change(altered)
    altered.reseal()
    file = tmp_path / "altered.zip"
    zipped(altered, file)
    said, _ = run_command("submission", "check", str(file), code=1)
    told, _ = run_command("submission", "check", str(file), "--json", code=1)

    assert "rejected: run.json: found NaN, expected a finite number" in said
    assert said.endswith("rejected for 1 reason(s)\n")
    assert json.loads(told)["problems"][0]["code"] == "nan"


def test_what_is_no_submission_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_text("not an archive")
    _, said = run_command("submission", "check", str(tmp_path / "x.zip"), code=2)

    assert said.startswith("modylbench: it is not a zip archive")


def zipped(tree: Tree, file: Path) -> None:
    with zipfile.ZipFile(file, "w") as archive:
        for path in tree.paths():
            add_member(archive, path, tree.bytes(path))


def test_a_run_that_was_moved_or_altered_is_not_packed(
    made: MadeSubmission, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "x.zip"
    _, moved = run_command("submission", "pack", str(made.run), "-o", str(file), code=2)
    run = tmp_path / "run"
    shutil.copytree(made.run, run)
    trials = [record.parent for record in run.glob("*/*/recording.json")]
    RunJournal(journal_folder(), run).add_made(trials, ("recording.json",))
    record = trials[0] / "recording.json"
    record.write_bytes(record.read_bytes() + b"\n")
    _, altered = run_command("submission", "pack", str(run), "-o", str(file), code=2)

    assert "not proved here: of 18 of 18 recordings" in moved
    assert "was changed after it was made" in altered
    assert not file.exists()


def test_a_run_that_was_not_judged_is_not_packed(
    tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path / "cache"))
    run = tmp_path / "run"
    shutil.copytree(tree.folder, run)
    place = fresh(tree).places[0]
    trials = [record.parent for record in run.glob("*/*/recording.json")]
    RunJournal(journal_folder(), run).add_made(trials, ("recording.json",))
    (run / place / "evaluation.json").unlink()
    _, said = run_command("submission", "pack", str(run), "-o", str(tmp_path / "x.zip"), code=2)

    assert "judge the run by models first" in said
    assert not (tmp_path / "x.zip").exists()


def test_seeds_of_a_challenge_that_was_not_held_are_rejected(tree: Tree, checker: Checker) -> None:
    secret = bytes(32)
    offer = new_offer("c1", secret, KEY).offer
    agent = AgentUnderTest.model_validate(fresh(tree).json("run.json")["agent"])
    declared = declare(agent, "1.0", contact="", nonce=bytes(32))
    times = ("2026-11-15T12:00:00Z", "2026-11-22T12:00:00Z")
    signed = issue(offer, secret, commitment(declared), k=3, times=times, key=KEY)
    altered = fresh(tree)
    manifest = altered.json(FILE)
    manifest["challenge"] = signed.model_dump(mode="json")
    manifest["declaration"] = declared.model_dump(mode="json")
    altered.put(FILE, manifest)
    found = found_of(altered, checker)

    assert {problem.code for problem in found.problems} == {"seeds"}


class Inventing(ReplayedModel):
    """A model that nobody has asked: its answers are made up, with the seals that belong there."""

    @override
    async def ask(self, question: Question) -> ModelReply:
        return ModelReply(
            text=json.dumps(answer_to(question, 9)),
            request=self.request(question),
            audio_sent=(),
            images_sent=(),
            input_tokens=1,
            output_tokens=1,
            cost_usd=0.0,
        )


async def invented(tree: Tree, place: str) -> EvaluationResult:
    """The verdicts of models that were never asked, on what stands in the recording now."""
    folder = tree.folder / place
    evaluation = Evaluation.model_validate_json((folder / "evaluation.json").read_bytes())
    kept = KeptTrial(folder, place, read_recording(folder), evaluation, (), has_media=True)
    measured, options = await measure_again(kept, None)
    names = [judge_name(name) for name in tree.json(FILE)["judges"]]
    return await judge(
        measured, [ModelJudge(Inventing(NamedModel(name)), "text") for name in names], options
    )


def as_it_was(recording: Any) -> None:
    """Only the judges' answers are made up."""


FORGED: dict[str, tuple[Callable[[Any], None], set[str]]] = {
    "answers and what they cost": (as_it_was, set()),
    "words": (field_of("said.2.text", "All 40 are done."), {"replay"}),
    "latency": (field_of("exchanges.0.perceived_s", []), {"replay"}),
}
"""What is forged, and for what it is refused; docs/submissions.md tells what is not."""


@pytest.mark.parametrize("what", FORGED)
def test_of_what_the_real_code_makes_fit_only_answers_need_judging_again(
    what: str, made: MadeSubmission, tmp_path: Path
) -> None:
    folder = tmp_path / "submission"
    tree = Tree(folder, unpack(made.file, folder))
    place = tree.places[3]
    recording = tree.json(f"{place}/recording.json")
    change, refused_for = FORGED[what]
    change(recording)
    tree.put(f"{place}/recording.json", recording)
    (folder / place / "recording.json").write_bytes(tree.bytes(f"{place}/recording.json"))
    forged = asyncio.run(invented(tree, place))
    tree.put(f"{place}/evaluation.json", forged.evaluation.model_dump(mode="json"))
    lines = "".join(exchange_lines(forged.exchanges))
    tree.changed[f"{place}/judgments.jsonl"] = lines.encode()
    tree.rescore(place)
    for path in tree.changed:
        (folder / path).write_bytes(tree.bytes(path))
    judges = tree.json(FILE)["judges"]
    core = published_library(CORE)
    looked_at = TrialCache(None).trial(
        folder, place, core, members=tree.paths(), judges=judges, has_media=True
    )
    before = json.loads((made.run / place / "scorecard.json").read_text())["combined"]

    assert {problem.code for problem in asyncio.run(looked_at).problems} == refused_for
    assert tree.json(f"{place}/scorecard.json")["combined"] > before


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.name)
def test_a_recording_forged_with_all_its_hashes_is_refused_for_what_was_forged(
    forgery: Forgery, tree: Tree, tmp_path: Path
) -> None:
    place = tree.places[0]
    shutil.copytree(tree.folder / place, tmp_path / place)
    for name in ("evaluation.json", "scorecard.json", "judgments.jsonl"):
        (tmp_path / place / name).unlink()
    forged = Forged(TrialFolder(tmp_path / place))
    forgery.change(forged)
    forged.finish()
    checking = read_checked(tmp_path / place, place, published_library(CORE), has_media=True)

    found = asyncio.run(checking).problems

    assert {problem.code for problem in found} <= {"replay", "script"}
    assert any(forgery.gives_away in problem.text or problem.code == "script" for problem in found)
