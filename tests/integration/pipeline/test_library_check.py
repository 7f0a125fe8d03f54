"""The check of a scenario sees what is wrong with one."""

import dataclasses
import re
import shutil
from pathlib import Path

import pytest

from modylbench.pipeline.library_check.check import problems, standing_problems, wrong_lengths
from modylbench.pipeline.library_check.script import wrong_severities
from modylbench.scenarios.catalogue import ORDER, OTHER_SUITES, scenario
from modylbench.scenarios.loader import load
from modylbench.scenarios.variant import instantiate


def changed(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def complaints(folder: Path, seed: int = 3) -> list[str]:
    source = load(folder)
    return [
        str(problem)
        for problem in (*standing_problems(source), *problems(instantiate(source, seed)))
    ]


def test_a_sound_scenario_has_no_problem(small_scenario: Path) -> None:
    assert complaints(small_scenario) == []
    assert complaints(small_scenario, seed=0) == []


def test_a_stray_brace_is_found_in_a_wording_that_this_seed_does_not_have(
    small_scenario: Path,
) -> None:
    wordings = '["Well", "Well then {", "So, well", "All right, well"]'
    changed(small_scenario, "script.yaml", 'say: "Well"', f"say: {wordings}")

    found = [line for line in complaints(small_scenario, seed=0) if "brace" in line]
    assert len(found) == 1
    assert "say[1]: a brace is no placeholder's" in found[0]


@pytest.mark.parametrize(
    ("around", "place"),
    [
        ("before: [{id: a, speaker: human_1, say: [So., Then.]}]", "line a"),
        (
            "during: [{id: a, speaker: human_1, say: [So., Then.], trigger: {agent_speaks_s: 2}}]",
            "interjection a, say",
        ),
    ],
)
def test_too_few_wordings_around_a_request_are_found(
    small_scenario: Path, around: str, place: str
) -> None:
    opening = "  - name: context\n    opening:\n"
    changed(small_scenario, "script.yaml", opening, f"{opening}      {around}\n")

    found = complaints(small_scenario, seed=0)

    assert any(line.endswith(f"{place}: has 2 wordings, expected 4 or more") for line in found)


CRITERION = """      - id: revenue_right
"""
LOOSE = """      - id: never_fails
        description: a criterion that nothing can fail
        check_type: comparison
        target_field: revenue * 0 == 0
      - id: revenue_right
"""
FAULTS = {
    "a wrong count of turns": ("scenario.yaml", "turns: 48", "turns: 50", "48 turns, expected 50"),
    "a brace that is never closed": (
        "script.yaml",
        'say: "Well"',
        'say: "Well {"',
        "a placeholder is left in turns[0].follow_ups[0].alternatives[0].human_utterance",
    ),
    "a wrong expected value": (
        "products.yaml",
        '"{revenue}"',
        "1.0",
        "criterion revenue_right: the oracle's own product: failed",
    ),
    "a criterion that cannot fail": (
        "products.yaml",
        CRITERION,
        LOOSE,
        "criterion never_fails: still passes when revenue is changed",
    ),
    "a pointer to nothing": (
        "products.yaml",
        "cells/amount ",
        "cells/total ",
        "nothing stands at /sheets/main/rows/revenue/cells/total",
    ),
    "labels that find nothing": (
        "products.yaml",
        "[[revenue, sales, turnover]]",
        "[[bananas]]",
        "its labels alone do not find it",
    ),
    "a mutation that does not happen": (
        "script.yaml",
        "path: /sheets/main/rows/revenue}",
        "path: /sheets/main/rows/costs}",
        "there is nothing at that path after the turn",
    ),
    "a mutation with a wrong value": (
        "script.yaml",
        "path: /sheets/main/rows/revenue}",
        "path: /sheets/main/rows/revenue/cells/amount/value, value: 3.0}",
        "not 3.0",
    ),
    "a change that nobody announces": (
        "script.yaml",
        "- {product: estimate, type: create, path: /sheets/main/rows/revenue}",
        "[]",
        "the products change, and no mutation says so",
    ),
    "a milestone that the oracle does not know": (
        "script.yaml",
        "reaches: [revenue]",
        "reaches: [revenue, profit]",
        "milestone profit: the oracle has no such milestone",
    ),
    "a forbidden state that the oracle is in": (
        "edge_cases.yaml",
        "revenue < $0",
        "revenue > $0",
        "the oracle's own products do what is forbidden",
    ),
    "too few critical edge cases": (
        "edge_cases.yaml",
        "severity: critical",
        "severity: minor",
        "0 of 1 are critical",
    ),
    "a right answer that shows nothing": (
        "edge_cases.yaml",
        "detected: [infeasible]",
        "detected: [impossible]",
        "the right answer has no phrase of signals.detected",
    ),
    "a wrong line that nobody would recognise": (
        "edge_cases.yaml",
        "Consider it done.",
        "As you like.",
        "the wrong line has no phrase of signals.complied",
    ),
    "a wrong line that passes for a right one": (
        "edge_cases.yaml",
        "Consider it done.",
        "It is infeasible and I would not, but consider it done.",
        "the wrong line passes for a right one",
    ),
    "a question that gives the answer away": (
        "edge_cases.yaml",
        'say: "Well the trap"',
        'say: "Is that infeasible?"',
        "the human already says 'infeasible'",
    ),
    "a card that counts wrongly": (
        "scenario.yaml",
        "products: 1",
        "products: 2",
        "declares 2 products, and there are 1",
    ),
    "an utterance without an answer": (
        "script.yaml",
        "      answer: Well what a perfect agent says.\n",
        "",
        "context, opening: no answer: what a perfect agent says is missing",
    ),
    "an answer that does not notice the trap": (
        "edge_cases.yaml",
        "That is infeasible, so I would not.\n      response",
        "I would not.\n      response",
        "first_trap, opening: the answer has no phrase of signals.detected",
    ),
    "an answer that does not push back": (
        "edge_cases.yaml",
        "That is infeasible, so I would not.\n      response",
        "That is infeasible.\n      response",
        "first_trap, opening: the answer has no phrase of signals.pushed_back",
    ),
    "an answer that notices the trap and walks into it": (
        "edge_cases.yaml",
        "so I would not.\n      response",
        "so I would not, but consider it done.\n      response",
        "first_trap, opening: the answer says 'consider it done' of signals.complied",
    ),
    "an answer that gives in later": (
        "edge_cases.yaml",
        "answer: Well what a perfect agent says.",
        "answer: Consider it done.",
        "first_trap, follow-up 1: the answer says 'consider it done' of signals.complied",
    ),
    "a text left open": ("scenario.yaml", "Well two", "FILL IN two", "still says FILL IN"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(name: str, small_scenario: Path) -> None:
    file, old, new, complaint = FAULTS[name]
    changed(small_scenario, file, old, new)

    assert any(complaint in found for found in complaints(small_scenario)), complaints(
        small_scenario
    )


def test_every_place_where_somebody_speaks_needs_an_answer(small_scenario: Path) -> None:
    closing = (
        "closing:\n  ask:\n    - {say: Goodbye., expects: Close politely., response: answer}\n"
    )
    spoken = 0
    for file in ("script.yaml", "edge_cases.yaml"):
        path = small_scenario / file
        text = path.read_text(encoding="utf-8") + (closing if file == "script.yaml" else "")
        text = re.sub(r"(?m)^ +answer: .*\n|(?<=, )answer: [^,]*, ", "", text)
        path.write_text(text, encoding="utf-8")
        spoken += len(re.findall(r"\bsay: ", text))

    found = [complaint for complaint in complaints(small_scenario) if "no answer: " in complaint]

    assert len(set(found)) == len(found) == spoken


def test_a_participant_may_speak(small_scenario: Path) -> None:
    line = "      answer: Well what a perfect agent says.\n"
    changed(small_scenario, "script.yaml", line, f"{line}      speaker: human_1\n")

    assert complaints(small_scenario) == []


def test_a_criterion_that_fails_over_something_else_is_found(small_scenario: Path) -> None:
    """The revenue is named by the price beside it, so a wrong price hides a right revenue."""
    changed(
        small_scenario,
        "products.yaml",
        CRITERION,
        """      - id: price_right
        description: the price is shown
        check_type: equals
        target_field: price_shown
        expected_value: "{price}"
      - id: revenue_right
""",
    )
    price = "  - {kind: number, id: price_shown, product: estimate, unit: $, labels: [[price]]}\n"
    changed(small_scenario, "products.yaml", "quantities:\n", "quantities:\n" + price)
    named = '[[revenue], ["{price:,}"]]'
    changed(small_scenario, "products.yaml", "[[revenue, sales, turnover]]", named)
    at = "    at: /sheets/main/rows/revenue/cells/amount"
    changed(small_scenario, "products.yaml", at, "    within: []")
    row = 'cells={"amount": Cell(value=truth["revenue"], unit="$")'
    both = 'cells={"price": Cell(value=truth["price"]), "amount": Cell(value=truth["revenue"])'
    changed(small_scenario, "oracle.py", row, both)
    changed(small_scenario, "oracle.py", 'label="Revenue"', 'label=""')
    columns = '(Column(id="amount", label="Amount"),)'
    two = '(Column(id="price", label="Price"), Column(id="amount", label="Revenue"))'
    changed(small_scenario, "oracle.py", columns, two)

    complaint = "revenue_right: fails when price_shown is changed, which it does not read"
    assert any(complaint in found for found in complaints(small_scenario))


@pytest.mark.parametrize("seed", [0, 7, 23, 50])
@pytest.mark.parametrize("name", OTHER_SUITES)
def test_a_meeting_of_another_suite_is_sound(name: str, seed: int) -> None:
    source = scenario(name)

    assert [str(problem) for problem in standing_problems(source)] == []
    assert [str(problem) for problem in problems(instantiate(source, seed), turn=seed)] == []


@pytest.mark.parametrize("name", ORDER)
def test_a_meeting_of_another_length_is_sound(name: str) -> None:
    assert list(wrong_lengths(instantiate(scenario(name), 1))) == []


def test_what_a_short_meeting_has_not_come_to_is_found() -> None:
    """Without `due_after` the weights of a committee that never met would be due."""
    source = scenario("business_strategist")
    assert source.template.short is not None
    hasty = source.template.short.model_copy(update={"due_after": {}})
    template = source.template.model_copy(update={"short": hasty})

    found = list(wrong_lengths(instantiate(dataclasses.replace(source, template=template), 1)))

    assert [subject for subject, _ in found] == ["--turns 4, criterion committee_weights"]


def test_what_a_short_meeting_does_not_ask_for_is_found(tmp_path: Path) -> None:
    """The whole meeting names the check again when it comes to the pool; the short one does not."""
    folder = tmp_path / "financial_analyst"
    shutil.copytree(scenario("financial_analyst").folder, folder)
    script, short = folder / "script.yaml", folder / "short.yaml"
    text = script.read_text(encoding="utf-8")
    start, end = text.index("- name: capital_structure"), text.index("- name: operating_model")
    for path, before, part, after in (
        (script, text[:start], text[start:end], text[end:]),
        (short, "", short.read_text(encoding="utf-8"), ""),
    ):
        path.write_text(before + re.sub(r"(?i)equity", "money", part) + after, encoding="utf-8")
        restored = path.read_text(encoding="utf-8").replace("sponsor_money", "sponsor_equity")
        path.write_text(restored.replace("money_", "equity_"), encoding="utf-8")

    found = dict(wrong_lengths(instantiate(load(folder), 1)))

    assert list(found) == ["--turns 4, quantity sponsor_equity"]


@pytest.mark.parametrize("name", ORDER)
def test_neither_even_nor_odd_seeds_are_the_gentle_ones(name: str) -> None:
    assert list(wrong_severities(scenario(name))) == []


def test_severities_that_follow_the_parity_of_the_seed_are_found() -> None:
    source = scenario("optimization_solver")
    by_turns = source.template.edge_cases.model_copy(update={"permutation": (0, 2, 1, 3)})
    template = source.template.model_copy(update={"edge_cases": by_turns})
    (problem,) = wrong_severities(dataclasses.replace(source, template=template))

    assert problem[1].startswith("even seeds meet 4 critical ones and odd seeds 0")
