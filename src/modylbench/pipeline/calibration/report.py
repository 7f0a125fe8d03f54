"""How well does each judge see the planted defects, dimension by dimension?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.analysis.detection import area_under_curve, detection_rate, false_alarm_rate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.pipeline.calibration.samples import CleanScore, Sample


@dataclass(frozen=True, slots=True)
class Detection:
    """One judge and dimension, over all defects that should move it, or over one of them.

    `planted` counts the subjects with a defect, `rated` those of them that the judge assessed with
    and without it: the figures are over these.
    """

    judge: str
    dimension: str
    defect: str
    planted: int
    rated: int
    detection_rate: float | None
    false_alarm_rate: float | None
    auc: float | None
    by_level: dict[str, float | None]


def detections(
    samples: Sequence[Sample], clean: Sequence[CleanScore], *, by_defect: bool
) -> tuple[Detection, ...]:
    """A row for every judge and dimension; for every defect as well where `by_defect`."""
    groups: dict[tuple[str, str, str], list[Sample]] = {}
    for sample in samples:
        defect = sample.defect if by_defect else ""
        groups.setdefault((defect, sample.dimension, sample.judge), []).append(sample)
    return tuple(
        _detection(group, defect, [one for one in clean if _is_of(one, group[0])])
        for (defect, _, _), group in groups.items()
    )


def _detection(group: Sequence[Sample], defect: str, clean: Iterable[CleanScore]) -> Detection:
    by_subject: dict[str, list[float]] = {}
    for one in clean:
        by_subject.setdefault(f"{one.twin}/{one.scenario_id}/{one.subject}", []).append(one.score)
    pairs = _pairs(group)
    levels = sorted({sample.level for sample in group})
    return Detection(
        judge=group[0].judge,
        dimension=group[0].dimension,
        defect=defect,
        planted=len(group),
        rated=len(pairs),
        detection_rate=detection_rate(pairs),
        false_alarm_rate=false_alarm_rate(by_subject),
        auc=area_under_curve([one for one, _ in pairs], [other for _, other in pairs]),
        by_level={
            str(level + 1): detection_rate(_pairs(one for one in group if one.level == level))
            for level in levels
        },
    )


def _pairs(group: Iterable[Sample]) -> list[tuple[float, float]]:
    return [
        (one.clean, one.spoilt) for one in group if one.clean is not None and one.spoilt is not None
    ]


def _is_of(one: CleanScore, sample: Sample) -> bool:
    return (one.dimension, one.judge) == (sample.dimension, sample.judge)
