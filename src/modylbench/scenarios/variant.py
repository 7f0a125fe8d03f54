"""One seed of a scenario: its numbers, its truth, its script and the products an oracle makes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from modylbench.foundation.errors import BadFile, UnknownName
from modylbench.foundation.record import place_of, problem_of, read_text
from modylbench.scenarios import loader
from modylbench.scenarios.drawing.channels import published_channels
from modylbench.scenarios.drawing.goals import draw_goals
from modylbench.scenarios.drawing.lengths import SHORT, length_of, only_what_is_due
from modylbench.scenarios.drawing.plot import (
    SEED_EDGE_CASE,
    draw_choices,
    draw_defects,
    milestones,
    plot,
)
from modylbench.scenarios.free_form.form import FreeForm
from modylbench.scenarios.presence import presence_problems
from modylbench.scenarios.scenario import Attachment, Scenario
from modylbench.scenarios.script import AGENT, all_wordings
from modylbench.scenarios.suites import CORE
from modylbench.scenarios.wording import BadPlaceholder, fill_placeholders

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.criteria.criterion import Criterion
    from modylbench.scenarios.drawing.plot import Beat, MeetingPlot
    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.oracle import Oracle
    from modylbench.scenarios.script import (
        DefectScript,
        EdgeCaseScript,
        LookAlike,
        ScriptedUtterance,
        Slot,
    )
    from modylbench.scenarios.template import Card, ProductTemplate, Template


REDRAWS = 200
DEFECTS_IN_FILES = "defects"
"""The name in the truth by which an oracle knows what to put into its attachments."""
CARD_FIELDS = {
    "vertical", "title", "human_persona", "context", "meeting_goal", "quality_tier",
    "timeout_minutes",
}  # fmt: skip


@dataclass(frozen=True)
class Variant:
    """A scenario at a seed."""

    source: ScenarioSource
    seed: int
    truth: dict[str, Any]
    scenario: Scenario
    free_form: FreeForm | None = None
    """What the human wants and knows, where the meeting is free form: `scenario` is then the
    meeting as it goes with a perfect agent, or as it went."""

    @property
    def oracle(self) -> Oracle:
        """The oracle that computed the truth."""
        return self.source.oracle()

    @cached_property
    def final_products(self) -> tuple[WorkProduct, ...]:
        """What a perfect agent has made by the end."""
        slots = self.scenario.human_turns()
        return self.products_at(frozenset(name for slot in slots for name in slot.reaches))

    def products_at(self, reached: frozenset[str]) -> tuple[WorkProduct, ...]:
        """What a perfect agent has made when these milestones have been reached."""
        return self.oracle.products(self.truth, reached)


def instantiate(
    source: ScenarioSource,
    seed: int,
    edge_case: str = SEED_EDGE_CASE,
    *,
    truth: dict[str, Any] | None = None,
) -> Variant:
    """The scenario at a seed, with the edge case of that seed unless another is chosen.

    `truth` saves solving the seed again for another edge case.
    """
    truth = solve_seed(source, seed) if truth is None else truth
    files = dict(source.oracle().attachments(truth))
    played = plot(source, seed, edge_case, truth)
    value = as_published(source.template, played, files)
    value |= published_channels(source, seed, played.beats, truth)
    suite, private_mark = source.suite, source.template.card.private_mark
    value["metadata"] |= {} if suite == CORE else {"suite": suite}
    value["metadata"] |= {"private_mark": private_mark} if private_mark else {}
    official = edge_case == SEED_EDGE_CASE and suite == CORE and not private_mark
    value["metadata"] |= {"seed": seed, "edge_case": edge_case, "official": official}
    free_form: FreeForm | None = None
    try:
        scenario = Scenario.model_validate(fill_placeholders(value, truth), strict=False)
        if source.template.goals is not None:
            drawn = draw_goals(source.template, seed, scenario)
            free_form = FreeForm.model_validate(fill_placeholders(drawn, truth), strict=False)
    except BadPlaceholder as error:
        raise _bad_placeholder_file(source, error) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = f"seed {seed}: {place_of(first['loc'])}"
        raise BadFile(source.folder, place, problem_of(first)) from error
    for place, problem in presence_problems(scenario):
        raise BadFile(source.folder / loader.SCRIPT, f"seed {seed}: {place}", problem)
    variant = Variant(source, seed, truth, scenario, free_form)
    short = source.template.short
    if length_of(edge_case) != SHORT or short is None:
        return variant
    due = only_what_is_due(scenario, variant.final_products, short.due_after)
    return replace(variant, scenario=due)


def script_milestones(source: ScenarioSource) -> frozenset[str]:
    """The milestones of the work itself, without what look-alikes add."""
    return frozenset(milestones(source.template))


def solve_seed(source: ScenarioSource, seed: int) -> dict[str, Any]:
    """The parameters of a seed and all that follows from them; seed 0 is canonical."""
    oracle = source.oracle()
    choices = draw_choices(source.template.card, seed)
    for attempt in range(REDRAWS):
        parameters = draw_parameters(source.template.card, seed, attempt)
        truth = oracle.solve(parameters, source.template.card.oracle_seed(seed), choices)
        if truth is not None:
            whole = {**parameters, **choices, **truth}
            defects = tuple(defect.name for defect in draw_defects(source, seed, whole))
            return {**whole, DEFECTS_IN_FILES: defects}
        if source.template.card.is_canonical(seed):
            break
    raise BadFile(
        source.folder / loader.CARD,
        "parameters",
        f"make no well-posed problem at seed {seed}; narrow the ranges",
    )


def draw_parameters(card: Card, seed: int, attempt: int = 0) -> dict[str, float]:
    """The parameters of a seed, each from a stream of its own."""
    if card.is_canonical(seed):
        return {name: parameter.canonical for name, parameter in card.parameters.items()}
    return {
        name: card.draw(seed, attempt, name).step(parameter.low, parameter.high, parameter.step)
        for name, parameter in card.parameters.items()
    }


def _bad_placeholder_file(source: ScenarioSource, error: BadPlaceholder) -> BadFile:
    """The same mistake with the file and line where it stands."""
    name = str(error).partition("'")[2].partition("'")[0]
    for file in loader.YAML_FILES:
        path = source.folder / file
        lines = read_text(path).splitlines() if path.is_file() else []
        for number, line in enumerate(lines, start=1):
            if name and name in line and "{" in line:
                return BadFile(source.folder / file, f"line {number}", str(error))
    return BadFile(source.folder, "", str(error))


def as_published(template: Template, plot: MeetingPlot, files: Mapping[str, str]) -> dict[str, Any]:
    """The scenario in its published form, placeholders still in it; `files` are attachments."""
    card, deliverables = template.card, template.deliverables
    publish = _Publishing(files, plot.defects)
    turns: list[dict[str, Any]] = []
    index = 1
    for beat in plot.beats:
        turns.append(publish.turn(beat, index))
        index += 2 * (1 + len(beat.follow_ups))
    closing = publish.slot(plot.closing, index) if plot.closing else None
    added = [quantity for checks in plot.checks for quantity in checks.quantities]
    across = [*deliverables.criteria, *_added_criteria(plot, loader.ACROSS)]
    return {
        "scenario_id": card.id,
        **card.model_dump(include=CARD_FIELDS),
        "turns": turns,
        "closing": closing,
        "expected_outputs": [_output(product, plot) for product in deliverables.products],
        "edge_cases": [
            *(_edge_case(case, plot) for case in template.edge_cases.edge_cases),
            *(_look_alike(trap, twin, plot) for trap, twin in plot.look_alikes),
        ],
        "quantities": [quantity.model_dump() for quantity in (*deliverables.quantities, *added)],
        "verification": {
            "method": card.method,
            "criteria": [criterion.model_dump() for criterion in across],
        },
        "expected_mutations": _mutations(turns, closing),
        "participants": [participant.model_dump() for participant in card.participants],
        "defects": [defect.model_dump(exclude={"note", "where"}) for defect in plot.defects],
        "metadata": {
            "version": card.version,
            **({"agent_role": card.agent_role} if card.agent_role else {}),
        },
    }


def _added_criteria(plot: MeetingPlot, product: str) -> list[Criterion]:
    return [criterion for checks in plot.checks for criterion in checks.criteria.get(product, ())]


def _output(product: ProductTemplate, plot: MeetingPlot) -> dict[str, Any]:
    value = product.model_dump(exclude={"id", "criteria"})
    criteria = [*product.criteria, *_added_criteria(plot, product.id)]
    dumped = [criterion.model_dump() for criterion in criteria]
    return {"product_id": product.id, **value, "verification_criteria": dumped}


def _edge_case(case: EdgeCaseScript, plot: MeetingPlot) -> dict[str, Any]:
    hidden = {"opening", "follow_ups", "needs", "look_alike"}
    return {
        **case.model_dump(exclude=hidden),
        "human_utterance": _opening_line(case.name, plot),
    }


def _look_alike(trap: EdgeCaseScript, twin: LookAlike, plot: MeetingPlot) -> dict[str, Any]:
    hidden = {"opening", "follow_ups", "needs", "reaches", "checks"}
    criteria = [criterion.id for added in twin.checks.criteria.values() for criterion in added]
    return {
        **twin.model_dump(exclude=hidden),
        "human_utterance": _opening_line(twin.name, plot),
        "look_alike_of": trap.name,
        "trait": trap.trait,
        "severity": trap.severity,
        "criteria": criteria,
    }


def _opening_line(name: str, plot: MeetingPlot) -> str:
    """How an edge case opens: as it is played, or in the first wording that fits the seed."""
    played = [beat.opening.wordings[0] for beat in plot.beats if beat.edge_case == name]
    return (*played, plot.openings[name])[0]


class _Publishing:
    """Turns and slots in their published form, with the files that are handed over in them."""

    def __init__(self, files: Mapping[str, str], defects: Sequence[DefectScript]) -> None:
        self._files, self._defects = files, defects

    def turn(self, beat: Beat, index: int) -> dict[str, Any]:
        opening = self._utterance(beat.opening)
        del opening["when"]
        return {
            **opening,
            "turn_index": index,
            "beat": beat.name,
            "reaches": beat.reaches,
            "phase": beat.phase,
            "edge_case": beat.edge_case,
            "follow_ups": [
                self.slot(slot, index + 2 * place)
                for place, slot in enumerate(beat.follow_ups, start=1)
            ],
        }

    def slot(self, slot: Slot, turn_index: int) -> dict[str, Any]:
        return {
            "turn_index": turn_index,
            "purpose": slot.purpose,
            "reaches": slot.reaches,
            "alternatives": [self._utterance(utterance) for utterance in slot.ask],
        }

    def _utterance(self, utterance: ScriptedUtterance) -> dict[str, Any]:
        missing = [name for name in utterance.attach if name not in self._files]
        if missing:
            raise UnknownName("attachment", missing[0], self._files)
        defects = [defect for defect in self._defects if defect.file in utterance.attach]
        first = utterance.ask_first
        noticed = [f"Notice what nobody mentions: {defect.description}" for defect in defects]
        return {
            "when": utterance.when.model_dump() if utterance.when else None,
            "human_utterance": utterance.wordings[0],
            "expected_agent_action": " ".join([utterance.expects, *noticed]),
            "model_answer": " ".join([utterance.answer, *(defect.note for defect in defects)]),
            "speaker": utterance.speaker,
            "channel": utterance.channel,
            "expected_response_type": utterance.response,
            "wait_for_agent_sec": utterance.wait_sec,
            # Made already, so that `fill_placeholders` leaves it: a file's own braces stay braces.
            "attachments": [
                Attachment(name=name, content=self._files[name]) for name in utterance.attach
            ],
            "mutations": [mutation.model_dump() for mutation in utterance.mutations],
            **({"ask_first": first.model_dump()} if first else {}),
            **_side_talk(utterance),
        }


def _side_talk(utterance: ScriptedUtterance) -> dict[str, Any]:
    """To whom it is said, what people say before it and into the answer, where anybody does."""
    value: dict[str, Any] = {} if utterance.to == (AGENT,) else {"to": utterance.to}
    if utterance.before:
        value["before"] = [
            {
                **line.model_dump(exclude={"say", "where"}),
                "text": all_wordings(line.say)[0],
                "offset_s": line.offset_s[0],
            }
            for line in utterance.before
        ]
    if utterance.during:
        value["during"] = [
            {
                **cue.model_dump(exclude={"say", "where"}),
                "text": all_wordings(cue.say)[0],
                "if_agent_yields": cue.if_agent_yields and all_wordings(cue.if_agent_yields)[0],
                "if_not": cue.if_not and all_wordings(cue.if_not)[0],
            }
            for cue in utterance.during
        ]
    return value


def _mutations(
    turns: Sequence[dict[str, Any]], closing: dict[str, Any] | None
) -> list[dict[str, Any]]:
    """The changes asked for when the unconditional alternative of every slot is said."""
    said: list[tuple[int, list[dict[str, Any]]]] = []
    for turn in turns:
        said.append((turn["turn_index"], turn["mutations"]))
        said += [
            (slot["turn_index"], slot["alternatives"][-1]["mutations"])
            for slot in turn["follow_ups"]
        ]
    if closing:
        said.append((closing["turn_index"], closing["alternatives"][-1]["mutations"]))
    return [
        {
            "turn_index": index,
            "product_id": mutation["product"],
            "mutation_type": mutation["type"],
            "path": mutation["path"],
            "expected_value": mutation["value"],
        }
        for index, mutations in said
        for mutation in mutations
    ]
