"""How well each judge sees planted defects, held against clean twins, dimension by dimension."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from modylbench.agents.planted.defects import clean_twin
from modylbench.agents.planted.plant import PlantedChoice
from modylbench.evaluation.dimensions import HIGHEST
from modylbench.evaluation.evaluate.evaluate import briefs_of, measure
from modylbench.evaluation.evaluate.panel import judgments
from modylbench.evaluation.verdicts import Subject
from modylbench.pipeline.trial import run_trial
from modylbench.scoring.consensus import consensus, opinions_by_subject
from modylbench.scoring.rules import default_rules

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence

    from modylbench.agents.planted.defects import Defect
    from modylbench.agents.planted.plant import PlantedDefect
    from modylbench.evaluation.verdicts import Verdict
    from modylbench.pipeline.equipment import Equipment
    from modylbench.pipeline.panel.choice import Panel
    from modylbench.scenarios.variant import Variant


WHOLE_PANEL = "panel"
"""The consensus of all judges, beside each of them."""

ScoresByJudge = dict[tuple[str, str, str], float]
"""By subject, dimension and judge."""
MARGIN = 0.5  # ours: less than half a point is what judges differ by on nothing


@dataclass(frozen=True, slots=True)
class DefectSample:
    """One judge on one dimension of one subject, spoilt and clean; None where not assessed."""

    defect: str
    level: int
    about: str
    scenario_id: str
    seed: int
    subject: str
    dimension: str
    judge: str
    clean: float | None
    spoilt: float | None


@dataclass(frozen=True, slots=True)
class CleanScore:
    """What a judge gives a clean subject, to be held against the same `twin` at other seeds."""

    twin: str
    scenario_id: str
    seed: int
    subject: str
    dimension: str
    judge: str
    score: float


@dataclass(frozen=True, slots=True)
class CalibrationBench:
    """A scenario at a seed, and what its meetings are held and judged with."""

    variant: Variant
    equipment: Equipment
    panel: Panel

    @property
    def scenario_id(self) -> str:
        """Which scenario."""
        return self.variant.scenario.scenario_id


async def samples(
    bench: CalibrationBench, defects: Iterable[Defect]
) -> AsyncIterator[DefectSample | CleanScore]:
    """All defects at all levels in one scenario at one seed; clean meetings are held once."""
    clean: dict[str, ScoresByJudge] = {}
    for defect in defects:
        plants = list(_plants(defect, bench.variant))
        twin = clean_twin(defect, bench.variant)
        if not plants or twin is None:
            continue
        if twin.about not in clean:
            clean[twin.about] = await scores_in(bench, twin, None)
            for clean_score in _clean_scores(bench, twin, clean[twin.about]):
                yield clean_score
        for level, plant in plants:
            wanted = subjects(defect, plant)
            spoilt = await scores_in(bench, plant, wanted)
            for key in _keys(wanted, bench.panel):
                subject, dimension, judge = key
                yield DefectSample(
                    defect=defect.name,
                    level=level,
                    about=plant.about,
                    scenario_id=bench.scenario_id,
                    seed=bench.variant.seed,
                    subject=subject,
                    dimension=dimension,
                    judge=judge,
                    clean=clean[twin.about].get(key),
                    spoilt=spoilt.get(key),
                )


def subjects(defect: Defect, plant: PlantedDefect) -> dict[str, tuple[str, ...]]:
    """The subjects in which the defect shows, by key, and the dimensions that it should move."""
    found: dict[str, tuple[str, ...]] = {}
    if plant.turn_index is not None and defect.of_turn:
        found[Subject(kind="turn", name=str(plant.turn_index)).key] = defect.of_turn
    if plant.product_id is not None and defect.of_product:
        found[Subject(kind="product", name=plant.product_id).key] = defect.of_product
    return found


async def scores_in(
    bench: CalibrationBench, plant: PlantedDefect, wanted: Mapping[str, tuple[str, ...]] | None
) -> ScoresByJudge:
    """Hold the meeting and have these subjects judged, or all of them."""
    equipment = replace(bench.equipment, agent=PlantedChoice(plant))
    with TemporaryDirectory(prefix="modylbench-calibrate-") as temporary:
        folder = Path(temporary) / "trial"
        # On its own thread: a meeting has a clock of its own, and so a loop of its own.
        recording = await asyncio.to_thread(
            run_trial, bench.variant, folder, equipment, lambda *_: None
        )
        measured = measure(recording, folder, bench.variant, options=bench.panel.options)
        asked = [
            brief for brief in briefs_of(measured) if wanted is None or brief.subject.key in wanted
        ]
        judged = await judgments(asked, bench.panel.judges)
    return scores_of(judged.verdicts)


def scores_of(verdicts: Iterable[Verdict]) -> ScoresByJudge:
    """What each judge gave, and the whole panel."""
    rules, scores = default_rules(), ScoresByJudge()
    for subject, opinions in opinions_by_subject(verdicts).items():
        for dimension in {name for opinion in opinions for name in opinion.scores}:
            agreed = consensus(dimension, opinions, rules)
            for judge, score in agreed.by_judge.items():
                scores[subject, dimension, judge] = score
            if agreed.score is not None:
                scores[subject, dimension, WHOLE_PANEL] = agreed.score
    return scores


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
    samples: Sequence[DefectSample], clean: Sequence[CleanScore], *, by_defect: bool
) -> tuple[Detection, ...]:
    """A row for every judge and dimension; for every defect as well where `by_defect`."""
    groups: dict[tuple[str, str, str], list[DefectSample]] = {}
    for sample in samples:
        defect = sample.defect if by_defect else ""
        groups.setdefault((defect, sample.dimension, sample.judge), []).append(sample)
    return tuple(
        _detection(group, defect, [score for score in clean if _is_same_rating(score, group[0])])
        for (defect, _, _), group in groups.items()
    )


def _plants(defect: Defect, variant: Variant) -> Iterator[tuple[int, PlantedDefect]]:
    for level in range(defect.levels):
        plant = defect.plant(variant, level)
        if plant is not None:
            yield level, plant


def _keys(wanted: Mapping[str, tuple[str, ...]], panel: Panel) -> Iterator[tuple[str, str, str]]:
    judges = (*sorted(judge.card.name for judge in panel.judges), WHOLE_PANEL)
    for subject, dimensions in wanted.items():
        for dimension in dimensions:
            for judge in judges:
                yield subject, dimension, judge


def _clean_scores(
    bench: CalibrationBench, twin: PlantedDefect, scores: ScoresByJudge
) -> Iterator[CleanScore]:
    for (subject, dimension, judge), score in sorted(scores.items()):
        yield CleanScore(
            twin=twin.about,
            scenario_id=bench.scenario_id,
            seed=bench.variant.seed,
            subject=subject,
            dimension=dimension,
            judge=judge,
            score=score,
        )


def _detection(
    group: Sequence[DefectSample], defect: str, clean: Iterable[CleanScore]
) -> Detection:
    by_subject: dict[str, list[float]] = {}
    for score in clean:
        by_subject.setdefault(f"{score.twin}/{score.scenario_id}/{score.subject}", []).append(
            score.score
        )
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
        auc=area_under_curve(
            [clean_score for clean_score, _ in pairs], [other for _, other in pairs]
        ),
        by_level={
            str(level + 1): detection_rate(
                _pairs(sample for sample in group if sample.level == level)
            )
            for level in levels
        },
    )


def _pairs(group: Iterable[DefectSample]) -> list[tuple[float, float]]:
    """The scores of each sample; a clean one that nobody rated has nothing wrong in it."""
    return [
        (HIGHEST if sample.clean is None else sample.clean, sample.spoilt)
        for sample in group
        if sample.spoilt is not None
    ]


def _is_same_rating(score: CleanScore, sample: DefectSample) -> bool:
    return (score.dimension, score.judge) == (sample.dimension, sample.judge)


def detection_rate(pairs: Sequence[tuple[float, float]], *, margin: float = MARGIN) -> float | None:
    """The share of (clean, spoilt) scores of one subject in which the spoilt one is lower.

    >>> detection_rate([(9.0, 6.0), (9.0, 8.8)])
    0.5
    """
    if not pairs:
        return None
    return sum(clean - spoilt >= margin for clean, spoilt in pairs) / len(pairs)


def false_alarm_rate(
    clean: Mapping[str, Sequence[float]], *, margin: float = MARGIN
) -> float | None:
    """The share of clean scores that fall below those of the same subject at the other seeds.

    A score is held against the mean of the others, as a spoilt one is against its clean twin;
    subjects with one score alone tell nothing.

    >>> false_alarm_rate({"turn-07": [9.0, 9.0, 9.0, 8.0]})
    0.25
    """
    alarms = [
        (math.fsum(scores) - score) / (len(scores) - 1) - score >= margin
        for scores in clean.values()
        if len(scores) > 1
        for score in scores
    ]
    return sum(alarms) / len(alarms) if alarms else None


def area_under_curve(clean: Sequence[float], spoilt: Sequence[float]) -> float | None:
    """The chance that a clean score is above a spoilt one, ties half: AUC of the ROC curve.

    It is the Mann-Whitney U statistic by the number of pairs.

    >>> area_under_curve([9.0, 8.0], [8.0, 3.0])
    0.875
    """
    if not clean or not spoilt:
        return None
    wins = sum((right > wrong) + 0.5 * (right == wrong) for right in clean for wrong in spoilt)
    return wins / (len(clean) * len(spoilt))
