"""CPU seconds that inspect-ai takes for a call; run by judging.py in a place that has it."""

from __future__ import annotations

import asyncio
import base64
import gc
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
    every = range(at_once + calls)
    noise = [random.Random(number).randbytes(wav_bytes) for number in every]  # noqa: S311

    async def ask(number: int) -> None:
        data = base64.b64encode(noise[number]).decode()
        sound = ContentAudio(audio=f"data:audio/wav;base64,{data}", format="wav")
        content: list[Any] = [ContentText(text=f"{number} {TEXT}"), sound]
        messages = [ChatMessageSystem(content=INSTRUCTIONS), ChatMessageUser(content=content)]
        if not (await model.generate(messages)).completion:
            message = "no answer"
            raise RuntimeError(message)

    async def many(numbers: range) -> None:
        async with asyncio.TaskGroup() as group:
            for number in numbers:
                group.create_task(ask(number))

    await many(every[:at_once])
    gc.freeze()  # as for the others
    start = cpu_s()
    await many(every[at_once:])
    return (cpu_s() - start) / calls


def cpu_s() -> float:
    """CPU seconds of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    place, *sizes = sys.argv[1:]
    print(asyncio.run(measured(place, *map(int, sizes))))
