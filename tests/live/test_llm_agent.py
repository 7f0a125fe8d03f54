"""An agent on a language model works over the real SDKs, and bears what services do."""

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.staging.agents import Hum, Script, Table, attend_meeting
from tests.staging.servers.speech import KEY, Reply, json_reply, serving
from tests.staging.servers.tool_models import (
    ANTHROPIC,
    FIRST_OF_FORMATS,
    MODEL,
    OPENAI,
    SSE,
    WIRES,
    Move,
    ScriptedModel,
    Wire,
    cut_stream,
)

from modylbench.agents.catalogue import choose_agent
from modylbench.agents.choice import AgentOptions
from modylbench.agents.llm.agent import MOST_CALLS, LlmChoice, choose_llm, tool_specs
from modylbench.foundation.errors import UserMistake
from modylbench.meeting.room import A2UI, A2UI_ACTION, CHAT
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.providers.model_services import KEY_VARIABLES
from modylbench.providers.models.client import open_model
from modylbench.providers.models.dialogue import Dialogue
from modylbench.providers.models.patience import Patience
from modylbench.providers.models.question import AnswerLimits
from modylbench.surfaces.messages.stream import messages_in
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.state.surfaces import Surfaces

KEYS = dict.fromkeys(KEY_VARIABLES, KEY)
QUICK = Patience(tries=3, connect_s=20.0, silence_s=60.0, try_s=60.0, first_wait_s=0.01)
HURRIED = replace(QUICK, silence_s=0.5)
SHEET = {
    "id": "model",
    "name": "Model",
    "columns": [{"id": "y1", "label": "Year 1", "unit": "$M"}],
    "rows": [{"id": "revenue", "label": "Revenue", "cells": {"y1": 100}}],
}
CREATE = ("create_spreadsheet", {"id": "lbo", "title": "LBO", "sheets": [SHEET]})
CHANGED = {"row": "revenue", "column": "y1", "value": 120.5}
SET = ("set_cells", {"product": "lbo", "sheet": "model", "cells": [CHANGED]})

every_wire = pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.agent)
every_format = pytest.mark.parametrize("wire", FIRST_OF_FORMATS, ids=lambda wire: wire.agent)


@contextmanager
def scripted(wire: Wire, *moves: Move | Reply) -> Iterator[tuple[LlmChoice, ScriptedModel]]:
    """An agent on a model that follows a script."""
    model = ScriptedModel(wire)
    model.moves.extend(moves)
    with serving(model) as server:
        options = AgentOptions(base_url=server.address + wire.address, api_keys=KEYS)
        yield choose_llm(wire.agent, options, is_checked=False, patience=QUICK), model


def asking(*questions: str) -> Script:
    async def script(table: Table) -> None:
        for question in questions:
            await table.ask(question)

    return script


def said(table: Table) -> list[str]:
    return [stream.text for stream in table.spoken]


def shown(table: Table) -> list[list[Any]]:
    return [list(messages_in(stream.text)[0]) for stream in table.of(A2UI)]


def sheet_of(table: Table) -> Spreadsheet:
    surfaces = Surfaces()
    for messages in shown(table):
        for message in messages:
            assert not [f for f in surfaces.take(message) if f.severity == "error"]
    (product,) = read_products(surfaces.snapshot()).products
    assert isinstance(product, Spreadsheet)
    return product


@every_wire
def test_a_model_makes_a_spreadsheet_changes_a_cell_and_speaks(wire: Wire, tmp_path: Path) -> None:
    moves = (
        Move("I set it up.", (CREATE,)),
        Move("Revenue is 100. Next?"),
        Move("", (SET,)),
        Move("Revenue is now 120.5 million. That is all."),
    )
    with scripted(wire, *moves) as (choice, model):
        table = attend_meeting(choice, asking("Build it.", "Grow it."), log=tmp_path, voice=Hum())

    assert table.faults == []
    assert said(table) == [
        "I set it up.",
        "Revenue is 100.",
        "Next?",
        "Revenue is now 120.5 million.",
        "That is all.",
    ]
    first, second = shown(table)
    assert [next(key for key in m if key != "version") for m in first] == [
        "createSurface",
        "updateDataModel",
        "updateComponents",
    ]
    (update,) = second  # an edit is one small update
    assert update["updateDataModel"]["path"] == "/sheets/0/rows/0/cells/y1"
    assert sheet_of(table).sheets[0].rows[0].cells["y1"].value == 120.5
    assert model.results == ["ok: spreadsheet lbo is updated"]
    assert "Grow it." in json.dumps(model.bodies[-1])
    assert choice.name == wire.agent


@every_format
def test_wrong_calls_are_told_to_the_model(wire: Wire, tmp_path: Path) -> None:
    calls: tuple[tuple[str, Any], ...] = (
        ("create_spredsheet", {}),
        ("set_cells", {"product": "lbo", "sheet": "model", "cells": [CHANGED]}),
        ("write_chat", {"text": 5, "colour": "red"}),
    )
    with scripted(wire, Move("", calls), Move("I could not.")) as (choice, model):
        table = attend_meeting(choice, asking("Try."), log=tmp_path)

    unknown, early, wrong = model.results
    assert unknown == "error: unknown tool 'create_spredsheet': did you mean 'create_spreadsheet'?"
    assert early.startswith("error: found no product 'lbo'")
    assert "text: found 5, expected:" in wrong
    assert "unknown field 'colour'" in wrong
    assert (said(table), table.faults) == (["I could not."], [])


@pytest.mark.parametrize(
    "wire",
    [wire for wire in FIRST_OF_FORMATS if wire.writes_arguments],
    ids=lambda wire: wire.agent,
)
def test_arguments_that_are_no_object_are_told_to_the_model(wire: Wire, tmp_path: Path) -> None:
    written = ("", "{", '{"text": ', "[1, 2]", '"text"', "null", "NaN", "}{", "\x00")
    calls = tuple(("write_chat", arguments) for arguments in written)
    with scripted(wire, Move("", calls), Move("Never mind.")) as (choice, model):
        table = attend_meeting(choice, asking("Try."), log=tmp_path)

    assert len(model.results) == len(written)
    assert all(result.startswith("error: ") for result in model.results)
    assert (said(table), table.faults) == (["Never mind."], [])


BUSY = json_reply({"error": {"message": "busy", "code": 429, "status": "RESOURCE_EXHAUSTED"}}, 429)
DOWN = json_reply({"error": {"message": "down", "type": "api_error"}}, 503)
NOT_JSON = Reply(200, (b"data: {nonsense\n\n",), SSE)
PAGE = Reply(200, (b"<html>hello</html>",), {"content-type": "text/html"})
NOTHING = Reply(200, (), SSE)
FAULTS = {
    "busy": BUSY,
    "down": DOWN,
    "overloaded": json_reply({"type": "error", "error": {"type": "overloaded_error"}}, 529),
    "no JSON": NOT_JSON,
    "a web page": PAGE,
    "nothing": NOTHING,
    "no words": Move(" \n "),
}


@every_format
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_service_that_fails_once_is_asked_again(
    wire: Wire, fault: Move | Reply, tmp_path: Path
) -> None:
    with scripted(wire, fault, Move("Here I am.")) as (choice, model):
        table = attend_meeting(choice, asking("Hello?"), log=tmp_path)

    assert (said(table), table.faults) == (["Here I am."], [])
    assert len(model.bodies) == 2


@every_format
@pytest.mark.parametrize("fault", [BUSY, NOT_JSON, NOTHING], ids=["busy", "no JSON", "nothing"])
def test_a_service_that_keeps_failing_is_the_agents_fault_and_the_meeting_goes_on(
    wire: Wire, fault: Move | Reply, tmp_path: Path
) -> None:
    moves = (*[fault] * QUICK.tries, Move("Here I am again."))
    with scripted(wire, *moves) as (choice, _):
        table = attend_meeting(choice, asking("Hello?", "And now?"), log=tmp_path)

    (told,) = table.faults
    assert told["code"] == "service_failed"
    assert told["detail"].endswith(", 3 times")
    assert "Traceback" not in told["detail"]
    assert said(table) == ["Here I am again."]


@every_format
def test_a_stream_that_breaks_off_is_not_said_twice(wire: Wire, tmp_path: Path) -> None:
    long = Move("One thing is sure. Another is not. And a third never comes to its end.")
    broken = Reply(200, cut_stream(wire.stream(long), 7), SSE)
    with scripted(wire, broken, Move("Once more.")) as (choice, model):
        table = attend_meeting(choice, asking("Tell me.", "Again?"), log=tmp_path)

    assert said(table)[0] == "One thing is sure."
    assert said(table).count("One thing is sure.") == 1
    assert said(table)[-1] == "Once more."
    assert len(table.faults) == 1
    assert "One thing is sure." in json.dumps(model.bodies[-1]), "what was said is remembered"


@every_format
def test_a_stream_that_breaks_off_before_a_word_is_asked_for_again(
    wire: Wire, tmp_path: Path
) -> None:
    broken = Reply(200, cut_stream(wire.stream(Move("", (CREATE,))), 1), SSE)
    with scripted(wire, broken, Move("Here.")) as (choice, _):
        table = attend_meeting(choice, asking("Tell me."), log=tmp_path)

    assert (said(table), table.faults) == (["Here."], [])


def test_a_silent_service_is_given_up(tmp_path: Path) -> None:
    slow = Move("Late.", takes_s=1.0)
    with scripted(OPENAI, slow, slow, slow) as (made, _):
        table = attend_meeting(replace(made, patience=HURRIED), asking("Hello?"), log=tmp_path)

    (told,) = table.faults
    assert "took too long, 3 times" in told["detail"]


def test_a_service_that_wants_too_much_patience_is_not_waited_for(tmp_path: Path) -> None:
    busy = Reply(429, (b"{}",), {"retry-after": "3600", "content-type": "application/json"})
    with scripted(OPENAI, busy) as (choice, model):
        table = attend_meeting(choice, asking("Hello?"), log=tmp_path)

    assert "asks for 3600 s of patience" in table.faults[0]["detail"]
    assert len(model.bodies) == 1


def test_the_time_that_a_service_takes_counts(tmp_path: Path) -> None:
    with scripted(OPENAI, Move("Done.", takes_s=0.5)) as (choice, _):
        asked: list[float] = []

        async def script(table: Table) -> None:
            asked.append(await table.ask("Hello?"))

        began = time.perf_counter()
        table = attend_meeting(choice, script, log=tmp_path)
        took_s = time.perf_counter() - began

    latency_s = table.spoken[0].opened_s - asked[0]
    assert 1.2 <= latency_s <= 1.2 + took_s  # endpointing 0.5, the service 0.5, first audio 0.2


def test_what_is_imported_for_a_model_is_imported_before_it_is_asked() -> None:
    script = """
import asyncio, sys
from modylbench.providers.models.access import access_to
from modylbench.providers.models.client import open_model
from modylbench.providers.models.dialogue import Dialogue
from modylbench.providers.models.failures import ServiceFailure
from modylbench.providers.models.patience import Patience

async def main():
    access = access_to("anthropic:x", "http://127.0.0.1:9", {})
    async with open_model(access, Patience(connect_s=5, silence_s=5)) as model:
        before = set(sys.modules)
        dialogue = Dialogue(model, access, instructions="-", tools=(), patience=Patience(tries=1))
        dialogue.hear("?")
        try:
            async for _ in dialogue.ask():
                pass
        except ServiceFailure as failure:
            print(failure, len(set(sys.modules) - before))

asyncio.run(main())
"""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert "cannot be reached" in done.stdout
    assert int(done.stdout.split()[-1]) < 30


def test_a_model_that_never_stops_calling_is_stopped(tmp_path: Path) -> None:
    chat = ("write_chat", {"text": "again"})
    moves = [Move("", (chat,) * 10) for _ in range(3)]
    with scripted(OPENAI, *moves, Move("All right.", (chat,))) as (choice, model):
        table = attend_meeting(choice, asking("Go."), log=tmp_path)

    assert len(table.of(CHAT)) == MOST_CALLS
    assert (
        model.results[4:]
        == ["ok: written"]
        + [f"error: no more calls in this answer ({MOST_CALLS} at most): say what is done"] * 5
    )
    assert model.bodies[-1]["tool_choice"] == "none"
    assert (said(table), table.faults) == (["All right."], [])


def test_complaints_about_surfaces_reach_the_model_in_the_next_round(tmp_path: Path) -> None:
    complaint = {"error": {"code": "VALIDATION_FAILED", "message": "no such component"}}
    raw = ("send_a2ui", {"messages": [{"version": "v0.9", "deleteSurface": {"surfaceId": "x"}}]})

    async def complain(table: Table) -> None:
        await table.until(lambda: bool(table.of(A2UI)))
        await table.human.send_text(json.dumps(complaint), A2UI_ACTION, {})

    async def script(table: Table) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(complain(table))
            await table.ask("Show.")
        await table.human.send_text(json.dumps({"error": "a later one"}), A2UI_ACTION, {})
        await table.ask("And?")

    with scripted(OPENAI, Move("", (raw,)), Move("Sorry."), Move("So?")) as (choice, model):
        attend_meeting(choice, script, log=tmp_path)

    result, note = model.bodies[1]["messages"][-2:]
    assert result["content"].startswith("ok: 1 messages sent")
    assert "no such component" in note["content"]
    assert "a later one" in model.bodies[2]["messages"][-1]["content"]


def test_a_model_may_have_nothing_to_say_after_its_work(tmp_path: Path) -> None:
    with scripted(OPENAI, Move("", (CREATE,)), Move("")) as (choice, model):
        table = attend_meeting(choice, asking("Build it."), log=tmp_path)

    assert (said(table), table.faults, len(model.bodies)) == ([], [], 2)
    assert sheet_of(table).id == "lbo"


def test_an_answer_that_is_interrupted_leaves_a_conversation_that_goes_on(tmp_path: Path) -> None:
    async def script(table: Table) -> None:
        await table.say("Build it.")
        await table.until(lambda: bool(table.of(A2UI)))
        await table.ask("Stop, something else.")

    moves = (Move("", (CREATE,)), Move("Too late.", takes_s=3.0), Move("Yes?"))
    with scripted(ANTHROPIC, *moves) as (choice, model):
        table = attend_meeting(choice, script, log=tmp_path)

    assert (said(table), table.faults) == (["Yes?"], [])
    assert "something else" in json.dumps(model.bodies[-1]["messages"][-1])
    assert "spreadsheet lbo" in json.dumps(model.bodies[-1]["messages"][-1])


@every_format
def test_calls_that_were_never_made_are_said_to_be_so(wire: Wire) -> None:
    async def talk(choice: LlmChoice) -> None:
        async with open_model(choice.access, QUICK) as model:
            dialogue = Dialogue(
                model, choice.access, instructions="Be brief.", tools=tool_specs(), patience=QUICK
            )
            for words in ("Build it.", "Stop, something else."):
                dialogue.hear(words)
                async with aclosing(dialogue.ask()) as answer:
                    async for _ in answer:
                        pass

    with scripted(wire, Move("", (CREATE, SET)), Move("Yes?")) as (choice, model):
        asyncio.run(talk(choice))

    assert json.dumps(model.bodies[-1]).count("not done: the meeting went on") == 2


def test_a_conversation_that_is_too_long_is_shortened(tmp_path: Path) -> None:
    words = "This model's maximum context length is 8192 tokens."
    error = {"message": words, "code": "context_length_exceeded", "type": "invalid_request_error"}
    too_long = json_reply({"error": error}, 400)
    moves = (Move("First."), Move("Second."), too_long, Move("Third."))
    with scripted(OPENAI, *moves) as (choice, model):
        table = attend_meeting(choice, asking("A one?", "B two?", "C three?"), log=tmp_path)

    assert (said(table), table.faults) == (["First.", "Second.", "Third."], [])
    assert "A one?" in json.dumps(model.bodies[2])
    assert "A one?" not in json.dumps(model.bodies[3])
    assert "C three?" in json.dumps(model.bodies[3])


def test_a_long_conversation_is_forgotten_from_its_beginning(tmp_path: Path) -> None:
    questions = [f"Question {number}: " + "x" * 100 for number in range(6)]
    moves = [Move("Yes, that is so.") for _ in questions]
    with scripted(OPENAI, *moves) as (made, model):
        choice = replace(made, limits=AnswerLimits(most_history=400))
        table = attend_meeting(choice, asking(*questions), log=tmp_path)

    assert table.faults == []
    heard = json.dumps(model.bodies[-1]["messages"])
    assert "Question 5" in heard
    assert "Question 4" in heard
    assert "Question 1" not in heard
    assert model.bodies[-1]["messages"][0]["role"] == "system"


def test_files_come_with_the_words(tmp_path: Path) -> None:
    async def script(table: Table) -> None:
        content = b"region,revenue\nnorth,42\n"
        await table.human.send_file("r.csv", content, mime_type="text/csv", attributes={})
        await table.ask("Here are the figures.")

    with scripted(OPENAI, Move("Thank you.")) as (choice, model):
        attend_meeting(choice, script, log=tmp_path)

    assert "north,42" in model.bodies[0]["messages"][-1]["content"]


def test_tables_and_code_are_written_and_not_said(tmp_path: Path) -> None:
    text = "Here it is.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nx = 1\n```\n\nThat is all."
    with scripted(OPENAI, Move(text)) as (choice, _):
        table = attend_meeting(choice, asking("Show."), log=tmp_path)

    assert said(table) == ["Here it is.", "That is all."]
    written = "\n".join(stream.text for stream in table.of(CHAT))
    assert "| 1 | 2 |" in written
    assert "x = 1" in written


def test_an_endless_answer_is_cut(tmp_path: Path) -> None:
    endless = Move("word " * 1_000)
    with scripted(OPENAI, endless, Move("Sorry.")) as (made, _):
        choice = replace(made, limits=AnswerLimits(most_characters=2_000))
        table = attend_meeting(choice, asking("Talk.", "Enough!"), log=tmp_path)

    assert "sent more than 2,000 characters" in table.faults[0]["detail"]
    assert said(table)[-1] == "Sorry."


@every_wire
def test_a_model_that_answers_is_chosen(wire: Wire) -> None:
    model = ScriptedModel(wire)
    model.moves.append(Move("Yes, I am."))
    with serving(model) as server:
        options = AgentOptions(base_url=server.address + wire.address, api_keys=KEYS)
        choice = choose_agent(wire.agent, options)

    assert choice.name == wire.agent
    assert KEY not in f"{choice!r} {choice.settings}"
    assert choice.settings["model"] == MODEL


REFUSALS = {
    "the key": (
        json_reply({"error": {"message": f"bad key {KEY}", "status": "UNAUTHENTICATED"}}, 401),
        "refused the key (401)",
    ),
    "the model": (
        json_reply({"type": "error", "error": {"type": "not_found_error", "message": "no"}}, 404),
        f"does not know the model '{MODEL}' (404)",
    ),
    "the request": (
        json_reply({"error": {"message": f"no tools for {KEY}"}}, 400),
        "refused the request (400): 'no tools for …'",
    ),
}


@every_format
@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS)
def test_a_refusal_before_the_meeting_is_one_line(wire: Wire, refusal: tuple[Reply, str]) -> None:
    reply, words = refusal
    model = ScriptedModel(wire)
    model.moves.append(reply)
    with serving(model) as server:
        options = AgentOptions(base_url=server.address + wire.address, api_keys=KEYS)
        with pytest.raises(UserMistake) as mistake:
            choose_llm(wire.agent, options, patience=QUICK)

    line = str(mistake.value)
    assert words in line
    assert KEY not in line
    assert "\n" not in line
    assert len(model.bodies) == 1


@every_format
def test_a_server_that_is_not_there_is_one_line(wire: Wire) -> None:
    with socket.socket() as closed:  # bound and not listening: connections are refused
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}{wire.address}"
        options = AgentOptions(base_url=address, api_keys=KEYS)
        with pytest.raises(UserMistake, match=r"cannot be reached, 3 times; check the name"):
            choose_llm(wire.agent, options, patience=QUICK)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("llm:nobody-9", AgentOptions(), "expected one such as openai:gpt-5.2"),
        ("llm:openai:gpt-5.2", AgentOptions(), "openai needs a key: set OPENAI_API_KEY"),
        ("llm:anthropic:claude-opus-4-6", AgentOptions(), "set ANTHROPIC_API_KEY"),
        ("llm:google:gemini-3.1-pro", AgentOptions(), "set GOOGLE_API_KEY or GEMINI_API_KEY"),
        ("llm:openai:", AgentOptions(api_keys=KEYS), "found the model ''"),
        ("llm:openai:a b", AgentOptions(api_keys=KEYS), "found the model 'a b'"),
        ("llm:x", AgentOptions(base_url="ftp://x"), "the base URL is no address"),
        ("llm:x", AgentOptions(base_url="http://me:pw@x/v1"), "holds more than a place"),
        ("llm:openai:x", AgentOptions(api_keys={"OPENAI_API_KEY": "a\nb"}), "copy it again"),
    ],
)
def test_what_cannot_be_a_model_is_said_before_anybody_is_asked(
    name: str, options: AgentOptions, words: str
) -> None:
    with pytest.raises(UserMistake) as mistake:
        choose_llm(name, options)

    assert words in str(mistake.value)
    assert "pw" not in str(mistake.value)
