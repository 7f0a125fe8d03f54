"""The client of all models: connections, limits, the cache and the budget that calls share."""

from __future__ import annotations

import asyncio
import gc
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake
from modylbench.foundation.extras import require
from modylbench.providers.models.answer_cache import AnswerCache
from modylbench.providers.models.budget import Budget, read_prices
from modylbench.providers.models.options import (
    DEFAULT_CONNECTIONS,
    MOST_CONNECTIONS,
    JudgingOptions,
)
from modylbench.providers.models.package_call import build_model
from modylbench.providers.models.package_errors import foreign_errors
from modylbench.providers.models.patience import JUDGES_PATIENCE
from modylbench.providers.models.receipts import Encoder, note_what_left

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping

    import httpx2
    from pydantic_ai.models import Model

    from modylbench.providers.models.access import Access
    from modylbench.providers.models.patience import Patience
    from modylbench.providers.models.question import ModelReply

LOOPBACK = ("all://127.0.0.1", "all://localhost", "all://[::1]")


@asynccontextmanager
async def open_client(
    keys: Mapping[str, str],
    options: JudgingOptions | None = None,
    *,
    patience: Patience = JUDGES_PATIENCE,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AsyncIterator[ModelClient]:
    """All that judges need to ask models; connections are closed when the context ends."""
    require("models")
    foreign_errors()  # imported now, so that it does not count as a model's time later
    async with http_client(patience) as connections:
        client = ModelClient(
            connections, keys, options or JudgingOptions(), patience=patience, sleep=sleep
        )
        gc.freeze()  # the packages are a million objects that are not looked at meanwhile
        try:
            yield client
        finally:
            gc.unfreeze()
            await client.close()


@asynccontextmanager
async def open_model(access: Access, patience: Patience) -> AsyncIterator[Model]:
    """One model for an agent, ready to be asked; its connections end with the context."""
    foreign_errors()  # imported now, so that it does not count as the model's time later
    async with http_client(patience) as connections:
        yield build_model(access, connections)


def http_client(patience: Patience) -> httpx2.AsyncClient:
    """Connections to every service that is asked, all of them kept open between two calls.

    Nothing is sent to where a service redirects: keys and recordings go nowhere else.
    """
    import httpx2

    most = MOST_CONNECTIONS * 4  # room for every provider's calls
    limits = httpx2.Limits(max_connections=most, max_keepalive_connections=most)
    direct = httpx2.AsyncHTTPTransport(limits=limits)
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(patience.silence_s, connect=patience.connect_s, pool=None),
        limits=limits,
        mounts=dict.fromkeys(LOOPBACK, direct),  # a proxy cannot reach our own machine
        event_hooks={"response": [note_what_left]},
        follow_redirects=False,
    )


@dataclass(slots=True)
class _CallUnderWay:
    """A call under way, and how many wait for it."""

    task: asyncio.Task[ModelReply]
    waiting: int = 0


class ModelClient:
    """What all judges of a run share to ask the services of their models."""

    def __init__(
        self,
        client: httpx2.AsyncClient,
        keys: Mapping[str, str],
        options: JudgingOptions,
        *,
        patience: Patience = JUDGES_PATIENCE,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.client = client
        self.keys = keys
        self.patience = patience
        self.sleep = sleep
        self.limits = CallLimits(options.max_connections)
        self.budget = Budget(options.max_cost_usd)
        self.prices = read_prices(options.prices)
        self.encoder = Encoder()
        self.cache = AnswerCache(options.cache) if options.cache is not None else None
        self._under_way: dict[str, _CallUnderWay] = {}

    async def once(
        self, request: str, work: Callable[[], Coroutine[None, None, ModelReply]]
    ) -> ModelReply:
        """What the work gives, done once for all who want it at the same time.

        It is given up when nobody waits for it any more.
        """
        call = self._under_way.get(request)
        if call is None:
            call = self._under_way[request] = _CallUnderWay(asyncio.create_task(work()))
        call.waiting += 1
        try:
            return await asyncio.shield(call.task)
        finally:
            call.waiting -= 1
            if not call.waiting:
                call.task.cancel()
                if self._under_way.get(request) is call:
                    del self._under_way[request]

    async def forget(self, request: str) -> None:
        """Ask again next time: the answer to this request could not be used."""
        if self.cache is not None:
            await self.cache.forget(request)

    async def close(self) -> None:
        """End what is under way and close the cache."""
        tasks = [call.task for call in self._under_way.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        if self.cache is not None:
            await self.cache.close()


class CallLimits:
    """One limit for each provider, all of the same size."""

    def __init__(self, max_connections: int = DEFAULT_CONNECTIONS) -> None:
        if not 1 <= max_connections <= MOST_CONNECTIONS:
            message = f"found {max_connections} connections, expected 1 to {MOST_CONNECTIONS}"
            raise UserMistake(message)
        self.max_connections = max_connections
        self._slots: dict[str, asyncio.Semaphore] = {}

    def slot(self, provider: str) -> asyncio.Semaphore:
        """What to hold while a call to the provider is under way."""
        return self._slots.setdefault(provider, asyncio.Semaphore(self.max_connections))
