"""`modylbench a2ui` and `modylbench mutations` show what an agent sent."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.staging.commands import start_command, try_command

from modylbench.evaluation.mutations.replay.update_log import UpdateLog, replay_through
from modylbench.products.work_product import WorkProduct, as_json
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import instantiate
from modylbench.surfaces.showing import messages_for

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def stream(tmp_path: Path) -> Path:
    """The oracle's LBO model as an agent would send it."""
    product = instantiate(catalogue.scenario("financial_analyst"), 3).final_products[0]
    file = tmp_path / "agent.json"
    file.write_text(json.dumps(messages_for(product, "main")), encoding="utf-8")
    return file


def test_a_stream_is_shown_as_picture_products_and_findings(stream: Path) -> None:
    result = start_command("a2ui", "render", stream, "--json", cwd=stream.parent)
    told = json.loads(result.stdout)

    assert result.returncode == 0
    assert (stream.parent / "agent.png").read_bytes().startswith(PNG)
    assert told["surfaces"][0]["picture"] == "agent.png"
    assert told["surfaces"][0]["page"]["contrast_ok"] is True
    assert "LTM revenue" in told["surfaces"][0]["text"]
    product = instantiate(catalogue.scenario("financial_analyst"), 3).final_products[0]
    assert told["products"] == as_json([product])["products"]
    assert told["findings"] == []
    assert told["no_picture"] is None


def test_a_stream_with_errors_is_shown_as_far_as_it_goes(stream: Path) -> None:
    messages = json.loads(stream.read_text(encoding="utf-8"))
    bad = {"version": "v0.9", "updateComponents": {"surfaceId": "nowhere", "components": []}}
    stream.write_text("\n".join(map(json.dumps, [*messages[:1], bad, *messages[1:]])))

    result = start_command("a2ui", "render", stream, "--out", stream.parent / "shot.png")

    assert result.returncode == 1
    assert "error        stream unknown_surface at nowhere (message 1)" in result.stdout
    assert "work product lbo_model: spreadsheet" in result.stdout
    assert (stream.parent / "shot.png").read_bytes().startswith(PNG)


def test_every_surface_has_a_picture_of_its_own(tmp_path: Path) -> None:
    products = instantiate(catalogue.scenario("financial_analyst"), 0).final_products
    both = [*messages_for(products[0], "one"), *messages_for(products[1], "a/../b")]

    result = start_command(
        "a2ui", "render", "-", "--out", tmp_path / "p.png", given=json.dumps(both), cwd=tmp_path
    )

    assert result.returncode == 0, result.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["p-a_b.png", "p-one.png"]


def test_without_chromium_all_but_the_picture_is_shown(stream: Path) -> None:
    result = start_command("a2ui", "render", stream, cwd=stream.parent, PATH=str(stream.parent))

    assert result.returncode == 0
    assert "no picture   found no Chromium on PATH" in result.stdout
    assert "apt-get install chromium" in result.stdout
    assert "work product lbo_model" in result.stdout
    assert not (stream.parent / "agent.png").exists()


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [("none.json", None, "cannot be read"), ("empty.json", "[]", "holds no A2UI message")],
)
def test_a_mistaken_file_is_one_line(
    name: str, content: str | None, told: str, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / name).write_text(content, encoding="utf-8")

    result = try_command("a2ui", "render", tmp_path / name)

    assert result.returncode == 2
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_catalog_that_agents_fetch_has_our_components(tmp_path: Path) -> None:
    printed = try_command("a2ui", "catalog").stdout
    try_command("a2ui", "catalog", "--out", tmp_path / "catalog.json")

    assert (tmp_path / "catalog.json").read_text(encoding="utf-8") == printed
    ours = {"DataGrid", "Chart", "Document", "Dashboard", "CodeFile", "Text", "Row", "Button"}
    assert ours <= json.loads(printed)["components"].keys()


def oracle_turns(seed: int) -> dict[int, tuple[WorkProduct, ...]]:
    variant = instantiate(catalogue.scenario("financial_analyst"), seed)
    reached: frozenset[str] = frozenset()
    turns = {}
    for slot in variant.scenario.human_turns():
        reached |= set(slot.reaches)
        turns[slot.turn_index] = variant.products_at(reached)
    return turns


def test_the_oracles_surfaces_have_the_oracles_edits(tmp_path: Path) -> None:
    shown: set[str] = set()
    files = []
    for turn_index, products in oracle_turns(1).items():
        messages = []
        for product in products:
            all_of_it = messages_for(product, product.id)
            messages += all_of_it[1:] if product.id in shown else all_of_it
            shown.add(product.id)
        files.append(tmp_path / f"turn-{turn_index:02d}.json")
        files[-1].write_text(json.dumps(messages), encoding="utf-8")
    arguments = ["mutations", "--scenario", "financial_analyst", "--seed", 1]

    sent = json.loads(try_command(*arguments, "--json", *reversed(files)).stdout)
    oracle = json.loads(try_command(*arguments, "--json").stdout)

    assert sent["scores"] == {
        **oracle["scores"],
        "overall": {
            **oracle["scores"]["overall"],
            "convergence_rate": sent["scores"]["overall"]["convergence_rate"],
        },
        "products": {
            name: {
                **scores,
                "convergence_rate": sent["scores"]["products"][name]["convergence_rate"],
            }
            for name, scores in oracle["scores"]["products"].items()
        },
    }
    assert sent["scores"]["overall"]["missing"] == 0
    assert sent["trajectory"]["mutations"] == oracle["trajectory"]["mutations"]
    shares = [share for share in sent["resent"]["turns"].values() if share is not None]
    assert shares[0] < 0.1, "what is new was not there before"
    assert shares[-1] > 0.9, "an agent that sends everything again is found out"
    assert sent["resent"]["all"] > 0.5
    assert sent["resent"]["lbo_model"] > 0.5
    assert oracle["resent"]["all"] is None, "the oracle's products are no messages"


def test_a_wrong_edit_and_a_missing_one_are_told(tmp_path: Path) -> None:
    turns = oracle_turns(0)
    first, *rest = sorted(turns)
    files = []
    for turn_index in (first, *rest[:3]):
        file = tmp_path / f"{turn_index}.json"
        file.write_text(json.dumps(as_json(turns[turn_index])), encoding="utf-8")
        files.append(file)
    text = files[1].read_text(encoding="utf-8").replace("180", "190")
    files[1].write_text(text, encoding="utf-8")

    result = try_command("mutations", "--scenario", "financial_analyst", *files)

    assert result.returncode == 0, result.stderr
    assert "WRONG" in result.stdout
    assert "missing  turn" in result.stdout


def test_rows_and_a_log_are_written(tmp_path: Path) -> None:
    result = try_command(
        "mutations", "--scenario", "financial_analyst",
        "--rows", tmp_path / "rows.jsonl", "--log", tmp_path / "log.json",
    )  # fmt: skip

    assert result.returncode == 0, result.stderr
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    last = {row["product_id"]: json.loads(row["after"]) for row in rows}
    final = instantiate(catalogue.scenario("financial_analyst"), 0).final_products
    assert [last[product.id] for product in final] == as_json(final)["products"]
    log = UpdateLog.model_validate_json((tmp_path / "log.json").read_text())
    assert replay_through(log, log.turns[-1].turn_index) == last


def written(folder: Path, turns: dict[int, list[dict[str, Any]]]) -> list[Path]:
    files = []
    for turn_index, products in turns.items():
        files.append(folder / f"turn-{turn_index:02d}.json")
        files[-1].write_text(json.dumps({"products": products}), encoding="utf-8")
    return files


def test_a_terminal_is_followed_too(tmp_path: Path) -> None:
    first = {"id": "e1", "command": "make", "output": "ok\n", "exit_code": 0}
    second = {"id": "e2", "command": "make test", "output": "1 failed\n", "exit_code": 1}
    shell = {"id": "shell", "kind": "terminal", "title": "Shell"}
    turns = {1: [{**shell, "entries": [first]}], 3: [{**shell, "entries": [first, second]}]}

    result = try_command(
        "mutations", "--scenario", "financial_analyst", "--json", *written(tmp_path, turns)
    )

    made = json.loads(result.stdout)["trajectory"]["mutations"]
    assert [(mutation["turn_index"], mutation["mutation_type"]) for mutation in made] == [
        (1, "create"),
        (3, "append_entry"),
    ]


def test_rows_and_log_speak_of_the_documents_that_were_compared(tmp_path: Path) -> None:
    def code(*paths: str) -> dict[str, Any]:
        files = [
            {"id": f"f{at}", "path": path, "language": "python", "content": "x = 1\n"}
            for at, path in enumerate(paths)
        ]
        return {"id": "tool", "kind": "code", "title": "Tool", "files": files}

    turns = {1: [code("./a.py")], 3: [code("a.py")], 5: [code("a.py", "a.py")]}
    out = {name: tmp_path / name for name in ("rows.jsonl", "log.json", "patches.jsonl")}
    result = try_command(
        "mutations", "--scenario", "financial_analyst", *written(tmp_path, turns),
        "--rows", out["rows.jsonl"], "--log", out["log.json"], "--patches", out["patches.jsonl"],
    )  # fmt: skip

    assert result.returncode == 0, result.stderr
    assert "not read: tool: " in result.stdout, "two files under one path"
    rows = [json.loads(line) for line in out["rows.jsonl"].read_text().splitlines()]
    tool = [row for row in rows if row["product_id"] == "tool"]
    assert [row["turn_index"] for row in tool] == [1], "./a.py is a.py, and turn 5 was refused"
    found = try_command("replay", out["log.json"], "--turn", 5)
    assert json.loads(found.stdout)["products"] == [json.loads(tool[0]["after"])]
    patch = json.loads(out["patches.jsonl"].read_text())
    assert "+x = 1" in patch["model_patch"]


def test_a_product_keeps_its_name_while_it_lives(tmp_path: Path) -> None:
    """A second sheet with a better title must not change which is which."""
    named = {"lbo_model": ("m", "Deal workbook"), "irr_sensitivity": ("s", "CloudSync LBO matrix")}
    scratch = {
        "id": "scratch", "kind": "spreadsheet", "title": "CloudSync LBO model",
        "sheets": [{
            "id": "s", "name": "Scratch", "columns": [{"id": "a", "label": "A"}],
            "rows": [{"id": "r", "label": "to do", "cells": {"a": {"value": "check tax"}}}],
        }],
    }  # fmt: skip
    turns: dict[int, list[dict[str, Any]]] = {}
    for turn_index, products in oracle_turns(0).items():
        shown = [product.model_dump(mode="json") for product in products]
        for product in shown:
            product["id"], product["title"] = named.get(
                product["id"], (product["id"], product["title"])
            )
        turns[turn_index] = [*shown, *([scratch] if turn_index >= 9 else [])]

    result = try_command(
        "mutations", "--scenario", "financial_analyst", "--json", *written(tmp_path, turns)
    )

    scores = json.loads(result.stdout)["scores"]
    assert set(scores["products"]) == {"lbo_model", "irr_sensitivity", "ic_tear_sheet", "scratch"}
    assert scores["overall"]["missing"] == 0
    assert scores["overall"]["destructive_edits"] == 0


def test_an_agent_that_sends_files_is_followed(tmp_path: Path) -> None:
    memo = "# Memo\n\nRevenue is $50M.\n\n## Risks\n\nToo much debt.\n"
    for turn, text in ((1, memo), (3, memo + "\n## Next\n\nCall the bank.\n")):
        (tmp_path / f"memo-{turn}.md").write_text(text, encoding="utf-8")

    result = try_command(
        "mutations", "--scenario", "financial_analyst", "--json", *sorted(tmp_path.glob("*.md"))
    )

    found = json.loads(result.stdout)
    kinds = [mutation["mutation_type"] for mutation in found["trajectory"]["mutations"]]
    assert kinds == ["create", "add_section"]
    assert found["resent"]["turns"]["3"] > 0.3


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--rows", "x.jsonl", "--log", "x.jsonl"], "give each its own"),
        (["none.json"], "holds neither work products nor A2UI messages"),
        (["--rows", "rows.csv"], "expected a name in .jsonl or .parquet"),
        (["absent.json"], "is not there"),
        (["1.json", "a1.json"], "is for turn 1, and so is another file"),
    ],
)
def test_a_mistake_in_what_is_given_is_one_line(
    arguments: list[str], told: str, tmp_path: Path
) -> None:
    (tmp_path / "1.json").write_text('{"products": []}', encoding="utf-8")
    (tmp_path / "a1.json").write_text('{"products": []}', encoding="utf-8")
    (tmp_path / "none.json").write_text("[]", encoding="utf-8")

    result = try_command("mutations", "--scenario", "financial_analyst", *arguments, cwd=tmp_path)

    assert result.returncode == 2
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
