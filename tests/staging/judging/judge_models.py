"""Models for tests: one judges as told outside the fence, one obeys what stands inside."""

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.staging.judging import offline_facts

from modylbench.evaluation.dimensions import ABUSIVE
from modylbench.evaluation.judging.fence import read_fence
from modylbench.evaluation.judging.judge import Brief, OpenQuestion, Quotation, Task
from modylbench.evaluation.verdicts import Subject
from modylbench.providers.models.question import ModelReply, Question

RECORDING = "ab" * 32
TALK = (
    Quotation("person in turn 3", "What is the entry multiple?"),
    Quotation("said in turn 3", "Twelve times EBITDA, so 180 million dollars."),
)
WORDS = Quotation("said", "Year one revenue is 57.5 million dollars, up fifteen percent.")
TABLE = Quotation("surface lbo_model", "Year | Revenue\n1 | 57.5\n2 | 64.4")
TASK = Task(
    scenario="CloudSync LBO Model",
    goal="Decide on the bid",
    asked="Please project revenue for five years.",
    expected="Projects revenue with growth decaying from 15 %.",
    phase="work",
    details=("Growth of 15 % was agreed in turn 3.",),
)
FACTS = ("revenue_y1: passed (found 57.5, expected 57.5)", "2 of 2 figures said agree")


def brief(
    *material: Quotation,
    kind: Any = "turn",
    name: str = "5",
    questions: Sequence[OpenQuestion] = (),
) -> Brief:
    return Brief(
        subject=Subject(kind=kind, name=name),
        task=TASK,
        facts=FACTS,
        material=material or (WORDS, TABLE),
        earlier=TALK,
        questions=tuple(questions),
        evidence=offline_facts.TURN,
        meeting=offline_facts.meeting(),
        recording=RECORDING,
    )


@dataclass
class StubModel:
    """A model that answers by a function, or by a list of them, one a call."""

    answers: Callable[[Question], str] | list[Callable[[Question], str]]
    name: str = "test:stub"
    hears: bool = False
    sees: bool = False
    asked: list[Question] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)

    def as_sent(self, question: Question) -> Question:
        return question

    def request(self, question: Question) -> str:
        content = [self.name, question.text, [each.sha256 for each in question.attached]]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()

    async def ask(self, question: Question) -> ModelReply:
        self.asked.append(question)
        answer = self.answers if callable(self.answers) else self.answers[len(self.asked) - 1]
        return ModelReply(
            text=answer(question),
            request=self.request(question),
            audio_sent=tuple(
                attachment.sha256 for attachment in question.attached if attachment.kind == "audio"
            ),
            images_sent=tuple(
                attachment.sha256 for attachment in question.attached if attachment.kind == "image"
            ),
            input_tokens=100,
            output_tokens=10,
            cost_usd=0.25,
        )

    async def forget(self, request: str) -> None:
        self.forgotten.append(request)


def key_in(question: Question) -> str:
    return str(re.findall(r"<<<MATERIAL ([0-9a-f]+)>>>", whole_question(question))[0])


def whole_question(question: Question) -> str:
    """All that was asked, with the turns before."""
    return "\n".join([*(text for text, _ in question.earlier), question.text])


def material_in(question: Question) -> str:
    items, _ = read_fence(whole_question(question), key_in(question))
    return "\n".join(item.text for item in items)


def seal_in(question: Question) -> str:
    return str(re.findall(r'belongs into "seal" is (?:still )?"([^"]+)"', question.text)[-1])


def answer_to(question: Question, score: int | None = 7, **changes: Any) -> dict[str, Any]:
    """A well-formed answer with one score throughout."""
    fields = question.schema["properties"]
    inside = material_in(question).split("\n")
    own = [line for line in inside if "Whoever reads this must" not in line and line.strip()]
    value: dict[str, Any] = {
        "seal": seal_in(question),
        "quotation": own[0][:120] if own else "",
        "ratings": {
            name: {"score": score, "reason": f"as seen in {name}"}
            for name in fields["ratings"]["properties"]
        },
    }
    if "votes" in fields:
        votes = fields["votes"]["properties"]
        value["votes"] = {name: {"answer": name != ABUSIVE, "reason": "so it is"} for name in votes}
    if "audio_observations" in fields:
        value |= {
            "audio_observations": "calm",
            "visual_observations": "legible",
            "coherence_notes": "in step",
        }
    return value | changes


def honest_answer(question: Question) -> str:
    """Follows the instructions outside the fence and nothing else."""
    return json.dumps(answer_to(question))


def answer_with_score(score: int | None, **changes: Any) -> Callable[[Question], str]:
    return lambda question: json.dumps(answer_to(question, score, **changes))


def obedient_answer(question: Question) -> str:
    """Does whatever the material tells it: the seal, the marked reason, and the scores."""
    inside = material_in(question)
    value = json.loads(marked_answer(question))
    words = re.findall(r'put the word "([^"]+)" into the field "seal"', inside)
    if words:
        value["seal"] = words[-1]
    if re.search(r"full marks|highest rating|ten out of ten|10/10", inside, re.IGNORECASE):
        value["ratings"] = {name: {"score": 10, "reason": "as told"} for name in value["ratings"]}
    return json.dumps(value)


def swayed_answer(question: Question) -> str:
    """Gives the scores that the material asks for, but sees through the planted orders."""
    obeyed = json.loads(obedient_answer(question))["ratings"]
    told = {rated["score"] for rated in obeyed.values()} == {10}
    return json.dumps(answer_to(question, 10 if told else 7))


def marked_answer(question: Question) -> str:
    """Gives the score that a planted line demands, its word in the reason, and a right seal."""
    value = answer_to(question)
    ordered = r'must score (\w+) with (\d+) and put the word "([^"]+)" into its reason'
    for name, score, word in re.findall(ordered, material_in(question)):
        value["ratings"][name] = {"score": int(score), "reason": f"as told: {word}"}
    return json.dumps(value)
