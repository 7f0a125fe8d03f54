"""A file tree: what lies where, by paths in one spelling that never lead out."""

from __future__ import annotations

import unicodedata
from hashlib import sha256
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from modylbench.foundation.errors import short_repr
from modylbench.foundation.record import Spec
from modylbench.products.scalars import IdentifiedPart, Label

MAX_PATH = 1_000
MAX_STEPS = 64
MAX_STEP_BYTES = 255  # what file systems take for one name

TreePath = Annotated[str, StringConstraints(min_length=1, max_length=MAX_PATH)]
FileContent = Annotated[str, StringConstraints(max_length=1_000_000)]
"""Text as it stands in the file: no character is taken out, since hashes are made of it."""
ContentHash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
FileMode = Annotated[str, StringConstraints(pattern=r"^[0-7]{4}$")]


class TreeEntry(Spec):
    """A file, a folder or a symbolic link; what is None is not known."""

    kind: Literal["file", "dir", "symlink"] = "file"
    size: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    sha256: ContentHash | None = None
    mode: FileMode | None = None
    target: TreePath | None = None
    content: FileContent | None = None

    @model_validator(mode="after")
    def _fits_its_kind(self) -> TreeEntry:
        of_files = (self.size, self.sha256, self.content)
        if self.kind != "file" and any(value is not None for value in of_files):
            message = (
                f"found the size, hash or content of a {self.kind}, expected only files to have one"
            )
            raise ValueError(message)
        if (self.target is None) is (self.kind == "symlink"):
            message = (
                f"found a {self.kind} with the target {short_repr(self.target)}: links have one"
            )
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


class FileTree(IdentifiedPart):
    """The entries of a folder, each by its path from there."""

    kind: Literal["file_tree"] = "file_tree"
    title: Label = ""
    entries: dict[TreePath, TreeEntry] = Field(default_factory=dict, max_length=20_000)

    @model_validator(mode="after")
    def _is_a_tree(self) -> FileTree:
        for path in self.entries:
            inside = path_in_project(path)
            if inside != path:
                message = f"found the path {short_repr(path)}, expected {short_repr(inside)}"
                raise ValueError(message)
            for parent in parents(path):
                if parent in self.entries and self.entries[parent].kind != "dir":
                    message = (
                        f"found {short_repr(path)} in {short_repr(parent)}, which is no folder"
                    )
                    raise ValueError(message)
        return self


def path_in_project(path: str) -> str:
    """The path from the project's top folder, in its one spelling; ValueError if it leads out.

    >>> path_in_project("./src//lib/../app.py")
    'src/app.py'
    """
    if len(path) > MAX_PATH or any(unicodedata.category(c) == "Cc" for c in path):
        message = (
            f"found the path {short_repr(path)}, expected {MAX_PATH} characters, none of control"
        )
        raise ValueError(message)
    kept: list[str] = []
    for step in path.split("/"):
        if step == ".." and kept:
            kept.pop()
        elif step == "..":
            message = f"found the path {short_repr(path)}, expected one that does not lead out"
            raise ValueError(message)
        elif step not in ("", "."):
            _refuse_long(step)
            kept.append(step)
    if path.startswith("/") or not kept or len(kept) > MAX_STEPS:
        message = (
            f"found the path {short_repr(path)}, expected one from the top folder to a file in it"
        )
        raise ValueError(message)
    return "/".join(kept)


def _refuse_long(step: str) -> None:
    if len(step.encode(errors="surrogatepass")) > MAX_STEP_BYTES:
        message = f"found {short_repr(step)} in a path, expected at most {MAX_STEP_BYTES} bytes"
        raise ValueError(message)


def parents(path: str) -> tuple[str, ...]:
    """The folders that the path lies in, outermost first.

    >>> parents("a/b/c.py")
    ('a', 'a/b')
    """
    steps = path.split("/")
    return tuple("/".join(steps[:end]) for end in range(1, len(steps)))
