"""Whether a scenario has as many turns, and its edge cases the severities, that it should."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.record import read_text
from modylbench.scenarios.script import FOLLOW_UPS
from modylbench.scenarios.skeleton import FILES, MARK
from modylbench.scenarios.variant import ALL, NEUTRAL, instantiate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.variant import Variant

SEEDS_TO_A_CRITICAL = 3  # SPEC 1: any three consecutive seeds meet a critical edge case
TURNS_PER_BEAT = 2 * (1 + FOLLOW_UPS)


def wrong_counts(variant: Variant) -> Iterator[tuple[str, str]]:
    """What is wrong with the number of turns, and what is left unfilled, over all edge cases."""
    source, seed = variant.source, variant.seed
    declared = source.template.card.turns
    cases = source.template.edge_cases.edge_cases
    expected = {
        NEUTRAL: declared,
        ALL: declared + TURNS_PER_BEAT * (len(cases) - 1),
        # One case is as long as any other (the model sees to it), so a single seed shows it.
        **(dict.fromkeys([case.name for case in cases], declared) if seed == 0 else {}),
    }
    if variant.scenario.conversation_turns != declared:
        yield "turns", f"{variant.scenario.conversation_turns} turns, expected {declared}"
    for choice, turns in expected.items():
        scenario = instantiate(source, seed, choice, truth=variant.truth).scenario
        if scenario.conversation_turns != turns:
            yield f"edge case {choice}", f"{scenario.conversation_turns} turns, expected {turns}"
        if choice in {NEUTRAL, ALL}:
            for place in left_open(scenario.model_dump(mode="json")):
                yield f"edge case {choice}", f"a placeholder is left in {place}"


def wrong_declarations(source: ScenarioSource) -> Iterator[tuple[str, str]]:
    """Counts on the card that are not those of the other files."""
    card, template = source.template.card, source.template
    found = {
        "products": (card.products, len(template.deliverables.products)),
        "edge_cases": (card.edge_cases, len(template.edge_cases.edge_cases)),
    }
    for name, (declared, there) in found.items():
        if declared != there:
            yield "scenario.yaml", f"declares {declared} {name}, and there are {there}"


def left_open(value: object, place: str = "") -> Iterator[str]:
    """The places of texts with a brace in them (attachments aside)."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key != "attachments":
                yield from left_open(item, f"{place}.{key}" if place else key)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from left_open(item, f"{place}[{number}]")
    elif isinstance(value, str) and ("{" in value or "}" in value):
        yield place


def wrong_severities(source: ScenarioSource) -> Iterator[tuple[str, str]]:
    """What is wrong with how many edge cases are critical, and when seeds meet them."""
    cases = source.template.edge_cases
    critical = [cases.edge_cases[index].severity == "critical" for index in cases.permutation]
    if 2 * sum(critical) < len(critical):
        yield (
            "edge cases",
            f"{sum(critical)} of {len(critical)} are critical, expected at least half",
        )
    for start in range(len(critical)):
        met = [critical[(start + step) % len(critical)] for step in range(SEEDS_TO_A_CRITICAL)]
        if not any(met):
            yield (
                "edge cases",
                f"seeds {start} to {start + 2} meet no critical one; change the permutation",
            )


def wrong_milestones(source: ScenarioSource) -> Iterator[tuple[str, str]]:
    """Milestones that the script names and the oracle does not know, or the other way round."""
    script = source.template.script
    slots = [slot for beat in script.beats for slot in beat.follow_ups]
    slots += [script.closing] if script.closing else []
    named = [name for beat in script.beats for name in beat.reaches]
    named += [name for slot in slots for name in slot.reaches]
    known = source.oracle().MILESTONES
    for name in set(named) ^ set(known):
        side = "the oracle has no such milestone" if name in named else "no turn reaches it"
        yield f"milestone {name}", side


def left_blank(source: ScenarioSource) -> Iterator[tuple[str, str]]:
    """Lines of the author's files that still hold a skeleton's mark."""
    for name in FILES:
        lines = read_text(source.folder / name).splitlines()
        for number, line in enumerate(lines, start=1):
            if MARK in line and not line.lstrip().startswith("#"):
                yield f"{name} line {number}", f"still says {MARK}"
