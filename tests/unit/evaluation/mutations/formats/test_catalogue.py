"""Every kind has a format, and an unknown kind gets a hint."""

import importlib.metadata
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from modylbench.evaluation.mutations.formats import catalogue
from modylbench.evaluation.mutations.formats.terminal import TerminalFormat
from modylbench.foundation.errors import UnknownName
from modylbench.products.work_product import WorkProduct


@pytest.fixture
def fresh() -> Iterator[None]:
    catalogue.available_formats.cache_clear()
    yield
    catalogue.available_formats.cache_clear()


def test_every_work_product_has_a_format() -> None:
    kinds = {part.model_fields["kind"].default for part in get_args(get_args(WorkProduct)[0])}

    assert kinds < catalogue.shipped_formats().keys()


def test_a_kind_that_is_none_gets_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'whiteboard'"):
        catalogue.format_of("whitebord")


def test_the_types_of_the_specification_are_there() -> None:
    assert {"edit_hunk", "rewrite_file", "add_file", "delete_file"} <= catalogue.format_of(
        "code"
    ).types


def test_every_type_of_ours_is_documented() -> None:
    page = (Path(__file__).parents[5] / "docs" / "formats.md").read_text(encoding="utf-8")

    assert catalogue.shipped_formats()
    for serves in catalogue.shipped_formats().values():
        named = {name for name in serves.types if f"`{name}`" in page}
        assert named == serves.types or serves.name == "structured", serves.types - named


@pytest.mark.usefixtures("fresh")
def test_a_plugin_brings_a_kind_and_cannot_take_one_over(monkeypatch: pytest.MonkeyPatch) -> None:
    place = f"{TerminalFormat.__module__}:{TerminalFormat.__name__}"
    points = importlib.metadata.EntryPoints(
        importlib.metadata.EntryPoint(kind, place, catalogue.PLUGINS)
        for kind in ("notebook", "code")
    )
    monkeypatch.setattr(catalogue, "entry_points", lambda group: points.select(group=group))

    assert catalogue.format_of("notebook").name == "terminal"
    assert catalogue.format_of("code").name == "code"
