"""The first answer is kept, whoever else writes, and a bad row asked for anew."""

import asyncio
import sqlite3
import warnings
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from modylbench.foundation.errors import BadFile
from modylbench.providers.models.answer_cache import FILE, AnswerCache
from modylbench.providers.models.question import ModelReply

REPLY = ModelReply(
    text='{"score": 7, "why": "\ud800 é"}'.encode("utf-8", "replace").decode(),
    request="ab" * 32,
    audio_sent=("1" * 64,),
    images_sent=("2" * 64, "3" * 64),
    input_tokens=5,
    output_tokens=6,
    cost_usd=0.1 + 0.2,
)


def used(folder: Path, work: Callable[[AnswerCache], Awaitable[None]]) -> None:
    async def run() -> None:
        cache = AnswerCache(folder)
        try:
            await work(cache)
        finally:
            await cache.close()

    asyncio.run(run())


def test_a_reply_comes_back_equal(tmp_path: Path) -> None:
    async def work(cache: AnswerCache) -> None:
        assert cache.find(REPLY.request) is None
        assert await cache.keep("m", REPLY) == REPLY

    async def again(cache: AnswerCache) -> None:
        found = cache.find(REPLY.request)
        assert found == REPLY
        assert found.was_kept

    used(tmp_path, work)
    used(tmp_path, again)


def test_the_first_of_two_processes_is_right(tmp_path: Path) -> None:
    other = replace(REPLY, text='{"score": 1}')

    async def work(cache: AnswerCache) -> None:
        second = AnswerCache(tmp_path)
        await cache.keep("m", REPLY)
        assert await second.keep("m", other) == REPLY
        assert second.find(REPLY.request) == REPLY
        await second.close()

    used(tmp_path, work)


def test_many_that_come_together_are_all_kept(tmp_path: Path) -> None:
    replies = [replace(REPLY, request=f"{number:064x}") for number in range(200)]

    async def work(cache: AnswerCache) -> None:
        async with asyncio.TaskGroup() as group:
            for reply in replies:
                group.create_task(cache.keep("m", reply))
        assert [cache.find(reply.request) for reply in replies] == replies

    used(tmp_path, work)


def test_a_row_that_is_no_reply_is_asked_for_anew(tmp_path: Path) -> None:
    async def nothing(cache: AnswerCache) -> None:
        pass

    async def work(cache: AnswerCache) -> None:
        assert cache.find(REPLY.request) is None
        assert await cache.keep("m", REPLY) == REPLY
        assert cache.find(REPLY.request) == REPLY

    used(tmp_path, nothing)
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("INSERT INTO answers VALUES (?, 'm', '{oh')", (REPLY.request,))
    connection.commit()
    connection.close()
    used(tmp_path, work)


def test_what_is_forgotten_is_gone(tmp_path: Path) -> None:
    async def work(cache: AnswerCache) -> None:
        await cache.keep("m", REPLY)
        await cache.forget(REPLY.request)
        assert cache.find(REPLY.request) is None

    used(tmp_path, work)


def test_a_file_that_breaks_meanwhile_only_ends_the_keeping(tmp_path: Path) -> None:
    async def work(cache: AnswerCache) -> None:
        other = sqlite3.connect(tmp_path / FILE)
        other.execute("DROP TABLE answers")
        other.commit()
        other.close()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            assert cache.find(REPLY.request) is None
            assert await cache.keep("m", REPLY) == REPLY
        assert [
            str(warning.message).endswith("(no such table: answers)") for warning in caught
        ] == [True]

    used(tmp_path, work)


def test_a_place_where_nothing_can_be_kept_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(BadFile, match="cannot keep answers"):
        AnswerCache(tmp_path / "file")
