"""Documents: sections of Markdown with citations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from modylbench.foundation.record import Identifier
from modylbench.products.scalars import IdentifiedPart, Label, Prose, refuse_repeated_ids


class Section(IdentifiedPart):
    """A heading and the Markdown below it; one of a higher level is part of the one before."""

    heading: Label
    level: Annotated[int, Field(ge=1, le=6)] = 1
    body: Prose = ""


class Citation(IdentifiedPart):
    """A source and what it is cited for; `section` is the id of the section that cites it."""

    url: Label
    title: Label = ""
    publisher: Label = ""
    date: Label = ""
    claim: Prose = ""
    section: Identifier | None = None


class Document(IdentifiedPart):
    """A written document."""

    kind: Literal["document"] = "document"
    title: Label
    sections: tuple[Section, ...] = Field(default=(), max_length=1_000)
    citations: tuple[Citation, ...] = Field(default=(), max_length=2_000)

    @model_validator(mode="after")
    def _ids_unique(self) -> Document:
        refuse_repeated_ids(self.sections, "section")
        refuse_repeated_ids(self.citations, "citation")
        return self
