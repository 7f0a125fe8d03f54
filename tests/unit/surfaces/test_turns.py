"""A turn's stream folded into the surfaces: what stood before, what was sent, what stands now."""

from modylbench.surfaces.catalog.document import CATALOG_ID
from modylbench.surfaces.turns import SurfaceFold, content_of

TITLE = {"id": "root", "component": "Text", "text": {"path": "/title"}}
FIRST = [
    {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": CATALOG_ID}},
    {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [TITLE]}},
    {"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/title", "value": "Plan"}},
]
SECOND = [
    {"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/title", "value": "Report"}},
    {"version": "v0.9", "updateDataModel": {"surfaceId": "nowhere", "path": "/", "value": {}}},
]


def test_each_turn_begins_where_the_last_one_ended() -> None:
    fold = SurfaceFold()

    first, second = fold.take_turn(FIRST), fold.take_turn(SECOND)

    assert (first.before, first.findings, len(first.messages)) == ((), (), 3)
    assert first.parts_before == []
    assert second.before == first.after
    assert second.parts_before == [TITLE, {"title": "Plan"}]
    assert second.after[0].data == {"title": "Report"}


def test_what_is_refused_is_a_finding_and_goes_to_no_page() -> None:
    fold = SurfaceFold()
    fold.take_turn(FIRST)

    turn = fold.take_turn(SECOND)

    assert [finding.code for finding in turn.findings] == ["unknown_surface"]
    assert [content_of(update) for update in turn.updates] == [("s", {"title": "Report"})]


def test_a_turn_may_come_in_several_streams() -> None:
    fold, at_once = SurfaceFold(), SurfaceFold().take_turn([*FIRST, *SECOND])

    messages, findings = fold.take(FIRST)
    turn = fold.take_turn(SECOND)

    assert [*messages, *turn.messages] == at_once.messages
    assert (*findings, *turn.findings) == at_once.findings
    assert (turn.after, turn.updates) == (at_once.after, at_once.updates)


def test_what_a_message_sends_is_placed_by_its_path() -> None:
    assert [content_of(message) for message in FIRST] == [
        ("s", {}),
        ("s", [TITLE]),
        ("s", {"title": "Plan"}),
    ]
