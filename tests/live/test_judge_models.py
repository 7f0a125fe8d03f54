"""Real SDKs send sound and pictures as such, and what services do is borne as said."""

import asyncio
import hashlib
import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.staging.servers.judge_clients import (
    PLAIN,
    QUICK,
    SOUND,
    ask_judge,
    client_with,
    every_format,
    judge_on,
)
from tests.staging.servers.judges import (
    CLAUDE,
    FORMATS,
    GEMINI,
    GOOD,
    GPT,
    GPT_AUDIO,
    OMNI,
    ServiceFormat,
    failure_reply,
    serve_judge,
    slow_reply,
)
from tests.staging.servers.speech import KEY, Reply, json_reply

from modylbench.foundation.errors import UserMistake
from modylbench.providers.models.budget import OverBudget
from modylbench.providers.models.client import ModelClient
from modylbench.providers.models.failures import MediaNotTaken, ServiceFailure
from modylbench.providers.models.judge_models import JudgeModel, picture, preflight, tone
from modylbench.providers.models.options import JudgingOptions
from modylbench.providers.models.question import MediaAttachment

SILENCE_BYTES = b"RIFF" + bytes(60_000)
SILENCE = MediaAttachment("audio", SILENCE_BYTES, hashlib.sha256(SILENCE_BYTES).hexdigest())

Asking = Callable[[JudgeModel, ModelClient], Awaitable[Any]]


def media_for(form: ServiceFormat) -> tuple[MediaAttachment, ...]:
    return (SOUND,) * form.hears + (picture(),) * form.sees


@every_format
def test_sound_arrives_as_sound_and_pictures_as_pictures(form: ServiceFormat) -> None:
    media = media_for(form)
    with serve_judge(form) as (service, name, _):
        reply, _ = ask_judge(name, replace(PLAIN, attached=media))

    assert service.heard == [[(medium.kind, medium.content) for medium in media]]
    assert reply.text == GOOD
    assert reply.audio_sent == tuple(medium.sha256 for medium in media if medium.kind == "audio")
    assert reply.images_sent == tuple(medium.sha256 for medium in media if medium.kind == "image")
    assert (reply.input_tokens, reply.output_tokens) == (1000, 50)


@every_format
def test_a_question_without_media_has_no_receipt(form: ServiceFormat) -> None:
    with serve_judge(form) as (service, name, _):
        reply, _ = ask_judge(name)

    assert service.heard == [[]]
    assert (reply.audio_sent, reply.images_sent) == ((), ())


def test_sounds_that_are_alike_have_receipts_of_their_own() -> None:
    other = SILENCE_BYTES[:-2] + b"\x01\x00"
    nearly = MediaAttachment("audio", other, hashlib.sha256(other).hexdigest())
    with serve_judge(OMNI) as (service, name, _):
        reply, _ = ask_judge(name, replace(PLAIN, attached=(SILENCE, nearly)))

    assert [content for _, content in service.heard[0]] == [SILENCE_BYTES, other]
    assert reply.audio_sent == (SILENCE.sha256, nearly.sha256)


@pytest.mark.parametrize(
    ("form", "media"),
    [
        *((form, SOUND) for form in FORMATS if not form.hears),
        *((form, picture()) for form in FORMATS if not form.sees),
    ],
)
def test_what_a_model_does_not_take_is_not_sent(
    form: ServiceFormat, media: MediaAttachment
) -> None:
    with (
        serve_judge(form) as (service, name, _),
        pytest.raises(MediaNotTaken, match="does not take"),
    ):
        ask_judge(name, replace(PLAIN, attached=(media,)))

    assert service.bodies == []


@every_format
@pytest.mark.parametrize("status", [429, 500, 503, 529])
def test_a_service_that_recovers_is_asked_again(form: ServiceFormat, status: int) -> None:
    with serve_judge(form, failure_reply(status), failure_reply(status), GOOD) as (
        service,
        name,
        _,
    ):
        reply, waits = ask_judge(name, replace(PLAIN, attached=media_for(form)))

    assert reply.text == GOOD
    assert len(service.bodies) == 3
    assert 0.01 <= waits[0] < waits[1] <= 0.025
    assert reply.audio_sent + reply.images_sent == tuple(
        medium.sha256 for medium in media_for(form)
    )


@every_format
def test_a_service_that_asks_for_a_pause_gets_it(form: ServiceFormat) -> None:
    with serve_judge(form, failure_reply(429, retry_after="7"), GOOD) as (_, name, _server):
        _, waits = ask_judge(name)

    assert len(waits) == 1
    assert 7.0 <= waits[0] <= 7.0 * 1.25


@every_format
def test_a_service_that_stays_away_fails_the_judge(form: ServiceFormat) -> None:
    unwell = serve_judge(form, failure_reply(529))
    with unwell as (service, name, _), pytest.raises(ServiceFailure, match="3 times"):
        ask_judge(name)

    assert len(service.bodies) == QUICK.tries


@every_format
@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_a_refusal_is_final_and_names_no_key(form: ServiceFormat, status: int) -> None:
    body = json.dumps({"error": {"message": f"no such thing for {KEY}", "type": "x"}}).encode()
    refusal = Reply(status, (body,), {"content-type": "application/json"})
    with serve_judge(form, refusal) as (service, name, _), pytest.raises(ServiceFailure) as caught:
        ask_judge(name)

    assert len(service.bodies) == 1
    assert KEY not in str(caught.value)


@every_format
def test_a_time_out_and_a_broken_answer_are_tried_again(form: ServiceFormat) -> None:
    cut = Reply(200, (b'{"id": "c1", "choi',), {"content-type": "application/json"})

    async def run(name: str) -> Any:
        async with client_with(patience=replace(QUICK, silence_s=0.5)) as (client, _):
            return await judge_on(client, name).ask(PLAIN)

    with serve_judge(form, slow_reply(1.0), cut, GOOD) as (service, name, _):
        reply = asyncio.run(run(name))

    assert reply.text == GOOD
    assert len(service.bodies) == 3


@every_format
@pytest.mark.parametrize(
    "text",
    [
        '{"score": 7, "why": "fi',
        'Sure! Here it is:\n```json\n{"score": 7, "why": "x"}\n```',
        '{"score": NaN, "why": "x"}',
        '{"score": 11, "why": "x"}',
        "no",
    ],
)
def test_answers_come_as_they_are(form: ServiceFormat, text: str) -> None:
    with serve_judge(form, text) as (service, name, _):
        reply, waits = ask_judge(name)

    assert reply.text == text
    assert (len(service.bodies), waits) == (1, [])


def test_an_answer_without_a_word_is_tried_again() -> None:
    with serve_judge(GPT, "", GOOD) as (service, name, _):
        reply, _ = ask_judge(name)

    assert reply.text == GOOD
    assert len(service.bodies) == 2


def test_a_model_that_declines_is_not_asked_again() -> None:
    message = {"role": "assistant", "content": None, "refusal": "I will not."}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    whole = {"id": "c", "object": "chat.completion", "created": 1, "model": "m"}
    declining = serve_judge(GPT, json_reply({**whole, "choices": [choice]}))
    with declining as (service, name, _), pytest.raises(ServiceFailure, match="declined"):
        ask_judge(name)

    assert len(service.bodies) == 1


def test_a_repair_goes_on_with_the_same_conversation() -> None:
    repair = replace(PLAIN, text="That was no JSON.", earlier=((PLAIN.text, "{bad"),))
    with serve_judge(GEMINI) as (service, name, _):
        ask_judge(name, replace(repair, attached=(SOUND,)))

    roles = [content["role"] for content in service.bodies[0]["contents"]]
    assert roles == ["user", "model", "user"]
    assert "inlineData" in service.bodies[0]["contents"][0]["parts"][1]


def test_equal_questions_at_once_are_one_call_and_others_are_not(tmp_path: Path) -> None:
    async def run(name: str) -> list[Any]:
        async with client_with(JudgingOptions(cache=tmp_path)) as (client, _):
            models = [judge_on(client, name) for _ in range(5)]
            other = replace(PLAIN, text="And how bad?")
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(model.ask(PLAIN)) for model in models * 10]
                group.create_task(models[0].ask(other))
            return [task.result() for task in tasks]

    with serve_judge(GPT, takes_s=0.2) as (service, name, _):
        replies = asyncio.run(run(name))

    assert len(service.bodies) == 2
    assert len(replies) == 50
    assert len({reply.request for reply in replies}) == 1


def test_one_who_gives_up_does_not_take_the_answer_from_others() -> None:
    async def run(name: str) -> Any:
        async with client_with() as (client, _):
            model = judge_on(client, name)
            first = asyncio.create_task(model.ask(PLAIN))
            await asyncio.sleep(0.1)
            second = asyncio.create_task(model.ask(PLAIN))
            await asyncio.sleep(0)
            first.cancel()
            return await second

    with serve_judge(GPT, takes_s=0.4) as (service, name, _):
        assert asyncio.run(run(name)).text == GOOD

    assert len(service.bodies) == 1


def test_a_kept_reply_equals_the_first_one_and_costs_no_call(tmp_path: Path) -> None:
    options = JudgingOptions(cache=tmp_path)
    question = replace(PLAIN, attached=(SOUND, picture()))
    with serve_judge(GEMINI) as (service, name, _):
        first, _ = ask_judge(name, question, options=options)
        second, _ = ask_judge(name, question, options=options)

    assert second == first
    assert (first.was_kept, second.was_kept) == (False, True)
    assert second.cost_usd is not None
    assert len(service.bodies) == 1
    assert not any(KEY.encode() in path.read_bytes() for path in tmp_path.iterdir())


@pytest.mark.parametrize("text", ['{"score": 11, "why": "x"}', '{"score": NaN}', "no", "{"])
def test_an_answer_that_cannot_be_used_is_not_kept(tmp_path: Path, text: str) -> None:
    options = JudgingOptions(cache=tmp_path)
    with serve_judge(GPT, text, GOOD) as (_, name, _server):
        first, _ = ask_judge(name, options=options)
        second, _ = ask_judge(name, options=options)

    assert (first.text, second.text) == (text, GOOD)


def test_a_judge_may_have_an_answer_forgotten(tmp_path: Path) -> None:
    async def run(name: str) -> None:
        async with client_with(JudgingOptions(cache=tmp_path)) as (client, _):
            model = judge_on(client, name)
            reply = await model.ask(PLAIN)
            await model.forget(reply.request)
            assert not (await model.ask(PLAIN)).was_kept

    with serve_judge(GPT) as (service, name, _):
        asyncio.run(run(name))

    assert len(service.bodies) == 2


def test_a_failure_is_not_kept(tmp_path: Path) -> None:
    options = JudgingOptions(cache=tmp_path)
    with serve_judge(GPT, failure_reply(400), GOOD) as (_, name, _server):
        with pytest.raises(ServiceFailure):
            ask_judge(name, options=options)
        reply, _ = ask_judge(name, options=options)

    assert reply.text == GOOD


def test_a_killed_process_goes_on_from_the_cache(tmp_path: Path) -> None:
    with serve_judge(GPT, takes_s=0.05) as (service, name, _):
        command = [sys.executable, "-m", "tests.staging.processes.judging", name, str(tmp_path)]
        first = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
        assert first.stdout is not None
        told = [json.loads(first.stdout.readline()) for _ in range(7)]
        first.send_signal(signal.SIGKILL)
        told += [json.loads(line) for line in first.stdout if line.endswith("\n")]
        first.wait()
        first.stdout.close()
        asked_before = len(service.bodies)
        second = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
        replies = {line["text"]: line for line in map(json.loads, second.stdout.splitlines())}

    assert len(replies) == 20
    for line in told:
        assert replies[line["text"]] == {**line, "was_kept": True}
    assert len(service.bodies) - asked_before <= 20 - len(told)


def test_a_broken_cache_is_set_aside_with_a_warning(tmp_path: Path) -> None:
    (tmp_path / "answers.sqlite").write_bytes(b"this is no database" * 500)
    options = JudgingOptions(cache=tmp_path)
    with serve_judge(GPT) as (_, name, _server):
        with pytest.warns(UserWarning, match="set aside"):
            first, _ = ask_judge(name, options=options)
        second, _ = ask_judge(name, options=options)

    assert second == first
    assert second.was_kept
    assert (tmp_path / "answers.sqlite.broken-1").read_bytes().startswith(b"this is no")


def test_pages_damaged_in_a_cache_are_noticed(tmp_path: Path) -> None:
    options = JudgingOptions(cache=tmp_path)
    with serve_judge(GPT) as (_, name, _server):
        for number in range(30):
            ask_judge(name, replace(PLAIN, text=f"{number} " + "x" * 2_000), options=options)
        path = tmp_path / "answers.sqlite"
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        content = path.read_bytes()
        assert len(content) > 4096
        path.write_bytes(content[:4096] + b"\xa5" * (len(content) - 4096))
        with pytest.warns(UserWarning, match="set aside"):
            reply, _ = ask_judge(name, options=options)

    assert reply.text == GOOD


def test_calls_to_a_provider_are_no_more_at_once_than_allowed() -> None:
    async def run(name: str) -> None:
        async with client_with(JudgingOptions(max_connections=3)) as (client, _):
            models = [judge_on(client, name), judge_on(client, name)]
            async with asyncio.TaskGroup() as group:
                for number in range(12):
                    question = replace(PLAIN, text=str(number))
                    group.create_task(models[number % 2].ask(question))

    with serve_judge(GPT, takes_s=0.1) as (service, name, _):
        asyncio.run(run(name))

    assert service.most_at_once == 3
    assert len(service.bodies) == 12


def test_cost_is_that_of_the_tokens_the_service_counted() -> None:
    with serve_judge(GPT_AUDIO) as (_, name, _server):
        reply, _ = ask_judge(name, replace(PLAIN, attached=(SOUND,)))

    assert reply.cost_usd == pytest.approx((600 * 2.5 + 400 * 32.0 + 50 * 10.0) / 1e6)


def test_a_budget_is_not_exceeded_by_calls_at_once(tmp_path: Path) -> None:
    limit = 0.32  # one call may cost 0.28

    async def run(name: str) -> tuple[list[Any], float]:
        options = JudgingOptions(cache=tmp_path, max_cost_usd=limit, max_connections=8)
        done: list[Any] = []
        async with client_with(options) as (client, _):
            model = judge_on(client, name)

            async def one(number: int) -> None:
                done.append(await model.ask(replace(PLAIN, text=str(number))))

            async def many() -> None:
                async with asyncio.TaskGroup() as group:
                    for number in range(60):
                        group.create_task(one(number))

            with pytest.raises(ExceptionGroup) as caught:
                await many()
            assert caught.group_contains(OverBudget)
            return done, client.budget.spent_usd

    with serve_judge(GPT, takes_s=0.02) as (service, name, _):
        done, spent = asyncio.run(run(name))

    cost = (1000 * 1.75 + 50 * 14) / 1e6
    assert sum(reply.cost_usd for reply in done) <= limit
    assert len(service.bodies) * cost <= limit
    assert spent <= limit
    assert len(done) >= 5


@every_format
def test_the_preflight_passes_judges_that_are_there(form: ServiceFormat) -> None:
    async def run(name: str) -> None:
        async with client_with() as (client, _):
            await preflight([judge_on(client, name)])

    with serve_judge(form, '{"ready": true}') as (service, name, _):
        asyncio.run(run(name))

    kinds = [kind for kind, _ in service.heard[0]]
    assert kinds == [medium.kind for medium in media_for(form)]
    assert all(content in (tone().content, picture().content) for _, content in service.heard[0])


def test_the_preflight_says_of_each_judge_what_is_wrong() -> None:
    async def run(names: list[str]) -> None:
        async with client_with() as (client, _):
            await preflight([judge_on(client, name) for name in names])

    with (
        serve_judge(CLAUDE, failure_reply(401)) as (_, claude, _1),
        serve_judge(GEMINI, failure_reply(404)) as (_, gemini, _2),
        serve_judge(GPT, "I am ready!") as (_, gpt, _3),
        serve_judge(OMNI, failure_reply(400), '{"ready": true}') as (_, omni, _4),
        serve_judge(GPT_AUDIO, '{"ready": true}') as (_, fine, _5),
        pytest.raises(UserMistake) as caught,
    ):
        asyncio.run(run([claude, gemini, gpt, omni, fine]))

    first, second, third, fourth = str(caught.value).split("; ")
    assert "claude-opus-4-6" in first
    assert "refused the key" in first
    assert "does not know the model" in second
    assert "answers no JSON" in third
    assert "does not take sound" in fourth
    assert KEY not in str(caught.value)


def test_judges_are_checked_at_the_same_time() -> None:
    async def run(names: list[str]) -> float:
        async with client_with() as (client, _):
            models = [judge_on(client, name) for name in names]
            start = time.perf_counter()
            await preflight(models)
            return time.perf_counter() - start

    with (
        serve_judge(GPT, '{"ready": true}', takes_s=0.6) as (_, gpt, _1),
        serve_judge(OMNI, '{"ready": true}', takes_s=0.6) as (_, omni, _2),
    ):
        assert asyncio.run(run([gpt, omni])) < 1.1
