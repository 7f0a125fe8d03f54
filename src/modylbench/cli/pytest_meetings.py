"""How are the meetings of a pytest session held: once each, as `modylbench run` holds them?"""

from __future__ import annotations

import fcntl
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from modylbench.cli import run
from modylbench.cli.judged import cores, judged
from modylbench.cli.main import cli
from modylbench.cli.run_request import means, planned
from modylbench.cli.settings import defaults
from modylbench.foundation.errors import UserMistake
from modylbench.pipeline.execution import hold_all
from modylbench.pipeline.repeat import repeat_run
from modylbench.runs.plan import alone, begun
from modylbench.runs.run import Run

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from modylbench.cli.run_request import Request
    from modylbench.pipeline.held import Held
    from modylbench.pipeline.outcome import Outcome
    from modylbench.pipeline.spared import WhatOthersJudged
    from modylbench.publishing.comparison.comparison import Candidate
    from modylbench.runs.plan import Plan, Trial
    from modylbench.scoring.scorecard import Scorecard

LOCK = ".pytest.lock"


@dataclass(frozen=True, slots=True)
class HeldRun:
    """A run that is over: its folder, and the scorecards by scenario and seed."""

    folder: Path
    scorecards: Mapping[tuple[str, int], Scorecard]


class Meetings:
    """The run of a session; a meeting is held when the first test asks for it.

    With several jobs all are held as soon as one is asked for. Processes of pytest-xdist share the
    folder: one holds meetings at a time, and the others find them there.
    """

    def __init__(self, options: Sequence[str], baseline: Path | None) -> None:
        self._request, self._output, self._jobs = _request(options)
        self.plan: Plan = planned(self._request)[0]
        self.folder = self._output / self.plan.name
        self.baseline = baseline
        self.held: dict[Trial, Held] = {}
        self.outcomes: dict[Trial, Outcome] = {}

    def hold(self, trials: Sequence[Trial]) -> None:
        """Hold, judge and weigh those of these trials that this session has not seen yet."""
        meant = self.plan.trials if self._jobs > 1 else trials
        waiting = [trial for trial in meant if trial not in self.outcomes]
        if not waiting:
            return
        panel = self._request.panel
        if panel is None:
            message = "found --judges none, expected somebody to judge what is to be tested"
            raise UserMistake(message)
        begun(self.plan, self.folder)
        part = self.plan.model_copy(update={"trials": tuple(waiting)})
        with _in_turn(self.folder), alone(self.folder):
            chosen = means(self._request, self.folder)
            held = hold_all(part, self.folder, chosen, jobs=self._jobs, report=lambda _: None)
            own = Run.of(part, self.folder)
            others: WhatOthersJudged = "keep" if self._request.keeps_others else "replace"
            judging = judged([own], panel, jobs=self._jobs, others=others)
            repeat_run(Run.of(self.plan, self.folder), was_stopped=bool(judging.stopped))
        self.held |= {one.trial: one for one in held}
        by_folder = {outcome.folder: outcome for outcome in judging.outcomes}
        for trial in waiting:
            outcome = by_folder.get(self.folder / trial.folder)
            if outcome is None:
                raise UserMistake(judging.stopped or f"{trial.folder} was not judged")
            self.outcomes[trial] = outcome

    def whole(self) -> HeldRun:
        """The run with all of its trials."""
        self.hold(self.plan.trials)
        cards = {
            (trial.scenario_id, trial.seed): card
            for trial in self.plan.trials
            if (card := self.outcomes[trial].scorecard) is not None
        }
        return HeldRun(self.folder, cards)

    @cached_property
    def compared(self) -> Candidate:
        """The run against the baseline, on the scenarios that were asked for."""
        from modylbench.publishing.comparison.compare import compare
        from modylbench.publishing.comparison.sides import sides_in

        if self.baseline is None:
            message = "expected a baseline to compare with"
            raise ValueError(message)
        self.whole()
        before, after = sides_in([self.baseline, self.folder], ["baseline", "this run"])
        return compare(before.only(self.plan.scenarios), [after]).candidates[0]


@contextmanager
def _in_turn(folder: Path) -> Iterator[None]:
    """Wait for other processes of this session, where `alone` would refuse."""
    with (folder / LOCK).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _request(options: Sequence[str]) -> tuple[Request, Path, int]:
    """What `modylbench run` would be asked with these options, its settings file and variables."""
    settings: Mapping[str, Any] = defaults(cli).get("run", {})
    context = run.command.make_context("run", list(options), default_map=dict(settings))
    asked: dict[str, Any] = context.params
    return run.request_of(asked), asked["output"], asked["jobs"] or cores()
