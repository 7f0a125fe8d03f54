"""The text of a file, whichever way its bytes were encoded."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.products.findings import Complaints

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 4_096


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
