"""Asks a judge twenty questions and tells each reply; killed and started again by a test."""

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path

from tests.staging.servers.speech import KEY

from modylbench.providers.models.access import judge_name
from modylbench.providers.models.client import open_client
from modylbench.providers.models.judge_models import JudgeModel
from modylbench.providers.models.options import JudgingOptions
from modylbench.providers.models.question import Question

SCHEMA = {"type": "object", "properties": {"score": {"type": "integer"}}, "required": ["score"]}


async def ask(name: str, folder: Path) -> None:
    options = JudgingOptions(cache=folder, max_connections=2)
    async with open_client({"OPENAI_API_KEY": KEY}, options) as client:
        model = JudgeModel(client, judge_name(name))

        async def ask_numbered(number: int) -> None:
            reply = await model.ask(Question("Judge.", str(number), SCHEMA))
            told = json.dumps({**asdict(reply), "text": f"{number} {reply.text}"})
            sys.stdout.write(told + "\n")
            sys.stdout.flush()

        async with asyncio.TaskGroup() as group:
            for number in range(20):
                group.create_task(ask_numbered(number))


if __name__ == "__main__":
    asyncio.run(ask(sys.argv[1], Path(sys.argv[2])))
