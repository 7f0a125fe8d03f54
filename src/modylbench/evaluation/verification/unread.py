"""What stands in a product although code could not tell that it is what was asked for.

A reader's failure is not the agent's: where the right value is shown, under a label that no rule
of reading understands, the finding says which label that is.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from modylbench.foundation.errors import and_more
from modylbench.products.finding.find import FoundNumber, FoundTable, Missing
from modylbench.products.finding.likeness import aliases_of, may_stand_for
from modylbench.products.pointer import MISSING, resolve, steps
from modylbench.products.quantities.base_units import in_base_units
from modylbench.products.quantities.closeness import EXACT, Measure
from modylbench.products.quantities.labels import label_words
from modylbench.products.quantities.quantity import NumberSought, TableSought
from modylbench.products.quantities.units import unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.evaluation.verification.evidence import CheckOutcome, Evidence
    from modylbench.products.quantities.quantity import Quantity
    from modylbench.products.quantities.units import Unit
    from modylbench.products.reading.index import Index, ProductPart
    from modylbench.products.reading.observation import Observation
    from modylbench.products.work_product import WorkProduct

TELLING_DIGITS = 3  # ours: 6 or 40 stand in any product for many things, 81.4 for few
LONGEST_LABEL = 60
_BY_DIGITS = "numbers by their first digits"
NEVER = Measure(math.nan)
"""The right value of what has none to look for."""


def as_unread(outcome: CheckOutcome, names: Iterable[str], evidence: Evidence) -> CheckOutcome:
    """The outcome; "unread" where all that is missing stands in the product under other labels."""
    if outcome.verdict != "missing":
        return outcome
    labels: list[str] = []
    for name in names:
        lacking = list(_lacking(name, evidence))
        found = [_standing(measure, name, evidence) for measure in lacking]
        if not all(found):
            return outcome
        labels += [label for label in found if label]
    if not labels:
        return outcome
    said = ", ".join(dict.fromkeys(labels[:3]))
    return replace(outcome, verdict="unread", reason=f"could not read {said}{and_more(labels, 3)}")


def _lacking(name: str, evidence: Evidence) -> Iterator[Measure]:
    """The right values of what was not found of a quantity."""
    quantity = evidence.expectations.quantities[name]
    reading, right = evidence.read(name), evidence.expectations.right_reading(name)
    if isinstance(quantity, NumberSought) and isinstance(reading, Missing):
        yield right.measure if isinstance(right, FoundNumber) else NEVER
    elif isinstance(quantity, TableSought) and isinstance(reading, Missing | FoundTable):
        known = reading.numbers if isinstance(reading, FoundTable) else {}
        numbers = right.numbers if isinstance(right, FoundTable) else {}
        yield from (found.measure for key, found in numbers.items() if key not in known)
        if not numbers:
            yield NEVER
    elif reading is None or isinstance(reading, Missing):
        yield NEVER


def _standing(right: Measure, name: str, evidence: Evidence) -> str:
    """The label of a place that shows the right value, with that value; "" for none."""
    quantity = evidence.expectations.quantities[name]
    if not isinstance(quantity, NumberSought | TableSought) or not math.isfinite(right.number):
        return ""
    kind, words = unit(quantity.unit), _words_of(quantity)
    for index in evidence.searched_indexes(quantity.product):
        for part in index.parts:
            for observation in _with_digits(part, right.number):
                if _shows(observation, right, kind) and (
                    _is_telling(right) or _is_akin(observation, words)
                ):
                    return _label_and_value(index, observation)
    return ""


def _with_digits(part: ProductPart, number: float) -> Iterator[Observation]:
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


def _shows(observation: Observation, right: Measure, kind: Unit) -> bool:
    return any(
        measure is not None and measure.size.is_close(right.size, EXACT)
        for shown in observation.shown
        for measure in [in_base_units(shown, observation.strong, observation.weak, kind)]
    )


def _is_telling(right: Measure) -> bool:
    return len(f"{abs(right.number):.10g}".replace(".", "").strip("0")) >= TELLING_DIGITS


def _words_of(quantity: Quantity) -> frozenset[str]:
    return frozenset(word for alias in aliases_of(quantity) for word in label_words(alias).words)


def _is_akin(observation: Observation, words: frozenset[str]) -> bool:
    """True when some label of a number shares a word with the names of what is sought."""
    said = {word for label in observation.axes for word in label}
    return not words.isdisjoint(said) or any(
        may_stand_for(word, whole) for word in said for whole in words
    )


def _label_and_value(index: Index, observation: Observation) -> str:
    label = label_at(index.product, observation.pointer, observation.span)
    return f"{label[:LONGEST_LABEL]!r}: {observation.shown[0].number:,.10g} stands there"


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
