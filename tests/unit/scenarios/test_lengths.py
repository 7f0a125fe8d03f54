"""Meetings of other lengths hold what was asked for in them, and no row of traps."""

import dataclasses
from functools import cache
from itertools import groupby, pairwise

import pytest
from hypothesis import settings

from modylbench.cli.arguments import LENGTHS as LENGTHS_TO_CHOOSE_FROM
from modylbench.foundation.errors import UserMistake
from modylbench.pipeline.library_check.check import wrong_lengths
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.drawing.lengths import LENGTHS, choice_of_length, possible_lengths
from modylbench.scenarios.scenario import Scenario
from modylbench.scenarios.script import BEATS, FIRST_EDGE_CASE_BEAT
from modylbench.scenarios.variant import instantiate, solve_seed

SHORT, LONGEST = min(LENGTHS), max(LENGTHS)
IS_NIGHTLY = settings.get_current_profile_name() == "nightly"
SEEDS = range(8 if IS_NIGHTLY else 4)
CHECKED_SEEDS = range(10 if IS_NIGHTLY else 2)
every_scenario = pytest.mark.parametrize("name", shipped_scenarios())
every_length = pytest.mark.parametrize("length", [n for n in LENGTHS if n != BEATS])


@cache
def meeting(name: str, seed: int, length: int) -> Scenario:
    source = scenario(name)
    return instantiate(
        source, seed, choice_of_length(length), truth=solve_seed(source, seed)
    ).scenario


def test_the_lengths_on_the_command_line_are_those_that_there_are() -> None:
    assert tuple(map(int, LENGTHS_TO_CHOOSE_FROM)) == LENGTHS


@every_length
@every_scenario
def test_a_meeting_has_as_many_scripted_turns_as_were_asked_for(name: str, length: int) -> None:
    for seed in SEEDS:
        turns = meeting(name, seed, length).turns
        assert len(turns) == length
        assert [turns[0].phase, turns[-1].phase] == ["context", "delivery"]
        assert len({turn.beat for turn in turns}) == length


@every_scenario
def test_a_short_meeting_expects_only_products_that_were_asked_for_in_it(name: str) -> None:
    for seed in SEEDS:
        short = meeting(name, seed, SHORT)
        asked_for = {mutation.product_id for mutation in short.expected_mutations}
        assert {output.product_id for output in short.expected_outputs} == asked_for
        assert all(turn.edge_case is None for turn in short.turns)
        handed_over = {
            attachment.name
            for slot in short.human_turns()
            for alternative in slot.alternatives
            for attachment in alternative.attachments
        }
        assert {defect.file for defect in short.defects} <= handed_over


@every_scenario
def test_the_check_finds_every_length_sound(name: str) -> None:
    for seed in CHECKED_SEEDS:
        assert list(wrong_lengths(instantiate(scenario(name), seed))) == [], seed


@every_scenario
def test_the_delivery_of_a_short_meeting_is_not_that_of_the_whole_one(name: str) -> None:
    for seed in SEEDS:
        short, whole = (meeting(name, seed, n).turns[-1] for n in (SHORT, LONGEST))
        assert short.human_utterance != whole.human_utterance
        assert not short.reaches
        assert not short.mutations


@every_scenario
def test_traps_and_twins_are_spread_over_a_long_meeting(name: str) -> None:
    """At most four in a row: the last ones need all the work, and nothing comes after it."""
    for seed in SEEDS:
        turns = meeting(name, seed, LONGEST).turns
        rows = [
            len(list(row))
            for is_case, row in groupby(t.edge_case is not None for t in turns)
            if is_case
        ]
        first = next(place for place, turn in enumerate(turns, 1) if turn.edge_case)
        assert first >= FIRST_EDGE_CASE_BEAT
        assert len(rows) >= 3
        assert max(rows) <= 4


@every_scenario
def test_a_trap_and_its_twin_are_not_neighbours(name: str) -> None:
    for seed in SEEDS:
        long = meeting(name, seed, LONGEST)
        twins = {case.name: case.look_alike_of for case in long.edge_cases}
        for case, following in pairwise(turn.edge_case for turn in long.turns):
            if case and following:
                assert twins[case] != following
                assert twins[following] != case


@every_scenario
def test_an_edge_case_comes_after_the_work_that_it_needs(name: str) -> None:
    template = scenario(name).template
    work = {beat.name for beat in template.beats[1:6]}
    needs: dict[str, set[str]] = {}
    for case in template.edge_cases.edge_cases:
        needs[case.name] = work if case.needs is None else set(case.needs)
        twin = case.look_alike
        if twin is not None:
            needs[twin.name] = needs[case.name] if twin.needs is None else set(twin.needs)
    for seed in SEEDS:
        done: set[str] = set()
        for turn in meeting(name, seed, LONGEST).turns:
            assert needs.get(turn.edge_case or "", set()) <= done, (seed, turn.edge_case)
            done.add(turn.beat)


def test_a_scenario_without_a_short_delivery_has_no_short_meeting() -> None:
    source = scenario("financial_analyst")
    without = source.template.model_copy(update={"short": None})
    bare = dataclasses.replace(source, template=without)

    assert SHORT not in possible_lengths(without)
    with pytest.raises(UserMistake, match=r"has no short\.yaml"):
        instantiate(bare, 1, choice_of_length(SHORT))


def test_a_meeting_is_no_longer_than_its_edge_cases_allow() -> None:
    source = scenario("financial_analyst")
    few = source.template.edge_cases.model_copy(
        update={"edge_cases": source.template.edge_cases.edge_cases[:2], "permutation": (0, 1)}
    )
    template = source.template.model_copy(update={"edge_cases": few})

    assert possible_lengths(template) == (4, 12)
    with pytest.raises(UserMistake, match="edge cases for 12 at most"):
        instantiate(dataclasses.replace(source, template=template), 1, choice_of_length(LONGEST))
