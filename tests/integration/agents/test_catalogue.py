"""Agents from the catalogue repeat themselves; listing them imports nothing slow."""

import hashlib
from pathlib import Path

import pytest
from tests.staging.agents import Table, attend_meeting, financial_variant

from modylbench.agents import catalogue
from modylbench.agents.catalogue import available, choose_agent
from modylbench.agents.choice import AgentOptions
from modylbench.foundation.errors import UserMistake


@pytest.mark.parametrize("name", ["oracle", "text_only"])
def test_our_agents_answer_the_same_every_time(name: str, tmp_path: Path) -> None:
    question = (
        next(iter(financial_variant().scenario.human_turns())).alternatives[0].human_utterance
    )

    async def script(table: Table) -> None:
        await table.ask(question)

    once, again = [
        attend_meeting(choose_agent(name, AgentOptions()), script, log=tmp_path / "log")
        for _ in range(2)
    ]

    assert once.spoken
    assert once.faults == []
    assert once.events == again.events


def test_installed_packages_may_bring_agents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "theirs-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(
        "[modylbench.agents]\ntheirs = their_agent:Theirs\noracle = their_agent:Theirs\n"
    )
    (tmp_path / "their_agent.py").write_text(
        "class Theirs:\n    async def answer(self, heard, seat):\n        await seat.say('Yes.')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)

    choice = choose_agent("theirs", AgentOptions())

    assert choice.name == "theirs"
    content = (tmp_path / "their_agent.py").read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()
    assert choice.settings["class"] == "their_agent:Theirs"
    assert choice.settings["sha256"] == sha256
    assert ("theirs", "a plugin: their_agent:Theirs") in available()
    assert choose_agent("oracle", AgentOptions()).settings == {}
    with pytest.raises(UserMistake, match="did you mean 'theirs'"):
        choose_agent("their", AgentOptions())


def test_nothing_slow_is_imported_to_list_agents() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from modylbench.agents.catalogue import available; available(); "
        "print(*sys.modules)"
    )
    listed = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert not {"openai", "pydantic_ai", "pydantic", "numpy", "scipy"} & set(listed.stdout.split())
    assert catalogue.CLASS in available()
