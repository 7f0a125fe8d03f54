"""What a check's process can do besides checking; and a worker to be killed."""

import os
import signal
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

from modylbench.foundation.clock import RealClock
from modylbench.leaderboard.checking.isolation import (
    CheckTask,
    ExaminationReply,
    IsolatedExaminer,
    ProcessBounds,
    RejudgeTask,
)
from modylbench.leaderboard.checking.worker import Worker, WorkerLimits, WorkerOptions
from modylbench.leaderboard.signing import SigningKey
from modylbench.leaderboard.store.store import open_store

KEY = SigningKey(bytes(32))


def sleeps(task: CheckTask | RejudgeTask, bounds: ProcessBounds, pipe: Connection) -> None:
    time.sleep(60)


def eats(task: CheckTask | RejudgeTask, bounds: ProcessBounds, pipe: Connection) -> None:
    bounds.apply()
    sys.stderr.close()
    eaten = [bytearray(64 * 1024**2) for _ in range(1000)]
    pipe.send_bytes(ExaminationReply(refused=str(len(eaten))).model_dump_json().encode())


def spins(task: CheckTask | RejudgeTask, bounds: ProcessBounds, pipe: Connection) -> None:
    ProcessBounds(bounds.memory_bytes, 1).apply()
    while True:
        pass


def dies(task: CheckTask | RejudgeTask, bounds: ProcessBounds, pipe: Connection) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def babbles(task: CheckTask | RejudgeTask, bounds: ProcessBounds, pipe: Connection) -> None:
    pipe.send_bytes(b'{"checked": {"problems": []}}')


def tells_and_sleeps(
    task: CheckTask | RejudgeTask, bounds: ProcessBounds, pipe: Connection
) -> None:
    sys.stdout.write(f"{os.getpid()}\n")
    sys.stdout.flush()
    time.sleep(60)


if __name__ == "__main__":
    examiner = IsolatedExaminer(RealClock(), 1024**3, 60, look_s=0.1, work=tells_and_sleeps)
    with open_store("", Path(sys.argv[1])) as store:
        Worker(store, WorkerOptions(KEY, b""), WorkerLimits(lease_s=1.0), examiner).step()
