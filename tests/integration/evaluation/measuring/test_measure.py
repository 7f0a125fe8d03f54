"""Findings of pictures come to the product that they are about."""

from dataclasses import replace

import pytest
from tests.staging.meetings import record_meeting

from modylbench.evaluation.measuring.measure import last_page_findings, screen_facts
from modylbench.evaluation.views.turns import TurnView, views
from modylbench.recording.events import Frame, KeptFile, SurfaceFault
from modylbench.runs.variant import select_beats
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate
from modylbench.surfaces.reading.result import Origin

FILE = KeptFile(path="x.png", sha256="0" * 64, size=0)
MODEL = Origin("model", "s", "grid", "exact")
NOTE = Origin("note", "s", "text", "exact")


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> TurnView:
    folder = tmp_path_factory.mktemp("meeting")
    variant = select_beats(instantiate(scenario("scientist"), 0), "1")
    return views(record_meeting("oracle", variant, folder, beats="1"), folder, variant, {})[0]


def pictured(
    view: TurnView, findings: dict[str, str | None], *origins: Origin, surface_id: str = "s"
) -> TurnView:
    frame = Frame(
        file=FILE,
        at_s=1,
        source="surface",
        surface_id=surface_id,
        outline=FILE,
        findings=(findings,),
    )
    agent = view.recorded.agent.model_copy(update={"frames": (frame,)})
    recorded = view.recorded.model_copy(update={"agent": agent})
    return replace(view, recorded=recorded, origins=origins)


LOW: dict[str, str | None] = {
    "code": "low_contrast",
    "severity": "error",
    "reason": "grey on grey",
    "component_id": "text",
}


def test_a_finding_is_about_the_product_of_its_component(view: TurnView) -> None:
    (finding,) = screen_facts(pictured(view, LOW, MODEL, NOTE)).findings

    assert (finding.code, finding.severity, finding.product_id) == ("low_contrast", "error", "note")


def test_the_only_product_of_a_surface_has_all_its_findings(view: TurnView) -> None:
    (finding,) = screen_facts(pictured(view, {**LOW, "component_id": None}, MODEL)).findings

    assert finding.product_id == "model"


def test_a_finding_between_two_products_is_about_none(view: TurnView) -> None:
    (finding,) = screen_facts(pictured(view, {**LOW, "component_id": None}, MODEL, NOTE)).findings

    assert finding.product_id == ""


def test_the_last_picture_of_a_product_counts(view: TurnView) -> None:
    first = pictured(view, LOW, MODEL)
    last = pictured(view, {**LOW, "code": "overflow"}, MODEL)

    found = last_page_findings([first, last])

    assert [finding.code for finding in found["model"]] == ["overflow"]


def test_a_surface_that_is_gone_at_the_end_does_not_count(view: TurnView) -> None:
    assert last_page_findings([pictured(view, LOW, MODEL), replace(view, origins=())]) == {}


def test_refused_messages_are_counted(view: TurnView) -> None:
    fault = SurfaceFault(code="invalid_message", severity="error", reason="")
    agent = view.recorded.agent.model_copy(update={"surface_faults": (fault, fault)})
    recorded = view.recorded.model_copy(update={"agent": agent})

    assert screen_facts(replace(view, recorded=recorded)).faults == 2
