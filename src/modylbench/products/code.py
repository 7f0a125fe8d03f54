"""Code: files with their text."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from modylbench.products.scalars import IdentifiedPart, Label, Prose, refuse_repeated_ids


class CodeFile(IdentifiedPart):
    """One file; `path` is where it belongs in the project, `id` stays when it is renamed."""

    path: Label
    language: Label = ""
    content: Prose = ""


class Code(IdentifiedPart):
    """A set of source files."""

    kind: Literal["code"] = "code"
    title: Label
    files: tuple[CodeFile, ...] = Field(default=(), max_length=1_000)

    @model_validator(mode="after")
    def _ids_unique(self) -> Code:
        refuse_repeated_ids(self.files, "file")
        return self
