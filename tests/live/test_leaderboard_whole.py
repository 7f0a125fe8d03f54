"""From a challenge to a verified entry: held, judged, packed, uploaded, checked, judged again."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from tests.staging.commands import run_command
from tests.staging.leaderboard.real_submission import answers, make_submission
from tests.staging.leaderboard.rejudging import KEYS, RejudgingService
from tests.staging.servers.judges import GPT, OMNI
from tests.staging.servers.speech import KEY, serving

from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.leaderboard.challenge import commitment, declare, issue, new_offer
from modylbench.leaderboard.checking.rejudging import RejudgingResult
from modylbench.leaderboard.checking.worker import Worker, WorkerOptions
from modylbench.leaderboard.signing import SignedVerdict, SigningKey, is_genuine
from modylbench.leaderboard.store.records import Challenge, Submission, TableQuery
from modylbench.leaderboard.store.store import Store, open_store
from modylbench.leaderboard.submission.check import Checker
from modylbench.leaderboard.submission.pack import SubmitterStatement, pack
from modylbench.pipeline.panel.choice import PanelChoice
from modylbench.providers.models.options import JudgingOptions
from modylbench.runs.run import FILE, RunPlan

BOARD_KEY = SigningKey(bytes(range(32)))
SECRET = bytes(32)
LATER = "2999-01-01T00:00:00Z"

pytestmark = pytest.mark.skipif(
    settings.get_current_profile_name() != "nightly", reason="holds 18 meetings: nightly"
)


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A submission on the seeds of a challenge; the challenge and the offer."""
    folder = tmp_path_factory.mktemp("whole")
    recorded = folder / "answers.jsonl"
    recorded.write_text(answers())
    small = ("--scenarios", "scientist", "--seeds", "0", "--beats", "1", "--judges", "none")
    quiet = ("--output", str(folder / "first"), "--no-audio", "--no-screens", "--json")
    told, _ = run_command("run", "--agent", f"recorded:{recorded}", *small, *quiet)
    plan = RunPlan.model_validate_json((Path(json.loads(told)["run"]) / FILE).read_text())
    declaration = declare(plan.agent, "1", contact="someone@example.org", nonce=bytes(32))
    offer = new_offer("c1", SECRET, BOARD_KEY)
    times = ("2020-01-01T00:00:00Z", LATER)
    declared = commitment(declaration)
    signed = issue(offer.offer, SECRET, declared, k=3, times=times, key=BOARD_KEY)
    made = make_submission(folder, seeds=",".join(map(str, signed.challenge.seeds)))
    saying = SubmitterStatement(name="Few Words", challenge=signed, declaration=declaration)
    checker = Checker(key=BOARD_KEY.public)
    checked = asyncio.run(pack(made.run, made.file, saying, checker))
    assert not checked.problems
    return made.file, signed.model_dump_json(), offer.model_dump_json()


@pytest.fixture
def store(packed: tuple[Path, str, str], tmp_path: Path) -> Iterator[Store]:
    _, challenge, offer = packed
    with open_store("", tmp_path / "board") as found:
        found.add_offer("c1", secret=SECRET.hex(), offer=offer)
        who = "someone@example.org"
        assert found.issue(Challenge("c1", SECRET.hex(), offer, "c", challenge, 3, 9e9, who))
        yield found


def checked(store: Store, file: Path, answers: Path, **scores: int | None) -> Submission:
    with store.blobs.incoming() as upload:
        upload.write_bytes(file.read_bytes())
        sent = store.receive(upload).submission
    service = RejudgingService(OMNI)
    service.scores |= {name.replace("gpt", "gpt-5.2"): value for name, value in scores.items()}
    with serving(service) as server:
        names = (OMNI.name(server.address), GPT.name(server.address))
        choice = PanelChoice(names, EvaluationOptions(), JudgingOptions(answers), keys=KEYS)
        worker = Worker(store, WorkerOptions(BOARD_KEY, b"secret", choice))
        while worker.step():
            pass
    found = store.submission(sent.id)
    assert found is not None
    assert found.verdict is not None
    assert is_genuine(SignedVerdict.model_validate_json(found.verdict), BOARD_KEY.public)
    assert KEY not in "".join((found.verdict, *found.reasons, *found.problems))
    return found


def test_an_honest_one_is_verified(
    store: Store, packed: tuple[Path, str, str], tmp_path: Path
) -> None:
    found = checked(store, packed[0], tmp_path / "answers")

    assert (found.state, found.level, found.reasons) == ("accepted", "verified", ())
    assert found.rejudging is not None
    again = RejudgingResult.model_validate_json(found.rejudging)
    assert len({comparison.sample.scenario_id for comparison in again.compared}) == 6
    row = store.table(TableQuery(mode="silver")).rows[0]
    assert (row.agent, row.panel, row.k, row.rank) == ("Few Words", "gpt-5.2 + omni-1", 3, 1)


def test_one_whose_judge_was_raised_by_two_is_not(
    store: Store, packed: tuple[Path, str, str], tmp_path: Path
) -> None:
    found = checked(store, packed[0], tmp_path / "answers", gpt=4)

    assert (found.state, found.level) == ("accepted", "self-reported")
    assert any("gpt-5.2" in reason and "2.00 higher" in reason for reason in found.reasons)


def test_one_whose_judges_are_out_waits(
    store: Store, packed: tuple[Path, str, str], tmp_path: Path
) -> None:
    found = checked(store, packed[0], tmp_path / "answers", gpt=None)

    assert (found.state, found.level) == ("accepted", "self-reported")
    assert found.reasons == ("not yet re-judged",)
