"""The catalog is the basic one and ours, a good schema, and as documented."""

import re
from pathlib import Path
from typing import Any

import pytest
from a2ui.core.basic_catalog.v0_9 import BasicCatalog
from a2ui.core.catalog import Catalog, get_common_types_schema_map
from a2ui.core.schema import ProtocolVersion
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from modylbench.surfaces.catalog.document import CATALOG_ID
from modylbench.surfaces.catalog.schema import catalog_document, work_products
from modylbench.surfaces.messages.stream import messages_in
from modylbench.surfaces.state.surfaces import Surfaces

OURS = ["DataGrid", "Chart", "Document", "Dashboard", "CodeFile", "Terminal"]
DOCUMENTATION = Path(__file__).parents[4] / "docs" / "a2ui.md"
BLOCK = re.compile(r"^```(json|jsonl|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def documented() -> list[str]:
    return [text for _, text in BLOCK.findall(DOCUMENTATION.read_text(encoding="utf-8"))]


def test_the_catalog_is_the_basic_one_and_ours() -> None:
    basic = BasicCatalog().to_json()
    document = catalog_document()

    assert list(document["components"]) == [*basic["components"], *OURS]
    assert list(document["functions"]) == [*basic["functions"], "capitalize"]
    for part in ("components", "functions"):
        assert {name: document[part][name] for name in basic[part]} == basic[part]
    assert document["$defs"]["theme"] == basic["$defs"]["theme"]
    assert document["catalogId"] == CATALOG_ID == work_products()["catalogId"]


def test_the_official_core_reads_the_catalog_and_writes_it_unchanged() -> None:
    document = catalog_document()

    assert Catalog.from_json(document).to_json() == document


def test_the_catalog_is_a_good_schema_whose_references_all_lead_somewhere() -> None:
    document = catalog_document()
    Draft202012Validator.check_schema(document)
    common = get_common_types_schema_map(ProtocolVersion.V0_9)
    catalog = Resource.from_contents(document)
    registry: Registry[Any] = Registry().with_resources(
        [
            (
                "https://a2ui.org/specification/v0_9/common_types.json",
                Resource.from_contents(common),
            ),
            ("https://a2ui.org/specification/v0_9/catalog.json", catalog),
            (document["$id"], catalog),
        ]
    )
    any_component = {"$ref": f"{document['$id']}#/$defs/anyComponent"}
    validator = Draft202012Validator(any_component, registry=registry)
    components = [
        component
        for text in documented()
        for message in messages_in(text)[0]
        for component in message.get("updateComponents", {}).get("components", [])
    ]

    assert {component["component"] for component in components} >= set(OURS)
    for component in components:
        assert list(validator.iter_errors(component)) == [], component
    assert not validator.is_valid({"id": "x", "component": "DataGrid", "title": "t", "rows": 5})


@pytest.mark.parametrize("text", documented())
def test_every_example_of_the_documentation_is_taken_as_it_stands(text: str) -> None:
    messages, findings = messages_in(text)
    surfaces = Surfaces()
    for message in messages:
        if isinstance(message, dict) and {"action", "error", "userAction"} & message.keys():
            continue  # what goes back to the agent
        findings += surfaces.take(message)

    assert messages
    assert findings + surfaces.end_turn() == ()


def test_the_documentation_shows_each_of_our_components_with_data_and_bound() -> None:
    shown = [
        component
        for text in documented()
        for message in messages_in(text)[0]
        for component in message.get("updateComponents", {}).get("components", [])
        if component["component"] in OURS
    ]

    assert [component["component"] for component in shown if component["id"] == "root"] == OURS
    assert any(isinstance(component.get("rows"), dict) for component in shown)
