"""A paragraph of a Word file, read from its runs as one line of Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from modylbench.documents.word.styles import (
    PLAIN,
    TextLook,
    is_off,
    is_switched_on,
    shading,
    with_run,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from modylbench.documents.ooxml import Relation
    from modylbench.documents.visibility import Colour
    from modylbench.documents.word.styles import DocumentStyles, Style

_SKIPPED = {
    "del", "moveFrom", "Fallback", "rPr", "pPr", "instrText", "delText", "commentReference",
    "annotationRef", "footnoteRef", "endnoteRef", "proofErr", "sdtPr", "posOffset", "pctHeight",
    "pctWidth", "delInstrText",
}  # fmt: skip
_HYPERLINK = re.compile(r'\s*HYPERLINK\s+"(?P<url>https?://[^"\s]{1,2000})"', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class StyledText:
    """A stretch of text of one look."""

    text: str
    is_bold: bool = False
    is_struck: bool = False
    url: str = ""


@dataclass(slots=True)
class RunReader:
    """Reads the runs of a document, and counts what nobody sees and what is no text."""

    styles: DocumentStyles
    relations: dict[str, Relation]
    hidden: int = 0
    deleted: int = 0
    pictures: int = 0
    _field: list[str] = field(default_factory=list)
    _link: str = ""
    _look: TextLook = field(default_factory=TextLook)
    _is_off: bool = False

    def line(
        self,
        paragraph: Element,
        style: Style,
        *,
        skip_boxes: bool = True,
        ground: Colour | None = None,
    ) -> tuple[str, bool]:
        """The text of a paragraph, and whether all of it is bold."""
        properties = paragraph.find("pPr")
        own = shading(properties.find("shd"), self.styles.theme) if properties is not None else None
        look = replace(
            self.styles.plain,
            ground=own or style.ground or ground or self.styles.plain.ground,
            is_hidden=style.is_off or is_off(properties) or self.styles.plain.is_hidden,
        )
        self._is_off = look.is_hidden
        for said_of_runs in style.runs:
            look = with_run(look, said_of_runs, self.styles.theme)
        self._look = look
        pieces = [p for p in self._pieces(paragraph, style, "", skip_boxes) if p.text]
        said = [piece for piece in pieces if piece.text.strip()]
        is_bold = bool(said) and all(piece.is_bold for piece in said)
        return _join_texts(pieces).strip(), is_bold

    def _pieces(
        self, element: Element, style: Style, url: str, skip_boxes: bool
    ) -> Iterator[StyledText]:
        for child in element:
            match child.tag:
                case "del" | "moveFrom":
                    self.deleted += 1
                case tag if tag in _SKIPPED or (tag == "txbxContent" and skip_boxes):
                    continue
                case "r":
                    yield from self._run(child, style, url or self._link, skip_boxes)
                case "hyperlink":
                    yield from self._pieces(child, style, self._address(child), skip_boxes)
                case _:
                    yield from self._pieces(child, style, url, skip_boxes)

    def _address(self, link: Element) -> str:
        relation = self.relations.get(link.get("id", ""))
        if relation is None or not relation.is_external:
            return ""
        return relation.target if re.match(r"https?://\S", relation.target) else ""

    def _run(self, run: Element, style: Style, url: str, skip_boxes: bool) -> Iterator[StyledText]:
        properties = run.find("rPr")
        named = properties.find("rStyle") if properties is not None else None
        own = self.styles.by_name.get(named.get("val", ""), PLAIN) if named is not None else PLAIN
        bold = is_switched_on(properties.find("b")) if properties is not None else None
        is_bold = (style.is_bold or own.is_bold) if bold is None else bold
        strikes = (
            [properties.find(n) for n in ("strike", "dstrike")] if properties is not None else []
        )
        is_struck = any(is_switched_on(strike) for strike in strikes)
        look = self._look
        for said_of_runs in (*own.runs, properties):
            look = with_run(look, said_of_runs, self.styles.theme)
        unseen = self._is_off or not look.is_seen
        for child in run:
            text = self._text(child)
            if text and unseen:
                self.hidden += len(text.strip())
            elif text:
                yield StyledText(text, is_bold, is_struck, url or self._link)
            elif child.tag in {"drawing", "pict", "object", "AlternateContent"}:
                self.pictures += any(child.iter("blip")) or any(child.iter("imagedata"))
                if not skip_boxes:
                    yield from self._pieces(child, style, url, skip_boxes)

    def _text(self, element: Element) -> str:
        match element.tag:
            case "t":
                return element.text or ""
            case "tab" | "ptab" | "noBreakHyphen":
                return "-" if element.tag == "noBreakHyphen" else " "
            case "br" | "cr":
                return "\n" if element.get("type", "textWrapping") == "textWrapping" else ""
            case "footnoteReference" | "endnoteReference":
                prefix = "e" if element.tag == "endnoteReference" else ""
                return f"[^{prefix}{element.get('id', '')}]"
            case "fldChar":
                self._turn_field(element.get("fldCharType", ""))
            case "instrText":
                self._field.append((element.text or "")[:3_000])
            case _:
                pass
        return ""

    def _turn_field(self, kind: str) -> None:
        """A field such as HYPERLINK begins, shows its result, or ends."""
        if kind == "begin":
            self._field = []
        elif kind == "separate":
            match = _HYPERLINK.match("".join(self._field[:20]))
            self._link = match["url"] if match else ""
        else:
            self._link = ""


def _join_texts(pieces: list[StyledText]) -> str:
    """The pieces with links and struck text in Markdown; pieces of one link are one."""
    result = ""
    place = 0
    while place < len(pieces):
        first = pieces[place]
        text = ""
        while place < len(pieces) and _is_same_style(pieces[place], first):
            text += pieces[place].text
            place += 1
        if first.is_struck and text.strip():
            text = f"~~{text}~~"
        if first.url and text.strip():
            text = text if first.url in text else f"[{text.strip()}]({first.url})"
        result += text
    return result


def _is_same_style(text: StyledText, other: StyledText) -> bool:
    return (text.url, text.is_struck) == (other.url, other.is_struck)
