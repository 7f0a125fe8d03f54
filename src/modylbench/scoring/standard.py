"""By which standard was a meeting judged: gold, silver, offline, or none (SPEC 6)?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.facts import TurnFacts
    from modylbench.evaluation.verdicts import JudgeCard
    from modylbench.scoring.scorecard import Standard

GOLD_MODELS = 2  # SPEC 6


def standard_of(evaluation: Evaluation) -> Standard:
    """Gold by proof only: what left over the wire for at least two different models.

    Proof is a receipt for sound on every answered turn in which the agent spoke, and for pictures
    on every one that has frames; a meeting without either has nothing to prove and is silver.
    """
    if not evaluation.panel:
        return "none"
    models = [card for card in evaluation.panel if card.kind == "model"]
    if not models:
        return "offline"
    spoken = {_key(turn) for turn in evaluation.facts.turns if _has_sound(turn)}
    shown = {
        _key(turn) for turn in evaluation.facts.turns if turn.is_answered and turn.screen.frames
    }
    if not spoken or not shown:
        return "silver"
    proven = {model_of(card) for card in models if _has_proof(evaluation, card.name, spoken, shown)}
    return "gold" if len(proven) >= GOLD_MODELS else "silver"


def model_of(card: JudgeCard) -> str:
    """The model behind a judge, whoever serves it: `openai/gpt-5.2` and `gpt-5.2` are one."""
    return (card.model or card.name).lower().rsplit("/", 1)[-1]


def _has_proof(evaluation: Evaluation, judge: str, spoken: set[str], shown: set[str]) -> bool:
    heard, saw = set(), set()
    for verdict in evaluation.verdicts:
        if verdict.judge == judge and not verdict.failure:
            if verdict.receipt.heard_audio:
                heard.add(verdict.subject.key)
            if verdict.receipt.saw_image:
                saw.add(verdict.subject.key)
    return spoken <= heard and shown <= saw


def _has_sound(turn: TurnFacts) -> bool:
    return turn.is_answered and bool(turn.timing.spoken_s)


def _key(turn: TurnFacts) -> str:
    return f"turn-{turn.turn_index:02d}"
