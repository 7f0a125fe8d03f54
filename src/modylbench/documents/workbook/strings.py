"""Which texts do the cells of a workbook share?"""

from __future__ import annotations


class SharedStrings:
    """Listens to the XML of the shared strings; what tells how to pronounce them is left out."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._parts: list[str] = []
        self._is_text = self._is_skipped = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:  # noqa: ARG002
        """An element begins."""
        if tag == "si":
            self._parts = []
        elif tag == "rPh":
            self._is_skipped = True
        elif tag == "t":
            self._is_text = not self._is_skipped

    def data(self, text: str) -> None:
        """Text inside the element that is open."""
        if self._is_text:
            self._parts.append(text)

    def end(self, tag: str) -> None:
        """The element ends."""
        if tag == "si":
            self.found.append("".join(self._parts))
        elif tag == "rPh":
            self._is_skipped = False
        elif tag == "t":
            self._is_text = False
