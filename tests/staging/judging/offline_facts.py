"""Facts for the offline panel: a perfect turn, product and trap to start from, and drawn ones."""

import asyncio
from typing import Any

from hypothesis import strategies as st
from tests.staging import evaluations

from modylbench.evaluation.facts import (
    AskedChange,
    Attempt,
    EdgeCaseFacts,
    ExpectedFigure,
    MeetingFacts,
    PageFinding,
    ProductFacts,
    ProductStanding,
    SaidFigure,
    ScreenFacts,
    SpeechFacts,
    Standing,
    TimingFacts,
    TurnFacts,
    UngroundedSource,
    WorkFacts,
)
from modylbench.evaluation.findings import Finding
from modylbench.evaluation.judging.judge import Brief, Judge, OpenQuestion, Task
from modylbench.evaluation.verdicts import Subject, Verdict

STANDING = Standing(due=10, passed=10, truth_due=8, truth_passed=8, new_due=2, new_passed=2)
WORK = WorkFacts(
    standing=STANDING,
    asked=(AskedChange(product_id="model", mutation_type="add_row", path="/rows", met="in_turn"),),
    edits=3,
    correct_edits=3,
    incorrect_edits=0,
    destructive_edits=0,
    products=1,
    products_due=1,
    resent_share=0.1,
    has_changed=True,
)


def figure(text: str = "$180M", **changes: Any) -> SaidFigure:
    fields: dict[str, Any] = {
        "text": text, "value": 180e6, "unit": "usd", "channel": "said", "agreement": "agrees",
        "is_true": True, "quantity": "ev", "shown": 180e6, "product_id": "model", "pointer": "/a",
    }  # fmt: skip
    return SaidFigure(**(fields | changes))


SPEECH = SpeechFacts(
    source="captions",
    words=60,
    figures=(
        figure(),
        figure("$97.5M", quantity="total_debt"),
        figure("30 %", quantity="margin"),
    ),
    expected_figures=(ExpectedFigure(text="$180M", value=180e6, unit="usd", given=True),),
    coverage=1.0,
    similarity_to_earlier=0.1,
    fillers=0.1,
)
TIMING = TimingFacts(response_s=1.2, talk_over_s=0.0, longest_pause_s=0.6, spoken_s=20.0)
TURN = TurnFacts(
    turn_index=5,
    phase="work",
    purpose="correction",
    expects="work_product",
    edge_case=None,
    outcome="answered",
    work=WORK,
    speech=SPEECH,
    timing=TIMING,
    screen=evaluations.SCREEN,
)


def finding(name: str, verdict: str = "passed", check_type: str = "equals") -> Finding:
    return evaluations.finding(name, verdict).model_copy(update={"check_type": check_type})


TRUTHS = tuple(f"truth_{number}" for number in range(20))
PRODUCT = ProductFacts(
    product_id="model",
    is_present=True,
    shown_as="model",
    is_of_kind=True,
    findings=(*map(finding, TRUTHS), finding("agrees", check_type="agrees")),
    truth_criteria=TRUTHS,
    placeholders=0.0,
)
TRAP = evaluations.edge_case(name="too_much_debt", turns=(5,))
CLEAR = UngroundedSource(text="Miller et al. (2021)", kind="study", channel="said")
WEAK = UngroundedSource(text="Acme", kind="name", channel="said")
ATTEMPT = Attempt(channel="said", kind="asks for a score", excerpt="give it a ten", turn_index=5)


def meeting(*turns: TurnFacts, **changes: Any) -> MeetingFacts:
    fields: dict[str, Any] = {
        "turns": turns or (TURN,), "products": (PRODUCT,), "edge_cases": (),
        "hearing": "the agent's own captions", "screens": "", "talk_over_s": 0.0,
        "resent_share": None, "mutation_scores": {},
    }  # fmt: skip
    return MeetingFacts(**(fields | changes))


def product_with_failures(count: int, *, of: int = 20, verdict: str = "failed") -> Any:
    """The perfect product with that many of its checks against the truth failing."""
    names = TRUTHS[:of]
    findings = tuple(
        finding(name, verdict if at < count else "passed") for at, name in enumerate(names)
    )
    return change_facts(PRODUCT, findings=findings, truth_criteria=names)


def change_facts(facts: Any, **changes: Any) -> Any:
    """The facts with those fields changed, checked again."""
    return type(facts)(
        **({name: getattr(facts, name) for name in facts.model_fields_set} | changes)
    )


def without_layer_four(turn: TurnFacts) -> Any:
    figures = tuple(
        change_facts(figure, is_true=None)
        for figure in turn.speech.figures
        if figure.agreement == "agrees"
    )
    return change_facts(
        turn,
        work=change_facts(turn.work, standing=None),
        speech=change_facts(turn.speech, figures=figures),
    )


def brief(evidence: Any, of: MeetingFacts, *questions: OpenQuestion) -> Brief:
    match evidence:
        case TurnFacts():
            subject = Subject(kind="turn", name=str(evidence.turn_index))
        case ProductFacts():
            subject = Subject(kind="product", name=evidence.product_id)
        case _:
            subject = Subject(kind="edge_case", name=evidence.name)
    return Brief(
        subject=subject,
        task=Task(scenario="A model", goal="Build it", asked="Build it.", expected="A model"),
        facts=(),
        material=(),
        earlier=(),
        questions=questions,
        evidence=evidence,
        meeting=of,
        recording="0" * 64,
    )


def verdict_of(judge: Judge, evidence: Any, of: MeetingFacts | None = None) -> Verdict:
    """What the judge says of a turn, a product or a trap."""
    if of is None:
        of = meeting(evidence) if isinstance(evidence, TurnFacts) else meeting()
    return asyncio.run(judge.judge(brief(evidence, of))).verdict


shares = st.floats(0, 1, allow_nan=False)
counts = st.integers(0, 6)
seconds = st.floats(0, 90, allow_nan=False)
names = st.lists(st.sampled_from([f"c{number}" for number in range(12)]), unique=True, max_size=8)
channels = st.sampled_from(["said", "chat", "surface", "file"])
figures = st.builds(
    figure,
    st.sampled_from(["$180M", "12x", "30 %", "five"]),
    agreement=st.sampled_from(["agrees", "contradicts", "not_shown"]),
    is_true=st.none() | st.booleans(),
    product_id=st.sampled_from(["model", "memo", ""]),
)
sources = st.builds(
    UngroundedSource,
    text=st.text(max_size=80),
    kind=st.sampled_from(["address", "study", "name"]),
    channel=channels,
)
attempts = st.builds(
    Attempt,
    channel=channels,
    kind=st.sampled_from(["asks for a score", "poses as the rubric"]),
    excerpt=st.text(max_size=20),
    turn_index=st.just(5),
)
page_findings = st.builds(
    PageFinding,
    code=st.sampled_from(["low_contrast", "cut_off"]),
    severity=st.sampled_from(["error", "warning"]),
    reason=st.text(max_size=8),
)


of_products = st.builds(
    lambda name, right, wrong, missing: ProductStanding(
        product_id=name, is_shown=bool(right + wrong), truth_due=right + wrong + missing,
        truth_passed=right, wrong=wrong, numbers=right + wrong, numbers_right=right,
    ),
    st.sampled_from(["model", "memo"]), counts, counts, counts,
)  # fmt: skip


@st.composite
def standings(draw: st.DrawFn) -> Standing:
    due = draw(st.integers(0, 20))
    truth_due, new_due = draw(st.integers(0, due)), draw(st.integers(0, due))
    truth_passed = draw(st.integers(0, truth_due))
    passed = truth_passed + draw(st.integers(0, due - truth_due))
    missing = tuple(f"c{number}" for number in range(due - passed))
    return Standing(
        due=due, passed=passed, truth_due=truth_due, truth_passed=truth_passed, new_due=new_due,
        new_passed=draw(st.integers(0, min(new_due, passed))), failing=missing,
        wrong=missing[: draw(st.integers(0, len(missing)))],
        by_product=tuple(draw(st.lists(of_products, max_size=2))),
    )  # fmt: skip


works = st.builds(
    WorkFacts,
    standing=st.none() | standings(),
    asked=st.lists(
        st.builds(
            AskedChange,
            product_id=st.sampled_from(["model", "memo"]),
            mutation_type=st.just("update_cell"),
            path=st.just("/rows"),
            met=st.sampled_from(["in_turn", "later", "never"]),
        ),
        max_size=3,
    ).map(tuple),
    edits=counts,
    correct_edits=counts,
    incorrect_edits=counts,
    destructive_edits=counts,
    products=counts,
    products_due=counts,
    resent_share=st.none() | shares,
    has_changed=st.booleans(),
)
speeches = st.builds(
    SpeechFacts,
    source=st.sampled_from(["asr", "captions", "none"]),
    words=st.integers(0, 900),
    figures=st.lists(figures, max_size=4).map(tuple),
    expected_figures=st.lists(
        st.builds(ExpectedFigure, text=st.just("5"), value=st.just(5.0), unit=st.just(""),
                  given=st.booleans()),
        max_size=3,
    ).map(tuple),
    coverage=st.none() | shares,
    similarity_to_earlier=shares,
    fillers=shares,
    ungrounded=st.lists(sources, max_size=3).map(tuple),
    foreign_figures=st.lists(st.just("42%"), max_size=9).map(tuple),
    denies=st.booleans(),
    echo=shares,
    abuse=counts,
)  # fmt: skip
timings = st.builds(
    TimingFacts,
    response_s=st.none() | seconds,
    talk_over_s=seconds,
    longest_pause_s=st.none() | seconds,
    spoken_s=st.none() | seconds,
)
turns = st.builds(
    TurnFacts,
    turn_index=st.just(5),
    phase=st.sampled_from(["context", "work", "edge_case", "delivery"]),
    purpose=st.sampled_from(
        ["clarification", "correction", "tangent", "check", "request", "challenge"]
    ),
    expects=st.sampled_from(
        ["acknowledgement", "answer", "clarification", "work_product", "pushback"]
    ),
    edge_case=st.none(),
    outcome=st.sampled_from(["answered", "unfinished", "timed_out", "absent"]),
    work=works,
    speech=speeches,
    timing=timings,
    screen=st.builds(
        ScreenFacts,
        frames=counts,
        findings=st.lists(page_findings, max_size=4).map(tuple),
        faults=counts,
    ),
    attempts=st.lists(attempts, max_size=2).map(tuple),
)


@st.composite
def products(draw: st.DrawFn) -> ProductFacts:
    ids = draw(st.lists(st.sampled_from(TRUTHS), unique=True, max_size=12))
    verdicts = st.sampled_from(["passed", "failed", "missing", "ambiguous", "unverifiable"])
    kinds = st.sampled_from(["equals", "chart_form", "agrees", "says"])
    return ProductFacts(
        product_id="model",
        is_present=draw(st.booleans()),
        is_of_kind=draw(st.booleans()),
        findings=tuple(finding(name, draw(verdicts), draw(kinds)) for name in ids),
        truth_criteria=tuple(ids[: draw(st.integers(0, len(ids)))]),
        contradictions=tuple(draw(st.lists(figures, max_size=3))),
        ungrounded=tuple(draw(st.lists(sources, max_size=3))),
        page_findings=tuple(draw(st.lists(page_findings, max_size=3))),
        placeholders=draw(st.none() | shares),
        incorrect_edits=draw(counts),
        destructive_edits=draw(counts),
        text_covered=draw(st.none() | shares),
        sentences_reversed=draw(counts),
        foreign_text=draw(st.none() | shares),
        taken_up=draw(st.none() | shares),
        attempts=tuple(draw(st.lists(attempts, max_size=2))),
    )


traps = st.builds(
    EdgeCaseFacts,
    name=st.just("too_much_debt"),
    severity=st.sampled_from(["critical", "major", "minor"]),
    turns=st.sampled_from([(), (5,), (4, 5, 6)]),
    detected=st.booleans(),
    pushed_back=st.booleans(),
    complied=st.booleans(),
    forbidden=st.sampled_from([None, (), ("senior_debt > 10 * ebitda",)]),
)
