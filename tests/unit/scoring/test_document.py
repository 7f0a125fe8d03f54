"""Does docs/scoring.md give the weights that count?"""

from pathlib import Path

from modylbench.scoring.rules import default_rules

PAGE = Path(__file__).parents[3] / "docs" / "scoring.md"


def test_the_page_has_the_weights_of_the_rules() -> None:
    rules = default_rules()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and "_" in line
    ]

    assert {row[0]: float(row[1]) for row in rows if row[1]} == rules.turn_weights
    assert {row[0]: float(row[2]) for row in rows} == rules.extended_turn_weights
    assert {row[4]: float(row[5]) for row in rows if row[4]} == rules.product_weights
