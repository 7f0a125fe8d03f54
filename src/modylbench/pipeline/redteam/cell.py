"""What is kept of one agent, scenario and seed: its score under every framework."""

from __future__ import annotations

from modylbench.foundation.record import Record

STAGE = "cell"


class Cell(Record):
    """cell.json; `code` tells whose work it is, so that other code's is done again.

    `scores` are combined scores by the layers that are on (`12345`, `none`): None where the trial
    was invalid, and `invalid` says why.
    """

    agent: str
    scenario_id: str
    seed: int
    code: str
    scores: dict[str, float | None]
    invalid: tuple[str, ...]
    talk_over_s: float
    resent_share: float | None
