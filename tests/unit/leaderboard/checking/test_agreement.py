"""Rewritten verdicts are found, and honest ones left in peace."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import settings

from modylbench.evaluation.dimensions import TURN_DIMENSIONS
from modylbench.evaluation.verdicts import Subject, SubjectKind
from modylbench.leaderboard.checking.agreement import (
    FEWEST_TO_TEST,
    PER_SCENARIO,
    TOLERANCE,
    JudgeTolerance,
    VerdictComparison,
    VerdictSample,
    doubts,
    draw_samples,
    drawing_seed,
    most_far,
    too_few,
)

KINDS: tuple[tuple[SubjectKind, int], ...] = (("turn", 25), ("product", 3), ("edge_case", 1))


def judged() -> list[VerdictSample]:
    return [
        VerdictSample(
            scenario_id=scenario,
            seed=seed,
            subject=Subject(kind=kind, name=str(number + 1) if kind == "turn" else f"n{number}"),
        )
        for scenario in ("a", "b")
        for seed in range(3)
        for kind, count in KINDS
        for number in range(count)
    ]


def test_every_scenario_gives_turns_a_product_and_an_edge_case() -> None:
    found = draw_samples("seed", judged())
    counts = Counter((sample.scenario_id, sample.subject.kind) for sample in found)

    assert counts == {(name, kind): PER_SCENARIO[kind] for name in "ab" for kind, _ in KINDS}
    assert len(set(found)) == len(found)


def test_the_draw_follows_from_the_secret_and_the_upload_alone() -> None:
    first = drawing_seed(b"secret", "ab" * 32)

    assert first == drawing_seed(b"secret", "ab" * 32)
    assert len({first, drawing_seed(b"secret", "cd" * 32), drawing_seed(b"other", "ab" * 32)}) == 3
    assert draw_samples(first, judged()) == draw_samples(first, reversed(judged()))
    assert draw_samples(first, judged()) != draw_samples(
        drawing_seed(b"other", "ab" * 32), judged()
    )


def test_every_turn_can_be_drawn() -> None:
    drawn = {
        sample.subject.name
        for number in range(60)
        for sample in draw_samples(str(number), judged())
        if sample.subject.kind == "turn"
    }

    assert len(drawn) == 25


IS_NIGHTLY = settings.get_current_profile_name() == "nightly"
REPEATS = 2000 if IS_NIGHTLY else 150
AN_ANSWER, A_RATING = 0.4, 0.7


def compared(
    number: int, claimed: np.ndarray, again: np.ndarray, judge: str = "judge"
) -> VerdictComparison:
    subject = Subject(kind="turn", name=str(number + 1))
    return VerdictComparison(
        sample=VerdictSample(scenario_id="scientist", seed=0, subject=subject),
        judge=judge,
        claimed=dict(zip(TURN_DIMENSIONS, claimed.tolist(), strict=True)),
        again=dict(zip(TURN_DIMENSIONS, again.tolist(), strict=True)),
    )


def submitted(
    draw: np.random.Generator, verdicts: int, share: float = 0.0, more: float = 0.0
) -> list[VerdictComparison]:
    """What a noisy judge says twice, with a share of the first raised."""
    found = []
    for number in range(verdicts):
        worth = np.clip(7 + draw.normal(0, 1) + draw.normal(0, 0.7, 6), 1, 10)
        twice = worth + draw.normal(0, AN_ANSWER, (2, 1)) + draw.normal(0, A_RATING, (2, 6))
        claimed, again = np.clip(np.round(twice), 1, 10)
        if draw.random() < share:
            claimed = np.clip(claimed + more, 1, 10)
        found.append(compared(number, claimed, again))
    return found


@pytest.mark.parametrize(
    ("verdicts", "share", "more", "at_least", "at_most"),
    [
        (36, 0.0, 0, 0.0, 0.02),
        (18, 0.0, 0, 0.0, 0.02),
        (6, 0.0, 0, 0.0, 0.02),
        (36, 1.0, 2, 0.999, 1.0),
        (36, 1.0, 1, 0.98, 1.0),
        (36, 0.3, 2, 0.8, 1.0),
        (36, 0.2, 3, 0.7, 1.0),
        (6, 1.0, 2, 0.85, 1.0),
    ],
)
def test_so_many_forgeries_are_found(
    verdicts: int, share: float, more: float, at_least: float, at_most: float
) -> None:
    draw = np.random.default_rng(11)
    found = sum(bool(doubts(submitted(draw, verdicts, share, more))) for _ in range(REPEATS))

    assert at_least <= found / REPEATS <= at_most


def test_one_raised_judge_among_honest_ones_is_named() -> None:
    draw = np.random.default_rng(12)
    honest = submitted(draw, 36)
    raised = [pair.model_copy(update={"judge": "forged"}) for pair in submitted(draw, 36, 1.0, 2)]

    found = doubts([*honest, *raised])

    assert found
    assert all(reason.startswith("forged: ") for reason in found)


def test_a_leaderboard_of_noisy_judges_can_allow_for_their_noise() -> None:
    claims = [compared(number, np.full(6, 8.0), np.full(6, 6.9)) for number in range(36)]
    claims += [compared(number, np.full(6, 6.0), np.full(6, 7.5)) for number in range(36)]

    assert any("differ by" in doubt for doubt in doubts(claims))
    assert doubts(claims, JudgeTolerance(absolute=1.5)) == ()


def test_a_judge_of_too_few_verdicts_is_left_open() -> None:
    same = np.full(6, 7.0)
    found = [compared(number, same, same, "one") for number in range(FEWEST_TO_TEST)]
    found.append(compared(0, same, same, "other"))

    assert too_few(found, ["one"]) == ()
    assert too_few(found, ["other", "one", "third"]) == (
        "other: 1 verdicts were given again, expected at least 3",
        "third: 0 verdicts were given again, expected at least 3",
    )


def test_the_same_again_is_never_doubted() -> None:
    same = np.full(6, 7.0)

    assert doubts(compared(number, same, same) for number in range(36)) == ()
    assert doubts([]) == ()


def test_claims_that_are_a_little_low_are_not_doubted() -> None:
    found = [compared(number, np.full(6, 6.0), np.full(6, 7.0)) for number in range(36)]

    assert doubts(found) == ()


def test_votes_that_turn_round_are_far_better_claims() -> None:
    questions = ("detected", "pushed_back", "produced_nothing_wrong")
    sample = VerdictSample(scenario_id="s", seed=0, subject=Subject(kind="edge_case", name="trap"))
    turned = VerdictComparison(
        sample=sample,
        judge="judge",
        claimed={},
        again={},
        claimed_votes=dict.fromkeys(questions, True),
        votes_again={**dict.fromkeys(questions, False), "detected": True},
    )

    assert turned.is_far_better(TOLERANCE.far)
    assert doubts([turned] * (most_far(6, TOLERANCE.far_share) + 1) + [])
    assert not doubts(
        [turned] * most_far(6, TOLERANCE.far_share)
        + [compared(0, np.full(6, 7.0), np.full(6, 7.0))] * 4
    )
