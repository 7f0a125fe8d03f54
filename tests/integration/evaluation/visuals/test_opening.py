"""A picture of any size or kind is opened or refused in one line, and nothing large is unpacked."""

import struct
import tracemalloc
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from modylbench.evaluation.visuals.opening import MOST_PIXELS, open_picture
from modylbench.foundation.errors import BadFile

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, body: bytes) -> bytes:
    checksum = zlib.crc32(kind + body)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", checksum)


def png(width: int, height: int, rows: bytes = b"\0" * 64) -> bytes:
    """A PNG that claims a size, of whose pixels only some may be there."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    data = chunk(b"IDAT", zlib.compress(rows))
    return SIGNATURE + chunk(b"IHDR", head) + data + chunk(b"IEND", b"")


def written(folder: Path, content: bytes) -> Path:
    path = folder / "frame.png"
    path.write_bytes(content)
    return path


def test_a_picture_is_opened_as_colours_and_greys(tmp_path: Path) -> None:
    Image.new("RGBA", (40, 30), "red").save(tmp_path / "frame.png")

    opened = open_picture(tmp_path / "frame.png")

    assert opened.colours.getpixel((3, 3)) == (255, 0, 0)
    assert (opened.greys.size, opened.pixels) == ((40, 30), 1200)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (png(0, 0), "0 x 0 pixels"),
        (png(20_000, 20_000), "20,000 x 20,000 pixels"),
        (png(2**31 - 1, 1), "pixels, expected at most"),
        (png(100, 100), "broken PNG"),
        (png(8, 8)[:-20], "broken PNG"),
        (b"", "no PNG"),
        (b"GIF89a" + b"\0" * 40, "no PNG"),
        (SIGNATURE + chunk(b"IDAT", b"\0" * 20), "no PNG"),
    ],
)
def test_what_cannot_be_opened_is_refused_in_one_line(
    content: bytes, problem: str, tmp_path: Path
) -> None:
    with pytest.raises(BadFile, match=problem) as refused:
        open_picture(written(tmp_path, content))

    assert "\n" not in str(refused.value)


def test_a_picture_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        open_picture(tmp_path / "gone.png")


def test_a_claim_costs_no_memory(tmp_path: Path) -> None:
    path = written(tmp_path, png(20_000, 20_000, b"\0" * 1_000_000))
    tracemalloc.start()

    with pytest.raises(BadFile):
        open_picture(path)

    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()
    assert MOST_PIXELS < 20_000 * 20_000


@settings(max_examples=100, deadline=None)
@given(cut=st.integers(0, 200), flips=st.lists(st.integers(0, 199), max_size=5))
def test_any_damage_is_a_bad_file_or_a_picture(
    cut: int, flips: list[int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    content = bytearray(png(16, 16, b"\0" * 17 * 16))
    for place in flips:
        content[place % len(content)] ^= 0x55
    path = written(tmp_path_factory.mktemp("damaged"), bytes(content[: len(content) - cut]))

    try:
        assert open_picture(path).pixels <= MOST_PIXELS
    except BadFile as refused:
        assert refused.args[-1]  # noqa: PT017 - either is right
