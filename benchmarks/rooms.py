"""How many LiveKit rooms fit on this machine beside their server, and what ours add.

Each room is a process of its own with sound both ways and two pictures of a screen a second. The
same is done by bare clients of the SDK in the same run: only ratios within a run mean anything.
Besides a person and an agent, four rooms of four people are looked at. `python -m benchmarks.rooms
--full` looks longer and closer; `python -m benchmarks.rooms 1,4 bare,ours 4` at what it is told:
so many rooms, which of the two, so many people in each.
"""

from __future__ import annotations

import itertools
import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.cli.settings import cache_folder
from modylbench.foundation.errors import ModylBenchError
from modylbench.providers.livekit.binary import find_binary
from modylbench.providers.livekit.server import serving

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.timing import Figure
    from modylbench.providers.livekit.server import Server

WAYS = ("bare", "ours")
STEPS, QUICK_S = (2, 4, 6, 8, 10, 12), 10.0
EVERY, FULL_S = range(1, 33), 25.0
MOST_LOSS = 0.001
OF_FOUR = 4  # issue 18: so many rooms, of so many people each
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Level:
    """So many rooms at once: the worst share of sound lost in any, and medians over all."""

    way: str
    rooms: int
    people: int
    loss: float
    cpu: float
    server_cpu: float
    audio_ms: float
    audio_p95_ms: float
    text_ms: float
    pictures: float

    @property
    def is_good(self) -> bool:
        """Whether the sound came as it should, from everybody."""
        return self.loss < MOST_LOSS

    def line(self) -> str:
        """For people."""
        return (
            f"{self.way:<5}{self.rooms:>3} rooms of {self.people}: loss {100 * self.loss:.3f} %, "
            f"CPU a room {100 * self.cpu:.1f} % and {100 * self.server_cpu:.1f} % in the server, "
            f"audio {self.audio_ms:.0f} ms (p95 {self.audio_p95_ms:.0f}), "
            f"text {self.text_ms:.1f} ms, {self.pictures:.1f} pictures"
        )


def figures() -> Iterator[Figure]:
    """The most rooms in steps, and what ours cost beside bare ones; nothing without a server."""
    binary = find_binary(cache_folder())
    if binary is None:
        print(
            "rooms are not measured: no livekit-server here; `modylbench livekit build` makes one"
        )
        return
    with serving(binary) as server:
        yield from _figures(*(measured(server, way, 1, seconds=QUICK_S) for way in WAYS))
        best = most_rooms(server, "ours", STEPS, seconds=QUICK_S)
        yield "rooms: at once, audio loss under 0.1 %", best.rooms if best else 0, "", None
        if best is not None:
            yield from _figures(measured(server, "bare", best.rooms, seconds=QUICK_S), best)
        yield from _figures(
            *(measured(server, way, OF_FOUR, seconds=FULL_S, people=OF_FOUR) for way in WAYS)
        )


def _figures(bare: Level, ours: Level) -> Iterator[Figure]:
    name = f"rooms: {ours.rooms} at once"
    name += f", of {ours.people} people" if ours.people > 1 else ""
    yield f"{name}, audio loss in the worst", 100 * ours.loss, "%", 100 * MOST_LOSS
    yield f"{name}, audio loss in the worst bare one", 100 * bare.loss, "%", None
    yield f"{name}, CPU of a room", 100 * ours.cpu, "%", None
    yield f"{name}, CPU of a room in the server", 100 * ours.server_cpu, "%", None
    yield f"{name}, CPU of a room, times a bare one", ours.cpu / bare.cpu, "x", None
    yield f"{name}, audio one way", ours.audio_ms, "ms", None
    yield f"{name}, added to the audio of bare ones", ours.audio_ms - bare.audio_ms, "ms", None
    yield f"{name}, added to the text of bare ones", ours.text_ms - bare.text_ms, "ms", None


def most_rooms(
    server: Server, way: str, counts: Sequence[int], *, seconds: float, is_told: bool = False
) -> Level | None:
    """The last level, as they grow, at which next to nothing is lost."""
    best = None
    for count in counts:
        level = measured(server, way, count, seconds=seconds)
        if is_told:
            print(level.line(), flush=True)
        if not level.is_good:
            break
        best = level
    return best


def measured(server: Server, way: str, count: int, *, seconds: float, people: int = 1) -> Level:
    """So many rooms at once, all of them begun together."""
    running = [_begun(server, way, (seconds, people), index) for index in range(count)]
    try:
        for process in running:
            if _line(process) != "ready":
                message = f"a room ({way}, {count} at once) did not come about"
                raise ModylBenchError(message)
        before = _cpu_s(server.pid)
        for process in running:
            _tell(process, "go")
        told = [json.loads(_line(process)) for process in running]
        server_s = _cpu_s(server.pid) - before
    finally:
        for process in running:
            process.kill()
            process.communicate()
    audio = [audio_m for room in told for audio_m in room["audio_ms"]]
    return Level(
        way=way,
        rooms=count,
        people=people,
        loss=max(loss for room in told for loss in room["loss"]),
        cpu=statistics.mean(room["cpu"] for room in told),
        server_cpu=server_s / seconds / count,
        audio_ms=statistics.median(audio),
        audio_p95_ms=_p95(audio),
        text_ms=statistics.median(text_m for room in told for text_m in room["text_ms"]),
        pictures=statistics.mean(room["pictures"] for room in told) / seconds,
    )


def _begun(server: Server, way: str, load: tuple[float, int], index: int) -> subprocess.Popen[str]:
    seconds, people = load
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.room_load"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    address = server.address
    asked = {
        "who": way,
        "room": f"bench-{way}-{process.pid}-{index}",
        "seconds": seconds,
        "people": people,
        "url": address.url,
        "key": address.api_key,
        "secret": address.api_secret,
    }
    _tell(process, json.dumps(asked))
    return process


def _tell(process: subprocess.Popen[str], line: str) -> None:
    if process.stdin is not None:
        process.stdin.write(line + "\n")
        process.stdin.flush()


def _line(process: subprocess.Popen[str]) -> str:
    return process.stdout.readline().strip() if process.stdout is not None else ""


def _cpu_s(pid: int | None) -> float:
    """What a process has used of the processors so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK_S


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[int(0.95 * (len(values) - 1))]


def main() -> None:
    """The most rooms, by bare clients and by ours; or the levels and seconds that are named."""
    binary = find_binary(cache_folder())
    if binary is None:
        sys.exit("no livekit-server here: `modylbench livekit up` builds one")
    with serving(binary) as server:
        if "--full" in sys.argv:
            for way in WAYS:
                best = most_rooms(server, way, EVERY, seconds=FULL_S, is_told=True)
                print(f"{way}: at most {best.rooms if best else 0} rooms", flush=True)
            return
        counts = [int(word) for word in sys.argv[1].split(",")] if len(sys.argv) > 1 else [1]
        ways = sys.argv[2].split(",") if len(sys.argv) > 2 else WAYS
        people = int(sys.argv[3]) if len(sys.argv) > 3 else 1
        for count, way in itertools.product(counts, ways):
            seconds = QUICK_S if people == 1 else FULL_S
            level = measured(server, way, count, seconds=seconds, people=people)
            print(level.line(), flush=True)


if __name__ == "__main__":
    main()
