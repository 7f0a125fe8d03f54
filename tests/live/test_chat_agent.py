"""Any OpenAI-compatible chat model attends, by the real client over a real socket."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.staging.agents import Script, Table, attend_meeting
from tests.staging.servers.chat import (
    KEY,
    MODEL,
    ChatServer,
    Reply,
    chunk,
    event,
    failure_reply,
    in_json,
    serving,
    stream,
    stream_words,
    whole_reply,
)

from modylbench.agents.catalogue import choose_agent
from modylbench.agents.choice import AgentOptions
from modylbench.foundation.errors import UserMistake
from modylbench.meeting.room import CHAT
from modylbench.providers.models.question import CHAT_LIMITS


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with serving() as server:
        yield server


def options(server: ChatServer, key: str = KEY) -> AgentOptions:
    return AgentOptions(server.address, {"OPENAI_API_KEY": key} if key else {})


def met(server: ChatServer, script: Script, log: Path) -> Table:
    choice = choose_agent(f"chat:{MODEL}", options(server), is_checked=False)
    return attend_meeting(choice, script, log=log / "agent.log")


def asking(*questions: str) -> Script:
    async def script(table: Table) -> None:
        for question in questions:
            await table.ask(question)

    return script


def said(table: Table) -> list[str]:
    return [stream.text for stream in table.spoken]


def test_a_meeting_goes_to_the_model_as_one_conversation(
    server: ChatServer, tmp_path: Path
) -> None:
    server.replies += [stream_words("The EV is ", "$180M. It rests on 12x."), stream_words("Yes.")]

    async def script(table: Table) -> None:
        await table.human.send_file("d.csv", b"a,b\n1,2\n", mime_type="text/csv", attributes={})
        await table.human.send_file("d.bin", b"\xff\x00", mime_type="", attributes={})
        await table.ask("What is the EV?")
        await table.ask("Sure?")

    table = met(server, script, tmp_path)

    assert said(table) == ["The EV is $180M.", "It rests on 12x.", "Yes."]
    assert table.faults == []
    first, second = server.asked
    assert first["stream"] is True
    system, question = first["messages"]
    assert "CloudSync LBO Model" in system["content"]
    assert "{" not in system["content"]
    assert question["content"].partition(":")[2].startswith(" What is the EV?")
    assert "a,b\n1,2\n" in question["content"]
    assert "'d.bin' (unknown type, 2 bytes): not text" in question["content"].replace(
        "application/octet-stream", "unknown type"
    )
    assert second["messages"][:2] == first["messages"]
    answered, again = second["messages"][2:]
    assert answered == {"role": "assistant", "content": "The EV is $180M. It rests on 12x."}
    assert again["content"].endswith(": Sure?")


def test_the_first_sentence_is_said_while_the_rest_comes(
    server: ChatServer, tmp_path: Path
) -> None:
    server.replies += [stream_words("One. ", "Two", " is", " long.", wait_s=0.25)]

    table = met(server, asking("Go."), tmp_path)

    thinking_s = next(at_s for at_s, state in table.states if state == "thinking")
    first, second = table.spoken
    assert (first.text, second.text) == ("One.", "Two is long.")
    assert 0.5 < first.opened_s - thinking_s < 1.4  # 3 x 0.25 s and the voice's 0.2 s
    whole_s = 7 * 0.25
    assert first.opened_s - thinking_s < whole_s


def test_tables_and_code_go_to_the_chat(server: ChatServer, tmp_path: Path) -> None:
    table = "| a | b |\n|---|---|\n| 1 | 2 |"
    server.replies += [
        stream_words("Here it is:\n\n" + table + "\n\nWith code:\n```py\nx = 1\n```\n")
    ]

    met_table = met(server, asking("Go."), tmp_path)

    assert said(met_table) == ["Here it is:", "With code:"]
    assert [stream.text for stream in met_table.of(CHAT)] == [table, "```py\nx = 1\n```"]


RECOVERED: dict[str, list[Reply]] = {
    "429 with Retry-After": [failure_reply(429, retry_after="0.2"), stream_words("Well.")],
    "5xx": [failure_reply(500), failure_reply(503), stream_words("Well.")],
    "malformed stream": [stream(b"data: {{{\n\n"), whole_reply("Well.")],
    "empty stream": [stream(event(b"[DONE]")), whole_reply("Well.")],
    "no streaming": [whole_reply("Well."), whole_reply("Well.")],
    "empty content": [stream_words(""), whole_reply("Well.")],
    "no choices": [stream(event({"id": "1", "choices": []})), whole_reply("Well.")],
    "content of parts": [
        stream(chunk({"content": [{"type": "text", "text": "Well."}]}, "stop"), event(b"[DONE]"))
    ],
    "refusal": [stream(chunk({"refusal": "Well."}), chunk({}, "stop"), event(b"[DONE]"))],
    "cut before the first word": [stream(b": hello\n\n", is_cut=True), whole_reply("Well.")],
}


@pytest.mark.parametrize("name", RECOVERED)
def test_what_can_be_recovered_from_is_no_fault(
    name: str, server: ChatServer, tmp_path: Path
) -> None:
    server.replies += RECOVERED[name]

    table = met(server, asking("Go."), tmp_path)

    assert said(table) == ["Well."]
    assert table.faults == []
    assert len(server.asked) == len(RECOVERED[name])


FAILED: dict[str, tuple[list[Reply], str, list[str]]] = {
    "401": ([failure_reply(401, f"bad key {KEY}")], "refused the key (401)", []),
    "400": (
        [failure_reply(400, f"too long for {KEY}")],
        "refused the request (400): 'too long for …'",
        [],
    ),
    "cut": (
        [stream(chunk({"content": "Half. A th"}), is_cut=True)],
        "broke off",
        ["Half.", "A th"],
    ),
    "ended early": ([stream(chunk({"content": "Half."}))], "failed", ["Half."]),
    "garbage in the middle": (
        [stream(chunk({"content": "Half."}), b"data: }\n\n")],
        "failed",
        ["Half."],
    ),
    "an error in the middle": (
        [stream(chunk({"content": "Half."}), event({"error": {"message": "overloaded"}}))],
        "failed: 'overloaded'",
        ["Half."],
    ),
    "empty twice": ([stream_words(""), whole_reply("")], "answered without a word", []),
    "withheld": (
        [stream(chunk({}, "content_filter")), whole_reply("", "content_filter")],
        "answered without a word",
        [],
    ),
    "no text": (
        [stream(chunk({"content": 7}, "stop")), whole_reply({"a": 1})],
        "cannot be read",
        [],
    ),
    "no answer at all": ([in_json([]), in_json("x")], "cannot be read", []),
}


@pytest.mark.parametrize("name", FAILED)
def test_a_service_that_fails_is_charged_and_the_meeting_goes_on(
    name: str, server: ChatServer, tmp_path: Path
) -> None:
    replies, detail, words = FAILED[name]
    server.replies += replies

    table = met(server, asking("First?", "Second?"), tmp_path)

    (fault,) = table.faults
    assert fault["code"] == "service_failed"
    assert fault["detail"].startswith("openai-compatible at 127.0.0.1:")
    assert "object" not in fault["detail"]
    assert detail in fault["detail"]
    assert KEY not in json.dumps(table.faults)
    assert said(table) == [*words, "All is well."]


def test_an_answer_without_end_is_the_services_fault(server: ChatServer, tmp_path: Path) -> None:
    server.replies += [stream_words(*["And so on. "] * 2_000)]

    async def script(table: Table) -> None:
        await table.say("First?")
        await table.until(lambda: bool(table.faults))

    (fault,) = met(server, script, tmp_path).faults

    assert fault["code"] == "service_failed"
    assert "the model's answer had no end" in fault["detail"]


def test_what_a_model_thinks_to_itself_is_neither_said_nor_sent_back(
    server: ChatServer, tmp_path: Path
) -> None:
    server.replies += [
        stream_words("<thi", "nk>Net? Or gross? ", "No.</th", "ink>\n\nNet. ", "Yes.")
    ]

    table = met(server, asking("First?", "Second?"), tmp_path)

    assert said(table)[:2] == ["Net.", "Yes."]
    assert server.asked[1]["messages"][2]["content"] == "Net. Yes."


def test_one_who_is_interrupted_says_no_more_of_it(server: ChatServer, tmp_path: Path) -> None:
    server.replies += [stream_words("One. ", *["word "] * 100, wait_s=0.1), stream_words("New.")]

    async def script(table: Table) -> None:
        await table.say("First?")
        await table.until(lambda: len(table.spoken) == 1)
        await table.say("Second?")
        await table.until(lambda: said(table)[-1] == "New.")

    table = met(server, script, tmp_path)

    assert said(table)[0] == "One."
    assert said(table)[-1] == "New."
    assert len(said(table)) == 2
    assert table.faults == []
    kept = server.asked[1]["messages"][2]
    assert kept["role"] == "assistant"
    assert kept["content"].startswith("One. word")


def test_a_service_is_asked_before_the_first_meeting(server: ChatServer) -> None:
    choice = choose_agent(f"chat:{MODEL}", options(server))

    (asked,) = server.asked
    assert asked["max_completion_tokens"] == 16
    assert choice.name == f"chat:{MODEL}"
    assert choice.settings == {"model": MODEL, "base_url": server.address}
    assert KEY not in repr(choice)


def test_a_server_without_keys_will_do(server: ChatServer) -> None:
    server.needs_key = False

    choose_agent(f"chat:{MODEL}", options(server, key=""))

    assert len(server.asked) == 1


def test_a_model_that_wants_no_limit_will_do(server: ChatServer) -> None:
    server.replies += [failure_reply(400, "use max_tokens"), stream_words("Yes.")]

    choose_agent(f"chat:{MODEL}", options(server))

    assert "max_completion_tokens" not in server.asked[1]


def test_the_oldest_turns_are_left_out_and_it_is_said(server: ChatServer, tmp_path: Path) -> None:
    long = "x" * CHAT_LIMITS.most_history

    met(server, asking(long, long, "Sure?"), tmp_path)

    system, first, *_ = server.asked[-1]["messages"]
    assert "The first 2 turns of the meeting are left out here." in system["content"]
    assert first["content"].endswith(": Sure?")


def test_one_turn_is_kept_however_long_it_is(server: ChatServer, tmp_path: Path) -> None:
    met(server, asking("x" * (CHAT_LIMITS.most_history + 1)), tmp_path)

    assert len(server.asked[-1]["messages"]) == 2


def test_mistakes_are_found_before_the_first_meeting(server: ChatServer) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
    wrong = {
        (MODEL, server.address, "sk-other"): "refused the key (401); check the name, the key",
        ("other", server.address, KEY): "does not know the model 'other' (404)",
        (MODEL, nowhere, KEY): "cannot be reached, 2 times; check the name, the key and --base-url",
        (MODEL, "ftp://x", KEY): "the base URL is no address: found 'ftp://x'",
        (MODEL, "http://a:b@host/v1", KEY): "holds more than a place",
        (MODEL, server.address, "sk-\n1"): "holds characters that no key has",
        (MODEL, "", ""): "needs OPENAI_API_KEY",
    }
    assert wrong
    for (model, address, key), problem in wrong.items():
        with pytest.raises(UserMistake) as mistake:
            choose_agent(f"chat:{model}", AgentOptions(address, {"OPENAI_API_KEY": key}))

        assert problem in str(mistake.value)
        assert "\n" not in str(mistake.value)
        assert "sk-" not in str(mistake.value)
