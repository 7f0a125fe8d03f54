"""Are wrong figures named, and nothing that an agent has written?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.evaluation.evaluate.test_fact_lines import HOSTILE, finding

from modylbench.evaluation.evaluate.fact_lines import ANOTHER, cell_names, differences
from modylbench.scenarios.criterion import Criterion

CELLS = frozenset({"10.0x", "13.0%", "total_debt", "model_debt"})


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        (
            "10.0x / 13.0% is 13.84, not 15.02; 10.0x is not shown and 4 more",
            ("10.0x / 13.0% is 13.84, not 15.02", "10.0x is not shown"),
        ),
        ("total_debt / model_debt: 97,500,000 and 9.75e+07", None),
        ("== does not hold: the left side is 7, the right side 6.5", None),
        (f"{HOSTILE} is 1, not 2", (f"{ANOTHER} is 1, not 2",)),
        (f"10.0x / {HOSTILE} is 1, not 2", (f"{ANOTHER} is 1, not 2",)),
        (f"says nothing of {HOSTILE}", ()),
        ("", ()),
    ],
)
def test_a_reason_is_told_as_far_as_it_is_ours(reason: str, told: tuple[str, ...] | None) -> None:
    found = differences(finding("failed", check_type="table_equals", reason=reason), CELLS)

    assert found == ((reason,) if told is None else told)


def test_what_an_equation_read_is_told() -> None:
    values = "total_debt = 97,500,000, ltm_ebitda = 15,000,000"

    assert differences(finding("failed", check_type="algebra", found=values), CELLS) == (values,)
    assert differences(finding("failed", check_type="says", found=values), CELLS) == ()


@given(name=st.text(max_size=80))
def test_no_word_of_an_agent_is_told_whatever_it_looks_like(name: str) -> None:
    for reason in (f"{HOSTILE}{name} is 1, not 2", f"{name}{HOSTILE}: 1 and 2", HOSTILE + name):
        told = differences(finding("failed", check_type="table_equals", reason=reason), CELLS)
        assert "award" not in " ".join(told)


def test_names_of_cells_are_those_of_the_scenario() -> None:
    criterion = Criterion(
        id="grid", description="Every cell is right", check_type="table_equals",
        target_field="irr_grid", expected_value={"10.0x|13.0%": 15.0, "10.0x|14.0%": 16.0},
    )  # fmt: skip

    assert cell_names([criterion]) == {"irr_grid", "10.0x", "13.0%", "14.0%"}
