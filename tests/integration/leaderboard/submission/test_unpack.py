"""A hostile archive is refused in one line, quickly, without filling disk or memory."""

import asyncio
import io
import stat
import struct
import tempfile
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.leaderboard.submission.check import Checker
from modylbench.leaderboard.submission.pack import add_member
from modylbench.leaderboard.submission.unpack import RefusedArchive, UnpackLimits, unpack

MANIFEST = "manifest.json"
SMALL = UnpackLimits(members=50, member_bytes=1 << 20, total_bytes=1 << 21, file_bytes=1 << 22)
MOST_S, MOST_BYTES = 1.0, 8 << 20


def archive(*members: tuple[str, bytes]) -> bytes:
    """As `pack` writes it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", allowZip64=False) as made:
        for name, content in ((MANIFEST, b"{}\n"), *members):
            add_member(made, name, content)
    return file.getvalue()


def with_info(**changes: object) -> bytes:
    """An archive whose second member is odd in one way."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        add_member(made, MANIFEST, b"{}\n")
        info = zipfile.ZipInfo("a/b.json", (1980, 1, 1, 0, 0, 0))
        info.external_attr = 0o100644 << 16
        for name, value in changes.items():
            setattr(info, name, value)
        made.writestr(info, b"content" * 9)
    return file.getvalue()


def named(name: str) -> bytes:
    """An archive with a member of a name that zipfile itself would not write."""
    return archive(("x" * len(name.encode()), b"1")).replace(
        b"x" * len(name.encode()), name.encode()
    )


def patched(content: bytes, mark: bytes, at: int, value: bytes, *, last: bool = True) -> bytes:
    """The archive with some bytes after the (last) mark changed."""
    start = (content.rindex if last else content.index)(mark) + at
    return content[:start] + value + content[start + len(value) :]


@cache
def bomb() -> bytes:
    """A member that deflates a thousandfold, as in 42.zip."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        add_member(made, MANIFEST, b"{}\n")
        info = zipfile.ZipInfo("a.json", (1980, 1, 1, 0, 0, 0))
        info.external_attr = 0o100644 << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        made.writestr(info, bytes(20 << 20))
    return file.getvalue()


def lying_bomb(declared: int) -> bytes:
    """The same, which declares to be small."""
    content = bomb()
    size = struct.pack("<L", declared)
    content = patched(content, b"PK\x01\x02", 24, size)
    return patched(content, b"PK\x03\x04", 22, size)


def claims_10_gb() -> bytes:
    content = archive(("a.json", b"x" * 5000))
    size = struct.pack("<L", 4_000_000_000)
    return patched(patched(content, b"PK\x01\x02", 24, size), b"PK\x03\x04", 22, size)


def zip64() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        add_member(made, MANIFEST, b"{}\n")
        with made.open(zipfile.ZipInfo("a.json"), "w", force_zip64=True) as member:
            member.write(b"x")
    return file.getvalue()


def overlapping() -> bytes:
    """Two members of the directory that are one and the same data."""
    content = archive(("a.json", b"same"), ("b.json", b"same"))
    first = content.index(b"PK\x03\x04", 10)
    return patched(content, b"PK\x01\x02", 42, struct.pack("<L", first))


def deflated_with_more() -> bytes:
    """A deflated member that something follows inside its own bytes."""
    packed = zlib.compressobj(6, zlib.DEFLATED, -15)
    raw = packed.compress(b"content") + packed.flush() + b"hidden"
    content = archive(("a.json", b"x" * len(raw))).replace(b"x" * len(raw), raw)
    head, directory = content.rindex(b"PK\x03\x04"), content.rindex(b"PK\x01\x02")
    fields = struct.pack("<LLL", zlib.crc32(b"content"), len(raw), 7)
    content = content[: head + 14] + fields + content[head + 26 :]
    content = content[: directory + 16] + fields + content[directory + 28 :]
    content = content[: head + 8] + b"\x08\x00" + content[head + 10 :]
    return content[: directory + 10] + b"\x08\x00" + content[directory + 12 :]


def other_checksum() -> bytes:
    content = patched(archive(("a.json", b"xyz")), b"PK\x01\x02", 16, b"crc!")
    return patched(content, b"PK\x03\x04", 14, b"crc!")


HOSTILE: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "text": lambda: b"not an archive at all " * 9,
    "a picture": lambda: b"\x89PNG\r\n\x1a\n" + bytes(999),
    "gzip": lambda: b"\x1f\x8b" + bytes(99),
    "only an end": lambda: b"PK\x05\x06" + bytes(18),
    "cut in the middle": lambda: archive(("a.json", b"x" * 999))[:150],
    "cut at the end": lambda: archive(("a.json", b"x" * 999))[:-1],
    "something behind": lambda: archive() + b"x",
    "something before": lambda: b"#!/bin/sh\n" + archive(),
    "a comment": lambda: archive()[:-2] + b"\x05\x00hello",
    "a bomb": bomb,
    "a bomb that lies": lambda: lying_bomb(60_000),
    "a bomb that lies a little": lambda: lying_bomb(1 << 20),
    "10 GB by its own word": claims_10_gb,
    "too much in all": lambda: archive(*((f"{n}.json", bytes(900_000)) for n in range(4))),
    "too many": lambda: archive(*((f"{number}", b"") for number in range(60))),
    "zip64": zip64,
    "overlapping members": overlapping,
    "a quine's trick": lambda: patched(archive(("a", b"1")), b"PK\x01\x02", 42, bytes(4)),
    "hidden in a member": deflated_with_more,
    "other checksum": other_checksum,
    "no manifest first": lambda: archive().replace(MANIFEST.encode(), b"manifest.jsom"),
    "absolute": lambda: named("/etc/passwd"),
    "parent": lambda: named("../../up"),
    "parent inside": lambda: named("a/../../up"),
    "backslash": lambda: named("a\\..\\up"),
    "drive": lambda: named("C:/up"),
    "a NUL": lambda: named("a.json\0.txt"),
    "a control": lambda: named("a\nb"),
    "hidden": lambda: named(".ssh/keys"),
    "a dot": lambda: named("./a"),
    "a folder": lambda: named("folder/"),
    "two slashes": lambda: named("a//b"),
    "not ASCII": lambda: named("a\u0301.json"),
    "a look-alike": lambda: named("\u0430.json"),
    "twice": lambda: archive(("a.json", b"1"), ("b.json", b"2")).replace(b"b.json", b"a.json"),
    "twice but for case": lambda: archive(("a.json", b"1"), ("A.json", b"2")),
    "a file and a folder": lambda: archive(("a", b"1"), ("a/b", b"2")),
    "a link": lambda: with_info(external_attr=(stat.S_IFLNK | 0o777) << 16),
    "a device": lambda: with_info(external_attr=(stat.S_IFCHR | 0o666) << 16),
    "a pipe": lambda: with_info(external_attr=(stat.S_IFIFO | 0o666) << 16),
    "set-uid": lambda: with_info(external_attr=0o104755 << 16),
    "executable": lambda: with_info(external_attr=0o100755 << 16),
    "bzip2": lambda: with_info(compress_type=zipfile.ZIP_BZIP2),
    "lzma": lambda: with_info(compress_type=zipfile.ZIP_LZMA),
    "a field more": lambda: with_info(extra=b"\x99\x99\x02\x00ab"),
    "a member's comment": lambda: with_info(comment=b"hello"),
    "encrypted": lambda: patched(archive(("a", b"1")), b"PK\x01\x02", 8, b"\x01\x00"),
    "another name inside": lambda: patched(archive(("aa", b"1")), b"PK\x03\x04", 30, b"bb"),
    "another size inside": lambda: patched(archive(("a", b"1")), b"PK\x03\x04", 22, b"\x02"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_refused_in_one_line_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    file, folder = tmp_path / "x.zip", tmp_path / "out"
    file.write_bytes(HOSTILE[name]())
    tracemalloc.start()
    started = time.perf_counter()
    with pytest.raises(RefusedArchive) as refusal:
        unpack(file, folder, SMALL)
    took = time.perf_counter() - started
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert "\n" not in str(refusal.value)
    assert str(refusal.value).endswith("that `modylbench submission pack` wrote")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.zip"]
    assert took < MOST_S
    assert most < MOST_BYTES


def test_what_pack_writes_comes_out_as_it_went_in(tmp_path: Path) -> None:
    members = {"a.json": b"{}", "b/c d.txt": b"text " * 999, "b/silence.bin": bytes(500_000),
               "s/media/turn-01/agent.wav": b"RIFF" * 99, "inner.zip": archive()}  # fmt: skip
    file, folder = tmp_path / "x.zip", tmp_path / "out"
    file.write_bytes(archive(*sorted(members.items())))
    found = unpack(file, folder, SMALL)

    assert {name: (folder / name).read_bytes() for name in members} == members
    assert list(found) == [MANIFEST, *sorted(members)]
    assert found["a.json"].size == 2


def test_an_older_folder_is_not_written_into(tmp_path: Path) -> None:
    file = tmp_path / "x.zip"
    file.write_bytes(archive())
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("mine")
    with pytest.raises(RefusedArchive):
        unpack(file, tmp_path / "out", SMALL)

    assert (tmp_path / "out" / "mine").read_text() == "mine"


@given(at=st.integers(0, 10_000), value=st.integers(0, 255), cut=st.booleans())
def test_any_byte_changed_is_refused_or_changes_no_content(at: int, value: int, cut: bool) -> None:
    """Dates and versions of the tools that wrote it are all that may differ."""
    content = archive(("a.json", b"one"), ("b.json", b"two " * 50))
    at %= len(content)
    changed = content[:at] if cut else content[:at] + bytes([value]) + content[at + 1 :]
    with tempfile.TemporaryDirectory() as place:
        file, folder = Path(place) / "x.zip", Path(place) / "out"
        file.write_bytes(changed)
        try:
            unpack(file, folder, SMALL)
        except RefusedArchive:
            return
        assert (folder / "a.json").read_bytes() == b"one"
        assert (folder / "b.json").read_bytes() == b"two " * 50


@pytest.mark.parametrize(
    ("manifest", "reason"), [(b"{}\n", "manifest.json"), (b'{"a": 1, "a": 2}', "twice")]
)
def test_nothing_is_unpacked_for_a_manifest_that_cannot_be_read(
    tmp_path: Path, manifest: bytes, reason: str
) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as zipped:
        add_member(zipped, MANIFEST, manifest)
        add_member(zipped, "run.json", b"{}\n")
    (tmp_path / "a.zip").write_bytes(made.getvalue())
    work = tmp_path / "work"

    found = asyncio.run(Checker().check(tmp_path / "a.zip", work=work))

    assert not found.is_accepted
    assert reason in str(found.problems[0])
    assert not work.exists()
