"""A recording with a planted defect is the oracle's but for that, and the panel sees it."""

import asyncio
from itertools import combinations
from pathlib import Path

import pytest
from tests.staging.sampling import IS_NIGHTLY
from tests.staging.trials import quiet_options

from modylbench.agents.planted.defects import DEFECTS
from modylbench.agents.planted.plant import PlantedChoice, PlantedDefect
from modylbench.agents.planted.wrong_numbers import half_right
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.evaluation.judging.offline.panel import offline_panel
from modylbench.pipeline.calibration import (
    WHOLE_PANEL,
    CalibrationBench,
    CleanScore,
    DefectSample,
    detections,
    samples,
    scores_in,
)
from modylbench.pipeline.equipment import Equipment
from modylbench.pipeline.panel.choice import Panel
from modylbench.pipeline.trial import run_trial
from modylbench.recording.recording import MeetingRecording
from modylbench.recording.turns import RecordedTurn
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import Variant, instantiate

SEED = 17
CLEAN = PlantedDefect("clean", OracleAgent)
SAID = ("wrong_number",)
"""What is wrong in words as well, wherever it comes up."""
SHOWN = ("wrong_number", "missing_section", "swapped_axis", "invented_citation")
WITH_CHARTS = ("deep_researcher", "optimization_solver", "scientist", "business_analyst")
UNTIMELY = ("talk_over", "long_pause")
LOOKED_AT = shipped_scenarios() if IS_NIGHTLY else ("business_analyst",)
SHARES = [tenth / 10 for tenth in (range(11) if IS_NIGHTLY else (0, 1, 3, 5, 8, 10))]
CHANCE = 1.0  # points of ten; it was 0.7 at most in six scenarios at two seeds


def equipment(folder: Path) -> Equipment:
    return Equipment(quiet_options(folder), PlantedChoice(CLEAN), None, None)


def bench(variant: Variant, folder: Path) -> CalibrationBench:
    options = EvaluationOptions(mode="text", transcripts="captions")
    return CalibrationBench(variant, equipment(folder), Panel(offline_panel(), options))


def recorded(plant: PlantedDefect, variant: Variant, folder: Path) -> MeetingRecording:
    options = equipment(folder).options
    seated = Equipment(options, PlantedChoice(plant), None, None)
    return run_trial(variant, folder, seated, lambda *_: None)


def content(turn: RecordedTurn) -> tuple[object, ...]:
    surfaces = turn.agent.surfaces
    return (surfaces and surfaces.sha256, [utterance.text for utterance in turn.agent.said])


@pytest.mark.parametrize("name", SHOWN)
def test_before_the_defect_the_record_is_the_oracles_and_from_there_on_it_is_not(
    name: str, tmp_path: Path
) -> None:
    variant = instantiate(scenario(WITH_CHARTS[SHOWN.index(name)]), SEED)
    clean = recorded(CLEAN, variant, tmp_path / "clean")
    for level in range(DEFECTS[name].levels):
        plant = DEFECTS[name].plant(variant, level)
        assert plant is not None

        spoilt = recorded(plant, variant, tmp_path / str(level))

        assert spoilt.faults == ()
        for turn, other in zip(spoilt.turns, clean.turns, strict=True):
            assert plant.turn_index is not None
            if turn.turn_index < plant.turn_index:
                assert turn == other
            elif turn.turn_index == plant.turn_index:
                assert content(turn)[0] != content(other)[0]
            if name not in SAID and turn.turn_index != plant.turn_index:
                assert content(turn)[1] == content(other)[1]


def test_an_ignored_correction_lasts_as_long_as_its_level_says(tmp_path: Path) -> None:
    variant = instantiate(scenario("financial_analyst"), SEED)
    clean = recorded(CLEAN, variant, tmp_path / "clean")
    lengths = []
    for level in range(DEFECTS["unacknowledged_correction"].levels):
        plant = DEFECTS["unacknowledged_correction"].plant(variant, level)
        assert plant is not None

        spoilt = recorded(plant, variant, tmp_path / str(level))

        pairs = zip(spoilt.turns, clean.turns, strict=True)
        differing = [
            turn.turn_index for turn, clean_turn in pairs if content(turn) != content(clean_turn)
        ]
        assert differing[0] == plant.turn_index
        lengths.append(len(differing))
        ends_wrong = differing[-1] == clean.turns[-1].turn_index
        assert ends_wrong == (plant.product_id is not None)
    assert lengths[0] == 1
    assert lengths == sorted(lengths)
    assert len(set(lengths)) == len(lengths)


@pytest.mark.parametrize("name", UNTIMELY)
def test_who_speaks_at_the_wrong_time_shows_and_says_what_is_right(
    name: str, tmp_path: Path
) -> None:
    variant = instantiate(scenario("scientist"), SEED)
    clean = recorded(CLEAN, variant, tmp_path / "clean")
    before_s = 0.0
    for level in range(DEFECTS[name].levels):
        plant = DEFECTS[name].plant(variant, level)
        assert plant is not None

        spoilt = recorded(plant, variant, tmp_path / str(level))

        for spoilt_turn, clean_turn in zip(spoilt.turns, clean.turns, strict=True):
            assert content(spoilt_turn)[0] == content(clean_turn)[0]
            if spoilt_turn.turn_index != plant.turn_index:
                assert content(spoilt_turn)[1] == content(clean_turn)[1]
        turn = next(turn for turn in spoilt.turns if turn.turn_index == plant.turn_index)
        first, second = turn.agent.said[:2]
        over_s = turn.human.ended_s - first.started_s
        untimely_s = over_s if name == "talk_over" else second.started_s - first.ended_s
        assert untimely_s > before_s
        before_s = untimely_s


def judged(variant: Variant, folder: Path, *names: str) -> list[DefectSample | CleanScore]:
    async def found() -> list[DefectSample | CleanScore]:
        defects = [DEFECTS[name] for name in names]
        return [sample async for sample in samples(bench(variant, folder), defects)]

    return asyncio.run(found())


@pytest.mark.nightly
def test_the_panel_sees_what_code_can_see(tmp_path: Path) -> None:
    names = [name for name, defect in DEFECTS.items() if not defect.needs]
    found = [
        sample
        for scenario_id in LOOKED_AT
        for sample in judged(instantiate(scenario(scenario_id), SEED), tmp_path, *names)
    ]
    spoilt = [
        sample
        for sample in found
        if isinstance(sample, DefectSample) and sample.judge == WHOLE_PANEL
    ]

    rows = detections(spoilt, [], by_defect=False)

    assert {row.dimension: row.auc for row in rows if row.auc is None or row.auc < 0.9} == {}


@pytest.mark.parametrize("seed", [SEED, 3] if IS_NIGHTLY else [SEED])
@pytest.mark.parametrize("name", shipped_scenarios() if IS_NIGHTLY else ("business_analyst",))
def test_correctness_falls_as_numbers_are_corrupted_one_by_one(
    name: str, seed: int, tmp_path: Path
) -> None:
    variant = instantiate(scenario(name), seed)
    correctness = []
    for share in SHARES:
        scores = asyncio.run(scores_in(bench(variant, tmp_path), half_right(variant, share), None))
        rated = [
            score
            for (subject, dimension, judge), score in scores.items()
            if subject.startswith("product-") and (dimension, judge) == ("correctness", WHOLE_PANEL)
        ]
        assert len(rated) == len(variant.scenario.expected_outputs)
        correctness.append(sum(rated) / len(rated))

    assert correctness[0] >= 9.0
    assert correctness[1] < correctness[0] - 1.0
    assert max(correctness[SHARES.index(0.5) :]) < correctness[0] / 2
    assert correctness[-1] < 4.0
    # Near its floor the order of neighbours is chance: which figure decides, which only ties.
    assert all(later < earlier + CHANCE for earlier, later in combinations(correctness, 2))
