"""Which versions of rubrics, measures, judges and scenario does an evaluation rest on?"""

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
    from modylbench.scenarios.loader import ScenarioSource

CODE_VERSION = "1"
"""Of all our code that decides a score; raised with a release in which any of it has changed."""
MEASURES = (
    "evaluation",
    "evaluation/evaluate",
    "evaluation/judging",
    "evaluation/measuring",
    "evaluation/mutations",
    "evaluation/verification",
    "products",
    "scenarios",
)
"""The folders that decide what is measured, and what judges are told of it."""
APART = frozenset({"evaluation", "scenarios"})
"""Folders whose own files are signed without those below, which have signatures of their own."""
SIGNED = (".py", ".yaml", ".json", ".txt", ".md", ".csv")


def signatures(panel: Sequence[JudgeCard], source: ScenarioSource) -> tuple[Signature, ...]:
    """All of them, by name: what was measured, the scenario, the judges' rules or rubrics."""
    found = [*measures(), scenario_signature(source)]
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
    return tuple(folder_signature(name) for name in MEASURES)


def folder_signature(name: str) -> Signature:
    """Of all that a folder of ours holds, whoever has installed it and wherever."""
    folder = files("modylbench").joinpath(name)
    digest = _digest(_sources(folder, name, is_deep=name not in APART))
    return Signature(name=name, version=CODE_VERSION, sha256=digest)


def scenario_signature(source: ScenarioSource) -> Signature:
    """Of a scenario's folder: what is asked, what is true, and what is checked."""
    digest = _digest(_sources(source.folder, "", is_deep=True))
    version = str(source.template.card.version)
    return Signature(name=f"scenario {source.id}", version=version, sha256=digest)


def _digest(sources: Iterator[tuple[str, bytes]]) -> str:
    digest = hashlib.sha256()
    for name, content in sources:
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def _sources(folder: Traversable, place: str, *, is_deep: bool) -> Iterator[tuple[str, bytes]]:
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir() and is_deep and one.name != "__pycache__":
            yield from _sources(one, f"{place}/{one.name}", is_deep=True)
        elif one.name.endswith(SIGNED):
            yield f"{place}/{one.name}", one.read_bytes()
