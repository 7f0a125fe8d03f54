"""A loopback model that judges as the rubric asks, and a short part of a run for it."""

import json
from dataclasses import dataclass
from typing import Any

from tests.staging.commands import run_command
from tests.staging.judging.judge_models import honest_answer
from tests.staging.servers.judges import JudgeService, failure_reply, question_in
from tests.staging.servers.speech import ReceivedRequest, Reply, json_reply
from typing_extensions import override

PART = ("--scenarios", "financial_analyst", "--seeds", "0", "--beats", "1", "--agent", "oracle")


@dataclass
class HonestJudge(JudgeService):
    """A model that judges as the rubric asks; it refuses the first so many judgments."""

    refuses: int = 0
    judged: int = 0
    thinks: int = 0
    """Tokens that it takes before it answers."""

    @override
    def __call__(self, asked: ReceivedRequest) -> Reply:
        body = json.loads(asked.body)
        self.format.read(asked, body)
        question = question_in(body)
        if "ready" in question.schema["properties"]:
            return json_reply(self.format.answer(body, '{"ready": true}'))
        self.judged += 1
        if self.judged <= self.refuses:
            return failure_reply(400)
        answer: Any = self.format.answer(body, honest_answer(question))
        answer["usage"]["completion_tokens"] += self.thinks
        return json_reply(answer)


def run_with_messages(*arguments: str, code: int = 0) -> tuple[Any, str]:
    """What a command prints with `--json`, and what it says besides."""
    printed = run_command(*arguments, "--json", code=code)
    return json.loads(printed.stdout), printed.stderr
