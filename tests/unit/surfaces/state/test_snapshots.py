"""A snapshot is what the surface shows, and stays so whatever comes later."""

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from modylbench.surfaces.state.surfaces import Surfaces

CREATE = {
    "version": "v0.9",
    "createSurface": {"surfaceId": "s", "catalogId": "urn:modylbench:a2ui:catalog:1"},
}
steps = st.sampled_from(["a", "b", "0", "1", "2", "7"])
paths = st.lists(steps, max_size=4).map(lambda parts: "/" + "/".join(parts))
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text("xy", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(steps, inner, max_size=3),
    max_leaves=8,
)
writes = st.tuples(paths, values).map(
    lambda write: {"updateDataModel": {"surfaceId": "s", "path": write[0], "value": write[1]}}
)
components = st.sampled_from(["root", "t"]).map(
    lambda name: {
        "updateComponents": {
            "surfaceId": "s",
            "components": [{"id": name, "component": "Text", "text": {"path": "/a"}}],
        }
    }
)
bodies = st.lists(st.tuples(writes | components, st.booleans()), max_size=30)


def taken(messages: list[dict[str, Any]]) -> Surfaces:
    surfaces = Surfaces()
    for message in messages:
        surfaces.take(copy.deepcopy({"version": "v0.9", **message}))
    return surfaces


@given(bodies)
def test_looking_at_it_between_messages_changes_nothing(
    messages: list[tuple[dict[str, Any], bool]],
) -> None:
    surfaces = taken([CREATE])
    kept = []
    for message, is_looked_at in messages:
        surfaces.take(copy.deepcopy({"version": "v0.9", **message}))
        if is_looked_at:
            shown = surfaces.snapshot()
            kept.append((shown, copy.deepcopy(shown)))

    unwatched = taken([CREATE, *(message for message, _ in messages)])
    assert surfaces.snapshot() == unwatched.snapshot()
    assert all(shown == as_it_was for shown, as_it_was in kept)


def test_what_did_not_change_is_shared() -> None:
    value = {"rows": [{"n": number} for number in range(200)], "note": {"by": "us"}}
    surfaces = taken([CREATE, {"updateDataModel": {"surfaceId": "s", "path": "/", "value": value}}])
    before = surfaces.snapshot()[0].data
    update = {"surfaceId": "s", "path": "/rows/7/n", "value": 1000}
    surfaces.take({"version": "v0.9", "updateDataModel": update})
    after = surfaces.snapshot()[0].data

    assert after["rows"][7] == {"n": 1000}
    assert before["rows"][7] == {"n": 7}
    assert after["rows"][8] is before["rows"][8]
    assert after["note"] is before["note"]
