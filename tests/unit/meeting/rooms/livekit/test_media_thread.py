"""The media thread ends, and not before what must not be broken off."""

import asyncio

from modylbench.meeting.rooms.livekit.media_thread import MediaThread


def test_what_is_kept_is_done_before_the_thread_ends_and_all_else_is_broken_off() -> None:
    done: list[str] = []

    async def work(name: str, seconds: float) -> None:
        try:
            await asyncio.sleep(seconds)
            done.append(name)
        except asyncio.CancelledError:
            done.append(f"{name} was broken off")
            raise

    async def program() -> None:
        media = MediaThread("media of a test")
        media.post(lambda: media.keep(work("kept", 0.3)))
        other = asyncio.create_task(media.run(lambda: work("other", 9.0)))
        await asyncio.sleep(0.1)
        await media.stop()
        assert not media._thread.is_alive()
        await asyncio.wait([other])
        assert other.cancelled()

    asyncio.run(program())

    assert done == ["other was broken off", "kept"]
