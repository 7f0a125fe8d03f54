"""The tests that stand for meetings, and what they say when they fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import pytest
from typing_extensions import override

from modylbench.cli.pytest_plugin.options import FLAGS, OPTIONS
from modylbench.cli.pytest_plugin.problems import (
    OVERALL,
    RANKS,
    regression_problem,
    tier_problem,
    trial_problem,
    trouble_of,
)
from modylbench.foundation.errors import ModylBenchError, UserMistake, one_line, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from modylbench.cli.pytest_plugin.meetings import SessionRun
    from modylbench.runs.run import Trial

NODE = "modylbench"
OWN = frozenset({"min-tier", "baseline"})
"""Options that are not those of `modylbench run`."""
KEY: pytest.StashKey[SessionRun] = pytest.StashKey()


class MeetingsNode(pytest.Collector):
    """What the tests that stand for meetings hang from; it collects nothing by itself."""

    @override
    def collect(self) -> list[pytest.Item]:
        return []


class MeetingItem(pytest.Item):
    """A test that needs meetings: held when it is set up, so that trouble of ours is an error."""

    def __init__(self, *, meetings: SessionRun, trials: Sequence[Trial], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.meetings, self.trials = meetings, tuple(trials)
        self.least = least_tier(self.config)
        self.add_marker("modylbench")

    @override
    def setup(self) -> None:
        try:
            self.meetings.hold(self.trials)
        except (ModylBenchError, OSError) as error:
            pytest.fail(f"not the agent's fault: {one_line(str(error))}", pytrace=False)
        told = [trouble for trial in self.trials if (trouble := trouble_of(trial, self.meetings))]
        if told:
            pytest.fail("not the agent's fault:\n" + "\n".join(told), pytrace=False)

    @override
    def reportinfo(self) -> tuple[Path, None, str]:
        return self.config.rootpath / NODE, None, self.name


class TrialItem(MeetingItem):
    """One scenario at one seed reaches the tier."""

    @override
    def runtest(self) -> None:
        _fail_with(trial_problem(self.trials[0], self.meetings, self.least))


class TierItem(MeetingItem):
    """The worst run of a scenario, which is the official one, reaches the tier."""

    @override
    def runtest(self) -> None:
        _fail_with(tier_problem(self.trials, self.meetings, self.least))


class RegressionItem(MeetingItem):
    """A scenario, or the whole of them, did not become worse than the baseline."""

    scenario_id = OVERALL

    @override
    def setup(self) -> None:
        super().setup()
        try:
            _ = self.meetings.comparison
        except UserMistake as error:
            pytest.fail(f"cannot be compared: {one_line(str(error))}", pytrace=False)

    @override
    def runtest(self) -> None:
        _fail_with(regression_problem(self.meetings.comparison, self.scenario_id))


def meeting_items(session: pytest.Session) -> list[pytest.Item]:
    """The tests that stand for meetings, told to whoever counts what was collected."""
    node = MeetingsNode.from_parent(session, name=NODE, nodeid=NODE)
    items = list(_items(node, meetings_of(session.config)))
    report = pytest.CollectReport(NODE, "passed", longrepr=None, result=list(items))
    node.ihook.pytest_collectreport(report=report)
    return items


def _items(node: MeetingsNode, meetings: SessionRun) -> Iterator[pytest.Item]:
    """Of each scenario one a seed and one for the tier, then those on the baseline."""
    by_scenario: dict[str, list[Trial]] = {}
    for trial in meetings.plan.trials:
        by_scenario.setdefault(trial.scenario_id, []).append(trial)
    for name, trials in by_scenario.items():
        for trial in trials:
            title = f"{name}[seed {trial.seed}]"
            yield TrialItem.from_parent(node, name=title, meetings=meetings, trials=[trial])
        title = f"{name}[official tier]"
        yield TierItem.from_parent(node, name=title, meetings=meetings, trials=trials)
    for name in (*by_scenario, OVERALL) if meetings.baseline is not None else ():
        title, trials = f"{name}[no regression]", list(meetings.plan.trials)
        item = RegressionItem.from_parent(node, name=title, meetings=meetings, trials=trials)
        item.scenario_id = name
        yield item


def meetings_of(config: pytest.Config) -> SessionRun:
    """The session's run; a mistake in the options ends pytest with one line."""
    if KEY not in config.stash:
        given: Path | None = None
        try:
            least_tier(config)
            if baseline := config.getoption("modylbench_baseline"):
                given = _folder(config, str(baseline))
            from modylbench.cli.pytest_plugin.meetings import (
                SessionRun,  # slow, and of no use before
            )

            config.stash[KEY] = SessionRun(_options(config), given)
        except (ModylBenchError, click.ClickException) as error:
            told = error.format_message() if isinstance(error, click.ClickException) else str(error)
            message = f"modylbench: {one_line(told)}"
            raise pytest.UsageError(message) from error
    return config.stash[KEY]


def summary_lines(config: pytest.Config) -> Iterator[str]:
    """Where the run is, and how many of its meetings were kept from an earlier start."""
    meetings = config.stash.get(KEY, None)
    if meetings is None or not meetings.held:
        return
    kept = sum(held.was_kept for held in meetings.held.values())
    yield f"modylbench: run in {meetings.folder}"
    if meetings.why_unguarded:
        from modylbench.cli.holding import unguarded_line

        yield f"modylbench: {unguarded_line(meetings.why_unguarded)}"
    if kept:
        yield (
            f"modylbench: {kept} of {len(meetings.held)} meetings kept from an earlier start; what "
            "the agent's file imports is not looked at: after an edit there, remove the folder"
        )


def _options(config: pytest.Config) -> list[str]:
    """The options given, as `modylbench run` takes them."""
    found: list[str] = []
    for name, _, _ in OPTIONS:
        value = config.getoption(f"modylbench_{name.replace('-', '_')}")
        if value is not None and name not in OWN:
            found += [f"--{name}", str(value)]
    for name, _ in FLAGS:
        if config.getoption(f"modylbench_{name.replace('-', '_')}"):
            found.append(f"--{name}")
    return found


def least_tier(config: pytest.Config) -> str:
    """The tier that every meeting must reach."""
    least = str(config.getoption("modylbench_min_tier") or "peer")
    if least not in RANKS:
        message = (
            f"found --modylbench-min-tier {short_repr(least)}, expected one of {', '.join(RANKS)}"
        )
        raise UserMistake(message)
    return least


def _folder(config: pytest.Config, text: str) -> Path:
    folder = config.invocation_params.dir / text
    if not folder.is_dir():
        message = f"found no folder {text} for --modylbench-baseline, expected that of a run"
        raise UserMistake(message)
    return folder


def _fail_with(problem: str) -> None:
    if problem:
        pytest.fail(problem, pytrace=False)
