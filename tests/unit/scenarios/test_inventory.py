"""The six scenarios have the counts of SPEC 1 (the paper's table 7)."""

from typing import get_args

from modylbench.scenarios import catalogue
from modylbench.scenarios.script import Trait

EXPECTED = {
    "financial_analyst": (52, 3, 5, "programmatic", "consultant"),
    "deep_researcher": (48, 3, 5, "citation_validity", "mentor"),
    "business_strategist": (50, 3, 5, "structural", "consultant"),
    "optimization_solver": (48, 3, 4, "mathematical", "peer"),
    "scientist": (52, 3, 5, "statistical", "consultant"),
    "business_analyst": (50, 3, 5, "data_consistency", "peer"),
}


def test_every_scenario_has_its_counts_method_and_tier() -> None:
    found = {}
    for name in catalogue.shipped_scenarios():
        template = catalogue.scenario(name).template
        found[name] = (
            template.card.turns,
            len(template.deliverables.products),
            len(template.edge_cases.edge_cases),
            template.card.method,
            template.card.quality_tier,
        )

    assert found == EXPECTED


def test_the_sums_are_those_of_the_paper() -> None:
    templates = [catalogue.scenario(name).template for name in catalogue.shipped_scenarios()]

    assert sum(template.card.turns for template in templates) == 300
    assert sum(len(template.beats) for template in templates) == 48
    assert sum(len(template.deliverables.products) for template in templates) == 18
    assert sum(len(template.edge_cases.edge_cases) for template in templates) == 29


def test_every_kind_of_trap_is_set_somewhere() -> None:
    traits = {
        case.trait
        for name in catalogue.shipped_scenarios()
        for case in catalogue.scenario(name).template.edge_cases.edge_cases
    }

    assert traits == set(get_args(Trait))
