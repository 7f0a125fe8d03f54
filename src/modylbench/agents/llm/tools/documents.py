"""Tools that make and change documents, code and terminal sessions."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from modylbench.agents.llm.tools.tool import Tool, put_into, show_as
from modylbench.foundation.record import Identifier, Spec
from modylbench.products.code import Code, CodeFile
from modylbench.products.document import Citation, Document, Section
from modylbench.products.scalars import IdentifiedPart, Label
from modylbench.products.terminal import Terminal, TerminalEntry


class WriteDocument(IdentifiedPart):
    """Show a document of sections in Markdown. With the id of one that is there, it is replaced."""

    title: Label
    sections: tuple[Section, ...]
    citations: tuple[Citation, ...] = ()


class EditSection(Spec):
    """Replace the section that has this id, or add it after the section `after` or at the end."""

    product: Identifier
    section: Section
    after: Identifier | None = None


class CiteSources(Spec):
    """Add sources to a document, or replace those that have these ids."""

    product: Identifier
    citations: Annotated[tuple[Citation, ...], Field(min_length=1)]


class WriteCode(IdentifiedPart):
    """Show code: files with their whole text. With the id of code that is there, it is replaced."""

    title: Label
    files: tuple[CodeFile, ...]


class WriteFile(Spec):
    """Replace the file of code that has this id, or add it."""

    product: Identifier
    file: CodeFile


class WriteTerminal(IdentifiedPart):
    """Show a terminal session: commands in order, each with what it printed and its exit code."""

    title: Label
    entries: tuple[TerminalEntry, ...]


class AppendCommand(Spec):
    """Add a command and what it printed at the end of a terminal session."""

    product: Identifier
    entry: TerminalEntry


TOOLS = (
    Tool("write_document", WriteDocument, show_as(Document)),
    Tool("edit_section", EditSection, put_into(Document, "section", "sections")),
    Tool("cite_sources", CiteSources, put_into(Document, "citations", "citations")),
    Tool("write_code", WriteCode, show_as(Code)),
    Tool("write_file", WriteFile, put_into(Code, "file", "files")),
    Tool("write_terminal", WriteTerminal, show_as(Terminal)),
    Tool("append_command", AppendCommand, put_into(Terminal, "entry", "entries")),
)
