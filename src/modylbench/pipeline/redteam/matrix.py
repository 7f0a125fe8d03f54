"""The red-team matrix: which agents are sent, their cells, and which layer stops which."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from modylbench.foundation.errors import UnknownName
from modylbench.pipeline.equipment import open_equipment
from modylbench.pipeline.redteam.cell import RedTeamTrial, make_cell
from modylbench.pipeline.redteam.layers import ALL_LAYERS, FULL, NONE, ONLY, WITHOUT
from modylbench.pipeline.running.execution import results_from_workers
from modylbench.scoring.arithmetic import mean, round_off
from modylbench.scoring.score import tier_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.pipeline.equipment import RunOptions
    from modylbench.pipeline.redteam.cell import CellStore, MatrixCell
    from modylbench.pipeline.redteam.layers import Framework
    from modylbench.scoring.rules import ScoringRules


MOVES = 0.5  # the issue: from here on a layer has stopped an attack
ByLayer = dict[str, float | None]
AgentKind = Literal["reference", "attack", "nuisance", "manner"]
ROSTER: dict[str, AgentKind] = {
    "oracle": "reference",
    "text_only": "reference",
    "polite_but_wrong": "attack",
    "style_over_substance": "attack",
    "template_replay": "attack",
    "mean_anchor": "attack",
    "output_mismatch": "attack",
    "judge_injector": "attack",
    "sycophant": "attack",
    "complier": "attack",
    "refuser": "attack",
    "memorizer": "attack",
    "hallucinator": "attack",
    "gambler": "attack",
    "silent": "attack",
    "rewriter": "nuisance",
    "interrupter": "nuisance",
    "dominator": "manner",
    "bystander": "manner",
    "barger": "manner",
    "deaf": "manner",
    "misattributor": "manner",
    "echo": "manner",
    "leaker": "manner",
    "obedient": "manner",
}
"""A `manner` is one of behaving badly among several people: with one there is nothing to it."""


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One agent; `official_max` is the highest, over scenarios, of its worst run.

    `tier` is that of `official_max`: the best that it gets anywhere. `without_layer`, `only_layer`
    and `no_layers` are official means. `per_scenario` are official scores, `overall_by_paper` their
    mean by the paper's own rules. `gates` are how many of its runs each cap holds down.
    """

    agent: str
    kind: AgentKind
    min_combined: float | None
    official_max: float | None
    official_mean: float | None
    tier: str | None
    without_layer: ByLayer
    only_layer: ByLayer
    no_layers: float | None
    overall_by_paper: float | None
    gates: dict[str, int]
    per_scenario: ByLayer
    talk_over_s: float | None
    resent_share: float | None
    invalid: int

    @property
    def stopped_by(self) -> tuple[int, ...]:
        """The layers whose absence raises, or whose presence alone lowers, the official mean."""
        return tuple(layer for layer in ALL_LAYERS if self._is_stopped_by(str(layer)))

    def as_json(self) -> dict[str, Any]:
        """The row as JSON has it."""
        return {**asdict(self), "stopped_by": list(self.stopped_by)}

    def _is_stopped_by(self, layer: str) -> bool:
        without, only = self.without_layer[layer], self.only_layer[layer]
        return _rises(self.official_mean, without) or _rises(only, self.no_layers)


def rows_of(
    cells: Iterable[MatrixCell], agents: Mapping[str, AgentKind], rules: ScoringRules
) -> tuple[MatrixRow, ...]:
    """A row for every agent, in their order."""
    by_agent: dict[str, list[MatrixCell]] = {name: [] for name in agents}
    for cell in cells:
        by_agent[cell.agent].append(cell)
    return tuple(_row(name, kind, by_agent[name], rules) for name, kind in agents.items())


def official_scores(cells: Sequence[MatrixCell], framework: Framework) -> dict[str, float | None]:
    """By scenario, the score of the run that counts; invalid runs are left out (SPEC 2)."""
    scores: dict[str, list[float]] = {}
    for cell in cells:
        found = cell.scores[framework.run_key]
        scores.setdefault(cell.scenario_id, []).extend([] if found is None else [found])
    counts = min if framework.worst_counts else max
    return {scenario: counts(of, default=None) for scenario, of in scores.items()}


def official_mean(cells: Sequence[MatrixCell], framework: Framework) -> float | None:
    """The mean over scenarios of the official score."""
    return _mean(
        [score for score in official_scores(cells, framework).values() if score is not None]
    )


def choose_agents(names: tuple[str, ...]) -> dict[str, AgentKind]:
    """The agents of these names, all without any; each once, in the order of the roster."""
    for name in names:
        if name not in ROSTER:
            raise UnknownName("red-team agent", name, ROSTER)
    return {name: kind for name, kind in ROSTER.items() if not names or name in names}


def _row(name: str, kind: AgentKind, cells: Sequence[MatrixCell], rules: ScoringRules) -> MatrixRow:
    per_scenario = official_scores(cells, FULL)
    official = [score for score in per_scenario.values() if score is not None]
    combined = [score for cell in cells if (score := cell.scores[FULL.run_key]) is not None]
    resent = [cell.resent_share for cell in cells if cell.resent_share is not None]
    best = max(official, default=None)
    return MatrixRow(
        agent=name,
        kind=kind,
        min_combined=min(combined, default=None),
        official_max=best,
        official_mean=_mean(official),
        tier=tier_of(best, rules),
        without_layer={str(layer): official_mean(cells, WITHOUT[layer]) for layer in ALL_LAYERS},
        only_layer={str(layer): official_mean(cells, ONLY[layer]) for layer in ALL_LAYERS},
        no_layers=official_mean(cells, NONE),
        overall_by_paper=_overall_by_paper(cells),
        gates=dict(Counter(gate for cell in cells for gate in cell.gates).most_common()),
        per_scenario=per_scenario,
        talk_over_s=_mean([cell.talk_over_s for cell in cells]),
        resent_share=_mean(resent),
        invalid=sum(bool(cell.invalid) for cell in cells),
    )


def _overall_by_paper(cells: Sequence[MatrixCell]) -> float | None:
    scores: dict[str, list[float]] = {}
    for cell in cells:
        if cell.by_paper is not None:
            scores.setdefault(cell.scenario_id, []).append(cell.by_paper)
    return _mean([min(of_scenario) for of_scenario in scores.values()])


def _mean(values: Sequence[float]) -> float | None:
    return mean(values) if values else None


def _rises(low: float | None, high: float | None) -> bool:
    return low is not None and high is not None and round_off(high - low) >= MOVES


@dataclass(frozen=True, slots=True)
class MatrixScenario:
    """A scenario of the matrix by the name or the folder that was asked for."""

    name: str
    id: str
    people: int

    def takes(self, kind: AgentKind) -> bool:
        """Whether there is anything to an agent of that kind in it."""
        return kind != "manner" or self.people > 1


def trials_of(
    agents: Mapping[str, AgentKind], scenarios: Sequence[MatrixScenario], seeds: Sequence[int]
) -> list[RedTeamTrial]:
    """All that there is anything to, those of one scenario and seed together."""
    return [
        RedTeamTrial(agent, scenario.name, scenario.id, seed)
        for scenario in scenarios
        for seed in seeds
        for agent, kind in agents.items()
        if scenario.takes(kind)
    ]


def left_out(agents: Mapping[str, AgentKind], scenarios: Iterable[MatrixScenario]) -> Iterator[str]:
    """A line on whom which scenarios leave out, and why."""
    manners = [name for name, kind in agents.items() if kind == "manner"]
    alone = [scenario.id for scenario in scenarios if not scenario.takes("manner")]
    if manners and alone:
        why = "only one person is there, and they misbehave among several"
        yield f"left out: {', '.join(manners)} in {', '.join(alone)}: {why}"


def cells_of(
    trials: Sequence[RedTeamTrial], options: RunOptions, store: CellStore, *, jobs: int
) -> Iterator[tuple[RedTeamTrial, MatrixCell]]:
    """The cell of every trial as it comes; those that are kept come first."""
    missing: dict[tuple[str, int], list[RedTeamTrial]] = {}
    for trial in trials:
        cell = store.load(trial)
        if cell is None:
            missing.setdefault((trial.scenario, trial.seed), []).append(trial)
        else:
            yield trial, cell
    groups = _group_for_browser(list(missing.values()), options)
    workers = min(jobs, len(groups))
    if workers <= 1:
        for group in groups:
            yield from _make_cells(group, options, store)
        return
    work = partial(_make_all_cells, options=options, store=store)
    for cells in results_from_workers(work, groups, workers=workers, doing="held meetings"):
        yield from cells


def _group_for_browser(
    groups: list[list[RedTeamTrial]], options: RunOptions
) -> list[list[RedTeamTrial]]:
    """What one process does at a time: one trial, or as many as should share a browser."""
    if options.no_screens:
        return [[trial] for group in groups for trial in group]
    return groups


def _make_cells(
    group: Iterable[RedTeamTrial], options: RunOptions, store: CellStore
) -> Iterator[tuple[RedTeamTrial, MatrixCell]]:
    """Those of one scenario and seed, with one browser, if there is one."""
    with open_equipment(options) as equipment:
        for trial in group:
            yield trial, make_cell(trial, equipment, store)


def _make_all_cells(
    group: Sequence[RedTeamTrial], options: RunOptions, store: CellStore
) -> list[tuple[RedTeamTrial, MatrixCell]]:
    return list(_make_cells(group, options, store))
