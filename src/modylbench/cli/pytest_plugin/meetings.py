"""The meetings of a pytest session, held once each as `modylbench run` holds them."""

from __future__ import annotations

import fcntl
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from modylbench.agents.choice import why_unguarded
from modylbench.cli.judging import cores, judge_trials, note_judged
from modylbench.cli.planning import panel_of, plan_run, run_options
from modylbench.cli.run_options import run_request
from modylbench.cli.run_request import check_request
from modylbench.cli.settings import journal_folder
from modylbench.foundation.errors import UserMistake
from modylbench.pipeline.repeat import repeat_run
from modylbench.pipeline.running.execution import hold_noted
from modylbench.runs.journal import RunJournal
from modylbench.runs.run import Run, begin_run, lock_run

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from modylbench.pipeline.judging import WhatOthersJudged
    from modylbench.pipeline.running.progress import HeldTrial
    from modylbench.pipeline.weigh import TrialOutcome
    from modylbench.publishing.comparison.comparison import Candidate
    from modylbench.runs.run import Trial
    from modylbench.scoring.scorecard import Scorecard

LOCK = ".pytest.lock"


@dataclass(frozen=True, slots=True)
class HeldRun:
    """A run that is over: its folder, and the scorecards by scenario and seed."""

    folder: Path
    scorecards: Mapping[tuple[str, int], Scorecard]


class SessionRun:
    """The run of a session; a meeting is held when the first test asks for it.

    With several jobs all are held as soon as one is asked for. Processes of pytest-xdist share the
    folder: one holds meetings at a time, and the others find them there.
    """

    def __init__(self, options: Sequence[str], baseline: Path | None) -> None:
        self._request = check_request(run_request(options))
        self._jobs = self._request.jobs or cores()
        self.plan, agent = plan_run(self._request)
        self.why_unguarded = why_unguarded(agent)
        self.folder = self._request.output / self.plan.name
        self.baseline = baseline
        self.held: dict[Trial, HeldTrial] = {}
        self.outcomes: dict[Trial, TrialOutcome] = {}

    def hold(self, trials: Sequence[Trial]) -> None:
        """Hold, judge and weigh those of these trials that this session has not seen yet."""
        meant = self.plan.trials if self._jobs > 1 else trials
        waiting = [trial for trial in meant if trial not in self.outcomes]
        if not waiting:
            return
        panel = panel_of(self._request)
        if panel is None:
            message = "found --judges none, expected somebody to judge what is to be tested"
            raise UserMistake(message)
        begin_run(self.plan, self.folder)
        part = self.plan.model_copy(update={"trials": tuple(waiting)})
        with _in_turn(self.folder), lock_run(self.folder):
            chosen = run_options(self._request, self.folder)
            journal = RunJournal(journal_folder(), self.folder)
            held = hold_noted(
                part,
                self.folder,
                chosen,
                jobs=self._jobs,
                report=lambda _: None,
                journal=journal,
            )
            own = Run.of(part, self.folder)
            others: WhatOthersJudged = "keep" if self._request.judges is None else "replace"
            judging = judge_trials([own], panel, jobs=self._jobs, others=others)
            whole = Run.of(self.plan, self.folder)
            repeat_run(whole, was_stopped=bool(judging.stopped))
            note_judged([whole])
        self.held |= {meeting.trial: meeting for meeting in held}
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
    def comparison(self) -> Candidate:
        """The run against the baseline, on the scenarios that were asked for."""
        from modylbench.publishing.comparison.compare import compare
        from modylbench.publishing.comparison.pairs import compared_runs

        if self.baseline is None:
            message = "expected a baseline to compare with"
            raise ValueError(message)
        self.whole()
        before, after = compared_runs([self.baseline, self.folder], ["baseline", "this run"])
        return compare(before.only(self.plan.scenarios), [after]).candidates[0]


@contextmanager
def _in_turn(folder: Path) -> Iterator[None]:
    """Wait for other processes of this session, where `lock_run` would refuse."""
    with (folder / LOCK).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
