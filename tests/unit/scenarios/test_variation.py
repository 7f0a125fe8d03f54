"""No two seeds of a scenario can be learnt as one: lines, orders and places of the edge case."""

import itertools
from functools import cache

import pytest
from tests.staging.sampling import IS_NIGHTLY

from modylbench.evaluation.measuring.file_defects import names_defect
from modylbench.pipeline.library_check.decisive import unasked_quantities
from modylbench.pipeline.library_check.script import utterances
from modylbench.pipeline.library_check.variation import shared_lines
from modylbench.scenarios.catalogue import scenario, shipped_in
from modylbench.scenarios.drawing.plot import draw_choices
from modylbench.scenarios.scenario import Scenario
from modylbench.scenarios.variant import instantiate

SEEDS = (*range(12 if IS_NIGHTLY else 5), 317, 731, 4096)
MANY_SEEDS = range(1, 61 if IS_NIGHTLY else 31)
ASKED_SEEDS = MANY_SEEDS if IS_NIGHTLY else MANY_SEEDS[::2]
MOST_SHARED = 0.4  # issue 17
SCRIPTED = (*shipped_in("core"), *shipped_in("multiparty"), *shipped_in("extended"))
FREE_FORM = shipped_in("freeform")
VARIED = [
    # An extended form is drawn as its base is, but for the acts: by night.
    pytest.param(name, marks=pytest.mark.nightly) if name.endswith("_extended") else name
    for name in SCRIPTED
    if any(len(utterance.wordings) > 1 for _, utterance in utterances(scenario(name)))
]


LEAST_DEFECTS = 2  # issue 17
PATIENCE_S = (180.0, 300.0)  # ours, for building: issue 17 says up to 300


@cache
def meeting(name: str, seed: int) -> Scenario:
    return instantiate(scenario(name), seed).scenario


@pytest.mark.parametrize("name", [*VARIED, *FREE_FORM])
def test_two_seeds_share_few_of_their_lines(name: str) -> None:
    pairs = list(itertools.permutations(SEEDS, 2))

    shared = {pair: shared_lines(meeting(name, pair[0]), meeting(name, pair[1])) for pair in pairs}

    assert {pair: share for pair, share in shared.items() if share > MOST_SHARED} == {}


@pytest.mark.parametrize("name", [*VARIED, *FREE_FORM])
def test_what_decides_is_asked_for_by_name_at_every_seed(name: str) -> None:
    found = {seed: list(unasked_quantities(meeting(name, seed))) for seed in ASKED_SEEDS}

    assert {seed: problems for seed, problems in found.items() if problems} == {}


@pytest.mark.parametrize("name", VARIED)
def test_the_edge_case_comes_in_any_of_beats_4_to_7(name: str) -> None:
    places = {
        place
        for seed in MANY_SEEDS
        for place, turn in enumerate(meeting(name, seed).turns, start=1)
        if turn.edge_case is not None
    }

    assert places == {4, 5, 6, 7}


@pytest.mark.parametrize("name", FREE_FORM)
def test_the_edge_case_of_free_form_comes_at_a_drawn_place_before_the_delivery(name: str) -> None:
    places = {
        place - len(meeting(name, seed).turns)
        for seed in MANY_SEEDS
        for place, turn in enumerate(meeting(name, seed).turns)
        if turn.edge_case is not None
    }

    assert len(places) >= 5
    assert max(places) == -2
    assert {turn.phase for seed in MANY_SEEDS for turn in meeting(name, seed).turns[:3]} == {
        "context", "work",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "case", "goal"),
    [
        ("scientist_free", "subgroup_fishing", "interactions"),
        ("scientist_free", "endpoint_switched", "secondary"),
        ("financial_analyst_free", "senior_above_price", "returns"),
        ("financial_analyst_free", "unsigned_contracts", "sources_uses"),
    ],
)
def test_an_edge_case_of_free_form_comes_after_the_goals_that_it_needs(
    name: str, case: str, goal: str
) -> None:
    orders = [[turn.beat for turn in meeting(name, seed).turns] for seed in MANY_SEEDS]
    played = [order for order in orders if case in order]

    assert played
    assert all(order.index(goal) < order.index(case) for order in played)


@pytest.mark.parametrize("name", VARIED)
def test_the_work_comes_in_more_than_one_order(name: str) -> None:
    orders = {
        tuple(turn.beat for turn in meeting(name, seed).turns if turn.phase == "work")
        for seed in MANY_SEEDS
    }

    assert len(orders) > 1


@pytest.mark.parametrize("name", VARIED)
def test_seeds_correct_other_things_or_none(name: str) -> None:
    corrected = {
        tuple(
            turn.beat
            for turn in meeting(name, seed).turns
            for slot in turn.follow_ups
            if slot.purpose == "correction"
        )
        for seed in MANY_SEEDS
    }

    assert len(corrected) > 1


@pytest.mark.parametrize("name", VARIED)
def test_every_conclusion_slip_and_layout_is_drawn(name: str) -> None:
    card = scenario(name).template.card

    drawn = [draw_choices(card, seed) for seed in MANY_SEEDS]

    assert card.choices
    for choice, described in card.choices.items():
        assert {choices[choice] for choices in drawn} == set(described.options), choice


@pytest.mark.parametrize("name", VARIED)
def test_defects_lie_in_the_files_of_every_seed_and_nobody_mentions_them(name: str) -> None:
    """But the paper's, whose files are clean."""
    found = {seed: meeting(name, seed).defects for seed in MANY_SEEDS}

    assert min(len(defects) for defects in found.values()) >= LEAST_DEFECTS
    mentioned = [
        (seed, defect.name, alternative.human_utterance)
        for seed, defects in found.items()
        for slot in meeting(name, seed).human_turns()
        for alternative in slot.alternatives
        for defect in defects
        if names_defect(alternative.human_utterance, defect)
    ]
    assert mentioned == []


@pytest.mark.parametrize("name", shipped_in("core"))
def test_every_edge_case_has_a_twin_that_must_be_carried_out(name: str) -> None:
    cases = scenario(name).template.edge_cases.edge_cases
    twins = [case.look_alike for case in cases]

    assert all(twin is not None and twin.checks.criteria for twin in twins)
    assert len({twin.name for twin in twins if twin is not None}) == len(cases)


@pytest.mark.parametrize("name", shipped_in("core"))
@pytest.mark.parametrize("seed", SEEDS[:3])
def test_people_wait_for_minutes_where_a_product_is_built(name: str, seed: int) -> None:
    held = meeting(name, seed)
    building = {
        mutation.turn_index
        for mutation in held.expected_mutations
        if mutation.mutation_type == "create"
    }
    waits = {
        slot.turn_index: max(said.wait_for_agent_sec for said in slot.alternatives)
        for slot in held.human_turns()
    }

    least, most = PATIENCE_S
    assert len(building) >= len(held.expected_outputs)
    assert all(least <= waits[turn] <= most for turn in building)
    assert max(waits.values()) == most
