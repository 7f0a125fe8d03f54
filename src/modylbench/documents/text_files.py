"""Text files: their encoding, source code as one product, and our own products as JSON."""

from __future__ import annotations

import codecs
import json
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter
from pydantic_core import from_json

from modylbench.documents.file_kinds import language_of
from modylbench.documents.markdown import LONGEST_LABEL, LONGEST_TEXT, cut
from modylbench.documents.unreadable import Unreadable
from modylbench.foundation.errors import short_repr
from modylbench.products.code import Code, CodeFile
from modylbench.products.ids import ids_for
from modylbench.products.work_product import WorkProduct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.products.findings import Complaints

MOST_FILES = 1_000
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 4_096
_PRODUCTS: TypeAdapter[tuple[WorkProduct, ...]] = TypeAdapter(tuple[WorkProduct, ...])


def code_of(
    files: Sequence[tuple[str, bytes]], file_id: str, title: str, complaints: Complaints
) -> Code:
    """Source files as one product, each under its path."""
    if len(files) > MOST_FILES:
        reason = f"found {len(files):,} files, expected at most {MOST_FILES:,}; the rest is dropped"
        complaints.error("too_large", reason)
        files = files[:MOST_FILES]
    ids = ids_for([(None, path) for path, _ in files], "file")
    return Code(
        id=file_id,
        title=title,
        files=tuple(
            CodeFile(
                id=made,
                path=cut(path, LONGEST_LABEL, complaints),
                language=language_of(path) or "",
                content=cut(decode_text(content, complaints), LONGEST_TEXT, complaints, path),
            )
            for made, (path, content) in zip(ids, files, strict=True)
        ),
    )


def decode_text(content: bytes, complaints: Complaints) -> str:
    """The text, with line ends as line feeds and without characters that no text has.

    UTF-8 unless a mark at the start, or every other byte being zero, says UTF-16; what is no UTF-8
    is read as Windows does, with a complaint.
    """
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), None)
    encoding = encoding or _guess_encoding(content[:_SAMPLE])
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        if encoding == "utf-8":
            complaints.warning("not_utf8", "the text is not UTF-8; read as Windows-1252")
        else:
            complaints.error("not_text", f"some bytes are not {encoding.upper()}; left out")
        encoding = "cp1252" if encoding == "utf-8" else encoding
        text = content.decode(encoding, errors="ignore")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        complaints.error("not_text", "the text holds zero bytes; left out")
        text = text.replace("\0", "")
    return text


def _guess_encoding(sample: bytes) -> str:
    """UTF-16 without a mark shows by its zero bytes."""
    if len(sample) > 3:
        even, odd = sample[::2].count(0), sample[1::2].count(0)
        if odd > 0.4 * len(sample) / 2 and even * 10 <= odd:
            return "utf-16-le"
        if even > 0.4 * len(sample) / 2 and odd * 10 <= even:
            return "utf-16-be"
    return "utf-8"


def products_of_json(content: bytes) -> tuple[WorkProduct, ...] | None:
    """The products of a file as `modylbench verify` takes it; None where the JSON is none of ours.

    Raises pydantic's ValidationError where it is ours and wrong.
    """
    try:
        value = from_json(content.removeprefix(b"\xef\xbb\xbf"), allow_inf_nan=False)
    except ValueError as error:
        raise Unreadable("not_json", f"not JSON ({error})") from error
    found = _product_list(value)
    if found is None:
        return None
    products = _PRODUCTS.validate_json(json.dumps(found))
    seen: set[str] = set()
    for product in products:
        if product.id in seen:
            raise Unreadable("id_twice", f"found the product id {short_repr(product.id)} twice")
        seen.add(product.id)
    return products


def _product_list(value: Any) -> Sequence[Any] | None:
    """One product, a list of them, or an object with a list under "products"."""
    if isinstance(value, dict) and isinstance(value.get("products"), list):
        value = value["products"]
    found = [value] if isinstance(value, dict) else value
    if not isinstance(found, list) or not found:
        return None
    return found if all(isinstance(item, dict) and "kind" in item for item in found) else None
