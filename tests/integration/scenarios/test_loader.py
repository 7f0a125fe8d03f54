"""A scenario folder loads, and every mistake in it is one line with its place."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.scenarios.loader import load
from modylbench.scenarios.variant import instantiate

OPENING = "  - name: context\n    opening:\n"


def passage(*lines: str) -> str:
    """The first opening, with these lines before it."""
    return OPENING + "      before:\n" + "".join(f"        - {{{line}}}\n" for line in lines)


MISTAKES = {
    "a line that waits for itself": (
        "script.yaml",
        OPENING,
        passage("id: a, speaker: human_1, say: So., after: a"),
        ["script.yaml", "beats[0].opening", "'a' waits for itself"],
    ),
    "a line that nobody can reach": (
        "script.yaml",
        OPENING,
        passage(
            "id: a, speaker: human_1, say: So., after: b", "id: b, speaker: human_1, say: Yes."
        ),
        ["script.yaml", "'a' waits for 'b', expected a line before it"],
    ),
    "an unknown speaker before a request": (
        "script.yaml",
        OPENING,
        passage("id: a, speaker: human_l, say: So."),
        ["script.yaml", "before[0].speaker", "did you mean 'human_1'?"],
    ),
    "an unknown addressee": (
        "script.yaml",
        OPENING,
        passage("id: a, speaker: human_1, say: So., to: [nobody]"),
        ["script.yaml", "before[0].to", "'nobody'"],
    ),
    "somebody who speaks over themselves": (
        "script.yaml",
        OPENING,
        passage(
            "id: a, speaker: human_1, say: So.",
            "id: b, speaker: human_1, say: Well., offset_s: [-1.0, 0.5]",
        ),
        ["script.yaml", "'b' lets human_1 speak over themselves"],
    ),
    "an unknown trigger": (
        "script.yaml",
        OPENING,
        OPENING
        + "      during:\n        - {id: a, speaker: human_1, say: So., trigger: {laughs: 1}}\n",
        ["script.yaml", "laughs"],
    ),
    "a trigger that never fires": (
        "script.yaml",
        OPENING,
        OPENING + "      during:\n        - {id: a, speaker: human_1, say: So., trigger: {}}\n",
        ["script.yaml", "empty trigger", "agent_speaks_s"],
    ),
    "a trigger on a criterion that is not there": (
        "script.yaml",
        OPENING,
        OPENING + "      during:\n        - {id: a, speaker: human_1, say: So., "
        "trigger: {agent_shows_wrong: no_such}}\n",
        ["script.yaml", "during[0].trigger.agent_shows_wrong", "'no_such'"],
    ),
    "an unknown field": (
        "products.yaml",
        "tolerance_pct: 0.5",
        "weight: 0.5",
        ["weight", "line 1"],
    ),
    "a missing field": ("scenario.yaml", "version: 1 ", "# ", ["'version' is missing"]),
    "a bad type": (
        "scenario.yaml",
        "turns: 48",
        "turns: many",
        ["scenario.yaml", "turns", "'many'"],
    ),
    "a YAML 1.1 truth value": ("scenario.yaml", "role: host", "role: no", ["role", "False"]),
    "a date": ("scenario.yaml", "voice: slt", "voice: 2026-01-02", ["quotes"]),
    "broken YAML": ("script.yaml", "beats:", "beats: [", ["script.yaml", "line"]),
    "a key twice": ("scenario.yaml", "turns: 48", "turns: 48\nturns: 48", ["'turns' twice"]),
    "NaN": ("scenario.yaml", "canonical: 20.0", "canonical: .nan", ["NaN"]),
    "an infinity": ("scenario.yaml", "high: 40.0", "high: .inf", ["infinity"]),
    "an unknown quantity": (
        "products.yaml",
        "target_field: revenue",
        "target_field: revenu",
        ["products[0].criteria[0].target_field", "did you mean 'revenue'?"],
    ),
    "an unknown quantity in a condition": (
        "script.yaml",
        "missing: revenue",
        "missing: profit",
        ["beats[2].follow_ups[0].ask[0].when.missing", "'profit'"],
    ),
    "an unknown product": (
        "script.yaml",
        "product: estimate",
        "product: estimat",
        ["mutations[0].product", "did you mean 'estimate'?"],
    ),
    "an unreadable expression": (
        "edge_cases.yaml",
        "revenue < $0",
        "revenue << 0",
        ["edge_cases[0].forbidden"],
    ),
    "an unknown unit": ("products.yaml", "unit: $", "unit: florins", ["unit", "florins"]),
    "an unknown check type": (
        "products.yaml",
        "check_type: equals",
        "check_type: eval",
        ["check_type", "'eval'"],
    ),
    "a range upside down": ("scenario.yaml", "low: 10.0", "low: 90.0", ["low 90", "high 40"]),
    "a permutation with a gap": ("edge_cases.yaml", "[0]", "[1]", ["permutation [1]"]),
    "a bad pointer": ("products.yaml", "at: /sheets", "at: sheets", ["quantities[0].at"]),
    "a conditional last alternative": (
        "script.yaml",
        'say: "Well what is said otherwise"',
        'say: "Well"\n            when: {missing: revenue}',
        ["the last alternative has a condition"],
    ),
    "an endless number": ("scenario.yaml", "canonical: 20.0", "canonical: 1e999", ["canonical"]),
}


def changed(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_line_with_its_place(name: str, small_scenario: Path) -> None:
    file, old, new, fragments = MISTAKES[name]
    changed(small_scenario, file, old, new)

    with pytest.raises(BadFile) as refused:
        load(small_scenario)

    message = str(refused.value)
    assert file in message
    assert "\n" not in message
    assert all(fragment in message for fragment in fragments), message


@pytest.mark.parametrize("bit", ["[", "{", "- ", "? ", "[{"])
def test_endless_nesting_is_refused_and_crashes_nothing(bit: str, small_scenario: Path) -> None:
    """In a process of its own: the parser's crash would take the tests with it."""
    (small_scenario / "script.yaml").write_text(bit * 60_000, encoding="utf-8")
    command = [sys.executable, "-m", "modylbench", "scenarios", "check", "--scenarios"]
    result = subprocess.run(  # noqa: S603
        [*command, str(small_scenario)], capture_output=True, text=True, check=False
    )

    assert result.returncode == 2, result.stderr[-500:]
    assert result.stderr.count("\n") == 1


def test_the_line_of_a_mistake_is_right(small_scenario: Path) -> None:
    changed(small_scenario, "products.yaml", "tolerance_pct: 0.5", "weight: 0.5")
    lines = (small_scenario / "products.yaml").read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines, start=1) if "weight" in line)

    with pytest.raises(BadFile, match=f"line {number}: "):
        load(small_scenario)


def test_an_unknown_template_variable_names_its_line(small_scenario: Path) -> None:
    changed(small_scenario, "script.yaml", "{price:$}", "{prize:$}")

    with pytest.raises(BadFile, match=r"script.yaml: line \d+: unknown template variable 'prize'"):
        instantiate(load(small_scenario), 0)


ORACLE_FAULTS = {
    "a syntax error": ("def solve(", "def solve((", "line"),
    "a missing function": ("def attachments(", "def attachment(", "attachments"),
    "an import that fails": (
        "MILESTONES =",
        "import nowhere_at_all\nMILESTONES =",
        "nowhere_at_all",
    ),
    "a failing solve": ('parameters["price"]', 'parameters["prize"]', "solve raised KeyError"),
}


@pytest.mark.parametrize("name", ORACLE_FAULTS)
def test_an_oracle_that_fails_is_blamed_in_one_line(name: str, small_scenario: Path) -> None:
    old, new, fragment = ORACLE_FAULTS[name]
    changed(small_scenario, "oracle.py", old, new)

    with pytest.raises(BadFile) as refused:
        instantiate(load(small_scenario), 0)

    assert "oracle.py" in str(refused.value)
    assert fragment in str(refused.value)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_damage_to_a_file_causes_anything_but_a_refusal(
    data: st.DataObject, small_scenario: Path
) -> None:
    name = data.draw(st.sampled_from(["scenario", "script", "edge_cases", "products"]))
    path = small_scenario / f"{name}.yaml"
    whole = path.read_text(encoding="utf-8")
    place = data.draw(st.integers(0, len(whole)))
    length = data.draw(st.integers(0, 30))
    inserted = data.draw(st.text(max_size=8))
    path.write_text(whole[:place] + inserted + whole[place + length :], encoding="utf-8")
    try:
        instantiate(load(small_scenario), 1)
    except UserMistake as refused:
        assert "\n" not in str(refused)  # noqa: PT017 - most damage is refused, some is harmless
    finally:
        path.write_text(whole, encoding="utf-8")
