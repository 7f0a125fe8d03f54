"""All runs of a folder in a real browser: found, played, set side by side, followed live."""

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Browser, expect
from tests.staging.commands import run_for_json, try_command
from tests.staging.report.browser import WatchedPage, launch_chromium, watch_page
from tests.staging.report.hostile_run import marked_payloads, poison

SHORT = ("--scenarios", "financial_analyst", "--seeds", "0", "--beats", "1-2", "--no-screens")
SCENARIO = "financial_analyst"
ENDING_S = 20


def held(output: Path, agent: str, *options: str) -> Path:
    command = ("run", "--output", str(output), "--agent", agent, *SHORT, *options)
    return Path(run_for_json(*command)["run"])


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a viewer of that folder, which ends by Ctrl-C."""
    command = [sys.executable, "-m", "modylbench", "view", str(folder), "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        line = process.stdout.readline()
        yield next(word for word in line.split() if word.startswith("http://127.0.0.1:"))
        process.send_signal(signal.SIGINT)
        assert process.wait(ENDING_S) == 0


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of an agent that is wrong, with sound, and one of an agent that is right."""
    output = tmp_path_factory.mktemp("viewed") / "results"
    held(output, "polite_but_wrong")
    held(output, "oracle", "--no-audio")
    return output


@pytest.fixture(scope="module")
def hostile(results: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs in which all that an agent wrote is replaced by what wants to run."""
    folder = tmp_path_factory.mktemp("hostile") / "results"
    (wrong,) = results.glob("polite*")
    for name in ("one", "other"):
        shutil.copytree(wrong, folder / name)
        poison(folder / name)
    return folder


@pytest.fixture(scope="module")
def address(results: Path) -> Iterator[str]:
    with served(results) as found:
        yield found


@pytest.fixture(scope="module")
def browser(results: Path, hostile: Path) -> Iterator[Browser]:
    """Opened after all meetings: its loop runs as long as it does."""
    assert results.is_dir()
    assert hostile.is_dir()
    with launch_chromium(reaches_loopback=True) as running:
        yield running


@pytest.fixture
def watch(browser: Browser, address: str) -> Iterator[WatchedPage]:
    """A page on which nothing may go amiss, with the list open."""
    with watch_page(browser, home=address) as opened:
        opened.page.goto(address)
        opened.page.wait_for_selector(".list tbody a")
        yield opened
        assert opened.amiss() == {}


def names(watch: WatchedPage) -> list[str]:
    return watch.page.locator(".list tbody td:nth-child(3)").all_inner_texts()


def score_of(results: Path, agent: str) -> float:
    (card,) = results.glob(f"{agent}*/*/*/scorecard.json")
    found: float = json.loads(card.read_text(encoding="utf-8"))["combined"]
    return found


def key_of(results: Path, agent: str) -> str:
    (run,) = results.glob(f"{agent}*")
    return quote(f"{run.name}:{SCENARIO}-0", safe="")


def test_meetings_are_searched_filtered_and_sorted(watch: WatchedPage, results: Path) -> None:
    page = watch.page
    assert sorted(names(watch)) == ["oracle", "polite_but_wrong"]
    page.get_by_role("button", name="Score").click()
    assert names(watch) == ["oracle", "polite_but_wrong"]
    page.get_by_role("button", name="Score").click()
    assert names(watch) == ["polite_but_wrong", "oracle"]
    assert page.locator("th[aria-sort=ascending]").inner_text().startswith("Score")

    page.keyboard.press("/")
    page.keyboard.type("polite seed 0")
    assert names(watch) == ["polite_but_wrong"]
    assert page.locator(".all-meetings [role=status]").inner_text().startswith("1 of 2 meetings")
    page.locator("#search").fill("")
    page.get_by_label("Agent").select_option("oracle")
    assert names(watch) == ["oracle"]
    page.get_by_label("Agent").select_option("")
    page.get_by_label("Outcome").select_option("without a score")
    assert names(watch) == []
    shown = page.locator(".map td a").all_inner_texts()
    assert shown == []
    page.get_by_label("Outcome").select_option("any outcome")
    expect(page.locator(".map td a")).to_have_count(2)
    score = f"{int(score_of(results, 'polite') * 100) / 100:.2f}"
    assert score in page.locator(".map").inner_text()


def test_a_cell_of_the_heat_map_leads_to_its_meeting_which_plays(watch: WatchedPage) -> None:
    page = watch.page
    page.locator(".map tr", has_text="polite_but_wrong").locator("a").click()
    page.wait_for_selector(".playback")
    page.locator(".pins .pin").first.click()

    expect(page.locator(".play")).to_have_attribute("aria-label", "Pause")
    expect(page.locator(".banner")).not_to_be_empty()
    page.locator(".play").click()
    assert page.title().startswith("Open: financial analyst, seed 0")


def test_everything_is_reached_by_keys_alone(watch: WatchedPage) -> None:
    page, keys = watch.page, watch.page.keyboard
    keys.press("/")
    keys.type("polite")
    for _ in range(40):
        keys.press("Tab")
        if page.evaluate("document.activeElement.closest('.list tbody a') !== null"):
            break
    keys.press("Enter")
    page.wait_for_selector(".playback")
    assert page.evaluate("document.activeElement.id") == "meeting-title"
    keys.press("k")
    expect(page.locator(".play")).to_have_attribute("aria-label", "Pause")
    keys.press("k")
    page.get_by_role("link", name="All meetings").press("Enter")
    page.wait_for_selector(".list tbody a")


def test_two_agents_are_set_side_by_side_on_the_same_turn(
    watch: WatchedPage, results: Path
) -> None:
    page = watch.page
    page.locator(".list tr", has_text="polite_but_wrong").locator("a").click()
    page.wait_for_selector(".playback")
    choice = page.get_by_label("Set another meeting beside this one")
    choice.select_option(index=1)
    page.wait_for_selector(".beside")

    heads = page.locator(".beside > .pair h3").all_inner_texts()
    assert heads == ["polite_but_wrong", "oracle"]
    left, right, gap = page.locator("table.scores tbody tr").first.locator("td").all_inner_texts()
    assert float(gap) == pytest.approx(float(right) - float(left), abs=0.011)
    assert float(gap) > 0
    told = page.locator("#beside-turn [role=status]").inner_text()
    assert int(told.split(" places")[0]) > 0
    assert page.locator(".work-side").first.locator(".changed").count() == int(told.split(" ")[0])
    (run,) = results.glob("polite*")
    recording = json.loads((run / SCENARIO / "seed-0" / "recording.json").read_text())
    turns = len(recording["exchanges"])
    assert page.locator(".strip .step").count() == turns
    before = page.locator(".strip [aria-current]").inner_text()
    page.locator(".strip .step:not([aria-current])").first.click()
    expect(page.locator(".strip [aria-current]")).not_to_have_text(before)


def test_a_link_leads_to_a_moment(watch: WatchedPage, address: str, results: Path) -> None:
    watch.page.goto("about:blank")
    watch.page.goto(f"{address}#{key_of(results, 'polite')}/t=12.5")
    watch.page.wait_for_selector(".playback")

    assert float(watch.page.locator(".scrubber").input_value()) == 12.5


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("place", ["", "one", "two"])
def test_no_page_has_serious_findings_or_scrolls_sideways(
    browser: Browser, address: str, results: Path, place: str, width: int
) -> None:
    wrong, right = key_of(results, "polite"), key_of(results, "oracle")
    way = {"": "", "one": f"#{wrong}", "two": f"#beside/{wrong}/{right}"}[place]
    ready = {"": ".list tbody a", "one": ".playback", "two": "#beside-turn h3"}[place]
    with watch_page(browser, width=width, home=address) as opened:
        opened.page.goto(f"{address}{way}")
        opened.page.wait_for_selector(ready)

        assert opened.serious() == []
        assert not opened.overflows()
        assert opened.amiss() == {}


@pytest.mark.parametrize("bypass_csp", [False, True], ids=["policy", "without the policy"])
def test_nothing_that_an_agent_wrote_runs(
    browser: Browser, hostile: Path, *, bypass_csp: bool
) -> None:
    with served(hostile) as address, watch_page(browser, bypass_csp=bypass_csp, home=address) as it:
        it.page.goto(address)
        seen = it.walk()
        assert seen["meetings"] == 2
        assert seen["odd"] == []
        text = it.page.evaluate("window.__text")
        payloads = marked_payloads("said")
        assert sum(payload in text for payload in payloads) > len(payloads) // 2
        keys = [quote(f"{name}:{SCENARIO}-0", safe="") for name in ("one", "other")]
        it.page.goto(f"{address}#beside/{'/'.join(keys)}")
        it.page.wait_for_selector(".beside .step")
        for step in it.page.locator(".beside .step").all():
            step.click()
        assert it.amiss() == {}


def test_a_meeting_that_goes_on_is_followed_and_opened_when_it_has_ended(
    browser: Browser, results: Path, tmp_path: Path
) -> None:
    """As a run leaves it behind: its log grows, and its records come one after the other."""
    (wrong,) = results.glob("polite*")
    home = tmp_path / "results" / wrong.name
    trial = home / SCENARIO / "seed-0"
    trial.mkdir(parents=True)
    shutil.copy(wrong / "run.json", home)
    whole = (wrong / SCENARIO / "seed-0" / "events.jsonl").read_bytes()
    cut = whole.index(b"\n", len(whole) // 2) - 20  # in the middle of a line
    (trial / "events.jsonl").write_bytes(whole[:cut])
    with served(tmp_path / "results") as address, watch_page(browser, home=address) as it:
        it.page.goto(address)
        expect(it.page.locator(".list .live-tag")).to_have_text("in progress")
        it.page.locator(".list tbody a").click()
        lines = it.page.locator(".following li")
        expect(lines.filter(has_text="Priya Nair").first).to_be_visible()
        before = lines.count()
        with (trial / "events.jsonl").open("ab") as log:
            log.write(whole[cut:])
        expect(lines.nth(before)).to_be_visible()
        shutil.copytree(wrong / SCENARIO / "seed-0", trial, dirs_exist_ok=True)
        it.page.wait_for_selector(".playback", timeout=30_000)
        assert it.amiss() == {}


def ask(address: str, way: str, method: str = "GET", **headers: str) -> tuple[int, bytes]:
    """The status and body of an answer; `way` follows the token, or begins with a slash."""
    split = urlsplit(address)
    assert split.hostname is not None
    link = HTTPConnection(split.hostname, split.port, timeout=10)
    sent = {"Host": split.netloc} | {name.replace("_", "-"): said for name, said in headers.items()}
    link.request(method, way if way.startswith("/") else split.path + way, headers=sent)
    answer = link.getresponse()
    found = answer.status, answer.read()
    link.close()
    return found


@pytest.mark.parametrize(
    ("way", "method", "headers", "status"),
    [
        ("index.json", "GET", {}, 200),
        ("index.json", "GET", {"Sec_Fetch_Site": "same-origin"}, 200),
        ("/", "GET", {}, 404),
        ("/index.json", "GET", {}, 404),
        ("/0123456789/index.json", "GET", {}, 404),
        ("index.json", "GET", {"Host": "attacker.example"}, 421),
        ("index.json", "GET", {"Origin": "http://attacker.example"}, 403),
        ("index.json", "GET", {"Origin": "null"}, 403),
        ("index.json", "GET", {"Sec_Fetch_Site": "cross-site"}, 403),
        ("index.json", "GET", {"Sec_Fetch_Site": "same-site"}, 403),
        ("index.json", "POST", {}, 405),
        ("meeting/none", "GET", {}, 404),
        ("live/none", "GET", {}, 404),
        ("media/none/media/x.wav", "GET", {}, 404),
    ],
)  # fmt: skip
def test_only_this_machines_own_page_gets_an_answer(
    address: str, way: str, method: str, headers: dict[str, str], status: int
) -> None:
    assert ask(address, way, method, **headers)[0] == status


def test_sound_and_pictures_are_served_and_nothing_else(address: str, results: Path) -> None:
    key = key_of(results, "polite")
    meeting: Any = json.loads(ask(address, f"meeting/{key}")[1])
    (clip, *_) = [turn["room"] for turn in meeting["turns"] if turn["room"]]
    status, sound = ask(address, clip["path"])
    assert (status, sound[:4]) == (200, b"RIFF")
    status, part = ask(address, clip["path"], Range="bytes=4-7")
    assert (status, part) == (206, sound[4:8])

    for place in (
        "recording.json",
        "../../run.json",
        "..%2f..%2frun.json",
        "media/../recording.json",
    ):
        assert ask(address, f"media/{key}/{place}")[0] == 404


def test_a_folder_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    ended = try_command("view", tmp_path / "nowhere")

    assert ended.returncode == 2
    assert "expected one with runs in it" in ended.stderr
    assert ended.stderr.count("\n") == 1
