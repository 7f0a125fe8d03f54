"""How is a service asked over HTTP, and when is it asked again?"""

from __future__ import annotations

import asyncio
import ipaddress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlsplit

from modylbench.foundation.errors import UserMistake, one_line, short_repr
from modylbench.providers.backoff import backoff_s
from modylbench.providers.speech.services.api import WAV, ServiceAnswer, complaint
from modylbench.providers.speech.speech import SpeechFailure

if TYPE_CHECKING:
    import httpx

    from modylbench.providers.speech.services.api import Account, SpeechRequest

COMPLAINT_BYTES = 16_384
REFUSED_KEY = frozenset({401, 403})
WORTH_ANOTHER_TRY = frozenset({408, 425, 429})  # and all from 500
OUT_OF_CREDIT = frozenset({"insufficient_quota", "quota_exceeded"})  # a 429 that stays one


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long a service is waited for, in seconds (ours)."""

    tries: int = 4
    connect_s: float = 10.0
    silence_s: float = 30.0
    try_s: float = 120.0
    first_wait_s: float = 0.5
    longest_wait_s: float = 30.0

    def wait_s(self, failed_tries: int) -> float:
        """How long to wait after so many tries."""
        return backoff_s(failed_tries, first_s=self.first_wait_s, longest_s=self.longest_wait_s)


PATIENCE = Patience()


class _TryAgain(Exception):
    def __init__(self, why: str, after_s: float | None = None) -> None:
        super().__init__(why)
        self.after_s = after_s


class ServiceConnection:
    """One client for one service, kept open until `aclose`, for one event loop."""

    def __init__(
        self,
        account: Account,
        key: str | None,
        *,
        base_url: str | None = None,
        patience: Patience = PATIENCE,
    ) -> None:
        self._account = account
        self._address = (base_url or account.address).rstrip("/")
        self.host = host_of(self._address)
        self._key = _usable(key, account)
        self._patience = patience
        self._client: httpx.AsyncClient | None = None

    async def aclose(self) -> None:
        """Close the client; a later question opens another."""
        if self._client is not None:
            client, self._client = self._client, None
            await client.aclose()

    async def ask(self, request: SpeechRequest, *, most_bytes: int) -> ServiceAnswer:
        """The answer, asked for again where that may help; raises SpeechFailure."""
        for tried in range(1, self._patience.tries + 1):
            try:
                return await self._try(request, most_bytes)
            except _TryAgain as setback:
                wait_s = (
                    self._patience.wait_s(tried) if setback.after_s is None else setback.after_s
                )
                if tried == self._patience.tries:
                    self._fail(f"{setback}, {tried} times; try later or take another service")
                if wait_s > self._patience.longest_wait_s:
                    self._fail(f"{setback} and asks for {wait_s:.0f} s of patience; try later")
            await asyncio.sleep(wait_s)
        raise AssertionError  # the last try returns or raises

    async def _try(self, request: SpeechRequest, most_bytes: int) -> ServiceAnswer:
        import httpx

        try:
            async with (
                asyncio.timeout(self._patience.try_s),
                self._opened().stream(
                    "POST", self._address + request.path, **_request_arguments(request)
                ) as it,
            ):
                if it.is_success:
                    return ServiceAnswer(
                        await self._body(it, most_bytes), it.headers.get("content-type", "")
                    )
                await self._refused(it)
        except (TimeoutError, httpx.TimeoutException) as error:
            message = "took too long"
            raise _TryAgain(message) from error
        except httpx.ConnectError as error:
            message = "cannot be reached"
            raise _TryAgain(message) from error
        except httpx.TransportError as error:
            message = "broke off"
            raise _TryAgain(message) from error
        except httpx.DecodingError:
            self._fail("sent an answer whose compression is broken")

    def _opened(self) -> httpx.AsyncClient:
        import httpx

        if self._client is None:
            value = self._account.header_value.format(key=self._key)
            wait = self._patience
            self._client = httpx.AsyncClient(
                headers={"accept-encoding": "identity"}
                | ({self._account.header: value} if self._key else {}),
                timeout=httpx.Timeout(wait.silence_s, connect=wait.connect_s, pool=wait.try_s),
                trust_env=not _is_loopback(self.host),  # a proxy cannot reach our own machine
            )
        return self._client

    async def _body(self, response: httpx.Response, most_bytes: int) -> bytes:
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > most_bytes:
                self._fail(f"sent more than {most_bytes:,} bytes; expected less for this request")
        return bytes(body)

    async def _refused(self, response: httpx.Response) -> NoReturn:
        """Raise what an answer other than a success means: try again, or the end."""
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) >= COMPLAINT_BYTES:
                break
        code, message = complaint(bytes(body[:COMPLAINT_BYTES]))
        status = f"answered {response.status_code}{f' {code}' if code else ''}"
        if response.status_code in REFUSED_KEY:  # without the message: some quote the key
            self._fail(f"{status}: set {self._account.key_variable} to a key that may do this")
        again = response.status_code in WORTH_ANOTHER_TRY or response.status_code >= 500
        if again and code not in OUT_OF_CREDIT:
            raise _TryAgain(status, _retry_after_s(response.headers))
        if self._key:
            message = message.replace(self._key, "…")
        self._fail(f"{status}{f': {short_repr(one_line(message))}' if message else ''}")

    def _fail(self, what: str) -> NoReturn:
        message = f"{self._account.service} at {self.host} {what}"
        raise SpeechFailure(message) from None


def host_of(address: str) -> str:
    """The host of an address that can be asked, with its port where that is unusual."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https") or not address.isascii():
        message = "the base URL is no address: expected one such as http://127.0.0.1:8000/v1"
        raise UserMistake(message)
    if parts.username or parts.password or parts.query or parts.fragment:
        message = f"the base URL at {host} holds more than a place: give keys as keys, no query"
        raise UserMistake(message)
    shown = f"[{host}]" if ":" in host else host
    return f"{shown}:{port}" if port else shown


def _usable(key: str | None, account: Account) -> str:
    """The key without white space around it; one that no header can hold is a mistake."""
    key = (key or "").strip()
    if not all("!" <= character <= "~" for character in key):
        message = f"{account.key_variable} holds characters that no key has: copy it again"
        raise UserMistake(message)
    return key


def _is_loopback(host: str) -> bool:
    name = urlsplit(f"//{host}").hostname or ""
    try:
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _request_arguments(request: SpeechRequest) -> dict[str, Any]:
    """The request in httpx's words."""
    sent: dict[str, Any] = {"params": request.query}
    if request.json is not None:
        sent["json"] = request.json
    elif request.form is not None:
        sent |= {"data": request.form, "files": {"file": ("speech.wav", request.wav, WAV)}}
    else:
        sent |= {"content": request.wav, "headers": {"content-type": WAV}}
    return sent


def _retry_after_s(headers: httpx.Headers) -> float | None:
    """Seconds that an answer asks us to wait; a date counts from the answer's own."""
    wanted = headers.get("retry-after", "").strip()
    try:
        if wanted.replace(".", "", 1).isdecimal():
            return float(wanted)
        gap = parsedate_to_datetime(wanted) - parsedate_to_datetime(headers.get("date", ""))
        return max(0.0, gap.total_seconds())
    except (ValueError, TypeError, OverflowError):
        return None
