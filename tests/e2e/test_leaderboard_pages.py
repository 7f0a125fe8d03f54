"""What people see of a leaderboard; nothing that a submitter wrote runs in the browser."""

import hashlib
import os
import struct
import time
import wave
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, sync_playwright
from tests.staging.leaderboard.server import (
    KEY,
    accept,
    parts_of,
    reject,
    result,
    serve_app,
)
from tests.staging.report.browser import AXE
from tests.staging.report.hostile_run import PAYLOADS
from typing_extensions import override

from modylbench.leaderboard.signing import SignedVerdict, is_genuine
from modylbench.leaderboard.store.store import Store, open_store
from modylbench.leaderboard.web.pages.site import SiteSource, build_site
from modylbench.leaderboard.web.reports import SubmissionReports
from modylbench.providers.chromium import FLAGS, chromium, has_sandbox
from modylbench.publishing.html.inline import policy

NIGHTLY = os.environ.get("MODYLBENCH_TEST_PROFILE") == "nightly"  # noqa: TID251
EVIL_REPORT = """<!doctype html><title>Report</title><p id=here>Report</p><script>
const tried = {origin: self.origin, stolen: null, ran: true};
try { tried.stolen = document.cookie + localStorage.length } catch (error) { tried.stolen = 'no' }
fetch('/api/v1/key').then(r => r.text()).catch(() => 'no').then(got => { tried.fetched = got;
  window.tried = tried });
</script>"""


def evil_report(run: Path) -> None:
    """A report whose escaping has failed."""
    run.mkdir(parents=True, exist_ok=True)
    (run / "report.html").write_text(EVIL_REPORT)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store("", tmp_path_factory.mktemp("leaderboard")) as kept:
        for number, payload in enumerate(PAYLOADS):
            score = 9 - number / 20
            accept(kept, f"name {number}", result(payload, score=score), reasons=PAYLOADS)
        for number, payload in enumerate(PAYLOADS[::6]):
            came_to = result("Plain", panel=payload[:300], mode="silver")
            scenarios = tuple(
                replace(scenario, scenario_id=payload, tier=payload)
                for scenario in came_to.scenarios[:1]
            )
            accept(kept, f"panel {number}", replace(came_to, scenarios=scenarios), "self-reported")
        reject(kept, "bad", PAYLOADS)
        kept.refresh()
        yield kept


@pytest.fixture(scope="module")
def reports(store: Store, tmp_path_factory: pytest.TempPathFactory) -> SubmissionReports:
    return SubmissionReports(store, tmp_path_factory.mktemp("reports"), evil_report)


@pytest.fixture(scope="module")
def url(
    store: Store, reports: SubmissionReports, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    parts = replace(parts_of(store, tmp_path_factory.mktemp("more")), reports=reports)
    with serve_app(parts) as address:
        yield address


@pytest.fixture(scope="module")
def site(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static") / "site"
    build_site(SiteSource(store, KEY), folder)
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened_browser = playwright.chromium.launch(
            executable_path=chromium(),
            chromium_sandbox=has_sandbox(),
            args=[*FLAGS, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
        )
        yield opened_browser
        opened_browser.close()


@contextmanager
def looking(browser: Browser, *, width: int = 1280, bypass: bool = True) -> Iterator[Page]:
    """A page without the wall of its policy: what is escaped must need none."""
    context = browser.new_context(
        viewport={"width": width, "height": 800}, bypass_csp=bypass, reduced_motion="reduce"
    )
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()


def amiss(page: Page, address: str) -> list[str]:
    """What a page does that it must not do: run something, ask for something, open something."""
    found: list[str] = []
    home = address.split("/submissions")[0].rsplit("/", 1)[0]

    def asked(dialog: Dialog) -> None:
        found.append(f"dialog {dialog.message}")
        dialog.dismiss()

    page.on("dialog", asked)
    page.on("pageerror", lambda error: found.append(f"error {error}"))
    page.on("popup", lambda popup: found.append(f"window {popup.url}"))
    page.on(
        "request",
        lambda request: None if request.url.startswith(home) else found.append(request.url),
    )
    page.goto(address)
    page.mouse.move(300, 300)
    page.keyboard.press("Tab")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    if page.evaluate("window.__pwned ?? null"):
        found.append("ran")
    scripts = "script, iframe, object, embed, base, svg, img, video, audio, [onload], [onerror]"
    found += page.evaluate(
        f"[...document.querySelectorAll({scripts!r})].map(one => one.outerHTML.slice(0, 99))"
    )
    return found


def test_nothing_that_a_submitter_wrote_runs_on_the_server_s_pages(
    browser: Browser, url: str, store: Store
) -> None:
    submissions = [submission.id for submission in store.accepted_submissions()]
    rejected = store.submission(_rejected())
    assert rejected is not None
    paths = ["/", "/?page=2", "/?mode=silver", "/?panel=*&mode=silver", "/?q=%3Cscript%3E"]
    paths += [
        f"/submissions/{submission}/"
        for submission in (submissions[0], submissions[-1], rejected.id)
    ]
    paths += ["/%3Cscript%3Ewindow.__pwned=1%3C/script%3E", "/?page=%3Cimg%20src=x%20onerror=1%3E"]
    for path in paths:
        with looking(browser) as page:
            assert amiss(page, url + path) == [], path


def test_every_payload_is_shown_as_it_was_written(browser: Browser, url: str) -> None:
    with looking(browser) as page:
        page.goto(url)
        first = page.locator("tbody th a").all_text_contents()
        page.goto(f"{url}/submissions/{_rejected()}/")
        problems = page.locator("ul.bad li").all_text_contents()

    assert first == list(PAYLOADS[:50])
    assert problems == list(PAYLOADS)


def test_nothing_runs_on_the_static_site_opened_from_disk(
    browser: Browser, site: Path, store: Store
) -> None:
    submission = next(iter(store.accepted_submissions())).id
    for name in (
        "index.html",
        "index-2.html",
        "board-2.html",
        f"submissions/{submission}/index.html",
    ):
        with looking(browser) as page:
            assert amiss(page, (site / name).as_uri()) == [], name


class Links(HTMLParser):
    """The addresses that a page leads to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("href", "src", "action")]


def test_every_link_of_the_static_site_leads_to_a_file_of_it(site: Path) -> None:
    reached: set[Path] = set()
    to_see = [site / "index.html"]
    while to_see:
        page = to_see.pop()
        for link in Links(page).found:
            place = (page.parent / link.partition("#")[0]).resolve() if link[:1] != "#" else page
            assert place.is_relative_to(site), link
            assert place.is_file(), link
            if place not in reached and place.suffix == ".html":
                to_see.append(place)
            reached.add(place)

    unlinked = {site / "key.txt", *site.rglob("submission.json")}
    assert reached == {path for path in site.rglob("*") if path.is_file()} - unlinked


def _content(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_the_same_leaderboard_gives_the_same_bytes(
    store: Store, site: Path, tmp_path: Path
) -> None:
    build_site(SiteSource(store, KEY), tmp_path / "again")

    assert _content(tmp_path / "again") == _content(site)


def test_the_same_files_give_the_same_bytes_whenever_they_are_built(tmp_path: Path) -> None:
    for name in ("first", "second"):
        with open_store("", tmp_path / name) as kept:
            accept(kept, "one", result("One"), decided_at=f"2026-01-01 {name}")
            kept.refresh()
            build_site(SiteSource(kept, KEY, is_of_now=True), tmp_path / f"{name} site")
        time.sleep(1.1)  # a second is the least that is shown

    first = _content(tmp_path / "first site")
    assert first == _content(tmp_path / "second site")
    verdict = next(content for name, content in first.items() if name.endswith("verdict.json"))
    assert is_genuine(SignedVerdict.model_validate_json(verdict), KEY.public)


def test_a_report_whose_escaping_fails_runs_in_nobodys_name(
    browser: Browser, url: str, store: Store, reports: SubmissionReports
) -> None:
    submission = next(iter(store.accepted_submissions())).id
    assert reports.make(submission)
    with looking(browser, bypass=False) as page:
        page.goto(f"{url}/submissions/{submission}/")
        page.get_by_role("link", name="The report").click()
        page.wait_for_function("window.tried")
        tried = page.evaluate("window.tried")

    assert tried == {"origin": "null", "stolen": "no", "ran": True, "fetched": "no"}


def test_a_report_shows_the_pictures_and_plays_the_sound_beside_it(
    browser: Browser, url: str, store: Store, reports: SubmissionReports
) -> None:
    """In the sandbox it has no origin, and its own policy allows only what is beside it."""
    submission = list(store.accepted_submissions())[1].id
    media = store.blobs.unpacked_folder(submission) / "scenario" / "media"
    media.mkdir(parents=True)
    picture = zlib.compress(b"\0\xff\xff\xff")
    (media / "one.png").write_bytes(_png(struct.pack(">2L5B", 1, 1, 8, 2, 0, 0, 0), picture))
    with wave.open(str(media / "one.wav"), "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(bytes(8000))
    assert reports.make(submission)
    said = policy()
    page_text = f'''<!doctype html><meta http-equiv="Content-Security-Policy" content="{said}">
<title>R</title><img src="scenario/media/one.png" alt=""><audio src="scenario/media/one.wav">'''
    (store.blobs.unpacked_folder(submission) / "report.html").write_text(page_text)
    with looking(browser, bypass=False) as page:
        page.goto(f"{url}/submissions/{submission}/report/report.html")
        page.wait_for_function("document.querySelector('audio').readyState > 0")
        seen = page.evaluate("[self.origin, document.images[0].naturalWidth]")

    assert seen == ["null", 1]


@pytest.mark.parametrize("width", [1280, 360])
def test_pages_are_accessible_and_fit_a_phone(
    browser: Browser, url: str, store: Store, width: int
) -> None:
    submission = next(iter(store.accepted_submissions())).id
    others = (f"/submissions/{_rejected()}/", "/nothing") if NIGHTLY else ()
    for path in ("/", f"/submissions/{submission}/", *others):
        with looking(browser, width=width) as page:
            page.goto(url + path)
            page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
            assert [
                (violation["id"], violation["nodes"][0]["html"]) for violation in found
            ] == [], path
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert page.evaluate(wide) <= 0, path


def test_the_form_chooses_a_table_without_any_script(browser: Browser, url: str) -> None:
    with looking(browser, bypass=False) as page:
        page.goto(url)
        page.get_by_label("Agent").fill("onerror")
        page.get_by_role("button", name="Show").click()
        page.wait_for_url("**q=onerror**")
        names = page.locator("tbody th a").all_text_contents()

    assert names
    assert all("onerror" in name for name in names)


def _png(head: bytes, rows: bytes) -> bytes:
    """A picture of these rows."""
    parts = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    chunks = (
        struct.pack(">L", len(data)) + name + data + struct.pack(">L", zlib.crc32(name + data))
        for name, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _rejected() -> str:
    return hashlib.sha256(b"bad").hexdigest()
