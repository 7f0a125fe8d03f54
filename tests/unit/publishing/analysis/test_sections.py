"""The sentences say what the figures show, and nothing where there are none."""

import pytest
from tests.staging.judged_runs import judged_by_models, run

from modylbench.analysis.judged_runs import JudgedRun
from modylbench.publishing.analysis.analyses import ANALYSES
from modylbench.publishing.analysis.section import AnalysisSection


def section(name: str, *runs: JudgedRun) -> AnalysisSection:
    return ANALYSES[name](runs)


def of_mode(mode: str) -> JudgedRun:
    level = {"model-a": 8.0, "model-b": 7.0}
    return JudgedRun(mode, "agent", tuple(judged_by_models(seed, mode, level) for seed in (0, 1)))


@pytest.mark.parametrize(
    ("runs", "missing", "mode"),
    [
        (
            [run("a", {"one": [8.0]})],
            "both text and multimodal judging by models are missing",
            "text",
        ),
        ([of_mode("text")], "multimodal judging of the same recordings is missing", "multimodal"),
        ([of_mode("multimodal")], "text judging of the same recordings is missing", "text"),
    ],
)
def test_a_gap_that_was_not_measured_says_what_is_missing_and_how_to_get_it(
    runs: list[JudgedRun], missing: str, mode: str
) -> None:
    found = section("gap", *runs)

    assert missing in found.says[0]
    assert f"modylbench evaluate COPY --mode {mode}" in found.says[0]
    assert found.tables[0].rows == ()
    assert found.chart is None


def test_both_modes_give_a_gap_for_the_panel_and_for_each_model() -> None:
    found = section("gap", of_mode("text"), of_mode("multimodal"))

    assert found.says[0].startswith("Judging gap: of 2 meeting(s) judged both ways")
    assert {row[0] for row in found.tables[0].rows} == {"panel", "model-a", "model-b"}
    assert found.chart is not None


def test_layers_4_and_5_are_said_to_be_in_other_records() -> None:
    table = section("ablation", run("a", {"one": [8.0]})).tables[0]
    elsewhere = {row[1]: (row[2], row[-1]) for row in table.rows if row[1] in ("4", "5")}

    assert elsewhere == dict.fromkeys(
        ("4", "5"), (None, "not from these records; `modylbench redteam`")
    )


def test_the_offline_panel_is_said_to_be_code() -> None:
    assert "code and not models" in section("agreement", run("a", {"one": [8.0]})).says[-1]
    assert "code" not in " ".join(section("agreement", of_mode("text")).says)


def test_scores_are_cut_and_not_rounded_and_what_is_not_measured_is_said() -> None:
    rows = section("difficulty", run("a", {"one": [5.9999]})).tables[0].printed_rows()
    cells = dict(zip(*rows[:2], strict=True))

    assert (cells["mean"], cells["low"], cells["sd"]) == ("5.99", "not measured", "0.00")


def test_many_runs_are_all_in_the_tables_and_the_first_in_the_picture() -> None:
    runs = [run(f"agent-{number:02d}", {"one": [7.0]}) for number in range(12)]
    found = section("difficulty", *runs)

    assert len({row[0] for row in found.tables[0].rows}) == 12
    assert found.chart is not None
    assert len(found.chart.series) == 8
    assert "The first 8 of 12 are drawn." in found.chart.alternative
