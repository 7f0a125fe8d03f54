"""The rubrics: what each rates, read from its file and checked to be complete.

A rubric is a Markdown file: front matter with its name and version, then a section for each
dimension with five anchored bands. A band or a dimension that is missing is an error.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.dimensions import (
    EDGE_CASE_QUESTIONS,
    PRODUCT_DIMENSIONS,
    TURN_DIMENSIONS,
)
from modylbench.evaluation.evaluation import Signature
from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import read_text

if TYPE_CHECKING:
    from modylbench.evaluation.verdicts import SubjectKind

RubricName = Literal["turn_text", "turn_multimodal", "turn_audio_only", "product", "edge_case"]

FOLDER = Path(__file__).parent / "rubrics"
FRAME, REQUEST = "frame", "request"
"""What is said around every rubric and with every subject: files like them, without dimensions."""
RATED_DIMENSIONS: dict[RubricName, tuple[str, ...]] = {
    "turn_text": TURN_DIMENSIONS,
    "turn_multimodal": TURN_DIMENSIONS,
    "turn_audio_only": TURN_DIMENSIONS,
    "product": PRODUCT_DIMENSIONS,
    "edge_case": EDGE_CASE_QUESTIONS,
}
OBSERVING = ("turn_multimodal", "turn_audio_only")
"""Those that also ask what was heard and seen."""
BANDS = ("9-10", "7-8", "5-6", "3-4", "1-2")

_FRONT_MATTER = re.compile(r"---\nname: ([a-z_]+)\nversion: \"(\d+)\"\n---\n")
_SECTION = re.compile(r"^## ([a-z_]+)$", re.MULTILINE)
_BAND = re.compile(r"^- \*\*(\d+-\d+)\*\*: \S.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Rubric:
    """A rubric as it is sent; the hash is of the whole file."""

    name: str
    version: str
    text: str
    sha256: str
    dimensions: tuple[str, ...]

    @property
    def observes(self) -> bool:
        """Whether it asks what was heard and seen."""
        return self.name in OBSERVING


@lru_cache(maxsize=len(RATED_DIMENSIONS))
def rubric(name: RubricName) -> Rubric:
    """The rubric of this name, complete."""
    return parse_rubric(read_text(_path(name)), name, RATED_DIMENSIONS[name])


def rubric_for(kind: SubjectKind, sounds: int, pictures: int) -> Rubric:
    """The rubric for what is judged, by what is attached to that very request."""
    if kind != "turn":
        return rubric(kind)
    return rubric("turn_multimodal" if pictures else "turn_audio_only" if sounds else "turn_text")


@lru_cache(maxsize=1)
def frame() -> Rubric:
    """What is said around every rubric."""
    return parse_rubric(read_text(_path(FRAME)), FRAME, ())


@lru_cache(maxsize=1)
def request_form() -> Rubric:
    """How the request for a subject is laid out."""
    return parse_rubric(read_text(_path(REQUEST)), REQUEST, ())


@lru_cache(maxsize=1)
def signatures() -> tuple[Signature, ...]:
    """Versions and hashes of all that a judge is told, by name."""
    texts = (frame(), request_form(), *(rubric(name) for name in RATED_DIMENSIONS))
    return tuple(
        Signature(name=f"rubric {text.name}", version=text.version, sha256=text.sha256)
        for text in sorted(texts, key=lambda text: text.name)
    )


def parse_rubric(content: str, name: str, dimensions: tuple[str, ...]) -> Rubric:
    """A rubric's file, checked: its name, its dimensions in order, five bands in each."""
    head = _FRONT_MATTER.match(content)
    if head is None or head[1] != name:
        raise BadFile(_path(name), "front matter", f"expected the name {name!r} and a version")
    text = content[head.end() :].strip()
    sections = list(_SECTION.finditer(text))
    found = tuple(section[1] for section in sections)
    if dimensions and found != dimensions:
        raise BadFile(_path(name), "sections", f"found {found}, expected {dimensions}")
    ends = [*(section.start() for section in sections[1:]), len(text)]
    for section, end in zip(sections, ends, strict=True) if dimensions else ():
        bands = tuple(band[1] for band in _BAND.finditer(text, section.end(), end))
        if bands != BANDS:
            raise BadFile(_path(name), section[1], f"found the bands {bands}, expected {BANDS}")
    sha256 = hashlib.sha256(content.encode()).hexdigest()
    return Rubric(name, head[2], text, sha256, dimensions)


def _path(name: str) -> Path:
    return FOLDER / f"{name}.md"
