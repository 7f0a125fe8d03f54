"""One room, in a process of its own, while many are open at once.

Reads one line of JSON from its standard input (who, people, room, seconds, address), says `ready`
when all hear each other, begins at the next line, and ends with one line of what it measured.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from typing import TYPE_CHECKING

from benchmarks.room_sides import bare, ours
from benchmarks.room_sound import PAUSE_S, TALK_S, delays_ms, missing_s, screens, speech
from modylbench.providers.addresses import LiveKitAddress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.room_sides import Heard, Side

EVERY_S = 0.5
SHIFT_S = 1.7  # ours: the agent begins later, so that it speaks alone and into others' words
AT_ONCE = 2  # ours: of several people so many speak at a time
TEXT_EVERY_S = 1.0


async def load(asked: dict[str, str | float]) -> dict[str, object]:
    """Hold the room open for so long with sound, pictures and texts in it."""
    address = LiveKitAddress(str(asked["url"]), str(asked["key"]), str(asked["secret"]))
    opened = bare if asked["who"] == "bare" else ours
    names = [f"person{number}" for number in range(int(asked["people"]))]
    room = await opened(str(asked["room"]), address, names)
    agent = room.agent
    frames = screens()
    await agent.show(frames[0])
    await asyncio.sleep(1.0)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    for side in room.sides:
        await side.begin()
    began, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    onsets: dict[str, list[float]] = {name: [] for name in (*names, "agent")}
    sent: list[float] = []
    until = began + float(asked["seconds"])
    async with asyncio.TaskGroup() as group:
        each_s = max(1.0, len(names) / AT_ONCE) * (TALK_S + PAUSE_S)
        for number, (name, person) in enumerate(room.people.items()):
            shift_s = number * each_s / len(names)
            group.create_task(_talk(person, onsets[name], until, shift_s=shift_s, each_s=each_s))
        each_s = TALK_S + PAUSE_S
        group.create_task(_talk(agent, onsets["agent"], until, shift_s=SHIFT_S, each_s=each_s))
        group.create_task(_show(agent, frames, until))
        group.create_task(_write(agent, sent, until))
    await asyncio.sleep(0.5)
    after, took = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter() - began
    for side in room.sides:
        await side.end()
    await room.close()
    cpu_s = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    heard = room.ear.heard
    listeners = [(heard, "agent"), *((agent.heard, name) for name in names)]
    return {
        "cpu": cpu_s / took,
        "loss": [_loss(got, of, took) for got, of in listeners],
        "audio_ms": [
            ms for got, of in listeners for ms in delays_ms(got.chunks.get(of, ()), onsets[of])
        ],
        "text_ms": [
            1e3 * (at_s - sent[int(text)]) for at_s, text in heard.texts if int(text) < len(sent)
        ],
        "pictures": heard.pictures,
    }


async def _talk(
    side: Side, onsets: list[float], until: float, *, shift_s: float, each_s: float
) -> None:
    sound = speech()
    await asyncio.sleep(0.4 + shift_s)
    while time.perf_counter() + TALK_S < until:
        onsets.append(side.now_s())
        await side.play(sound)
        await asyncio.sleep(each_s - TALK_S)


async def _show(side: Side, frames: Sequence[bytes], until: float) -> None:
    shown = 0
    while time.perf_counter() < until:
        shown += 1
        await side.show(frames[shown % len(frames)])
        await asyncio.sleep(EVERY_S)


async def _write(side: Side, sent: list[float], until: float) -> None:
    while time.perf_counter() < until:
        sent.append(side.now_s())
        await side.write(str(len(sent) - 1))
        await asyncio.sleep(TEXT_EVERY_S)


def _loss(heard: Heard, of: str, took_s: float) -> float:
    """The share of the time for which nothing came of somebody, or something made up."""
    chunks = heard.chunks.get(of)
    if not chunks:
        return 1.0
    return (missing_s(chunks) + heard.made_up_s.get(of, 0.0)) / took_s


if __name__ == "__main__":
    print(json.dumps(asyncio.run(load(json.loads(sys.stdin.readline())))), flush=True)
