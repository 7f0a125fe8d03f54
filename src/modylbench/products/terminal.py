"""A terminal session: commands and what they printed, in their order."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from modylbench.products.scalars import IdentifiedPart, Label, Prose, refuse_repeated_ids

ExitCode = Annotated[int, Field(ge=-(2**31), lt=2**32)]


class TerminalEntry(IdentifiedPart):
    """One command; `exit_code` is None while it runs."""

    command: Prose = ""
    output: Prose = ""
    exit_code: ExitCode | None = None
    cwd: Label = ""


class Terminal(IdentifiedPart):
    """A session, which only ever grows at its end."""

    kind: Literal["terminal"] = "terminal"
    title: Label = ""
    entries: tuple[TerminalEntry, ...] = Field(default=(), max_length=10_000)

    @model_validator(mode="after")
    def _ids_unique(self) -> Terminal:
        refuse_repeated_ids(self.entries, "entry")
        return self
