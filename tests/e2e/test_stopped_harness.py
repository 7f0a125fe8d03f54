"""A harness that is stopped in mid-answer charges its machine with that, and not the agent."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from modylbench.recording.reading import read_recording, recording_folders

AGENT = """
import asyncio
class Mine:
    turns = 0
    async def answer(self, heard, seat):
        self.turns += 1
        print("answering", self.turns)
        if self.turns == 2:
            await asyncio.sleep(1.0)
        await seat.say("Yes.")
"""
RUN = (
    "run", "--agent", "mine.py:Mine", "--scenarios", "financial_analyst", "--k", "1", "--beats",
    "1", "--no-audio", "--no-screens", "--judges", "none",
)  # fmt: skip


def wait_for(word: str, folder: Path) -> None:
    for _ in range(1_200):
        if any(word in log.read_text(encoding="utf-8") for log in folder.rglob("*.log")):
            return
        time.sleep(0.05)
    raise TimeoutError(word)


def test_who_is_stopped_for_seconds_holds_the_meeting_again_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(AGENT, encoding="utf-8")
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "modylbench", *RUN], cwd=tmp_path, stderr=subprocess.PIPE
    ) as harness:
        try:
            wait_for("answering 2", tmp_path)
            os.kill(harness.pid, signal.SIGSTOP)
            time.sleep(3.0)
            os.kill(harness.pid, signal.SIGCONT)
            harness.communicate(timeout=120)
        finally:
            harness.kill()

    (folder,) = recording_folders(tmp_path / "results")
    recording = read_recording(folder)
    assert recording.setting.attempt == 2
    (spoilt,) = recording.setting.spoilt
    assert spoilt.startswith("harness_stalled: the harness did not get to run for ")
    assert recording.faults == ()
    latencies = [turn.agent.latency.response_s for turn in recording.turns]
    assert latencies
    assert all(latency is None or latency < 3.0 for latency in latencies)
