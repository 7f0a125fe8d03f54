"""Pages that the server shows to people; they need no script."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Response
from starlette.responses import FileResponse

from modylbench.leaderboard.signing import SignedVerdict  # noqa: TC001  # FastAPI reads it
from modylbench.leaderboard.web import api, models, views
from modylbench.leaderboard.web.context import ReadyAnswer
from modylbench.leaderboard.web.pages.rendering import (
    PageLinks,
    RenderedPage,
    submission_page,
    table_page,
)

if TYPE_CHECKING:
    from modylbench.leaderboard.web.context import AppContext

OPENAPI = "api/v1/openapi.json"
UNTRUSTED = {
    "content-security-policy": "sandbox allow-scripts allow-downloads; frame-ancestors 'none'",
    # A sandboxed page has no origin of its own, so that its pictures are another site's to it.
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "no-cache",
}
"""For what was made from a submitter's records: should its escaping ever fail, what runs there runs
in nobody's name. Its own policy stands in it."""
FRAMES = "; frame-ancestors 'none'"


def pages(context: AppContext) -> APIRouter:
    """The routes, which are not part of the API."""
    router = APIRouter(include_in_schema=False)

    @router.get("/")
    def get_table(wanted: api.TableParameters, known: api.KnownTags = "") -> Response:
        def make() -> ReadyAnswer:
            table = views.table_view(context.store, wanted)
            return _ready(table_page(table, _links(table), has_filters=True))

        return api.tagged_response(context.cache.once(("page", wanted), ReadyAnswer, make), known)

    @router.get("/submissions/{id}/")
    def get_submission(id: api.SubmissionPathId, known: api.KnownTags = "") -> Response:  # noqa: A002
        found = api.found_submission(context, id)
        links = PageLinks(home="../../")
        return api.tagged_response(
            _ready(submission_page(found, links, key=context.key.public.text)), known
        )

    @router.get("/submissions/{id}/verdict.json")
    def get_verdict(id: api.SubmissionPathId) -> SignedVerdict:  # noqa: A002
        return api.found_verdict(context, id)

    @router.get("/submissions/{id}/report/{path:path}")
    def get_report(id: api.SubmissionPathId, path: str) -> Response:  # noqa: A002
        file = context.reports.file(id, path)
        if file is None:
            raise HTTPException(404, "there is no such report, or not yet")
        return FileResponse(file, headers=UNTRUSTED)

    @router.get("/healthz")
    def get_health() -> dict[str, bool]:
        if not context.store.is_well():
            raise HTTPException(503, "the database does not answer")
        return {"is_well": True}

    return router


def _ready(page: RenderedPage) -> ReadyAnswer:
    return ReadyAnswer(page.html.encode(), "text/html", page.policy + FRAMES)


def _links(table: models.TableView) -> PageLinks:
    """Around one page of the table; which board it is stands in every address."""
    asked = _asked_for(table.board) | ({"q": table.q} if table.q else {})

    def link(page: int) -> str:
        return f"?{urlencode(asked | {'page': page})}" if 1 <= page <= table.pages else ""

    return PageLinks(
        previous_page=link(table.page - 1),
        next_page=link(table.page + 1),
        data_file=f"api/v1/leaderboard?{urlencode(asked | {'page': table.page})}",
        api_docs=OPENAPI,
        boards=tuple((board, f"?{urlencode(_asked_for(board))}") for board in table.boards),
    )


def _asked_for(board: models.BoardView) -> dict[str, str]:
    return board.model_dump(include={"suite", "level", "mode", "panel"})
