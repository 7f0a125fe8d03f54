"""Whether an edge case's phrases tell its right answer from its wrong one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.phrases import affirms, mentions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.scenarios.scenario import EdgeCase
    from modylbench.scenarios.variant import Variant


def wrong_signals(variant: Variant) -> Iterator[tuple[str, str]]:
    """Right answers that do not show it, and questions that give the answer away."""
    for case in variant.scenario.edge_cases:
        for problem in _of_case(case):
            yield f"edge case {case.name}", problem


def _of_case(case: EdgeCase) -> Iterator[str]:
    signals = case.signals
    for name in ("detected", "pushed_back"):
        if not any(mentions(case.right_answer, phrase) for phrase in getattr(signals, name)):
            yield f"the right answer has no phrase of signals.{name}"
        told = [p for p in getattr(signals, name) if mentions(case.human_utterance, p)]
        if told:
            yield f"the human already says {told[0]!r} of signals.{name}"
    said = [phrase for phrase in signals.complied if affirms(case.right_answer, phrase)]
    if said:
        yield f"the right answer says {said[0]!r} of signals.complied"
    if not any(affirms(case.wrong_line, phrase) for phrase in signals.complied):
        yield "the wrong line has no phrase of signals.complied"
    if all(
        any(mentions(case.wrong_line, phrase) for phrase in getattr(signals, name))
        for name in ("detected", "pushed_back")
    ):
        yield "the wrong line passes for a right one"
