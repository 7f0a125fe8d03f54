"""Every score leads to what code found."""

from tests.staging.evaluations import product_facts, scorecard_of, simple_evaluation, turn_facts

from modylbench.evaluation.facts import PageFinding, SaidFigure, UngroundedSource

PAGE = PageFinding(code="overflow", severity="error", reason="cut off")
SOURCE = UngroundedSource(text="a study", kind="study", channel="said")


def figure(agreement: str) -> SaidFigure:
    return SaidFigure.model_validate(
        {"text": "57", "value": 57.0, "unit": "", "channel": "said", "agreement": agreement,
         "is_true": None}
    )  # fmt: skip


def test_a_turn_names_its_outcome_and_its_findings() -> None:
    plain = turn_facts(1)
    said = plain.speech.model_copy(
        update={
            "figures": (figure("agrees"), figure("contradicts"), figure("not_shown")),
            "ungrounded": (SOURCE,),
        }
    )
    screen = plain.screen.model_copy(update={"findings": (PAGE, PAGE)})
    facts = plain.model_copy(update={"speech": said, "screen": screen})
    (turn,) = scorecard_of(
        simple_evaluation({"a": 8.0}, {"a": 8.0}, facts={"turns": (facts,)})
    ).turns

    assert turn.outcome == "answered"
    assert turn.evidence == (
        "turn-01/figure-1",
        "turn-01/ungrounded-0",
        "turn-01/page_finding-0",
        "turn-01/page_finding-1",
    )


def test_a_product_names_its_findings() -> None:
    facts = product_facts(
        "model",
        contradictions=(figure("contradicts"),),
        ungrounded=(SOURCE,),
        page_findings=(PAGE,),
    )
    card = scorecard_of(simple_evaluation({"a": 8.0}, {"a": 8.0}, facts={"products": (facts,)}))

    assert card.products[0].evidence == (
        "product-model/contradiction-0",
        "product-model/ungrounded-0",
        "product-model/page_finding-0",
    )


def test_a_turn_without_an_answer_says_how_it_went() -> None:
    facts = turn_facts(1, outcome="timed_out")
    card = scorecard_of(
        simple_evaluation({"a": 8.0}, {"a": 8.0}, facts={"turns": (facts,)}, planned_turns=(1, 3))
    )

    assert [turn.outcome for turn in card.turns] == ["timed_out", ""]
