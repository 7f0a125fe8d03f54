"""A submitter's client of a leaderboard, which checks every answer before it is used."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, TypeVar

import httpx
from pydantic import ValidationError

from modylbench.foundation.errors import ModylBenchError, UserMistake, one_line, short_repr
from modylbench.foundation.record import Spec
from modylbench.leaderboard.challenge import SignedOffer, challenge_problems, commitment, is_offered
from modylbench.leaderboard.signing import public_key
from modylbench.leaderboard.web import models
from modylbench.leaderboard.web.models import ChallengeRequest, IssuedChallenge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from modylbench.foundation.clock import Clock
    from modylbench.leaderboard.challenge import Declaration
    from modylbench.leaderboard.web.models import SubmissionView

TIMES = httpx.Timeout(30.0, write=60.0)
BLOCK = 256 * 1024
LONGEST_LINE = 500
S = TypeVar("S", bound=Spec)
FIRST_S, LONGEST_S = 0.5, 10.0


class RefusedByServer(ModylBenchError):
    """The leaderboard did not do what it was asked; the message is its own line."""


class LeaderboardClient:
    """A leaderboard over HTTP; every answer is validated."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http

    def key(self) -> models.KeyResponse:
        """What its signatures are checked with."""
        return self._ask(models.KeyResponse, "GET", "key")

    def offer(self) -> SignedOffer:
        """Its commitment to a secret."""
        return self._ask(SignedOffer, "POST", "offers")

    def challenge(self, request: models.ChallengeRequest) -> models.IssuedChallenge:
        """The seeds for a commitment."""
        told = request.model_dump(mode="json")
        return self._ask(models.IssuedChallenge, "POST", "challenges", json=told)

    def submission(self, submission_id: str) -> models.SubmissionView:
        """How far it is."""
        return self._ask(models.SubmissionView, "GET", f"submissions/{submission_id}")

    def submit(self, path: Path, progress: Callable[[int], None]) -> models.UploadResponse:
        """Send a file; `progress` gets the bytes sent so far."""
        with path.open("rb") as file:
            headers = {
                "content-type": "application/zip",
                "content-length": str(path.stat().st_size),
            }
            content = _read(file, progress)
            return self._ask(
                models.UploadResponse, "POST", "submissions", content=content, headers=headers
            )

    def _ask(self, kind: type[S], method: str, path: str, **more: Any) -> S:
        try:
            answer = self._http.request(method, f"api/v1/{path}", **more)
        except httpx.HTTPError as error:
            message = (
                f"{self._http.base_url} does not answer ({str(error) or type(error).__name__})"
            )
            raise RefusedByServer(message) from error
        if answer.is_error or answer.is_redirect:
            raise RefusedByServer(_problem(answer))
        try:
            return kind.model_validate_json(answer.content)
        except ValidationError as error:
            message = f"{self._http.base_url} answered with something else than a {kind.__name__}"
            raise RefusedByServer(message) from error


@contextmanager
def connect(url: str) -> Iterator[LeaderboardClient]:
    """A client for the leaderboard at this address."""
    if not url.startswith(("http://", "https://")):
        message = f"found the address {short_repr(url)}, expected http://... or https://..."
        raise UserMistake(message)
    base = url.rstrip("/") + "/"
    with httpx.Client(base_url=base, timeout=TIMES, follow_redirects=False) as http:
        yield LeaderboardClient(http)


def _read(file: IO[bytes], progress: Callable[[int], None]) -> Iterator[bytes]:
    sent = 0
    while block := file.read(BLOCK):
        yield block
        sent += len(block)
        progress(sent)


def _problem(answer: httpx.Response) -> str:
    try:
        said = models.ProblemResponse.model_validate_json(answer.content).problem
    except ValidationError:
        said = "it gave no reason"
    return f"the leaderboard answered {answer.status_code}: {one_line(said)[:LONGEST_LINE]}"


def request_challenge(
    client: LeaderboardClient, declared: Declaration, *, k: int, token: str = ""
) -> IssuedChallenge:
    """A challenge for the agent declared: of the very offer that was made before, and signed."""
    key = public_key(client.key().key)
    offer = client.offer()
    if not is_offered(offer, key):
        message = "the leaderboard's offer is not signed by its own key"
        raise RefusedByServer(message)
    request = ChallengeRequest(
        offer=offer.offer.id,
        commitment=commitment(declared),
        k=k,
        contact=declared.contact,
        token=token,
    )
    issued = client.challenge(request)
    challenge = issued.signed.challenge
    problems = challenge_problems(issued.signed, key)
    asked = (offer.offer.id, offer.offer.secret_hash, request.commitment, k)
    if (challenge.id, challenge.secret_hash, challenge.commitment, challenge.k) != asked:
        problems.append("it is not what was asked for and offered")
    if problems:
        message = f"the leaderboard's challenge does not hold: {'; '.join(problems)}"
        raise RefusedByServer(message)
    return issued


def wait_for_decision(
    client: LeaderboardClient, submission_id: str, *, clock: Clock, patience_s: float
) -> SubmissionView:
    """The submission when it is over, or as it is when patience ends; asked for ever less often."""
    return asyncio.run(_wait_for_decision(client, submission_id, clock, patience_s))


async def _wait_for_decision(
    client: LeaderboardClient, submission_id: str, clock: Clock, patience_s: float
) -> SubmissionView:
    pause_s = FIRST_S
    end_s = clock.now_s() + patience_s
    while True:
        found = client.submission(submission_id)
        if found.is_over or clock.now_s() + pause_s > end_s:
            return found
        await clock.sleep(pause_s)
        pause_s = min(LONGEST_S, pause_s * 1.5)
