"""One client for one speech service over HTTP, which asks again where that may help."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urlsplit

from modylbench.foundation.errors import one_line, short_repr
from modylbench.providers.addresses import is_loopback, refuse_bad_address, usable_key
from modylbench.providers.models.failures import (
    FailedRequest,
    FailedTry,
    NoMoreTries,
    retry_after_s,
)
from modylbench.providers.models.patience import SPEECH_PATIENCE, Patience, retry
from modylbench.providers.speech.services.api import ServiceAnswer, read_complaint
from modylbench.providers.speech.speech import SpeechFailure

if TYPE_CHECKING:
    import httpx

    from modylbench.providers.speech.services.api import Account, SpeechRequest

COMPLAINT_BYTES = 16_384
REFUSED_KEY = frozenset({401, 403})
WORTH_ANOTHER_TRY = frozenset({408, 425, 429})  # and all from 500
OUT_OF_CREDIT = frozenset({"insufficient_quota", "quota_exceeded"})  # a 429 that stays one


class ServiceConnection:
    """One client for one service, kept open until `aclose`, for one event loop."""

    def __init__(
        self,
        account: Account,
        key: str | None,
        *,
        base_url: str | None = None,
        patience: Patience = SPEECH_PATIENCE,
    ) -> None:
        self._account = account
        self._address = (base_url or account.address).rstrip("/")
        self.host = host_of(self._address)
        self._key = usable_key(key or "", account.key_variable)
        self._patience = patience
        self._client: httpx.AsyncClient | None = None

    async def aclose(self) -> None:
        """Close the client; a later question opens another."""
        if self._client is not None:
            client, self._client = self._client, None
            await client.aclose()

    async def ask(self, request: SpeechRequest, *, most_bytes: int) -> ServiceAnswer:
        """The answer, asked for again where that may help; raises SpeechFailure."""
        try:
            return await retry(lambda: self._try(request, most_bytes), self._patience)
        except NoMoreTries as end:
            self._fail(f"{end}; try later or take another service")

    async def _try(self, request: SpeechRequest, most_bytes: int) -> ServiceAnswer:
        import httpx

        try:
            async with (
                asyncio.timeout(self._patience.try_s),
                self._open().stream(
                    "POST",
                    self._address + request.path,
                    params=request.query,
                    json=request.json,
                ) as it,
            ):
                if it.is_success:
                    return ServiceAnswer(
                        await self._body(it, most_bytes), it.headers.get("content-type", "")
                    )
                await self._refuse(it)
        except (TimeoutError, httpx.TimeoutException) as error:
            raise _failed_try("took too long") from error
        except httpx.ConnectError as error:
            raise _failed_try("cannot be reached") from error
        except httpx.TransportError as error:
            raise _failed_try("broke off") from error
        except httpx.DecodingError:
            self._fail("sent an answer whose compression is broken")

    def _open(self) -> httpx.AsyncClient:
        import httpx

        if self._client is None:
            value = self._account.header_value.format(key=self._key)
            wait = self._patience
            self._client = httpx.AsyncClient(
                headers={"accept-encoding": "identity"}
                | ({self._account.header: value} if self._key else {}),
                timeout=httpx.Timeout(wait.silence_s, connect=wait.connect_s, pool=wait.try_s),
                trust_env=not is_loopback(self._address),  # a proxy cannot reach our own machine
            )
        return self._client

    async def _body(self, response: httpx.Response, most_bytes: int) -> bytes:
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > most_bytes:
                self._fail(f"sent more than {most_bytes:,} bytes; expected less for this request")
        return bytes(body)

    async def _refuse(self, response: httpx.Response) -> NoReturn:
        """Raise what an answer other than a success means: try again, or the end."""
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) >= COMPLAINT_BYTES:
                break
        code, message = read_complaint(bytes(body[:COMPLAINT_BYTES]))
        status = f"answered {response.status_code}{f' {code}' if code else ''}"
        if response.status_code in REFUSED_KEY:  # without the message: some quote the key
            self._fail(f"{status}: set {self._account.key_variable} to a key that may do this")
        again = response.status_code in WORTH_ANOTHER_TRY or response.status_code >= 500
        if again and code not in OUT_OF_CREDIT:
            raise _failed_try(status, retry_after_s(response.headers))
        if self._key:
            message = message.replace(self._key, "…")
        self._fail(f"{status}{f': {short_repr(one_line(message))}' if message else ''}")

    def _fail(self, what: str) -> NoReturn:
        message = f"{self._account.service} at {self.host} {what}"
        raise SpeechFailure(message) from None


def host_of(address: str) -> str:
    """The host of an address that can be asked, with its port where one is named."""
    refuse_bad_address(address)
    parts = urlsplit(address)
    host = parts.hostname or ""
    shown = f"[{host}]" if ":" in host else host
    return f"{shown}:{parts.port}" if parts.port else shown


def _failed_try(what: str, after_s: float | None = None) -> FailedTry:
    return FailedTry(FailedRequest(what, is_worth_another_try=True, wait_s=after_s))
