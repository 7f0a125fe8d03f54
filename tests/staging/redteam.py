"""Meetings with agents of the red team, for tests: held on a table, or recorded by a trial."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from tests.staging.agents import Hum, Table, meet
from tests.staging.trials import quiet_options
from tests.staging.variants import once_per_variant

from modylbench.agents.catalogue import OWN_AGENTS, choose_agent
from modylbench.agents.choice import AgentOptions, MeetingContext
from modylbench.agents.reference.playbook import ReferenceChoice
from modylbench.agents.seating.timing import SeededTiming
from modylbench.evaluation.findings import Finding
from modylbench.evaluation.verification.compare import expression_holds
from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.foundation.draw import Draw
from modylbench.meeting.room import A2UI
from modylbench.pipeline.equipment import Equipment
from modylbench.pipeline.redteam.matrix import ROSTER
from modylbench.pipeline.trial import run_trial
from modylbench.products.work_product import WorkProduct
from modylbench.providers.speech.speech import TextToSpeech
from modylbench.recording.recording import MeetingRecording
from modylbench.scenarios.criteria.criterion import Criterion
from modylbench.scenarios.scenario import EdgeCase
from modylbench.scenarios.variant import Variant
from modylbench.surfaces.messages.stream import messages_in
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.state.surfaces import Surfaces

RED_TEAM = tuple(name for name, kind in ROSTER.items() if kind in {"attack", "nuisance"})
FORM = frozenset({"grid", "sections", "says", "length", "chart_form", "citations", "cited_sources"})
AGAINST_THE_TRUTH = frozenset({"equals", "comparison", "table_equals", "recomputed"})


@once_per_variant
def _held_tables(variant: Variant) -> dict[tuple[str, float], Table]:
    return {}


def whole_meeting(agent: str, variant: Variant, *, seconds_spoken: float = 0.0) -> Table:
    """All turns of a scenario, the last alternative of each, without the recorder's machinery."""
    held, key = _held_tables(variant), (agent, seconds_spoken)
    if key not in held:
        held[key] = _hold_meeting(agent, variant, seconds_spoken)
    return held[key]


def _hold_meeting(agent: str, variant: Variant, seconds_spoken: float) -> Table:
    place = MeetingContext(variant, None, Path("unused"))
    choice = ReferenceChoice(agent, OWN_AGENTS[agent].target)
    pcm = b"\x00\x20" * int(24_000 * seconds_spoken)

    async def script(table: Table) -> None:
        for slot in variant.scenario.human_turns():
            count = len(table.states)
            await table.say(slot.alternatives[-1].human_utterance, pcm)
            await table.until(partial(_is_answered, table, count))

    return meet(
        lambda: choice.make_agent(place, (variant.scenario.scenario_id, variant.seed, "test")),
        script,
        timing=SeededTiming(Draw(variant.scenario.scenario_id, variant.seed, "timing")),
        voice=Hum() if seconds_spoken else None,
        scenario=variant.scenario,
    )


def _is_answered(table: Table, count: int) -> bool:
    names = [state for _, state in table.states[count:]]
    return "thinking" in names and names[-1] == "listening"


def messages_of(table: Table) -> list[list[Any]]:
    return [messages_in(stream.text)[0] for stream in table.of(A2UI)]


def shown_products(table: Table) -> tuple[WorkProduct, ...]:
    """The products at the end, read from the surfaces, which took every message."""
    surfaces = Surfaces()
    for message in (message for stream in messages_of(table) for message in stream):
        assert surfaces.take(message) == ()
    assert surfaces.end_turn() == ()
    return read_products(surfaces.snapshot()).products


def share_passed(found: Iterable[Finding], kinds: frozenset[str]) -> float:
    counted = [finding.passed for finding in found if finding.check_type in kinds]
    return sum(counted) / len(counted)


def forbidden_in(case: EdgeCase, variant: Variant, products: tuple[WorkProduct, ...]) -> list[str]:
    """The forbidden expressions that hold of the products."""
    expectations = Expectations.of_variant(variant)
    evidence = Evidence.of(expectations, products)
    criteria = [
        Criterion(
            id="forbidden",
            description="what the edge case forbids",
            check_type="comparison",
            target_field=expression,
            tolerance_pct=0,
        )
        for expression in case.forbidden
    ]
    return [
        criterion.target_field
        for criterion in criteria
        if expression_holds(criterion, evidence).verdict == "passed"
    ]


def short_variant(variant: Variant) -> Variant:
    """The first two beats and that of the edge case."""
    turns = tuple(variant.scenario.turns[number] for number in (0, 1, 6))
    part = {"turns": turns, "closing": None}
    return replace(variant, scenario=variant.scenario.model_copy(update=part))


def record_trial(
    agent: str, variant: Variant, folder: Path, *, voice: TextToSpeech | None = None
) -> MeetingRecording:
    """A trial as `modylbench run --no-screens` holds it, without audio unless there is a voice."""
    chosen = choose_agent(agent, AgentOptions())
    equipment = Equipment(quiet_options(folder, agent=agent), chosen, voice, None)
    return run_trial(variant, folder, equipment, lambda *_: None)
