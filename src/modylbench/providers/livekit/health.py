"""Whether a LiveKit server answers, and is the one that our keys open."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

if TYPE_CHECKING:
    from modylbench.providers.addresses import LiveKitAddress

ANSWER_S = 5.0  # ours, both: one at the other end of the world takes a second
TOKEN_S = 60
LIST_ROOMS = "/twirp/livekit.RoomService/ListRooms"
SECURE = ("wss", "https")


class Health(Enum):
    """How a server answers."""

    SILENT = "does not answer"
    STRANGE = "does not know our key"
    WELL = "is well"


def health(address: LiveKitAddress, *, within_s: float = ANSWER_S) -> Health:
    """Ask the server how it is and what time it has, then for its rooms, which takes the key."""
    where = urlsplit(address.url)
    try:
        status, date = _answer(where, "GET", "/", within_s=within_s)
        if status == http.client.NOT_ACCEPTABLE:  # as it says that it is not ready
            return Health.SILENT
        until = int(parsedate_to_datetime(date).timestamp()) + TOKEN_S
        token = _token(address, until)
        status, _ = _answer(where, "POST", LIST_ROOMS, within_s=within_s, token=token)
    except (OSError, ValueError, http.client.HTTPException):
        return Health.SILENT
    if status in (http.client.UNAUTHORIZED, http.client.FORBIDDEN):
        return Health.STRANGE
    return Health.WELL if status == http.client.OK else Health.SILENT


def _answer(
    where: SplitResult, method: str, path: str, *, within_s: float, token: str = ""
) -> tuple[int, str]:
    """The status of the answer, and its date."""
    kind = http.client.HTTPSConnection if where.scheme in SECURE else http.client.HTTPConnection
    connection = kind(where.hostname or "", where.port, timeout=within_s)
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    try:
        connection.request(method, path, body="{}" if token else None, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.getheader("Date", "")
    finally:
        connection.close()


def _token(address: LiveKitAddress, until: int) -> str:
    """A token that may list rooms; by hand, since the SDK is slow to import and may be absent."""
    said = {"iss": address.api_key, "exp": until, "video": {"roomList": True}}
    content = f"{_part({'alg': 'HS256', 'typ': 'JWT'})}.{_part(said)}"
    seal = hmac.new(address.api_secret.encode(), content.encode(), hashlib.sha256).digest()
    return f"{content}.{_text(seal)}"


def _part(value: object) -> str:
    return _text(json.dumps(value).encode())


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
