"""What makes a scorecard gold, and what may never be called so?"""

from typing import Any

import pytest
from tests.unit.scoring.staged import evaluation, offline_panel, receipt, scored, turn_facts

from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.facts import ScreenFacts, TimingFacts
from modylbench.evaluation.verdicts import JudgeCard

SILENT = TimingFacts(response_s=None, talk_over_s=0.0, longest_pause_s=None, spoken_s=None)
BLANK = ScreenFacts(frames=0, findings=(), faults=0)
BOTH, SOUND, PICTURE, NOTHING = (
    receipt(),
    receipt(image=False),
    receipt(audio=False),
    receipt(audio=False, image=False),
)


def judged(receipts: dict[str, tuple[Any, Any]], **changes: Any) -> Evaluation:
    """Two turns, the receipts of each judge for them, and models of the judges' names."""
    scores = dict.fromkeys(receipts, 8.0)
    one = evaluation({1: scores, 3: scores}, {"model": scores}, mode="multimodal", **changes)
    sent = {f"turn-0{1 + 2 * i}/{judge}": r for judge, pair in receipts.items()
            for i, r in enumerate(pair)}  # fmt: skip
    verdicts = tuple(
        item.model_copy(update={"receipt": sent.get(item.id, NOTHING)}) for item in one.verdicts
    )
    cards = tuple(JudgeCard(name=name, kind="model", model=name) for name in receipts)
    return one.model_copy(update={"verdicts": verdicts, "panel": changes.get("panel", cards)})


@pytest.mark.parametrize(
    ("receipts", "standard"),
    [
        ({"a": (BOTH, BOTH), "b": (BOTH, BOTH)}, "gold"),
        ({"a": (BOTH, BOTH), "b": (BOTH, BOTH), "c": (NOTHING, NOTHING)}, "gold"),
        ({"a": (BOTH, BOTH), "b": (BOTH, SOUND)}, "silver"),
        ({"a": (BOTH, BOTH), "b": (PICTURE, BOTH)}, "silver"),
        ({"a": (BOTH, BOTH)}, "silver"),
        ({"a": (NOTHING, NOTHING), "b": (NOTHING, NOTHING)}, "silver"),
        ({"a": (SOUND, SOUND), "b": (PICTURE, PICTURE)}, "silver"),
    ],
)
def test_gold_is_what_receipts_prove_for_two_models(receipts: Any, standard: str) -> None:
    assert scored(judged(receipts)).standard == standard


@pytest.mark.parametrize("models", [("gpt-5.2", "gpt-5.2"), ("openai/gpt-5.2", "GPT-5.2")])
def test_one_model_does_not_make_gold_twice(models: tuple[str, str]) -> None:
    cards = tuple(
        JudgeCard(name=name, kind="model", model=model)
        for name, model in zip("ab", models, strict=True)
    )
    card = scored(judged({"a": (BOTH, BOTH), "b": (BOTH, BOTH)}, panel=cards))

    assert card.standard == "silver"
    assert "2 judges are one model, gpt-5.2" in card.notes


def test_turns_without_sound_pictures_or_answer_need_no_proof_of_them() -> None:
    facts = {"turns": (turn_facts(1), turn_facts(3, timing=SILENT, screen=BLANK))}
    unanswered = {"turns": (turn_facts(1), turn_facts(3, outcome="timed_out"))}
    receipts = {"a": (BOTH, NOTHING), "b": (BOTH, NOTHING)}

    assert scored(judged(receipts, facts=facts)).standard == "gold"
    assert scored(judged(receipts, facts=unanswered)).standard == "gold"


@pytest.mark.parametrize("missing", [{"timing": SILENT}, {"screen": BLANK}])
def test_a_meeting_without_sound_or_without_pictures_is_silver(missing: Any) -> None:
    facts = {"turns": (turn_facts(1, **missing), turn_facts(3, **missing))}

    assert scored(judged({"a": (BOTH, BOTH), "b": (BOTH, BOTH)}, facts=facts)).standard == "silver"


def test_a_judge_that_failed_proves_nothing() -> None:
    one = judged({"a": (BOTH, BOTH), "b": (BOTH, BOTH)})
    verdicts = tuple(
        item.model_copy(update={"failure": "429"}) if item.id == "turn-03/b" else item
        for item in one.verdicts
    )

    assert scored(one.model_copy(update={"verdicts": verdicts})).standard == "silver"


def test_a_panel_without_models_is_offline_and_no_panel_none() -> None:
    receipts = {"a": (BOTH, BOTH), "b": (BOTH, BOTH)}

    assert scored(judged(receipts, panel=offline_panel("ab"))).standard == "offline"
    assert scored(judged(receipts, panel=())).standard == "none"
