"""`modylbench evaluate` judges by models over the wire: paid, kept, resumed, bounded."""

from pathlib import Path

import pytest
from tests.staging.commands import run_command
from tests.staging.servers.honest_judge import PART, HonestJudge, run_with_messages
from tests.staging.servers.judges import GPT, OMNI, failure_reply
from tests.staging.servers.speech import KEY, serving


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A trial that nobody has judged, with keys that only the loopback server takes."""
    for service in ("OPENAI", "COMPATIBLE"):
        monkeypatch.setenv(f"{service}_API_KEY", KEY)
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path / "cache"))
    quiet = ("--no-audio", "--no-screens", "--judges", "none")
    held, _ = run_with_messages("run", "--output", str(tmp_path / "out"), *quiet, *PART)
    return str(held["run"])


def test_a_model_judges_once_and_its_answers_are_kept(run: str) -> None:
    service = HonestJudge(OMNI)
    with serving(service) as server:
        judges = ("--judges", OMNI.name(server.address))
        first, _ = run_with_messages("evaluate", run, *judges)
        asked = service.judged
        trial = Path(first["trials"][0]["folder"])
        before = (trial / "evaluation.json").read_bytes()
        (trial / "evaluation.json").unlink()
        again, _ = run_with_messages("evaluate", run, *judges)

    assert first["trials"][0]["failures"] == []
    assert first["trials"][0]["standard"] == "silver"
    assert 1 < first["trials"][0]["score"] <= 7
    assert asked == first["judges"][0]["calls"] > 0
    assert service.judged == asked, "what was answered is not asked again"
    assert again["trials"] == first["trials"]
    assert (trial / "evaluation.json").read_bytes() == before
    assert len((trial / "judgments.jsonl").read_text().splitlines()) == asked


def test_what_failed_is_asked_again_and_nothing_else(run: str) -> None:
    service = HonestJudge(OMNI, refuses=2)
    with serving(service) as server:
        judges = ("--judges", OMNI.name(server.address), "--max-connections", "1")
        first, _ = run_with_messages("evaluate", run, *judges, code=1)
        asked = service.judged
        again, _ = run_with_messages("evaluate", run, *judges)

    assert len(first["trials"][0]["failures"]) == 2
    assert first["trials"][0]["score"] is None
    assert service.judged == asked + 2
    assert again["trials"][0]["score"] is not None


def test_it_stops_before_the_money_is_gone_and_goes_on_with_more(run: str) -> None:
    service = HonestJudge(GPT, thinks=15_000)
    with serving(service) as server:
        judges = ("--judges", GPT.name(server.address), "--mode", "text")
        poor, said = run_with_messages("evaluate", run, *judges, "--max-cost", "0.6", code=1)
        asked = service.judged
        rich, _ = run_with_messages("evaluate", run, *judges, "--max-cost", "50")

    assert "go on with a higher --max-cost" in said
    assert poor["trials"] == []
    assert 0 < asked < rich["judges"][0]["calls"]
    assert service.judged == rich["judges"][0]["calls"]


def test_money_for_not_even_the_first_question_is_a_clean_stop(run: str) -> None:
    service = HonestJudge(GPT)
    with serving(service) as server:
        judges = ("--judges", GPT.name(server.address), "--mode", "text")
        found, said = run_with_messages("evaluate", run, *judges, "--max-cost", "0.001", code=1)

    assert found["trials"] == []
    assert said.count("\n") == 1
    assert "stopped: the next call may cost" in said
    assert service.judged == 0


def test_a_run_stops_before_the_money_is_gone_and_goes_on_with_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path / "cache"))
    service = HonestJudge(GPT, thinks=15_000)
    held = ("--output", str(tmp_path / "out"), "--no-audio", "--no-screens", *PART)
    with serving(service) as server:
        judges = ("--judges", GPT.name(server.address), "--mode", "text", "--max-connections", "2")
        poor, said = run_with_messages("run", *held, *judges, "--max-cost", "0.9", code=1)
        asked = service.judged
        rich, _ = run_with_messages("run", *held, *judges, "--max-cost", "50")

    assert "judging stopped: the next call may cost" in said
    assert poor["trials"][0]["judged"] is None
    assert asked > 0
    assert service.most_at_once <= 2
    assert rich["trials"][0]["judged"]["score"] is not None


def test_a_price_list_of_one_s_own_is_charged_and_estimated(run: str, tmp_path: Path) -> None:
    prices = tmp_path / "prices.yaml"
    row = "{service: openai-compatible, starts: omni, input: 1.0, output: 100.0}"
    prices.write_text(f'as_of: "2026-12-01"\nprices:\n  - {row}\n')
    with serving(HonestJudge(OMNI)) as server:
        judges = ("--judges", OMNI.name(server.address), "--prices", str(prices))
        estimate, _ = run_with_messages("evaluate", run, *judges, "--dry-run")
        found, _ = run_with_messages("evaluate", run, *judges)
        unpriced, _ = run_with_messages("evaluate", run, *judges[:2], "--dry-run")

    judge = found["judges"][0]
    assert judge["cost_usd"] == pytest.approx((1000 * 1.0 + 50 * 100.0) * judge["calls"] / 1e6)
    assert estimate[0]["cost_usd"] > 0
    assert unpriced[0]["cost_usd"] is None


@pytest.mark.parametrize("command", [("evaluate",), ("run",), ("calibrate", "judges")])
def test_a_price_list_that_is_none_is_a_mistake(run: str, command: tuple[str, ...]) -> None:
    arguments = [*command, *([run] if command == ("evaluate",) else []), "--prices", "nowhere.yaml"]

    assert "nowhere.yaml" in run_command(*arguments, code=2).stderr


def test_trials_judged_at_once_come_out_in_order_and_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPATIBLE_API_KEY", KEY)
    held = ("--output", str(tmp_path / "out"), "--no-audio", "--no-screens", "--judges", "none")
    made, _ = run_with_messages("run", *held, *PART[:2], "--seeds", "0-2", *PART[4:])
    outcomes = []
    with serving(HonestJudge(OMNI)) as server:
        for connections in ("1", "16"):
            monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path / connections))
            judges = ("--judges", OMNI.name(server.address), "--max-connections", connections)
            found, _ = run_with_messages("evaluate", made["run"], *judges)
            folders = [Path(trial["folder"]) for trial in found["trials"]]
            files = [(folder / "evaluation.json").read_bytes() for folder in folders]
            outcomes.append((folders, files, found["trials"]))
            for folder in folders:
                (folder / "evaluation.json").unlink()

    assert [path.name for path in outcomes[0][0]] == ["seed-0", "seed-1", "seed-2"]
    assert outcomes[0] == outcomes[1]


def test_a_judge_that_is_not_there_is_found_before_the_first_call(run: str) -> None:
    with serving(HonestJudge(OMNI)) as server:
        name = OMNI.name(server.address)
        server.first.extend(failure_reply(401) for _ in range(8))
        refused = run_command("evaluate", run, "--judges", name, code=2)

    assert "omni-1" in refused.stderr
    assert not list(Path(run).rglob("evaluation.json"))
