"""What an agent may show: the basic catalog of A2UI v0.9 and our work products, in one."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from a2ui.core.basic_catalog.v0_9 import BasicCatalog
from a2ui.core.catalog import Catalog, ComponentApi, FunctionApi, FunctionImplementation
from typing_extensions import override

PROTOCOL_VERSION = "v0.9"


@cache
def work_products() -> dict[str, Any]:
    """Our components and functions as they are written down."""
    text = files(__package__).joinpath("work_products.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


class _SharedSchema(Catalog[Any, Any]):
    """A catalog that does not copy its whole schema for every component that is validated.

    The validator only reads it, and the copy takes ten times as long as the validation.
    """

    @property
    @override
    def validation_schema(self) -> dict[str, Any]:
        """The schema that components are validated with, to be read only."""
        if self._cached_catalog_schema is None:
            self._cached_catalog_schema = super().validation_schema
        return self._cached_catalog_schema


@cache
def merged_catalog() -> Catalog[Any, Any]:
    """The catalog that the official core validates with.

    Basic components stay the core's own pydantic models: as JSON Schema they would be validated
    seventy times slower.
    """
    basic = BasicCatalog(locale="en-US")  # never the machine's
    ours = work_products()
    basic_definitions = basic.to_json()["$defs"]
    return _SharedSchema(
        catalog_id=ours["catalogId"],
        protocol_version=PROTOCOL_VERSION,
        components=[*basic.components.values(), *_our_components(ours)],
        functions=[*map(_without_patterns, basic.functions.values()), *_our_functions(ours)],
        defs={
            "CatalogComponentCommon": basic_definitions["CatalogComponentCommon"],
            **ours["$defs"],
        },
        theme_model=basic.theme_model,
        schema_id=ours["catalogId"],
        title=ours["title"],
        description=ours["description"],
        declared_protocol_version=None,
        common_types_uri=basic.common_types_uri,
        theme_location="$defs",
        union_defs={"anyComponent": None, "anyFunction": None},
    )


def catalog_document() -> dict[str, Any]:
    """The catalog as agents fetch it, in the official format for catalogs."""
    return merged_catalog().to_json()


def document_text() -> str:
    """The same as text, in the order of its parts: agents read it from the top."""
    return json.dumps(catalog_document(), indent=2, ensure_ascii=False) + "\n"


def _our_components(ours: dict[str, Any]) -> list[ComponentApi]:
    return [
        ComponentApi(name, schema, from_document=True)
        for name, schema in ours["components"].items()
    ]


def _without_patterns(function: FunctionApi) -> FunctionApi:
    """The function, without its body where an agent's pattern could keep it busy for ever."""
    if function.name != "regex":
        return function
    return FunctionApi(
        function.name,
        return_type=function.return_type,
        schema=function.schema,
        description=function.description,
    )


def _our_functions(ours: dict[str, Any]) -> list[FunctionApi]:
    bodies = {"capitalize": _capitalize}
    return [
        FunctionImplementation(
            name,
            return_type=schema["properties"]["returnType"]["const"],
            schema=schema,
            execute=bodies[name],
            description=schema["description"],
            is_definition=True,
            from_document=True,
        )
        for name, schema in ours["functions"].items()
    ]


def _capitalize(arguments: dict[str, Any], _context: Any, _signal: Any) -> str:
    text = arguments.get("value")
    return text[:1].upper() + text[1:] if isinstance(text, str) else ""
