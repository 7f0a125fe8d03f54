"""The cell of an agent's process: what it can read, write, reach and use up.

    /usr, /lib, some of /etc        the system's programs, names and certificates
    the interpreter and its packages
    the agent's code                the folder that its class is imported from
    what --agent-files names
    /run/modylbench                 the seat's runtime: the few modules of ours in RUNTIME
    /tmp                            the only place to write, bounded; HOME lies in it

All but /tmp can only be read. What is ours in any of these (this package, the run, other runs, the
cache, scenarios in folders) is covered. Processes, users and IPC are its own; so is the network,
unless it has the machine's. bubblewrap builds it; where that cannot be, there is no cell.
"""

from __future__ import annotations

import importlib.util
import os
import resource
import shutil
import site
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

import modylbench
from modylbench.foundation.errors import one_line
from modylbench.providers.sandbox.enclosure import call_filter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.agents.choice import CellLimits, CellOptions

PROGRAMS = ("bwrap", "prlimit")
PROBE_S = 20.0
PACKAGE = Path(modylbench.__file__).resolve().parent
RUNTIME = (
    "__init__.py",
    "agents/__init__.py",
    "agents/agent.py",
    "agents/hosted/__init__.py",
    "agents/hosted/__main__.py",
    "agents/hosted/child.py",
    "agents/hosted/lifeline.py",
    "agents/hosted/wire.py",
    "foundation/__init__.py",
    "foundation/errors.py",
    "meeting/__init__.py",
    "meeting/room.py",
)
"""All of ours that there is in a cell; a test holds it against what these modules import."""
RUNTIME_FOLDER = "/run/modylbench"
USR = Path("/usr")
SCRATCH, HOME = "/tmp", "/tmp/home"  # noqa: S108 - the cell's own
SEARCHED = "/usr/local/bin:/usr/bin:/bin"
SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
OF_ETC = (
    "alternatives", "ca-certificates", "crypto-policies", "fonts", "gai.conf", "host.conf", "hosts",
    "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "mime.types", "nsswitch.conf",
    "OpenCL", "pki", "protocols", "resolv.conf", "services", "ssl", "vulkan",
)  # fmt: skip
GRAPHICS = ("nvidia*", "dri", "kfd")
"""What lies in /dev of processors for graphics, and is handed on where it is there."""
RUNS_BELOW = ("*/run.json", "*/*/run.json")
OUR_PLACES = (
    "modylbench", "src/modylbench", "lib*/python3*/*-packages/modylbench",
    "local/lib/python3*/*-packages/modylbench",
)  # fmt: skip
"""Where else a copy of ours may lie in what is visible."""


@lru_cache(maxsize=1)
def why_no_cell() -> str:
    """Why no cell can be had on this machine; "" where it can."""
    if sys.platform != "linux":
        return "a cell needs Linux"
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        return f"a cell needs {' and '.join(missing)}, which this machine does not have"
    if call_filter() is None:
        return "the numbers of this machine's system calls are not known"
    return _try_cell()


def _try_cell() -> str:
    with filter_descriptor() as calls:
        command = [_program("bwrap"), *_walls(has_network=True, calls=calls)]
        command += ["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--", "/bin/true"]
        try:
            tried = subprocess.run(  # noqa: S603 - nothing of anybody's is run
                command, pass_fds=[calls], capture_output=True, timeout=PROBE_S, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"a cell cannot be made here: {one_line(str(error))}"
    if tried.returncode:
        said = one_line(tried.stderr.decode(errors="replace"))
        return f"a cell cannot be made here: {said or f'exit code {tried.returncode}'}"
    return ""


def cell_command(command: Sequence[str], spec: str, options: CellOptions, calls: int) -> list[str]:
    """The command line that carries a command out in a cell for the class.

    `calls` is the `filter_descriptor`. Relative paths mean what they mean in our own folder.
    """
    trees = visible_trees(spec, options.readable)
    here = str(Path.cwd())
    return [
        _program("bwrap"),
        *_walls(has_network=options.has_network, calls=calls),
        *_system(options.limits),
        "--dir", here,
        *(word for tree in trees for word in ("--ro-bind", str(tree.source), str(tree.place))),
        *_covers(trees, spec, options.hidden),
        *_runtime(),
        *_graphics(),
        "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", here,
        "--", *_rlimits(options.limits), *command,
    ]  # fmt: skip


def cell_environment(spec: str, options: CellOptions) -> dict[str, str]:
    """All variables there are in a cell: those that were asked for, and where things are."""
    given = dict(options.environment)
    found = {"LANG": "C.UTF-8"} | given
    found |= {"HOME": HOME, "TMPDIR": SCRATCH, "USER": "agent", "LOGNAME": "agent"}
    found.setdefault("PATH", f"{Path(sys.executable).parent}:{SEARCHED}")
    if site.ENABLE_USER_SITE:
        found.setdefault("PYTHONUSERBASE", site.getuserbase())
    own = [given["PYTHONPATH"]] if given.get("PYTHONPATH") else []
    found["PYTHONPATH"] = os.pathsep.join([RUNTIME_FOLDER, *_import_folders(spec), *own])
    found.setdefault("PYTHONDONTWRITEBYTECODE", "1")  # nothing of it can be written
    found.setdefault("PYTHONUNBUFFERED", "1")  # so that the log has what it printed before it died
    return found


@contextmanager
def filter_descriptor() -> Iterator[int]:
    """A descriptor of the filter of system calls, to be read once by whoever builds the cell."""
    calls = os.memfd_create("calls", 0)
    try:
        os.write(calls, call_filter() or b"")
        os.lseek(calls, 0, os.SEEK_SET)
        yield calls
    finally:
        os.close(calls)


@dataclass(frozen=True, slots=True)
class ReadableTree:
    """Something of the machine's that is in the cell at this place, which may be a link's."""

    place: Path
    source: Path


def visible_trees(spec: str, readable: Iterable[Path] = ()) -> list[ReadableTree]:
    """What is in the cell of a class besides the system; what lies in another comes later."""
    wanted = [*_interpreter(), *_packages(), *_code(spec), *(path.absolute() for path in readable)]
    found = {
        ReadableTree(place, path.resolve())
        for path in wanted
        if path.exists()
        for place in (path, path.resolve())
    }
    trees: list[ReadableTree] = []
    for tree in sorted(found, key=lambda tree: (len(tree.place.parts), tree.place)):
        if not any(_shows(other, tree) for other in (ReadableTree(USR, USR), *trees)):
            trees.append(tree)
    return trees


def _shows(outer: ReadableTree, inner: ReadableTree) -> bool:
    """Whether one tree has the other in it already, at its place."""
    if not inner.place.is_relative_to(outer.place):
        return False
    return inner.source == outer.source / inner.place.relative_to(outer.place)


def code_folders(spec: str) -> list[Path]:
    """The folders that the class's own modules are imported from, as they are spelled."""
    place = spec.rpartition(":")[0]
    if place.endswith(".py"):
        path = Path(place).absolute()
        return list(dict.fromkeys([path.parent, path.resolve().parent]))
    found = PathFinder.find_spec(place.partition(".")[0], [str(Path.cwd()), *sys.path])
    if found is None:
        return []
    inside = list(found.submodule_search_locations or ())
    files = [found.origin] if found.origin and not inside else inside
    return [Path(file).absolute().parent for file in files]


def _code(spec: str) -> Iterator[Path]:
    """The folders of the class's code; of one that holds more than code only the code itself."""
    place = spec.rpartition(":")[0]
    for folder in code_folders(spec):
        if not _holds_more(folder):
            yield folder
        elif place.endswith(".py"):
            yield from (Path(place).absolute(), Path(place).resolve())
        else:
            name = place.partition(".")[0]
            yield from (folder / name, folder / f"{name}.py")


def _import_folders(spec: str) -> Iterator[str]:
    """Where the modules of a class are looked for that Python does not find by itself."""
    if spec.rpartition(":")[0].endswith(".py"):
        return
    known = {Path.cwd(), *map(Path, site.getsitepackages()), Path(site.getusersitepackages())}
    for folder in code_folders(spec):
        if folder not in known:
            yield str(folder)


def _holds_more(folder: Path) -> bool:
    """Whether a person's home lies in it, or it is where everybody's temporary files are."""
    whole = folder.resolve()
    return (
        Path.home().resolve().is_relative_to(whole)
        or whole == Path(tempfile.gettempdir()).resolve()
    )


def _interpreter() -> Iterator[Path]:
    """Python itself, and each link that leads to it."""
    prefixes = {
        Path(prefix)
        for prefix in (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix)
        if Path(prefix) not in (Path("/"), USR)
    }
    yield from prefixes
    hop = Path(sys.executable)
    while hop.is_symlink():
        if not any(hop.is_relative_to(folder) for folder in (USR, *prefixes)):
            yield hop
        hop = Path(os.path.normpath(hop.parent / hop.readlink()))


def _packages() -> Iterator[Path]:
    """Where packages are installed outside of the prefixes, also those in development."""
    folders = [Path(folder) for folder in site.getsitepackages()]
    if site.ENABLE_USER_SITE:
        folders.append(Path(site.getusersitepackages()))
    for folder in folders:
        yield folder
        for pointer in sorted(folder.glob("*.pth")):
            yield from _pointed_at(pointer)


def _pointed_at(pointer: Path) -> Iterator[Path]:
    """The folders that a .pth file names, but for where we are ourselves."""
    for line in pointer.read_text(encoding="utf-8", errors="replace").splitlines():
        words = line.strip()
        if not words or words.startswith(("#", "import ", "import\t")):
            continue
        folder = Path(os.path.normpath(pointer.parent / words))
        is_ours = (folder / "modylbench" / "__init__.py").exists()
        if folder.is_dir() and not is_ours and not _holds_more(folder):
            yield folder


def _covers(trees: Sequence[ReadableTree], spec: str, hidden: Iterable[Path]) -> Iterator[str]:
    """What to lay over things of ours that lie in what is visible."""
    code = [folder.resolve() for folder in code_folders(spec)]
    ours = {PACKAGE, *(path.resolve() for path in hidden)}
    roots = [*trees, ReadableTree(USR, USR)]
    for root in roots:
        ours.update(path for place in OUR_PLACES for path in root.source.glob(place))
    for folder in code:
        ours.update(path.parent for pattern in RUNS_BELOW for path in folder.glob(pattern))
    places = {
        root.place / path.relative_to(root.source)
        for path in ours
        for root in roots
        if path.exists() and path.is_relative_to(root.source) and not _is_around(path, code)
    }
    for place in sorted(places):
        if any(place.is_relative_to(other) for other in places - {place}):
            continue
        if place.is_dir():
            yield from ("--tmpfs", str(place), "--remount-ro", str(place))
        else:
            yield from ("--ro-bind", os.devnull, str(place))


def _is_around(path: Path, code: Iterable[Path]) -> bool:
    """Whether the code lies in it, so that covering it would hide that."""
    return any(folder.is_relative_to(path) for folder in code)


def _walls(*, has_network: bool, calls: int) -> Iterator[str]:
    yield from ("--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL")
    yield from ("--share-net",) if has_network else ()
    yield from ("--uid", "1000", "--gid", "1000", "--hostname", "cell")
    yield from ("--new-session", "--die-with-parent", "--seccomp", str(calls))


def _system(limits: CellLimits) -> Iterator[str]:
    """The system's programs, and what can be written."""
    yield from ("--ro-bind", str(USR), str(USR), "--ro-bind-try", "/nix/store", "/nix/store")
    for name in SYSTEM:
        place = Path("/") / name
        if place.is_symlink():
            yield from ("--symlink", str(place.readlink()), str(place))
        elif place.is_dir():
            yield from ("--ro-bind", str(place), str(place))
    for name in OF_ETC:
        if Path("/etc", name).exists():
            yield from ("--ro-bind", f"/etc/{name}", f"/etc/{name}")
    yield from ("--proc", "/proc", "--dev", "/dev")
    yield from ("--size", str(limits.shared_bytes), "--tmpfs", "/dev/shm")  # noqa: S108
    yield from ("--size", str(limits.scratch_bytes), "--tmpfs", SCRATCH, "--dir", HOME)


def _runtime() -> Iterator[str]:
    """The seat's runtime, with what Python has compiled of it before."""
    for name in RUNTIME:
        source = PACKAGE / name
        compiled = Path(importlib.util.cache_from_source(str(source)))
        for path in (source, compiled):
            if path.exists():
                place = f"{RUNTIME_FOLDER}/modylbench/{path.relative_to(PACKAGE)}"
                yield from ("--ro-bind", str(path), place)


def _graphics() -> Iterator[str]:
    devices = [device for name in GRAPHICS for device in sorted(Path("/dev").glob(name))]
    for device in devices:
        yield from ("--dev-bind", str(device), str(device))
    if devices:
        yield from ("--ro-bind", "/sys", "/sys")


def _rlimits(limits: CellLimits) -> Iterator[str]:
    _, most_open = resource.getrlimit(resource.RLIMIT_NOFILE)
    is_bounded = most_open != resource.RLIM_INFINITY
    bounds = {
        "data": limits.memory_bytes,
        "nproc": limits.threads,
        "nofile": min(limits.open_files, most_open) if is_bounded else limits.open_files,
        "core": 0,
    }
    yield _program("prlimit")
    yield from (f"--{name}={bound}:{bound}" for name, bound in bounds.items())


def _program(name: str) -> str:
    return shutil.which(name) or name
