"""How does a submitter talk to a leaderboard?"""

from __future__ import annotations

from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, TypeVar

import httpx
from pydantic import ValidationError

from modylbench.foundation.errors import ModylBenchError, UserMistake, one_line, quoted
from modylbench.foundation.record import Spec
from modylbench.leaderboard.challenge import SignedOffer
from modylbench.leaderboard.web import models

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TIMES = httpx.Timeout(30.0, write=60.0)
BLOCK = 256 * 1024
LONGEST_LINE = 500
S = TypeVar("S", bound=Spec)


class RefusedByServer(ModylBenchError):
    """The leaderboard did not do what it was asked; the message is its own line."""


class Client:
    """A leaderboard as a submitter sees it; what it answers is not believed before it is read."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http

    def key(self) -> models.Key:
        """What its signatures are checked with."""
        return self._asked(models.Key, "GET", "key")

    def offer(self) -> SignedOffer:
        """Its commitment to a secret."""
        return self._asked(SignedOffer, "POST", "offers")

    def challenge(self, request: models.ChallengeRequest) -> models.IssuedChallenge:
        """The seeds for a commitment."""
        told = request.model_dump(mode="json")
        return self._asked(models.IssuedChallenge, "POST", "challenges", json=told)

    def submission(self, submission_id: str) -> models.Submission:
        """How far it is."""
        return self._asked(models.Submission, "GET", f"submissions/{submission_id}")

    def submit(self, path: Path, progress: Callable[[int], None]) -> models.Accepted:
        """Send a file; `progress` gets the bytes sent so far."""
        with path.open("rb") as file:
            headers = {
                "content-type": "application/zip",
                "content-length": str(path.stat().st_size),
            }
            content = _read(file, progress)
            return self._asked(
                models.Accepted, "POST", "submissions", content=content, headers=headers
            )

    def _asked(self, kind: type[S], method: str, path: str, **more: Any) -> S:
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
def connected(url: str) -> Iterator[Client]:
    """A client for the leaderboard at this address."""
    if not url.startswith(("http://", "https://")):
        message = f"found the address {quoted(url)}, expected http://... or https://..."
        raise UserMistake(message)
    base = url.rstrip("/") + "/"
    with httpx.Client(base_url=base, timeout=TIMES, follow_redirects=False) as http:
        yield Client(http)


def _read(file: IO[bytes], progress: Callable[[int], None]) -> Iterator[bytes]:
    sent = 0
    while block := file.read(BLOCK):
        yield block
        sent += len(block)
        progress(sent)


def _problem(answer: httpx.Response) -> str:
    try:
        said = models.Problem.model_validate_json(answer.content).problem
    except ValidationError:
        said = "it gave no reason"
    return f"the leaderboard answered {answer.status_code}: {one_line(said)[:LONGEST_LINE]}"
