"""How many calls judging will take, and what they may cost; nobody is asked."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.evaluate.evaluate import (
    briefs_for_locator,
    briefs_of,
    measure_observed,
)
from modylbench.evaluation.judging.prompt import prompt
from modylbench.evaluation.judging.rubric import rubric
from modylbench.evaluation.locating.locator import STEPS
from modylbench.evaluation.locating.question import request
from modylbench.pipeline.measure import observed_trial
from modylbench.pipeline.panel.choice import OFFLINE
from modylbench.providers.models.access import judge_name
from modylbench.providers.models.budget import Size, estimate_call, likely_tokens, read_prices
from modylbench.providers.models.question import WAV_BYTES_PER_S, WAV_HEADER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from modylbench.evaluation.judging.judge import Brief
    from modylbench.evaluation.locating.brief import LocatorBrief
    from modylbench.pipeline.panel.choice import LocatorChoice, PanelChoice
    from modylbench.providers.models.access import JudgeName
    from modylbench.providers.models.budget import Estimate, Prices


@dataclass(frozen=True, slots=True)
class CallEstimate:
    """One judge: calls, tokens and cost in all; the cost is None where no price is known."""

    judge: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float | None

    def as_value(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def estimate_all(trials: Sequence[Path], choice: PanelChoice) -> tuple[CallEstimate, ...]:
    """An estimate for every judge asked for, as if nothing had been answered before."""
    options = replace(choice.options, transcripts="captions")  # as long as what we would hear
    briefs: list[Brief] = []
    sought: list[LocatorBrief] = []
    for trial in trials:
        observed = observed_trial(trial)
        briefs += briefs_of(measure_observed(observed, options))
        sought += briefs_for_locator(observed, options) if choice.locator is not None else ()
    models = set(choice.models)
    judges = [
        _model_estimate(name, choice, briefs)
        if name in models
        else CallEstimate(name, 0, 0, 0, 0.0 if name == OFFLINE else None)
        for name in choice.names
    ]
    if choice.locator is None:
        return tuple(judges)
    return (*judges, *_locator_estimates(choice.locator, choice, sought))


def _locator_estimates(
    locator: LocatorChoice, choice: PanelChoice, briefs: Sequence[LocatorBrief]
) -> Iterator[CallEstimate]:
    """One for each model: every deliverable is asked about twice, by one or by two."""
    prices = read_prices(choice.judging.prices)
    for number, name in enumerate(locator.names):
        judge = judge_name(name, choice.judging.base_url)
        price = prices.of(judge.service, judge.model)
        calls = []
        for brief in briefs:
            for step in STEPS[number :: len(locator.names)]:
                sent = request(brief, step)
                texts = (sent.instructions, sent.text, json.dumps(dict(sent.schema)))
                size = Size(text_tokens=sum(map(likely_tokens, texts)))
                calls.append(estimate_call(size, judge.family, price))
        yield _sum_of(f"locator {judge.name}", calls)


def _model_estimate(name: str, choice: PanelChoice, briefs: Iterable[Brief]) -> CallEstimate:
    judge, prices = judge_name(name, choice.judging.base_url), read_prices(choice.judging.prices)
    siblings = [judge, *([judge_name(judge.ear)] if judge.ear else [])]
    calls = [call for brief in briefs for call in _calls(brief, siblings, prices)]
    return _sum_of(judge.name, calls)


def _sum_of(name: str, calls: Sequence[Estimate]) -> CallEstimate:
    costs = [call.cost_usd for call in calls]
    return CallEstimate(
        judge=name,
        calls=len(calls),
        input_tokens=sum(call.input_tokens for call in calls),
        output_tokens=sum(call.output_tokens for call in calls),
        cost_usd=None if None in costs else math.fsum(cost or 0.0 for cost in costs),
    )


def _calls(brief: Brief, siblings: Sequence[JudgeName], prices: Prices) -> Iterator[Estimate]:
    """One call, and a second to the sibling that hears where there is something to hear."""
    for judge in siblings if brief.audio is not None else siblings[:1]:
        price = prices.of(judge.service, judge.model)
        yield estimate_call(size_of(brief, judge), judge.family, price)


def size_of(brief: Brief, judge: JudgeName) -> Size:
    """How much this judge is sent of a brief."""
    family = judge.family
    audio = brief.audio if family.hears else None
    images = brief.images if family.sees else ()
    if brief.subject.kind == "turn":
        form = rubric("turn_multimodal" if images else "turn_audio_only" if audio else "turn_text")
    else:
        form = rubric(brief.subject.kind)
    sent = prompt(brief, form, (int(audio is not None), len(images)), step="asked")
    texts = (sent.instructions, sent.text, json.dumps(dict(sent.schema)))
    audio_bytes = audio.path.stat().st_size - WAV_HEADER if audio is not None else 0
    return Size(
        text_tokens=sum(map(likely_tokens, texts)),
        audio_s=max(0, audio_bytes) / WAV_BYTES_PER_S,
        images=len(images),
    )
