"""The page of a comparison is accessible, and runs nothing that somebody put into it."""

from pathlib import Path

import pytest
from tests.staging.report.browser import launch_chromium, watch_page
from tests.staging.report.hostile_run import PAYLOADS
from tests.staging.trials import Scores, compared_run

from modylbench.publishing.comparison.compare import compare
from modylbench.publishing.comparison.comparison import Comparison
from modylbench.publishing.comparison.page import write_html

NARROW = 360


def hostile() -> Comparison:
    """Every text of a comparison that comes from outside is something that wants to run."""
    before = {"a": [8.0, 8.1, 8.2], "b": [7.0, 7.0, 7.1], "c": [7.0], "d": [7.0, 7.0]}
    after: Scores = {"a": [4.0, 4.1, 4.3], "b": [9.0, 9.0, 9.1], "c": [6.0], "d": [7.0, None]}
    found = compare(
        compared_run("before", before),
        [compared_run("after", after), compared_run("again", before)],
    )
    (candidate, other), spare = found.candidates, list(PAYLOADS)

    def evil() -> str:
        spare.append(spare.pop(0))
        return spare[-1]

    turn = candidate.fallen[0]
    fallen = [
        turn.model_copy(
            update={"reasons": (evil(), evil()), "phase": evil(), "scenario_id": evil()}
        )
        for _ in range(40)
    ]
    left = candidate.scenarios[-1].model_copy(
        update={
            "scenario_id": evil(),
            "left_out": tuple(
                left_out_trial.model_copy(update={"reason": evil()})
                for scenario in candidate.scenarios
                for left_out_trial in scenario.left_out
            ),
        }
    )
    worse = candidate.model_copy(
        update={
            "name": evil(),
            "fallen": tuple(fallen),
            "notes": tuple(PAYLOADS),
            "blocking": (evil(), evil()),
            "scenarios": (*candidate.scenarios[:-1], left),
        }
    )
    return found.model_copy(update={"baseline": evil(), "candidates": (worse, other)})


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("comparison") / "page.html"
    write_html(hostile(), [], path)
    return path


def test_nothing_runs_even_without_the_policy_and_axe_finds_nothing_serious(page: Path) -> None:
    with launch_chromium() as browser:
        for width, bypass in ((1280, False), (NARROW, True)):
            with watch_page(browser, width=width, bypass_csp=bypass) as seen:
                seen.go(page)
                seen.page.evaluate(
                    "document.querySelectorAll('details').forEach(d => d.open = true)"
                )

                assert seen.page.locator("table").count() > 4
                assert seen.page.locator("svg.chart circle").count() > 4
                assert not seen.overflows()
                assert seen.serious() == []
                assert seen.amiss() == {}
