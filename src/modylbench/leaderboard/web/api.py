"""The API that the server offers to programs: /api/v1, as its OpenAPI says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Header, HTTPException, Path, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from modylbench.foundation.errors import UserMistake
from modylbench.leaderboard.challenge import (
    SECRET_BYTES,
    SignedChallenge,
    SignedOffer,
    issue,
    new_offer,
    utc_text,
)
from modylbench.leaderboard.identity import (
    Requester,
    identity_of,
    is_confirmed,
    normal_contact,
)
from modylbench.leaderboard.signing import SignedVerdict  # noqa: TC001  # FastAPI reads it
from modylbench.leaderboard.store.store import SpentQuota
from modylbench.leaderboard.submission.unpack import check_listing
from modylbench.leaderboard.web import models, views
from modylbench.leaderboard.web.context import ReadyAnswer
from modylbench.leaderboard.web.middleware.guard import CLOSE
from modylbench.leaderboard.web.middleware.uploads import KIND, RefusedUpload, Uploads

if TYPE_CHECKING:
    from modylbench.leaderboard.store.records import Challenge
    from modylbench.leaderboard.web.context import AppContext

PREFIX = "/api/v1"
SUBMISSIONS = f"{PREFIX}/submissions"
WORDS = {
    400: "The request is not HTTP as we read it, or its connection ended.",
    403: "The token is of another contact.",
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
SubmissionPathId = Annotated[
    str, Path(pattern=models.SUBMISSION_PATTERN, examples=[models.EXAMPLE_ID])
]
ChallengePathId = Annotated[str, Path(pattern=models.CHALLENGE_PATTERN)]
TableParameters = Annotated[models.TableRequest, Query()]
KnownTags = Annotated[str, Header(alias="if-none-match", max_length=1000)]
ID_BYTES = 12


def problems(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The errors that a route may answer with, as OpenAPI wants them."""
    return {
        code: {"model": models.ProblemResponse, "description": WORDS[code]}
        for code in sorted({*codes, 400, 429, 503})
    }


def api(context: AppContext) -> APIRouter:
    """The routes."""
    router = APIRouter(prefix=PREFIX)
    _add_challenges(router, context)
    _add_uploads(router, context)
    _add_readings(router, context)
    return router


def _add_challenges(router: APIRouter, context: AppContext) -> None:
    @router.post("/offers", status_code=201, responses=problems(), summary="Ask for an offer")
    def post_offer() -> SignedOffer:
        """The server settles on a secret and shows its hash, before it knows what it is for."""
        return make_offer(context)

    @router.post(
        "/challenges",
        status_code=201,
        responses=problems(403, 404, 408, 409, 413, 422),
        summary="Take up an offer",
    )
    def post_challenge(asked: models.ChallengeRequest, request: Request) -> models.IssuedChallenge:
        """Seeds for the agent that the commitment is of; the same again gives the same."""
        return issue_challenge(context, asked, request.state.client)

    @router.get("/challenges/{id}", responses=problems(404, 422), summary="A challenge")
    def get_challenge(id: ChallengePathId) -> models.IssuedChallenge:  # noqa: A002
        """Its seeds, and its secret once its submission was accepted or it has expired."""
        return find_challenge(context, id)

    @router.get("/key", responses=problems(), summary="The server's public key")
    def get_key() -> models.KeyResponse:
        """What signatures are checked with."""
        public = context.key.public
        return models.KeyResponse(id=public.id, key=public.text)


def _add_uploads(router: APIRouter, context: AppContext) -> None:
    uploads = Uploads(context.store.blobs.incoming, context.clock, context.limits.upload)

    @router.post(
        "/submissions",
        status_code=202,
        responses=problems(408, 413, 415, 422)
        | {200: {"model": models.UploadResponse, "description": "These bytes came in before."}},
        openapi_extra=UPLOAD,
        summary="Submit a file",
    )
    async def post_submission(request: Request, response: Response) -> models.UploadResponse:
        """Take a file in; it is checked in the background. Ask for its state by its id."""
        if await run_in_threadpool(context.store.waiting_count) >= context.limits.waiting:
            line = "too many submissions wait to be checked; try again in an hour"
            raise HTTPException(503, line, CLOSE | {"retry-after": "3600"})
        try:
            async with uploads.receive(request, request.state.client) as came:
                await run_in_threadpool(check_listing, came)
                kept = await run_in_threadpool(context.store.receive, came)
        except RefusedUpload as error:
            raise HTTPException(error.status, error.line, CLOSE) from error
        response.status_code = 202 if kept.is_new else 200
        found = kept.submission
        return models.UploadResponse(
            id=found.id, state=found.state, size=found.size, was_known=not kept.is_new
        )


def _add_readings(router: APIRouter, context: AppContext) -> None:
    @router.get(
        "/leaderboard",
        responses=problems(422) | {304: {"description": "It is still the same."}},
        response_model=models.TableView,
        summary="The table",
    )
    def get_leaderboard(wanted: TableParameters, known: KnownTags = "") -> Response:
        """A page of one ranking: of the core, of the first level, mode and panel with entries."""

        def make() -> ReadyAnswer:
            table = views.table_view(context.store, wanted)
            return ReadyAnswer(table.model_dump_json().encode(), "application/json")

        return tagged_response(context.cache.once(("json", wanted), ReadyAnswer, make), known)

    @router.get("/submissions/{id}", responses=problems(404, 422), summary="A submission")
    def get_submission(id: SubmissionPathId) -> models.SubmissionView:  # noqa: A002
        """Its state and, once that is over, its scores or why it was rejected."""
        return found_submission(context, id)

    @router.get(
        "/submissions/{id}/verdict", responses=problems(404, 422), summary="A signed verdict"
    )
    def get_verdict(id: SubmissionPathId) -> SignedVerdict:  # noqa: A002
        """What this server found of it, under its signature."""
        return found_verdict(context, id)


def found_submission(context: AppContext, submission_id: str) -> models.SubmissionView:
    """The submission; 404 where there is none. Who looks for it first has its report made."""
    has_report = context.reports.is_made(submission_id)
    found = views.submission_view(
        context.store, submission_id, has_report=has_report, cache=context.cache
    )
    if found is None:
        raise HTTPException(404, f"there is no submission {submission_id}")
    if found.state == "accepted":
        context.reports.want(submission_id)
    return found


def found_verdict(context: AppContext, submission_id: str) -> SignedVerdict:
    """The signed verdict on a submission; 404 where there is none yet."""
    verdict = found_submission(context, submission_id).verdict
    if verdict is None:
        raise HTTPException(404, "there is no verdict yet; ask again in a while")
    return verdict


def tagged_response(ready: ReadyAnswer, known: str) -> Response:
    """The answer with its ETag, or only that it is what the client has already."""
    headers = {"etag": ready.tag, "cache-control": "no-cache"}
    if ready.policy is not None:
        headers["content-security-policy"] = ready.policy
    if ready.tag in [tag.strip().removeprefix("W/") for tag in known.split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(ready.content, media_type=ready.kind, headers=headers)


def make_offer(context: AppContext) -> SignedOffer:
    """A new offer, kept with its secret."""
    secret = context.random_bytes(SECRET_BYTES)
    signed = new_offer(context.random_bytes(ID_BYTES).hex(), secret, context.key)
    context.store.add_offer(signed.offer.id, secret=secret.hex(), offer=signed.model_dump_json())
    return signed


def issue_challenge(
    context: AppContext, asked: models.ChallengeRequest, client: str
) -> models.IssuedChallenge:
    """The challenge for a commitment: 404 without such an offer, 409 where it was taken up.

    403 where the token is of another contact, 429 where this identity has had enough.
    """
    try:
        identity = identity_of(Requester(asked.contact, asked.token, client), context.key)
    except UserMistake as error:
        raise HTTPException(403, str(error)) from error
    kept = context.store.challenge(asked.offer)
    if kept is None:
        raise HTTPException(404, f"there is no offer {asked.offer}; ask for one first")
    if kept.record is None:
        new = _new_challenge(context, kept, asked, identity)
        limits = context.limits
        quota = limits.confirmed if is_confirmed(identity) else limits.anonymous
        try:
            context.store.issue(new, quota)
        except SpentQuota as error:
            raise HTTPException(429, str(error)) from error
        kept = context.store.challenge(asked.offer) or new
    is_named = is_confirmed(kept.identity) or is_confirmed(identity)
    is_another = is_named and kept.identity != identity
    if is_another or (kept.commitment, kept.k) != (asked.commitment, asked.k):
        line = f"the offer {asked.offer} was taken up for something else; ask for another"
        raise HTTPException(409, line)
    return _challenge_response(context, kept)


def find_challenge(context: AppContext, challenge_id: str) -> models.IssuedChallenge:
    """A challenge that was issued; its secret when nobody can gain by it any more."""
    kept = context.store.challenge(challenge_id)
    if kept is None or kept.record is None:
        raise HTTPException(404, f"there is no challenge {challenge_id}")
    return _challenge_response(context, kept)


def _new_challenge(
    context: AppContext, kept: Challenge, asked: models.ChallengeRequest, identity: str
) -> Challenge:
    now = context.store.now_s()
    expires = now + context.limits.challenge_s
    signed = issue(
        SignedOffer.model_validate_json(kept.offer).offer,
        bytes.fromhex(kept.secret),
        asked.commitment,
        k=asked.k,
        times=(utc_text(now), utc_text(expires)),
        key=context.key,
    )
    return replace(
        kept,
        commitment=asked.commitment,
        record=signed.model_dump_json(),
        k=asked.k,
        expires_s=expires,
        contact=normal_contact(asked.contact),
        identity=identity,
        issued_s=now,
    )


def _challenge_response(context: AppContext, kept: Challenge) -> models.IssuedChallenge:
    is_expired = kept.expires_s is not None and context.store.now_s() > kept.expires_s
    state: models.ChallengeState
    state = "used" if kept.used_by else "expired" if is_expired else "open"
    return models.IssuedChallenge(
        signed=SignedChallenge.model_validate_json(kept.record or ""),
        state=state,
        is_anonymous=not is_confirmed(kept.identity),
        issued_so_far=context.store.challenges_for(kept.identity),
        secret=None if state == "open" else kept.secret,
        submission=kept.used_by,
    )
