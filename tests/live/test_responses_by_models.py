"""Imported answers are silver where models judge them over the wire."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings
from tests.staging.agents import financial_variant
from tests.staging.servers.honest_judge import HonestJudge, run_with_messages
from tests.staging.servers.judges import OMNI
from tests.staging.servers.speech import KEY, serving

from modylbench.runs.records import evaluation_in
from modylbench.surfaces.showing import messages_for

IS_NIGHTLY = settings.get_current_profile_name() == "nightly"


@pytest.mark.skipif(not IS_NIGHTLY, reason="a browser and two models take ten seconds: nightly")
def test_models_that_were_sent_pictures_judge_by_silver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for service in ("OPENAI", "COMPATIBLE"):
        monkeypatch.setenv(f"{service}_API_KEY", KEY)
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path / "cache"))
    shown = messages_for(financial_variant().final_products[0], "model")
    turn = {"turn_index": 1, "agent_response": "The model is up.", "a2ui_surfaces": shown}
    line = {"scenario_id": "financial_analyst", "model_id": "m", "turns": [turn]}
    (tmp_path / "a.jsonl").write_text(json.dumps(line), encoding="utf-8")
    other = replace(OMNI, model=OMNI.model.replace("omni", "omni-two"))
    first, second = HonestJudge(OMNI), HonestJudge(other)

    with serving(first) as first_server, serving(second) as second_server:
        judges = f"{OMNI.name(first_server.address)},{other.name(second_server.address)}"
        files = (str(tmp_path / "a.jsonl"), "--output", str(tmp_path / "run"))
        outcome, _ = run_with_messages(
            "responses", "import", *files, "--screens", "--judges", judges
        )

    [trial] = outcome["trials"]
    assert trial["standard"] == "silver"
    assert first.judged > 0
    assert second.judged > 0
    evaluation = evaluation_in(tmp_path / "run" / "financial_analyst" / "seed-0")
    assert evaluation is not None
    assert evaluation.facts.turns[0].frame_sha256s, "there was something to be seen"
    assert not any(turn.audio_sha256 for turn in evaluation.facts.turns)
