"""The commands do what they say, and answer mistakes in one line."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.staging.commands import start_command, try_command

from modylbench import __version__
from modylbench.cli.commands.scenarios import SCHEMAS
from modylbench.products.work_product import as_json
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import instantiate


def is_one_line_mistake(result: Any) -> bool:
    line = result.stderr.strip()
    return result.returncode == 2 and line.startswith("modylbench: ") and "\n" not in line


def test_the_version_is_printed() -> None:
    assert start_command("--version").stdout.strip() == f"modylbench, version {__version__}"


def test_the_list_has_the_facts_of_every_scenario() -> None:
    rows = json.loads(try_command("scenarios", "list", "--json").stdout)

    assert {row["scenario_id"] for row in rows} >= {"financial_analyst", "optimization_solver"}
    for row in rows:
        assert list(row) == [
            "scenario_id", "suite", "vertical", "title", "persona", "turns", "products",
            "edge_cases", "method", "tier",
        ]  # fmt: skip
    table = try_command("scenarios", "list").stdout
    assert "CloudSync LBO Model" in table


def test_a_scenario_is_shown_whole_and_fits_its_schema() -> None:
    shown = json.loads(
        try_command("scenarios", "show", "financial_analyst", "--seed", 4, "--json").stdout
    )
    schema = json.loads(try_command("scenarios", "schema").stdout)

    jsonschema.validate(shown["scenario"], schema)
    assert shown["truth"]
    assert len(shown["products"]) == 3
    text = try_command("scenarios", "show", "financial_analyst", "--seed", 4).stdout
    assert shown["scenario"]["turns"][0]["human_utterance"][:40] in " ".join(text.split())


def test_a_scenario_of_several_people_is_shown_with_all_that_they_say() -> None:
    scenario = instantiate(catalogue.scenario("compliance_review"), 4).scenario
    shown = try_command("scenarios", "show", "compliance_review", "--seed", 4).stdout
    text, unwrapped = " ".join(shown.split()), "".join(shown.split())

    for person in scenario.participants:
        assert "".join(person.persona.split()) in unwrapped
    for slot in scenario.human_turns():
        for asked in slot.alternatives:
            for text_of in [said.text for said in asked.before] + [
                cue.text for cue in asked.during
            ]:
                assert ":" + "".join(text_of.split()) in unwrapped
    assert "Marcus Feld to Helen Marsh (comes in):" in text
    assert "into the answer: Ruth Adeyemi, when the agent speaks for 10 s:" in text
    assert "when the agent shows what fails share_right:" in text
    assert "1 Helen Marsh to the agent, voice:" in text


@pytest.mark.parametrize("of", SCHEMAS)
def test_every_schema_is_one(of: str) -> None:
    schema = json.loads(try_command("scenarios", "schema", of).stdout)

    jsonschema.Draft202012Validator.check_schema(schema)


def test_the_authors_files_fit_the_schemas_they_are_given() -> None:
    import yaml

    schemas = {of: json.loads(try_command("scenarios", "schema", of).stdout) for of in SCHEMAS}
    files = [file for source in catalogue.scenarios() for file in source.folder.glob("*.yaml")]
    # The card of a scenario that is based on another says only what differs.
    files += [source.folder / "goals.yaml" for source in catalogue.scenarios(("freeform",))]
    for file in files:
        schema = schemas["card" if file.stem == "scenario" else file.stem]
        jsonschema.validate(yaml.safe_load(file.read_text(encoding="utf-8")), schema)
    assert {file.stem for file in files} >= {"goals", "defects", "short"}


def test_a_new_scenario_is_accepted_once_it_is_filled_in(tmp_path: Path) -> None:
    assert try_command("scenarios", "new", "tax_advisor", cwd=tmp_path).returncode == 0
    folder = tmp_path / "tax_advisor"
    unfilled = try_command("scenarios", "check", "--scenarios", folder, "--seeds", "0-2")
    for file in folder.glob("*.yaml"):
        file.write_text(
            file.read_text(encoding="utf-8").replace("FILL IN", "Well"), encoding="utf-8"
        )
    filled = try_command("scenarios", "check", "--scenarios", folder, "--seeds", "0-2")

    assert (unfilled.returncode, filled.returncode) == (1, 0)
    assert "still says FILL IN" in unfilled.stdout
    assert "every criterion bites" in filled.stdout


def test_finished_products_are_verified(tmp_path: Path) -> None:
    variant = instantiate(catalogue.scenario("financial_analyst"), 3)
    path = tmp_path / "products.json"
    path.write_text(json.dumps(as_json(variant.final_products)), encoding="utf-8")

    right = try_command("verify", "--scenario", "financial_analyst", "--seed", 3, path)
    replayed = try_command("verify", "--scenario", "financial_analyst", "--seed", 5, path, "--json")

    assert right.returncode == 0, right.stdout
    assert replayed.returncode == 1
    report = json.loads(replayed.stdout)
    assert report["passed"] < report["criteria"] / 2, "an answer to another seed must not do well"
    assert {"criterion_id", "verdict", "found", "where", "expected", "tolerance_pct"} <= set(
        report["findings"][0]
    )


BAD_PRODUCTS = {
    "no JSON": ("nope", "not JSON"),
    "NaN": ('{"id": "a", "kind": "chart", "title": NaN}', "NaN"),
    "a huge number": (
        '{"id": "a", "kind": "dashboard", "title": "t", "widgets": '
        '[{"id": "w", "title": "t", "value": 1e300}]}',
        "widgets[0]",
    ),
    "an unknown field": ('{"id": "a", "kind": "code", "title": "t", "colour": 1}', "'colour'"),
    "an unknown kind": ('{"id": "a", "kind": "painting", "title": "t"}', "painting"),
    "one id twice": (
        '[{"id": "a", "kind": "code", "title": "t"}, {"id": "a", "kind": "code", "title": "u"}]',
        "'a' twice",
    ),
    "one row id twice": (
        '{"id": "a", "kind": "spreadsheet", "title": "t", "sheets": [{"id": "s", "name": "n", '
        '"rows": [{"id": "r", "label": "x"}, {"id": "r", "label": "y"}]}]}',
        "'r' twice",
    ),
    "a cell of no column": (
        '{"id": "a", "kind": "spreadsheet", "title": "t", "sheets": [{"id": "s", "name": "n", '
        '"rows": [{"id": "r", "label": "x", "cells": {"c": {"value": 1}}}]}]}',
        "not declared",
    ),
    "a number": ("42", "expected"),
    "a stray field": ('{"products": [], "extra": 1}', "'extra'"),
}


@pytest.mark.parametrize("name", BAD_PRODUCTS)
def test_bad_products_are_one_line(name: str, tmp_path: Path) -> None:
    text, fragment = BAD_PRODUCTS[name]
    path = tmp_path / "products.json"
    path.write_text(text, encoding="utf-8")

    result = try_command("verify", "--scenario", "financial_analyst", path)

    assert is_one_line_mistake(result), result.stderr
    assert fragment in result.stderr
    assert "products.json" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("scenarios", "show", "nobody"),
        ("scenarios", "show", "financial_analyst", "--seed", "-1"),
        ("scenarios", "show", "financial_analyst", "--edge-case", "nobody"),
        ("scenarios", "check", "--seeds", "9-2"),
        ("scenarios", "check", "--seeds", "x"),
        ("scenarios", "check", "--scenarios", "./nowhere"),
        ("scenarios", "schema", "nothing"),
        ("scenarios", "new", "Bad Name"),
        ("scenarios", "nothing"),
        ("verify", "absent.json"),
        ("verify", "--scenario", "financial_analyst", "absent.json"),
        ("nothing",),
        ("--nothing",),
        ("run", "--scenarios", "scientist", "--scenarios=business_analyst"),
        ("scenarios", "check", "--seeds", "1", "--seeds", "2"),
    ],
    ids=" ".join,
)
def test_a_mistake_on_the_command_line_is_one_line(arguments: tuple[str, ...]) -> None:
    result = try_command(*arguments)

    assert is_one_line_mistake(result), result.stderr


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m modylbench scenarios show financial_analyst --json | head -c 20"
    result = subprocess.run(  # noqa: S602
        command, shell=True, capture_output=True, text=True, check=False
    )

    assert result.stderr == ""


def test_options_come_from_the_file_the_environment_and_the_command_line_in_that_order(
    tmp_path: Path,
) -> None:
    (tmp_path / "modylbench.toml").write_text("[scenarios.show]\nseed = 3\n", encoding="utf-8")

    def seed(*arguments: str, **variables: str) -> int:
        shown = start_command(
            "scenarios",
            "show",
            "financial_analyst",
            "--json",
            *arguments,
            cwd=tmp_path,
            **variables,
        )
        metadata = json.loads(shown.stdout)["scenario"]["metadata"]
        return int(metadata["seed"])

    assert seed() == 3
    assert seed(MODYLBENCH_SCENARIOS_SHOW_SEED="4") == 4
    assert seed("--seed", "5", MODYLBENCH_SCENARIOS_SHOW_SEED="4") == 5


@pytest.mark.parametrize(
    ("settings", "variables", "fragment"),
    [
        ("[scenarios.show]\nsed = 3\n", {}, "did you mean 'scenarios.show.seed'?"),
        ("[scenarios.show\n", {}, "not TOML"),
        ("[scenarios.show]\nseed = [1]\n", {}, "expected a text, a number"),
        ("[scenarios.show]\nseed = 'x'\n", {}, "'x'"),
        ("", {"MODYLBENCH_SCENARIOS_SHOW_SED": "1"}, "did you mean"),
        ("", {"MODYLBENCH_SETTINGS": "absent.toml"}, "absent.toml"),
    ],
)
def test_a_bad_setting_is_one_line(
    settings: str, variables: dict[str, str], fragment: str, tmp_path: Path
) -> None:
    (tmp_path / "modylbench.toml").write_text(settings, encoding="utf-8")

    result = start_command("scenarios", "show", "financial_analyst", cwd=tmp_path, **variables)

    assert is_one_line_mistake(result), result.stderr
    assert fragment in result.stderr


def test_the_doctor_names_what_is_there_and_what_is_missing() -> None:
    result = start_command("doctor", PATH="")
    parts = json.loads(try_command("doctor", "--json").stdout)

    assert result.returncode == 0
    assert "absent   Chromium" in result.stdout
    assert "apt-get install chromium" in result.stdout
    assert {part["name"] for part in parts} >= {"Python", "pydantic", "scipy", "Chromium"}
