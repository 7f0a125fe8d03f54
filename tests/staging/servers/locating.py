"""A loopback model that judges as the rubric asks, and locates as it is made to."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.staging.judging.judge_models import honest_answer
from tests.staging.servers.judges import JudgeService, failure_reply, question_in
from tests.staging.servers.speech import ReceivedRequest, Reply, json_reply
from typing_extensions import override

from modylbench.providers.models.question import Question


@dataclass
class LocatingService(JudgeService):
    """A model of one service; `locating` answers what a locator is asked, None is out of order."""

    locating: Callable[[Question], str] | None = None
    judged: int = 0
    located: int = 0

    @override
    def __call__(self, asked: ReceivedRequest) -> Reply:
        body = json.loads(asked.body)
        self.format.read(asked, body)
        question = with_earlier_turns(body)
        if "ready" in question.schema["properties"]:
            return json_reply(self.format.answer(body, '{"ready": true}'))
        if "places" not in question.schema["properties"]:
            self.judged += 1
            return json_reply(self.format.answer(body, honest_answer(question)))
        self.located += 1
        if self.locating is None:
            return failure_reply(400)
        return json_reply(self.format.answer(body, self.locating(question)))


def with_earlier_turns(body: Any) -> Question:
    """What was asked, with the turns before it, from OpenAI's wire format."""
    last = question_in(body)
    texts = [_text(message["content"]) for message in body["messages"][1:-1]]
    earlier = tuple(zip(texts[::2], texts[1::2], strict=True))
    return Question("", last.text, last.schema, (), earlier)


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content)
