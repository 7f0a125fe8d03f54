"""The examples work beside a person's own file, with nothing of ours around them."""

import ast
import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from examples.livekit_agents.a2ui import answer_writing

ROOT = Path(__file__).parents[3]
PROJECT = "agent_repository"  # is copied whole, and is one in which modylbench is installed
FILES = sorted(file for file in (ROOT / "examples").glob("*/*.py") if file.parent.name != PROJECT)


def imported(file: Path) -> set[str]:
    """The packages that a file imports when it runs."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.name}")
def test_a_file_to_copy_names_no_folder_of_ours(file: Path) -> None:
    assert not imported(file) & {"examples", "tests", "modylbench"}


class Session:
    """Notes what it is asked to do."""

    def __init__(self) -> None:
        self.did: list[str] = []

    async def interrupt(self) -> None:
        self.did.append("interrupt")

    def generate_reply(self, *, user_input: str) -> None:
        self.did.append(user_input)


@pytest.mark.parametrize(
    ("info", "does"),
    [
        (SimpleNamespace(attributes={"modyl.attachment": "a.csv"}), []),
        (SimpleNamespace(attributes={}), ["interrupt", "Hello"]),
        (SimpleNamespace(attributes=None), ["interrupt", "Hello"]),
        (None, ["interrupt", "Hello"]),
    ],
)
def test_what_is_written_is_answered_and_the_notice_of_a_file_is_not(
    info: Any, does: list[str]
) -> None:
    session: Any = Session()
    event: Any = SimpleNamespace(info=info, text="Hello")

    asyncio.run(answer_writing(session, event))

    assert session.did == does
