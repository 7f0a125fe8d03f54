"""What an agent's code does decides: faked logs, skipped tests and made-up repairs are caught."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.staging.commands import run_command
from tests.staging.findings import findings_of

from modylbench.products.code import Code
from modylbench.products.terminal import Terminal
from modylbench.products.work_product import WorkProduct
from modylbench.providers.sandbox import enclosure
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import Variant, instantiate

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or bool(enclosure.missing_programs()),
    reason="needs Linux and bubblewrap",
)
SEED = 3
Change = Callable[[WorkProduct], WorkProduct]


def variant() -> Variant:
    return instantiate(scenario("software_engineer"), SEED)


def with_file(name: str, old: str, new: str) -> Change:
    """The code with something else in one of its files."""

    def change(product: WorkProduct) -> WorkProduct:
        if not isinstance(product, Code):
            return product
        files = [
            file.model_copy(update={"content": file.content.replace(old, new)})
            if file.id == name
            else file
            for file in product.files
        ]
        return product.model_copy(update={"files": tuple(files)})

    return change


def with_log(old: str, new: str) -> Change:
    def change(product: WorkProduct) -> WorkProduct:
        if not isinstance(product, Terminal):
            return product
        entries = [
            entry.model_copy(update={"output": entry.output.replace(old, new)})
            for entry in product.entries
        ]
        return product.model_copy(update={"entries": tuple(entries)})

    return change


def in_a_folder(product: WorkProduct) -> WorkProduct:
    if not isinstance(product, Code):
        return product
    files = [file.model_copy(update={"path": f"repo/{file.path}"}) for file in product.files]
    return product.model_copy(update={"files": tuple(files)})


def failing(*changes: Change) -> dict[str, str]:
    """The criteria that do not pass with the perfect products so changed, and their outcome."""
    meeting = variant()
    products = meeting.final_products
    for change in changes:
        products = tuple(map(change, products))
    return {
        found.criterion_id: found.verdict
        for found in findings_of(meeting, products)
        if not found.passed
    }


def test_a_perfect_repository_passes_in_a_folder_of_its_own_too() -> None:
    assert failing() == {}
    assert failing(in_a_folder) == {}


def test_a_log_that_says_more_than_the_sandbox_is_caught() -> None:
    assert failing(with_log("10 passed", "12 passed")) == {"log_is_true": "failed"}


def test_a_log_without_a_run_says_nothing() -> None:
    assert failing(with_log("passed", "done")) == {"log_is_true": "missing"}


def test_a_log_of_success_over_broken_code_is_caught() -> None:
    found = failing(
        with_file("module", "return cents + (EXPRESS_CENTS", "return cents + (2 * EXPRESS_CENTS")
    )

    assert found == dict.fromkeys(
        [
            "express_right",
            "tests_green",
            "tests_grown",
            "regression_caught",
            "limit_tested",
            "log_is_true",
        ],
        "failed",
    )


def test_a_skipped_test_is_no_test() -> None:
    mark = "@pytest.mark.skip\ndef test_price_that_was_wrong"
    found = failing(with_file("tests", "def test_price_that_was_wrong", mark))

    assert {"tests_green", "regression_caught", "log_is_true"} <= found.keys()


def test_a_test_that_would_not_have_caught_the_fault_is_noticed() -> None:
    truth = variant().truth
    hollow = with_file("tests", f"{truth['symptom_call']} == {truth['right_price']}", "True")

    assert failing(hollow) == {"regression_caught": "failed"}


def test_tests_that_assert_nothing_are_caught_by_the_broken_versions() -> None:
    forged = "".join(f"def test_nothing_{n}():\n    assert True\n\n\n" for n in range(10))

    def forge(product: WorkProduct) -> WorkProduct:
        if not isinstance(product, Code):
            return product
        files = [
            file.model_copy(update={"content": forged}) if file.id == "tests" else file
            for file in product.files
        ]
        return product.model_copy(update={"files": tuple(files)})

    assert failing(forge) == {"regression_caught": "failed", "limit_tested": "failed"}


def answers(meeting: Variant, change: Change, from_turn: int) -> str:
    """A recorded agent that says what a perfect one says, with changed products from a turn on."""
    reached: frozenset[str] = frozenset()
    turns: list[dict[str, Any]] = []
    for slot in meeting.scenario.human_turns():
        reached |= set(slot.reaches)
        products = meeting.products_at(reached)
        if slot.turn_index >= from_turn:
            products = tuple(map(change, products))
        turns.append(
            {
                "turn_index": slot.turn_index,
                "agent_response": slot.alternatives[-1].model_answer,
                "latency_ms": 400.0,
                "work_products": [product.model_dump(mode="json") for product in products],
            }
        )
    line = {"scenario_id": "software_engineer", "model_id": "told", "turns": turns}
    return json.dumps(line) + "\n"


def held(
    tmp_path: Path, change: Change, from_turn: int = 0
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The evaluation and the scorecard of the meeting with such an agent."""
    recorded = tmp_path / "answers.jsonl"
    recorded.write_text(answers(variant(), change, from_turn))
    agent = ("--agent", f"recorded:{recorded}", "--scenarios", "software_engineer")
    quiet = ("--no-audio", "--no-screens", "--seeds", str(SEED), "--json")
    told, _ = run_command("run", *agent, *quiet, "--output", str(tmp_path / "out"))
    trial = Path(json.loads(told)["run"]) / "software_engineer" / f"seed-{SEED}"
    files = ("evaluation.json", "scorecard.json")
    evaluation, card = (json.loads((trial / name).read_text()) for name in files)
    return evaluation, card


def test_edits_of_code_are_right_or_wrong_by_what_the_code_does(tmp_path: Path) -> None:
    (tmp_path / "good").mkdir()
    (tmp_path / "bad").mkdir()
    good, best = held(tmp_path / "good", lambda product: product)
    spoil = with_file("module", "return -(-grams // 1000)", "return grams // 1000")
    bad, worse = held(tmp_path / "bad", spoil, from_turn=7)

    def edits(evaluation: dict[str, Any], kind: str) -> int:
        return sum(turn["work"][kind] for turn in evaluation["facts"]["turns"])

    assert edits(good, "incorrect_edits") == 0
    assert edits(good, "correct_edits") > 10
    assert edits(bad, "incorrect_edits") >= 5
    assert best["combined"] >= 9.5
    assert worse["combined"] <= 5.9


def in_another_hand(product: WorkProduct) -> WorkProduct:
    """The same service as somebody else would write it, with ids of their own."""
    if isinstance(product, Terminal):
        entries = [e.model_copy(update={"id": f"own_{e.id}"}) for e in product.entries]
        return product.model_copy(update={"entries": tuple(entries)})
    if not isinstance(product, Code):
        return product
    files = []
    for file in product.files:
        text = file.content.replace("grams", "weight_in_g").replace("cents ", "amount ")
        text = text.replace("cents\n", "amount\n").replace("cents *", "amount *")
        text = f"# Written by hand.\n{text}" if file.path.endswith(".py") else file.content
        update = {"id": f"own_{file.id}", "content": text}
        files.append(file.model_copy(update=update))
    return product.model_copy(update={"files": tuple(files)})


def test_a_right_service_in_another_hand_counts_as_much(tmp_path: Path) -> None:
    evaluation, card = held(tmp_path, in_another_hand)

    turns = evaluation["facts"]["turns"]
    missed = [a["path"] for t in turns for a in t["work"]["asked"] if a["met"] != "in_turn"]
    assert missed == []
    assert sum(turn["work"]["incorrect_edits"] for turn in turns) == 0
    assert card["combined"] >= 9
