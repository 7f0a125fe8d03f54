"""What makes a scorecard gold, and what may never be called so."""

from typing import Any

import pytest
from tests.staging.evaluations import evaluation, offline_panel, receipt, scorecard_of, turn_facts

from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.verdicts import JudgeCard, Receipt
from modylbench.scoring.standard import models_of

OTHER = "c" * 64
SILENT: dict[str, Any] = {"audio_sha256": ""}
BLANK: dict[str, Any] = {"frame_sha256s": ()}
BOTH, SOUND, PICTURE, NOTHING = (
    receipt(),
    receipt(image=False),
    receipt(audio=False),
    receipt(audio=False, image=False),
)


def judged(receipts: dict[str, tuple[Any, Any]], **changes: Any) -> Evaluation:
    """Two turns, the receipts of each judge for them, and models of the judges' names."""
    scores = dict.fromkeys(receipts, 8.0)
    meeting = evaluation({1: scores, 3: scores}, {"model": scores}, mode="multimodal", **changes)
    sent = {f"turn-0{1 + 2 * i}/{judge}": r for judge, pair in receipts.items()
            for i, r in enumerate(pair)}  # fmt: skip
    verdicts = tuple(
        item.model_copy(update={"receipt": sent.get(item.id, NOTHING)}) for item in meeting.verdicts
    )
    cards = tuple(JudgeCard(name=name, kind="model", model=name) for name in receipts)
    return meeting.model_copy(update={"verdicts": verdicts, "panel": changes.get("panel", cards)})


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
    assert scorecard_of(judged(receipts)).standard == standard


@pytest.mark.parametrize(
    "models",
    [
        ("gpt-5.2", "gpt-5.2"),
        ("openai/gpt-5.2", "GPT-5.2"),
        ("openai:gpt-5.2@one.example", "openai-compatible:gpt-5.2+audio@127.0.0.1:8000"),
        ("openai:gpt-5.2 + openai:gpt-audio", "openai:gpt-5.2 + openai:another-ear"),
    ],
)
def test_one_model_does_not_make_gold_twice(models: tuple[str, str]) -> None:
    cards = tuple(
        JudgeCard(name=name, kind="model", model=model)
        for name, model in zip("ab", models, strict=True)
    )
    card = scorecard_of(judged({"a": (BOTH, BOTH), "b": (BOTH, BOTH)}, panel=cards))

    assert card.standard == "silver"
    assert "2 judges are one model, gpt-5.2" in card.notes


def test_turns_without_sound_pictures_or_answer_need_no_proof_of_them() -> None:
    facts = {"turns": (turn_facts(1), turn_facts(3, **SILENT, **BLANK))}
    unanswered = {"turns": (turn_facts(1), turn_facts(3, outcome="timed_out"))}
    receipts = {"a": (BOTH, NOTHING), "b": (BOTH, NOTHING)}

    assert scorecard_of(judged(receipts, facts=facts)).standard == "gold"
    assert scorecard_of(judged(receipts, facts=unanswered)).standard == "gold"


@pytest.mark.parametrize(("missing", "what"), [(SILENT, "sound"), (BLANK, "pictures")])
def test_a_meeting_without_sound_or_without_pictures_is_silver(missing: Any, what: str) -> None:
    facts = {"turns": (turn_facts(1, **missing), turn_facts(3, **missing))}
    card = scorecard_of(judged({"a": (BOTH, BOTH), "b": (BOTH, BOTH)}, facts=facts))

    assert card.standard == "silver"
    assert f"silver: no answered turn has {what}" in card.notes


@pytest.mark.parametrize(
    "sent",
    [Receipt(audio=(OTHER,), images=BOTH.images), Receipt(audio=BOTH.audio, images=(OTHER,))],
)
def test_proof_is_of_the_very_sound_and_pictures_of_the_turn(sent: Receipt) -> None:
    card = scorecard_of(judged({"a": (BOTH, BOTH), "b": (BOTH, sent)}))

    assert card.standard == "silver"
    (note,) = card.notes
    assert note.startswith("silver: gold needs proof for 2 different models, found 1; b: no proof")
    assert note.endswith("on 1 of 2 turns")


def test_one_of_the_pictures_that_were_to_be_sent_is_proof() -> None:
    due = {"frame_sha256s": (OTHER, *BOTH.images)}
    facts = {"turns": (turn_facts(1, **due), turn_facts(3, **due))}

    card = scorecard_of(judged({"a": (BOTH, BOTH), "b": (BOTH, BOTH)}, facts=facts))

    assert card.standard == "gold"
    assert card.notes == ()


@pytest.mark.parametrize(
    ("model", "bare"),
    [
        ("gpt-5.2", {"gpt-5.2"}),
        ("openai:gpt-5.2", {"gpt-5.2"}),
        ("openai-compatible:OpenAI/GPT-5.2@127.0.0.1:8000", {"gpt-5.2"}),
        ("openai-compatible:qwen3-omni+audio+image@127.0.0.1:8001", {"qwen3-omni"}),
        ("openai-compatible:qwen3:8b@127.0.0.1:8001", {"qwen3:8b"}),
        ("qwen3:8b", {"qwen3:8b"}),
        ("openai:gpt-5.2-2026-01-15", {"gpt-5.2"}),
        ("openai:gpt-5.2 + openai:gpt-audio@gateway.example", {"gpt-5.2", "gpt-audio"}),
    ],
)
def test_a_model_is_the_same_whoever_serves_it(model: str, bare: set[str]) -> None:
    assert models_of(JudgeCard(name="a", kind="model", model=model)) == bare


def test_a_judge_that_failed_proves_nothing() -> None:
    meeting = judged({"a": (BOTH, BOTH), "b": (BOTH, BOTH)})
    verdicts = tuple(
        item.model_copy(update={"failure": "429"}) if item.id == "turn-03/b" else item
        for item in meeting.verdicts
    )

    assert scorecard_of(meeting.model_copy(update={"verdicts": verdicts})).standard == "silver"


def test_a_panel_without_models_is_offline_and_no_panel_none() -> None:
    receipts = {"a": (BOTH, BOTH), "b": (BOTH, BOTH)}

    assert scorecard_of(judged(receipts, panel=offline_panel("ab"))).standard == "offline"
    assert scorecard_of(judged(receipts, panel=())).standard == "none"
