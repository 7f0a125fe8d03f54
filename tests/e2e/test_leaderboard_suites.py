"""Every suite, and the private variants of every secret, has boards and pages of its own."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from tests.staging.leaderboard.server import (
    KEY,
    accept,
    client,
    parts_of,
    plain_report,
    result,
    serve_app,
)
from typing_extensions import override

from modylbench.leaderboard.store.store import Store, open_store
from modylbench.leaderboard.web.pages.site import SiteSource, build_site
from modylbench.leaderboard.web.reports import SubmissionReports

PRIVATE = "core-1-3f2a90c1d2e4b7a8"
ENTERED = {"core-1": "Plain", "freeform-1": "Free", PRIVATE: "Unread"}


class PageText(HTMLParser):
    """What a page says, and where it leads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.words: list[str] = []
        self.feed(html)
        self.text = " ".join(" ".join(self.words).split())

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name == "href"]

    @override
    def handle_data(self, data: str) -> None:
        self.words.append(data)


def enter_all(store: Store, suites: dict[str, str]) -> dict[str, str]:
    """An entry of each suite, the later the better; that in free form is of another kind."""
    made = {}
    for number, (suite, agent) in enumerate(suites.items()):
        is_free = suite.startswith("freeform")
        came_to = result(
            agent, score=5.0 + number, suite=suite, mode="silver" if is_free else "gold"
        )
        made[suite] = accept(store, agent, came_to, "self-reported" if is_free else "verified")
    store.refresh()
    return made


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store("", tmp_path_factory.mktemp("leaderboard")) as kept:
        yield kept


@pytest.fixture(scope="module")
def ids(store: Store) -> dict[str, str]:
    return enter_all(store, ENTERED)


@pytest.fixture(scope="module")
def http(
    store: Store, ids: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    assert len(ids) == len(ENTERED)
    with (
        serve_app(parts_of(store, tmp_path_factory.mktemp("more"))) as address,
        client(address) as found,
    ):
        yield found


@pytest.mark.parametrize(
    ("asked", "suite"),
    [
        ({}, "core-1"),
        ({"suite": "core"}, "core-1"),
        ({"suite": "core-1", "panel": "*"}, "core-1"),
        ({"suite": "freeform"}, "freeform-1"),
        ({"suite": PRIVATE}, PRIVATE),
    ],
)
def test_a_table_has_the_entries_of_one_suite_alone(
    http: httpx.Client, ids: dict[str, str], asked: dict[str, str], suite: str
) -> None:
    table = http.get("/api/v1/leaderboard", params=asked).json()
    page = PageText(http.get("/", params=asked).text).text

    assert table["board"]["suite"] == suite
    assert [(row["id"], row["rank"]) for row in table["rows"]] == [(ids[suite], 1)]
    assert {board["suite"] for board in table["boards"]} == set(ENTERED)
    assert [agent for agent in ENTERED.values() if agent in page] == [ENTERED[suite]]


def test_an_empty_table_leads_to_those_that_have_entries(http: httpx.Client) -> None:
    asked = {"suite": "freeform", "level": "verified", "mode": "gold"}
    page = PageText(http.get("/", params=asked).text)
    there = [link for link in page.links if link.startswith("?suite=freeform-1")]

    assert "There are some in these tables" in page.text
    assert there
    assert all("Free" in PageText(http.get(f"/{link}").text).text for link in there)
    assert "There are some" not in PageText(http.get("/").text).text


def test_a_suite_that_nobody_has_entered_is_empty_and_one_that_is_none_is_refused(
    http: httpx.Client,
) -> None:
    for suite in ("core-2", "multiparty", "core-1-0000000000000000"):
        assert http.get("/api/v1/leaderboard", params={"suite": suite}).json()["rows"] == []
    for suite in ("Core", "core-", "core-1-x", "<script>", "core-1-3f2a90c1d2e4b7a8-1"):
        assert http.get("/api/v1/leaderboard", params={"suite": suite}).status_code == 422


def test_a_submission_says_which_suite_it_is_of(http: httpx.Client, ids: dict[str, str]) -> None:
    pages = {suite: PageText(http.get(f"/submissions/{ids[suite]}/").text).text for suite in ids}

    alone = "its scores are not the benchmark's, and are ranked with their like alone"
    assert [suite for suite, text in pages.items() if alone in text] == ["freeform-1", PRIVATE]
    assert [suite for suite, text in pages.items() if "Official" in text] == ["core-1"]
    assert "Suite freeform, version 1" in pages["freeform-1"]
    assert "private variants of the secret 3f2a90c1d2e4b7a8" in pages[PRIVATE]
    for suite, submission in ids.items():
        found = http.get(f"/api/v1/submissions/{submission}").json()
        assert (found["suite"], found["row"]["rank"]) == (suite, 1)
        assert found["verdict"]["verdict"]["suite"] == suite


def test_a_report_of_private_meetings_is_never_made(
    store: Store, ids: dict[str, str], http: httpx.Client, tmp_path: Path
) -> None:
    reports = SubmissionReports(store, tmp_path / "reports", plain_report)

    assert reports.make(ids["freeform-1"])
    assert not reports.make(ids[PRIVATE])
    assert not reports.is_made(ids[PRIVATE])
    assert http.get(f"/submissions/{ids[PRIVATE]}/report/report.html").status_code == 404
    page = PageText(http.get(f"/submissions/{ids[PRIVATE]}/").text).text
    assert "There is no report: it would tell what is said" in page


def agents_by_page(site: Path) -> dict[str, list[str]]:
    """The agents on every page that the first one leads to."""
    first = PageText((site / "index.html").read_text(encoding="utf-8"))
    names = {"index.html", *(link for link in first.links if link.startswith("board-"))}
    texts = {
        name: PageText((site / name).read_text(encoding="utf-8")).text
        for name in sorted(names)
        if name.endswith(".html")
    }
    return {
        name: [agent for agent in ENTERED.values() if agent in text] for name, text in texts.items()
    }


def test_a_static_site_has_a_page_for_each_board_and_the_core_comes_first(
    store: Store, ids: dict[str, str], tmp_path: Path
) -> None:
    built = build_site(SiteSource(store, KEY), tmp_path / "site")

    shown = agents_by_page(tmp_path / "site")
    assert built.submissions == len(ids)
    assert shown["index.html"] == ["Plain"]
    assert sorted(shown.values()) == sorted([[agent] for agent in ENTERED.values()] * 2)


def test_the_core_comes_first_also_where_nobody_has_entered_it(tmp_path: Path) -> None:
    with open_store("", tmp_path / "data") as store:
        enter_all(store, {"freeform-1": "Free"})
        build_site(SiteSource(store, KEY), tmp_path / "site")

    shown = agents_by_page(tmp_path / "site")
    assert shown.pop("index.html") == []
    assert list(shown.values()) == [["Free"], ["Free"]]
