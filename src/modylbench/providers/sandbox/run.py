"""Does an agent's code pass its tests? Run where it can harm nothing, or not at all."""

from __future__ import annotations

import io
import json
import subprocess
import tarfile
import tempfile
import threading
from dataclasses import replace
from functools import lru_cache
from typing import IO, TYPE_CHECKING, Literal

from modylbench.foundation.errors import one_line, quoted
from modylbench.products.paths import inside, parents
from modylbench.providers.sandbox import memory
from modylbench.providers.sandbox.enclosure import (
    ENVIRONMENT,
    NOT_UNPACKED,
    enclosed,
    missing_programs,
)
from modylbench.providers.sandbox.left_files import left_files
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
    report: str | None = None,
    readable: Sequence[Path] = (),
) -> TestRun:
    """What comes of the command in a folder with these files.

    `collect` names files whose content is wanted afterwards, `report` one that the command must
    have written to pass, `readable` folders outside that it may read, such as an interpreter's.
    Raises ValueError for paths that lead out, for a file in a file, and for more files and folders
    than the limits allow.
    """
    limits = limits or Limits()
    sent = {path: text for path, text in files.items() if report is None or inside(path) != report}
    archive = _packed(sent, limits)
    reason = unavailable()
    if reason:
        return TestRun("refused", reason=reason)
    wanted = frozenset(collect) | ({report} if report is not None else frozenset())
    found = _run(archive, command, limits, collect=wanted, readable=readable)
    if found.status == "passed" and report is not None and not found.files.get(report):
        problem = f"found no report {quoted(report)}, or an empty one, expected the run to write it"
        return replace(found, status="no_report", reason=problem)
    return found


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
    spelled = {inside(path): text for path, text in sorted(files.items())}
    _refuse_impossible(spelled, len(files), limits)
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, text in spelled.items():
            content = text.encode()
            entry = tarfile.TarInfo(path)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    if packed.tell() > limits.folder_bytes:
        message = f"found {packed.tell():,} bytes of files, expected {limits.folder_bytes:,}"
        raise ValueError(message)
    return packed.getvalue()


def _refuse_impossible(spelled: Mapping[str, str], count: int, limits: Limits) -> None:
    """Raise ValueError for files that no folder within the limits can hold."""
    folders: set[str] = set()
    for path in spelled:
        folders.update(parents(path))
        if len(folders) + count > limits.files:
            message = f"found more files and folders than {limits.files:,}, expected at most that"
            raise ValueError(message)
    clash = min(folders & spelled.keys(), default=None)
    if clash is not None or len(spelled) < count:
        message = f"found the path {quoted(clash or '')} as a file and a folder, or a path twice"
        raise ValueError(message)


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
        wanted = collect if limit is None else frozenset[str]()
        kept, cut = left_files(left, wanted, limits.folder_bytes) if wanted else ({}, ())
    text = output.decode(errors="replace")
    if limit is not None:
        return TestRun("stopped", None, text, limit, f"stopped at the limit of {limit}")
    if code is None:
        last = one_line(text.strip().rpartition("\n")[2])
        if process.returncode == NOT_UNPACKED:
            return TestRun("not_unpacked", reason=f"the files do not fit into the folder: {last}")
        return TestRun("refused", reason=f"no sandbox here: {last or 'it did not start'}")
    return TestRun("failed" if code else "passed", code, text, files=kept, cut=cut)


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
