"""`submission declare` and `submission verify-challenge` lead from an agent to its seeds."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from modylbench.cli.commands.submission import command
from modylbench.foundation.record import canonical_json, read_record
from modylbench.leaderboard.challenge import Declaration, commitment, issue, new_offer
from modylbench.leaderboard.signing import SigningKey
from modylbench.recording.recording import AgentUnderTest
from modylbench.runs.run import RunPlan, Trial

KEY, SECRET = SigningKey(bytes(range(32))), b"s" * 32
PLAN = RunPlan(
    agent=AgentUnderTest(name="mine", settings={"model": "m-1"}),
    scenarios=("scientist",),
    scenario_versions={"scientist": 1},
    seeds=(0,),
    edge_cases="seed",
    beats="1",
    audio="none",
    screens=False,
    harness_version="0",
    harness_digest="0",
    trials=(Trial(scenario="scientist", scenario_id="scientist", seed=0),),
)


def said(*arguments: object) -> Result:
    return CliRunner().invoke(
        command,
        [str(argument) for argument in arguments],
        standalone_mode=False,
        catch_exceptions=False,
    )


def declared(folder: Path) -> tuple[Path, str]:
    (folder / "run.json").write_text(canonical_json(PLAN.model_dump(mode="json")))
    file = folder / "declaration.json"
    found = said("declare", folder, "--agent-version", "1.2", "--contact", "me", "-o", file)
    return file, found.output.strip()


def test_a_declaration_names_the_agent_of_the_run_and_its_commitment(tmp_path: Path) -> None:
    file, printed = declared(tmp_path)
    declaration = read_record(Declaration, file)

    assert declaration.agent == PLAN.agent
    assert printed == commitment(declaration)


def test_a_challenge_is_followed_from_declaration_to_secret(tmp_path: Path) -> None:
    file, printed = declared(tmp_path)
    times = ("2026-11-15T12:00:00Z", "2026-11-22T12:00:00Z")
    offer = new_offer("c", SECRET, KEY).offer
    signed = issue(offer, SECRET, printed, k=3, times=times, key=KEY)
    at, key = tmp_path / "challenge.json", tmp_path / "key.pub"
    at.write_text(canonical_json(signed.model_dump(mode="json")))
    key.write_text(KEY.public.text)
    given = ("--leaderboard-key", key, "--declaration", file, "--secret")
    good = said("verify-challenge", at, *given, SECRET.hex())
    other = said("verify-challenge", at, *given, "00" * 32)
    alone = said("verify-challenge", at)
    changed = json.loads(at.read_text())
    changed["challenge"]["expires_at"] = "2036-11-22T12:00:00Z"
    at.write_text(json.dumps(changed))
    forged = said("verify-challenge", at, *given, SECRET.hex())

    assert good.return_value == 0
    assert good.output.startswith("holds: seeds ")
    assert (other.return_value, forged.return_value) == (1, 1)
    assert "not the one whose hash was published" in other.output
    assert "signature is not the leaderboard's" in forged.output
    assert alone.output.count("not checked: ") == 3
