"""Can nobody know which verdicts are asked for again, and everybody check it afterwards?"""

from collections import Counter

from modylbench.evaluation.verdicts import Kind, Subject
from modylbench.leaderboard.checking.agreement import (
    PER_SCENARIO,
    VerdictSample,
    draw_samples,
    drawing_seed,
)

KINDS: tuple[tuple[Kind, int], ...] = (("turn", 25), ("product", 3), ("edge_case", 1))


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
    counts = Counter((one.scenario_id, one.subject.kind) for one in found)

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
