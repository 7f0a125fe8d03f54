"""One misread input spoils what follows from it, and leaves everything consistent."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.staging.findings import findings_of
from tests.staging.redteam import AGAINST_THE_TRUTH, share_passed
from tests.staging.variants import variant_of

from modylbench.agents.agent import HeardTurn
from modylbench.agents.distorting.guides import mistaken_guide
from modylbench.agents.distorting.misreading import MOST_MISREAD, MisreadNumber, misread_variant
from modylbench.agents.reference.playbook import Playbook
from modylbench.scenarios.catalogue import shipped_scenarios
from modylbench.scenarios.variant import Variant

every_scenario = pytest.mark.parametrize("name", shipped_scenarios())


def changed(variant: Variant, other: Variant) -> list[str]:
    names = variant.source.template.card.parameters
    return [name for name in names if variant.truth[name] != other.truth[name]]


def understood(variant: Variant) -> Variant:
    other = misread_variant(variant)
    assert other is not None
    return other


def first_misread(name: str, seed: int) -> tuple[Variant, Variant]:
    """The first meeting from that seed on with an input that can be misread.

    In some, whatever is misread leads people to name another subject: there figures slip instead.
    """
    for later in range(seed, seed + 6):
        variant = variant_of(name, later)
        other = misread_variant(variant)
        if other is not None:
            return variant, other
    pytest.fail(f"nothing can be misread in {name} at seeds {seed} to {seed + 5}")


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(-1e6, 1e6))
def test_a_misread_number_is_written_right_and_counts_wrong(wrong: float, right: float) -> None:
    number = MisreadNumber(wrong, right)

    assert f"{number:.6g}" == f"{right:.6g}"
    assert number == wrong
    assert type(number + 0.0) is float


@every_scenario
def test_few_inputs_are_misread_and_most_of_the_truth_is_missed(name: str) -> None:
    variant, other = first_misread(name, 7)

    assert 1 <= len(changed(variant, other)) <= MOST_MISREAD
    against_truth = findings_of(variant, other.final_products)
    assert share_passed(against_truth, AGAINST_THE_TRUTH) < 0.7
    assert all(finding.passed for finding in findings_of(other, other.final_products))
    assert asked(variant) == asked(other)
    assert not any(isinstance(leaf, MisreadNumber) for leaf in leaves(other.truth))


def asked(meeting: Variant) -> list[str]:
    """What people say, without its figures."""
    turns = meeting.scenario.human_turns()
    said = [alternative.human_utterance for turn in turns for alternative in turn.alternatives]
    return [re.sub(r"\d[\d.,]*", "#", line) for line in said]


@pytest.mark.parametrize("name", ["financial_analyst", "business_strategist"])
def test_the_same_seed_is_misread_in_the_same_way_and_another_in_another(name: str) -> None:
    variant, another = variant_of(name, 5), variant_of(name, 6)

    assert understood(variant).truth == understood(variant).truth
    wrong, other = [
        {key: meeting.truth[key] / it.truth[key] for key in changed(it, meeting)}
        for it in (variant, another)
        for meeting in [understood(it)]
    ]
    assert wrong != other


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    if isinstance(value, list | tuple):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


@pytest.mark.parametrize("seed", [1, 2, 7])
def test_a_wrong_buyout_multiplies_and_divides_right(seed: int) -> None:
    variant = variant_of("financial_analyst", seed)
    wrong = understood(variant).truth

    first = next(iter(variant.scenario.human_turns())).alternatives[-1]

    step = mistaken_guide(Playbook(variant)).step(HeardTurn("priya_nair", first.human_utterance))

    revenue, ebitda, value = (
        float(amount) for amount in re.findall(r"\$([\d.]+) million", step.answer)[:3]
    )
    assert ebitda == pytest.approx(revenue * wrong["ebitda_margin"], abs=0.01)
    assert value == pytest.approx(ebitda * wrong["entry_multiple"], abs=0.2)


def test_where_there_is_nothing_to_misread_figures_slip() -> None:
    variant = variant_of("financial_analyst", 1)
    template = variant.source.template
    card = template.card.model_copy(update={"parameters": {}})
    source = replace(variant.source, template=template.model_copy(update={"card": card}))
    bare = replace(variant, source=source)
    first = next(iter(variant.scenario.human_turns())).alternatives[-1]

    assert misread_variant(bare) is None
    step = mistaken_guide(Playbook(bare)).step(HeardTurn("priya_nair", first.human_utterance))
    assert step.answer != first.model_answer
    assert [product.id for product in step.products] == ["lbo_model"]
