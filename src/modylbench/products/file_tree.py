"""A file tree: what lies where, by path; contents where they are known."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from modylbench.foundation.errors import quoted
from modylbench.foundation.record import Spec
from modylbench.products.paths import MAX_PATH, inside, parents
from modylbench.products.scalars import Identified, Label

Path = Annotated[str, StringConstraints(min_length=1, max_length=MAX_PATH)]
Content = Annotated[str, StringConstraints(max_length=1_000_000)]
"""Text as it stands in the file: no character is taken out, since hashes are made of it."""
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Mode = Annotated[str, StringConstraints(pattern=r"^[0-7]{4}$")]


class TreeEntry(Spec):
    """A file, a folder or a symbolic link; what is None is not known."""

    kind: Literal["file", "dir", "symlink"] = "file"
    size: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    sha256: Hash | None = None
    mode: Mode | None = None
    target: Path | None = None
    content: Content | None = None

    @model_validator(mode="after")
    def _fits_its_kind(self) -> TreeEntry:
        of_files = (self.size, self.sha256, self.content)
        if self.kind != "file" and any(value is not None for value in of_files):
            message = (
                f"found the size, hash or content of a {self.kind}, expected only files to have one"
            )
            raise ValueError(message)
        if (self.target is None) is (self.kind == "symlink"):
            message = f"found a {self.kind} with the target {quoted(self.target)}: links have one"
            raise ValueError(message)
        if self.content is not None:
            self._refuse_other_content(self.content.encode())
        return self

    def _refuse_other_content(self, content: bytes) -> None:
        if self.size not in (None, len(content)):
            message = f"found the size {self.size} of {len(content)} bytes of content"
            raise ValueError(message)
        if self.sha256 not in (None, sha256(content).hexdigest()):
            message = "found a hash that is not that of the content"
            raise ValueError(message)


class FileTree(Identified):
    """The entries of a folder, each by its path from there."""

    kind: Literal["file_tree"] = "file_tree"
    title: Label = ""
    entries: dict[Path, TreeEntry] = Field(default_factory=dict, max_length=20_000)

    @model_validator(mode="after")
    def _is_a_tree(self) -> FileTree:
        for path in self.entries:
            if inside(path) != path:
                message = f"found the path {quoted(path)}, expected {quoted(inside(path))}"
                raise ValueError(message)
            for parent in parents(path):
                if parent in self.entries and self.entries[parent].kind != "dir":
                    message = f"found {quoted(path)} in {quoted(parent)}, which is no folder"
                    raise ValueError(message)
        return self
