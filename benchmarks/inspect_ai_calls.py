"""CPU seconds that inspect-ai takes for a call; run by judging.py in a place that has it."""

from __future__ import annotations

import asyncio
import base64
import random
import resource
import sys
from typing import Any

TEXT = "The agent said what follows, and showed a table. " * 60
INSTRUCTIONS = "You judge one turn of a meeting by the rubric below. " * 60


async def measured(address: str, at_once: int, calls: int, wav_bytes: int) -> float:
    """Seconds of CPU a call, after as many calls as go at once."""
    from inspect_ai.model import (  # type: ignore[import-not-found]
        ChatMessageSystem,
        ChatMessageUser,
        ContentAudio,
        ContentText,
        GenerateConfig,
        get_model,
    )

    place, config = f"{address}/v1", GenerateConfig(max_connections=at_once)
    model = get_model("openai/gpt-audio", base_url=place, api_key="sk-benchmark", config=config)
    noise = [random.Random(number).randbytes(wav_bytes) for number in range(32)]  # noqa: S311
    sounds = [f"data:audio/wav;base64,{base64.b64encode(one).decode()}" for one in noise]

    async def ask(number: int) -> None:
        sound = ContentAudio(audio=sounds[number % len(sounds)], format="wav")
        content: list[Any] = [ContentText(text=f"{number} {TEXT}"), sound]
        messages = [ChatMessageSystem(content=INSTRUCTIONS), ChatMessageUser(content=content)]
        if not (await model.generate(messages)).completion:
            message = "no answer"
            raise RuntimeError(message)

    async def many(count: int) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(count):
                group.create_task(ask(number))

    await many(at_once)
    start = cpu_s()
    await many(calls)
    return (cpu_s() - start) / calls


def cpu_s() -> float:
    """CPU seconds of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    place, *sizes = sys.argv[1:]
    print(asyncio.run(measured(place, *map(int, sizes))))
