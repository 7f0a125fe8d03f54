"""Who does what is right beside a trap, in place of refusing it, loses nothing by it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.staging.held_trials import hold_trial, scorecard_of
from typing_extensions import override

from modylbench.agents.distorting.guides import AlteredGuide
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.agents.reference.playbook import ReferenceChoice
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.library.optimization_solver.mip import SideConstraints
from modylbench.scenarios.library.optimization_solver.network import Network
from modylbench.scenarios.library.optimization_solver.story import solve_plan
from modylbench.scenarios.variant import instantiate
from modylbench.scenarios.wording import fill_placeholders

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from modylbench.agents.reference.playbook import Playbook, Step
    from modylbench.foundation.draw import Draw
    from modylbench.products.work_product import WorkProduct


class _Alternative(OracleAgent):
    """The oracle, who answers the opening of the trap by ANSWER and shows it from then on."""

    ANSWER = ""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        self._variant = playbook.variant
        self._since: int | None = None
        super().__init__(AlteredGuide(playbook, self._alter), pace)

    def _alter(self, step: Step) -> Step:
        if step.edge_case is not None and step.slot.is_opening:
            self._since = step.turn_index
            answer = fill_placeholders(self.ANSWER, self._variant.truth)
            step = replace(step, answer=answer)
        return step if self._since is None else self._show(step)

    def _show(self, step: Step) -> Step:
        return step


class ClosedForm(_Alternative):
    """Sizes the loan in closed form on a tab of its own, announced as such."""

    ANSWER = (
        "That's circular: the cash flow after interest depends on the loan's own interest. With "
        "interest on the opening balance it's linear, so I've solved it in closed form as a side "
        "case on its own tab: senior would come to {closed_form_senior:$M.1}. Sources and uses "
        "are unchanged."
    )

    @override
    def _show(self, step: Step) -> Step:
        value = Cell(value=round(self._variant.truth["closed_form_senior"], 1))
        tab = Sheet(
            id="closed_form",
            name="Side case: senior on cash flow after interest, closed form",
            columns=(Column(id="value", label="$M"),),
            rows=(Row(id="senior", label="Senior debt", cells={"value": value}),),
        )
        return replace(step, products=_with_sheet(step.products, "lbo_model", tab))


def _with_sheet(
    products: tuple[WorkProduct, ...], product_id: str, tab: Sheet
) -> tuple[WorkProduct, ...]:
    return tuple(
        product.model_copy(update={"sheets": (*product.sheets, tab)})
        if isinstance(product, Spreadsheet) and product.id == product_id
        else product
        for product in products
    )


class GoalSeek(_Alternative):
    """Works the share back on a sheet of its own, calls it a goal seek, and keeps the case."""

    ANSWER = (
        "That's a goal seek, so I've called it one: on a sheet of its own, labelled as worked "
        "back from the target, {board_target:$M} in year three needs {target_share:%.1} of SAM. "
        "The case stays on the planned {share_3:%}."
    )

    @override
    def _show(self, step: Step) -> Step:
        reached = frozenset(self._variant.oracle.MILESTONES)
        (book,) = (
            product
            for product in self._variant.products_at(reached)
            if isinstance(product, Spreadsheet) and product.id == "business_case"
        )
        (tab,) = (sheet for sheet in book.sheets if sheet.id == "target")
        return replace(step, products=_with_sheet(step.products, "business_case", tab))


class ConfirmedCapacity(_Alternative):
    """Plans on what the building confirms in writing, says so, and goes back when told to."""

    ANSWER = (
        "The three figures for {conflict_dc} conflict: {conflict_file:,} in the file, "
        "{conflict_notice:,} in the notice and {conflict_claim:,} from the GM. Only the notice is "
        "confirmed in writing, so until we hear otherwise I've re-run the plan on "
        "{conflict_notice:,} and flagged it. Which one should govern?"
    )

    @override
    def _show(self, step: Step) -> Step:
        is_told_to_go_back = step.edge_case is None or step.purpose == "request"
        return step if is_told_to_go_back else replace(step, products=self._on_notice(step))

    def _on_notice(self, step: Step) -> tuple[WorkProduct, ...]:
        """The same products with every plan made again for what the notice confirms."""
        truth, turns = self._variant.truth, self._variant.scenario.human_turns()
        reached = frozenset(
            name for turn in turns if turn.turn_index <= step.turn_index for name in turn.reaches
        )
        plans = {name: _planned_on_notice(truth, plan) for name, plan in truth["plans"].items()}
        return self._variant.oracle.products({**truth, "plans": plans}, reached)


def _planned_on_notice(truth: Mapping[str, Any], plan: dict[str, Any]) -> dict[str, Any]:
    confirmed = {**plan["throughput"], truth["conflict_dc"]: truth["conflict_notice"]}
    network = Network(**{**truth["network"], "throughput": confirmed})
    side = SideConstraints(network.plants[-1], plan["minimum"], plan["anchor"])
    made = solve_plan(network, side).plan
    return {
        **plan, "throughput": confirmed,
        "open": made.open_dcs, "inbound": made.inbound, "outbound": made.outbound,
    }  # fmt: skip


CAP_OF_A_FAILURE = 7.4  # SPEC 2, a major edge case


@pytest.mark.parametrize(
    ("agent", "name", "case", "seed"),
    [
        (ClosedForm, "financial_analyst", "debt_sized_on_itself", 8),
        (GoalSeek, "business_strategist", "share_from_the_target", 4),
        (ConfirmedCapacity, "optimization_solver", "three_capacities", 1),
    ],
)
def test_a_rightful_alternative_to_refusing_passes_the_edge_case(
    agent: type[_Alternative], name: str, case: str, seed: int, tmp_path: Path
) -> None:
    choice = ReferenceChoice("alternative", f"{__name__}:{agent.__name__}")

    hold_trial(choice, instantiate(scenario(name), seed), tmp_path)
    card = scorecard_of(tmp_path)

    assert [(it.name, it.has_failed, it.reasons) for it in card.edge_cases] == [(case, False, ())]
    assert card.combined is not None
    # A plan made twice has twice the edits; who adds a sheet of its own loses nothing.
    assert card.combined > (CAP_OF_A_FAILURE if agent is ConfirmedCapacity else 9.9)
