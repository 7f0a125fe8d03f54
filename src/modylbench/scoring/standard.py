"""The standard by which a meeting was judged: gold, silver, offline, or none (SPEC 6)."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

from modylbench.providers.model_services import SERVICES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.facts import TurnFacts
    from modylbench.evaluation.verdicts import JudgeCard, Receipt
    from modylbench.scoring.scorecard import Standard

GOLD_MODELS = 2  # SPEC 6
_OPTIONS = re.compile(r"(?:\+[a-z]+)+$")
_EDITION = re.compile(r"-(?:\d{4}-?\d{2}-?\d{2}|latest)$")


def standard_of(evaluation: Evaluation) -> Standard:
    """Gold by proof only: what left over the wire for at least two different models.

    Proof is, on every answered turn, a receipt for the very sound that was recorded, where there is
    some, and for one at least of the pictures that were to be sent; a meeting without sound or
    without pictures has nothing to prove and is silver.
    """
    if not evaluation.panel:
        return "none"
    if not any(card.kind == "model" for card in evaluation.panel):
        return "offline"
    return "silver" if why_silver(evaluation) else "gold"


def why_silver(evaluation: Evaluation) -> str:
    """What is lacking for gold; empty where nothing is, or where no model judged."""
    if not any(card.kind == "model" for card in evaluation.panel):
        return ""
    return "; ".join(_missing_for_standard(evaluation))


def models_of(card: JudgeCard) -> frozenset[str]:
    """The models behind a judge, whoever serves them, wherever, and with what options."""
    names = (card.model or card.name).lower().split(" + ")
    return frozenset(bare_model(name.strip(), card.service.lower()) for name in names)


def bare_model(name: str, service: str = "") -> str:
    """A model's name without service, options, place and edition.

    >>> bare_model("openai:gpt-5.2-2026-01-15+text@gateway.example")
    'gpt-5.2'
    """
    name = _OPTIONS.sub("", name.partition("@")[0])
    maker, colon, model = name.partition(":")
    if colon and maker in (service, *SERVICES):
        name = model
    return _EDITION.sub("", name.rsplit("/", 1)[-1])


def _missing_for_standard(evaluation: Evaluation) -> Iterator[str]:
    turns = [turn for turn in evaluation.facts.turns if turn.is_answered]
    if not any(turn.audio_sha256 for turn in turns):
        yield "no answered turn has sound"
    if not any(turn.frame_sha256s for turn in turns):
        yield "no answered turn has pictures"
    cards = [card for card in evaluation.panel if card.kind == "model"]
    unproven = {card.name: _without_receipt(evaluation, card.name, turns) for card in cards}
    proven = [models_of(card) for card in cards if not unproven[card.name]]
    if any(first.isdisjoint(second) for first, second in combinations(proven, GOLD_MODELS)):
        return
    yield f"gold needs proof for {GOLD_MODELS} different models, found {min(len(proven), 1)}"
    yield from (f"{name}: {lack}" for name, lack in sorted(unproven.items()) if lack)


def _without_receipt(evaluation: Evaluation, judge: str, turns: Sequence[TurnFacts]) -> str:
    """On how many turns there is no proof of what a judge was to be sent; empty if on none."""
    receipts: dict[str, Receipt] = {
        verdict.subject.key: verdict.receipt
        for verdict in evaluation.verdicts
        if verdict.judge == judge and not verdict.failure
    }
    unheard = unseen = 0
    for turn in turns:
        receipt = receipts.get(f"turn-{turn.turn_index:02d}")
        heard = receipt.audio if receipt else ()
        saw = receipt.images if receipt else ()
        unheard += bool(turn.audio_sha256) and turn.audio_sha256 not in heard
        unseen += bool(turn.frame_sha256s) and set(turn.frame_sha256s).isdisjoint(saw)
    counts = ((unheard, "sound"), (unseen, "pictures"))
    return ", ".join(
        f"no proof of {what} on {count} of {len(turns)} turns" for count, what in counts if count
    )
