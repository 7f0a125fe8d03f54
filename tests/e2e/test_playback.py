"""A meeting is played in a real browser: sound, words, work and findings follow one playhead."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.staging.commands import run_command, run_for_json
from tests.staging.report.browser import WatchedPage, launch_chromium, watch_page

WRONG = (
    "--agent", "polite_but_wrong", "--scenarios", "financial_analyst", "--seeds", "0",
    "--beats", "1", "--no-screens",
)  # fmt: skip
MEETING = "#financial_analyst-0"
BEFORE_S = 3.0
IN_TIME_S = 0.1  # issue 22: words light up so near to their sound

KEEP_SOUND = """
window.__heard = [];
const Real = Audio;
window.Audio = function () { const made = new Real(); window.__heard.push(made); return made; };
"""
HEARD = "window.__heard.find(one => !one.paused && one.currentTime > 0)"
SAMPLE = f"""(async () => {{
  const found = [];
  while (found.length < 40) {{
    await new Promise(requestAnimationFrame);
    const audio = {HEARD};
    const lit = document.querySelector('.utterance .lit');
    if (!audio || !lit) continue;
    const words = [...lit.closest('.said').querySelectorAll('.word')];
    found.push([audio.currentTime, words.indexOf(lit)]);
  }}
  return found;
}})()"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A meeting with sound, of an agent whose figures are wrong."""
    output = tmp_path_factory.mktemp("played")
    held = Path(run_for_json("run", "--output", str(output), *WRONG)["run"])
    run_command("report", str(held))
    return held


@pytest.fixture(scope="module")
def browser(run: Path) -> Iterator[Browser]:
    """Opened after the meeting: its loop runs as long as it does."""
    assert run.exists()
    with launch_chromium() as running:
        yield running


@pytest.fixture
def watch(browser: Browser) -> Iterator[WatchedPage]:
    """A page on which nothing may go amiss, with an ear on what it plays."""
    with watch_page(browser) as opened:
        opened.page.add_init_script(KEEP_SOUND)
        yield opened
        assert opened.amiss() == {}


def record(run: Path, name: str) -> Any:
    (path,) = run.glob(f"*/*/{name}.json")
    return json.loads(path.read_text(encoding="utf-8"))


def utterances(run: Path) -> list[Any]:
    return [event for event in record(run, "recording")["events"] if event["kind"] == "utterance"]


def open_at(watch: WatchedPage, run: Path, place: str) -> None:
    watch.go(run / "report.html", f"{MEETING}{place}")
    watch.page.wait_for_selector(".playback")


def now_s(watch: WatchedPage) -> float:
    return float(watch.page.locator(".scrubber").input_value())


def plays(watch: WatchedPage) -> bool:
    return watch.page.locator(".play").get_attribute("aria-label") == "Pause"


def click_pin(watch: WatchedPage, run: Path, text: str) -> None:
    """That of the first finding that says so, on a page just opened."""
    open_at(watch, run, "")
    item = watch.page.locator(".pins li", has_text=text).first
    item.locator(".pin").first.click()


def test_one_click_plays_what_came_before_a_wrong_figure_and_says_what_is_true(
    watch: WatchedPage, run: Path
) -> None:
    page = watch.page
    click_pin(watch, run, "said $56 million for revenue, LTM")
    page.wait_for_function(f"{HEARD} !== undefined")

    told = "said $56 million for revenue, LTM; the data give $50M"
    assert plays(watch)
    assert page.locator(".banner").inner_text() == told
    assert page.locator(".pin-note", has_text=told).is_visible()
    said = next(one for one in utterances(run) if "$56 million" in one["text"])
    wrong = page.locator(".utterance .wrong-word").all_inner_texts()
    assert wrong[:2] == ["$56", "million"]
    page.locator(".play").click()
    first = page.locator(".utterance .wrong-word").first
    before = now_s(watch)
    first.click()
    spoken_s = now_s(watch)
    assert said["started_s"] < spoken_s < said["ended_s"]
    assert spoken_s - BEFORE_S - 0.2 <= before < spoken_s


def test_words_light_up_as_they_are_heard(watch: WatchedPage, run: Path) -> None:
    open_at(watch, run, "/t=2")
    page = watch.page
    page.locator(".speed").select_option(index=5)
    page.keyboard.press("Escape")
    page.locator(".play").click()
    words = utterances(run)[0]["words"]
    clip_s = record(run, "recording")["exchanges"][0]["room"]["started_s"]
    sampled = watch.run(SAMPLE)

    late = [
        (at_s, place)
        for at_s, place in sampled
        if not words[place]["started_s"] - IN_TIME_S <= clip_s + at_s
        or not clip_s + at_s <= words[min(place + 1, len(words) - 1)]["ended_s"] + IN_TIME_S
    ]
    assert late == []
    assert len({place for _, place in sampled}) > 2


def test_keys_lead_through_the_meeting(watch: WatchedPage, run: Path) -> None:
    page, keys = watch.page, watch.page.keyboard
    said = utterances(run)
    open_at(watch, run, "/t=31.5")
    assert now_s(watch) == 31.5
    assert page.locator(".clock").inner_text().startswith("0:31 / ")
    page.locator("body").press("l")
    assert now_s(watch) == 36.5
    page.locator(".play").focus()
    keys.press("ArrowRight")
    assert now_s(watch) == pytest.approx(said[2]["started_s"], abs=0.06)
    keys.press("ArrowLeft")
    assert now_s(watch) == pytest.approx(said[1]["started_s"], abs=0.06)
    keys.press("]")
    first = page.locator(".pin[aria-current]")
    assert plays(watch)
    assert first.count() == 1
    keys.press("]")
    keys.press("[")
    keys.press("k")
    assert not plays(watch)
    assert first.count() == 1
    keys.press(">")
    assert page.locator(".speed").evaluate("one => one.selectedIndex") == 3
    keys.press("?")
    assert page.locator("dialog.keys[open]").is_visible()
    keys.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    keys.press("c")
    page.wait_for_url(f"**{MEETING}/t=*")
    page.locator(".script").focus()
    keys.press(" ")

    assert plays(watch)


def test_a_finding_of_the_work_rings_its_cell_as_it_stood_then(
    watch: WatchedPage, run: Path
) -> None:
    page = watch.page
    click_pin(watch, run, "LTM revenue is the CIM's")
    cell = page.locator(".paper-work .ringed")
    text = cell.evaluate("one => one.firstChild.data")
    shown = page.locator(".paper-work").bounding_box()
    at = cell.bounding_box()

    assert "55.75" in text
    assert (
        page.locator(".banner")
        .inner_text()
        .startswith(
            "“LTM revenue is the CIM's” does not hold: shows 55.75 million, should be 50 million;"
        )
    )
    assert shown is not None
    assert at is not None
    assert shown["y"] <= at["y"] <= shown["y"] + shown["height"]


def test_the_summary_is_one_click_from_the_moment(watch: WatchedPage, run: Path) -> None:
    page = watch.page
    page.goto((run / "report.html").as_uri())
    page.locator("summary", has_text="Worst turns").click()
    page.locator("#meetings table a").first.click()
    page.wait_for_selector(".banner:not([hidden])")

    assert plays(watch)
    assert page.locator(".pin[aria-current]").count() == 1


def test_on_a_phone_voices_share_one_lane_and_nothing_is_serious(
    watch: WatchedPage, run: Path
) -> None:
    page = watch.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    open_at(watch, run, "/pin-0")
    page.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")
    order = page.evaluate(
        "['.on-stage', '.transport', '.spoken', '.lanes'].map(one =>"
        " document.querySelector(one).getBoundingClientRect().top)"
    )

    assert order == sorted(order)
    assert page.locator(".lanes canvas").evaluate("one => one.clientHeight") < 160
    assert watch.serious() == []
    assert not watch.overflows()
