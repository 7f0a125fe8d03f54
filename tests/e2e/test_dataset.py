"""`datasets` loads the folder offline, as declared and equal to the sources."""

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow  # type: ignore[import-untyped]
import pyarrow.parquet  # type: ignore[import-untyped]
import pytest
import yaml
from tests.staging.commands import run_command

from modylbench.evaluation.judging.rubric import RATED_DIMENSIONS, rubric
from modylbench.foundation.errors import UserMistake
from modylbench.publishing.dataset.benchmark_rows import ScenarioRow, SuiteRow, scoring_rows
from modylbench.publishing.dataset.build import (
    CARD,
    UNFINISHED,
    DatasetBuild,
    build_dataset,
)
from modylbench.publishing.dataset.check import problems
from modylbench.publishing.dataset.features import features_of, from_row
from modylbench.publishing.dataset.run_rows import (
    BaselineRow,
    TrajectoryRow,
    baseline_rows,
    choose_trials,
)
from modylbench.publishing.dataset.tables import Split, split_file
from modylbench.publishing.dataset.visibility import Visibility
from modylbench.runs.records import reliability_in, scorecards
from modylbench.runs.run import Run, runs_in
from modylbench.scenarios.catalogue import scenarios, shipped_in, shipped_scenarios
from modylbench.scenarios.scenario import Scenario
from modylbench.scenarios.suites import SUITES
from modylbench.scenarios.variant import instantiate
from modylbench.scoring.scorecard import Scorecard

SECRET = 918_273_645
CONFIGS = (
    "default", "freeform", "scenarios", "rubrics", "scoring", "baselines", "trajectories",
    "multiparty", "extended", "talk",
)  # fmt: skip
QUICK = ("--no-audio", "--no-screens", "--beats", "1", "--agent", "oracle")


@pytest.fixture(scope="module")
def offline(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The package `datasets`, which cannot ask anybody, with a cache of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HUB_OFFLINE", "1")
        patch.setenv("HF_HOME", str(tmp_path_factory.mktemp("hf")))
        import datasets  # type: ignore[import-untyped]

        datasets.disable_progress_bars()
        patch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path_factory.mktemp("cache"))
        patch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
        yield datasets


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of one scenario at a published seed and at one that is held out."""
    folder = tmp_path_factory.mktemp("runs")
    options = ("--scenarios", "financial_analyst", "--seeds", f"0,{SECRET}")
    run_command("run", *QUICK, *options, "--output", folder)
    return runs_in([folder])[0]


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data set without any run."""
    folder = tmp_path_factory.mktemp("bare") / "data_set"
    build_dataset(folder, [], Visibility())
    return folder


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory, held: Run) -> tuple[Path, DatasetBuild]:
    """The data set of a run with a held-out seed, as everybody may see it."""
    folder = tmp_path_factory.mktemp("public") / "data_set"
    return folder, build_dataset(folder, [held], Visibility(is_public=True))


def rows_of(folder: Path, file: str, model: Any) -> list[Any]:
    features = features_of(model)
    table = pyarrow.parquet.read_table(folder / "data" / f"{file}.parquet", partitioning=None)
    return [from_row(row, features) for row in table.to_pylist()]


def scenario_in(row: dict[str, Any]) -> Scenario:
    """The source object that a loaded row was made from."""
    features = features_of(ScenarioRow)
    value = from_row(row, features)
    del value["seed"]
    return Scenario.model_validate_json(json.dumps(value))


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_the_default_configuration_gives_back_every_scenario_and_edge_case(
    bare: Path, offline: ModuleType
) -> None:
    loaded = offline.load_dataset(str(bare))

    assert {name: split.num_rows for name, split in loaded.items()} == {"test": 6, "test_hard": 29}
    sources = scenarios(tuple(shipped_scenarios()))
    assert [scenario_in(row) for row in loaded["test"]] == [
        instantiate(source, 0).scenario for source in sources
    ]
    wanted = [
        (instantiate(source, 0, case.name).scenario, case.name)
        for source in sources
        for case in source.template.edge_cases.edge_cases
    ]
    for row, (scenario, name) in zip(loaded["test_hard"], wanted, strict=True):
        own = tuple(edge_case for edge_case in scenario.edge_cases if edge_case.name == name)
        assert scenario_in(row) == scenario.model_copy(update={"edge_cases": own})
        assert [case["name"] for case in row["edge_cases"]] == [name]
        assert {turn["edge_case"] for turn in row["turns"]} == {None, name}


def test_every_configuration_loads_by_its_name_with_the_features_that_the_card_declares(
    bare: Path, offline: ModuleType
) -> None:
    head = yaml.safe_load((bare / CARD).read_text(encoding="utf-8").split("---\n")[1])
    declared = {config["config_name"]: config for config in head["dataset_info"]}

    assert set(declared) == set(CONFIGS)
    for name in CONFIGS[1:]:
        loaded = offline.load_dataset(str(bare), name)
        for split in declared[name]["splits"]:
            assert loaded[split["name"]].num_rows == split["num_examples"]
            features = offline.Features._from_yaml_list(declared[name]["features"])
            assert loaded[split["name"]].features == features


def test_each_other_suite_has_a_configuration_of_its_own_that_gives_back_its_scenarios(
    bare: Path, offline: ModuleType
) -> None:
    for suite in SUITES[1:]:
        loaded = offline.load_dataset(str(bare), suite.name)["test"]
        held = [instantiate(source, 0) for source in scenarios(shipped_in(suite.name))]

        rows = [from_row(row, features_of(SuiteRow)) for row in loaded]
        found = [SuiteRow.model_validate_json(json.dumps(row)) for row in rows]
        assert [row.scenario_id for row in found] == list(shipped_in(suite.name))
        for row, variant in zip(found, held, strict=True):
            assert (row.suite, row.suite_version) == (suite.name, suite.version)
            assert row.free_form == variant.free_form
            assert row.expected_outputs == variant.scenario.expected_outputs


def test_rubrics_and_weights_come_back_equal_to_their_sources(
    bare: Path, offline: ModuleType
) -> None:
    rubrics = {row["name"]: row for row in offline.load_dataset(str(bare), "rubrics")["test"]}
    scoring = list(offline.load_dataset(str(bare), "scoring")["test"])

    for name in RATED_DIMENSIONS:
        found, source = rubrics[name], rubric(name)
        assert (found["text"], found["version"]) == (source.text, source.version)
        assert found["sha256"] == source.sha256
    assert scoring == [row.model_dump() for row in scoring_rows()]


def test_without_runs_the_baselines_say_that_nothing_was_measured(bare: Path) -> None:
    rows = rows_of(bare, "baselines-test", BaselineRow)

    assert [row["scenario_id"] for row in rows] == list(shipped_scenarios())
    for row in rows:
        assert row["run"] is row["combined"] is row["turns"] is row["seed"] is None


def test_a_meeting_of_a_run_comes_back_as_its_scorecard(held: Run, tmp_path: Path) -> None:
    build_dataset(tmp_path / "all", [held], Visibility())

    rows = rows_of(tmp_path / "all", "baselines-test", BaselineRow)
    cards = scorecards(held)
    report = reliability_in(held.folder)
    assert report is not None
    assert len(rows) == len(cards) == 2
    for row, card in zip(rows, cards, strict=True):
        found = BaselineRow.model_validate_json(json.dumps(row))
        assert Scorecard(**{name: getattr(found, name) for name in Scorecard.model_fields}) == card
        assert found.reliability == report.scenarios[0]
        assert found.verification
    assert "Not for publication" in (tmp_path / "all" / CARD).read_text(encoding="utf-8")


def test_in_public_nothing_tells_of_a_held_out_seed(public: tuple[Path, DatasetBuild]) -> None:
    folder, built = public

    assert built.held_out == 1
    assert built.is_open
    [row] = rows_of(folder, "baselines-test", BaselineRow)
    assert (row["seed"], row["reliability"]) == (0, None)
    assert {row["seed"] for row in rows_of(folder, "trajectories-test", TrajectoryRow)} == {0}
    for path in folder.rglob("*.parquet"):
        table = pyarrow.parquet.read_table(path, partitioning=None)
        assert str(SECRET) not in json.dumps(table.to_pylist()), path
    assert str(SECRET) not in (folder / CARD).read_text(encoding="utf-8")


def test_an_agents_edits_stand_beside_the_oracles(
    public: tuple[Path, DatasetBuild], held: Run
) -> None:
    rows = rows_of(public[0], "trajectories-test", TrajectoryRow)

    computed = [row for row in rows if not row["run"]]
    met = [row for row in rows if row["run"]]
    assert {row["scenario_id"] for row in computed} == set(shipped_scenarios())
    assert {row["agent"] for row in met} == {"oracle"}
    assert met[0]["run"] == "oracle"  # not the digest, which the held-out seed went into
    first = next(row for row in computed if row["scenario_id"] == met[0]["scenario_id"])
    assert json.loads(first["after"]) == json.loads(met[0]["after"])


def test_the_same_run_gives_the_same_bytes(public: tuple[Path, DatasetBuild], held: Run) -> None:
    visibility = Visibility(is_public=True)
    trials = choose_trials([held], visibility).trials
    split = Split("baselines", "test", BaselineRow, baseline_rows(trials, visibility))

    assert split_file(split).content == (public[0] / split.path).read_bytes()


def test_a_folder_of_ours_is_written_again_and_what_lies_beside_is_left(
    bare: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(bare, folder)
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    (folder / CARD).write_text(UNFINISHED, encoding="utf-8")  # as an interrupted build leaves it
    (folder / "data" / "default-test.parquet").unlink()

    build_dataset(folder, [], Visibility())

    assert digests(folder) == digests(bare) | {"notes.txt": hashlib.sha256(b"mine").hexdigest()}


def test_a_folder_that_is_not_ours_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / CARD).write_text("# My thesis", encoding="utf-8")
    before = digests(tmp_path)

    with pytest.raises(UserMistake, match="something else than a data set of ours"):
        build_dataset(tmp_path, [], Visibility())
    with pytest.raises(UserMistake, match="is a file"):
        build_dataset(tmp_path / CARD, [], Visibility())
    assert digests(tmp_path) == before


def test_check_finds_what_was_altered(bare: Path, tmp_path: Path) -> None:
    folder = tmp_path / "altered"
    shutil.copytree(bare, folder)
    path = folder / "data" / "scoring-test.parquet"
    table = pyarrow.parquet.read_table(path, partitioning=None)
    before = table.column("value").to_pylist()
    values = [value if value != 0.25 else 0.26 for value in before]
    place = table.column_names.index("value")
    pyarrow.parquet.write_table(table.set_column(place, table.field("value"), [values]), path)

    found = problems(folder)

    assert len(found) == before.count(0.25) >= 3  # two weights of turns, one of products
    assert all("scoring-test.parquet: row" in problem and "value" in problem for problem in found)


def altered_rows(folder: Path, name: str, change: Callable[[list[Any]], list[Any]]) -> None:
    path = folder / "data" / f"{name}.parquet"
    table = pyarrow.parquet.read_table(path, partitioning=None)
    rows = change(table.to_pylist())
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=table.schema), path)


@pytest.mark.parametrize("text", ["{no json", "[" * 200_000])
def test_check_tells_of_values_that_are_none(text: str, bare: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(bare, tmp_path / "hostile")

    def spoilt(rows: list[Any]) -> list[Any]:
        rows[0]["metadata"] = [{"key": "a", "value": text}]
        rows[1]["metadata"] = [None]
        return rows

    altered_rows(folder, "scenarios-test", spoilt)

    assert problems(folder) == [
        f"data/scenarios-test.parquet: row {number}: found what is no value of these columns"
        for number in (1, 2)
    ]


def test_check_makes_no_scenarios_for_seeds_that_a_file_merely_names(
    bare: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(bare, tmp_path / "many")
    altered_rows(
        folder, "scenarios-test", lambda rows: [{**rows[0], "seed": seed} for seed in range(3_000)]
    )

    with pytest.raises(UserMistake, match="found 3000 rows of 3000 seeds, expected 6 of each"):
        problems(folder)


def test_check_reads_no_file_that_claims_to_be_huge(bare: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(bare, tmp_path / "huge")
    column = pyarrow.nulls(2_000_000, pyarrow.int64())
    path = folder / "data" / "scenarios-test.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"seed": column}), path)

    with pytest.raises(UserMistake, match="found 2,000,000 rows"):
        problems(folder)


def test_check_survives_a_card_without_end(bare: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(bare, tmp_path / "deep")
    (folder / CARD).write_text("---\n" + "[" * 100_000 + "\n---\n", encoding="utf-8")

    with pytest.raises(UserMistake, match="declares no features"):
        problems(folder)


def test_nothing_says_where_on_a_machine_files_lie(held: Run) -> None:
    (first, *_) = choose_trials([held], Visibility()).trials
    place = "/data/somebody/agents/mine.py:Agent"
    agent = first.card.agent.model_copy(update={"name": place, "settings": {"class": place}})
    notes = ("no screens: found no program at '/data/somebody/bin/chromium'",)
    card = first.card.model_copy(update={"agent": agent, "notes": notes})

    (row,) = baseline_rows([replace(first, card=card)], Visibility())

    assert (row.agent.name, row.agent.settings) == ("mine.py:Agent", {"class": "mine.py:Agent"})
    assert row.notes == ("no screens: found no program at 'chromium'",)
    assert "somebody" not in row.model_dump_json()


def test_the_command_reads_held_out_seeds_from_a_file_and_names_no_one(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("# ours alone\n0\n7-9\n", encoding="utf-8")
    out = tmp_path / "out"

    refused = run_command("dataset", "build", out, "--public", "--held-out", secret, code=2)

    assert "1 of the seeds in --seeds among those held out" in refused.stderr
    assert not (tmp_path / "out").exists()
