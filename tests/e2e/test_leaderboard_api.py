"""The leaderboard's API answers as documented, whatever is sent to it."""

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from benchmarks.postgresql import NotHere, address, server
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from tests.staging.leaderboard.server import (
    EASY,
    KEY,
    PANEL,
    accept,
    archive,
    client,
    parts_of,
    receive,
    reject,
    result,
    serve_app,
)

from modylbench.leaderboard.challenge import (
    SignedChallenge,
    SignedOffer,
    challenge_problems,
    is_offered,
    reveal_problems,
)
from modylbench.leaderboard.identity import contact_token
from modylbench.leaderboard.signing import SignedVerdict, is_genuine
from modylbench.leaderboard.store.records import ChallengeQuota
from modylbench.leaderboard.store.store import Store, open_store
from modylbench.leaderboard.web.context import AppLimits
from modylbench.leaderboard.web.middleware.guard import Rate

NIGHTLY = os.environ.get("MODYLBENCH_TEST_PROFILE") == "nightly"  # noqa: TID251
EXAMPLES = 300 if NIGHTLY else 6
C = "0123456789abcdef" * 4


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store("", tmp_path_factory.mktemp("leaderboard")) as kept:
        for number in range(60):
            accept(kept, f"entry {number}", result(f"agent {number}", score=9 - number / 20))
        accept(kept, "silver", result("Silver", mode="silver"), "self-reported", reasons=["why"])
        accept(kept, "other", result("Other panel", panel="a + b"))
        reject(kept, "bad", ["a/b.json: combined: found 9.0, expected 4.0"])
        kept.refresh()
        yield kept


@pytest.fixture(scope="module")
def url(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve_app(parts_of(store, tmp_path_factory.mktemp("reports"))) as address:
        yield address


@pytest.fixture
def http(url: str) -> Iterator[httpx.Client]:
    with client(url) as opened_client:
        yield opened_client


@schemathesis.serializer("application/zip")
def _as_it_is(_: Any, value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()


def _fuzz(operation: Any, mode: GenerationMode) -> None:
    """Send what the schema allows, or what it does not."""

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(mode))
    def send(case: Any) -> None:
        # A schema cannot say what a submission is: bytes that are none are refused.
        is_upload = operation.label == "POST /api/v1/submissions"
        excluded = [schemathesis.checks.positive_data_acceptance] if is_upload else []
        case.call_and_validate(excluded_checks=excluded)

    try:
        send()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "there is something that this operation takes"


def test_schemathesis_finds_no_server_error_and_no_answer_that_the_schema_does_not_know(
    url: str,
) -> None:
    schema = schemathesis.openapi.from_url(f"{url}/api/v1/openapi.json")
    tried: set[str] = set()
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        tried.add(operation.label)
        for mode in GenerationMode:
            _fuzz(operation, mode)

    assert tried == {
        "POST /api/v1/offers",
        "POST /api/v1/challenges",
        "GET /api/v1/challenges/{id}",
        "GET /api/v1/key",
        "POST /api/v1/submissions",
        "GET /api/v1/submissions/{id}",
        "GET /api/v1/submissions/{id}/verdict",
        "GET /api/v1/leaderboard",
    }


def test_the_table_comes_in_pages_of_one_board(http: httpx.Client) -> None:
    first = http.get("/api/v1/leaderboard").json()
    second = http.get("/api/v1/leaderboard", params={"page": 2}).json()

    assert first["board"] == {
        "suite": "core-1",
        "level": "verified",
        "mode": "gold",
        "panel": PANEL,
        "entries": 60,
    }
    assert (first["pages"], len(first["rows"]), len(second["rows"])) == (2, 50, 10)
    names = [row["agent"] for row in (*first["rows"], *second["rows"])]
    assert names == [f"agent {number}" for number in range(60)]
    for row in first["rows"]:
        assert row["rank_low"] <= row["rank"] <= row["rank_high"]
        assert row["interval"][0] <= row["overall"] <= row["interval"][1]
        assert row["overall_by_paper"] == 9.25
        assert {scenario["counted_by_paper"] for scenario in row["scenarios"]} == {9.25}


def test_filters_choose_the_board_and_search_in_it(http: httpx.Client) -> None:
    def names(**asked: str) -> list[str]:
        rows = http.get("/api/v1/leaderboard", params=asked).json()["rows"]
        return [row["agent"] for row in rows]

    assert names(mode="silver") == ["Silver"]
    assert names(level="self-reported") == ["Silver"]
    assert names(panel="a + b") == ["Other panel"]
    assert names(q="AGENT 59") == ["agent 59"]
    assert names(q="%") == names(q="_") == names(level="self-reported", mode="gold") == []
    assert "Other panel" in names(panel="*", rows="200")


def test_what_has_not_changed_is_not_sent_again(http: httpx.Client) -> None:
    first = http.get("/api/v1/leaderboard")
    again = http.get("/api/v1/leaderboard", headers={"if-none-match": first.headers["etag"]})
    other = http.get("/api/v1/leaderboard?page=2", headers={"if-none-match": first.headers["etag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert other.status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/v1/leaderboard", "/healthz", "/nothing"])
def test_a_head_is_answered_as_its_page_without_the_page(http: httpx.Client, path: str) -> None:
    head, page = http.head(path), http.get(path)

    assert (head.status_code, head.content) == (page.status_code, b"")
    kept = ("content-length", "content-type", "etag", "content-security-policy")
    assert [head.headers.get(header) for header in kept] == [
        page.headers.get(header) for header in kept
    ]


def test_no_other_site_may_read_the_answers(http: httpx.Client) -> None:
    answer = http.get("/api/v1/leaderboard", headers={"origin": "https://other.example"})

    assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_a_challenge_is_of_an_offer_made_before_and_tells_its_secret_only_when_used(
    http: httpx.Client, store: Store
) -> None:
    offer = SignedOffer.model_validate_json(http.post("/api/v1/offers").content)
    asked = {"offer": offer.offer.id, "commitment": C, "k": 3, "contact": "a@b.example"}
    answer = http.post("/api/v1/challenges", json=asked)
    signed = SignedChallenge.model_validate(answer.json()["signed"], strict=False)
    again = http.post("/api/v1/challenges", json=asked)
    shown = http.get(f"/api/v1/challenges/{offer.offer.id}").json()

    assert answer.status_code == 201
    assert is_offered(offer, KEY.public)
    assert challenge_problems(signed, KEY.public) == []
    assert signed.challenge.secret_hash == offer.offer.secret_hash
    assert again.json() == answer.json()
    assert (shown["state"], shown["secret"]) == ("open", None)
    assert "a@b.example" not in str(shown)

    store.reserve(offer.offer.id, receive(store, b"PK\x03\x04 for the challenge"))
    used = http.get(f"/api/v1/challenges/{offer.offer.id}").json()
    assert used["state"] == "used"
    assert reveal_problems(signed.challenge, bytes.fromhex(used["secret"])) == []


def test_one_offer_serves_one_commitment(http: httpx.Client) -> None:
    offer = http.post("/api/v1/offers").json()["offer"]["id"]
    first = {"offer": offer, "commitment": C, "k": 3}
    answers = [
        http.post("/api/v1/challenges", json=asked).status_code
        for asked in (first, first | {"commitment": "f" * 64}, first | {"k": 4}, first)
    ]

    assert answers == [201, 409, 409, 201]
    assert http.post("/api/v1/challenges", json=first | {"offer": "none"}).status_code == 404


def _ask_for_seeds(http: httpx.Client, **asked: str) -> httpx.Response:
    offer = http.post("/api/v1/offers").json()["offer"]["id"]
    return http.post("/api/v1/challenges", json={"offer": offer, "commitment": C, "k": 3} | asked)


def test_challenges_are_counted_for_a_contact_that_was_confirmed_and_for_nobody_else(
    http: httpx.Client,
) -> None:
    token = contact_token("often@b.example", KEY)
    mine = [
        _ask_for_seeds(http, contact=contact, token=token).json()
        for contact in ("often@b.example", "Often@B.example", "often+2@b.example")
    ]
    claimed = _ask_for_seeds(http, contact="often@b.example").json()
    stolen = _ask_for_seeds(http, contact="other@b.example", token=token)
    again = _ask_for_seeds(http, contact="often@b.example", token=token).json()

    assert [answer["issued_so_far"] for answer in mine] == [1, 2, 3]
    assert [answer["is_anonymous"] for answer in mine] == [False] * 3
    assert claimed["is_anonymous"]
    assert (stolen.status_code, "not of this contact" in stolen.text) == (403, True)
    assert again["issued_so_far"] == 4


def test_nobody_gets_more_challenges_than_their_quota(store: Store, tmp_path: Path) -> None:
    few = ChallengeQuota(2, 3600.0)
    limits = replace(EASY, confirmed=few, anonymous=few, trusts_proxy=True)
    token = contact_token("new@b.example", KEY)

    def asks(address: str, **told: str) -> list[int]:
        asking.headers["x-forwarded-for"] = address
        return [_ask_for_seeds(asking, **told).status_code for _ in range(3)]

    with serve_app(parts_of(store, tmp_path, limits)) as url, client(url) as asking:
        anonymous = asks("198.51.100.77", contact="whoever@b.example")
        elsewhere = asks("198.51.100.78")
        named = asks("198.51.100.78", contact="new@b.example", token=token)

    assert anonymous == elsewhere == named == [201, 201, 429]


def test_a_verdict_is_signed_by_the_key_that_the_server_shows(http: httpx.Client) -> None:
    best = http.get("/api/v1/leaderboard").json()["rows"][0]["id"]
    signed = SignedVerdict.model_validate_json(
        http.get(f"/api/v1/submissions/{best}/verdict").content
    )

    assert http.get("/api/v1/key").json()["key"] == KEY.public.text
    assert is_genuine(signed, KEY.public)
    assert signed.verdict.submission == best


def test_one_that_the_operator_took_down_is_told_as_such(http: httpx.Client, store: Store) -> None:
    taken = accept(store, "to be taken down", result("Taken"), "self-reported")
    assert store.withdraw(taken, "it was another's agent")

    told = http.get(f"/api/v1/submissions/{taken}").json()
    assert (told["state"], told["is_over"], told["agent"]) == ("withdrawn", True, None)
    assert "another&#39;s agent" in http.get(f"/submissions/{taken}/").text


def test_errors_are_one_line_that_says_what_to_do(http: httpx.Client) -> None:
    answers = [
        http.get("/api/v1/nothing"),
        http.get("/api/v1/leaderboard?page=x"),
        http.get("/api/v1/submissions/abc"),
        http.get(f"/api/v1/submissions/{C}"),
        http.delete("/api/v1/leaderboard"),
        http.post("/api/v1/challenges", content=b"{"),
        http.post("/api/v1/challenges", content=b"x" * 100_000),
        http.post("/api/v1/challenges", json={"offer": "a" * 100, "commitment": C}),
    ]

    assert [answer.status_code for answer in answers] == [404, 422, 422, 404, 405, 422, 413, 422]
    for answer in answers:
        assert list(answer.json()) == ["problem"]
        assert re.fullmatch(r"[^\n]{5,500}", answer.json()["problem"])


@pytest.mark.parametrize(
    "path", ["/", "/api/v1/leaderboard", "/nothing", "/api/v1/openapi.json", "/healthz"]
)
def test_every_answer_carries_the_walls(http: httpx.Client, path: str) -> None:
    headers = http.get(path).headers

    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_who_asks_too_often_waits_and_others_do_not(store: Store, tmp_path: Path) -> None:
    limits = AppLimits(reading=Rate(3, 60.0), writing=Rate(1, 60.0), trusts_proxy=True)
    with serve_app(parts_of(store, tmp_path, limits)) as url, client(url) as http:
        loud = {"x-forwarded-for": "198.51.100.1"}
        reads = [http.get("/api/v1/key", headers=loud) for _ in range(5)]
        writes = [http.post("/api/v1/offers", headers=loud) for _ in range(2)]
        quiet = http.get("/api/v1/key", headers={"x-forwarded-for": "198.51.100.2"})
        forged = [
            http.get("/api/v1/key", headers=[("x-forwarded-for", line) for line in lines])
            for lines in (["9.9.9.9, 198.51.100.1"], ["9.9.9.9", "198.51.100.1"])
        ]

    assert [read.status_code for read in reads] == [200, 200, 200, 429, 429]
    assert [write.status_code for write in writes] == [201, 429]
    assert 0 < int(reads[-1].headers["retry-after"]) <= 60
    assert "nosniff" in reads[-1].headers["x-content-type-options"]
    assert [quiet.status_code, *(answer.status_code for answer in forged)] == [200, 429, 429]


def test_the_whole_app_runs_on_postgresql(tmp_path: Path) -> None:
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(server())
        except NotHere as error:
            pytest.skip(str(error))
        kept = stack.enter_context(open_store(address(folder), tmp_path))
        best = accept(kept, "best", result("Best \U0001f600 <b>", score=9.0))
        accept(kept, "other", result("Other", score=5.99))
        kept.refresh()
        http = stack.enter_context(client(stack.enter_context(serve_app(parts_of(kept, tmp_path)))))

        offer = http.post("/api/v1/offers").json()["offer"]["id"]
        asked = {"offer": offer, "commitment": C, "k": 3, "contact": "nul \x00 here"}
        zipped: dict[str, Any]
        zipped = {"content": archive("{}"), "headers": {"content-type": "application/zip"}}
        answers = [
            http.get("/"),
            http.get("/", params={"q": "\x00%_'\";--"}),
            http.get(f"/submissions/{best}/"),
            http.post("/api/v1/challenges", json=asked),
            http.get(f"/api/v1/challenges/{offer}"),
            http.post("/api/v1/submissions", **zipped),
            http.post("/api/v1/submissions", **zipped),
        ]
        rows = http.get("/api/v1/leaderboard").json()["rows"]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 201, 200, 202, 200]
    assert [row["agent"] for row in rows] == ["Best \U0001f600 <b>", "Other"]
    assert "5.99" in answers[0].text
