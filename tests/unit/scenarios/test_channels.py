"""What scenarios expect of channels is refused where it says nothing, and proved to be possible."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import ValidationError

from modylbench.pipeline.library_check.channels import wrong_channels
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.channels.script import ChannelMoment, ChannelScript, PersonsAct
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from modylbench.scenarios.variant import Variant

REACTION = {
    "id": "cheer", "beat": "context", "channel": "reaction", "use": "react once", "model": "👍",
    "valence": "positive",
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"valence": None}, "no `valence`"),
        ({"quantity": "irr"}, "expected it in a annotation alone"),
        ({"channel": "chat"}, "no `content`"),
        ({"channel": "annotation", "valence": None}, "no `quantity`"),
        ({"slot": 4}, "slot"),
    ],
)
def test_a_moment_says_what_is_good(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        ChannelMoment.model_validate({**REACTION, **change}, strict=False)


def test_a_moment_waits_for_an_act_of_its_own_turn() -> None:
    moment = ChannelMoment.model_validate({**REACTION, "after": "news"}, strict=False)
    act = PersonsAct(id="news", beat="returns", speaker="ann", channel="chat", say="News")

    with pytest.raises(ValidationError, match="expected an act of the same turn"):
        ChannelScript(moments=(moment,), acts=(act,))


def variant(**change: Any) -> Variant:
    """The extended financial meeting with the first use changed."""
    found = instantiate(scenario("financial_analyst_extended"), 0)
    uses = found.scenario.channel_uses
    first = uses[0].model_copy(update=change)
    meeting = found.scenario.model_copy(update={"channel_uses": (first, *uses[1:])})
    return replace(found, scenario=meeting)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({}, ""),
        ({"model": "👎"}, "expected an emoji that is positive"),
        ({"model": "hurrah"}, "expected one emoji"),
        ({"after": "nobody"}, "which nobody does"),
        ({"channel": "chat", "content": "code"}, "its model is worth"),
        ({"channel": "annotation", "quantity": "irr_grid"}, "is no number"),
        ({"channel": "annotation", "quantity": "gross_irr"}, "does not show gross_irr"),
    ],
)
def test_a_moment_that_cannot_be_met_is_told(change: dict[str, Any], problem: str) -> None:
    found = [text for _, text in wrong_channels(variant(**change))]

    if problem:
        assert any(problem in text for text in found), found
    else:
        assert found == []


def test_wordings_and_figures_are_those_of_the_seed() -> None:
    first, other = (instantiate(scenario("financial_analyst_extended"), n).scenario for n in (0, 3))

    assert [use.id for use in first.channel_uses] != []
    assert {use.id for use in first.channel_uses} == {use.id for use in other.channel_uses}
    assert "{" not in "".join(use.model for use in other.channel_uses)
    texts = [{act.id: act.text for act in each.channel_acts} for each in (first, other)]
    assert texts[0] != texts[1]


def test_a_short_meeting_has_the_moments_of_its_beats() -> None:
    whole = instantiate(scenario("financial_analyst_extended"), 0).scenario
    short = instantiate(scenario("financial_analyst_extended"), 0, "turns-4").scenario

    assert 0 < len(short.channel_uses) < len(whole.channel_uses)
    indexes = {slot.turn_index for slot in short.human_turns()}
    assert {use.turn_index for use in short.channel_uses} <= indexes
