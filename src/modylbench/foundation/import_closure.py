"""The modules of ours that an entry runs, by its imports, and the data beside them.

A line scanner instead of `ast`, which takes five times as long on the same files; the tests hold
both against each other for the whole package.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from importlib.resources.abc import Traversable

PACKAGE = "modylbench"
DATA = (".yaml", ".json", ".txt", ".md", ".csv")
BUILT = frozenset({"page"})
"""Folders that are made from web/ where the package is built."""
_TYPES_ONLY = re.compile(r"(?<=\n)( *)if TYPE_CHECKING:\n(?:\1 +.*\n|\n)*")
_IMPORT = re.compile(
    rf"^ *(?:from {PACKAGE}(?P<module>[\w.]*) import (?:\((?P<many>[^)]*)\)|(?P<few>[^#\n]*))"
    rf"|import {PACKAGE}(?P<whole>[\w.]*))",
    re.MULTILINE,
)
_NAME = re.compile(r"#.*|(\w+)(?: as \w+)?")


class SourceFile(NamedTuple):
    """A file of the package by its path below it, such as `products/chart.py`."""

    path: str
    content: bytes


def import_closure(
    entries: Iterable[str], package: Traversable | None = None, *, besides: tuple[str, ...] = ()
) -> list[SourceFile]:
    """The files that decide what the entries (such as `scoring.score`) do, by path.

    All modules that they import, at once or when called, and the data in their folders; not what is
    imported for types alone, nor the packages, modules and data files `besides`. The package's own
    `__init__` is the version, and is left out.
    """
    reader = _PackageReader(package or files(PACKAGE))
    waiting = list(entries)
    modules: dict[str, SourceFile] = {}
    besides = tuple(f"{name}." for name in besides)
    while waiting:
        name = waiting.pop()
        if name in modules or not name or f"{name}.".startswith(besides):
            continue
        modules[name] = reader.module(name)
        waiting += [*reader.imports_of(modules[name]), *_parents(name)]
    found = {source.path: source for source in modules.values()}
    for folder in {source.path.rpartition("/")[0] for source in found.values()}:
        found |= {
            source.path: source
            for source in reader.data(folder)
            if not f"{source.path.replace('/', '.')}.".startswith(besides)
        }
    return [found[path] for path in sorted(found)]


def digest_sources(sources: Iterable[SourceFile]) -> str:
    """The hash of files with their paths, in the order given."""
    digest = hashlib.sha256()
    for path, content in sources:
        digest.update(f"{path}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def imported_names(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each import of ours in a module: whence, and which names; none that is for types alone.

    >>> list(imported_names("from modylbench.products.chart import Axis, Chart"))
    [('products.chart', ('Axis', 'Chart'))]
    """
    code = _TYPES_ONLY.sub("", text) if "if TYPE_CHECKING:" in text else text
    for match in _IMPORT.finditer(code):
        if match["whole"] is not None:
            yield match["whole"].lstrip("."), ()
        else:
            names = match["many"] if match["many"] is not None else match["few"]
            yield match["module"].lstrip("."), tuple(name for name in _NAME.findall(names) if name)


def _parents(name: str) -> Iterator[str]:
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


class _PackageReader:
    def __init__(self, package: Traversable) -> None:
        self._package = package
        self._listing = cache(self._list)

    def module(self, name: str) -> SourceFile:
        path = self._path(name)
        if path is None:
            message = f"found an import of {PACKAGE}.{name}, expected a module of that name"
            raise LookupError(message)
        return SourceFile(path, self._package.joinpath(path).read_bytes())

    def imports_of(self, source: SourceFile) -> Iterator[str]:
        for module, names in imported_names(source.content.decode()):
            yield module
            for name in names:
                below = f"{module}.{name}".lstrip(".")
                if self._path(below) is not None:
                    yield below

    def data(self, folder: str) -> Iterator[SourceFile]:
        """The files beside modules, also in folders that hold no module."""
        for name, is_folder in self._listing(folder).items():
            path = f"{folder}/{name}".lstrip("/")
            if not is_folder and name.endswith(DATA):
                yield SourceFile(path, self._package.joinpath(path).read_bytes())
            elif is_folder and name not in BUILT and not self._holds_modules(path):
                yield from self.data(path)

    def _holds_modules(self, folder: str) -> bool:
        return any(name.endswith((".py", ".pyc")) for name in self._listing(folder))

    def _path(self, name: str) -> str | None:
        folder, _, last = name.replace(".", "/").rpartition("/")
        beside = self._listing(folder)
        if beside.get(f"{last}.py") is False:
            return f"{folder}/{last}.py".lstrip("/")
        if beside.get(last) and "__init__.py" in self._listing(f"{folder}/{last}".lstrip("/")):
            return f"{folder}/{last}/__init__.py".lstrip("/")
        return None

    def _list(self, folder: str) -> dict[str, bool]:
        """The names in a folder, and whether each is a folder itself."""
        place = self._package.joinpath(folder) if folder else self._package
        return {item.name: item.is_dir() for item in place.iterdir()} if place.is_dir() else {}
