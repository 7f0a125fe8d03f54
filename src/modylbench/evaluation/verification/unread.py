"""What stands in a product although code could not tell that it is what was asked for.

A reader's failure is not the agent's: where the right value is shown, under a label that no rule
of reading understands, the finding says which label that is.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.right_values import (
    LONGEST_LABEL,
    is_akin,
    is_telling,
    label_at,
    shows,
    with_digits_of,
    words_of,
)
from modylbench.evaluation.verification.value_anchors import anchored_number
from modylbench.foundation.errors import and_more
from modylbench.products.finding.find import FoundNumber, FoundTable, Missing
from modylbench.products.quantities.closeness import Measure
from modylbench.products.quantities.quantity import NumberSought, TableSought
from modylbench.products.quantities.units import unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.evaluation.verification.evidence import CheckOutcome, Evidence
    from modylbench.products.reading.index import Index
    from modylbench.products.reading.observation import Observation

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


def as_misread(outcome: CheckOutcome, names: Iterable[str], evidence: Evidence) -> CheckOutcome:
    """The outcome; "unread" where the right number stands elsewhere under the quantity's own name.

    A contradiction is certain only where nothing else there could be what was asked for.
    """
    if outcome.verdict != "failed":
        return outcome
    labels = [label for name in names if (label := _named_elsewhere(name, evidence))]
    if not labels:
        return outcome
    reason = f"may have read another number than {labels[0]} ({outcome.reason})"
    return replace(outcome, verdict="unread", reason=reason)


def _named_elsewhere(name: str, evidence: Evidence) -> str:
    """The label of a place that bears the name and shows the right value; "" if none was missed."""
    quantity = evidence.expectations.quantities[name]
    if not isinstance(quantity, NumberSought):
        return ""
    reading, right = evidence.read(name), evidence.expectations.right_reading(name)
    if not isinstance(reading, FoundNumber) or not isinstance(right, FoundNumber):
        return ""
    if reading.measure.is_close(right.measure):
        return ""
    others = evidence.other_quantities(quantity)
    read = {(place.product, place.pointer, place.span) for place in reading.places}
    found = anchored_number(
        quantity,
        right.measure,
        evidence.searched_indexes(quantity.product),
        others._replace(places=others.places | read),
        is_named=True,
    )
    if found is None:
        return ""
    place = found.places[0]
    index = next(i for i in evidence.indexes if i.product.id == place.product)
    return f"{label_at(index.product, place.pointer, place.span)[:LONGEST_LABEL]!r}"


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
    kind, words = unit(quantity.unit), words_of(quantity)
    for index in evidence.searched_indexes(quantity.product):
        for part in index.parts:
            for observation in with_digits_of(part, right.number):
                if shows(observation, right, kind) and (
                    is_telling(right) or is_akin(observation, words)
                ):
                    return _label_and_value(index, observation)
    return ""


def _label_and_value(index: Index, observation: Observation) -> str:
    label = label_at(index.product, observation.pointer, observation.span)
    return f"{label[:LONGEST_LABEL]!r}: {observation.shown[0].number:,.10g} stands there"
