"""A submitter's commands work against a real server, and end with the right code."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.staging.commands import run_command, run_for_json
from tests.staging.leaderboard.server import (
    KEY,
    accept,
    archive,
    parts_of,
    reject,
    result,
    serve_app,
)

from modylbench.foundation.record import canonical_json
from modylbench.leaderboard.challenge import (
    SignedChallenge,
    challenge_problems,
    commitment,
    declare,
)
from modylbench.leaderboard.store.store import open_store
from modylbench.recording.recording import AgentUnderTest

GOOD, BAD, SLOW = map(archive, ("good", "bad", "slow"))


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with open_store("", tmp_path_factory.mktemp("leaderboard")) as store:
        accept(store, GOOD, result("Good"), "self-reported", reasons=["the published seeds"])
        reject(store, BAD, ["a/scorecard.json: combined: \x1b[31mfound 9, expected 4"])
        store.refresh()
        with serve_app(parts_of(store, tmp_path_factory.mktemp("more"))) as address:
            yield address


def written(folder: Path, content: bytes) -> Path:
    path = folder / "file.zip"
    path.write_bytes(content)
    return path


def test_an_accepted_submission_is_told_with_its_rank(url: str, tmp_path: Path) -> None:
    told = run_command("leaderboard", "submit", url, written(tmp_path, GOOD)).stdout

    assert "accepted, self-reported, suite core, version 1: overall 6.50" in told
    assert "rank 1, interval 1 to 1" in told
    assert "not verified: the published seeds" in told


def test_a_rejected_one_is_told_with_every_problem_and_steers_no_terminal(
    url: str, tmp_path: Path
) -> None:
    told = run_command("leaderboard", "submit", url, written(tmp_path, BAD), code=1).stdout

    assert "rejected" in told
    assert "expected 4" in told
    assert "\x1b" not in told


def test_one_that_nobody_decides_on_is_given_up_in_time(url: str, tmp_path: Path) -> None:
    file = written(tmp_path, SLOW)

    found = run_for_json("leaderboard", "submit", url, file, "--timeout", "1", code=1)

    assert found["state"] == "received"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"hello", "422: found a file that begins"),
        (GOOD[:-9], "422: it is cut short"),
        (b"PK\x03\x04" + bytes(5_000_000), "413: found"),
    ],
)
def test_what_is_refused_is_one_line_with_the_reason(
    url: str, tmp_path: Path, content: bytes, told: str
) -> None:
    errors = run_command("leaderboard", "submit", url, written(tmp_path, content), code=1).stderr

    assert told in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize("address", ["board.example", "ftp://board.example"])
def test_a_mistaken_address_is_a_mistake(address: str, tmp_path: Path) -> None:
    refused = run_command("leaderboard", "submit", address, written(tmp_path, GOOD), code=2)

    assert "expected http" in refused.stderr


def test_a_challenge_is_for_the_agent_declared_and_signed(url: str, tmp_path: Path) -> None:
    declared = declare(AgentUnderTest(name="mine"), "1", contact="me", nonce=bytes(32))
    (tmp_path / "d.json").write_text(canonical_json(declared.model_dump(mode="json")))
    asked = ("leaderboard", "challenge", url, "--declaration", tmp_path / "d.json", "--k", "4")

    run_command(*asked, "-o", tmp_path / "c.json")
    run_command(*asked, "-o", tmp_path / "c.json", code=2)  # what is there is not written over
    signed = SignedChallenge.model_validate_json((tmp_path / "c.json").read_bytes())
    assert challenge_problems(signed, KEY.public) == []
    assert (signed.challenge.commitment, signed.challenge.k) == (commitment(declared), 4)


def test_an_operator_s_token_makes_somebody_known(url: str, tmp_path: Path) -> None:
    (tmp_path / "signing.key").write_text(f"ed25519-private:{base64.b64encode(KEY.raw).decode()}\n")
    (tmp_path / "signing.key").chmod(0o600)
    token = run_command("leaderboard", "token", "Me ", "--data", tmp_path).stdout.strip()
    declared = declare(AgentUnderTest(name="mine"), "1", contact="me", nonce=bytes(32))
    (tmp_path / "d.json").write_text(canonical_json(declared.model_dump(mode="json")))
    asked = ("leaderboard", "challenge", url, "--declaration", tmp_path / "d.json")

    known = run_command(*asked, "-o", tmp_path / "1.json", "--token", token)
    unknown = run_command(*asked, "-o", tmp_path / "2.json")
    refused = run_command(*asked, "-o", tmp_path / "3.json", "--token", token[::-1], code=1)

    assert "challenges for this contact so far: 1" in known.stdout
    assert "somebody anonymous" in unknown.stdout
    assert "not of this contact" in refused.stderr


def test_a_verdict_that_was_altered_is_not_genuine(url: str, tmp_path: Path) -> None:
    verdict = run_for_json("leaderboard", "submit", url, written(tmp_path, GOOD))["verdict"]
    path = tmp_path / "verdict.json"
    check = ("leaderboard", "verify", path, "--key", KEY.public.text, "--file")

    path.write_text(json.dumps(verdict))
    run_command(*check, written(tmp_path, GOOD))
    run_command(*check, written(tmp_path, BAD), code=1)
    verdict["verdict"]["overall"] = 9.9
    path.write_text(json.dumps(verdict))
    run_command(*check, written(tmp_path, GOOD), code=1)
