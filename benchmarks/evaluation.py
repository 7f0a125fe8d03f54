"""What the harness itself takes for a judged item, where nobody is asked over a network."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.agents.choice import AgentOptions
from modylbench.evaluation.evaluate.evaluate import briefs_of, judge, measure
from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.evaluation.judging.offline.panel import offline_panel
from modylbench.foundation.garbage import collect_garbage_seldom
from modylbench.pipeline.equipment import RunOptions, open_equipment
from modylbench.pipeline.measure import keep_evaluation
from modylbench.pipeline.trial import run_trial
from modylbench.pipeline.weigh import weigh_trial
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate
from modylbench.scoring.rules import default_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.timing import Figure

MANNER = EvaluationOptions(transcripts="captions")
REPEATS = 15
MOST_MEASURING_S = 0.3  # issue 19, without sound


def figures() -> Iterator[Figure]:
    """A turn, a product or an edge case: three verdicts, consensus, and both records on disk."""
    collect_garbage_seldom()  # as every command does
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "trial"
        variant = instantiate(scenario("financial_analyst"), 0)
        options = RunOptions(
            agent="oracle",
            agent_options=AgentOptions(),
            voice=None,
            cache=Path(temporary),
            logs=Path(temporary) / "logs",
            edge_cases="seed",
            beats="",
            no_screens="not measured",
        )
        with open_equipment(options) as equipment:
            recording = run_trial(variant, folder, equipment, lambda *_: None)
        start = time.process_time()
        measured = measure(recording, folder, variant, options=MANNER)
        first = time.process_time() - start
        items = len(briefs_of(measured))

        def judged() -> None:
            evaluated = asyncio.run(judge(measured, offline_panel(), MANNER))
            keep_evaluation(folder, evaluated)
            weigh_trial(folder, default_rules(), was_kept=False)

        yield (
            "judged item: offline panel to scorecard, CPU",
            _cpu_s(judged) / items * 1e3,
            "ms",
            2.0,
        )
        taken = _cpu_s(lambda: measure(recording, folder, variant, options=MANNER), min)
        yield "  its facts, measured beforehand, CPU", taken / items * 1e3, "ms", None
        yield "measuring a meeting of 50 turns, CPU", taken, "s", MOST_MEASURING_S
        yield "  the first of a process, CPU", first, "s", MOST_MEASURING_S


def _cpu_s(
    work: Callable[[], object], of: Callable[[list[float]], float] = statistics.median
) -> float:
    """The median processor time of the work; by `min`, what others on the machine do not add."""
    taken = []
    work()
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return of(taken)


if __name__ == "__main__":
    for what, value, unit, most in figures():
        print(f"{what:<52} {value:8.3f} {unit} {'' if most is None else f'target {most:g} {unit}'}")
