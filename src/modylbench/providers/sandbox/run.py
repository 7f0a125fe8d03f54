"""Code that an agent wrote, run in a sandbox that proved its walls, or not at all."""

from __future__ import annotations

import fcntl
import io
import json
import os
import re
import subprocess
import tarfile
import tempfile
import threading
from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal

from modylbench.foundation.errors import one_line, short_repr
from modylbench.products.file_tree import parents, path_in_project
from modylbench.providers.sandbox.enclosure import (
    ENVIRONMENT,
    NOT_UNPACKED,
    SandboxLimits,
    call_filter,
    enclosed_command,
    missing_programs,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

WATCH_S = 0.1
CHUNK = 65_536
LEAST_DESCRIPTOR = 10  # a shell knows 0 to 9, and the stage uses 9
PROBE = SandboxLimits(wall_s=10.0, cpu_s=5)
ExceededLimit = Literal["time", "memory", "output"]
PROC = Path("/proc")
_RESIDENT = re.compile(r"^(?:RssAnon|RssShmem):\s+(\d+) kB$", re.MULTILINE)
_SHARE = re.compile(r"^Pss:\s+(\d+) kB$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TestRun:
    """What came of a run.

    "passed" and "failed" go by the exit code, which the code under test can choose itself:
    `os._exit(0)` passes. "no_report" would have passed, but did not write the report that it had
    to. "stopped" names the limit that ended the run; "not_unpacked" are files that did not fit into
    the folder. "refused" has the reason why nothing can be run here, which is never the agent's.
    """

    __test__ = False  # pytest would take it for a test

    status: Literal["passed", "failed", "no_report", "stopped", "not_unpacked", "refused"]
    exit_code: int | None = None
    output: str = ""
    limit: ExceededLimit | None = None
    reason: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    """What the run left in the files that the caller asked for; links are not followed."""
    cut: tuple[str, ...] = ()
    """The files asked for that were too large to come back whole, and so did not."""


def run_tests(
    files: Mapping[str, str],
    command: Sequence[str],
    limits: SandboxLimits | None = None,
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
    limits = limits or SandboxLimits()
    sent = {
        path: text
        for path, text in files.items()
        if report is None or path_in_project(path) != report
    }
    archive = _pack(sent, limits)
    reason = unavailable()
    if reason:
        return TestRun("refused", reason=reason)
    wanted = frozenset(collect) | ({report} if report is not None else frozenset())
    found = _run(archive, command, limits, collect=wanted, readable=readable)
    if found.status == "passed" and report is not None and not found.files.get(report):
        problem = (
            f"found no report {short_repr(report)}, or an empty one, expected the run to write it"
        )
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
    tried = _run(_pack({}, PROBE), ["true"], PROBE, collect=frozenset(), readable=())
    return "" if tried.status == "passed" else tried.reason or "no sandbox here: the trial failed"


def _pack(files: Mapping[str, str], limits: SandboxLimits) -> bytes:
    """The files as a tar archive."""
    if len(files) > limits.files:
        message = f"found {len(files):,} files, expected at most {limits.files:,}"
        raise ValueError(message)
    spelled = {path_in_project(path): text for path, text in sorted(files.items())}
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


def _refuse_impossible(spelled: Mapping[str, str], count: int, limits: SandboxLimits) -> None:
    """Raise ValueError for files that no folder within the limits can hold."""
    folders: set[str] = set()
    for path in spelled:
        folders.update(parents(path))
        if len(folders) + count > limits.files:
            message = f"found more files and folders than {limits.files:,}, expected at most that"
            raise ValueError(message)
    clash = min(folders & spelled.keys(), default=None)
    if clash is not None or len(spelled) < count:
        message = (
            f"found the path {short_repr(clash or '')} as a file and a folder, or a path twice"
        )
        raise ValueError(message)


def _run(
    archive: bytes,
    command: Sequence[str],
    limits: SandboxLimits,
    *,
    collect: frozenset[str],
    readable: Sequence[Path],
) -> TestRun:
    with (
        tempfile.TemporaryFile() as sent,
        tempfile.TemporaryFile() as left,
        tempfile.TemporaryFile() as status,
        tempfile.TemporaryFile() as calls,
        _beyond_the_shell(status) as told,
        _beyond_the_shell(calls) as filter_,
    ):
        sent.write(archive)
        calls.write(call_filter() or b"")
        for file in (sent, calls):
            file.seek(0)
        descriptors = {"status": told.fileno(), "filter": filter_.fileno()}
        with subprocess.Popen(  # noqa: S603 - what is run is shut in
            enclosed_command(
                command, limits, descriptors=descriptors, readable=readable, keep=bool(collect)
            ),
            stdin=sent,
            stdout=subprocess.PIPE,
            stderr=left,
            pass_fds=tuple(descriptors.values()),
            env=ENVIRONMENT,
            start_new_session=True,
        ) as process:
            output, limit = _watch(process, limits)
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


def _beyond_the_shell(file: IO[bytes]) -> IO[bytes]:
    """The file under another number, above those that the stage's shell uses for its own."""
    number = fcntl.fcntl(file.fileno(), fcntl.F_DUPFD_CLOEXEC, LEAST_DESCRIPTOR)
    return os.fdopen(number, "rb")


def _watch(
    process: subprocess.Popen[bytes], limits: SandboxLimits
) -> tuple[bytes, ExceededLimit | None]:
    """What was printed, and the limit that ended it; afterwards nothing of it runs any more."""
    stops: list[ExceededLimit] = []
    over = threading.Event()

    def stop(limit: ExceededLimit) -> None:
        stops.append(limit)
        process.kill()  # the first process of the namespace dies with it, and so does all in it

    def watch_memory() -> None:
        while not over.wait(WATCH_S):
            if exceeds_memory(process.pid, limits.memory_bytes):
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


def left_files(
    archive: IO[bytes], wanted: frozenset[str], most: int
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The wanted files out of the archive, and the names of those that were too much to keep.

    All of it is read in memory, and together at most so many bytes; nothing is unpacked. A second
    name of a file is looked up among the regular files before it, by one step. Symbolic links are
    never followed, not even to what lies in the archive.
    """
    archive.seek(0)
    whole: dict[str, bytes] = {}
    cut: set[str] = set()
    regular: dict[str, tarfile.TarInfo] = {}
    try:
        with tarfile.open(fileobj=archive, mode="r:") as entries:
            for entry in entries:
                if entry.isreg():
                    regular[entry.name] = entry
                path = entry.name.removeprefix("./")
                held = regular.get(entry.linkname) if entry.islnk() else entry
                if path not in wanted or held is None or not held.isreg():
                    continue
                if held.size > most:
                    cut.add(path)
                    continue
                most -= held.size
                content = entries.extractfile(held)
                whole[path] = content.read() if content else b""
    except tarfile.TarError:  # the archive ends at its own limit: who knows what was to come
        cut |= wanted - whole.keys()
    return whole, tuple(sorted(cut))


def exceeds_memory(root: int, most_bytes: int) -> bool:
    """Whether the process and its descendants hold more than that.

    Pages that processes share count in full at first, since that is cheap to ask; only if that is
    too much, each is counted once. A process that keeps its pages to itself goes on counting in
    full, or it could hide them; one that has ended in the meantime holds nothing.
    """
    family = _family(root)
    if sum(map(_resident_kilobytes, family)) * 1024 <= most_bytes:
        return False
    shares = ((pid, _kilobytes(pid, "smaps_rollup", _SHARE)) for pid in family)
    held = (_resident_kilobytes(pid) if share is None else share for pid, share in shares)
    return sum(held) * 1024 > most_bytes


def _resident_kilobytes(pid: int) -> int:
    return _kilobytes(pid, "status", _RESIDENT) or 0


def _family(root: int) -> list[int]:
    children: dict[int, list[int]] = defaultdict(list)
    for folder in PROC.iterdir():
        if folder.name.isdigit():
            fields = _read_proc(int(folder.name), "stat").rpartition(") ")[2].split()
            if len(fields) > 1:
                children[int(fields[1])].append(int(folder.name))
    family = [root]
    for pid in family:
        family += children[pid]
    return family


def _kilobytes(pid: int, name: str, wanted: re.Pattern[str]) -> int | None:
    """The sum of what is found; None where nothing is."""
    found = wanted.findall(_read_proc(pid, name))
    return sum(map(int, found)) if found else None


def _read_proc(pid: int, name: str) -> str:
    try:
        return (PROC / str(pid) / name).read_text(encoding="ascii", errors="replace")
    except OSError:  # it ended in the meantime
        return ""
