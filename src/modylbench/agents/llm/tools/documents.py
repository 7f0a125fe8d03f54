"""Tools that make and change documents and code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from modylbench.agents.llm.tools.shown_products import put_parts, written_fields
from modylbench.agents.llm.tools.tool import Tool, validate_as
from modylbench.foundation.record import Identifier, Spec
from modylbench.products.code import Code, CodeFile
from modylbench.products.document import Citation, Document, Section
from modylbench.products.scalars import IdentifiedPart, Label

if TYPE_CHECKING:
    from modylbench.agents.llm.tools.shown_products import ShownProducts


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


async def _write_document(made: WriteDocument, products: ShownProducts) -> str:
    return await products.put(validate_as(Document, written_fields(made)))


async def _edit_section(made: EditSection, products: ShownProducts) -> str:
    document = products.data(made.product, "document")
    section = written_fields(made.section)
    put_parts(document["sections"], [section], after=made.after or "", what="section")
    return await products.put(validate_as(Document, document))


async def _cite_sources(made: CiteSources, products: ShownProducts) -> str:
    document = products.data(made.product, "document")
    new = [written_fields(citation) for citation in made.citations]
    put_parts(document["citations"], new, after="", what="citation")
    return await products.put(validate_as(Document, document))


async def _write_code(made: WriteCode, products: ShownProducts) -> str:
    return await products.put(validate_as(Code, written_fields(made)))


async def _write_file(made: WriteFile, products: ShownProducts) -> str:
    code = products.data(made.product, "code")
    put_parts(code["files"], [written_fields(made.file)], after="", what="file")
    return await products.put(validate_as(Code, code))


TOOLS = (
    Tool("write_document", WriteDocument, _write_document),
    Tool("edit_section", EditSection, _edit_section),
    Tool("cite_sources", CiteSources, _cite_sources),
    Tool("write_code", WriteCode, _write_code),
    Tool("write_file", WriteFile, _write_file),
)
