"""Does an agent's code pass its tests? Run where it can harm nothing, or not at all."""

from __future__ import annotations

import io
import json
import subprocess
import tarfile
import tempfile
import threading
from functools import lru_cache
from typing import IO, TYPE_CHECKING, Literal

from modylbench.foundation.errors import one_line
from modylbench.products.paths import inside
from modylbench.providers.sandbox import memory
from modylbench.providers.sandbox.enclosure import ENVIRONMENT, enclosed, missing_programs
from modylbench.providers.sandbox.limits import Limits, TestRun
from modylbench.providers.sandbox.system_calls import call_filter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

WATCH_S = 0.1
CHUNK = 65_536
PROBE = Limits(wall_s=10.0, cpu_s=5)


def run_tests(
    files: Mapping[str, str],
    command: Sequence[str],
    limits: Limits | None = None,
    *,
    collect: Iterable[str] = (),
    readable: Sequence[Path] = (),
) -> TestRun:
    """What comes of the command in a folder with these files.

    `collect` names files whose content is wanted afterwards, `readable` folders outside that the
    command may read, such as an interpreter's. Raises ValueError for paths that lead out, and for
    more files than the limits allow.
    """
    limits = limits or Limits()
    archive = _packed(files, limits)
    reason = unavailable()
    if reason:
        return TestRun("refused", reason=reason)
    return _run(archive, command, limits, collect=frozenset(collect), readable=readable)


@lru_cache(maxsize=1)
def unavailable() -> str:
    """Why nothing can be run on this machine; "" where it can."""
    missing = missing_programs()
    if missing:
        return f"no sandbox here: install {', '.join(missing)}"
    if call_filter() is None:
        return "no sandbox here: the numbers of this machine's system calls are not known"
    tried = _run(_packed({}, PROBE), ["true"], PROBE, collect=frozenset(), readable=())
    return "" if tried.status == "passed" else tried.reason or "no sandbox here: the trial failed"


def _packed(files: Mapping[str, str], limits: Limits) -> bytes:
    """The files as a tar archive."""
    if len(files) > limits.files:
        message = f"found {len(files):,} files, expected at most {limits.files:,}"
        raise ValueError(message)
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, text in sorted(files.items()):
            content = text.encode()
            entry = tarfile.TarInfo(inside(path))
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    if packed.tell() > limits.folder_bytes:
        message = f"found {packed.tell():,} bytes of files, expected {limits.folder_bytes:,}"
        raise ValueError(message)
    return packed.getvalue()


def _run(
    archive: bytes,
    command: Sequence[str],
    limits: Limits,
    *,
    collect: frozenset[str],
    readable: Sequence[Path],
) -> TestRun:
    with (
        tempfile.TemporaryFile() as sent,
        tempfile.TemporaryFile() as left,
        tempfile.TemporaryFile() as status,
        tempfile.TemporaryFile() as calls,
    ):
        sent.write(archive)
        calls.write(call_filter() or b"")
        for file in (sent, calls):
            file.seek(0)
        descriptors = {"status": status.fileno(), "filter": calls.fileno()}
        with subprocess.Popen(  # noqa: S603 - what is run is shut in
            enclosed(
                command, limits, descriptors=descriptors, readable=readable, keep=bool(collect)
            ),
            stdin=sent,
            stdout=subprocess.PIPE,
            stderr=left,
            pass_fds=tuple(descriptors.values()),
            env=ENVIRONMENT,
            start_new_session=True,
        ) as process:
            output, limit = _watched(process, limits)
        code = _exit_code(status)
        kept = _collected(left, collect, limits.folder_bytes) if collect and limit is None else {}
    text = output.decode(errors="replace")
    if limit is not None:
        return TestRun("stopped", None, text, limit, f"stopped at the limit of {limit}", kept)
    if code is None:
        last = one_line(text.strip().rpartition("\n")[2])
        return TestRun("refused", reason=f"no sandbox here: {last or 'it did not start'}")
    return TestRun("failed" if code else "passed", code, text, files=kept)


Limit = Literal["time", "memory", "output"]


def _watched(process: subprocess.Popen[bytes], limits: Limits) -> tuple[bytes, Limit | None]:
    """What was printed, and the limit that ended it; afterwards nothing of it runs any more."""
    stops: list[Limit] = []
    over = threading.Event()

    def stop(limit: Limit) -> None:
        stops.append(limit)
        process.kill()  # the first process of the namespace dies with it, and so does all in it

    def watch_memory() -> None:
        while not over.wait(WATCH_S):
            if memory.exceeds(process.pid, limits.memory_bytes):
                stop("memory")
                return

    timer = threading.Timer(limits.wall_s, stop, ("time",))
    watcher = threading.Thread(target=watch_memory, daemon=True)
    timer.start()
    watcher.start()
    try:
        output = _read(process.stdout, limits.output_bytes)
        if len(output) > limits.output_bytes:
            stop("output")
        process.wait()
    finally:
        over.set()
        timer.cancel()
        process.kill()
        watcher.join()
    return output[: limits.output_bytes], stops[0] if stops else None


def _read(stream: IO[bytes] | None, most: int) -> bytes:
    """What comes, up to one chunk more than the most."""
    read = bytearray()
    while stream is not None and len(read) <= most and (chunk := stream.read(CHUNK)):
        read += chunk
    return bytes(read)


def _exit_code(status: IO[bytes]) -> int | None:
    """The command's own exit code; None where it was never started."""
    status.seek(0)
    for line in status.read(CHUNK).splitlines():
        said = json.loads(line)
        if "exit-code" in said:
            return int(said["exit-code"])
    return None


def _collected(left: IO[bytes], wanted: frozenset[str], most: int) -> dict[str, bytes]:
    """The wanted files out of the archive, in memory: nothing of it is ever unpacked on disk.

    A second name of the same file is looked up in the archive itself; symbolic links are not.
    """
    left.seek(0)
    found: dict[str, bytes] = {}
    try:
        with tarfile.open(fileobj=left, mode="r:") as archive:
            for entry in archive:
                path = entry.name.removeprefix("./")
                if path in wanted and (entry.isreg() or entry.islnk()):
                    content = archive.extractfile(entry)
                    found[path] = content.read(most) if content else b""
                    most -= len(found[path])
    except (tarfile.TarError, KeyError):  # cut off by a limit: what was whole is kept
        pass
    return found
