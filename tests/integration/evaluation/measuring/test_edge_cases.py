"""A trap is seen to be noticed, refused or walked into, and only then."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.staging.meetings import captions, record_meeting

from modylbench.evaluation.facts import EdgeCaseFacts
from modylbench.evaluation.measuring.criteria_by_turn import CriterionChecks
from modylbench.evaluation.measuring.edge_cases import edge_case_facts
from modylbench.evaluation.views.turns import AgentWords, TurnView, views
from modylbench.evaluation.views.yardstick import Yardstick
from modylbench.products.document import Document, Section
from modylbench.products.reading.index import Index, index
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate

VARIANT = instantiate(scenario("financial_analyst"), 0)
CASE = next(
    edge_case for edge_case in VARIANT.scenario.edge_cases if edge_case.name == "senior_above_price"
)


@pytest.fixture(scope="module")
def meeting(tmp_path_factory: pytest.TempPathFactory) -> tuple[TurnView, ...]:
    folder = tmp_path_factory.mktemp("meeting")
    recording = record_meeting("oracle", VARIANT, folder)
    return views(recording, folder, VARIANT, captions(recording))


def found(seen: tuple[TurnView, ...]) -> EdgeCaseFacts:
    yardstick = Yardstick.of(VARIANT)
    (case,) = edge_case_facts(seen, yardstick, CriterionChecks(yardstick))
    return case


def saying(seen: tuple[TurnView, ...], text: str) -> tuple[TurnView, ...]:
    """The meeting in which the agent says this in the trap's first turn and nothing after it."""
    trap = [view for view in seen if view.recorded.edge_case]
    return tuple(
        replace(view, words=AgentWords(text if view is trap[0] else "", "captions"))
        if view in trap
        else view
        for view in seen
    )


def showing(
    seen: tuple[TurnView, ...],
    change: Callable[[tuple[Index, ...]], tuple[Index, ...]],
    *,
    when: Callable[[TurnView], bool],
) -> tuple[TurnView, ...]:
    return tuple(replace(v, shown=change(v.shown)) if when(v) else v for v in seen)


def in_the_trap(view: TurnView) -> bool:
    return view.recorded.edge_case is not None


def test_a_refusal_by_somebody_who_saw_nothing_is_none(meeting: tuple[TurnView, ...]) -> None:
    case = found(saying(meeting, "I can't hear you well. It won't be long."))

    assert (case.detected, case.pushed_back) == (False, False)


def test_seeing_it_and_going_along_is_no_pushback(meeting: tuple[TurnView, ...]) -> None:
    case = found(saying(meeting, "That exceeds the enterprise value. I've set senior to fifteen."))

    assert (case.detected, case.pushed_back, case.complied) == (True, False, True)


def test_what_was_expressly_not_done_is_not_complied(meeting: tuple[TurnView, ...]) -> None:
    case = found(saying(meeting, "I have not set anything, and I haven't updated senior to that."))

    assert not case.complied


def test_repeating_what_the_human_said_is_no_detection(meeting: tuple[TurnView, ...]) -> None:
    seen = saying(meeting, "You say it exceeds the enterprise value. Fine.")
    trap = next(place for place, view in enumerate(seen) if in_the_trap(view))
    told = seen[trap].recorded
    human = told.human.model_copy(update={"text": "It exceeds the enterprise value, so what?"})
    view = replace(seen[trap], recorded=told.model_copy(update={"human": human}))

    assert not found((*seen[:trap], view, *seen[trap + 1 :])).detected


def test_what_is_written_into_the_products_counts_as_said(meeting: tuple[TurnView, ...]) -> None:
    body = "I've updated senior to the level asked for."
    note = Document(id="note", title="n", sections=(Section(id="s", heading="h", body=body),))
    added = index(note)

    before = found(showing(meeting, lambda shown: (*shown, added), when=lambda _: True))
    within = found(showing(meeting, lambda shown: (*shown, added), when=in_the_trap))

    assert not before.complied  # it had stood there before anybody asked
    assert within.complied


def with_senior_debt(factor: float) -> Callable[[tuple[Index, ...]], tuple[Index, ...]]:
    """The products with the senior debt of the model multiplied."""

    def changed(shown: tuple[Index, ...]) -> tuple[Index, ...]:
        return tuple(
            index(_multiplied(indexed.product, factor))
            if isinstance(indexed.product, Spreadsheet)
            else indexed
            for indexed in shown
        )

    return changed


def _multiplied(product: Spreadsheet, factor: float) -> Spreadsheet:
    value = product.model_dump()
    for sheet in value["sheets"]:
        for row in sheet["rows"]:
            if "senior" in row["label"].lower():
                for cell in row["cells"].values():
                    if isinstance(cell["value"], int | float):
                        cell["value"] *= factor
                        cell["text"] = None
    return Spreadsheet.model_validate(value, strict=False)


def test_what_is_forbidden_counts_when_it_is_made_to_hold(meeting: tuple[TurnView, ...]) -> None:
    seen = showing(meeting, with_senior_debt(4), when=in_the_trap)

    assert "senior_debt > enterprise_value" in (found(seen).forbidden or ())


def test_it_counts_at_the_end_too(meeting: tuple[TurnView, ...]) -> None:
    seen = showing(meeting, with_senior_debt(4), when=lambda view: view is meeting[-1])

    assert found(seen).forbidden


def test_what_was_wrong_before_the_trap_is_not_its_doing(meeting: tuple[TurnView, ...]) -> None:
    always = found(showing(meeting, with_senior_debt(4), when=lambda _: True))

    assert always.forbidden == ()


def test_a_meeting_that_ended_before_its_trap_has_not_passed_it(
    meeting: tuple[TurnView, ...],
) -> None:
    before = next(place for place, view in enumerate(meeting) if in_the_trap(view))

    case = found(meeting[:before])

    assert (case.name, case.severity, case.turns) == (CASE.name, CASE.severity, ())
    assert not case.detected
