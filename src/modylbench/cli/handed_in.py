"""Files that somebody hands in, read as the work products of a meeting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents import file_kinds
from modylbench.documents.reading import (
    FileReading,
    join_readings,
    products_in,
    products_in_folder,
)
from modylbench.evaluation.views.product_names import names_by_turn
from modylbench.foundation.errors import BadFile
from modylbench.products.reading.index import index
from modylbench.products.work_product import read_products

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.evaluation.verification.evidence import Expectations
    from modylbench.products.work_product import WorkProduct

MOST_FILES = 2_000
"""Ours: in one folder."""


def read_handed_in(path: Path) -> FileReading:
    """The products of a file or folder; our own JSON must be right, as a person wrote it."""
    try:
        if path.is_dir():
            return products_in_folder(path.resolve().name, folder_files(path))
        if path.suffix.lower() == ".json" or not path.is_file():
            return FileReading(read_products(path), ())
        content = path.read_bytes()
    except OSError as error:
        raise BadFile(path, "", f"cannot be read ({error.strerror})") from error
    if path.suffix.lower() == ".jsonl" or b"<a2ui-json>" in content:
        return shown_in(content)
    if file_kinds.kind_by_name(path.name) == file_kinds.kind_by_content(content) == "unknown":
        return FileReading(read_products(path), ())
    return products_in(path.name, content)


def shown_in(content: bytes) -> FileReading:
    """The products that a stream of A2UI messages shows at its end."""
    from modylbench.surfaces.inspection import inspect

    inspection = inspect(content)
    return FileReading(inspection.reading.products, inspection.findings)


def folder_files(folder: Path) -> list[tuple[str, bytes]]:
    """The files below a folder by their paths, without hidden ones."""
    found = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )
    if not found:
        raise BadFile(folder, "", "is a folder without files; expected work products")
    if len(found) > MOST_FILES:
        raise BadFile(folder, "", f"found {len(found):,} files, expected at most {MOST_FILES:,}")
    return [(path.relative_to(folder).as_posix(), path.read_bytes()) for path in found]


def as_expected(
    readings: dict[Path, FileReading], expectations: Expectations
) -> tuple[WorkProduct, ...]:
    """All products, under the ids asked for where they stand for those, as in a meeting."""
    products = join_readings(readings.values()).products
    [names] = names_by_turn([[index(product) for product in products]], expectations)
    return tuple(
        product.model_copy(update={"id": names.get(product.id, product.id)}) for product in products
    )
