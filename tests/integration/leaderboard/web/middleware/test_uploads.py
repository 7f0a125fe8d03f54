"""Uploads are bounded in number, size and time, and refused ones leave nothing."""

import asyncio
import errno
import itertools
import shutil
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.types import Message

from modylbench.foundation.clock import RealClock
from modylbench.leaderboard.web.middleware.uploads import (
    RefusedUpload,
    UploadLimits,
    Uploads,
    free_bytes,
)

ZIP = b"PK\x03\x04"
NUMBERS = itertools.count()


def uploads(folder: Path, *, free: Callable[[Path], int] = free_bytes, **limits: float) -> Uploads:
    @contextmanager
    def incoming() -> Iterator[Path]:
        path = folder / f"incoming-{next(NUMBERS)}"
        path.touch()
        try:
            yield path
        finally:
            path.unlink()

    told: dict[str, Any] = {"most_bytes": 1000, "least_free_bytes": 0} | limits
    return Uploads(incoming, RealClock(), UploadLimits(**told), free)


def request(parts: list[bytes], **headers: str) -> Request:
    told = {"content-type": "application/zip"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    messages: list[Message] = [
        {"type": "http.request", "body": part, "more_body": True} for part in parts
    ]
    messages.append({"type": "http.request", "body": b"", "more_body": False})

    async def receive() -> Message:
        if not messages:
            await asyncio.sleep(3600)
        return messages.pop(0)

    raw = [(name.encode(), value.encode()) for name, value in told.items()]
    return Request({"type": "http", "headers": raw, "method": "POST"}, receive)


def receive(inbox: Uploads, asked: Request) -> bytes:
    async def main() -> bytes:
        async with inbox.receive(asked, "a client") as path:
            return await asyncio.to_thread(path.read_bytes)

    return asyncio.run(main())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(parts=st.lists(st.binary(max_size=50), max_size=10))
def test_a_body_in_any_parts_is_kept_as_it_came(tmp_path: Path, parts: list[bytes]) -> None:
    whole = ZIP + b"".join(parts)

    assert receive(uploads(tmp_path), request([b"P", b"K\x03\x04", *parts])) == whole
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("parts", "headers", "status"),
    [
        ([], {}, 422),
        ([b"hello"], {}, 422),
        ([b"PK\x05\x06" + bytes(18)], {}, 422),
        ([b"P", b"X"], {}, 422),
        ([b"\x1f\x8b\x08"], {}, 422),
        ([ZIP, bytes(500), bytes(500)], {}, 413),
        ([ZIP], {"content_length": "10000000000"}, 413),
        ([ZIP], {"content_type": "text/plain"}, 415),
        ([ZIP], {"content_type": ""}, 415),
        ([ZIP], {"content_type": "multipart/form-data; boundary=x"}, 415),
        ([ZIP], {"content_encoding": "gzip"}, 415),
    ],
)
def test_what_is_no_submission_is_refused_and_leaves_nothing(
    tmp_path: Path, parts: list[bytes], headers: dict[str, str], status: int
) -> None:
    with pytest.raises(RefusedUpload) as refused:
        receive(uploads(tmp_path), request(parts, **headers))

    assert refused.value.status == status
    assert "expected" in refused.value.line
    assert not list(tmp_path.iterdir())


def test_a_sender_that_falls_silent_is_given_up(tmp_path: Path) -> None:
    asked = request([ZIP])

    async def silent() -> Message:
        return await asyncio.sleep(3600, {})

    first = asked.receive

    async def once() -> Message:
        message = await first()
        asked._receive = silent
        return message

    asked._receive = once
    with pytest.raises(RefusedUpload, match="nothing came"):
        receive(uploads(tmp_path, silence_s=0.02), asked)


def test_only_so_many_come_in_at_once(tmp_path: Path) -> None:
    inbox = uploads(tmp_path, at_once=1)

    async def main() -> None:
        async with inbox.receive(request([ZIP]), "a"):
            with pytest.raises(RefusedUpload, match="1 uploads are under way"):
                async with inbox.receive(request([ZIP]), "b"):
                    pass
        async with inbox.receive(request([ZIP]), "b") as path:
            assert path.stat().st_size == len(ZIP)

    asyncio.run(main())


def test_one_client_does_not_take_all_places(tmp_path: Path) -> None:
    inbox = uploads(tmp_path)

    async def main() -> None:
        async with AsyncExitStack() as stack:
            for _ in range(2):
                await stack.enter_async_context(inbox.receive(request([ZIP]), "greedy"))
            with pytest.raises(RefusedUpload, match="from your address") as refused:
                await stack.enter_async_context(inbox.receive(request([ZIP]), "greedy"))
            assert refused.value.status == 429
            for number in range(4):
                await stack.enter_async_context(inbox.receive(request([ZIP]), f"other {number}"))
        async with inbox.receive(request([ZIP]), "greedy"):
            pass

    asyncio.run(main())


def test_an_upload_that_drips_for_too_long_is_given_up(tmp_path: Path) -> None:
    asked = request([ZIP])

    async def drip() -> Message:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": ZIP, "more_body": True}

    asked._receive = drip
    with pytest.raises(RefusedUpload, match="longer than") as refused:
        receive(uploads(tmp_path, longest_s=0.1, most_bytes=10**9), asked)
    assert refused.value.status == 408


def test_what_comes_without_a_size_does_not_fill_the_disk(tmp_path: Path) -> None:
    inbox = uploads(
        tmp_path,
        free=lambda folder: 4_000_000 - sum(path.stat().st_size for path in folder.iterdir()),
        most_bytes=10**9,
        least_free_bytes=1_000_000,
    )

    assert len(receive(inbox, request([ZIP, *[bytes(1_048_576)] * 2]))) > 2_000_000
    with pytest.raises(RefusedUpload, match="no place"):
        receive(inbox, request([ZIP, *[bytes(1_048_576)] * 5]))
    assert not list(tmp_path.iterdir())


def test_nothing_is_taken_where_it_would_fill_the_disk(tmp_path: Path) -> None:
    free = shutil.disk_usage(tmp_path).free
    inbox = uploads(tmp_path, most_bytes=2 * free, least_free_bytes=free // 2)

    assert receive(inbox, request([ZIP])) == ZIP
    with pytest.raises(RefusedUpload, match="no place") as refused:
        receive(inbox, request([ZIP], content_length=str(free)))
    assert refused.value.status == 503


def test_a_disk_that_is_full_meanwhile_is_told_as_the_server_s_own_fault(tmp_path: Path) -> None:
    inbox = uploads(tmp_path)

    async def main() -> None:
        async with inbox.receive(request([ZIP]), "a"):
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(RefusedUpload, match="cannot write") as refused:
        asyncio.run(main())
    assert refused.value.status == 503
    assert not list(tmp_path.iterdir())
