"""The gap of judging is measured when a model judged one recording both ways."""

import shutil
from pathlib import Path

import pytest
from tests.staging.servers.honest_judge import PART, HonestJudge, run_with_messages
from tests.staging.servers.judges import OMNI
from tests.staging.servers.speech import KEY, serving


def test_a_copy_judged_by_text_gives_the_gap_that_the_message_promises(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPATIBLE_API_KEY", KEY)
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path / "cache"))
    quiet = ("--no-audio", "--no-screens", "--judges", "none")
    held, _ = run_with_messages("run", "--output", str(tmp_path / "out"), *quiet, *PART)
    runs = {"multimodal": Path(held["run"]), "text": tmp_path / "copy"}
    shutil.copytree(held["run"], runs["text"])
    with serving(HonestJudge(OMNI)) as server:
        for mode, run in runs.items():
            run_with_messages(
                "evaluate", str(run), "--judges", OMNI.name(server.address), "--mode", mode
            )
    alone, _ = run_with_messages("analyze", str(runs["text"]), "--only", "gap")
    both, _ = run_with_messages("analyze", *map(str, runs.values()), "--only", "gap")
    rows = both["analyses"]["gap"]["tables"]["gap_judging"]

    assert (
        "multimodal judging of the same recordings is missing"
        in (alone["analyses"]["gap"]["says"][0])
    )
    assert {row["meetings"] for row in rows} == {1}
    assert {row["p_value"] for row in rows} == {None}
    assert len({row["judge"] for row in rows}) == 2
