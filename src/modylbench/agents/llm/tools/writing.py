"""How does a model make and change documents and code?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from modylbench.agents.llm.tools import parts
from modylbench.agents.llm.tools.tool import Tool, checked
from modylbench.foundation.record import Identifier, Spec
from modylbench.products.code import Code, CodeFile
from modylbench.products.document import Citation, Document, Section
from modylbench.products.scalars import Identified, Label

if TYPE_CHECKING:
    from modylbench.agents.llm.tools.desk import Desk


class WriteDocument(Identified):
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


class WriteCode(Identified):
    """Show code: files with their whole text. With the id of code that is there, it is replaced."""

    title: Label
    files: tuple[CodeFile, ...]


class WriteFile(Spec):
    """Replace the file of code that has this id, or add it."""

    product: Identifier
    file: CodeFile


async def _write_document(made: WriteDocument, desk: Desk) -> str:
    return await desk.put(checked(Document, parts.unset(made)))


async def _edit_section(made: EditSection, desk: Desk) -> str:
    document = desk.data(made.product, "document")
    section = parts.unset(made.section)
    parts.put(document["sections"], [section], after=made.after or "", what="section")
    return await desk.put(checked(Document, document))


async def _cite_sources(made: CiteSources, desk: Desk) -> str:
    document = desk.data(made.product, "document")
    new = [parts.unset(citation) for citation in made.citations]
    parts.put(document["citations"], new, after="", what="citation")
    return await desk.put(checked(Document, document))


async def _write_code(made: WriteCode, desk: Desk) -> str:
    return await desk.put(checked(Code, parts.unset(made)))


async def _write_file(made: WriteFile, desk: Desk) -> str:
    code = desk.data(made.product, "code")
    parts.put(code["files"], [parts.unset(made.file)], after="", what="file")
    return await desk.put(checked(Code, code))


TOOLS = (
    Tool("write_document", WriteDocument, _write_document),
    Tool("edit_section", EditSection, _edit_section),
    Tool("cite_sources", CiteSources, _cite_sources),
    Tool("write_code", WriteCode, _write_code),
    Tool("write_file", WriteFile, _write_file),
)
