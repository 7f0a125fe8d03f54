"""How do the parts become one web application?"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse

from modylbench import __version__
from modylbench.foundation.errors import UserMistake, one_line, quoted
from modylbench.foundation.record import place_of
from modylbench.leaderboard.web.api import PREFIX, SUBMISSIONS, api
from modylbench.leaderboard.web.door.guard import Guard, Rates, problem
from modylbench.leaderboard.web.door.rate import TokenBuckets
from modylbench.leaderboard.web.pages.rendering import Links, problem_page
from modylbench.leaderboard.web.pages.routes import FRAMES, pages

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from modylbench.leaderboard.web.parts import Parts

LOG = logging.getLogger(__name__)
LONGEST_LINE = 500


def leaderboard_app(parts: Parts) -> ASGIApp:
    """The application: its API, its pages, its guard."""
    app = FastAPI(
        title="ModylBench leaderboard",
        version=__version__,
        description="Submissions are uploaded, checked in the background and ranked.",
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,  # its page would fetch scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
    )
    app.include_router(api(parts))
    app.include_router(pages(parts))
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(UserMistake, _mistaken)
    app.add_exception_handler(DBAPIError, _without_database)
    app.add_exception_handler(Exception, _failed)
    limits = parts.limits
    rates = Rates(
        reading=TokenBuckets(limits.reading, parts.clock),
        writing=TokenBuckets(limits.writing, parts.clock),
        uploads_at=SUBMISSIONS,
        trusts_proxy=limits.trusts_proxy,
    )
    return Guard(app, rates)


def _not_understood(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101  # what it is called for
    first = error.errors()[0]
    found = "" if first["type"] == "missing" else f"; found {quoted(first.get('input'))}"
    return _told(request, 422, f"{place_of(first['loc'])}: {first['msg']}{found}", {})


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    return _told(request, error.status_code, error.detail, dict(error.headers or {}))


def _mistaken(request: Request, error: Exception) -> Response:
    return _told(request, 422, str(error), {})


def _without_database(request: Request, error: Exception) -> Response:
    """It is away, or its disk is full; what the driver says can hold its address."""
    LOG.error("the database failed: %s", type(error).__name__)
    return _told(request, 503, "the server's database does not answer; try again later", {})


def _failed(request: Request, _: Exception) -> Response:
    """Our fault: what went wrong is in the log, and no business of who asked."""
    return _told(request, 500, "the server failed at this; nothing that was accepted is lost", {})


def _told(request: Request, status: int, line: str, headers: dict[str, str]) -> Response:
    """To a program as JSON; to a person as a page, wherever that was looked for."""
    shown = one_line(line)[:LONGEST_LINE]
    if request.url.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
        return problem(status, shown, headers)
    depth = request.url.path.count("/") - 1
    page = problem_page(status, shown, Links(home="../" * depth))
    policy = {"content-security-policy": page.policy + FRAMES}
    return HTMLResponse(page.html, status_code=status, headers=headers | policy)
