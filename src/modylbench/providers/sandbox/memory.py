"""How much memory do a process and all that came of it use?"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

PROC = Path("/proc")
_RESIDENT = re.compile(r"^(?:RssAnon|RssShmem):\s+(\d+) kB$", re.MULTILINE)
_SHARE = re.compile(r"^Pss:\s+(\d+) kB$", re.MULTILINE)


def exceeds(root: int, most_bytes: int) -> bool:
    """Whether the process and its descendants hold more than that.

    Pages that processes share count in full at first, since that is cheap to ask; only if that is
    too much, each is counted once. A process that keeps its pages to itself goes on counting in
    full, or it could hide them.
    """
    resident = {pid: _kilobytes(pid, "status", _RESIDENT) or 0 for pid in _family(root)}
    if sum(resident.values()) * 1024 <= most_bytes:
        return False
    shares = ((_kilobytes(pid, "smaps_rollup", _SHARE), held) for pid, held in resident.items())
    return sum(held if share is None else share for share, held in shares) * 1024 > most_bytes


def _family(root: int) -> list[int]:
    children: dict[int, list[int]] = defaultdict(list)
    for folder in PROC.iterdir():
        if folder.name.isdigit():
            fields = _read(int(folder.name), "stat").rpartition(") ")[2].split()
            if len(fields) > 1:
                children[int(fields[1])].append(int(folder.name))
    family = [root]
    for pid in family:
        family += children[pid]
    return family


def _kilobytes(pid: int, name: str, wanted: re.Pattern[str]) -> int | None:
    """The sum of what is found; None where nothing is."""
    found = wanted.findall(_read(pid, name))
    return sum(map(int, found)) if found else None


def _read(pid: int, name: str) -> str:
    try:
        return (PROC / str(pid) / name).read_text(encoding="ascii", errors="replace")
    except OSError:  # it ended in the meantime
        return ""
