"""The documentation is true: its site is built, its code run, its numbers recomputed."""

import ast
import asyncio
import doctest
import importlib.util
import re
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest
from docs.generate import commands, records
from jsonschema import Draft202012Validator
from tests.staging.documented_commands import DOCS, ROOT, Reader, blocks, pages
from tests.staging.evaluations import (
    GOOD_DYNAMICS,
    POLITE_BUT_WRONG,
    dynamics_facts,
    edge_case,
    evaluation,
    finding,
    multi_party_evaluation,
    product_facts,
    rules_with,
    scorecard_of,
    simple_evaluation,
    turn_facts,
    verdict,
    votes,
)
from tests.staging.judging import briefs
from tests.staging.report.browser import launch_chromium, watch_page

from modylbench.agents import catalogue as agents
from modylbench.cli.main import cli
from modylbench.evaluation.mutations.formats import catalogue as formats
from modylbench.evaluation.verdicts import Subject, SubjectKind
from modylbench.foundation.score_text import score_text
from modylbench.pipeline.panel import choice
from modylbench.pipeline.panel.plugins import judges_of
from modylbench.reliability.summarize import summarize
from modylbench.scenarios import catalogue as scenarios
from modylbench.scoring import gates
from modylbench.scoring.dynamics import HARD_FAIL, INTERRUPTIONS
from modylbench.scoring.scorecard import Scorecard

REMOTE = re.compile(r"""(?:https?:)?//[\w.-]+\.\w+""")
LOADED = re.compile(
    r"""<(?:script|link|img|iframe|source|video|audio)\b[^>]*?(?:src|href)=["']([^"']+)"""
)
SCORES = "how_scores_come_about.md"
GUIDES = ("guides/agent.md", "guides/scenario.md", "guides/judge.md", "guides/metric.md")
LANGUAGES = {"json", "python", "sh", "text", "toml", "yaml", "js"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it: every warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def guided(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """Somebody who has followed all guides, one after the other."""
    reader = Reader(tmp_path_factory.mktemp("guides"))
    for page in GUIDES:
        reader.follow(page)
    return reader


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    html = sorted(site.rglob("*.html"))
    assert len(html) > 25
    for page in html:
        loaded = LOADED.findall(page.read_text(encoding="utf-8"))
        assert loaded
        assert not [address for address in loaded if REMOTE.match(address)], page.name
    for style in site.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", text), style.name


def test_from_its_folder_the_site_is_searched_and_read_on_a_phone_and_asks_nobody(
    site: Path,
) -> None:
    with launch_chromium() as browser, watch_page(browser, width=360) as opened:
        page = opened.page
        for name in ("reference/commands.html", "paper_map.html", "index.html"):
            page.goto((site / name).as_uri())
            assert page.locator("h1").count() == 1
            assert not opened.overflows(), name
        page.set_viewport_size({"width": 1280, "height": 900})
        page.locator(".md-search__input").click()
        # What is typed before the index is built may be dropped; the bar says when it is there.
        page.locator(".md-search-result__meta", has_text="Type to start").wait_for(timeout=60_000)
        page.locator(".md-search__input").press_sequentially("pessimistic")
        page.locator(".md-search-result__item").first.wait_for(timeout=60_000)
        found = page.locator(".md-search-result__item").all_inner_texts()

        assert any("consensus" in text.lower() for text in found)
        assert len(opened.requests) > 3
        assert opened.amiss() == {}


def test_what_is_generated_is_on_the_site(site: Path) -> None:
    pages_of_api = sorted((site / "reference" / "api").glob("*.html"))
    text = "".join(page.read_text(encoding="utf-8") for page in pages_of_api)
    names = ("Agent", "Seat", "Judge", "Brief", "Room", "Format", "Scorecard", "score", "hold")
    for name in (*names, "Results"):
        assert re.search(rf'id="modylbench[\w.]*\.{name}"', text), name
    assert "modylbench scenarios check" in (site / "reference/commands.html").read_text()
    assert (site / "repository" / "examples" / "my_agent.py.html").is_file()


def test_the_page_of_commands_has_every_command_and_option() -> None:
    text = commands.page()
    tree = list(commands.tree(cli))

    assert len(tree) > 25
    for path, command in tree:
        assert re.search(rf"^#+ modylbench {' '.join(path)}$", text, re.MULTILINE)
        for option in command.params:
            if isinstance(option, click.Option):
                assert f"`{option.opts[0]}`" in text
    assert "| `--seed` `INTEGER 0.." in text
    assert "| Which variant. | `0` |" in text


@pytest.mark.parametrize("file", records.RECORDS)
def test_the_schema_of_a_record_is_one_and_on_its_page(file: str) -> None:
    model, _ = records.RECORDS[file]
    schema = records.schema(model)

    Draft202012Validator.check_schema(schema)
    text = records.page()
    section = text[text.index(f"## {file}\n") :]
    assert all(f"| `{name}` |" in section for name in schema["properties"])


def test_the_pages_have_snippets() -> None:
    assert sum(1 for page in pages() for _ in blocks(page)) > 30


@pytest.mark.parametrize("page", pages())
def test_snippets_are_what_they_say(page: str) -> None:
    for block in blocks(page):
        assert block.language in LANGUAGES, f"{page} line {block.line}"
        if block.language == "python" and ">>>" not in block.text and block.is_run:
            tree = ast.parse(block.text.replace(", ...)", ")"))
            assert tree.body


def test_the_entry_points_of_the_reference_are_those_of_the_code() -> None:
    text = (DOCS / "reference" / "api" / "index.md").read_text(encoding="utf-8")
    groups = {agents.GROUP, choice.GROUP, scenarios.PLUGINS, formats.PLUGINS}

    assert set(re.findall(r"^\| `(modylbench\.\w+)` \|", text, re.MULTILINE)) == groups
    named = {block.text for page in GUIDES for block in blocks(page) if block.language == "toml"}
    assert {re.search(r'"([\w.]+)"\]', text)[1] for text in named} == groups  # type: ignore[index]


def test_the_commands_of_the_guides_do_what_they_say(guided: Reader) -> None:
    assert guided.commands >= 5
    assert guided.promised >= 5
    assert "business_analyst 0 " in guided.printed  # slowest.py, the last of them


@pytest.mark.parametrize(
    ("kind", "rated"), [("turn", {"social_quality"}), ("product", set()), ("edge_case", set())]
)
def test_the_judge_of_the_guide_is_one(
    guided: Reader, monkeypatch: pytest.MonkeyPatch, kind: SubjectKind, rated: set[str]
) -> None:
    monkeypatch.syspath_prepend(guided.folder)
    plugin = EntryPoint("thankful", "thankful:Thankful", choice.GROUP)
    brief = replace(briefs.brief(7), subject=Subject(kind=kind, name="7"))
    (judge,) = judges_of(plugin)

    verdict = asyncio.run(judge.judge(brief)).verdict

    assert (verdict.failure, verdict.judge, verdict.mode) == ("", "thankful", "offline")
    assert {rating.dimension for rating in verdict.ratings if rating.score} == rated
    assert bool(verdict.votes) == (kind == "edge_case")


def test_the_format_of_the_guide_keeps_its_promises(guided: Reader) -> None:
    form = module(guided.folder / "task_list.py").TaskList()
    states = [None, *(form.normalise({"id": "a", "tasks": tasks}) for tasks in (
        {}, {"x": "open"}, {"x": "done", "y": "open"}, {"y": ""}
    ))]  # fmt: skip

    for before in states:
        for after in states:
            edits = form.diff(before, after)
            assert form.apply(before, edits) == after
            assert {edit.type for edit in edits} <= form.types
            assert bool(edits) == (before != after)
    assert form.verify(states[-1]) == ("y: no state",)


def test_the_code_on_how_scores_come_about_gives_what_it_shows() -> None:
    text = "".join(block.text for block in blocks(SCORES) if ">>>" in block.text)
    test = doctest.DocTestParser().get_doctest(text, {}, SCORES, None, None)

    assert len(test.examples) >= 10
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_example_of_consensus_is_what_scoring_makes_of_it() -> None:
    checked = list(table("| judges |"))
    assert checked
    for judges, spread, score in checked:
        ratings = [float(word) for word in judges.split(",")]
        card = scorecard_of(simple_evaluation(dict(zip("abc", ratings, strict=True)), {"a": 7.0}))
        assert card.turns[0].dimensions[0].score == float(score)
        assert max(ratings) - min(ratings) == float(spread)


def test_the_example_of_a_turn_is_what_scoring_makes_of_it() -> None:
    *rows, (_, _, _, total) = table("| dimension |")
    weights = rules_with().turn_weights

    assert {name: float(rating) for name, _, rating, _ in rows} == POLITE_BUT_WRONG
    assert {name: float(weight) for name, weight, _, _ in rows} == weights
    for name, weight, rating, product in rows:
        assert round(float(weight) * float(rating), 9) == float(product), name
    assert float(total.strip("*")) == round(sum(float(row[3]) for row in rows), 9)


def test_the_example_of_a_trial_is_what_scoring_makes_of_it() -> None:
    layers: list[dict[str, bool]] = [{"weights": False, "floors": False}, {"floors": False}, {}]
    checked = list(zip(table("| with |"), layers, strict=True))
    assert checked
    for (_, turn, combined, tier), off in checked:
        card = scorecard_of(
            simple_evaluation({"a": POLITE_BUT_WRONG}, {"a": 6.3}), rules_with(**off)
        )
        assert (card.turns[0].score, card.combined) == (float(turn), float(combined))
        assert (card.tier or "no tier") == tier


def test_the_example_of_gates_is_what_scoring_makes_of_it() -> None:
    ten, turns = {"a": 10.0}, range(1, 21)
    products = dict.fromkeys(("model", "grid", "page"), ten)
    facts = tuple(map(product_facts, products))
    absent = product_facts("page", is_present=False)
    wrong = finding("irr", "failed").model_copy(update={"is_decisive": True})
    silent = [turn_facts(index, outcome="timed_out") for index in turns[:3]]
    claiming = turn_facts(1, unmade_correction="IRR")
    others = [turn_facts(index) for index in turns]

    def but_for(turn: float = 10.0, product: float = 10.0, **changes: Any) -> Scorecard:
        rated = products | {"page": {"a": product}}
        return scorecard_of(evaluation({index: {"a": turn} for index in turns}, rated, **changes))

    def trapped(severity: str) -> Scorecard:
        trap = edge_case(severity=severity, turns=(20,))
        cast = [verdict("edge_case", trap.name, "a", votes=votes(False, False, True))]
        return but_for(facts={"edge_cases": (trap,)}, more_verdicts=cast)

    cards = (
        but_for(),
        but_for(facts={"products": (*facts[:2], absent)}),
        but_for(
            product=3.0,
            facts={"products": (*facts[:2], product_facts("page", findings=(wrong,)))},
        ),
        but_for(turn=3.9),
        but_for(facts={"turns": (*silent, *others[3:])}),
        but_for(facts={"turns": (claiming, *others[1:])}),
        *map(trapped, ("critical", "major", "minor")),
    )
    for (but, *shown), card in zip(table("| but for |"), cards, strict=True):
        found = (score_text(card.by_paper), score_text(card.combined), card.tier or "no tier")
        assert tuple(shown) == found, but


def test_the_example_of_several_people_is_what_scoring_makes_of_it() -> None:
    shares = {
        symbol: None if value == "none" else float(value)
        for _, _, metrics, _ in table("| dimension | weight | metrics |")[:4]
        for symbol, value in (metric.rsplit(" ", 1) for metric in metrics.split(", "))
    }
    card = scorecard_of(multi_party_evaluation({"a": 8.0}, {"a": 6.0}, dynamics_facts(shares)))

    assert card.dynamics is not None
    scores = [part.score for part in card.dynamics.dimensions]
    weights = rules_with().dynamics_weights
    rows = table("| dimension | weight | metrics |")
    for row, part in zip(rows, card.dynamics.dimensions, strict=False):
        assert row[:2] == [part.dimension, f"{weights[part.dimension]:.2f}"]
    assert [row[3] for row in rows] == [
        *map(score_text, scores), f"**{score_text(card.dynamics.score)}**"
    ]  # fmt: skip
    assert card.combined == 7.48


def test_the_table_of_hard_fails_is_what_scoring_makes_of_it() -> None:
    cases: tuple[tuple[dict[str, float], int], ...] = (
        ({}, 0), ({"DRC": 0.69}, 0), ({"BSP": 0.49}, 0), ({}, 6),
    )  # fmt: skip
    shown = table("| among several, but for |")

    for (but, *figures), (values, interruptions) in zip(shown, cases, strict=True):
        facts = dynamics_facts(GOOD_DYNAMICS | values, interruptions=interruptions)
        card = scorecard_of(multi_party_evaluation({"a": 10.0}, {"a": 10.0}, facts))
        assert figures == [score_text(card.combined), card.tier or "no tier"], but


def test_every_hard_fail_stands_in_the_documentation() -> None:
    text = (DOCS / "scoring.md").read_text(encoding="utf-8")
    names = [*rules_with().hard_fail_floors, INTERRUPTIONS]

    assert [name for name in names if f"`{HARD_FAIL}{name}`" not in text] == []


def test_every_gate_and_cap_of_the_rules_stands_in_the_documentation() -> None:
    text = (DOCS / "scoring.md").read_text(encoding="utf-8")
    made = re.findall(r'Cap\(\s*f?"([a-z_]+)"', Path(gates.__file__).read_text(encoding="utf-8"))
    assert len(made) >= 6
    severities = [f"failed_{severity}_edge_case" for severity in rules_with().failed_edge_case_caps]

    assert [name for name in (*made, *severities) if f"`{name}`" not in text] == []


def test_the_example_of_three_runs_is_what_the_report_makes_of_it() -> None:
    cards = [
        scorecard_of(simple_evaluation({"a": score}, {"a": score})).model_copy(
            update={"seed": seed}
        )
        for seed, score in enumerate((6.4, 7.1, 5.8))
    ]
    (found,) = summarize(cards).scenarios
    low, high = found.ci95 or (0.0, 0.0)
    shown = dict(table("| figure |"))

    assert shown == {
        "official": f"{found.official:.2f}",
        "tier": found.tier or "no tier",
        "pass rate": f"{found.pass_rate:.2f}",
        "pass@3": f"{found.pass_at_k:.2f}",
        "pass^3": f"{found.pass_hat_k:.2f}",
        "mean": f"{found.mean:.2f}",
        "standard deviation": f"{found.sd:.2f}",
        "95 % interval": f"{low:.2f} to {high:.2f}",
    }


def table(head: str) -> list[list[str]]:
    """The rows of a table on the page about scores, cell by cell."""
    text = (DOCS / SCORES).read_text(encoding="utf-8")
    lines = text[text.index(f"\n{head}") + 1 :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def module(path: Path) -> ModuleType:
    """A file of the guides, imported."""
    spec = importlib.util.spec_from_file_location(f"guide_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded
