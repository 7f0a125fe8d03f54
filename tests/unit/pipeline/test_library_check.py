"""Does the check of a scenario see what is wrong with one?"""

from pathlib import Path

import pytest

from modylbench.pipeline.library_check.check import problems, standing_problems
from modylbench.scenarios.loader import load


def changed(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def complaints(folder: Path, seed: int = 3) -> list[str]:
    source = load(folder)
    return [str(problem) for problem in (*standing_problems(source), *problems(source, seed))]


def test_a_sound_scenario_has_no_problem(small_scenario: Path) -> None:
    assert complaints(small_scenario) == []
    assert complaints(small_scenario, seed=0) == []


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
    "a text left open": ("scenario.yaml", "Well two", "FILL IN two", "still says FILL IN"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(name: str, small_scenario: Path) -> None:
    file, old, new, complaint = FAULTS[name]
    changed(small_scenario, file, old, new)

    assert any(complaint in found for found in complaints(small_scenario)), complaints(
        small_scenario
    )


def test_a_criterion_that_fails_over_something_else_is_found(small_scenario: Path) -> None:
    """A rule with a memory: it holds until something changes, whatever it declares to read."""
    changed(
        small_scenario,
        "products.yaml",
        CRITERION,
        """      - id: price_right
        description: a rule that does not keep to what it declares
        check_type: rule
        target_field: price_shown
        rule: fails_later
      - id: revenue_right
""",
    )
    price = "  - {kind: number, id: price_shown, product: estimate, unit: $, labels: [[price]]}\n"
    changed(small_scenario, "products.yaml", "quantities:\n", "quantities:\n" + price)
    changed(
        small_scenario,
        "oracle.py",
        "    sheet = Sheet(",
        '    price = Row(id="price", label="Price", cells={"amount": Cell(value=truth["price"])})\n'
        "    sheet = Sheet(",
    )
    changed(small_scenario, "oracle.py", "rows=(row,)", "rows=(row, price)")
    changed(
        small_scenario,
        "oracle.py",
        "RULES: Mapping[str, Rule] = {}",
        "CALLS = []\n"
        "RULES = {'fails_later': lambda found, truth: CALLS.append(1) or ['x'][: len(CALLS) > 2]}",
    )

    complaint = "price_right: fails when revenue is changed, which it does not read"
    assert any(complaint in found for found in complaints(small_scenario))
