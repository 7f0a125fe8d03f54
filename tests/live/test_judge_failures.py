"""Which failures of a service are final, and what they cost."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest
from tests.staging.servers.judge_clients import (
    PLAIN,
    QUICK,
    SOUND,
    ask_judge,
    client_with,
    every_format,
    every_priced_format,
    judge_on,
)
from tests.staging.servers.judges import (
    GOOD,
    GPT,
    GPT_AUDIO,
    OMNI,
    ServiceFormat,
    failure_reply,
    serve_judge,
    slow_reply,
)
from tests.staging.servers.speech import Reply, json_reply

from modylbench.providers.models.access import judge_name
from modylbench.providers.models.failures import AnswerCutOff, ServiceFailure
from modylbench.providers.models.judge_models import JudgeModel, picture
from modylbench.providers.models.question import ModelReply as Answer


def cut_off(form: ServiceFormat, text: str) -> Reply:
    """An answer that ended at the limit of tokens."""
    answer: Any = form.answer({"model": "m"}, text)
    *path, value = form.cut_off
    place = answer
    for step in path[:-1]:
        place = place[int(step)] if step.isdigit() else place[step]
    place[path[-1]] = value
    return json_reply(answer)


@every_format
@pytest.mark.parametrize("status", [301, 302, 307, 308, 413, 415])
def test_redirects_and_what_is_too_large_are_final_with_their_status(
    form: ServiceFormat, status: int
) -> None:
    away = Reply(status, (b"{}",), {"location": "http://127.0.0.1:1/elsewhere"})
    with serve_judge(form, away) as (service, name, _), pytest.raises(ServiceFailure) as caught:
        ask_judge(name)

    assert f"({status})" in str(caught.value)
    assert len(service.bodies) == 1


@every_priced_format
def test_an_answer_that_never_began_is_final_and_paid_for(form: ServiceFormat) -> None:
    with (
        serve_judge(form, cut_off(form, "")) as (service, name, _),
        pytest.raises(AnswerCutOff) as caught,
    ):
        ask_judge(name)

    assert "20,000 tokens" in str(caught.value)
    assert len(service.bodies) == caught.value.calls == 1
    assert (caught.value.input_tokens, caught.value.output_tokens) == (1000, 50)
    assert caught.value.cost_usd


@every_priced_format
def test_an_answer_that_was_begun_is_for_the_judge(form: ServiceFormat) -> None:
    with serve_judge(form, cut_off(form, '{"score": 7, "wh')) as (_, name, _server):
        reply, _ = ask_judge(name)

    assert reply.text == '{"score": 7, "wh'


def test_only_the_call_of_our_tool_is_an_answer() -> None:
    answer: Any = GPT_AUDIO.answer(
        {"model": "m", "tools": [{"function": {"name": "answer"}}]}, GOOD
    )
    calls = answer["choices"][0]["message"]["tool_calls"]
    calls.insert(0, json.loads(json.dumps(calls[0])))
    calls[0]["function"] = {"name": "other", "arguments": '{"score": 1, "why": "not asked"}'}
    alone = json.loads(json.dumps(answer))
    del alone["choices"][0]["message"]["tool_calls"][1]
    with serve_judge(GPT_AUDIO, json_reply(alone), json_reply(answer)) as (service, name, _):
        reply, waits = ask_judge(name)

    assert reply.text == GOOD
    assert (len(service.bodies), len(waits)) == (2, 1)


def test_tries_that_failed_are_told_with_what_they_took() -> None:
    with (
        serve_judge(GPT, "", "", failure_reply(503)) as (_, name, _server),
        pytest.raises(ServiceFailure) as caught,
    ):
        ask_judge(name)

    failed = caught.value
    assert failed.calls == 3
    assert (failed.input_tokens, failed.output_tokens) == (2000, 100)
    assert failed.cost_usd == pytest.approx(2 * (1000 * 1.75 + 50 * 14) / 1e6)


def test_an_answer_has_the_cost_of_the_tries_before_it() -> None:
    with serve_judge(GPT, "", failure_reply(503), GOOD) as (_, name, _server):
        reply, _ = ask_judge(name)

    assert (reply.input_tokens, reply.output_tokens) == (2000, 100)
    assert reply.cost_usd == pytest.approx(2 * (1000 * 1.75 + 50 * 14) / 1e6)


def test_a_try_that_hung_counts_in_full() -> None:
    async def run(name: str) -> ServiceFailure:
        patience = replace(QUICK, tries=1, try_s=0.3)
        async with client_with(patience=patience) as (client, _):
            with pytest.raises(ServiceFailure) as caught:
                await judge_on(client, name).ask(PLAIN)
            assert client.budget.spent_usd == caught.value.cost_usd
            return caught.value

    with serve_judge(GPT, slow_reply(1.0)) as (_, name, _server):
        failed = asyncio.run(run(name))

    assert failed.calls == 1
    assert failed.cost_usd is not None
    assert failed.cost_usd >= 20_000 * 14 / 1e6


def test_sound_that_is_too_long_for_a_request_is_left_out_with_a_word() -> None:
    async def run(name: str) -> Answer:
        judge = judge_name(name)
        small = replace(judge, family=judge.family.model_copy(update={"request_mb": 0.05}))
        async with client_with() as (client, _):
            return await JudgeModel(client, small).ask(replace(PLAIN, attached=(SOUND, picture())))

    with serve_judge(OMNI) as (service, name, _):
        reply = asyncio.run(run(name))

    assert reply.text == GOOD
    assert reply.audio_sent == ()
    assert reply.images_sent == (picture().sha256,)
    assert "sound (1) could not be sent" in json.dumps(service.bodies[0])
