"""What was on the table, and what was said, in one turn: the ground that measuring stands on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.evaluation.mutations.resent import Resent
    from modylbench.products.reading.index import Index
    from modylbench.recording.recording import RecordedTurn
    from modylbench.scenarios.scenario import Alternative, FollowUp
    from modylbench.surfaces.reading.found import Origin


@dataclass(frozen=True, slots=True)
class Words:
    """What the agent said in a turn, and whose transcript that is: `asr`, `captions`, `none`."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class TurnView:
    """One exchange with everything around it.

    `shown` are the agent's products after the turn, under the scenario's names where they stand for
    a deliverable; `reference` a perfect agent's at the same moment. `own_names` are the agent's
    ids by ours. `aside` are texts on its surfaces outside all products. `given` is all that the
    human side has said, written and handed over up to and with this turn. `origins` say on which
    surface each product stands; that of a file has none.
    """

    recorded: RecordedTurn
    slot: FollowUp
    asked: Alternative
    words: Words
    shown: tuple[Index, ...]
    reference: tuple[Index, ...]
    own_names: dict[str, str]
    aside: tuple[str, ...]
    given: str
    sent: Resent
    origins: tuple[Origin, ...] = ()
