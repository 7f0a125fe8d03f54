"""Causes that nobody gave are found, and nobody's honest reason is taken for one."""

import pytest
from tests.staging.perfect_turns import perfect_views, with_words
from tests.staging.variants import variant_of

from modylbench.evaluation.measuring.sources.causes import causes_in, is_known_cause, stems_of
from modylbench.evaluation.measuring.sources.grounding import (
    sources_known_to,
    ungrounded_in_words,
)
from modylbench.evaluation.measuring.sources.knowledge import sources_known_in
from modylbench.products.reading.product_texts import product_texts
from modylbench.scenarios.catalogue import shipped_scenarios

INVENTED = (
    "That went down because of a strike at the harbour.",
    "It is mainly driven by a popular film.",
    "Owing to an unusually mild winter, it moved.",
    "The real reason behind it is a burglary at the archive.",
    "It boils down to gossip among the chauffeurs.",
    "What explains it is the solar eclipse.",
    "It stems from a feud between two uncles.",
    "That is attributable to monsoon flooding.",
)
NO_CAUSE = (
    "It has stood there since 2019.",
    "It rose since we last spoke of 12.5 million.",
    "Why it fell I cannot say.",
    "Because of that, so it is.",
)


@pytest.mark.parametrize("name", shipped_scenarios())
@pytest.mark.parametrize("seed", [0, 5, 17])
def test_every_cause_of_a_perfect_agent_is_known(name: str, seed: int) -> None:
    variant = variant_of(name, seed)
    known = stems_of(sources_known_in(variant).words)
    texts = [
        slot.model_answer for turn in variant.scenario.human_turns() for slot in turn.alternatives
    ]
    texts += [text.text for product in variant.final_products for text in product_texts(product)]
    assert [c for text in texts for c in causes_in(text) if not is_known_cause(c, known)] == []


@pytest.mark.parametrize("name", shipped_scenarios())
def test_causes_from_nowhere_are_found_in_every_scenario(name: str) -> None:
    views = perfect_views(variant_of(name, 5))
    known = sources_known_to(views, variant_of(name, 5))
    for said in INVENTED:
        found = ungrounded_in_words(with_words(views[3], said), known)
        assert [source.kind for source in found] == ["cause"], said


@pytest.mark.parametrize("said", NO_CAUSE)
def test_what_states_no_cause_has_none(said: str) -> None:
    assert causes_in(said) == ()


def test_time_grows_no_faster_than_the_text() -> None:
    assert len(causes_in("because of the weather, " * 50_000)) <= 200
