"""What a seed draws beside its numbers, on a small scenario and on the shipped ones."""

from __future__ import annotations

import pytest

from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.drawing.plot import ALL, NEUTRAL, edge_case_of_seed, fits, plot
from modylbench.scenarios.script import LookAlike, openings
from modylbench.scenarios.variant import instantiate, solve_seed

SEEDS = range(1, 121)


@pytest.mark.parametrize("name", shipped_scenarios())
def test_of_three_consecutive_seeds_one_is_critical_and_at_most_one_a_look_alike(name: str) -> None:
    source = scenario(name)
    played = [edge_case_of_seed(source, seed) for seed in SEEDS]

    for three in zip(played, played[1:], played[2:], strict=False):
        critical = [getattr(case, "severity", "") == "critical" for case in three]
        assert any(critical)
        assert sum(isinstance(case, LookAlike) for case in three) <= 1


@pytest.mark.parametrize("name", shipped_scenarios())
def test_every_edge_case_and_look_alike_comes_up(name: str) -> None:
    source = scenario(name)
    cases = source.template.edge_cases.edge_cases
    declared = {case.name for case in cases}
    declared |= {case.look_alike.name for case in cases if case.look_alike is not None}

    assert {edge_case_of_seed(source, seed).name for seed in SEEDS} == declared


@pytest.mark.parametrize("name", shipped_scenarios())
def test_severity_does_not_go_with_the_parity_of_the_seed(name: str) -> None:
    source = scenario(name)
    critical = {
        seed
        for seed in range(1, 601)
        if getattr(edge_case_of_seed(source, seed), "severity", "") == "critical"
    }
    even = sum(seed % 2 == 0 for seed in critical)

    assert abs(even / len(critical) - 0.5) < 0.05


@pytest.mark.parametrize("name", shipped_scenarios())
def test_beats_come_after_those_that_they_need(name: str) -> None:
    source = scenario(name)
    script = source.template.beats
    work = [beat.name for beat in script[1:6]]
    needs = {
        beat.name: set(work[:place] if beat.needs is None else beat.needs)
        for place, beat in enumerate(script[1:6])
    }
    for seed in range(8):
        drawn = instantiate(source, seed).scenario
        order = [turn.beat for turn in drawn.turns]

        assert order[0] == script[0].name
        assert order[-1] == script[-1].name
        assert sorted(beat for beat in order if beat in work) == sorted(work)
        for place, beat in enumerate(order):
            assert needs.get(beat, set()) <= {*order[:place], script[0].name}


def test_the_neutral_beat_and_all_traps_stand_before_the_delivery() -> None:
    source = scenario("scientist")
    truth = solve_seed(source, 3)
    neutral = [beat.name for beat in plot(source, 3, NEUTRAL, truth).beats]
    everything = [beat.edge_case for beat in plot(source, 3, ALL, truth).beats]

    assert neutral[6] == source.template.beats[6].name
    assert everything[6:-1] == [case.name for case in source.template.edge_cases.edge_cases]


def test_the_paper_s_seed_draws_nothing() -> None:
    for name in shipped_scenarios():
        source = scenario(name)
        truth = solve_seed(source, 0)
        beats = plot(source, 0, "seed", truth).beats
        scripted = source.template.beats
        truth |= {f"{beat.name}_place": str(n) for n, beat in enumerate(scripted, start=1)}

        assert [beat.name for beat in beats[:6]] == [beat.name for beat in scripted[:6]]
        for beat, written in zip(beats[:6], scripted[:6], strict=True):
            first = next(line for line in openings(written) if fits(line.where, truth, source))
            assert beat.opening.wordings == (first.wordings[0],)
