"""Where the right value of a quantity stands in a product, whatever its label calls it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from modylbench.products.finding.addresses import NEAR_WORDS
from modylbench.products.finding.likeness import aliases_of, may_stand_for
from modylbench.products.pointer import MISSING, resolve, steps
from modylbench.products.quantities.base_units import in_base_units
from modylbench.products.quantities.closeness import EXACT
from modylbench.products.quantities.labels import label_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.quantities.closeness import Measure
    from modylbench.products.quantities.quantity import Quantity
    from modylbench.products.quantities.units import Unit
    from modylbench.products.reading.index import ProductPart
    from modylbench.products.reading.observation import Observation
    from modylbench.products.work_product import WorkProduct

TELLING_DIGITS = 3  # ours: 6 or 40 stand in any product for many things, 81.4 for few
LONGEST_LABEL = 60
_BY_DIGITS = "numbers by their first digits"


def with_digits_of(part: ProductPart, number: float) -> Iterator[Observation]:
    """The numbers of a part that begin with the same digits, whatever their scale."""
    kept = part.answers.get(_BY_DIGITS)
    if kept is None:
        by_digits: dict[int, list[Observation]] = {}
        for observation in part.observations:
            by_digits.setdefault(_digits(observation.shown[0].number), []).append(observation)
        kept = part.answers[_BY_DIGITS] = (by_digits,)
    numbers = cast("dict[int, list[Observation]]", kept[0])
    digits = _digits(number)
    for near in (digits, digits - 1, digits + 1):
        yield from numbers.get(near, ())


def _digits(number: float) -> int:
    """The first three digits of a number."""
    size = abs(number)
    if not size or not math.isfinite(size):
        return 0
    return round(size / 10.0 ** (math.floor(math.log10(size)) - 2))


def shows(observation: Observation, right: Measure, kind: Unit) -> bool:
    """Whether a number is the right one at the precision shown."""
    return any(
        measure is not None and measure.size.is_close(right.size, EXACT)
        for shown in observation.shown
        for measure in [in_base_units(shown, observation.strong, observation.weak, kind)]
    )


def is_telling(right: Measure) -> bool:
    """Whether a value has so many digits that it hardly stands somewhere for something else."""
    return len(f"{abs(right.number):.10g}".replace(".", "").strip("0")) >= TELLING_DIGITS


def words_of(quantity: Quantity) -> frozenset[str]:
    """All words of a quantity's names."""
    return frozenset(word for alias in aliases_of(quantity) for word in label_words(alias).words)


def is_akin(observation: Observation, words: frozenset[str]) -> bool:
    """True when some label of a number shares a word with the names of what is sought."""
    said = words_beside(observation)
    return not words.isdisjoint(said) or any(
        may_stand_for(word, whole) for word in said for whole in words
    )


def words_beside(observation: Observation) -> frozenset[str]:
    """What is said of a number where it stands: its row and column, or the words before it."""
    said = {word for label in observation.axes for word in label}
    if observation.sentence is not None:
        said.update(observation.sentence.before[-NEAR_WORDS:])
    return frozenset(said)


def label_at(product: WorkProduct, pointer: str, span: tuple[int, int] | None) -> str:
    """What a person would call the number at a place: its row, its tile, or the words before it."""
    path = steps(pointer)
    if "rows" in path and path[-2:-1] == ["cells"]:
        row = resolve(product, "/" + "/".join(path[:-2]))
        sheet = resolve(product, "/" + "/".join(path[:-4]))
        column = next((c.label for c in getattr(sheet, "columns", ()) if c.id == path[-1]), "")
        return " / ".join(filter(None, (getattr(row, "label", ""), column)))
    for length in range(len(path), 0, -1):
        here = resolve(product, "/" + "/".join(path[:length]))
        if isinstance(here, str) and span:
            start = max(0, span[0] - LONGEST_LABEL)
            return " ".join(here[start : span[0]].rpartition("\n")[2].split())
        for field in ("label", "x", "title", "heading"):
            if here is not MISSING and (label := getattr(here, field, "")):
                return str(label)
    return product.title
