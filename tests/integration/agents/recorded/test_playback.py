"""Recorded answers are given again as they were; a bad file is told line by line."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from tests.staging.agents import Hum, Table, attend_meeting, financial_variant

from modylbench.agents.catalogue import choose_agent
from modylbench.agents.choice import AgentOptions, MeetingContext
from modylbench.agents.recorded.playback import LONGEST_LINE, spoken_lines
from modylbench.agents.recorded.shown_turns import ids_drawn
from modylbench.foundation.errors import UserMistake
from modylbench.meeting.room import (
    A2UI,
    ANNOTATION,
    CHAT,
    REACTION,
    TARGET,
    FileReceived,
    TrackSubscribed,
)
from modylbench.products.work_product import as_json
from modylbench.surfaces.messages.stream import messages_in
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.showing import messages_for
from modylbench.surfaces.state.surfaces import Surfaces

FIRST_AUDIO_S = 0.2


def line(**changes: Any) -> dict[str, Any]:
    turns = [
        {"turn_index": 1, "agent_response": "First.", "latency_ms": 1500},
        {"turn_index": 3, "agent_response": "Second.", "chat_messages": ["a note"]},
    ]
    return {"scenario_id": "financial_analyst", "model_id": "m", "turns": turns, **changes}


def written(path: Path, *lines: object) -> Path:
    texts = [text if isinstance(text, str) else json.dumps(text) for text in lines]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def played(path: Path, questions: int) -> Table:
    async def script(table: Table) -> None:
        for _ in range(questions):
            await table.ask("And?")

    return attend_meeting(
        choose_agent(f"recorded:{path}", AgentOptions()), script, log=path.parent / "log"
    )


def products_shown(table: Table) -> list[Any]:
    surfaces = Surfaces()
    for stream in table.of(A2UI):
        for message in messages_in(stream.text)[0]:
            assert not [f for f in surfaces.take(message) if f.severity == "error"]
    return sorted(read_products(surfaces.snapshot()).products, key=lambda product: product.id)


def test_answers_come_in_their_turns_after_their_latencies(tmp_path: Path) -> None:
    table = played(written(tmp_path / "a.jsonl", line()), 3)

    assert [stream.text for stream in table.spoken] == ["First.", "Second."]
    assert [stream.text for stream in table.of(CHAT)] == ["a note"]
    waits_s = []
    for stream in table.spoken:
        asked = [at_s for at_s, state in table.states if state == "thinking"]
        waits_s.append(stream.opened_s - max(at_s for at_s in asked if at_s <= stream.opened_s))
    assert waits_s == pytest.approx([1.5 + FIRST_AUDIO_S, FIRST_AUDIO_S], abs=1e-6)
    assert table.faults == []


def test_reactions_and_annotations_are_given_again(tmp_path: Path) -> None:
    drawn = {"type": "Annotation", "target": "model"}
    turns = [
        {
            "turn_index": 1,
            "agent_response": "First.",
            "reactions": [{"emoji": "👍", "target": "ann", "after_ms": 800}],
            "annotations": [drawn],
        }
    ]

    table = played(written(tmp_path / "a.jsonl", line(turns=turns)), 1)

    [reaction], [annotation] = table.of(REACTION), table.of(ANNOTATION)
    assert (reaction.text, reaction.attributes) == ("👍", {TARGET: "ann"})
    assert json.loads(annotation.text) == drawn
    thought_s = min(at_s for at_s, state in table.states if state == "thinking")
    assert reaction.opened_s >= thought_s + 0.8
    assert table.faults == []


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("reactions", [{"emoji": "ok"}], "expected one emoji"),
        ("annotations", [{"type": "Note"}], "expected Annotation or Delete"),
    ],
)
def test_what_is_no_mark_is_told_with_its_place(
    tmp_path: Path, field: str, value: object, problem: str
) -> None:
    turns = [{"turn_index": 1, "agent_response": "First.", field: value}]
    path = written(tmp_path / "a.jsonl", line(turns=turns))

    with pytest.raises(UserMistake, match=problem):
        choose_agent(f"recorded:{path}", AgentOptions())


def test_one_slow_answer_loses_no_other(tmp_path: Path) -> None:
    turns = [
        {"turn_index": 1, "agent_response": "Too late.", "latency_ms": 100_000},
        {"turn_index": 3, "agent_response": "Second."},
    ]

    async def script(table: Table) -> None:
        await table.say("First?")
        await table.clock.sleep(60)
        await table.ask("Second?")

    path = written(tmp_path / "a.jsonl", line(turns=turns))
    table = attend_meeting(
        choose_agent(f"recorded:{path}", AgentOptions()), script, log=tmp_path / "log"
    )

    assert [stream.text for stream in table.spoken] == ["Second."]
    assert table.faults == []


def test_turns_may_be_counted_as_the_humans_or_as_the_agents(tmp_path: Path) -> None:
    own = line(turns=[{"turn_index": index, "agent_response": str(index)} for index in (2, 6)])
    path = written(tmp_path / "a.jsonl", own)

    table = played(path, 3)

    assert [stream.text for stream in table.spoken] == ["2", "6"]
    assert choose_agent(f"recorded:{path}", AgentOptions()).settings["turn_index"] == "agent turns"


def test_work_products_are_shown_and_files_sent(tmp_path: Path) -> None:
    products = as_json(financial_variant().final_products)["products"]
    assert isinstance(products, list)
    content = base64.b64encode(b"a,b\n").decode()
    turns = [
        {"turn_index": 1, "work_products": products[:1]},
        {"turn_index": 3, "work_products": [{"name": "a.csv", "content_base64": content}]},
        {"turn_index": 5, "agent_response": "Done."},
    ]
    table = played(written(tmp_path / "a.jsonl", line(turns=turns, work_products=products)), 3)

    expected = sorted(financial_variant().final_products, key=lambda product: product.id)
    assert [product.id for product in products_shown(table)] == [p.id for p in expected]
    files = [event for event in table.events if isinstance(event, FileReceived)]
    assert [(file.name, file.content) for file in files] == [("a.csv", b"a,b\n")]
    assert table.faults == []


def test_a_product_that_a_recorded_surface_shows_is_not_shown_twice(tmp_path: Path) -> None:
    product = financial_variant().final_products[0]
    messages = messages_for(product, "somewhere")
    turns = [{"turn_index": 1, "a2ui_surfaces": messages, "agent_response": "Done."}]
    dumped = product.model_dump(mode="json")
    path = written(tmp_path / "a.jsonl", line(turns=turns, work_products=[dumped]))

    table = played(path, 1)

    assert products_shown(table) == [product]
    assert len(table.of(A2UI)) == 1
    assert ids_drawn(messages) == {"somewhere", product.id}


def test_nobody_lends_recorded_answers_a_voice(tmp_path: Path) -> None:
    path, hum = written(tmp_path / "a.jsonl", line()), Hum()

    async def script(table: Table) -> None:
        await table.ask("And?")

    choice = choose_agent(f"recorded:{path}", AgentOptions())
    table = attend_meeting(choice, script, log=tmp_path / "log", voice=hum)

    assert [stream.text for stream in table.spoken] == ["First."]
    assert hum.spoken == []
    sounds = [event for event in table.events if isinstance(event, TrackSubscribed)]
    assert "agent" not in {event.identity for event in sounds}


def test_a_long_answer_is_said_in_lines_that_a_seat_takes(tmp_path: Path) -> None:
    answer = "A sentence of some length, number one. " * 180
    path = written(tmp_path / "a.jsonl", line(turns=[{"turn_index": 1, "agent_response": answer}]))

    table = played(path, 1)

    assert table.faults == []
    assert " ".join(stream.text for stream in table.spoken).split() == answer.split()


@pytest.mark.parametrize("text", ["", "One.", "x" * 20_000, "A b. " * 4_000, "\n\n" * 50])
def test_spoken_lines_together_are_the_text(text: str) -> None:
    lines = spoken_lines(text)

    assert "".join(lines) == text
    assert all(len(line) <= LONGEST_LINE for line in lines)


@pytest.mark.parametrize("name", ["../a.csv", "/etc/a", "a\\b", ".hidden", "a\n.csv", "\x00"])
def test_a_file_name_that_leads_elsewhere_is_refused(name: str, tmp_path: Path) -> None:
    file = {"name": name, "content_base64": ""}
    path = written(tmp_path / "a.jsonl", line(work_products=[file]))

    with pytest.raises(UserMistake, match="expected one without a path"):
        choose_agent(f"recorded:{path}", AgentOptions())


def test_two_playbacks_are_the_same_event_for_event(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", line())

    assert played(path, 2).events == played(path, 2).events


BAD: list[tuple[tuple[object, ...], str]] = [
    ((), "found 0 lines"),
    (("{",), "line 1 column"),
    (("[1]",), "line 1: found [1], expected an object"),
    ((line(), '{"scenario_id": NaN}'), "line 2 column"),
    ((line(model_id=7),), "line 1: model_id: found 7"),
    ((line(extra=1),), "line 1: extra: unknown field 'extra'"),
    ((line(turns=[]),), "line 1: turns: found []"),
    ((line(turns=[{"turn_index": 0}]),), "line 1: turns[0].turn_index: found 0"),
    ((line(turns=[{"turn_index": 1, "latency_ms": -1}]),), "turns[0].latency_ms: found -1"),
    ((line(turns=[{"turn_index": 1}, {"turn_index": 2}]),), "both odd and even"),
    ((line(turns=[{"turn_index": 3}, {"turn_index": 1}]),), "found turn_index 1 after 3"),
    ((line(work_products=[{"name": "a", "content_base64": "%"}]),), "content_base64"),
    ((line(work_products=[{"kind": "spreadsheet"}]),), "the field 'id' is missing"),
    ((line(turns=[{"turn_index": 1, "a2ui_surfaces": ["x"]}]),), "a2ui_surfaces[0]: found 'x'"),
    ((line(), line()), "line 2: found 'financial_analyst' by 'm' twice"),
    ((line(), line(model_id="n")), "holds the answers of m, n; name one: recorded:"),
]


@pytest.mark.parametrize(("lines", "problem"), BAD, ids=[problem for _, problem in BAD])
def test_a_mistake_names_the_file_the_line_and_the_field(
    lines: tuple[object, ...], problem: str, tmp_path: Path
) -> None:
    path = written(tmp_path / "answers.jsonl", *lines)

    with pytest.raises(UserMistake) as mistake:
        choose_agent(f"recorded:{path}", AgentOptions())

    assert "answers.jsonl" in str(mistake.value)
    assert problem in str(mistake.value)
    assert "\n" not in str(mistake.value)


def test_one_of_several_models_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", line(), line(model_id="n"))

    assert choose_agent(f"recorded:{path}#n", AgentOptions()).name == "recorded:a.jsonl#n"
    with pytest.raises(UserMistake, match=r"unknown model in .*'nn': did you mean 'n'\?"):
        choose_agent(f"recorded:{path}#nn", AgentOptions())


def test_a_file_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserMistake, match=r"none\.jsonl"):
        choose_agent(f"recorded:{tmp_path / 'none.jsonl'}", AgentOptions())


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"scenario_id": "scientist"}, "no answers of 'm' for 'financial_analyst'; there are: sci"),
        ({"seed": 4}, "has 'financial_analyst' for seed 4, not for seed 0"),
    ],
)
def test_a_meeting_that_was_not_recorded_is_a_mistake(
    changes: dict[str, Any], problem: str, tmp_path: Path
) -> None:
    choice = choose_agent(
        f"recorded:{written(tmp_path / 'a.jsonl', line(**changes))}", AgentOptions()
    )

    with pytest.raises(UserMistake, match=problem):
        choice.attendee(MeetingContext(financial_variant(), None, tmp_path / "log"))


def test_a_line_of_that_seed_comes_before_one_of_any(tmp_path: Path) -> None:
    own = line(seed=0, turns=[{"turn_index": 1, "agent_response": "Seed 0."}])

    table = played(written(tmp_path / "a.jsonl", line(), own), 1)

    assert [stream.text for stream in table.spoken] == ["Seed 0."]


def test_files_and_models_may_have_a_number_sign_in_their_names(tmp_path: Path) -> None:
    path = written(tmp_path / "a#1.jsonl", line(model_id="org/m#2"), line(model_id="other"))

    assert (
        choose_agent(f"recorded:{path}#org/m#2", AgentOptions()).name
        == "recorded:a#1.jsonl#org/m#2"
    )
    with pytest.raises(UserMistake, match="name one"):
        choose_agent(f"recorded:{path}", AgentOptions())


@pytest.mark.parametrize(
    ("changes", "fragment"),
    [({"model_id": "m\x1b[31m"}, "can be printed"), ({"seed": 2**63}, "seed")],
)
def test_names_and_seeds_that_nothing_could_hold_are_refused(
    changes: dict[str, Any], fragment: str, tmp_path: Path
) -> None:
    path = written(tmp_path / "a.jsonl", line(**changes))

    with pytest.raises(UserMistake, match=fragment):
        choose_agent(f"recorded:{path}", AgentOptions())
