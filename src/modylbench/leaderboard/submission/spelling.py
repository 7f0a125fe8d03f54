"""By which full names were the judges of a run asked? Cards hold no addresses.

A request's digest is over the address too: of the names that may be meant, that one was meant by
which the requests come out that were kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import ModylBenchError
from modylbench.leaderboard.submission.trials.again import Kept, judged_again, measured_again
from modylbench.leaderboard.submission.trials.recalled import spellings
from modylbench.recording.reading import read
from modylbench.runs.records import exchanges_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.verdicts import Exchange


async def spelt(folder: Path, evaluation: Evaluation) -> tuple[str, ...]:
    """The full name of every judge, as far as it can be found out from one trial."""
    exchanges = exchanges_in(folder)
    cards = [card for card in evaluation.panel if card.kind == "model"]
    plain = tuple(card.name for card in cards)
    if evaluation.mode not in ("text", "multimodal") or not exchanges or not cards:
        return plain
    own = {card.name: list(spellings(card, evaluation.mode)) for card in cards}
    if all(len(names) == 1 for names in own.values()):
        return tuple(names[0] for names in own.values())
    kept = Kept(folder, folder.name, read(folder), evaluation, exchanges, has_media=True)
    try:
        measured, manner = await measured_again(kept, None)
    except ModylBenchError:
        return tuple(names[0] if names else name for name, names in own.items())
    found = []
    for name, names in own.items():
        meant = name if not names else names[0]
        for one in names:
            made = await judged_again(kept, measured, manner, [one])
            if _requests(name, made.exchanges) == _requests(name, exchanges):
                meant = one
                break
        found.append(meant)
    return tuple(found)


def _requests(judge: str, exchanges: Sequence[Exchange]) -> list[str]:
    return [exchange.request for exchange in exchanges if exchange.judge == judge]
