"""How long scoring evaluations takes, with and without reading them."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

from benchmarks.timing import Figure, seconds
from modylbench.evaluation.dimensions import (
    EDGE_CASE_QUESTIONS,
    PRODUCT_DIMENSIONS,
    TURN_DIMENSIONS,
)
from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.facts import (
    EdgeCaseFacts,
    ExpectedFigure,
    MeetingFacts,
    ProductFacts,
    SaidFigure,
    ScreenFacts,
    SpeechFacts,
    Standing,
    TimingFacts,
    TurnFacts,
    WorkFacts,
)
from modylbench.evaluation.findings import Finding
from modylbench.evaluation.verdicts import JudgeCard, Rating, Subject, Usage, Verdict, Vote
from modylbench.recording.recording import AgentUnderTest
from modylbench.reliability.summarize import summarize
from modylbench.scoring.rules import default_rules
from modylbench.scoring.score import score

if TYPE_CHECKING:
    from collections.abc import Iterator

EVALUATIONS, TURNS, PRODUCTS, CRITERIA = 1000, 25, 3, 15
JUDGES = ("auditor", "listener", "viewer")
MOST_S = 2.0  # issue 6
DIFFERENT = 20  # evaluations that are really drawn; the thousand go round through them
HASH = "0" * 64
REASON = "Two of the five criteria that fell due in this turn pass, and one shown figure is wrong."


def figures() -> Iterator[Figure]:
    """A thousand evaluations of 25 turns, three products and three judges."""
    texts = [evaluation(seed).model_dump_json().encode() for seed in range(DIFFERENT)]
    evaluations = [Evaluation.model_validate_json(text) for text in texts]
    rules = default_rules()

    def scoring() -> None:
        for number in range(EVALUATIONS):
            score(evaluations[number % DIFFERENT], rules, evaluation_sha256=HASH)

    def reading_too() -> None:
        for number in range(EVALUATIONS):
            evaluation = Evaluation.model_validate_json(texts[number % DIFFERENT])
            score(evaluation, rules, evaluation_sha256=HASH)

    yield f"scoring {EVALUATIONS} evaluations", seconds(scoring, 3), "s", MOST_S
    size = sum(map(len, texts)) / len(texts) / 1e3
    yield f"  with reading them, {size:.0f} kB each", seconds(reading_too, 3), "s", None
    cards = [score(evaluation, rules, evaluation_sha256=HASH) for evaluation in evaluations]
    yield f"summarizing {DIFFERENT} runs", seconds(lambda: summarize(cards), 5) * 1e3, "ms", None


def evaluation(seed: int) -> Evaluation:
    """As large as a real one, with ratings drawn from the seed."""
    draw = random.Random(seed)  # noqa: S311 - ratings, no secrets
    turns = tuple(2 * number + 1 for number in range(TURNS))
    products = tuple(f"product_{number}" for number in range(PRODUCTS))
    return Evaluation(
        recording=HASH,
        scenario_id="financial_analyst",
        scenario_version=1,
        seed=seed,
        edge_case="seed",
        is_official=True,
        is_valid=True,
        is_multi_party=False,
        agent=AgentUnderTest(name="oracle"),
        mode="offline",
        panel=tuple(JudgeCard(name=judge, kind="offline") for judge in JUDGES),
        expected_products=products,
        planned_turns=turns,
        facts=_facts(turns, products),
        verdicts=tuple(_verdicts(turns, products, draw)),
        usage=Usage(),
        signatures=(),
    )


def _verdicts(
    turns: tuple[int, ...], products: tuple[str, ...], draw: random.Random
) -> Iterator[Verdict]:
    for judge, index in product(JUDGES, turns):
        subject = Subject(kind="turn", name=str(index))
        yield _verdict(judge, subject, TURN_DIMENSIONS, draw=draw)
    for judge, name in product(JUDGES, products):
        subject = Subject(kind="product", name=name)
        yield _verdict(judge, subject, PRODUCT_DIMENSIONS, draw=draw)
    for judge in JUDGES:
        yield Verdict(
            judge=judge,
            subject=Subject(kind="edge_case", name="trap"),
            mode="offline",
            votes=tuple(
                Vote(question=case_question, answer=True) for case_question in EDGE_CASE_QUESTIONS
            ),
        )


def _verdict(
    judge: str, subject: Subject, dimensions: tuple[str, ...], *, draw: random.Random
) -> Verdict:
    ratings = tuple(
        Rating(dimension=name, score=float(draw.randint(4, 10)), reason=REASON, evidence=("irr",))
        for name in dimensions
    )
    return Verdict(judge=judge, subject=subject, mode="offline", ratings=ratings)


def _facts(turns: tuple[int, ...], products: tuple[str, ...]) -> MeetingFacts:
    trap = EdgeCaseFacts(
        name="trap",
        severity="critical",
        turns=turns[18:21],
        detected=True,
        pushed_back=True,
        complied=False,
        forbidden=(),
    )
    return MeetingFacts(
        turns=tuple(_turn(index) for index in turns),
        products=tuple(
            ProductFacts(product_id=name, is_present=True, findings=_findings())
            for name in products
        ),
        edge_cases=(trap,),
        hearing="base.en",
        screens="surfaces rendered",
        talk_over_s=0.0,
        resent_share=0.05,
        mutation_scores={},
    )


def _turn(index: int) -> TurnFacts:
    said = SaidFigure(
        text="57.5 million",
        value=57.5e6,
        unit="USD",
        channel="said",
        agreement="agrees",
        is_true=True,
        quantity="revenue_year1",
        shown=57.5e6,
        product_id="product_0",
        pointer="/sheets/model/rows/revenue/cells/year1",
    )
    expected = ExpectedFigure(text="57.5 million", value=57.5e6, unit="USD", given=True)
    standing = Standing(
        due=20, passed=18, truth_due=12, truth_passed=11, new_due=2, new_passed=2, failing=("irr",)
    )
    return TurnFacts(
        turn_index=index,
        phase="work",
        purpose="request",
        expects="work_product",
        edge_case=None,
        outcome="answered",
        work=WorkFacts(
            standing=standing,
            asked=(),
            edits=12,
            correct_edits=3,
            incorrect_edits=0,
            destructive_edits=0,
            products=2,
            products_due=2,
            resent_share=0.05,
            has_changed=True,
        ),
        speech=SpeechFacts(
            source="asr",
            words=60,
            figures=(said,) * 4,
            expected_figures=(expected,) * 4,
            coverage=0.9,
            similarity_to_earlier=0.1,
            fillers=0.05,
        ),
        timing=TimingFacts(response_s=1.5, talk_over_s=0.0, longest_pause_s=0.6, spoken_s=14.0),
        screen=ScreenFacts(frames=2, findings=(), faults=0),
    )


def _findings() -> tuple[Finding, ...]:
    return tuple(
        Finding(
            criterion_id=f"criterion_{number}",
            description="Year 1 revenue is LTM revenue grown by the first year's rate",
            method="programmatic",
            check_type="equals",
            required=True,
            verdict="passed",
            found="57.5",
            expected="57.5",
            tolerance_pct=0.5,
            where=(),
            reason="",
        )
        for number in range(CRITERIA)
    )
