"""The viewer's application and its server: one page, the data that it asks for, sound, pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from modylbench.foundation.errors import ModylBenchError, one_line
from modylbench.publishing.report.filling.media import TYPES
from modylbench.viewer.guard import ViewerGuard
from modylbench.viewer.live import events_in
from modylbench.viewer.media import served_file

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp

    from modylbench.viewer.index import ListedMeeting, MeetingIndex
    from modylbench.viewer.meetings import MeetingPages
    from modylbench.viewer.page import ViewerPage
    from modylbench.viewer.shapes import LiveData

JSON = "application/json"
LOOPBACK = ("127.0.0.1", "localhost")
ENDING_S = 2
MOST_REQUESTS = 64  # ours: a browser has six connections to a place
MEDIA = {
    "cache-control": "private, no-cache",
    "content-security-policy": "default-src 'none'; sandbox",
}


@dataclass(frozen=True, slots=True)
class ViewerContext:
    """What answers are made from."""

    index: MeetingIndex
    pages: MeetingPages
    page: ViewerPage


def viewer_app(context: ViewerContext, *, token: str, port: int) -> ASGIApp:
    """The application behind its guard, for a server at this port of this machine."""

    def get_page(_: Request) -> Response:
        policy = {"content-security-policy": f"{context.page.policy}; frame-ancestors 'none'"}
        return HTMLResponse(context.page.html, headers=policy)

    def get_index(request: Request) -> Response:
        index = context.index.look()
        if request.query_params.get("known") == index["version"] and not index["unread"]:
            return Response(status_code=204)
        return _json(index)

    def get_meeting(request: Request) -> Response:
        try:
            return Response(context.pages.page(_found_meeting(context, request)), media_type=JSON)
        except ModylBenchError as error:
            return _json({"problem": one_line(str(error))}, 409)

    def get_live(request: Request) -> Response:
        meeting = _found_meeting(context, request)
        asked = request.query_params.get("after", "0")
        offset = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 12 else 0
        events, end, is_anew = events_in(meeting.folder, offset)
        live: LiveData = {
            "state": context.index.state(meeting),
            "offset": end,
            "is_anew": is_anew,
            "events": events,
        }
        return _json(live)

    def get_media(request: Request) -> Response:
        path = served_file(_found_meeting(context, request).folder, request.path_params["place"])
        if path is None:
            raise HTTPException(404, "there is no such sound or picture")
        return FileResponse(path, media_type=TYPES[path.suffix.lower()], headers=MEDIA)

    routes = [
        Route("/", get_page),
        Route("/index.json", get_index),
        Route("/meeting/{key}", get_meeting),
        Route("/live/{key}", get_live),
        Route("/media/{key}/{place:path}", get_media),
    ]
    app = Starlette(routes=routes, exception_handlers={HTTPException: _http_error})
    app.router.redirect_slashes = False  # a redirect would lose the token
    hosts = frozenset(f"{host}:{port}" for host in LOOPBACK)
    return ViewerGuard(app, token=token, hosts=hosts)


def _found_meeting(context: ViewerContext, request: Request) -> ListedMeeting:
    meeting = context.index.meeting(request.path_params["key"])
    if meeting is None:
        raise HTTPException(404, "there is no such meeting in this folder")
    return meeting


def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101  # what it is called for
    return _json({"problem": one_line(error.detail)}, error.status_code)


def _json(value: object, status: int = 200) -> Response:
    return Response(orjson.dumps(value), status_code=status, media_type=JSON)


def server(app: ASGIApp) -> uvicorn.Server:
    """A server for the app; its `run(sockets=[bound])` answers until Ctrl-C."""
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_REQUESTS,
        timeout_graceful_shutdown=ENDING_S,
    )
    return uvicorn.Server(config)
