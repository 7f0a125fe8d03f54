"""Work products read from files that an agent sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from modylbench.documents.file_kinds import (
    file_id_of,
    is_package,
    kind_by_content,
    kind_by_name,
    kind_of,
    not_read,
    title_of,
)
from modylbench.documents.unreadable import Unreadable
from modylbench.foundation.record import place_of, problem_of
from modylbench.products.findings import Complaints
from modylbench.products.ids import ids_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from modylbench.documents.file_kinds import FileKind
    from modylbench.products.findings import SurfaceFinding
    from modylbench.products.work_product import WorkProduct

NO_BROWSER = "no_browser"
MOST_BYTES = 32 * 1024 * 1024
MOST_FILES = 200


@dataclass(frozen=True, slots=True)
class FileReading:
    """What was read, and what is wrong with it."""

    products: tuple[WorkProduct, ...]
    findings: tuple[SurfaceFinding, ...]

    @property
    def missing_browser(self) -> str:
        """Why HTML in it could not be looked at on this machine; "" where that is not so."""
        return next((found.reason for found in self.findings if found.code == NO_BROWSER), "")


def products_in(name: str, content: bytes) -> FileReading:
    """The products of one file, by what its name and its bytes say that it is."""
    return _reading(name, lambda complaints: _read(name, content, complaints))


def products_in_folder(name: str, files: Sequence[tuple[str, bytes]]) -> FileReading:
    """The products of a folder, its files by their paths in it: source files are one product."""
    return _reading(name, lambda complaints: _read_files(files, name, complaints))


def _reading(name: str, read: Callable[[Complaints], tuple[WorkProduct, ...]]) -> FileReading:
    complaints = Complaints()
    found: tuple[WorkProduct, ...] = ()
    try:
        found = read(complaints)
    except Unreadable as error:
        complaints.error(error.code, error.reason, name)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        reason = f"{place_of(first['loc'])}: {problem_of(first)}"
        complaints.error("not_a_product", reason, name)
    return FileReading(found, complaints.findings)


def join_readings(readings: Iterable[FileReading]) -> FileReading:
    """Several readings as one, every product with an id of its own."""
    known = list(readings)
    products = _with_unique_ids([product for reading in known for product in reading.products])
    return FileReading(
        products, tuple(finding for reading in known for finding in reading.findings)
    )


def _with_unique_ids(products: Sequence[WorkProduct]) -> tuple[WorkProduct, ...]:
    ids = ids_for([(product.id, product.title) for product in products], "product")
    return tuple(
        product if product.id == made else product.model_copy(update={"id": made})
        for product, made in zip(products, ids, strict=True)
    )


def _read(name: str, content: bytes, complaints: Complaints) -> tuple[WorkProduct, ...]:
    if len(content) > MOST_BYTES:
        reason = f"found {len(content):,} bytes, expected at most {MOST_BYTES:,}"
        raise Unreadable("too_large", reason)
    if not content.strip():
        raise Unreadable("empty_file", "the file is empty")
    kind = kind_of(name, content, complaints)
    file_id = file_id_of(name)
    if kind in {"workbook", "word", "pdf"}:
        return _read_binary(kind, content, file_id, name, complaints)
    if kind == "archive":
        from modylbench.documents.archive import files_in_archive

        return _read_files(files_in_archive(content, complaints), name, complaints)
    if kind == "image":
        complaints.warning("image_only", "a picture; kept, and no product read from it", name)
        return ()
    if kind == "old_office":
        raise Unreadable("old_format", "an Office file of before 2007; save it as XLSX or DOCX")
    if kind == "unknown":
        raise Unreadable("unknown_kind", not_read(name))
    return _read_text(kind, content, file_id, name, complaints)


def _read_binary(
    kind: FileKind, content: bytes, file_id: str, name: str, complaints: Complaints
) -> tuple[WorkProduct, ...]:
    if kind == "workbook":
        from modylbench.documents.workbook.products import products_of_workbook

        return products_of_workbook(content, file_id, name, complaints)
    if kind == "word":
        from modylbench.documents.word.document import document_of_word

        return (document_of_word(content, file_id, title_of(name), complaints),)
    if kind == "pdf":
        from modylbench.documents.pdf.document import document_of_pdf

        return (document_of_pdf(content, file_id, title_of(name), complaints),)
    message = f"no reader for files of the kind {kind}"
    raise AssertionError(message)


def _read_text(
    kind: FileKind, content: bytes, file_id: str, name: str, complaints: Complaints
) -> tuple[WorkProduct, ...]:
    from modylbench.documents.text_files import code_of, decode_text, products_of_json

    title = title_of(name)
    own = products_of_json(content) if kind == "json" else None
    if own is not None:
        return own
    if kind in {"code", "json"}:
        return (code_of([(name, content)], file_id, title, complaints),)
    text = decode_text(content, complaints)
    match kind:
        case "delimited":
            from modylbench.documents.csv_tables import spreadsheet_of_csv

            mark = "\t" if name.lower().endswith((".tsv", ".tab")) else None
            return (spreadsheet_of_csv(text, file_id, title, complaints, delimiter=mark),)
        case "html":
            from modylbench.documents.prose.html_file import document_of_html

            return (document_of_html(text, file_id, title, complaints),)
        case "markdown":
            from modylbench.documents.prose.document import document_of_markdown

            return (document_of_markdown(text, file_id, title, complaints),)
        case _:
            raise Unreadable("unknown_kind", f"a file of a kind that has no reader: {kind}")


def _read_files(
    files: Sequence[tuple[str, bytes]], name: str, complaints: Complaints
) -> tuple[WorkProduct, ...]:
    """Several files: source files as one product, every other as one of its own."""
    from modylbench.documents.text_files import code_of

    sources = [(path, data) for path, data in files if kind_by_name(path) == "code"]
    products: list[WorkProduct] = []
    if sources:
        products.append(code_of(sources, file_id_of(name), title_of(name), complaints))
    others = [(path, data) for path, data in files if kind_by_name(path) != "code"]
    if len(others) > MOST_FILES:
        reason = f"found {len(others):,} files, expected at most {MOST_FILES}; the rest is dropped"
        complaints.error("too_many_files", reason, name)
    for path, data in others[:MOST_FILES]:
        try:
            _refuse_nested_archive(path, data)
            products += _read(path, data, complaints)
        except Unreadable as error:
            complaints.error(error.code, error.reason, path)
    return _with_unique_ids(products)


def _refuse_nested_archive(path: str, content: bytes) -> None:
    named = kind_by_name(path)
    if kind_by_content(content) != "archive" or named not in {"archive", "unknown"}:
        return
    if named == "archive" or not is_package(content):
        raise Unreadable("nested_archive", "an archive inside an archive; not read")
