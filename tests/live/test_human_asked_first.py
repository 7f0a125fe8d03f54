"""Who names a model for the human learns of what is wrong with it before a meeting is held."""

from pathlib import Path

import pytest
from tests.staging.commands import run_command
from tests.staging.servers.chat import MODEL, ChatServer, serving

ASKED = ("run", "--agent", "oracle", "--scenarios", "freeform", "--k", "1")


def test_a_human_who_does_not_answer_is_told_before_any_meeting(tmp_path: Path) -> None:
    with serving(ChatServer()) as gone:
        human = f"{MODEL}@{gone.address}"

    said = run_command(*ASKED, "--output", tmp_path / "out", "--human", human, code=2).stderr

    assert said.count("\n") == 1
    assert f"the human {human}: " in said
    assert "check the name, the key and --human MODEL@URL" in said
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["foo@", "@http://127.0.0.1:9/v1", "foo"])
def test_a_name_that_is_no_human_is_told_how_one_is_named(name: str) -> None:
    said = run_command(*ASKED, "--human", name, code=2).stderr

    assert said.count("\n") == 1
    assert "MODEL@URL" in said
