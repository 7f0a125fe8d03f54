import asyncio
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.types import Message

from modylbench.foundation.clock import RealClock
from modylbench.leaderboard.web.door.upload import RefusedUpload, UploadLimits, Uploads

ZIP = b"PK\x03\x04"


def uploads(folder: Path, **limits: float) -> Uploads:
    @contextmanager
    def incoming() -> Iterator[Path]:
        path = folder / "incoming"
        path.touch()
        try:
            yield path
        finally:
            path.unlink()

    return Uploads(incoming, RealClock(), UploadLimits(**({"most_bytes": 1000} | limits)))  # type: ignore[arg-type]


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


def received(door: Uploads, asked: Request) -> tuple[bytes, str]:
    async def main() -> tuple[bytes, str]:
        async with door.received(asked) as got:
            return await asyncio.to_thread(got.path.read_bytes), got.sha256

    return asyncio.run(main())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(parts=st.lists(st.binary(max_size=50), max_size=10))
def test_a_body_in_any_parts_is_kept_as_it_came(tmp_path: Path, parts: list[bytes]) -> None:
    whole = ZIP + b"".join(parts)

    assert received(uploads(tmp_path), request([b"P", b"K\x03\x04", *parts])) == (
        whole,
        hashlib.sha256(whole).hexdigest(),
    )
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
        received(uploads(tmp_path), request(parts, **headers))

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
        received(uploads(tmp_path, silence_s=0.02), asked)


def test_only_so_many_come_in_at_once(tmp_path: Path) -> None:
    door = uploads(tmp_path, at_once=1)

    async def main() -> None:
        async with door.received(request([ZIP])):
            with pytest.raises(RefusedUpload, match="under way"):
                async with door.received(request([ZIP])):
                    pass
        async with door.received(request([ZIP])) as got:
            assert got.size == len(ZIP)

    asyncio.run(main())
