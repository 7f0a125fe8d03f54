"""Which verdicts of a submission are asked for again?

Nobody can know it before the upload: the draw follows from a secret of the server and the digest of
the uploaded bytes. It is kept, so that whoever gets the seed can draw the same samples.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from modylbench.evaluation.verdicts import Kind, Subject
from modylbench.foundation.draw import Draw
from modylbench.foundation.record import Spec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

PER_SCENARIO: Mapping[Kind, int] = {"turn": 4, "product": 1, "edge_case": 1}
"""Ours: 36 verdicts a judge over six scenarios, some 7 % of what judging three runs of each takes;
agreement.py says what so many find."""


class Sample(Spec):
    """A turn, a product or an edge case of one trial."""

    scenario_id: str
    seed: int
    subject: Subject


def drawing_seed(secret: bytes, submission_id: str) -> str:
    """What the samples of a submission are drawn by."""
    return hmac.new(secret, f"samples of {submission_id}".encode(), "sha256").hexdigest()


def samples(seed: str, judged: Iterable[Sample]) -> tuple[Sample, ...]:
    """Some of what was judged: of every scenario some turns, a product and an edge case."""
    strata: dict[tuple[str, Kind], list[Sample]] = {}
    for one in sorted(set(judged), key=_order):
        strata.setdefault((one.scenario_id, one.subject.kind), []).append(one)
    chosen = [
        one
        for (scenario_id, kind), found in sorted(strata.items())
        for one in _some(found, PER_SCENARIO[kind], Draw(seed, scenario_id, kind))
    ]
    return tuple(sorted(chosen, key=_order))


def _some(found: Sequence[Sample], count: int, draw: Draw) -> list[Sample]:
    return draw.shuffled(found)[:count]


def _order(one: Sample) -> tuple[str, int, str]:
    return one.scenario_id, one.seed, one.subject.key
