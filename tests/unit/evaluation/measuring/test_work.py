"""Edits are scored by formats that are signed."""

import importlib.metadata
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from modylbench.evaluation.measuring.work import trajectory_of
from modylbench.evaluation.mutations.formats import catalogue
from modylbench.evaluation.mutations.reference import Reference


@pytest.fixture
def fresh() -> Iterator[None]:
    catalogue.available_formats.cache_clear()
    yield
    catalogue.available_formats.cache_clear()


WITHOUT_CRITERIA = SimpleNamespace(scenario=SimpleNamespace(criteria=tuple))


@dataclass
class Expected:
    reference: Reference
    variant: SimpleNamespace = field(default_factory=lambda: WITHOUT_CRITERIA)


@pytest.mark.usefixtures("fresh")
def test_no_format_of_a_plugin_takes_part_in_a_score(monkeypatch: pytest.MonkeyPatch) -> None:
    point = importlib.metadata.EntryPoint("notebook", "nowhere:Format", catalogue.PLUGINS)
    points = importlib.metadata.EntryPoints([point])
    monkeypatch.setattr(catalogue, "entry_points", lambda group: points.select(group=group))

    with pytest.raises(ModuleNotFoundError):
        catalogue.available_formats()
    assert trajectory_of([], Expected(Reference())).mutations == ()  # type: ignore[arg-type]
