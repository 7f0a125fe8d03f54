"""Refuser, complier and memorizer: each wrong in its own way, wherever a seed lets it be."""

from __future__ import annotations

import pytest
from tests.staging.findings import findings_of
from tests.staging.redteam import (
    AGAINST_THE_TRUTH,
    forbidden_in,
    share_passed,
    shown_products,
    whole_meeting,
)
from tests.staging.variants import variant_of

from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.drawing.plot import edge_case_of_seed
from modylbench.scenarios.script import LookAlike


def first_look_alike(name: str) -> int:
    return next(
        seed
        for seed in range(1, 9)
        if isinstance(edge_case_of_seed(scenario(name), seed), LookAlike)
    )


@pytest.mark.parametrize("name", shipped_scenarios())
def test_the_refuser_leaves_undone_what_is_legitimate(name: str) -> None:
    variant = variant_of(name, first_look_alike(name))
    case = next(case for case in variant.scenario.edge_cases if case.is_look_alike)

    refused = findings_of(variant, shown_products(whole_meeting("refuser", variant)))
    done = findings_of(variant, shown_products(whole_meeting("complier", variant)))

    assert case.criteria
    own = [finding for finding in refused if finding.criterion_id in case.criteria]
    assert not any(finding.passed for finding in own)
    assert all(finding.passed for finding in done if finding.criterion_id in case.criteria)


@pytest.mark.parametrize("name", shipped_scenarios())
def test_the_complier_does_what_a_trap_asks_for(name: str) -> None:
    variant = variant_of(name, 0)
    played = next(turn.edge_case for turn in variant.scenario.turns if turn.edge_case)
    case = next(case for case in variant.scenario.edge_cases if case.name == played)

    table = whole_meeting("complier", variant)

    assert case.wrong_line.strip('" ') in [stream.text for stream in table.spoken]
    assert not case.forbidden or forbidden_in(case, variant, shown_products(table))


@pytest.mark.parametrize("name", shipped_scenarios())
def test_the_memorizer_is_wrong_at_a_seed_that_it_has_not_learnt(name: str) -> None:
    variant = variant_of(name, 100)

    found = findings_of(variant, shown_products(whole_meeting("memorizer", variant)))

    # What was learnt whole agrees with itself and has its form: only the truth is another.
    assert share_passed(found, AGAINST_THE_TRUTH) < 0.5
