"""`--locator`: a model over the wire points at what code could not find, and code reads it."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.staging.commands import run_command, run_for_json
from tests.staging.judging.locator_models import (
    careless,
    giving_values,
    lying,
    matching,
    obeying,
    pointing,
)
from tests.staging.own_words import OWN_WORDS, SCENARIO, SEED, hold_in_own_words, in_own_words
from tests.staging.own_words import variant as held_variant
from tests.staging.servers.judges import OMNI
from tests.staging.servers.locating import LocatingService
from tests.staging.servers.speech import KEY, serving

from modylbench.cli.locator import calibration_path, keep_calibration
from modylbench.evaluation.locating.question import signature
from modylbench.evaluation.locations import FEWEST_SAMPLES, LocatorCalibration
from modylbench.foundation.record import canonical_json
from modylbench.providers.models.access import judge_name

LOCATED = ("npv_is_right", "payback_is_right", "rate_is_corrected")


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hold_in_own_words(tmp_path_factory.mktemp("own") / "seed-3")


@pytest.fixture(autouse=True)
def service_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPATIBLE_API_KEY", KEY)
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def trial(held: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(held, tmp_path / SCENARIO / "seed-3"))


@pytest.fixture
def service() -> Iterator[tuple[LocatingService, str]]:
    """A model that judges and locates well, and its name."""
    made = LocatingService(OMNI, locating=pointing(OWN_WORDS))
    with serving(made) as server:
        yield made, OMNI.name(server.address)


def let_count(name: str) -> None:
    """Keep a calibration that bears the locator out, signed as the command signs it."""
    calibration = LocatorCalibration(
        models=(judge_name(name).name,),
        request=signature().sha256,
        samples=("made up",),
        corrupted=FEWEST_SAMPLES,
        false_passes=0,
        right=FEWEST_SAMPLES,
        false_failures=0,
        taken=FEWEST_SAMPLES,
        answers="0" * 64,
    )
    keep_calibration(calibration, ())


def judge(trial: Path, name: str, *more: str, code: int = 0) -> Any:
    run_command("evaluate", trial, "--judges", name, "--mode", "text", *more, code=code)
    return json.loads((trial / "evaluation.json").read_bytes())


def verdicts(evaluation: Any) -> dict[str, tuple[str, str]]:
    return {
        found["criterion_id"]: (found["verdict"], found["located_by"])
        for product in evaluation["facts"]["products"]
        for found in product["findings"]
    }


def files(tmp_path: Path) -> list[Path]:
    """The products as files, the business case in own words."""
    products = [
        in_own_words(product).model_dump(mode="json") for product in held_variant().final_products
    ]
    path = tmp_path / "products.json"
    path.write_text(json.dumps(products))
    return [path]


def test_what_it_points_at_counts_after_its_calibration_and_comes_out_again(
    trial: Path, service: tuple[LocatingService, str]
) -> None:
    model, name = service
    without = verdicts(judge(trial, name))
    uncounted = judge(trial, name, "--locator", name)
    let_count(name)
    evaluation = judge(trial, name, "--locator", name)
    found, lines = verdicts(evaluation), (trial / "judgments.jsonl").read_text().splitlines()
    asked, before = (model.located, model.judged), (trial / "evaluation.json").read_bytes()
    judge(trial, name, "--locator", name)

    assert all(without[criterion][0] not in ("passed", "failed") for criterion in LOCATED)
    assert verdicts(uncounted) == without
    assert "calibrate locator" in uncounted["locator"]["reason"]
    located_by = evaluation["locator"]["name"]
    assert {found[criterion] for criterion in LOCATED} == {("passed", located_by)}
    assert [json.loads(line)["judge"] for line in lines].count(located_by) == 2
    assert any(made["name"] == "locator" for made in evaluation["signatures"])
    assert (model.located, model.judged) == asked, "what was answered is not asked again"
    assert (trial / "evaluation.json").read_bytes() == before
    notes = json.loads((trial / "scorecard.json").read_bytes())["notes"]
    assert any("locator" in note for note in notes)


@pytest.mark.parametrize(
    "locating",
    [
        lying(OWN_WORDS, "net present value"),
        giving_values(OWN_WORDS, 3.784),
        obeying,
        None,
    ],
    ids=["lies about addresses", "answers with values", "follows the product", "fails"],
)
def test_one_that_cannot_be_used_leaves_every_finding_as_it_was(
    locating: Any, trial: Path, service: tuple[LocatingService, str]
) -> None:
    model, name = service
    let_count(name)
    without = judge(trial, name)
    model.locating = locating
    evaluation = judge(trial, name, "--locator", name)

    assert evaluation["locator"]["counts"]
    assert verdicts(evaluation) == verdicts(without)
    assert evaluation["verdicts"] == without["verdicts"]
    outcomes = {found["outcome"] for found in evaluation["locator"]["locations"]}
    assert outcomes <= {"failed", "refused"}


def test_one_that_wavers_is_not_believed(trial: Path, service: tuple[LocatingService, str]) -> None:
    model, name = service
    let_count(name)
    answers = iter((pointing(OWN_WORDS), pointing({**OWN_WORDS, "npv": "som"})))
    model.locating = lambda question: next(answers)(question)
    evaluation = judge(trial, name, "--locator", name)

    assert verdicts(evaluation)["npv_is_right"][1] == ""
    assert verdicts(evaluation)["payback_is_right"][0] == "passed"


def test_a_failed_one_is_asked_again_and_the_judges_are_not(
    trial: Path, service: tuple[LocatingService, str]
) -> None:
    model, name = service
    let_count(name)
    model.locating = None
    failed = judge(trial, name, "--locator", name)
    judged = model.judged
    model.locating = pointing(OWN_WORDS)
    mended = judge(trial, name, "--locator", name)

    assert failed["locator"]["failures"]
    assert not mended["locator"]["failures"]
    assert model.judged > judged, "what judges are told of the product has changed"
    assert verdicts(mended)["npv_is_right"][0] == "passed"


def test_a_calibration_that_was_edited_does_not_count(
    trial: Path, service: tuple[LocatingService, str]
) -> None:
    _, name = service
    let_count(name)
    path = calibration_path((judge_name(name).name,))
    value = json.loads(path.read_bytes())
    value["calibration"]["false_passes"] = 1
    path.write_text(canonical_json(value))
    evaluation = judge(trial, name, "--locator", name)

    assert not evaluation["locator"]["counts"]
    assert "signed" in evaluation["locator"]["reason"]


def test_verify_points_at_what_is_called_otherwise(
    tmp_path: Path, service: tuple[LocatingService, str]
) -> None:
    _, name = service
    scenario = ("--scenario", SCENARIO, "--seed", str(SEED))
    uncounted = run_command("verify", *scenario, "--locator", name, *files(tmp_path), code=1)
    let_count(name)
    counted = run_for_json("verify", *scenario, "--locator", name, *files(tmp_path))

    assert "does not count" in uncounted.stdout
    assert counted["passed"] == counted["criteria"]
    assert counted["locator"]["request"] == signature().sha256


def test_a_careful_one_is_calibrated_and_counts_then(
    trial: Path, service: tuple[LocatingService, str]
) -> None:
    model, name = service
    model.locating = matching
    tried = ("--scenarios", "financial_analyst", "--seeds", "0-8")
    made = run_for_json("calibrate", "locator", "--locator", name, *tried)
    path = calibration_path((judge_name(name).name,))
    answers = path.with_suffix(".jsonl").read_bytes()
    model.locating = pointing(OWN_WORDS)

    assert made["counts"], made["reason"]
    assert made["taken"] > made["right"] / 2
    assert made["false_passes"] == made["false_failures"] == 0
    assert made["answers"] == hashlib.sha256(answers).hexdigest()
    assert judge(trial, name, "--locator", name)["locator"]["counts"]


def test_one_that_takes_whatever_has_the_unit_is_calibrated_and_does_not_count(
    service: tuple[LocatingService, str],
) -> None:
    model, name = service
    model.locating = careless
    tried = ("--scenarios", "financial_analyst", "--seeds", "0-8")
    made = run_for_json("calibrate", "locator", "--locator", name, *tried, code=1)

    assert not made["counts"]
    assert "false" in made["reason"]


def test_a_set_of_files_by_other_people_is_a_sample_too(
    tmp_path: Path, service: tuple[LocatingService, str]
) -> None:
    _, name = service
    [path] = files(tmp_path)
    entry = {"scenario": SCENARIO, "seed": SEED, "files": [path.name]}
    wrong = {**entry, "must_not_pass": ["npv_is_right"]}
    manifest = {"schema_version": 1, "sets": [entry, wrong]}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    few = ("--scenarios", SCENARIO, "--seeds", "0", "--set", tmp_path)
    made = run_for_json("calibrate", "locator", "--locator", name, *few, code=1)

    assert made["false_passes"] == 1, "the value there is right, though the manifest says otherwise"
    assert made["false_failures"] == 0
    assert "expected 300 of each" in made["reason"]


def test_it_is_counted_in_what_judging_may_cost(
    trial: Path, service: tuple[LocatingService, str]
) -> None:
    _, name = service
    listed = run_for_json("evaluate", trial, "--judges", name, "--locator", name, "--dry-run")

    assert [row["calls"] for row in listed if row["judge"].startswith("locator ")] == [2]


@pytest.mark.parametrize("judges", ["offline", "none"])
def test_a_run_without_models_does_without_it(judges: str, trial: Path) -> None:
    printed = run_command("evaluate", trial, "--judges", judges, "--locator", "gpt-5.2", code=2)

    assert "--locator" in printed.stderr
