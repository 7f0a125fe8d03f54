"""Which questions does the server answer to programs? /api/v1, as its OpenAPI says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Header, HTTPException, Path, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from modylbench.leaderboard.challenge import SignedOffer  # noqa: TC001  # FastAPI reads it
from modylbench.leaderboard.signing import SignedVerdict  # noqa: TC001
from modylbench.leaderboard.web import models, view
from modylbench.leaderboard.web.challenges import issued, offered, shown
from modylbench.leaderboard.web.door.guard import CLOSE
from modylbench.leaderboard.web.door.listing import refuse_unlisted
from modylbench.leaderboard.web.door.upload import KIND, RefusedUpload, Uploads
from modylbench.leaderboard.web.remembered import Ready

if TYPE_CHECKING:
    from modylbench.leaderboard.web.parts import Parts

PREFIX = "/api/v1"
SUBMISSIONS = f"{PREFIX}/submissions"
WORDS = {
    400: "The request is not HTTP as we read it, or its connection ended.",
    404: "There is none of that name.",
    408: "The body came too slowly.",
    409: "The offer was taken up for something else.",
    413: "The body is too large.",
    415: "The body is of another type.",
    422: "The request cannot be understood; the line says where.",
    429: "Too many requests from this address, or uploads at once; see Retry-After.",
    503: "The server is busy or has no place; try again later.",
}
UPLOAD = {
    "requestBody": {
        "required": True,
        "description": "The file that `modylbench submission pack` wrote, as it is.",
        "content": {KIND: {"schema": {"type": "string", "format": "binary"}}},
    }
}

SubmissionId = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$", examples=[models.EXAMPLE_ID])]
ChallengeId = Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.\-]{0,79}$")]
Wanted = Annotated[models.Wanted, Query()]
Known = Annotated[str, Header(alias="if-none-match", max_length=1000)]


def problems(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The errors that a route may answer with, as OpenAPI wants them."""
    return {
        code: {"model": models.Problem, "description": WORDS[code]}
        for code in sorted({*codes, 400, 429, 503})
    }


def api(parts: Parts) -> APIRouter:
    """The routes."""
    router = APIRouter(prefix=PREFIX)
    _add_challenges(router, parts)
    _add_uploads(router, parts)
    _add_readings(router, parts)
    return router


def _add_challenges(router: APIRouter, parts: Parts) -> None:
    @router.post("/offers", status_code=201, responses=problems(), summary="Ask for an offer")
    def post_offer() -> SignedOffer:
        """The server settles on a secret and shows its hash, before it knows what it is for."""
        return offered(parts)

    @router.post(
        "/challenges",
        status_code=201,
        responses=problems(404, 408, 409, 413, 422),
        summary="Take up an offer",
    )
    def post_challenge(asked: models.ChallengeRequest) -> models.IssuedChallenge:
        """Seeds for the agent that the commitment is of; the same again gives the same."""
        return issued(parts, asked)

    @router.get("/challenges/{id}", responses=problems(404, 422), summary="A challenge")
    def get_challenge(id: ChallengeId) -> models.IssuedChallenge:  # noqa: A002
        """Its seeds, and its secret once its submission was accepted or it has expired."""
        return shown(parts, id)

    @router.get("/key", responses=problems(), summary="The server's public key")
    def get_key() -> models.Key:
        """What signatures are checked with."""
        public = parts.key.public
        return models.Key(id=public.id, key=public.text)


def _add_uploads(router: APIRouter, parts: Parts) -> None:
    uploads = Uploads(parts.store.incoming, parts.clock, parts.limits.upload)

    @router.post(
        "/submissions",
        status_code=202,
        responses=problems(408, 413, 415, 422)
        | {200: {"model": models.Accepted, "description": "These bytes came in before."}},
        openapi_extra=UPLOAD,
        summary="Submit a file",
    )
    async def post_submission(request: Request, response: Response) -> models.Accepted:
        """Take a file in; it is checked in the background. Ask for its state by its id."""
        if await run_in_threadpool(parts.store.waiting) >= parts.limits.waiting:
            line = "too many submissions wait to be checked; try again in an hour"
            raise HTTPException(503, line, CLOSE | {"retry-after": "3600"})
        try:
            async with uploads.received(request) as came:
                await run_in_threadpool(refuse_unlisted, came)
                kept = await run_in_threadpool(parts.store.receive, came)
        except RefusedUpload as error:
            raise HTTPException(error.status, error.line, CLOSE) from error
        response.status_code = 202 if kept.is_new else 200
        found = kept.submission
        return models.Accepted(
            id=found.id, state=found.state, size=found.size, was_known=not kept.is_new
        )


def _add_readings(router: APIRouter, parts: Parts) -> None:
    @router.get(
        "/leaderboard",
        responses=problems(422) | {304: {"description": "It is still the same."}},
        response_model=models.Table,
        summary="The table",
    )
    def get_leaderboard(wanted: Wanted, known: Known = "") -> Response:
        """A page of one ranking; without a level, mode or panel, of the first that has entries."""

        def made() -> Ready:
            table = view.table(parts.store, wanted)
            return Ready(table.model_dump_json().encode(), "application/json")

        return tagged(parts.remembered.once(("json", wanted), Ready, made), known)

    @router.get("/submissions/{id}", responses=problems(404, 422), summary="A submission")
    def get_submission(id: SubmissionId) -> models.Submission:  # noqa: A002
        """Its state and, once that is over, its scores or why it was rejected."""
        return found_submission(parts, id)

    @router.get(
        "/submissions/{id}/verdict", responses=problems(404, 422), summary="A signed verdict"
    )
    def get_verdict(id: SubmissionId) -> SignedVerdict:  # noqa: A002
        """What this server found of it, under its signature."""
        verdict = found_submission(parts, id).verdict
        if verdict is None:
            raise HTTPException(404, "there is no verdict yet; ask again in a while")
        return verdict


def found_submission(parts: Parts, submission_id: str) -> models.Submission:
    """The submission; 404 where there is none. Who looks for it first has its report made."""
    has_report = parts.reports.is_made(submission_id)
    found = view.submission(
        parts.store, submission_id, has_report=has_report, remembered=parts.remembered
    )
    if found is None:
        raise HTTPException(404, f"there is no submission {submission_id}")
    if found.state == "accepted":
        parts.reports.want(submission_id)
    return found


def tagged(ready: Ready, known: str) -> Response:
    """The answer with its ETag, or only that it is what the client has already."""
    headers = {"etag": ready.tag, "cache-control": "no-cache"}
    if ready.policy is not None:
        headers["content-security-policy"] = ready.policy
    if ready.tag in [one.strip().removeprefix("W/") for one in known.split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(ready.content, media_type=ready.kind, headers=headers)
