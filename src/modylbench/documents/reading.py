"""Work products read from files that an agent sent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from modylbench.documents import file_kinds
from modylbench.documents.unreadable import Unreadable
from modylbench.foundation.record import place_of, problem_of
from modylbench.products.findings import Complaints
from modylbench.products.ids import id_from, ids_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from modylbench.documents.file_kinds import Kind
    from modylbench.products.findings import SurfaceFinding
    from modylbench.products.work_product import WorkProduct

MOST_BYTES = 32 * 1024 * 1024
MOST_FILES = 200


@dataclass(frozen=True, slots=True)
class FileReading:
    """What was read, and what is wrong with it."""

    products: tuple[WorkProduct, ...]
    findings: tuple[SurfaceFinding, ...]


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


def together(readings: Iterable[FileReading]) -> FileReading:
    """Several readings as one, every product with an id of its own."""
    known = list(readings)
    products = _unique([product for reading in known for product in reading.products])
    return FileReading(
        products, tuple(finding for reading in known for finding in reading.findings)
    )


def _unique(products: Sequence[WorkProduct]) -> tuple[WorkProduct, ...]:
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
    kind = _kind(name, content, complaints)
    file_id = file_id_of(name)
    if kind in {"workbook", "word", "pdf"}:
        return _read_office(kind, content, file_id, name, complaints)
    if kind == "archive":
        from modylbench.documents.source_code import entries_of

        return _read_files(entries_of(content, complaints), name, complaints)
    if kind == "image":
        complaints.warning("image_only", "a picture; kept, and no product read from it", name)
        return ()
    if kind == "old_office":
        raise Unreadable("old_format", "an Office file of before 2007; save it as XLSX or DOCX")
    if kind == "unknown":
        raise Unreadable("unknown_kind", "a file of a kind that is not read")
    return _read_text(kind, content, file_id, name, complaints)


def _kind(name: str, content: bytes, complaints: Complaints) -> Kind:
    """The kind, with a complaint where name and content tell different tales."""
    said, begun = file_kinds.kind_by_name(name), file_kinds.kind_by_content(content)
    if said in file_kinds.ZIPPED and begun != "archive":
        ending = name.rpartition(".")[2].lower()
        raise Unreadable("not_a_zip", f"is named .{ending}, but its content is no such file")
    if said == "pdf" and begun != "pdf":
        raise Unreadable("not_a_pdf", "is named .pdf, but its content is no PDF")
    if said in {"unknown", "delimited", "markdown", "page", "code"} and begun in {
        "archive", "pdf", "image", "old_office",
    }:  # fmt: skip
        complaints.warning("misnamed", f"is not what its name says, but: {begun}", name)
        return _office(content) if begun == "archive" else begun
    if said == "archive":
        return _office(content)
    if name.lower().endswith(".json"):
        return "products"
    if said == "unknown":
        return _office(content) if begun == "archive" else begun
    return said


def _office(content: bytes) -> Kind:
    """What an archive is: an Office file, or files in an archive."""
    from modylbench.documents.archive import Archive

    archive = Archive(content)
    if "xl/workbook.xml" in archive:
        return "workbook"
    return "word" if "word/document.xml" in archive else "archive"


def _read_office(
    kind: Kind, content: bytes, file_id: str, name: str, complaints: Complaints
) -> tuple[WorkProduct, ...]:
    if kind == "workbook":
        from modylbench.documents.workbook.products import products_of_workbook

        return products_of_workbook(content, file_id, name, complaints)
    if kind == "word":
        from modylbench.documents.word.document import document_of_word

        return (document_of_word(content, file_id, title_of(name), complaints),)
    from modylbench.documents.pdf.document import document_of_pdf

    return (document_of_pdf(content, file_id, title_of(name), complaints),)


def _read_text(
    kind: Kind, content: bytes, file_id: str, name: str, complaints: Complaints
) -> tuple[WorkProduct, ...]:
    from modylbench.documents.decoding import decode_text
    from modylbench.documents.product_json import products_of_json
    from modylbench.documents.source_code import code_of

    title = title_of(name)
    own = products_of_json(content) if kind == "products" else None
    if own is not None:
        return own
    if kind in {"code", "products"}:
        return (code_of([(name, content)], file_id, title, complaints),)
    text = decode_text(content, complaints)
    match kind:
        case "delimited":
            from modylbench.documents.delimited import spreadsheet_of

            mark = "\t" if name.lower().endswith((".tsv", ".tab")) else None
            return (spreadsheet_of(text, file_id, title, complaints, delimiter=mark),)
        case "page":
            from modylbench.documents.prose.html_file import document_of_html

            return (document_of_html(text, file_id, title, complaints),)
        case _:
            from modylbench.documents.prose.document import document_of_markdown

            return (document_of_markdown(text, file_id, title, complaints),)


def _read_files(
    files: Sequence[tuple[str, bytes]], name: str, complaints: Complaints
) -> tuple[WorkProduct, ...]:
    """Several files: source files as one product, every other as one of its own."""
    from modylbench.documents.source_code import code_of

    sources = [(path, data) for path, data in files if file_kinds.kind_by_name(path) == "code"]
    products: list[WorkProduct] = []
    if sources:
        products.append(code_of(sources, file_id_of(name), title_of(name), complaints))
    others = [(path, data) for path, data in files if file_kinds.kind_by_name(path) != "code"]
    if len(others) > MOST_FILES:
        reason = f"found {len(others):,} files, expected at most {MOST_FILES}; the rest is dropped"
        complaints.error("too_many_files", reason, name)
    for path, data in others[:MOST_FILES]:
        if file_kinds.kind_by_content(data) == "archive" and file_kinds.kind_by_name(path) in {
            "archive",
            "unknown",
        }:
            complaints.error("nested_archive", "an archive inside an archive; not read", path)
            continue
        try:
            products += _read(path, data, complaints)
        except Unreadable as error:
            complaints.error(error.code, error.reason, path)
    return _unique(products)


def file_id_of(name: str) -> str:
    """The product id that a file's name stands for.

    >>> file_id_of("out/LBO model (v2).xlsx")
    'lbo_model_v2'
    """
    return id_from(title_of(name), "file")


def title_of(name: str) -> str:
    """A file's name as a title.

    >>> title_of("out/lbo_model.xlsx")
    'lbo model'
    """
    last = re.split(r"[\\/]", name)[-1]
    stem = last.rpartition(".")[0] or last
    return " ".join(stem.replace("_", " ").split())[:200]
