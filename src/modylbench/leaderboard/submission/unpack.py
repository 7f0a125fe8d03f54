"""An archive that a stranger sent, unpacked as far as it may be.

Only what `pack` writes is taken: members one after the other from the first byte on, each stored or
deflated, then their directory, and nothing besides. So members cannot overlap, nothing hides
between them, and an archive in an archive is just a file. All headers are looked at before anything
is written; what is unpacked is counted as it comes.
"""

from __future__ import annotations

import hashlib
import shutil
import struct
import zipfile
import zlib
from contextlib import ExitStack
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, NoReturn

from pydantic import TypeAdapter, ValidationError

from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.leaderboard.submission.manifest import FILE, ArchiveMember
from modylbench.recording.events import RelativePath

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

BLOCK = 1 << 16
EXPECTED = "expected a file that `modylbench submission pack` wrote"
MODES = (0, 0o100644)
_FIRST, _LOCATOR = b"PK\x03\x04", b"PK\x06\x07"
_END = struct.Struct("<4s4H2LH")
_LOCAL = struct.Struct("<4s5H3L2H")
_BYTES_A_MEMBER = 46 + 240  # in the directory, with the longest name that we take
_NAMES: TypeAdapter[str] = TypeAdapter(RelativePath)


@dataclass(frozen=True, slots=True)
class UnpackLimits:
    """How much is taken. Ours: 18 meetings of the oracle with sound and pictures are 1.3 GB."""

    file_bytes: int = 4 * 1024**3 - 1
    member_bytes: int = 256 * 1024**2
    total_bytes: int = 4 * 1024**3
    first_bytes: int = 16 * 1024**2
    """Of the manifest, which is read before anything is unpacked; 20,000 members take 4 MB."""
    members: int = 20_000
    ratio: int = 200
    """How much larger than deflated a member may be; what is larger, `pack` stores as it is."""


LIMITS = UnpackLimits()


class RefusedArchive(UserMistake):
    """A file that is not read any further; one line says why."""


def unpack(file: Path, folder: Path, limits: UnpackLimits = LIMITS) -> dict[str, ArchiveMember]:
    """Take all members out into a new folder; their hashes and sizes by name, as they are in it.

    Raises RefusedArchive, and leaves no folder then.
    """
    try:
        with file.open("rb") as opened:
            listed = list_members(opened, limits)
            folder.mkdir(parents=True)
            with ExitStack() as cleaning:
                cleaning.callback(shutil.rmtree, folder, ignore_errors=True)
                taken = {member.filename: _extract(opened, member, folder) for member in listed}
                cleaning.pop_all()  # all went well: the folder stays
            return taken
    except OSError as error:
        message = f"{file.name} cannot be unpacked ({error.strerror}); {EXPECTED}"
        raise RefusedArchive(message) from error


@dataclass(frozen=True, slots=True)
class ArchiveListing:
    """What an archive says of itself: its first member, and the sizes of all by their names."""

    first: bytes
    sizes: dict[str, int]


def read_listing(file: Path, limits: UnpackLimits = LIMITS) -> ArchiveListing:
    """The first member and the list of the others, of which nothing is unpacked.

    Raises RefusedArchive.
    """
    with file.open("rb") as opened:
        listed = list_members(opened, limits)
        first = listed[0]
        if first.file_size > limits.first_bytes:
            _refuse(f"{FILE} has {first.file_size:,} bytes, more than {limits.first_bytes:,}")
        content = b"".join(_content(opened, first))
    return ArchiveListing(content, {member.filename: member.file_size for member in listed})


def file_digest(file: Path) -> str:
    """The SHA-256 of a file's bytes: what a submission is known by."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def check_listing(file: Path) -> None:
    """Raise RefusedArchive for what its headers give away, without unpacking anything."""
    with file.open("rb") as opened:
        list_members(opened, LIMITS)


def list_members(file: IO[bytes], limits: UnpackLimits) -> Sequence[zipfile.ZipInfo]:
    """The members, after everything that can be told without unpacking was looked at."""
    directory_at = _directory(file, limits)
    try:
        members = zipfile.ZipFile(file).infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, struct.error) as error:
        _refuse(f"its directory cannot be read ({error})")
    if not members or members[0].filename != FILE:
        _refuse(f"its first member is not {FILE}")
    for member in members:
        _refuse_member(member, limits)
    _refuse_names([member.filename for member in members])
    total = sum(member.file_size for member in members)
    if total > limits.total_bytes:
        _refuse(f"it unpacks to {total:,} bytes, more than {limits.total_bytes:,}")
    _refuse_gaps(file, members, directory_at)
    return members


def _directory(file: IO[bytes], limits: UnpackLimits) -> int:
    """Where the directory begins; found by the last bytes, before it is read."""
    size = file.seek(0, 2)
    if size > limits.file_bytes:
        _refuse(f"it has {size:,} bytes, more than {limits.file_bytes:,}")
    file.seek(0)
    if file.read(4) != _FIRST:
        _refuse("it is not a zip archive")
    file.seek(max(0, size - _END.size - 20))
    tail = file.read()
    if len(tail) < _END.size + 20 or tail[-_END.size :][:4] != b"PK\x05\x06":
        _refuse("it is cut short, or something follows its directory")
    _, disk, first_disk, here, entries, length, start, comment = _END.unpack(tail[-_END.size :])
    if tail.startswith(_LOCATOR) or 0xFFFF in (here, entries) or 0xFFFFFFFF in (length, start):
        _refuse("it is a zip64 archive")
    if disk or first_disk or comment or here != entries or start + length != size - _END.size:
        _refuse("what it says of its directory does not fit")
    if entries > limits.members or length > limits.members * _BYTES_A_MEMBER:
        _refuse(f"it has {entries:,} members, more than {limits.members:,}")
    return int(start)


def _refuse_member(member: zipfile.ZipInfo, limits: UnpackLimits) -> None:
    name = short_repr(member.orig_filename)
    if member.filename != member.orig_filename or not _is_name(member.filename):
        _refuse(f"it has a member of the name {name}, which is not taken")
    if member.external_attr >> 16 not in MODES or member.external_attr & 0xFFFF:
        _refuse(f"{name} is not a plain file")
    if member.flag_bits & ~0x800:
        _refuse(f"{name} is encrypted, or of a kind that is not taken")
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        _refuse(f"{name} is compressed in a way that is not taken")
    if member.extra or member.comment:
        _refuse(f"{name} has fields that are not taken")
    if member.file_size > limits.member_bytes:
        _refuse(f"{name} has {member.file_size:,} bytes, more than {limits.member_bytes:,}")
    if member.file_size > limits.ratio * member.compress_size:
        _refuse(f"{name} is over {limits.ratio} times as large as its compressed form")
    if member.compress_type == zipfile.ZIP_STORED and member.file_size != member.compress_size:
        _refuse(f"{name} is stored, and its two sizes differ")


def _is_name(name: str) -> bool:
    try:
        _NAMES.validate_python(name)
    except ValidationError:
        return False
    return True


def _refuse_names(names: Sequence[str]) -> None:
    """No two that are one on some machine, and no file that is also a folder."""
    folded = [name.casefold() for name in names]  # they are ASCII: nothing else looks alike
    seen: set[str] = set()
    folders = {name[:at] for name in folded for at, mark in enumerate(name) if mark == "/"}
    for name in folded:
        if name in seen or name in folders:
            _refuse(f"it has two members of the name {short_repr(name)}")
        seen.add(name)


def _refuse_gaps(file: IO[bytes], members: Sequence[zipfile.ZipInfo], directory_at: int) -> None:
    """Each member begins where the one before ends, and says the same as the directory."""
    at = 0
    for member in members:
        file.seek(at)
        head = file.read(_LOCAL.size)
        if member.header_offset != at or len(head) < _LOCAL.size:
            _refuse(f"{short_repr(member.filename)} does not begin where the one before ends")
        mark, _, flags, method, _, _, crc, packed, size, name_length, extra = _LOCAL.unpack(head)
        named = file.read(name_length)
        said = (mark, flags, method, crc, packed, size, named, extra)
        listed = (_FIRST, member.flag_bits, member.compress_type, member.CRC, member.compress_size,
                  member.file_size, member.filename.encode(), 0)  # fmt: skip
        if said != listed:
            _refuse(f"{short_repr(member.filename)} is another one than its directory says")
        at += _LOCAL.size + name_length + member.compress_size
    if at != directory_at:
        _refuse("its directory does not begin where the last member ends")


def _extract(file: IO[bytes], member: zipfile.ZipInfo, folder: Path) -> ArchiveMember:
    """Write one member; it must unpack to just what was declared."""
    path = folder / member.filename
    path.parent.mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    with path.open("xb") as written:
        for piece in _content(file, member):
            size += len(piece)
            digest.update(piece)
            written.write(piece)
    return ArchiveMember(path=member.filename, sha256=digest.hexdigest(), size=size)


def _content(file: IO[bytes], member: zipfile.ZipInfo) -> Iterator[bytes]:
    """A member's bytes, which are just what was declared."""
    file.seek(member.header_offset + _LOCAL.size + len(member.filename.encode()))
    crc, size = 0, 0
    for piece in _pieces(file, member):
        size += len(piece)
        if size > member.file_size:
            _refuse(f"{short_repr(member.filename)} unpacks to more than it declares")
        crc = zlib.crc32(piece, crc)
        yield piece
    if size != member.file_size or crc != member.CRC:
        _refuse(f"{short_repr(member.filename)} does not unpack to what it declares")


def _pieces(file: IO[bytes], member: zipfile.ZipInfo) -> Iterator[bytes]:
    """A member's bytes. By zlib itself, since zipfile cuts off silently what is over the size."""
    left = member.compress_size
    is_stored = member.compress_type == zipfile.ZIP_STORED
    inflating = zlib.decompressobj(-zlib.MAX_WBITS)
    while left:
        block = file.read(min(left, BLOCK))
        if not block:
            _refuse("it is cut short")
        left -= len(block)
        if is_stored:
            yield block
            continue
        try:
            while block:
                yield inflating.decompress(block, BLOCK)
                block = inflating.unconsumed_tail
        except zlib.error as error:
            _refuse(f"{short_repr(member.filename)} cannot be unpacked ({error})")
    if not is_stored:
        yield inflating.flush()  # at most what one block held back
        if not inflating.eof or inflating.unused_data:
            _refuse(f"{short_repr(member.filename)} is cut short, or something follows it")


def _refuse(problem: str) -> NoReturn:
    message = f"{problem}; {EXPECTED}"
    raise RefusedArchive(message)
