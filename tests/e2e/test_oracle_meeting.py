"""The oracle leads every scenario to its end with every product right, always the same."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.staging.agents import Hum, Table, meet
from tests.staging.findings import findings_of

from modylbench.agents.agent import Agent
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.agents.reference.playbook import Playbook
from modylbench.agents.reference.text_only import TextOnly
from modylbench.agents.seating.timing import SeededTiming
from modylbench.foundation.draw import Draw
from modylbench.meeting.room import A2UI, CHAT
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import Variant, instantiate
from modylbench.surfaces.messages.stream import messages_in
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.reading.result import WorkProductReading
from modylbench.surfaces.state.surfaces import Surfaces

Make = Callable[[Variant], Agent]


def oracle(variant: Variant) -> Agent:
    return OracleAgent(Playbook(variant), Draw(variant.scenario.scenario_id, variant.seed, "pace"))


def text_only(variant: Variant) -> Agent:
    return TextOnly(Playbook(variant))


def held(variant: Variant, make: Make, *, has_audio: bool = False) -> Table:
    timing = SeededTiming(Draw(variant.scenario.scenario_id, variant.seed, "oracle"))

    async def script(table: Table) -> None:
        for slot in variant.scenario.human_turns():
            await table.ask(slot.alternatives[-1].human_utterance)

    return meet(
        lambda: make(variant),
        script,
        timing=timing,
        voice=Hum() if has_audio else None,
        scenario=variant.scenario,
    )


def messages_of(table: Table) -> list[list[Any]]:
    read = []
    for stream in table.of(A2UI):
        messages, findings = messages_in(stream.text)
        assert findings == ()
        read.append(messages)
    return read


def shown(table: Table) -> WorkProductReading:
    surfaces = Surfaces()
    for message in (message for stream in messages_of(table) for message in stream):
        assert surfaces.take(message) == ()
    assert surfaces.end_turn() == ()
    return read_products(surfaces.snapshot())


@pytest.mark.parametrize("name", shipped_scenarios())
def test_every_product_of_the_oracle_passes_all_its_criteria(name: str) -> None:
    variant = instantiate(scenario(name), 0)

    table = held(variant, oracle)

    reading = shown(table)
    assert {product.id: product for product in reading.products} == {
        final_product.id: final_product for final_product in variant.final_products
    }
    found = findings_of(variant, reading.products)
    assert [finding.criterion_id for finding in found if not finding.passed] == []
    assert table.faults == []
    assert len(table.spoken) == len(list(variant.scenario.human_turns()))
    assert all(stream.is_whole for stream in table.streams.values())


@pytest.mark.parametrize("name", shipped_scenarios())
def test_no_product_is_sent_whole_after_it_was_made(name: str) -> None:
    messages = [
        message
        for stream in messages_of(held(instantiate(scenario(name), 3), oracle))
        for message in stream
    ]

    made = [
        message["createSurface"]["surfaceId"] for message in messages if "createSurface" in message
    ]
    whole = [
        message["updateDataModel"]["surfaceId"]
        for message in messages
        if message.get("updateDataModel", {}).get("path") == "/"
    ]
    assert len(made) == len(set(made)) == 3
    assert whole == made
    assert len(messages) > 3 * len(made)


@pytest.mark.parametrize("make", [oracle, text_only])
def test_two_meetings_are_the_same_to_the_last_event(make: Make) -> None:
    variant = instantiate(scenario("business_analyst"), 1)

    first, second = held(variant, make, has_audio=True), held(variant, make, has_audio=True)

    assert first.events == second.events


def test_streams_say_what_they_are_and_in_which_order_they_were_sent() -> None:
    table = held(instantiate(scenario("financial_analyst"), 0), oracle)

    attributes = [stream.attributes for stream in table.of(A2UI)]

    assert [attribute["seq"] for attribute in attributes] == [
        str(n + 1) for n in range(len(attributes))
    ]
    assert {attribute["mime"] for attribute in attributes} == {"application/a2ui+json"}
    assert {attribute["version"] for attribute in attributes} == {"v0.9"}
    turns = [int(attribute["turn"]) for attribute in attributes]
    assert turns == sorted(turns)
    assert turns[0] == 1


@pytest.mark.parametrize("name", shipped_scenarios())
def test_the_text_only_agent_says_and_writes_and_shows_nothing(name: str) -> None:
    variant = instantiate(scenario(name), 0)

    table = held(variant, text_only)

    assert table.of(A2UI) == []
    assert table.faults == []
    assert len(table.spoken) == len(list(variant.scenario.human_turns()))
    written = "\n".join(stream.text for stream in table.of(CHAT))
    assert all(product.title in written for product in variant.final_products)
    assert max(len(stream.text) for stream in table.of(CHAT)) <= 6_000
    assert "{" not in json.dumps([stream.text for stream in table.spoken])
