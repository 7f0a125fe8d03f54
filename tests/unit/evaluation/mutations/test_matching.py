"""Edits of a perfect agent, of another make and of a careless one are judged right."""

from typing import Any

import pytest
from tests.staging.oracle_meetings import (
    SCENARIOS,
    Meeting,
    change_parts,
    in_thousands,
    oracle_meeting,
    reference,
    variant,
    with_own_ids,
    with_rows_as_columns,
)
from tests.staging.sampling import whole_at_night

from modylbench.evaluation.mutations.formats.catalogue import shipped_formats
from modylbench.evaluation.mutations.mutation import Mutation, Trajectory
from modylbench.evaluation.mutations.reference import Reference, reference_of
from modylbench.evaluation.mutations.trajectory import trajectory
from modylbench.products.pointer import steps
from modylbench.scenarios.scenario import ExpectedMutation
from modylbench.scenarios.script import ScriptedMutation as Asked

every_scenario = pytest.mark.parametrize("name", SCENARIOS)


def unmet(found: Trajectory) -> list[Any]:
    return [mutation for mutation in found.expected if mutation.met_at_turn is None]


def wrong(found: Trajectory) -> list[Mutation]:
    return [
        mutation
        for mutation in found.mutations
        if mutation.is_correct is False or mutation.is_destructive
    ]


@every_scenario
@pytest.mark.parametrize("seed", whole_at_night(range(4), every=2))
def test_all_that_a_perfect_agent_does_is_correct_and_in_time(name: str, seed: int) -> None:
    found = trajectory(oracle_meeting(name, seed), {}, reference(name, seed))

    assert len(found.expected) == len(variant(name, seed).scenario.expected_mutations) > 0
    assert {mutation.met_at_turn == mutation.turn_index for mutation in found.expected} == {True}
    assert {mutation.is_correct for mutation in found.mutations} == {True}
    assert not any(mutation.is_destructive for mutation in found.mutations)


@every_scenario
@pytest.mark.parametrize("seed", whole_at_night(range(4), every=2))
def test_every_declared_mutation_is_found_by_pointer_alone(name: str, seed: int) -> None:
    found = trajectory(oracle_meeting(name, seed), {}, Reference(reference(name, seed).expected))

    assert unmet(found) == []
    for mutation in found.expected:  # each by a correct edit at its place, around it or in it
        place = steps(mutation.path)
        column = [*place[:-4], "columns", place[-1]] if "cells" in place[-2:] else place
        assert any(
            edit.is_correct
            and edit.turn_index <= mutation.turn_index
            and edit.product_id == mutation.product_id
            and any(_overlap(steps(edit.locator), path) for path in (place, column))
            for edit in found.mutations
        )


def _overlap(some: list[str], others: list[str]) -> bool:
    shorter = min(len(some), len(others))
    return some[:shorter] == others[:shorter]


@every_scenario
def test_an_agent_with_ids_of_its_own_is_understood(name: str) -> None:
    found = trajectory(change_parts(oracle_meeting(name), with_own_ids), {}, reference(name))

    assert {mutation.product_id[:4] for mutation in found.mutations} == {"own-"}
    assert unmet(found) == []
    assert wrong(found) == []
    correct = sum(mutation.is_correct is True for mutation in found.mutations)
    assert correct >= 0.8 * len(found.mutations)


@every_scenario
def test_an_agent_that_counts_in_thousands_or_turns_its_tables_is_not_called_wrong(
    name: str,
) -> None:
    for change in (in_thousands, with_rows_as_columns):
        other = change_parts(change_parts(oracle_meeting(name), change), with_own_ids)

        found = trajectory(other, {}, reference(name))

        missed = [mutation for mutation in unmet(found) if "reorder" not in mutation.mutation_type]
        assert len(missed) <= 0.1 * len(found.expected)
        assert wrong(found) == []


@every_scenario
def test_an_agent_that_does_nothing_misses_everything(name: str) -> None:
    found = trajectory([(turn, []) for turn, _ in oracle_meeting(name)], {}, reference(name))

    assert found.mutations == ()
    assert unmet(found) == list(found.expected)


@every_scenario
def test_an_agent_whose_numbers_are_all_off_gets_no_value_right(name: str) -> None:
    def off(part: Any) -> Any:
        fields = {
            key: part[key] * 1.2 + 1
            for key in ("value", "y")
            if isinstance(part.get(key), int | float) and not isinstance(part[key], bool)
        }
        return {**part, **fields, **({"text": None} if fields and "formula" in part else {})}

    for change in (lambda part: part, with_own_ids):
        found = trajectory(
            change_parts(change_parts(oracle_meeting(name), off), change), {}, reference(name)
        )

        numbers = [
            mutation
            for mutation in found.expected
            if isinstance(mutation.expected_value, int | float)
        ]
        met = [
            number
            for number in numbers
            if number.met_at_turn is not None and "/x" not in number.path
        ]
        assert met == []
        assert any(mutation.is_correct is False for mutation in found.mutations)


def off_but_as_asked(name: str) -> tuple[Meeting, set[float]]:
    """A meeting in which all numbers of tables are wrong but those that turns ask for; and those.

    The wrong ones are no numbers that anybody else has.
    """
    wrong_ones: set[float] = set()
    wanted = {
        (mutation.product_id, mutation.path)
        for mutation in reference(name).expected
        if mutation.expected_value
    }

    def spoilt(product: Any, here: str, value: Any) -> Any:
        if isinstance(value, dict):
            if is_number(value.get("value")) and (product, f"{here}/value") not in wanted:
                wrong_ones.add(value["value"] * 3 + 7.0123456)
                return {**value, "value": value["value"] * 3 + 7.0123456, "text": None}
            return {key: spoilt(product, f"{here}/{key}", item) for key, item in value.items()}
        if isinstance(value, list):
            return [
                spoilt(product, f"{here}/{item['id']}" if isinstance(item, dict) else here, item)
                for item in value
            ]
        return value

    meeting = oracle_meeting(name)
    spoilt_ones = [
        (turn, [spoilt(product["id"], "", product) for product in all_]) for turn, all_ in meeting
    ]
    return spoilt_ones, wrong_ones


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def numbers_in(value: Any) -> list[float]:
    """The values of all cells in a part of a sheet."""
    if isinstance(value, dict):
        own = [value["value"]] if is_number(value.get("value")) else []
        return own + [number for item in value.values() for number in numbers_in(item)]
    return (
        [number for item in value for number in numbers_in(item)] if isinstance(value, list) else []
    )


@every_scenario
@pytest.mark.parametrize("change", [lambda part: part, with_own_ids], ids=["our", "own"])
@pytest.mark.parametrize("is_late", [False, True], ids=["in time", "at the end"])
def test_no_edit_that_holds_a_wrong_number_is_correct(
    name: str, change: Any, *, is_late: bool
) -> None:
    meeting, wrong_ones = off_but_as_asked(name)
    if is_late:
        meeting = [*((turn, []) for turn, _ in meeting[:-1]), meeting[-1]]

    found = trajectory(change_parts(meeting, change), {}, reference(name))

    for mutation in found.mutations:
        assert not (mutation.is_correct and wrong_ones.intersection(numbers_in(mutation.new))), (
            mutation.locator
        )
    if wrong_ones:
        assert any(mutation.is_correct is False for mutation in found.mutations)


def with_lorem_ipsum(part: Any) -> Any:
    return {**part, "body": "lorem ipsum"} if "body" in part else part


@pytest.mark.parametrize("change", [lambda part: part, with_own_ids], ids=["our", "own"])
def test_a_document_that_says_nothing_of_what_was_asked_for_earns_nothing(change: Any) -> None:
    meeting = change_parts(
        change_parts(oracle_meeting("financial_analyst"), with_lorem_ipsum), change
    )

    found = trajectory(meeting, {}, reference("financial_analyst"))

    made = [mutation for mutation in found.mutations if mutation.product_id.endswith("tear_sheet")]
    assert [(mutation.mutation_type, mutation.is_correct) for mutation in made] == [
        ("create", None)
    ]


def test_a_sentence_with_another_number_in_it_is_wrong() -> None:
    def off(part: Any) -> Any:
        return {**part, "body": part["body"].replace("1", "7")} if "body" in part else part

    found = trajectory(
        change_parts(oracle_meeting("financial_analyst"), off), {}, reference("financial_analyst")
    )

    made = [mutation for mutation in found.mutations if mutation.product_id == "ic_tear_sheet"]
    assert [mutation.is_correct for mutation in made][:1] == [False]


@pytest.mark.parametrize("change", [lambda part: part, with_own_ids], ids=["our", "own"])
def test_overwriting_what_was_right_is_destructive_though_no_turn_named_it(change: Any) -> None:
    meeting = oracle_meeting("financial_analyst")
    last, shown = meeting[-1]

    def off(part: Any) -> Any:
        right = is_number(part.get("value"))
        return {**with_lorem_ipsum(part), **({"value": part["value"] * 3 + 7} if right else {})}

    worse = [*meeting, *change_parts([(last + 2, shown)], off)]

    found = trajectory(change_parts(worse, change), {}, reference("financial_analyst"))

    made = [mutation for mutation in found.mutations if mutation.turn_index == last + 2]
    assert {mutation.mutation_type for mutation in made} == {"update_cell", "update_section"}
    assert {(mutation.is_correct, mutation.is_destructive) for mutation in made} == {(False, True)}


def test_a_wrong_answer_to_a_wish_for_another_value_destroys_nothing() -> None:
    first, second = asked(3, cell("debt"), 37.5), asked(5, cell("debt"), 30)
    meeting = [(1, sheet(debt=1)), (3, sheet(debt=37.5)), (5, sheet(debt=31))]

    assert judged(meeting, first, second)[1:] == [
        ("update_cell", True, False),
        ("update_cell", False, False),
    ]


@pytest.mark.parametrize("is_at_once", [True, False], ids=["at once", "turn by turn"])
def test_a_fact_counts_once_however_often_it_is_shown(*, is_at_once: bool) -> None:
    name = "financial_analyst"
    meeting = oracle_meeting(name)
    model = next(product for product in meeting[-1][1] if product["id"] == "lbo_model")
    first = model["sheets"][0]

    def appendix(copies: int) -> Any:
        rows = [
            {**row, "id": f"{row['id']}_{copy}"} for copy in range(copies) for row in first["rows"]
        ]
        sheets = [{**first, "rows": rows}]
        return {**model, "id": "appendix", "title": "Appendix", "sheets": sheets}

    last, shown = meeting[-1]
    counts = [0, 5] if is_at_once else [1, 2, 3]
    padded = [(last + 2 * at, [*shown, appendix(n)]) for at, n in enumerate(counts, start=1)]

    found = trajectory([*meeting, *padded], {}, reference(name))

    made = [mutation for mutation in found.mutations if mutation.product_id == "appendix"]
    assert len(made) > len(first["rows"])
    assert {mutation.is_correct for mutation in made} == {None}


def asked(turn: int, path: str, value: Any = None, kind: str = "update_cell") -> ExpectedMutation:
    return ExpectedMutation(
        turn_index=turn, product_id="p", mutation_type=kind, path=path, expected_value=value
    )


def sheet(**rows: Any) -> list[dict[str, Any]]:
    cells = {name: {"y1": {"value": value}} for name, value in rows.items()}
    lines = [{"id": name, "label": name.title(), "cells": own} for name, own in cells.items()]
    columns = [{"id": "y1", "label": "Year 1"}]
    plan = {"id": "s", "name": "Plan", "columns": columns, "rows": lines}
    return [{"kind": "spreadsheet", "id": "p", "title": "Plan", "sheets": [plan]}]


def cell(row: str) -> str:
    return f"/sheets/s/rows/{row}/cells/y1/value"


def judged(meeting: Meeting, *expected: ExpectedMutation) -> list[tuple[str, bool | None, bool]]:
    """Type, correctness and destruction of every edit."""
    found = trajectory(meeting, {}, Reference(expected))
    return [
        (mutation.mutation_type, mutation.is_correct, mutation.is_destructive)
        for mutation in found.mutations
    ]


def met(meeting: Meeting, *expected: ExpectedMutation) -> list[int | None]:
    found = trajectory(meeting, {}, Reference(expected))
    return [mutation.met_at_turn for mutation in found.expected]


def test_a_wrong_value_is_incorrect_and_a_late_right_one_correct() -> None:
    meeting = [(1, sheet(debt=40)), (3, sheet(debt=41)), (5, sheet(debt=30.1))]

    assert judged(meeting, asked(3, cell("debt"), 30)) == [
        ("create", None, False),
        ("update_cell", False, False),
        ("update_cell", True, False),
    ]
    assert met(meeting, asked(3, cell("debt"), 30)) == [5]


def test_what_was_there_before_it_was_asked_for_is_met_and_credited() -> None:
    meeting = [(1, sheet(debt=40)), (3, sheet(debt=30)), (5, sheet(debt=30))]

    assert met(meeting, asked(5, cell("debt"), 30)) == [5]
    assert judged(meeting, asked(5, cell("debt"), 30))[1] == ("update_cell", True, False)


def test_a_correction_closes_what_it_corrects() -> None:
    first, second = asked(1, cell("debt"), 37.5), asked(3, cell("debt"), 30)

    assert met([(1, sheet(debt=37.5)), (3, sheet(debt=30))], first, second) == [1, 3]
    assert met([(1, sheet()), (3, sheet(debt=30))], first, second) == [None, 3]
    assert met([(1, sheet()), (3, sheet(debt=37.5))], first, second) == [None, None]
    assert judged([(1, sheet(debt=37.5)), (3, sheet(debt=30))], first, second) == [
        ("create", True, False),
        ("update_cell", True, False),
    ]


def test_spoiling_a_right_value_is_destructive() -> None:
    goal = asked(1, cell("debt"), 30)
    overwritten = [(1, sheet(debt=30)), (3, sheet(debt=99))]
    removed = [(1, sheet(debt=30, tax=1)), (3, sheet(tax=1))]
    emptied = [(1, sheet(debt=30)), (3, [])]

    assert judged(overwritten, goal)[1] == ("update_cell", False, True)
    assert judged(removed, goal)[1] == ("delete_row", False, True)
    assert judged(emptied, goal)[1] == ("delete", False, True)
    assert met(removed, goal) == [1]


def test_a_removal_is_destructive_unless_it_was_asked_for_or_mends_a_mistake() -> None:
    row = "/sheets/s/rows/debt"
    removed = [(1, sheet(debt=30, tax=1)), (3, sheet(tax=1))]
    mended = [(1, sheet(tax=1)), (3, sheet(tax=1, debt=99)), (5, sheet(tax=1))]

    assert judged(removed)[1] == ("delete_row", None, True)
    assert judged(removed, asked(3, row, kind="delete_row"))[1] == ("delete_row", True, False)
    assert met(removed, asked(5, row, kind="delete_row")) == [None]  # there is no turn 5
    assert met([*removed, (5, sheet(tax=1))], asked(5, row, kind="delete_row")) == [5]
    assert judged(mended, asked(3, cell("debt"), 30))[1:] == [
        ("add_row", False, False),
        ("delete_row", None, False),
    ]


def test_a_part_that_only_gets_another_id_is_recorded_and_not_called_destroyed() -> None:
    before, after = sheet(debt=30), sheet(debt=30)
    after[0]["sheets"][0]["rows"][0]["id"] = "borrowings"

    assert judged([(1, before), (3, after)])[1:] == [
        ("delete_row", None, False),
        ("add_row", None, False),
    ]


def test_a_new_product_meets_what_is_asked_for_in_it_and_is_wrong_if_one_of_it_is() -> None:
    goals = (
        asked(1, "", kind="create"),
        asked(1, "/sheets/s/rows/tax", kind="add_row"),
        asked(1, cell("debt"), 30),
    )

    assert judged([(1, sheet(debt=30, tax=1))], *goals) == [("create", True, False)]
    assert met([(1, sheet(debt=30, tax=1))], *goals) == [1, 1, 1]
    assert judged([(1, sheet(debt=31, tax=1))], *goals) == [("create", False, False)]
    assert met([(1, sheet(debt=31, tax=1))], *goals) == [1, 1, None]


def test_where_any_value_will_do_something_must_change_in_that_turn_or_later() -> None:
    goal = asked(3, cell("debt"))
    stays = [(1, sheet(debt=30)), (3, sheet(debt=30)), (5, sheet(debt=30))]

    assert met(stays, goal) == [None]
    assert met([*stays, (7, sheet(debt=31))], goal) == [7]
    assert met([*stays, (7, sheet(debt=30, tax=1))], goal) == [None]


def test_the_label_of_a_row_is_not_its_cells() -> None:
    other = sheet(debt=30)
    other[0]["sheets"][0]["rows"][0]["label"] = "Borrowings"

    assert judged([(1, sheet(debt=30)), (3, other)], asked(3, cell("debt")))[1] == (
        "update_value",
        None,
        False,
    )


def test_an_order_that_is_asked_for_is_met_by_a_move() -> None:
    goal = asked(3, "/sheets/s/rows", kind="reorder")
    meeting = [(1, sheet(debt=1, tax=2)), (3, sheet(tax=2, debt=1))]

    assert judged(meeting, goal)[1] == ("reorder", True, False)


def test_an_edit_that_breaks_its_format_is_incorrect() -> None:
    meeting = [(1, sheet(debt=1, tax=2)), (3, sheet(debt="#REF!", tax=3))]
    still = [*meeting, (5, sheet(debt="#REF!", tax=4))]

    assert judged(meeting)[1:] == [("update_cell", False, False), ("update_cell", None, False)]
    assert judged(still)[3:] == [("update_cell", None, False)]
    assert trajectory([(1, code("x = ("))], shipped_formats()).mutations[0].is_correct is False
    assert judged([(1, sheet(debt="#DIV/0!"))]) == [("create", False, False)]
    assert judged([(1, sheet()), (3, sheet(debt="#N/A"))])[1] == ("add_row", False, False)


def code(text: str, other: str = "x = 1\n") -> list[dict[str, Any]]:
    files = [
        {"id": "a", "path": "src/a.py", "content": text},
        {"id": "b", "path": "src/b.py", "content": other},
    ]
    return [{"kind": "code", "id": "c", "title": "C", "files": files}]


def test_code_that_no_longer_reads_is_incorrect() -> None:
    lines = "".join(f"n{at} = {at}\n" for at in range(20))
    broken = lines.replace("n3 = 3", "n3 = (")
    meeting = [(1, code(lines)), (3, code(broken, "x = 2\n")), (5, code(lines, "x = 2\n"))]

    found = trajectory(meeting, shipped_formats())

    assert [
        (mutation.turn_index, mutation.locator.partition(":")[0], mutation.is_correct)
        for mutation in found.mutations
    ] == [
        (1, "", None),
        (3, "src/a.py", False),
        (3, "src/b.py", None),
        (5, "src/a.py", None),
    ]


def test_the_alternative_that_was_said_takes_the_place_of_the_other() -> None:
    whole = reference("financial_analyst")
    said = {9: [Asked(product="lbo_model", type="add_row", path="/sheets/s/rows/r")]}

    found = reference_of(variant("financial_analyst"), said)

    assert [mutation.path for mutation in found.expected if mutation.turn_index == 9] == [
        "/sheets/s/rows/r"
    ]
    others = [mutation for mutation in whole.expected if mutation.turn_index != 9]
    assert [mutation for mutation in found.expected if mutation.turn_index != 9] == others
