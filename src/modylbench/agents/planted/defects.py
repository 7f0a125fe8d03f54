"""The table of defects that can be planted: how grave, and which dimensions each should move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from modylbench.agents.planted.conduct_defects import (
    IGNORED_CORRECTION_LEVELS,
    PAUSE_S,
    TALK_OVER_S,
    plant_ignored_correction,
    plant_long_pause,
    plant_talk_over,
)
from modylbench.agents.planted.plant import PlantedDefect
from modylbench.agents.planted.product_defects import (
    INVENTED_CITATION_LEVELS,
    LOW_CONTRAST_LEVELS,
    MISSING_SECTION_LEVELS,
    SWAPPED_AXIS_LEVELS,
    plant_invented_citation,
    plant_low_contrast,
    plant_missing_section,
    plant_swapped_axis,
)
from modylbench.agents.planted.wrong_numbers import WRONG_NUMBER_LEVELS, plant_wrong_number
from modylbench.agents.reference.oracle import OracleAgent

if TYPE_CHECKING:
    from modylbench.scenarios.variant import Variant


class Planting(Protocol):
    """Plants a defect of some level; None where the scenario has no place for it."""

    def __call__(self, variant: Variant, level: int, /) -> PlantedDefect | None:
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
            "wrong_number", len(WRONG_NUMBER_LEVELS), plant_wrong_number,
            of_turn=("context_accuracy",), of_product=("correctness",),
        ),
        Defect(
            "missing_section", len(MISSING_SECTION_LEVELS), plant_missing_section,
            of_turn=("task_progress",), of_product=("completeness",),
        ),
        Defect(
            "swapped_axis", len(SWAPPED_AXIS_LEVELS), plant_swapped_axis,
            of_turn=("context_accuracy",), of_product=("correctness",),
        ),
        Defect(
            "invented_citation", len(INVENTED_CITATION_LEVELS), plant_invented_citation,
            of_turn=("context_accuracy",), of_product=("correctness",),
        ),
        Defect(
            "unacknowledged_correction", len(IGNORED_CORRECTION_LEVELS),
            plant_ignored_correction,
            of_turn=("iteration_quality", "adaptability"), of_product=("correctness",),
        ),
        Defect(
            "talk_over", len(TALK_OVER_S), plant_talk_over,
            of_turn=("social_quality",),
        ),
        Defect(
            "long_pause", len(PAUSE_S), plant_long_pause, of_turn=("social_quality",)
        ),
        Defect(
            "low_contrast", len(LOW_CONTRAST_LEVELS), plant_low_contrast,
            of_turn=("presentation_quality",), of_product=("format_presentation",),
            needs="screens",
        ),
    )
}  # fmt: skip


def clean_twin(defect: Defect, variant: Variant) -> PlantedDefect | None:
    """The meeting that a defect is compared with: the oracle's, but for what is not the defect."""
    if defect.name == "low_contrast":
        return plant_low_contrast(variant, None)
    return PlantedDefect("clean", OracleAgent)
