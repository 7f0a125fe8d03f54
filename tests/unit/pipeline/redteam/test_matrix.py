"""The matrix says of cells what its words mean."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.foundation.errors import UnknownName
from modylbench.pipeline.redteam.cell import MatrixCell
from modylbench.pipeline.redteam.layers import run_frameworks
from modylbench.pipeline.redteam.matrix import (
    ROSTER,
    MatrixRow,
    MatrixScenario,
    choose_agents,
    left_out,
    rows_of,
    trials_of,
)
from modylbench.scoring.rules import default_rules

KEYS = tuple(run.run_key for run in run_frameworks())


def cell(
    scenario: str,
    seed: int,
    full: float | None = 5.0,
    agent: str = "silent",
    **others: float | None,
) -> MatrixCell:
    """A cell with one score under every framework, but for those named (`k12345`, `knone`)."""
    scores = dict.fromkeys(KEYS, full) | {
        key.removeprefix("k"): score for key, score in others.items()
    }
    return MatrixCell(
        agent=agent,
        scenario_id=scenario,
        seed=seed,
        code="c",
        scores=scores,
        by_paper=None if full is None else full + 1.0,
        gates=("missing_product",) if seed else ("missing_product", "poor_journey"),
        invalid=() if full is not None else ("why",),
        talk_over_s=float(seed),
        resent_share=None,
    )


def row(*cells: MatrixCell, agent: str = "silent") -> MatrixRow:
    return rows_of(cells, {agent: ROSTER[agent]}, default_rules())[0]


def test_official_is_the_worst_run_and_its_maximum_is_over_scenarios() -> None:
    found = row(cell("a", 0, 9.5), cell("a", 1, 3.0), cell("b", 0, 5.0), cell("b", 1, 6.5))

    assert found.per_scenario == {"a": 3.0, "b": 5.0}
    assert found.official_max == 5.0
    assert found.official_mean == 4.0
    assert found.min_combined == 3.0
    assert found.tier is None


def test_gates_are_counted_by_the_runs_they_hold_and_the_papers_mean_stands_beside() -> None:
    found = row(cell("a", 0, 5.9), cell("a", 1, 3.0), cell("b", 1, 5.0))

    assert found.gates == {"missing_product": 3, "poor_journey": 1}
    assert found.overall_by_paper == 5.0  # the mean of 4 and 6: the worst run of each scenario
    assert found.as_json()["gates"] == found.gates


def test_without_layer_six_the_best_run_counts() -> None:
    found = row(cell("a", 0, 9.5), cell("a", 1, 3.0))

    assert found.without_layer["6"] == 9.5
    assert found.only_layer["6"] == 3.0
    assert found.no_layers == 9.5
    assert found.stopped_by == (6,)


def test_a_layer_stops_whom_its_absence_lets_rise_or_its_presence_alone_lowers() -> None:
    found = row(cell("a", 0, 5.0, k1345=5.5, k1235=5.49, k4=4.4, k5=4.51))

    assert found.stopped_by == (2, 4)


def test_invalid_runs_are_counted_and_left_out() -> None:
    found = row(cell("a", 0, None), cell("a", 1, 4.0), cell("b", 0, None))

    assert found.invalid == 2
    assert found.per_scenario == {"a": 4.0, "b": None}
    assert found.official_mean == 4.0


def test_without_a_valid_run_nothing_is_said() -> None:
    found = row(cell("a", 0, None))

    assert (found.official_max, found.official_mean, found.min_combined, found.tier) == (None,) * 4
    assert found.stopped_by == ()


@pytest.mark.parametrize(("score", "tier"), [(5.999999, None), (6.0, "peer"), (9.0, "consultant")])
def test_the_tier_is_that_of_the_best_official_score_unrounded(
    score: float, tier: str | None
) -> None:
    assert row(cell("a", 0, score), cell("b", 0, 2.0)).tier == tier


@given(st.lists(st.floats(1, 10), min_size=1, max_size=5))
def test_the_worst_is_never_above_the_best(scores: list[float]) -> None:
    found = row(*(cell("a", seed, score) for seed, score in enumerate(scores)))

    assert found.official_mean is not None
    assert found.without_layer["6"] is not None
    assert found.official_mean <= found.without_layer["6"]


def test_json_has_the_keys_that_were_promised() -> None:
    value = row(cell("a", 0)).as_json()

    promised = {"agent", "kind", "min_combined", "official_max", "official_mean", "tier"}
    assert promised <= value.keys()
    assert list(value["without_layer"]) == list(value["only_layer"]) == list("123456")


def test_the_roster_is_in_its_own_order_and_knows_no_others() -> None:
    assert list(choose_agents(("silent", "oracle"))) == ["oracle", "silent"]
    assert choose_agents(()) == ROSTER
    with pytest.raises(UnknownName, match="did you mean 'silent'"):
        choose_agents(("silen",))


def test_who_misbehaves_among_several_is_left_out_where_one_person_is_there() -> None:
    agents = choose_agents(("oracle", "dominator", "deaf"))
    scenarios = [MatrixScenario("a", "a", 1), MatrixScenario("./b", "b", 5)]

    trials = trials_of(agents, scenarios, [0, 1])

    met = {(trial.scenario_id, trial.agent) for trial in trials}
    assert met == {("a", "oracle"), ("b", "oracle"), ("b", "dominator"), ("b", "deaf")}
    (line,) = left_out(agents, scenarios)
    assert line.startswith("left out: dominator, deaf in a: only one person is there")
    assert not list(left_out(agents, scenarios[1:]))
    assert not list(left_out({"oracle": "reference"}, scenarios))
