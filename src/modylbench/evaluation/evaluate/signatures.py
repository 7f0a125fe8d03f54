"""Which versions of rubrics, measures and judges does an evaluation rest on?"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from modylbench.evaluation.evaluation import Signature
from modylbench.evaluation.judging import rubric

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.resources.abc import Traversable

    from modylbench.evaluation.verdicts import JudgeCard

VERSIONS = {"measuring": "1", "verification": "1", "mutations": "1", "evaluate": "1"}
"""Of the folders that decide what is measured, and what judges are told of it: raise with them."""


def signatures(panel: Sequence[JudgeCard]) -> tuple[Signature, ...]:
    """All of them, by name: what was measured, the offline members' rules, the models' rubrics."""
    found = [*measures()]
    found += [
        Signature(name=f"judge {card.name}", version=card.version, sha256=card.signature)
        for card in panel
        if card.kind == "offline" and card.signature
    ]
    if any(card.kind == "model" for card in panel):
        found += rubric.signatures()
    return tuple(sorted(found, key=lambda one: one.name))


@cache
def measures() -> tuple[Signature, ...]:
    """Of the code that establishes facts, folder by folder."""
    return tuple(_of(folder, version) for folder, version in sorted(VERSIONS.items()))


def _of(folder: str, version: str) -> Signature:
    digest = hashlib.sha256()
    for name, content in _sources(files("modylbench.evaluation").joinpath(folder), folder):
        digest.update(f"{name}\0".encode())
        digest.update(content)
    return Signature(name=folder, version=version, sha256=digest.hexdigest())


def _sources(folder: Traversable, place: str) -> Iterator[tuple[str, bytes]]:
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            yield from _sources(one, f"{place}/{one.name}")
        elif one.name.endswith((".py", ".yaml", ".json", ".txt")):
            yield f"{place}/{one.name}", one.read_bytes()
