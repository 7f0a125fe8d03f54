"""The loopback models that a leaderboard asks again."""

import json
from dataclasses import dataclass, field

from tests.staging.judging.judge_models import answer_to
from tests.staging.servers.judges import JudgeService, failure_reply, question_in
from tests.staging.servers.speech import KEY, ReceivedRequest, Reply, json_reply
from typing_extensions import override

KEYS = {"OPENAI_API_KEY": KEY, "COMPATIBLE_API_KEY": KEY}


@dataclass
class RejudgingService(JudgeService):
    """The same two models, as the leaderboard asks them; None refuses to judge."""

    scores: dict[str, int | None] = field(default_factory=lambda: {"omni-1": 7, "gpt-5.2": 6})

    @override
    def __call__(self, asked: ReceivedRequest) -> Reply:
        body = json.loads(asked.body)
        self.format.read(asked, body)
        question = question_in(body)
        if "ready" in question.schema["properties"]:
            return json_reply(self.format.answer(body, '{"ready": true}'))
        score = self.scores[body["model"]]
        if score is None:
            return failure_reply(400)
        self.bodies.append(body)
        return json_reply(self.format.answer(body, json.dumps(answer_to(question, score))))
