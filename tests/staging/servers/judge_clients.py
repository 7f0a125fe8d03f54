"""Clients of judges' models on loopback servers, which do not wait between tries."""

import asyncio
import hashlib
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.staging.servers.judges import FORMATS
from tests.staging.servers.speech import KEY

from modylbench.providers.model_services import COMPATIBLE, KEY_VARIABLES
from modylbench.providers.models.access import judge_name
from modylbench.providers.models.client import ModelClient, open_client
from modylbench.providers.models.judge_models import JudgeModel
from modylbench.providers.models.options import JudgingOptions
from modylbench.providers.models.patience import Patience
from modylbench.providers.models.question import MediaAttachment, Question

KEYS = dict.fromkeys(KEY_VARIABLES, KEY)
QUICK = Patience(tries=3, connect_s=20.0, silence_s=60.0, try_s=60.0, first_wait_s=0.01)
SCHEMA = {
    "type": "object",
    "properties": {
        "score": {"type": "integer", "minimum": 1, "maximum": 10},
        "why": {"type": "string"},
    },
    "required": ["score", "why"],
    "additionalProperties": False,
}
NOISE = random.Random(6).randbytes(60_000)  # noqa: S311 - any bytes will do
SOUND = MediaAttachment("audio", b"RIFF" + NOISE, hashlib.sha256(b"RIFF" + NOISE).hexdigest())
PLAIN = Question("You judge meetings.", "How good was it?", SCHEMA)
every_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.model)
every_priced_format = pytest.mark.parametrize(
    "form",
    [form for form in FORMATS if not form.model.startswith(COMPATIBLE)],
    ids=lambda form: form.model,
)


@asynccontextmanager
async def client_with(
    options: JudgingOptions | None = None, patience: Patience = QUICK
) -> AsyncIterator[tuple[ModelClient, list[float]]]:
    """A client that does not wait, and the waits that it would have made."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async with open_client(KEYS, options, patience=patience, sleep=sleep) as client:
        yield client, waits


def judge_on(client: ModelClient, name: str) -> JudgeModel:
    """The model that a name means."""
    return JudgeModel(client, judge_name(name))


def ask_judge(
    name: str, question: Question = PLAIN, *, options: JudgingOptions | None = None
) -> tuple[Any, list[float]]:
    """The reply of a judge, and the waits it took."""

    async def run() -> tuple[Any, list[float]]:
        async with client_with(options) as (client, waits):
            return await judge_on(client, name).ask(question), waits

    return asyncio.run(run())
