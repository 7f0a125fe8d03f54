"""The first tiny question finds what is wrong with a judge, soon and for little money."""

import asyncio
import json
import time
from dataclasses import dataclass, replace

import pytest
from tests.staging.servers.judge_clients import client_with, every_priced_format, judge_on
from tests.staging.servers.judges import (
    CLAUDE,
    GEMINI,
    GPT,
    OMNI,
    JudgeService,
    ServiceFormat,
    failure_reply,
    serve_judge,
    slow_reply,
)
from tests.staging.servers.speech import ReceivedRequest, Reply, json_reply, serving
from typing_extensions import override

from modylbench.providers.models.budget import OverBudget
from modylbench.providers.models.judge_models import judge_problem, preflight
from modylbench.providers.models.options import JudgingOptions
from modylbench.providers.models.patience import BEFOREHAND

READY = '{"ready": true}'


@dataclass
class Choosy(JudgeService):
    """A service that refuses some kinds of media, or that they come together."""

    refuses: tuple[str, ...] = ()
    refuses_both: bool = False

    @override
    def __call__(self, asked: ReceivedRequest) -> Reply:
        body = json.loads(asked.body)
        kinds = [kind for kind, _ in self.format.read(asked, body)]
        self.bodies.append(body)
        if set(kinds) & set(self.refuses) or (self.refuses_both and len(kinds) > 1):
            return failure_reply(400)
        return json_reply(self.format.answer(body, READY))


def found(name: str, patience: object = BEFOREHAND) -> str:
    async def run() -> str:
        async with client_with() as (client, _):
            return await judge_problem(judge_on(client, name), patience)  # type: ignore[arg-type]

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("service", "said"),
    [
        (Choosy(OMNI, refuses=("audio",)), ("take sound (", "name it with +text+image")),
        (Choosy(OMNI, refuses=("image",)), ("take pictures (", "name it with +text+audio")),
        (Choosy(OMNI, refuses=("audio", "image")), ("take sound or pictures (", "with +text")),
        (Choosy(OMNI, refuses_both=True), ("in one request", "+text+audio or +text+image")),
        (Choosy(GEMINI, refuses=("audio",)), ("take sound (", "name it with +text+image")),
        (Choosy(GPT, refuses=("image",)), ("take pictures (", "name it with +text")),
    ],
)
def test_it_says_which_media_a_server_does_not_take(service: Choosy, said: tuple[str, ...]) -> None:
    with serving(service) as server:
        what = found(service.format.name(server.address))

    for words in (*said, "(400)"):
        assert words in what


def test_it_says_what_was_tried_where_all_is_refused() -> None:
    with serve_judge(OMNI, failure_reply(422)) as (service, name, _):
        what = found(name)

    assert "(422)" in what
    assert "also without sound and without pictures" in what
    assert [len(heard) for heard in service.heard] == [2, 1, 1, 0]


@pytest.mark.parametrize("status", [401, 404, 503])
def test_media_are_left_out_only_after_a_refusal_of_what_was_sent(status: int) -> None:
    with serve_judge(OMNI, failure_reply(status)) as (service, name, _):
        what = found(name)

    assert f"({status})" in what
    assert {len(heard) for heard in service.heard} == {2}
    assert len(service.bodies) == (2 if status == 503 else 1)


def test_a_server_that_hangs_is_given_up_soon() -> None:
    start = time.perf_counter()
    with serve_judge(OMNI, slow_reply(5.0)) as (service, name, _):
        what = found(name, replace(BEFOREHAND, whole_s=0.5))
        took_s = time.perf_counter() - start

    assert "gave no answer within" in what
    assert took_s < 3.0
    assert len(service.bodies) == 1
    assert BEFOREHAND.whole_s == 30.0
    assert BEFOREHAND.tries == 2


@every_priced_format
def test_it_is_paid_for_by_a_few_cents(form: ServiceFormat) -> None:
    async def run(name: str) -> None:
        async with client_with(JudgingOptions(max_cost_usd=0.10)) as (client, _):
            await preflight([judge_on(client, name)])

    with serve_judge(form, READY) as (service, name, _):
        asyncio.run(run(name))

    assert len(service.bodies) == 1
    assert "20000" not in json.dumps(service.bodies[0])


def test_money_that_does_not_suffice_is_said_plainly() -> None:
    async def run(names: list[str]) -> None:
        async with client_with(JudgingOptions(max_cost_usd=0.001)) as (client, _):
            await preflight([judge_on(client, name) for name in names])

    with (
        serve_judge(GPT, READY) as (service, gpt, _),
        serve_judge(CLAUDE, READY) as (_, claude, _1),
        pytest.raises(OverBudget, match="higher --max-cost"),
    ):
        asyncio.run(run([gpt, claude]))

    assert service.bodies == []


def test_what_it_answers_does_not_matter_if_it_is_json() -> None:
    with serve_judge(OMNI, '{"ready": false}') as (_, name, _server):
        assert found(name) == ""
    with serve_judge(OMNI, "not ready") as (_, name, _server):
        assert "answers no JSON" in found(name)
