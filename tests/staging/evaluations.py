"""Evaluations as a test wants them: who judged what, and how."""

from collections.abc import Iterable, Mapping
from typing import Any

from modylbench.evaluation.dimensions import (
    EDGE_CASE_QUESTIONS,
    PRODUCT_DIMENSIONS,
    TURN_DIMENSIONS,
)
from modylbench.evaluation.evaluation import Evaluation, Signature
from modylbench.evaluation.facts import (
    DynamicsFacts,
    DynamicsMeasure,
    DynamicsMoment,
    EdgeCaseFacts,
    MeetingFacts,
    ProductFacts,
    ScreenFacts,
    SpeechFacts,
    TimingFacts,
    TurnFacts,
    WorkFacts,
)
from modylbench.evaluation.findings import Finding
from modylbench.evaluation.verdicts import JudgeCard, Rating, Receipt, Subject, Usage, Verdict, Vote
from modylbench.recording.recording import AgentUnderTest
from modylbench.scoring.rules import Layers, ScoringRules, default_rules
from modylbench.scoring.score import score
from modylbench.scoring.scorecard import Scorecard

HASH = "a" * 64
JUDGES = ("auditor", "listener", "viewer")
POLITE_BUT_WRONG = dict(zip(TURN_DIMENSIONS, (2.0, 2.0, 2.0, 9.0, 9.0, 9.0), strict=True))
"""Paper 6.2."""
GOOD_DYNAMICS = {
    symbol: 1.0 for symbols in default_rules().dynamics_metrics.values() for symbol in symbols
}

Scores = Mapping[str, float | None] | float
ByJudge = Mapping[str, Scores | None]


WORK = WorkFacts(
    standing=None,
    asked=(),
    edits=0,
    correct_edits=0,
    incorrect_edits=0,
    destructive_edits=0,
    products=0,
    products_due=0,
    resent_share=None,
    has_changed=False,
)
SPEECH = SpeechFacts(
    source="asr",
    words=10,
    figures=(),
    expected_figures=(),
    coverage=None,
    similarity_to_earlier=0.0,
    fillers=0.0,
)
TIMING = TimingFacts(response_s=1.5, talk_over_s=0.0, longest_pause_s=0.4, spoken_s=6.0)
SCREEN = ScreenFacts(frames=1, findings=(), faults=0)


def turn_facts(turn_index: int, **changes: Any) -> TurnFacts:
    facts = TurnFacts(
        turn_index=turn_index,
        phase="work",
        purpose="request",
        expects="answer",
        edge_case=None,
        outcome="answered",
        work=WORK,
        speech=SPEECH,
        timing=TIMING,
        screen=SCREEN,
        audio_sha256=HASH,
        frame_sha256s=(HASH,),
    )
    return facts.model_copy(update=changes)


def product_facts(product_id: str, **changes: Any) -> ProductFacts:
    return ProductFacts(product_id=product_id, is_present=True, is_of_kind=True).model_copy(
        update=changes
    )


def finding(name: str, verdict: Any = "passed", *, required: bool = True) -> Finding:
    return Finding(
        criterion_id=name,
        description="Year 1 revenue",
        method="programmatic",
        check_type="equals",
        required=required,
        verdict=verdict,
        found="57.5",
        expected="57.5",
        tolerance_pct=0.5,
        where=(),
        reason="",
    )


def edge_case(**changes: Any) -> EdgeCaseFacts:
    facts = EdgeCaseFacts(
        name="infeasible_debt",
        severity="critical",
        turns=(3,),
        detected=True,
        pushed_back=True,
        complied=False,
        forbidden=(),
    )
    return facts.model_copy(update=changes)


def dynamics_facts(
    values: Mapping[str, float | None],
    *,
    interruptions: int = 0,
    is_multi_party: bool = True,
    **changes: Any,
) -> DynamicsFacts:
    """Metrics by their symbols, each of one event that is worth the whole; None has a reason."""
    measures = [
        DynamicsMeasure(symbol=symbol, value=None, reason="nobody spoke")
        if value is None
        else DynamicsMeasure(symbol=symbol, value=value, moments=(moment(value=value),))
        for symbol, value in values.items()
    ]
    facts = DynamicsFacts(
        norms="ami 1",
        is_multi_party=is_multi_party,
        measures=tuple(measures),
        competitive_interruptions=tuple(moment(at_s=10.0 * n) for n in range(interruptions)),
    )
    return facts.model_copy(update=changes)


def moment(at_s: float = 0.0, value: float | None = None) -> DynamicsMoment:
    return DynamicsMoment(at_s=at_s, until_s=at_s + 2.0, who=("agent", "cfo"), value=value)


def multi_party_evaluation(
    turn: ByJudge, product: ByJudge, dynamics: DynamicsFacts | None, **changes: Any
) -> Evaluation:
    """One turn and one product of a meeting of several people."""
    facts = changes.pop("facts", {}) | {"dynamics": dynamics}
    return simple_evaluation(turn, product, is_multi_party=True, facts=facts, **changes)


def verdict(
    kind: Any, name: str, judge: str, *, scores: Scores | None = None, **changes: Any
) -> Verdict:
    """A judge's scores by dimension, or one for all of them; None is a judge that failed."""
    if scores is None and not changes.get("votes"):
        changes.setdefault("failure", "timed out")
    dimensions = TURN_DIMENSIONS if kind == "turn" else PRODUCT_DIMENSIONS
    if isinstance(scores, float | int):
        scores = dict.fromkeys(dimensions, float(scores))
    ratings = tuple(
        Rating(dimension=dimension, score=value, reason="so")
        for dimension, value in (scores or {}).items()
    )
    subject = Subject(kind=kind, name=name)
    return Verdict(judge=judge, subject=subject, mode="offline", ratings=ratings).model_copy(
        update=changes
    )


def votes(
    *answers: bool | None, questions: Iterable[str] = EDGE_CASE_QUESTIONS
) -> tuple[Vote, ...]:
    return tuple(
        Vote(question=question, answer=answer)
        for question, answer in zip(questions, answers, strict=True)
    )


def offline_panel(names: Iterable[str] = JUDGES) -> tuple[JudgeCard, ...]:
    return tuple(JudgeCard(name=name, kind="offline") for name in names)


def evaluation(
    turns: Mapping[int, ByJudge], products: Mapping[str, ByJudge], **changes: Any
) -> Evaluation:
    """Who scored each turn and each product, and how; everything else is in order."""
    verdicts = [
        verdict("turn", str(index), judge, scores=scores)
        for index, by_judge in turns.items()
        for judge, scores in by_judge.items()
    ]
    verdicts += [
        verdict("product", name, judge, scores=scores)
        for name, by_judge in products.items()
        for judge, scores in by_judge.items()
    ]
    facts = MeetingFacts(
        turns=tuple(turn_facts(index) for index in turns),
        products=tuple(product_facts(name) for name in products),
        edge_cases=(),
        hearing="base.en",
        screens="surfaces rendered",
        talk_over_s=0.0,
        resent_share=0.1,
        mutation_scores={"churn": 0},
    ).model_copy(update=changes.pop("facts", {}))
    whole = Evaluation(
        recording=HASH,
        scenario_id="financial_analyst",
        scenario_version=1,
        seed=0,
        edge_case="seed",
        is_official=True,
        is_valid=True,
        is_multi_party=False,
        agent=AgentUnderTest(name="oracle"),
        mode="offline",
        panel=offline_panel(sorted({verdict.judge for verdict in verdicts})),
        expected_products=tuple(products),
        planned_turns=tuple(turns),
        facts=facts,
        verdicts=(*verdicts, *changes.pop("more_verdicts", ())),
        usage=Usage(),
        signatures=(Signature(name="rubric_turn", version="1", sha256="b" * 64),),
    )
    return whole.model_copy(update=changes)


def simple_evaluation(turn: ByJudge, product: ByJudge, **changes: Any) -> Evaluation:
    """One turn and one product."""
    return evaluation({1: turn}, {"model": product}, **changes)


def scorecard_of(evaluation: Evaluation, rules: ScoringRules | None = None) -> Scorecard:
    return score(evaluation, rules or default_rules(), evaluation_sha256=HASH)


def rules_with(**layers: bool) -> ScoringRules:
    return default_rules().model_copy(update={"layers": Layers(**layers)})


def receipt(*, audio: bool = True, image: bool = True) -> Receipt:
    return Receipt(audio=(HASH,) if audio else (), images=(HASH,) if image else ())
