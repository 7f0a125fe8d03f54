"""Which format serves which kind of work product: those that ship, and those of plugins."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from modylbench.evaluation.mutations.formats.canvas import CanvasFormat
from modylbench.evaluation.mutations.formats.code import CodeFormat
from modylbench.evaluation.mutations.formats.file_tree import FileTreeFormat
from modylbench.evaluation.mutations.formats.structured_products import StructuredFormat
from modylbench.evaluation.mutations.formats.terminal import TerminalFormat
from modylbench.evaluation.mutations.formats.whiteboard import WhiteboardFormat
from modylbench.foundation.errors import UnknownName

if TYPE_CHECKING:
    from modylbench.evaluation.mutations.formats.format import Format

PLUGINS = "modylbench.formats"


def shipped_formats() -> dict[str, Format]:
    """The formats in this package, by the kind of product."""
    return {
        **dict.fromkeys(("spreadsheet", "chart", "document", "dashboard"), StructuredFormat()),
        "code": CodeFormat(),
        "terminal": TerminalFormat(),
        "file_tree": FileTreeFormat(),
        "canvas": CanvasFormat(),
        "whiteboard": WhiteboardFormat(),
    }


@lru_cache(maxsize=1)
def available_formats() -> dict[str, Format]:
    """Every format by kind: an entry point is named after the kind, and is a format or its class.

    A plugin cannot take the place of a format that ships: scores must mean the same everywhere.
    Where scores are made, `shipped_formats` are used alone: no code decides there that is not
    signed.
    """
    plugins = sorted(entry_points(group=PLUGINS), key=lambda point: point.name)
    brought = {point.name: point.load() for point in plugins}
    return {
        **{kind: made() if isinstance(made, type) else made for kind, made in brought.items()},
        **shipped_formats(),
    }


def format_of(kind: str) -> Format:
    """The format that tracks products of this kind."""
    formats = available_formats()
    if kind not in formats:
        raise UnknownName("kind", kind, formats)
    return formats[kind]
