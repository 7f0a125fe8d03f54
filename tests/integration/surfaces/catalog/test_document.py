"""The catalog is printed, and a built file is used only while it is current."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from modylbench.cli.commands.a2ui import catalog
from modylbench.surfaces.catalog import document as published
from modylbench.surfaces.catalog.document import write
from modylbench.surfaces.catalog.schema import catalog_document


def test_the_command_prints_the_catalog(tmp_path: Path) -> None:
    printed = CliRunner().invoke(catalog)
    out = tmp_path / "catalog.json"
    CliRunner().invoke(catalog, ["--out", str(out)])

    assert json.loads(printed.output) == catalog_document()
    assert out.read_text(encoding="utf-8") == printed.output


def test_the_built_file_is_used_only_while_it_is_current(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = write(tmp_path / "page" / "catalog.json")
    monkeypatch.setattr(published, "BUILT", built)
    marked = built.read_text(encoding="utf-8").replace('"ModylBench catalog"', '"Built"')
    built.write_text(marked, encoding="utf-8")
    assert published.catalog_text() == marked

    document = json.loads(marked)
    document["components"]["Chart"]["description"] = "out of date"
    built.write_text(json.dumps(document), encoding="utf-8")
    assert json.loads(published.catalog_text()) == catalog_document()

    built.write_text("no JSON", encoding="utf-8")
    assert json.loads(published.catalog_text()) == catalog_document()
