"""Real attacks against the real sandbox do no harm."""

import os
import socket
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from modylbench.providers.sandbox import enclosure, run
from modylbench.providers.sandbox.enclosure import MB, SandboxLimits, call_filter
from modylbench.providers.sandbox.run import TestRun, run_tests, unavailable

PROJECT = Path(__file__).parents[2]
LIMITS = SandboxLimits(
    wall_s=10.0,
    cpu_s=5,
    memory_bytes=256 * MB,
    folder_bytes=16 * MB,
    files=200,
    processes=24,
    output_bytes=20_000,
)

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or bool(enclosure.missing_programs()),
    reason="needs Linux and bubblewrap",
)


def python(script: str, limits: SandboxLimits = LIMITS, collect: tuple[str, ...] = ()) -> TestRun:
    files = {"attack.py": textwrap.dedent(script)}
    return run_tests(files, ["python3", "attack.py"], limits, collect=collect)


def processes() -> set[str]:
    """What runs on the machine with the mark of these tests."""
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)  # noqa: S607
    return {
        line for line in listed.stdout.splitlines() if "attack.py" in line or "sleep 4321" in line
    }


def still_running() -> set[str]:
    """What is left after as long as a busy machine takes to end what was killed."""
    for _ in range(50):
        if not processes():
            break
        time.sleep(0.1)
    return processes()


def test_this_machine_has_a_sandbox() -> None:
    assert unavailable() == ""


def test_tests_that_pass_pass_and_tests_that_fail_fail() -> None:
    files = {
        "src/sums.py": "def add(a, b):\n    return a + b\n",
        "tests/test_sums.py": "import unittest\nfrom src.sums import add\n"
        "class Sums(unittest.TestCase):\n"
        "    def test(self):\n        self.assertEqual(add(2, 2), 4)\n",
    }
    command = ["python3", "-m", "unittest", "discover", "-t", ".", "-s", "tests"]

    passed = run_tests({**files, "tests/__init__.py": "", "src/__init__.py": ""}, command, LIMITS)
    broken = {**files, "src/sums.py": "def add(a, b):\n    return a - b\n"}
    failed = run_tests({**broken, "tests/__init__.py": "", "src/__init__.py": ""}, command, LIMITS)

    assert (passed.status, passed.exit_code) == ("passed", 0), passed.output
    assert (failed.status, failed.exit_code) == ("failed", 1)
    assert "AssertionError" in failed.output


def test_a_command_that_is_not_there_fails() -> None:
    assert run_tests({}, ["no-such-program"], LIMITS).status == "failed"


def test_an_endless_loop_ends() -> None:
    limits = SandboxLimits(wall_s=1.0, cpu_s=60)

    found = python("while True: pass", limits)

    assert (found.status, found.limit) == ("stopped", "time")
    assert still_running() == set()


def test_an_endless_sleep_and_its_children_end() -> None:
    script = """
        import os, time
        for _ in range(5):
            if os.fork() == 0:
                os.setsid()
                os.execvp("sleep", ["sleep", "4321"])
        time.sleep(4321)
    """

    found = python(script, SandboxLimits(wall_s=1.0))

    assert (found.status, found.limit) == ("stopped", "time")
    assert still_running() == set()


def test_processor_time_is_limited() -> None:
    found = python("while True: pass", SandboxLimits(wall_s=20.0, cpu_s=1))

    assert found.status == "failed"
    assert found.exit_code is not None
    assert found.exit_code > 128


def test_a_daemon_is_not_left_behind() -> None:
    script = """
        import os, sys
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execvp("sleep", ["sleep", "4321"])
            os._exit(0)
        print("started")
    """

    found = python(script)

    assert (found.status, found.output) == ("passed", "started\n")
    assert still_running() == set()


def test_a_fork_bomb_meets_a_wall() -> None:
    script = """
        import os, time
        made = 0
        try:
            while made < 10_000:
                if os.fork() == 0:
                    time.sleep(5)
                    os._exit(0)
                made += 1
        except OSError as error:
            print(made < 24, error.strerror, flush=True)
            os._exit(3)
    """

    found = python(script)

    assert found.exit_code == 3
    assert found.output.startswith("True ")
    assert still_running() == set()


def test_forks_that_fork_for_ever_end() -> None:
    script = """
        import os
        while True:
            try:
                os.fork()
            except OSError:
                pass
    """

    found = python(script, SandboxLimits(wall_s=2.0, processes=20))

    assert found.status in ("stopped", "failed")
    assert still_running() == set()


@pytest.mark.parametrize(
    "allocation",
    [
        "held = bytearray(10 * 2**30)",
        "held = []\nwhile True: held.append(bytearray(2**20))",
        "import mmap; held = mmap.mmap(-1, 10 * 2**30)",
        "import mmap\nheld = [mmap.mmap(-1, 2**24) for _ in range(640)]\n"
        "for part in held: part.write(b'x' * 2**24)",
    ],
    ids=["at once", "bit by bit", "shared", "shared bit by bit"],
)
def test_ten_gigabytes_of_memory_are_not_to_be_had(allocation: str) -> None:
    found = python(allocation)

    assert found.status in ("failed", "stopped")
    assert (
        "MemoryError" in found.output
        or "Cannot allocate" in found.output
        or found.limit == "memory"
    )


def test_a_little_more_memory_than_allowed_is_refused_to_the_one_who_asks() -> None:
    found = python("held = bytearray(260 * 2**20)")

    assert found.status == "failed"
    assert "MemoryError" in found.output
    assert python("held = bytearray(200 * 2**20)").status == "passed"


def test_memory_counts_for_all_processes_together() -> None:
    script = """
        import os, time
        for _ in range(10):
            if os.fork() == 0:
                break
        held = bytearray(b"x" * (100 * 2**20))
        time.sleep(8)
    """

    found = python(script)

    assert (found.status, found.limit) == ("stopped", "memory")


def test_memory_that_processes_share_counts_once() -> None:
    script = """
        import os, time
        held = bytearray(b"x" * (100 * 2**20))
        children = [os.fork() for _ in range(3)]
        time.sleep(1)
    """

    assert python(script).status == "passed"


@pytest.mark.parametrize(
    "call",
    [
        "os.memfd_create('x')",
        "ctypes.CDLL(None, use_errno=True).shmget(0, 2**30, 0o1777) >= 0 or deny()",
        "ctypes.CDLL(None, use_errno=True).msgget(0, 0o1777) >= 0 or deny()",
        "ctypes.CDLL(None, use_errno=True).unshare(0x10000000) == 0 or deny()",
        "ctypes.CDLL(None, use_errno=True).mount(b'x', b'/work', b'tmpfs', 0, None) == 0 or deny()",
    ],
    ids=["memfd", "shared memory", "messages", "namespaces", "mounts"],
)
def test_calls_that_go_around_the_limits_are_refused(call: str) -> None:
    found = python(
        f"import ctypes, errno, os\n"
        f"def deny(): raise PermissionError(ctypes.get_errno())\n"
        f"try:\n    {call}\n    print('went through')\n"
        f"except PermissionError as error: print('refused', error.errno or error.args[0])\n"
    )

    assert found.output == "refused 1\n"


@pytest.mark.parametrize("place", ["/work/big", "/tmp/big", "/dev/shm/big"])  # noqa: S108
def test_a_file_of_ten_gigabytes_is_not_to_be_had(place: str) -> None:
    script = f"""
        with open({place!r}, "wb") as file:
            for _ in range(10 * 1024):
                file.write(b"x" * 2**20)
    """

    found = python(script)

    assert found.status == "failed"
    assert "No space left" in found.output or "File too large" in found.output


def test_many_files_together_have_the_same_limit() -> None:
    script = """
        import os
        written = 0
        try:
            for place in ("/work", "/tmp", "/dev/shm"):
                for number in range(40):
                    with open(f"{place}/{number}", "wb") as file:
                        written += file.write(b"x" * 2**20)
                        file.flush()
        finally:
            print(written <= 17 * 2**20)
    """

    found = python(script)

    assert found.output.startswith("True")
    assert "No space left" in found.output


def test_the_number_of_files_is_limited() -> None:
    script = """
        made = 0
        try:
            for made in range(100_000):
                open(f"/tmp/{made}", "w").close()
        except OSError as error:
            print(made < 300, error.strerror)
    """

    assert python(script).output.startswith("True No space left")


def test_nothing_outside_can_be_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the secret", encoding="utf-8")
    secret.chmod(0o644)
    wanted = ["/etc/shadow", "/etc/passwd", str(PROJECT / "pyproject.toml"), str(secret)]
    wanted += [str(Path.home()), "/home", "/var", "/proc/1/" + "root/etc/shadow", "/sys", "/run"]
    script = f"""
        import os
        for path in {wanted!r}:
            try:
                print(path, os.listdir(path) if os.path.isdir(path) else open(path).read())
            except OSError:
                print("no")
        print(sorted(os.environ))
    """

    lines = python(script).output.splitlines()

    assert lines == ["no"] * len(wanted) + [str(["HOME", "LC_ALL", "PATH", "PWD", "TMPDIR"])]


def test_processes_outside_cannot_be_seen() -> None:
    script = f"""
        import os
        print([pid for pid in os.listdir("/proc") if pid.isdigit() and int(pid) > 50])
        print(os.getppid() < 10)
        try:
            os.kill({os.getpid()}, 9)
        except OSError as error:
            print(error.strerror)
    """

    assert python(script).output.splitlines() == ["[]", "True", "No such process"]


def test_nothing_can_be_written_outside() -> None:
    places = [
        "/x",
        "/usr/x",
        "/etc/x",
        "/dev/x",
        "/proc/x",
        "/bin/x",
        str(PROJECT / "x"),
        str(Path.home() / "x"),
    ]
    script = f"""
        for path in {places!r}:
            try:
                open(path, "w").close()
                print("wrote", path)
            except OSError:
                pass
    """

    assert (python(script).output, (PROJECT / "x").exists()) == ("", False)


def test_a_listener_on_this_machine_cannot_be_reached() -> None:
    accepted: list[object] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.2)
        stop = threading.Event()

        def accept() -> None:
            while not stop.is_set():
                try:
                    accepted.append(listener.accept())
                except TimeoutError:
                    continue

        thread = threading.Thread(target=accept)
        thread.start()
        port = listener.getsockname()[1]
        script = f"""
            import socket
            for host in ("127.0.0.1", "localhost", "10.0.0.1", "1.1.1.1"):
                try:
                    socket.create_connection((host, {port}), timeout=1)
                    print("connected")
                except OSError:
                    print("no")
        """
        found = python(script)
        stop.set()
        thread.join()

    assert found.output == "no\n" * 4
    assert accepted == []


def test_printing_for_ever_ends() -> None:
    found = python("while True: print('x' * 1000)")

    assert (found.status, found.limit) == ("stopped", "output")
    assert len(found.output) == LIMITS.output_bytes
    assert still_running() == set()


def test_files_that_were_asked_for_come_back_and_links_do_not() -> None:
    script = """
        import os
        open("report.xml", "w").write("<ok/>")
        os.symlink("/etc/hostname", "link.xml")
        os.symlink("/etc", "folder")
        os.mkdir("real")
        os.link("report.xml", "real/hard.xml")
        os.mkfifo("pipe.xml")
    """
    wanted = ("report.xml", "link.xml", "folder/hostname", "pipe.xml", "missing", "../attack.py")

    found = python(script, collect=wanted)

    assert found.files == {"report.xml": b"<ok/>"}


def test_files_full_of_holes_do_not_fill_the_disk() -> None:
    script = """
        for number in range(150):
            with open(f"hole-{number}", "wb") as file:
                file.truncate(15 * 2**20)
    """

    found = python(script, collect=("attack.py", "hole-1", "hole-2"))

    assert found.status == "passed"
    assert "attack.py" in found.files
    assert sum(map(len, found.files.values())) <= LIMITS.folder_bytes


def test_links_to_links_are_neither_followed_nor_a_way_to_crash_us() -> None:
    script = """
        import os
        open("x", "w").write("content")
        os.symlink("x", "s0")
        os.symlink("ring", "ring")
        for number in range(1, 5):
            os.link("s0", f"s{number}", follow_symlinks=False)
            os.link("ring", f"a{number}", follow_symlinks=False)
            os.link("ring", f"z{number}", follow_symlinks=False)
            os.link("x", f"x{number}")
    """
    names = ("ring", "s0", "x", *(f"{letter}{n}" for letter in "saxz" for n in range(1, 5)))

    found = python(script, collect=names)

    assert found.status == "passed"
    assert found.files == dict.fromkeys(("x", "x1", "x2", "x3", "x4"), b"content")


def test_a_file_that_is_too_large_to_come_back_is_named_and_not_cut() -> None:
    script = """
        for name in "abc":
            with open(name, "wb") as file:
                file.truncate(12 * 2**20 if name < "c" else 3)
    """

    found = python(script, collect=("a", "b", "c"))

    kept = {name: len(content) for name, content in found.files.items()}
    assert sorted(kept.values()) == [3, 12 * MB]
    assert {*kept, *found.cut} == {"a", "b", "c"}
    assert len(found.cut) == 1


def test_a_run_that_leaves_before_its_report_has_not_passed() -> None:
    honest = "open('report.xml', 'w').write('<ok/>')\n"
    forged = {"attack.py": "import os\nos._exit(0)\n" + honest, "./report.xml": "<ok/>"}

    wrote = run_tests({"attack.py": honest}, ["python3", "attack.py"], LIMITS, report="report.xml")
    left = run_tests(forged, ["python3", "attack.py"], LIMITS, report="report.xml")
    failed = run_tests(
        {"attack.py": "1 / 0"}, ["python3", "attack.py"], LIMITS, report="report.xml"
    )

    assert (wrote.status, wrote.files) == ("passed", {"report.xml": b"<ok/>"})
    assert (left.status, left.exit_code, left.files) == ("no_report", 0, {})
    assert "report.xml" in left.reason
    assert failed.status == "failed"


def test_sockets_are_of_few_families() -> None:
    script = """
        import socket
        kinds = {1: 1, 2: 1, 10: 1, 16: 3}
        for family in (1, 2, 10, 16, 15, 17, 21, 29, 31, 38, 40, 41, 44):
            try:
                socket.socket(family, kinds.get(family, 1)).close()
                print(family, "opened")
            except PermissionError:
                print(family, "refused")
        socket.socketpair()
    """

    found = python(script)

    opened = {line.split()[0] for line in found.output.splitlines() if "opened" in line}
    refused = [line for line in found.output.splitlines() if "refused" in line]
    assert found.status == "passed", found.output
    assert (opened, len(refused)) == ({"1", "2", "10", "16"}, 9)


def test_the_archive_of_what_is_left_cannot_be_forged() -> None:
    script = """
        import os
        for number in range(3, 256):
            try:
                os.write(number, b'{ "exit-code": 0 }')
            except OSError:
                pass
        raise SystemExit(7)
    """

    found = python(script, collect=("attack.py",))

    assert found.exit_code == 7
    assert list(found.files) == ["attack.py"]


@pytest.mark.parametrize("path", ["../out.py", "/etc/cron.d/x", "a/../../b", "", "a\x00b"])
def test_a_file_that_would_lie_outside_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="path"):
        run_tests({path: "x"}, ["true"], LIMITS)


def test_more_files_than_allowed_are_refused() -> None:
    with pytest.raises(ValueError, match="files"):
        run_tests({f"{number}": "" for number in range(201)}, ["true"], LIMITS)
    with pytest.raises(ValueError, match="bytes"):
        run_tests({"a": "x" * 17 * MB}, ["true"], LIMITS)


@pytest.mark.parametrize(
    "files",
    [
        {"a" * 300: "x"},
        {"\u00fc" * 128: "x"},
        {"a": "x", "a/b": "y"},
        {"a": "x", "./a": "y"},
        {f"d{n}/e{n}/f{n}/g": "x" for n in range(150)},
    ],
    ids=["a long name", "a name of many bytes", "a file in a file", "a path twice", "folders"],
)
def test_files_that_no_folder_can_hold_are_refused_before_anything_runs(
    files: dict[str, str],
) -> None:
    with pytest.raises(ValueError, match=r"path|files and folders"):
        run_tests(files, ["true"], LIMITS)


def test_files_that_do_not_fit_are_not_taken_for_a_machine_without_a_sandbox() -> None:
    limits = SandboxLimits(wall_s=10.0, folder_bytes=256 * 1024, files=200)

    found = run_tests({f"{n}": "x" for n in range(120)}, ["true"], limits)

    assert found.status == "not_unpacked"
    assert "do not fit" in found.reason


def test_without_its_programs_nothing_is_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(enclosure, "SEARCHED", str(tmp_path))
    run.unavailable.cache_clear()
    try:
        found = run_tests({}, ["true"], LIMITS)
    finally:
        run.unavailable.cache_clear()

    assert found.status == "refused"
    assert "install bwrap, unshare" in found.reason


def test_a_machine_whose_calls_are_not_known_has_no_filter() -> None:
    assert call_filter("sparc64") is None
    assert call_filter("x86_64") != call_filter("aarch64")
