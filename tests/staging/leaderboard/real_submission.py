"""A real submission: 18 meetings, judged by two models over the wire, packed by the command."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.staging.commands import run_command
from tests.staging.judging.judge_models import answer_to
from tests.staging.servers.judges import GPT, OMNI, JudgeService, question_in
from tests.staging.servers.speech import KEY, ReceivedRequest, Reply, json_reply, serving
from typing_extensions import override

from modylbench.scenarios.catalogue import ORDER, scenario
from modylbench.scenarios.variant import instantiate

ANSWERED = (1, 5)
"""The turns in which the agent says something: what nobody answers is not judged, and quick."""
SCORES = {"omni-1": 7, "gpt-5.2": 6}


@dataclass
class Panel(JudgeService):
    """Two models at one address, of which each has its own opinion."""

    @override
    def __call__(self, asked: ReceivedRequest) -> Reply:
        body = json.loads(asked.body)
        self.format.read(asked, body)
        question = question_in(body)
        if "ready" in question.schema["properties"]:
            return json_reply(self.format.answer(body, '{"ready": true}'))
        answer = answer_to(question, SCORES[body["model"]])
        return json_reply(self.format.answer(body, json.dumps(answer)))


@dataclass(frozen=True)
class MadeSubmission:
    """The folder of the run, the file, and the judges' names."""

    run: Path
    file: Path
    judges: tuple[str, ...]


def answers(names: Sequence[str] = ORDER) -> str:
    """An agent of few words that shows one product in every scenario; folders are names too."""
    lines = []
    for name in names:
        product = instantiate(scenario(name), 0, "seed").scenario.expected_outputs[0]
        shown = {
            "kind": "document",
            "id": product.product_id,
            "title": "What we have so far",
            "sections": [{"id": "s1", "heading": "State", "body": "12 of 40 are checked."}],
        }
        turns: list[dict[str, Any]] = [
            {"turn_index": at, "agent_response": f"Noted, {at} of 40.", "latency_ms": 400.0}
            for at in ANSWERED
        ]
        turns[0]["work_products"] = [shown]
        lines.append({"scenario_id": scenario(name).id, "model_id": "few-words", "turns": turns})
    return "".join(json.dumps(line) + "\n" for line in lines)


def make_submission(
    folder: Path,
    *,
    seeds: str = "0-2",
    agent: str = "",
    names: Sequence[str] = ORDER,
    options: Sequence[str] = (),
) -> MadeSubmission:
    """Hold, judge and weigh; `agent` is one of few words unless said otherwise."""
    recorded = folder / "answers.jsonl"
    recorded.write_text(answers(names))
    with pytest.MonkeyPatch.context() as patch:
        for service in ("OPENAI", "COMPATIBLE"):
            patch.setenv(f"{service}_API_KEY", KEY)
        patch.setenv("MODYLBENCH_CACHE", str(folder / "cache"))
        held = ("--output", str(folder / "out"), "--no-audio", "--no-screens")
        told = ("--agent", agent or f"recorded:{recorded}", "--seeds", seeds, *options)
        told = (*told, "--scenarios", ",".join(names))
        with serving(Panel(OMNI)) as server:
            judges = (OMNI.name(server.address), GPT.name(server.address))
            asked = ("--judges", ",".join(judges), "--mode", "text", "--json")
            found, _ = run_command("run", *held, *told, *asked)
    run = Path(json.loads(found)["run"])
    return MadeSubmission(run, folder / "submission.zip", judges)
