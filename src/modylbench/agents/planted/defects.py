"""Which defects can be planted, how grave, and which dimensions should each of them move?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from modylbench.agents.oracle import Oracle
from modylbench.agents.planted import (
    ignored_correction,
    invented_citation,
    low_contrast,
    missing_section,
    swapped_axis,
    untimely,
    wrong_number,
)
from modylbench.agents.planted.plant import Plant

if TYPE_CHECKING:
    from modylbench.scenarios.variant import Variant


class Planting(Protocol):
    """Plants a defect of some level; None where the scenario has no place for it."""

    def __call__(self, variant: Variant, level: int, /) -> Plant | None:
        """The plant."""


@dataclass(frozen=True, slots=True)
class Defect:
    """A kind of defect, by what it is; the dimensions are those whose rubric speaks of it.

    `of_turn` are rated lower in the turn where it arises, `of_product` on the product that has it
    in the end. `needs` is what a recording must have for it to be there at all.
    """

    name: str
    levels: int
    plant: Planting
    of_turn: tuple[str, ...] = ()
    of_product: tuple[str, ...] = ()
    needs: str = ""


DEFECTS = {
    defect.name: defect
    for defect in (
        Defect(
            "wrong_number", len(wrong_number.LEVELS), wrong_number.planted,
            of_turn=("context_accuracy",), of_product=("correctness",),
        ),
        Defect(
            "missing_section", len(missing_section.LEVELS), missing_section.planted,
            of_turn=("task_progress",), of_product=("completeness",),
        ),
        Defect(
            "swapped_axis", len(swapped_axis.LEVELS), swapped_axis.planted,
            of_turn=("context_accuracy",), of_product=("correctness",),
        ),
        Defect(
            "invented_citation", len(invented_citation.LEVELS), invented_citation.planted,
            of_turn=("context_accuracy",), of_product=("correctness",),
        ),
        Defect(
            "unacknowledged_correction", len(ignored_correction.LEVELS),
            ignored_correction.planted,
            of_turn=("iteration_quality", "adaptability"), of_product=("correctness",),
        ),
        Defect(
            "talk_over", len(untimely.TALK_OVER_S), untimely.talking_over,
            of_turn=("social_quality",),
        ),
        Defect(
            "long_pause", len(untimely.PAUSE_S), untimely.pausing, of_turn=("social_quality",)
        ),
        Defect(
            "low_contrast", len(low_contrast.LEVELS), low_contrast.planted,
            of_turn=("presentation_quality",), of_product=("format_presentation",),
            needs="screens",
        ),
    )
}  # fmt: skip


def clean_twin(defect: Defect, variant: Variant) -> Plant | None:
    """The meeting that a defect is compared with: the oracle's, but for what is not the defect."""
    if defect.name == "low_contrast":
        return low_contrast.planted(variant, None)
    return Plant("clean", Oracle)
