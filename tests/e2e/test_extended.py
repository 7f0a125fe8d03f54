"""Extended meetings: the oracle uses all three channels well, and who floods them gains nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.staging.held_trials import hold_trial, scorecard_of, variant_at

from modylbench.agents.agent import HeardTurn, Seat
from modylbench.agents.catalogue import choose_agent
from modylbench.agents.choice import AgentOptions, MeetingContext
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.agents.reference.playbook import Playbook
from modylbench.agents.seating.attendee import seat_agent
from modylbench.agents.seating.timing import SeededTiming
from modylbench.evaluation.dimensions import CHANNEL_DIMENSIONS
from modylbench.foundation.draw import Draw
from modylbench.foundation.errors import UnknownName
from modylbench.meeting.arrangements import Attendee
from modylbench.pipeline.library_check.channels import wrong_channels
from modylbench.scenarios.catalogue import extended_forms
from modylbench.scoring.scorecard import Scorecard

EXTENDED = extended_forms(())
DYADIC = EXTENDED[:2]


class Flooder:
    """The oracle of the base form, which floods one channel in every turn, or leaves it alone."""

    def __init__(self, playbook: Playbook, floods: str) -> None:
        self._oracle = OracleAgent(playbook, Draw("pace"))
        self._floods = floods

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        for number in range(12 if self._floods else 0):
            if self._floods == "reaction":
                await seat.react("🎉")
            elif self._floods == "chat":
                await seat.chat(f"Note {number}: $180.0 million, $82.5 million, 90.0%")
            else:
                await seat.annotate(
                    {"type": "Annotation", "id": f"n{number}", "target": "lbo_model"}
                )
        await self._oracle.answer(heard, seat)


@dataclass(frozen=True)
class FlooderChoice:
    """One that does nothing else in channels."""

    floods: str
    name: str = "flooder"
    settings: Mapping[str, str] = field(default_factory=dict)

    def attendee(self, context: MeetingContext) -> Attendee:
        base = variant_at(context.variant.source.id.removesuffix("_extended"), 0)
        timing = SeededTiming(Draw("flooder"))
        return seat_agent(lambda: Flooder(Playbook(base), self.floods), timing, context)


def composites(card: Scorecard, channel: str) -> list[float]:
    return card.scores_by_dimension().get(f"{channel}_composite", [])


@pytest.mark.parametrize("name", EXTENDED)
@pytest.mark.parametrize("seed", [0, 5])
def test_every_channel_has_its_opportunities(name: str, seed: int) -> None:
    assert list(wrong_channels(variant_at(name, seed))) == []


@pytest.mark.parametrize("name", DYADIC)
def test_the_oracle_uses_all_channels_and_is_a_consultant(name: str, tmp_path: Path) -> None:
    recording = hold_trial("oracle", variant_at(name, 0), tmp_path)

    card = scorecard_of(tmp_path)

    assert (recording.suite, recording.is_official) == ("extended", False)
    assert card.combined is not None
    assert card.combined >= 9.5
    assert min(composites(card, "reaction")) >= 9.0
    assert composites(card, "chat") == [10.0] * len(composites(card, "chat"))
    dimensions = {dimension.dimension for turn in card.turns for dimension in turn.dimensions}
    assert {*CHANNEL_DIMENSIONS} <= dimensions
    drawn = [mark for turn in recording.turns for mark in turn.agent.annotations]
    assert sum(not mark.mark.clears for mark in drawn) >= 2


@pytest.mark.parametrize("channel", ["reaction", "chat", "annotation"])
def test_who_floods_a_channel_gains_nothing_over_silence(channel: str, tmp_path: Path) -> None:
    variant = variant_at(DYADIC[0], 0)
    cards = {}
    for floods in (channel, ""):
        hold_trial(FlooderChoice(floods), variant, tmp_path / (floods or "none"))
        cards[floods] = scorecard_of(tmp_path / (floods or "none"))

    silent, flooded = composites(cards[""], channel), composites(cards[channel], channel)
    assert set(silent) == {1.0}
    assert flooded
    assert set(flooded) == {1.0}
    assert (cards[channel].combined or 0.0) <= (cards[""].combined or 0.0)


def test_the_extended_forms_are_found_by_the_base_names() -> None:
    assert extended_forms(()) == EXTENDED
    assert extended_forms(("financial_analyst",)) == ("financial_analyst_extended",)
    assert extended_forms(EXTENDED) == EXTENDED
    with pytest.raises(UnknownName, match="extended form"):
        extended_forms(("scientist",))


def test_the_base_form_expects_no_channel() -> None:
    base = variant_at("financial_analyst", 0).scenario

    assert (base.channels, base.channel_uses, base.channel_acts) == ((), (), ())
    assert choose_agent("oracle", AgentOptions()).name == "oracle"
