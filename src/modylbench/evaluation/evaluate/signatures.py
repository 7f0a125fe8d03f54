"""The versions of measuring code, rubrics, judges and scenario that an evaluation rests on.

What decides a score is found by the imports of what measures, judges and weighs: no list of folders
by hand could be complete for long.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING

from modylbench.evaluation.dynamics.norms import content_digest
from modylbench.evaluation.evaluation import Signature
from modylbench.evaluation.judging import rubric
from modylbench.foundation.import_closure import DATA, SourceFile, digest_sources, import_closure
from modylbench.scenarios.loader import CARD, ORACLE, YAML_FILES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from importlib.resources.abc import Traversable

    from modylbench.evaluation.dynamics.norms import Norms
    from modylbench.evaluation.verdicts import JudgeCard
    from modylbench.scenarios.loader import ScenarioSource

CODE_VERSION = "1"
"""Of all our code that decides a score; raised with a release in which any of it has changed."""
MEASURING = (
    "evaluation.evaluate.evaluate",
    "evaluation.judging.model_judge",
    "evaluation.judging.offline.panel",
    "providers.models.judge_models",
    "providers.speech.cache",
    "providers.speech.whisper",
    "surfaces.rendering.page_findings",
)
"""What measures, listens, tells the judges and judges; all that these import is signed.

Findings about a page are made while the meeting is held, and are facts of its recording."""
PAGE = ("document.js", "host.js")
"""What is built from web/ and walks over a page: no import leads to it."""
NOT_DECIDING = tuple(
    f"providers.models.{name}"
    for name in (
        "answer_cache", "budget", "client", "dialogue", "failures", "package_errors",
        "patience", "prices.yaml",
    )
)  # fmt: skip
"""How models are reached, paid and asked again: what they answered is in the record."""
_OWN_LINES = re.compile(rb"(?m)^(?:id|salt|private_mark): .*\n")
"""What a private variant's card has of its own."""


def signatures(
    panel: Sequence[JudgeCard], source: ScenarioSource, norms: Norms
) -> tuple[Signature, ...]:
    """All of them, by name: what measured, norms, the scenario, the judges' rules or rubrics."""
    found = [*measuring_signatures(), *page_signatures(), scenario_signature(source)]
    found.append(norms_signature(norms))
    found += [
        Signature(name=f"judge {card.name}", version=card.version, sha256=card.signature)
        for card in panel
        if card.kind == "offline" and card.signature
    ]
    if any(card.kind == "model" for card in panel):
        found += rubric.signatures()
    return tuple(sorted(found, key=lambda signature: signature.name))


@cache
def measuring_signatures(package: Traversable | None = None) -> tuple[Signature, ...]:
    """Of the code that establishes facts and judges, by its folder."""
    sources = import_closure(MEASURING, package, besides=NOT_DECIDING)
    by_folder = groupby(sorted(sources, key=_folder), key=_folder)
    return tuple(_signature(name, sources) for name, sources in by_folder)


@cache
def page_signatures() -> tuple[Signature, ...]:
    """Of the page that measures surfaces and HTML files; none where none is built."""
    folder = files("modylbench.surfaces").joinpath("page")
    sources = [
        SourceFile(name, folder.joinpath(name).read_bytes())
        for name in PAGE
        if folder.joinpath(name).is_file()
    ]
    return (_signature("page", sources),) if sources else ()


def code_signature(name: str, entry: str, package: Traversable | None = None) -> Signature:
    """Of all code of ours that an entry (such as `scoring.score`) runs."""
    return _signature(name, import_closure([entry], package, besides=NOT_DECIDING))


def norms_signature(norms: Norms) -> Signature:
    """Of the reference that dynamics were compared with."""
    return Signature(
        name=f"norms {norms.name}", version=norms.version, sha256=content_digest(norms)
    )


def _signature(name: str, sources: Iterable[SourceFile]) -> Signature:
    return Signature(name=name, version=CODE_VERSION, sha256=digest_sources(sources))


def _folder(source: SourceFile) -> str:
    """The layer that a file is of, and of evaluation the stage within it."""
    top, _, rest = source.path.partition("/")
    return f"{top}/{rest.partition('/')[0]}" if top == "evaluation" and "/" in rest else top


def scenario_signature(source: ScenarioSource) -> Signature:
    """Of a scenario: what is asked, what is true, what is checked, and what its oracle imports."""
    home = source.base or source
    based_on = _files(home.folder, f"/{home.id}") if source.base is not None else ()
    own = _private_files(source) if source.template.card.salt else _files(source.folder, "")
    digest = digest_sources([*own, *based_on, *_shared_by_oracles(home)])
    version = str(source.template.card.version)
    return Signature(name=f"scenario {source.id}", version=version, sha256=digest)


def _private_files(source: ScenarioSource) -> Iterator[SourceFile]:
    """Those of a private variant, the same from its folder and from its secret alone."""
    for name in sorted((*YAML_FILES, ORACLE)):
        path = source.folder / name
        if path.is_file():
            content = path.read_bytes()
            plain = _OWN_LINES.sub(b"", content) if name == CARD else content
            yield SourceFile(f"/{name}", plain)
    yield SourceFile("/private_mark", source.template.card.private_mark.encode())


def _shared_by_oracles(source: ScenarioSource) -> list[SourceFile]:
    """What a shipped scenario takes from others' folders; of a plugin only its own is known."""
    if source.folder != files("modylbench.scenarios.library").joinpath(source.id):
        return []
    imported = import_closure([f"scenarios.library.{source.id}.oracle"])
    own = f"scenarios/library/{source.id}/"
    return [
        found
        for found in imported
        if found.path.startswith("scenarios/") and not found.path.startswith(own)
    ]


def _files(folder: Traversable, place: str) -> Iterator[SourceFile]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir() and item.name != "__pycache__":
            yield from _files(item, f"{place}/{item.name}")
        elif item.name.endswith((".py", *DATA)):
            yield SourceFile(f"{place}/{item.name}", item.read_bytes())
