"""The report is usable in a real browser by mouse, keys and screen reader, safely."""

import json
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Locator
from tests.staging.commands import run_command, run_for_json
from tests.staging.evaluations import GOOD_DYNAMICS, dynamics_facts
from tests.staging.recordings import turn_values
from tests.staging.report.browser import WatchedPage, launch_chromium, watch_page
from tests.staging.report.hostile_run import SHOWN, marked_payloads, poison

from modylbench.foundation.record import canonical_json
from modylbench.scenarios.catalogue import MARK, write_skeleton

WRONG = (
    "--agent", "polite_but_wrong", "--scenarios", "financial_analyst", "--seeds", "0",
    "--beats", "1-2", "--no-audio", "--no-screens",
)  # fmt: skip
MEETING = "#financial_analyst-0"
IS_NIGHTLY = settings.get_current_profile_name() == "nightly"
LARGEST_SCRIPT = 800_000
PAGE = Path(__file__).parents[2] / "src" / "modylbench" / "publishing" / "page"


def reported(run: Path, *options: str) -> Path:
    run_command("report", str(run), *options)
    return run / "report.html"


def held(output: Path, *options: str) -> Path:
    return Path(run_for_json("run", "--output", str(output), *options)["run"])


def trial_of(run: Path, record: str) -> Any:
    (path,) = run.glob(f"*/*/{record}.json")
    return json.loads(path.read_text(encoding="utf-8"))


def turn_of(run: Path, number: int) -> Any:
    (path,) = run.glob("*/*/recording.json")
    return turn_values(path.parent)[number]


def digits(text: str) -> str:
    """The figures of a number, whatever its unit: 75 $M is 75,000,000."""
    return "".join(letter for letter in text if letter.isdigit()).strip("0")


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of an agent whose numbers are wrong, so that there is something to find."""
    return held(tmp_path_factory.mktemp("wrong"), *WRONG)


@pytest.fixture(scope="module")
def report(wrong: Path) -> Path:
    return reported(wrong)


@pytest.fixture(scope="module")
def hostile(wrong: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the same run, with payloads in the place of all that the agent wrote."""
    run = tmp_path_factory.mktemp("hostile") / "run"
    shutil.copytree(wrong, run)
    poison(run)
    return reported(run)


@pytest.fixture(scope="module")
def several(wrong: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the same run, as if several people had been there."""
    run = tmp_path_factory.mktemp("several") / "run"
    shutil.copytree(wrong, run)
    (path,) = run.glob("*/*/evaluation.json")
    value = json.loads(path.read_text(encoding="utf-8"))
    dynamics = dynamics_facts(GOOD_DYNAMICS | {"DRC": 0.5, "SAA": None}, interruptions=2)
    value["facts"]["dynamics"] = dynamics.model_dump(mode="json")
    path.write_text(canonical_json(value | {"is_multi_party": True}), encoding="utf-8")
    run_command("score", str(run))
    return reported(run)


@pytest.fixture(scope="module")
def media(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with sound and pictures."""
    home = tmp_path_factory.mktemp("media")
    folder = write_skeleton("small_case", home)
    for file in folder.glob("*.yaml"):
        file.write_text(file.read_text(encoding="utf-8").replace(MARK, "Well"), encoding="utf-8")
    run = held(home / "runs", "--scenarios", str(folder), "--seeds", "0", "--beats", "2")
    reported(run)
    return run


@pytest.fixture(scope="module")
def browser(report: Path, hostile: Path, several: Path, media: Path) -> Iterator[Browser]:
    """Opened after all meetings: its loop runs as long as it does, and theirs could not."""
    assert all(path.exists() for path in (report, hostile, several, media))
    with launch_chromium() as running:
        yield running


@pytest.fixture
def watch(browser: Browser) -> Iterator[WatchedPage]:
    """A page on which nothing may go amiss, whatever the test does."""
    with watch_page(browser) as opened:
        yield opened
        assert opened.amiss() == {}


def test_every_meeting_turn_product_and_finding_opens(
    watch: WatchedPage, report: Path, wrong: Path
) -> None:
    watch.go(report)
    seen = watch.walk()

    turns = len(trial_of(wrong, "recording")["exchanges"])
    assert (seen["meetings"], seen["turns"]) == (1, turns)
    assert seen["steps"] >= turns
    assert seen["jumps"] > 0


def test_a_turn_shows_what_was_asked_and_said_and_every_judges_reasons(
    watch: WatchedPage, report: Path, wrong: Path
) -> None:
    turn = turn_of(wrong, 1)
    subject = {"kind": "turn", "name": str(turn["turn_index"])}
    verdicts = [
        verdict
        for verdict in trial_of(wrong, "evaluation")["verdicts"]
        if verdict["subject"] == subject
    ]
    watch.go(report, f"{MEETING}/turn-{turn['turn_index']}")
    shown = watch.page.locator("#turn-panel").text_content() or ""

    assert turn["human"]["text"] in shown
    assert turn["agent"]["said"][0]["text"] in shown
    reasons = [rating["reason"] for verdict in verdicts for rating in verdict["ratings"]]
    assert len(verdicts) == 3
    assert [reason for reason in reasons if reason not in shown] == []


def test_a_measure_has_its_unit_and_says_which_way_is_better(
    watch: WatchedPage, report: Path, wrong: Path
) -> None:
    said = trial_of(wrong, "scorecard")["metrics"]["mutation_incorrect"]
    watch.go(report, MEETING)

    shown = watch.page.locator(".numbers div", has_text="mutation incorrect").last
    assert shown.locator("dd").inner_text() == f"{said} (edits, lower is better)"


def test_a_finding_leads_to_the_very_cell(watch: WatchedPage, report: Path, wrong: Path) -> None:
    findings = trial_of(wrong, "evaluation")["facts"]["products"][0]["findings"]
    failed = next(
        finding for finding in findings if finding["verdict"] == "failed" and finding["where"]
    )
    watch.go(report, f"{MEETING}/turn-1")
    watch.page.locator(".worth summary").first.click()
    finding = watch.page.locator(".worth .finding", has_text=failed["criterion_id"]).first
    finding.locator(".jump").first.click()

    cell = watch.page.locator(".replay .pointed")
    assert cell.evaluate("one => one.tagName") == "TD"
    assert digits(cell.inner_text()) == digits(failed["found"])
    assert cell.evaluate("one => one === document.activeElement")
    assert is_in_view(cell)


def test_from_a_bad_score_it_is_three_clicks_to_its_turn_its_reason_and_its_cell(
    watch: WatchedPage, report: Path, wrong: Path
) -> None:
    turns = trial_of(wrong, "scorecard")["turns"]
    worst = min(turns, key=lambda turn: (turn["score"], turn["turn_index"]))
    lowest = min(
        (dimension for dimension in worst["dimensions"] if dimension["score"]),
        key=lambda dimension: dimension["score"],
    )
    watch.go(report)
    watch.page.wait_for_selector(".open-meeting:not([hidden])")
    watch.page.locator("#scenarios td a").click()
    watch.page.wait_for_selector("#turn-panel")
    why = watch.page.locator("#turn-panel .why").inner_text()

    assert watch.page.locator("#turn-title").inner_text().startswith(f"Turn {worst['turn_index']}:")
    assert f"lowest: {lowest['dimension'].replace('_', ' ')}" in why
    last = watch.page.locator(".wrong button").last
    chosen = last.inner_text()
    last.click()
    watch.page.wait_for_function(
        "name => document.querySelector('#turn-title').innerText.startsWith(name)", arg=f"{chosen}:"
    )
    assert is_in_view(watch.page.locator("#turn-title"))
    watch.page.locator("#turn-panel .jump").first.click()
    assert focused(watch, "td.pointed")
    assert is_in_view(watch.page.locator(".pointed"))


def is_in_view(element: Locator) -> bool:
    inside = """one => {
      const box = one.getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
    }"""
    return bool(element.evaluate(inside))


def test_stepping_through_the_turns_changes_the_product_and_marks_what_changed(
    watch: WatchedPage, report: Path
) -> None:
    page, counted = watch.page, watch.page.locator(".replay [role=status]")
    watch.go(report, f"{MEETING}/turn-7")
    assert page.locator(".stage td[data-change=added]").count() > 0
    page.get_by_role("button", name="Next turn").click()
    assert counted.inner_text().startswith("After turn 9: 0 new, ")
    cell = page.locator(".stage td[data-change=changed]").first
    at = cell.evaluate("one => [...document.querySelectorAll('.stage td')].indexOf(one)")
    old = (cell.get_attribute("title") or "").removeprefix("was ")
    new = cell.evaluate("one => one.firstChild.data")
    assert f"(changed, was {old})" in (cell.text_content() or "")
    assert page.locator(".edits li", has_text="→").count() > 0
    page.get_by_role("button", name="Previous turn").click()

    before = page.locator(".stage td").nth(at).evaluate("one => one.firstChild.data")
    assert counted.inner_text().startswith("After turn 7:")
    assert page.locator(".stage td[data-change=changed]").count() == 0
    assert before == old
    assert old != new


def test_the_address_names_the_place_and_back_goes_back(watch: WatchedPage, report: Path) -> None:
    page, current = watch.page, watch.page.locator(".step[aria-current=step] strong")
    watch.go(report, f"{MEETING}/turn-7")
    assert current.inner_text() == "7"
    page.locator(".step", has_text="11").click()
    page.wait_for_url(f"**{MEETING}/turn-11")
    assert current.inner_text() == "11"
    page.go_back()
    page.wait_for_url(f"**{MEETING}/turn-7")

    assert current.inner_text() == "7"
    assert page.locator("#turn-title").inner_text().startswith("Turn 7:")


def test_all_of_it_is_reached_by_keys_alone(watch: WatchedPage, report: Path) -> None:
    page = watch.page
    watch.go(report)
    tab_to(watch, ".open-meeting")
    page.keyboard.press("Enter")
    page.wait_for_selector("#turn-panel")
    assert focused(watch, "#meeting-title")
    tab_to(watch, ".step")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{MEETING}/turn-9")
    page.wait_for_selector("#turn-title:has-text('Turn 9:')")
    tab_to(watch, "#replay-turn")
    page.keyboard.press("Home")
    assert page.locator(".replay [role=status]").inner_text().startswith("After turn 1:")
    page.keyboard.press("ArrowRight")
    assert page.locator(".replay [role=status]").inner_text().startswith("After turn 3:")
    tab_to(watch, ".worth summary")
    page.keyboard.press("Enter")
    tab_to(watch, ".worth .jump")
    page.keyboard.press("Enter")

    assert focused(watch, ".pointed")


def focused(watch: WatchedPage, selector: str) -> bool:
    return bool(watch.page.evaluate("name => document.activeElement.matches(name)", selector))


def tab_to(watch: WatchedPage, selector: str) -> None:
    """Press Tab until such an element has the focus."""
    for _ in range(400):
        watch.page.keyboard.press("Tab")
        if focused(watch, selector):
            return
    pytest.fail(f"no Tab leads to {selector}")


LOOKS = [(360, "dark"), (1280, "light"), (1280, "dark"), (360, "light")]


@pytest.mark.parametrize(("width", "scheme"), LOOKS if IS_NIGHTLY else LOOKS[:1])
def test_axe_finds_nothing_serious_and_the_page_never_scrolls_sideways(
    watch: WatchedPage, report: Path, *, width: int, scheme: Literal["light", "dark"]
) -> None:
    watch.page.set_viewport_size({"width": width, "height": 800})
    watch.page.emulate_media(color_scheme=scheme)
    watch.go(report, f"{MEETING}/turn-9")
    watch.page.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")

    assert watch.serious() == []
    assert not watch.overflows()


def test_dynamics_are_shown_with_the_events_behind_each_metric(
    watch: WatchedPage, several: Path
) -> None:
    watch.go(several, MEETING)
    heading = watch.page.get_by_role("heading", name="Dynamics", exact=True)
    section = watch.page.locator(".meeting section", has=heading)
    section.locator("summary", has_text="DRC").click()
    shown = section.inner_text()

    assert "9.47 against ami 1" in shown
    assert "coordination 8.50" in shown
    assert "SAA not measured: nobody spoke" in shown
    assert "DRC 0.5 (1 event)" in shown
    assert ", cfo: 0.5" in shown
    assert "competitive interruptions 2 (2 events)" in shown
    watch.page.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")
    assert watch.serious() == []
    assert not watch.overflows()


def test_with_dynamics_there_is_a_radar_of_them(watch: WatchedPage, several: Path) -> None:
    watch.go(several)

    table = watch.page.locator("#radar-dynamics-table")
    table.wait_for(state="attached")
    assert table.locator("tbody tr").count() == 4


def test_headings_follow_each_other_without_a_gap(watch: WatchedPage, report: Path) -> None:
    watch.go(report, f"{MEETING}/turn-9")
    script = (
        "[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(one => Number(one.tagName[1]))"
    )
    levels = watch.page.evaluate(script)

    assert levels[0] == 1
    assert all(now <= before + 1 for before, now in pairwise(levels))


def test_every_chart_is_drawn_and_told_in_numbers(watch: WatchedPage, report: Path) -> None:
    watch.go(report)
    charts = watch.page.locator(".plot")

    assert charts.count() >= 2
    for chart in charts.all():
        chart.locator("svg path").first.wait_for(state="attached")  # drawn once it is laid out
        table = watch.page.locator(f"#{chart.get_attribute('aria-describedby')}")
        assert table.locator("tbody tr").count() > 0


def test_sound_and_pictures_load_and_a_line_of_the_transcript_finds_its_moment(
    watch: WatchedPage, media: Path
) -> None:
    watch.go(media / "report.html", "#small_case-0/turn-7")
    page, sound = watch.page, watch.page.locator("audio").first
    page.wait_for_function("document.querySelector('audio').readyState > 0")
    turn = turn_of(media, 0)
    clip = turn["agent"]["audio"]
    assert sound.evaluate("one => one.duration") == pytest.approx(clip["duration_s"], abs=0.1)
    begun = turn["agent"]["said"][-1]["started_s"] - clip["started_s"]
    page.locator(".line").last.click()
    page.wait_for_function("at => document.querySelector('audio').currentTime >= at", arg=begun)
    assert begun > 0
    page.wait_for_function("document.querySelector('.picture img').naturalWidth > 0")
    assert page.locator(".picture img").first.get_attribute("alt")
    page.locator(".picture").first.click()
    assert page.locator("dialog[open] img").evaluate("one => one.naturalWidth") > 0
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")

    assert focused(watch, ".picture")


@pytest.mark.parametrize(
    "bypass_csp",
    [True, pytest.param(False, marks=pytest.mark.skipif(not IS_NIGHTLY, reason="nightly"))],
    ids=["without its policy", "with it"],
)
def test_nothing_that_the_agent_wrote_runs(
    browser: Browser, hostile: Path, *, bypass_csp: bool
) -> None:
    with watch_page(browser, bypass_csp=bypass_csp) as opened:
        opened.go(hostile)
        opened.page.wait_for_selector(".open-meeting:not([hidden])")
        opened.page.locator("#scenarios td a").click()
        opened.page.wait_for_selector("#turn-panel")
        title = opened.page.locator("#turn-title").inner_text()
        seen = opened.walk()
        look_at_the_chart(opened)
        opened.page.wait_for_timeout(100)  # what was injected would load by now
        amiss = opened.amiss()
        found = opened.run(
            f"({SEEN})({json.dumps({name: marked_payloads(name) for name in SHOWN})})"
        )

    turns = trial_of(hostile.parent, "scorecard")["turns"]
    worst = min(turns, key=lambda turn: turn["score"])["turn_index"]
    assert title.startswith(f"Turn {worst}:")
    assert seen["turns"] > 3
    assert seen["pins"] > 10
    assert amiss == {}
    assert seen["odd"] == []
    assert {name: many for name, many in found.items() if many < SHOWN[name]} == {}


def look_at_the_chart(opened: WatchedPage) -> None:
    """It is drawn from what the agent sent, and names in it are text there too."""
    products = opened.page.locator("#replay-product")
    names = products.locator("option").all_inner_texts()
    products.select_option(index=names.index("hostile chart"))
    drawing = opened.page.locator(".stage .paper")
    drawing.locator("svg path").first.wait_for(state="attached")
    table = opened.page.locator(f"#{drawing.locator('.plot').get_attribute('aria-describedby')}")
    series = table.locator("th[scope=rowgroup]").count()

    assert drawing.locator(".legend li").count() == series > 1
    assert drawing.locator("svg text", has_text="<img").count() > 0
    assert drawing.locator("svg :is(script, image, foreignObject, a)").count() == 0


SEEN = """fields => Object.fromEntries(Object.entries(fields).map(([name, texts]) =>
  [name, texts.filter(text => window.__text.includes(text.trim())).length]))"""
"""How many of the payloads of each field were seen as text: what is not shown cannot be proved."""


def test_the_script_is_small() -> None:
    assert (PAGE / "report.js").stat().st_size < LARGEST_SCRIPT
