"""The human of a free-form meeting at a seed: its goals in order, and the wordings it will use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.goals import Reactions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.scenarios.scenario import Scenario, Turn
    from modylbench.scenarios.template import Template


def draw_goals(template: Template, seed: int, rehearsal: Scenario) -> dict[str, Any]:
    """The goals in the order of the rehearsal and all wordings in drawn orders, still unfilled."""
    card, goals = template.card, template.goals
    if goals is None:
        message = "found no goals, expected a free-form scenario"
        raise ValueError(message)
    by_name = {goal.name: goal for goal in goals.goals}
    names = [goal.name for goal in goals.goals]

    def drawn_order(place: str, wordings: Sequence[str]) -> list[str]:
        if card.is_canonical(seed):
            return list(wordings)
        return card.draw(seed, "free_form", place).in_drawn_order(wordings)

    def goal_value(turn: Turn) -> dict[str, Any]:
        goal = by_name.get(turn.beat)
        if goal is None:
            return {"name": turn.beat, "needs": names[:1]}  # a trap wants some work to be there
        needs = names[: names.index(goal.name)] if goal.needs is None else goal.needs
        return {
            "name": goal.name,
            "needs": [name for name in needs if name in played],
            "again": drawn_order(f"again/{goal.name}", goal.again),
            "met": goal.met.model_dump(),
            "patience": goal.patience,
        }

    played = {turn.beat for turn in rehearsal.turns}
    return {
        "goals": [goal_value(turn) for turn in rehearsal.turns],
        "facts": [
            {
                "name": fact.name,
                "asked": fact.asked,
                "question": fact.question,
                "say": drawn_order(f"fact/{fact.name}", fact.say),
            }
            for fact in goals.facts
        ],
        **{
            name: drawn_order(name, getattr(goals.reactions, name))
            for name in Reactions.model_fields
        },
        "most_turns": goals.most_turns,
    }
