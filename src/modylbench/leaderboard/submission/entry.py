"""What is an accepted submission worth, by what was computed anew?"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from modylbench.evaluation.evaluate.panel import added
from modylbench.leaderboard.submission.problems import Entry
from modylbench.leaderboard.submission.trials.recalled import unknown_judge
from modylbench.pipeline.code_digest import code_digest
from modylbench.providers.models.judge_names import judge_name
from modylbench.scoring.standard import models_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.leaderboard.submission.manifest import Manifest
    from modylbench.leaderboard.submission.trials.reading import TrialFound
    from modylbench.reliability.report import ReliabilityReport
    from modylbench.runs.plan import Plan


def entry_of(
    manifest: Manifest, plan: Plan, trials: Mapping[str, TrialFound], report: ReliabilityReport
) -> Entry | None:
    """The row of a table; None where a score is missing, which is a problem elsewhere."""
    cards = [one.card for one in trials.values() if one.card is not None]
    recordings = [one.recording for one in trials.values() if one.recording is not None]
    official = {x.scenario_id: x.official for x in report.scenarios if x.official is not None}
    if report.overall is None or report.standard not in ("gold", "silver"):
        return None
    signed = manifest.challenge
    return Entry(
        name=manifest.name,
        agent=plan.agent,
        standard=manifest.mode,
        mode=cards[0].mode,
        panel=manifest.panel,
        models=tuple(sorted({name for card in manifest.panel for name in models_of(card)})),
        seeds=plan.seeds,
        k=len(plan.seeds),
        scores={scenario.scenario_id: scenario.scores for scenario in report.scenarios},
        official=official,
        tiers={scenario.scenario_id: scenario.tier for scenario in report.scenarios},
        overall=report.overall,
        has_media=manifest.has_media,
        challenge_id=signed.challenge.id if signed is not None else "",
        attempts=sum(recording.setting.attempt for recording in recordings),
        spoilt=tuple(why for recording in recordings for why in recording.setting.spoilt),
        cost_usd=added(card.usage for card in cards).cost_usd,
    )


def notes_on(manifest: Manifest, plan: Plan, trials: Mapping[str, TrialFound]) -> Iterator[str]:
    """What a reader must know of a submission, whether it is accepted or not."""
    ours = _ours()
    if plan.harness_digest != ours:
        yield f"the code that held the meetings is {plan.harness_digest!r}, that here {ours!r}"
    if not manifest.has_media:
        yield "without sound and pictures: it can only be self-reported"
    if manifest.challenge is None:
        yield "at the published seeds: it can only be self-reported"
    yield from _asked_elsewhere(manifest)
    for place, one in trials.items():
        setting = one.recording.setting if one.recording is not None else None
        for number, why in enumerate(setting.spoilt if setting is not None else (), 1):
            yield f"{place}: try {number} was spoilt by our side ({why})"
        flags = one.recording.faults if one.recording is not None else ()
        yield from (f"{place}: {fault.code}: {fault.detail}" for fault in flags if fault.is_flag)


def _asked_elsewhere(manifest: Manifest) -> Iterator[str]:
    """Judges at an address of the submitter's choice: two names there may be one model."""
    for name in manifest.judges:
        if not unknown_judge(name) and judge_name(name).base_url:
            yield f"{judge_name(name).name}: nobody knows which model answers at that address"


@cache
def _ours() -> str:
    return code_digest()
