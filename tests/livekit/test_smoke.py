"""`modylbench livekit smoke` tells what an agent sends, and what it does not."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from tests.staging.livekit.meetings import Scene, Setup, hold_on_server

from modylbench.pipeline.smoke.agent_output import agent_output
from modylbench.providers.addresses import LiveKitAddress

Smoke = Callable[..., tuple[int, dict[str, Any]]]
NIGHTLY = settings().max_examples > 100


@pytest.fixture
def smoke(livekit: LiveKitAddress, monkeypatch: pytest.MonkeyPatch) -> Smoke:
    """The command on the tests' server: its exit code, and what it tells."""
    monkeypatch.setenv("LIVEKIT_URL", livekit.url)
    monkeypatch.setenv("LIVEKIT_API_KEY", livekit.api_key)
    monkeypatch.setenv("LIVEKIT_API_SECRET", livekit.api_secret)
    command = [sys.executable, "-m", "modylbench", "livekit", "smoke", "--json"]

    def told(*options: str) -> tuple[int, dict[str, Any]]:
        done = subprocess.run(  # noqa: S603
            [*command, *options], stdout=subprocess.PIPE, text=True, check=False, timeout=600
        )
        return done.returncode, json.loads(done.stdout)

    return told


@pytest.mark.nightly
def test_an_agent_that_never_comes_is_told_with_what_to_do(smoke: Smoke) -> None:
    code, told = smoke("--launch", "sleep 60", "--join-timeout", "2")

    assert code == 1
    assert list(told["missing"]) == ["joined"]
    assert "LIVEKIT_URL" in told["missing"]["joined"]
    assert told["emits"]["joined_s"] is None
    assert "the agent was never there" in told["problems"]
    assert told["recording"] is None


def test_what_an_agent_from_elsewhere_sends_is_seen(
    livekit: LiveKitAddress, tmp_path: Path
) -> None:
    async def come(scene: Scene) -> None:
        await scene.agent("polite")
        await asyncio.Event().wait()

    held = asyncio.run(hold_on_server("smoke-polite", livekit, tmp_path, Setup(disturb=come)))
    found = agent_output(held.recording, tmp_path)

    assert found.audio_track
    assert found.first_sound_s is not None
    assert found.transcription >= 1
    assert list(found.missing()) == ["heard", "agent_state", "work"]


@pytest.mark.skipif(not NIGHTLY, reason="holds a meeting of two minutes: at night")
def test_the_oracle_scores_on_livekit_as_it_does_in_process(smoke: Smoke) -> None:
    code, told = smoke()

    assert code == 0, told["problems"]
    assert abs(told["combined_livekit"] - told["combined_in_process"]) <= 0.2
    assert told["audio_loss"] <= 0.01
    assert told["word_error_rate_captured"] <= 0.15
