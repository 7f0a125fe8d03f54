"""An agent's process: started, what it prints kept, and ended with all that it started.

What is here blocks: the event loop has it done in a thread. The limits are of real time, also where
the meeting's stands still.

In a cell, all ends with the first process, also when the harness itself is killed. Without one, an
agent's processes are those in its session, and those that have its mark in their environment,
whatever became of their parents. One that left the session and was started with an environment of
its own cannot be told from any other process, and stays; when the harness is killed, only the
agent's own process ends with it. Without Linux there is only the process group.
"""

from __future__ import annotations

import os
import secrets
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

import orjson

from modylbench.agents.choice import CellOptions
from modylbench.agents.hosted.cell import (
    PROGRAMS,
    cell_command,
    cell_environment,
    filter_descriptor,
    why_no_cell,
)
from modylbench.agents.hosted.watch import CellWatch
from modylbench.agents.hosted.wire import MOST_PROBLEM
from modylbench.foundation.errors import ModylBenchError, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


READY_S = 60.0  # ours, all of these
GOODBYE_S = 1.0
MOST_LOG_BYTES = 4_000_000
MOST_FIRST_LINE_BYTES = 64_000
PIECE_BYTES = 65_536
MOST_LAST_LINE = 200
CUT = b"\n[what was printed after this is not kept]\n"
PROCESSES = Path("/proc")
MARK = "MODYLBENCH_AGENT="
SIGNALLED = 128
IN_A_CELL = CellOptions()


class NotReady(ModylBenchError):
    """An agent's process did not come to the point where it could attend."""


@dataclass(frozen=True, slots=True)
class ReadyProcess:
    """A process that is ready to attend, and the socket it is written to."""

    process: subprocess.Popen[bytes]
    link: socket.socket
    overhears: bool
    attends: bool = False
    watch: CellWatch | None = None

    @property
    def exceeded_limit(self) -> str:
        """Which limit of its cell has ended it, if one has."""
        return self.watch.reason if self.watch is not None else ""


def is_enclosed(cell: CellOptions) -> bool:
    """Whether an agent's process has a cell: it is wanted, and can be had."""
    return cell.is_wanted and not why_no_cell()


def start_process(
    spec: str,
    log: Path | None,
    cell: CellOptions = IN_A_CELL,
    *,
    is_check: bool = False,
    ready_s: float = READY_S,
) -> ReadyProcess:
    """The agent's process, ready; raises NotReady with the reason.

    What it prints goes into the log, or nowhere.
    """
    ours, theirs = socket.socketpair()
    words = [sys.executable, "-m", "modylbench.agents.hosted", spec, str(theirs.fileno())]
    with theirs:
        process = _start([*words, "check"] if is_check else words, spec, cell, theirs.fileno())
    end = partial(kill_family, process)
    watch = CellWatch(process, cell.limits, end) if is_enclosed(cell) else None
    printed = PrintedOutput(process.stdout, log)
    line, is_late = _first_line(process, ours, ready_s)
    problem, overhears, attends = _read(line)
    ready = ReadyProcess(process, ours, overhears, attends, watch)
    if problem is not None:
        ended = end_process(process, goodbye_s=0.0 if is_late else GOODBYE_S)
        ours.close()
        if is_late:
            problem = f"it was not ready within {ready_s:g} s"
        ended = ready.exceeded_limit or f"{ended} before it was ready{printed.last_words()}"
        raise NotReady(problem or f"its process {ended}")
    return ready


def _start(command: list[str], spec: str, cell: CellOptions, link: int) -> subprocess.Popen[bytes]:
    """The process of the command, in a cell where there is to be one."""
    environment: dict[str, str] | None = None
    with ExitStack() as stack:
        kept = [link]
        if is_enclosed(cell):
            kept.append(stack.enter_context(filter_descriptor()))
            command = cell_command(command, spec, cell, kept[-1])
            environment = cell_environment(spec, cell)
        return subprocess.Popen(  # noqa: S603 - the agent that a person named
            mark_command(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=kept,
            env=environment,
            start_new_session=True,  # not to end by our Ctrl-C
        )


def end_process(process: subprocess.Popen[bytes], *, goodbye_s: float = GOODBYE_S) -> str:
    """End a process that has not ended by itself, and all that it has started; how it ended."""
    try:
        process.wait(goodbye_s)
    except subprocess.TimeoutExpired:
        kill_family(process)
        process.wait()
        return "was killed by the harness"
    kill_family(process)
    return _how_it_ended(process)


def _how_it_ended(process: subprocess.Popen[bytes]) -> str:
    """By a signal or not; a cell tells signals of what is in it by exit codes, as shells do."""
    code = process.returncode
    number = code - SIGNALLED if code > SIGNALLED and _is_cell(process) else -code
    if number <= 0:
        return f"ended with exit code {code}"
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    return f"was killed by {name}"


def _is_cell(process: subprocess.Popen[bytes]) -> bool:
    words = process.args if isinstance(process.args, list) else []
    return any(Path(str(word)).name == PROGRAMS[0] for word in words[:3])


def _first_line(
    process: subprocess.Popen[bytes], link: socket.socket, ready_s: float
) -> tuple[bytes, bool]:
    """What the process says first, and whether it was killed since it took too long."""
    late = threading.Event()

    def give_up() -> None:
        late.set()
        kill_family(process)

    timer = threading.Timer(ready_s, give_up)
    timer.daemon = True
    timer.start()
    watch = exit_descriptor(process)
    line = b""
    try:
        while not line.endswith(b"\n") and len(line) < MOST_FIRST_LINE_BYTES:
            if not _comes_more(link, watch):
                break
            piece = link.recv(1)  # what follows the line is for the event loop
            if not piece:
                break
            line += piece
    except OSError:
        return b"", late.is_set()
    finally:
        timer.cancel()
        if watch is not None:
            os.close(watch)
    return line, late.is_set()


def _comes_more(link: socket.socket, watch: int | None) -> bool:
    """Whether there is something to read; not so of a process that ended and left its socket."""
    poll = select.poll()
    for number in (link.fileno(), watch):
        if number is not None:
            poll.register(number, select.POLLIN)
    return link.fileno() in [number for number, _ in poll.poll()]


def _read(line: bytes) -> tuple[str | None, bool, bool]:
    """Why the agent cannot take part ("" where it does not say, None if it can).

    And whether it overhears, and whether it attends by itself.
    """
    try:
        match orjson.loads(line):
            case {"type": "ready", "overhears": bool(overhears), "attends": bool(attends)}:
                return None, overhears, attends
            case {"type": "unusable", "problem": str(problem)}:
                return one_line(problem[:MOST_PROBLEM]) or "it cannot be used", False, False
            case _:
                return "it said something else than that it is ready", False, False
    except orjson.JSONDecodeError:
        return "", False, False


class PrintedOutput:
    """What a process prints: it goes into the log, up to a size; its last line is known."""

    def __init__(self, pipe: IO[bytes] | None, log: Path | None) -> None:
        self._log = Path(os.devnull) if log is None else log
        self._end = b""
        self._reading = threading.Thread(target=self._keep, args=[pipe], daemon=True)
        self._reading.start()

    def last_words(self) -> str:
        """The last line that a process printed that has ended, to be put behind a sentence."""
        self._reading.join(GOODBYE_S)  # one that it has started may still have the pipe
        lines = [line.strip() for line in self._end.decode(errors="replace").splitlines()]
        words = one_line(next((line for line in reversed(lines) if line), ""))
        return f": {words[:MOST_LAST_LINE]}" if words else ""

    def _keep(self, pipe: IO[bytes] | None) -> None:
        """Read until there is no more of it."""
        if pipe is None:
            return
        with pipe:
            try:
                self._write(pipe)
            except OSError:  # a full disk must not make the agent wait
                while os.read(pipe.fileno(), PIECE_BYTES):
                    pass

    def _write(self, pipe: IO[bytes]) -> None:
        self._log.parent.mkdir(parents=True, exist_ok=True)
        with self._log.open("ab", buffering=0) as file:
            left = MOST_LOG_BYTES - file.tell()
            while piece := os.read(pipe.fileno(), PIECE_BYTES):
                self._end = (self._end + piece)[-PIECE_BYTES:]
                if left > 0:
                    file.write(piece[:left])
                    left -= len(piece)
                    file.write(CUT if left <= 0 else b"")


def mark_command(command: list[str]) -> list[str]:
    """The command, whose process and all that it starts will have a mark of their own."""
    env = shutil.which("env")
    return command if env is None else [env, f"{MARK}{secrets.token_hex(16)}", *command]


def kill_family(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and what it has started; one that is gone already stays so."""
    _kill(os.killpg, process.pid)
    for number in list(_relatives(process)):
        _kill(os.kill, number)


def exit_descriptor(process: subprocess.Popen[bytes]) -> int | None:
    """A descriptor that can be read once a process has ended; None where there is no such thing."""
    if sys.platform != "linux":
        return None
    try:
        return os.pidfd_open(process.pid)
    except OSError:
        return None


def _kill(send: Callable[[int, int], None], number: int) -> None:
    try:
        send(number, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _relatives(process: subprocess.Popen[bytes]) -> Iterator[int]:
    """The numbers of those that a process has started, and of theirs."""
    command = process.args if isinstance(process.args, list) else []
    mark = next((str(word).encode() for word in command if str(word).startswith(MARK)), None)
    for folder in PROCESSES.glob("[0-9]*"):
        try:
            session = (folder / "stat").read_bytes().rpartition(b")")[2].split()[3]
            variables = (folder / "environ").read_bytes().split(b"\0")
        except (OSError, IndexError):  # gone, or somebody else's
            continue
        if int(session) == process.pid or mark in variables:
            yield int(folder.name)
