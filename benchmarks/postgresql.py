"""A PostgreSQL server of one's own, for as long as it is needed."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

USERS = ("postgres", "nobody")
"""Who it runs as where we are root, which it refuses."""
DEBIAN = Path("/usr/lib/postgresql")


class NotHere(Exception):
    """There is no PostgreSQL to be had, and why."""


@contextmanager
def server(*settings: str) -> Iterator[str]:
    """The folder of the socket of a fresh server, which anybody may use; raises NotHere."""
    programs = _programs()
    # A socket's path has at most 107 characters, and the server's user must get to it.
    folder = Path(tempfile.mkdtemp(prefix="modyl-pg-"))
    try:
        as_user = _as_user(folder)
        data = folder / "data"
        make = [f"{programs / 'initdb'}", "-D", str(data), "-U", "modyl", "-A", "trust"]
        _run([*as_user, *make, "-E", "UTF8", "--locale=C", "--no-sync"])
        control = [*as_user, str(programs / "pg_ctl"), "-D", str(data), "-w"]
        chosen = " ".join(f"-c {setting}" for setting in ("listen_addresses=''", *settings))
        options = f"{chosen} -k {folder}"
        _run([*control, "-l", str(folder / "log"), "-o", options, "start"])
        try:
            yield str(folder)
        finally:
            _run([*control, "-m", "immediate", "stop"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def address(folder: str, database: str = "postgres") -> str:
    """How a database of the server is named."""
    return f"postgresql://modyl@/{database}?unix_sock={folder}/.s.PGSQL.5432"


def _programs() -> Path:
    found = shutil.which("pg_ctl")
    if found is not None and (Path(found).parent / "initdb").exists():
        return Path(found).parent
    for folder in sorted(DEBIAN.glob("*/bin"), reverse=True):
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    message = "needs PostgreSQL: initdb and pg_ctl (on Debian: apt-get install postgresql)"
    raise NotHere(message)


def _as_user(folder: Path) -> list[str]:
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        message = "needs setpriv, since PostgreSQL refuses to run as root"
        raise NotHere(message)
    for name in USERS:
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        os.chown(folder, user.pw_uid, user.pw_gid)
        folder.chmod(0o755)
        return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    message = f"needs one of the users {', '.join(USERS)}, since PostgreSQL refuses to run as root"
    raise NotHere(message)


def _run(command: list[str]) -> None:
    # Into a file and not a pipe, which the server would keep open.
    with tempfile.TemporaryFile() as told:
        done = subprocess.run(command, cwd="/", stdout=told, stderr=told, check=False)
        if done.returncode:
            told.seek(0)
            last = told.read().decode(errors="replace").strip()[-300:]
            raise NotHere(last)
