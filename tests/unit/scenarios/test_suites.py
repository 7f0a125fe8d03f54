"""Suites: each shipped scenario is of one that is known, and the core is the paper's six."""

from modylbench.scenarios.catalogue import ORDER, available, is_shipped, shipped_in
from modylbench.scenarios.loader import LIBRARY, read_card
from modylbench.scenarios.suites import CORE, FREE_FORM, SUITES, suite_of

SHIPPED = sorted(card.parent.name for card in LIBRARY.glob("*/scenario.yaml"))


def test_every_shipped_scenario_is_of_one_suite() -> None:
    by_suite = {suite.name: shipped_in(suite.name) for suite in SUITES}

    assert sorted(name for names in by_suite.values() for name in names) == SHIPPED
    assert all(by_suite.values())
    assert by_suite[CORE] == ORDER
    assert all(name.endswith("_free") for name in by_suite[FREE_FORM])


def test_a_suite_is_known_by_the_cards_of_its_scenarios() -> None:
    for name, folder in available().items():
        if is_shipped(name):
            assert suite_of(read_card(folder).suite) in SUITES


def test_a_suite_that_does_not_ship_has_a_mark_too() -> None:
    assert suite_of("house").mark == "suite house, version 1"
    assert not is_shipped("house")
