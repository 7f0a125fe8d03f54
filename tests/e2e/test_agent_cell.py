"""A hosted class has what it needs, and nothing that is ours: each attack is really tried.

Where no cell can be had, only the tests of that case prove anything, and the others are skipped.
"""

import json
import shutil
import sysconfig
import textwrap
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.staging.agents import Table, attend_meeting
from tests.staging.commands import run_command, try_command
from typing_extensions import override

from modylbench.agents.choice import CellLimits, CellOptions
from modylbench.agents.hosted import cell
from modylbench.agents.hosted.agent import choose_class
from modylbench.agents.hosted.cell import why_no_cell
from modylbench.foundation.errors import UserMistake
from modylbench.meeting.room import CHAT
from modylbench.recording.reading import read_recording, recording_folders
from modylbench.recording.recording import MeetingRecording

enclosed = pytest.mark.skipif(bool(why_no_cell()), reason=why_no_cell() or "there are cells here")
MB = 1024 * 1024
WHOLE = (
    "--scenarios", "financial_analyst", "--no-audio", "--no-screens", "--judges", "none",
)  # fmt: skip
PART = (*WHOLE, "--beats", "1")
MEETINGS_TIMED = 5
MOST_COST_S = 0.15
SECRETS = {"OPENAI_API_KEY": "sk-1", "LIVEKIT_API_SECRET": "s-2", "OWN_KEY": "k-3"}

SPY = """
import glob, json, os, sys
from pathlib import Path

OUTPUT = Path({output!r})
PARENT = f"/proc/{{os.getppid()}}"  # the harness, where it can be seen; it is looked at alone


def seeds_in_open_files():
    for name in glob.glob(PARENT + "/fd/*"):
        try:
            place = os.readlink(name)
        except OSError:
            continue
        if "seed-" in place:
            yield place


def own_package():
    try:
        from modylbench.scenarios.catalogue import scenario
        from modylbench.scenarios.variant import instantiate
        return str(instantiate(scenario("financial_analyst"), 1, "seed"))[:40]
    except ImportError:
        return ""


def rewritten():
    for path in OUTPUT.rglob("recording.json"):
        said = json.loads(path.read_text())
        path.write_text(json.dumps(said | {{"title": "FORGED"}}))
        yield path.name


def environments():
    for path in ("/proc/self/environ", PARENT + "/environ"):
        try:
            yield from Path(path).read_bytes().split(b"\\0")
        except OSError:
            pass


class Spy:
    async def answer(self, heard, seat):
        found = {{
            "secrets": [name for name in {secrets!r} for line in environments()
                        if line.startswith(name.encode() + b"=")],
            "files": list(seeds_in_open_files()),
            "truth": own_package(),
            "results": list(rewritten()),
            "ours": [name for place in sys.path for name in glob.glob(place + "/modylbench/sc*")],
        }}
        await seat.chat(json.dumps(found))
        await seat.say("Noted.")
"""


def asked_once(code: str, folder: Path, options: CellOptions | None = None) -> Table:
    """What comes of one question to an agent whose answer is this code."""
    body = textwrap.indent(textwrap.dedent(code).strip(), " " * 8)
    head = "import asyncio, os, sys, time\nclass Mine:\n    async def answer(self, heard, seat):\n"
    (folder / "mine.py").write_text(head + body + "\n", encoding="utf-8")
    spec = f"{folder / 'mine.py'}:Mine"
    choice = choose_class(spec, spec, options or CellOptions(), is_checked=False)

    async def script(table: Table) -> None:
        await table.ask("Hello?")

    return attend_meeting(choice, script, log=folder / "logs" / "agent.log")


def chats(table: Table) -> list[str]:
    assert table.faults == []
    return [stream.text for stream in table.of(CHAT)]


def details(table: Table) -> str:
    return " ".join(fault["detail"] for fault in table.faults)


def recordings(output: Path) -> list[MeetingRecording]:
    return [read_recording(folder) for folder in sorted(recording_folders(output))]


def written_in_chat(recording: MeetingRecording) -> dict[str, Any]:
    turn = next(turn for turn in recording.turns if turn.agent.chat)
    found: dict[str, Any] = json.loads(turn.agent.chat[0].text)
    return found


@pytest.fixture
def loopback() -> Iterator[str]:
    """A model server of somebody's, on this machine."""

    class Model(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"a word")

        @override
        def log_message(self, *_: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def spied(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *options: str, code: int = 0
) -> list[MeetingRecording]:
    """Two meetings with the spy, whose results lie beside its own file, as by default."""
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    spy = SPY.format(output=str(folder / "results"), secrets=list(SECRETS))
    (folder / "spy.py").write_text(spy, encoding="utf-8")
    monkeypatch.chdir(folder)
    run_command("run", "--agent", "spy.py:Spy", "--seeds", "0-1", *PART, *options, code=code)
    first, second = recordings(folder / "results")
    assert (first.seed, second.seed) == (0, 1)
    return [first, second]


@enclosed
def test_a_spy_finds_no_key_no_seed_no_truth_and_no_recording_of_an_earlier_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = spied(tmp_path, monkeypatch)

    assert first.title != "FORGED"
    for recording in (first, second):
        assert written_in_chat(recording) == {
            "secrets": [], "files": [], "truth": "", "results": [], "ours": [],
        }  # fmt: skip
        assert recording.agent.settings["cell"] == "on"
        assert recording.agent.settings["network"] == "on"
        assert "environment" not in recording.agent.settings


def test_without_a_cell_the_same_spy_finds_them_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What docs/agents.md says of such a run, and that the spy can spy; no forgery counts."""
    first, second = spied(tmp_path, monkeypatch, "--cell", "off", code=2)

    found = written_in_chat(second)
    assert {*found["secrets"]} == {*SECRETS}
    assert any("seed-1" in path for path in found["files"])
    assert found["truth"]
    assert found["results"] == ["recording.json"]
    assert first.title == "FORGED"


@enclosed
def test_no_other_process_is_seen_and_none_can_be_traced(tmp_path: Path) -> None:
    """Only itself is ever tried: whoever attaches to others stops them."""
    code = """
        import ctypes, glob
        seen = {int(name.rpartition("/")[2]) for name in glob.glob("/proc/[0-9]*")}
        assert seen <= {1, os.getpid()}, seen
        libc = ctypes.CDLL(None, use_errno=True)
        ctypes.set_errno(0)
        asked = libc.ptrace(0, 0, None, None)  # to be traced by the parent
        await seat.chat(f"{asked} {os.strerror(ctypes.get_errno())}")
    """

    assert chats(asked_once(code, tmp_path)) == ["-1 Operation not permitted"]


@enclosed
def test_a_variable_that_was_asked_for_is_there_and_its_name_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    spy = "class Spy:\n    async def answer(self, heard, seat):\n        import json, os\n"
    spy += "        await seat.chat(json.dumps(dict(os.environ)))\n        await seat.say('Yes.')\n"
    (tmp_path / "spy.py").write_text(spy, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    run_command("run", "--agent", "spy.py:Spy", "--k", "1", *WHOLE, "--agent-env", "OWN_KEY")

    (recording,) = recordings(tmp_path / "results")
    found = written_in_chat(recording)
    assert found["OWN_KEY"] == "k-3"
    assert not {"OPENAI_API_KEY", "LIVEKIT_API_SECRET", "MODYLBENCH_CACHE"} & found.keys()
    assert recording.agent.settings["environment"] == "OWN_KEY"
    assert recording.is_official
    for path in (tmp_path / "results").rglob("run.json"):
        assert "k-3" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("way", ["asked for", "no bubblewrap"])
def test_without_a_cell_the_run_says_so_once_and_is_never_official(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(
        "class Mine:\n    async def answer(self, heard, seat):\n        await seat.say('Yes.')\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    option = ("--cell", "off") if way == "asked for" else ()
    if way == "no bubblewrap":
        monkeypatch.setattr(cell, "PROGRAMS", ("no-such-bwrap",))
        why_no_cell.cache_clear()
    try:
        run = ("run", "--agent", "mine.py:Mine", "--k", "1", *WHOLE, *option)
        told = run_command(*run).stderr
    finally:
        why_no_cell.cache_clear()

    assert told.count("without a cell") == 1
    assert ("--cell off" if way == "asked for" else "needs no-such-bwrap") in told
    (recording,) = recordings(tmp_path / "results")
    assert recording.agent.settings["cell"] == "off"
    assert recording.agent.settings["network"] == "on"
    assert not recording.is_official


def test_who_asks_for_no_network_gets_none_or_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cell, "PROGRAMS", ("no-such-bwrap",))
    why_no_cell.cache_clear()
    try:
        with pytest.raises(UserMistake, match="found --cell offline, and a cell needs no-such"):
            choose_class("a.py:A", f"{tmp_path}/a.py:A", CellOptions(has_network=False))
    finally:
        why_no_cell.cache_clear()


@enclosed
def test_the_network_is_there_or_not_as_is_said(tmp_path: Path, loopback: str) -> None:
    code = f"""
        import urllib.request
        try:
            with urllib.request.urlopen({loopback!r}, timeout=5) as answer:
                await seat.chat(answer.read().decode())
        except OSError as error:
            await seat.chat("nobody there")
    """
    offline = CellOptions(has_network=False)

    assert chats(asked_once(code, tmp_path)) == ["a word"]
    assert chats(asked_once(code, tmp_path, offline)) == ["nobody there"]
    choice = choose_class("a", f"{tmp_path / 'mine.py'}:Mine", offline, is_checked=False)
    assert choice.settings["network"] == "off"


@enclosed
def test_its_own_modules_packages_and_native_extensions_are_there(tmp_path: Path) -> None:
    folder = Path(sysconfig.get_path("platstdlib")) / "lib-dynload"
    native = next(folder.glob("_heapq.*"), None)
    if native is not None:
        shutil.copy(native, tmp_path / f"_heapq{''.join(native.suffixes)}")
    (tmp_path / "neighbour.py").write_text("WORD = 'neighbour'\n", encoding="utf-8")
    (tmp_path / "prompt.txt").write_text("prompt", encoding="utf-8")
    code = """
        import numpy, neighbour
        from importlib.machinery import ExtensionFileLoader
        from importlib.util import module_from_spec, spec_from_file_location
        from pathlib import Path
        here = Path(__file__).parent
        for path in here.glob("_heapq.*"):
            loader = ExtensionFileLoader("_heapq", str(path))
            spec = spec_from_file_location("_heapq", path, loader=loader)
            module = module_from_spec(spec)
            spec.loader.exec_module(module)
            heap = []
            module.heappush(heap, 1)
            assert heap == [1]
        assert int(numpy.arange(4).sum()) == 6
        await seat.chat(neighbour.WORD + " " + (here / "prompt.txt").read_text())
    """

    assert chats(asked_once(code, tmp_path)) == ["neighbour prompt"]


@enclosed
def test_it_reads_what_it_was_given_and_writes_its_scratch_folder_alone(tmp_path: Path) -> None:
    own, given, other = tmp_path / "own", tmp_path / "weights", tmp_path / "other"
    for folder in (own, given, other):
        folder.mkdir()
        (folder / "file").write_text("here", encoding="utf-8")
    code = f"""
        from pathlib import Path
        found = []
        tests, home = {str(Path(__file__).parent)!r}, {str(Path.home() / ".ssh")!r}
        for place in ({str(given)!r}, {str(other)!r}, tests, home):
            found.append(any(Path(place).glob("*")))
        places = [os.path.dirname(__file__), {str(given)!r}, "/usr", "/", "/dev", "/run/modylbench"]
        for place in map(Path, (*places, "/tmp", os.environ["HOME"], "/dev/shm")):
            try:
                (place / "new").write_text("mine")
                found.append(str(place))
            except OSError:
                pass
        await seat.chat(repr(found))
    """

    told = chats(asked_once(code, own, CellOptions(readable=(given,))))

    written = ["/tmp", "/tmp/home", "/dev/shm"]  # noqa: S108 - its own, not ours
    assert told == [repr([True, False, False, False, *written])]
    assert sorted(path.name for path in own.iterdir()) == ["file", "logs", "mine.py"]


@enclosed
def test_of_a_folder_that_holds_a_home_only_the_class_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".netrc").write_text("secret", encoding="utf-8")

    told = chats(
        asked_once("await seat.chat(str(sorted(os.listdir(os.path.dirname(__file__)))))", tmp_path)
    )

    assert told == ["['mine.py']"]


@enclosed
def test_devices_for_graphics_are_handed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = next((name for name in ("fuse", "kmsg", "net/tun") if Path("/dev", name).exists()), "")
    if not device:
        pytest.skip("no device here that a cell does not have anyway")
    code = f"""
        import stat
        place = "/dev/{device}"
        await seat.chat(str(os.path.exists(place) and stat.S_ISCHR(os.stat(place).st_mode)))
    """

    assert chats(asked_once(code, tmp_path)) == ["False"]
    monkeypatch.setattr(cell, "GRAPHICS", (device,))
    assert chats(asked_once(code, tmp_path)) == ["True"]


SMALL = CellLimits(
    memory_bytes=300 * MB, scratch_bytes=8 * MB, files=300, processes=12, open_files=64
)


@enclosed
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("bytearray(400_000_000)", "MemoryError"),
        (
            "for _ in range(4):\n"
            "    if os.fork() == 0:\n        held = b'x' * 120_000_000\n        time.sleep(60)\n"
            "time.sleep(60)",
            "it held more than 314 MB of memory",
        ),
        (
            "import subprocess\n"
            "for _ in range(20):\n    subprocess.Popen(['sleep', '60'])\n"
            "time.sleep(60)",
            "it had more than 12 processes",
        ),
        (
            "for number in range(400):\n    open(f'/tmp/{number}', 'w').close()\ntime.sleep(60)",
            "it wrote more than 300 files",
        ),
        ("open('/tmp/a', 'wb').write(bytes(20_000_000))", "No space left on device"),
        ("files = [open('/dev/null') for _ in range(100)]", "Too many open files"),
    ],
    ids=["memory of one", "memory of all", "processes", "files", "disk", "open files"],
)
def test_what_goes_beyond_a_limit_fails_or_is_ended_and_said(
    code: str, expected: str, tmp_path: Path
) -> None:
    table = asked_once(code, tmp_path, CellOptions(limits=SMALL))

    assert expected in details(table)


@enclosed
def test_the_truth_of_scenarios_and_other_runs_is_covered_wherever_it_lies(tmp_path: Path) -> None:
    for run in ("results/one", "baseline", "old/kept"):
        (tmp_path / run / "financial_analyst").mkdir(parents=True)
        (tmp_path / run / "run.json").write_text("{}", encoding="utf-8")
        (tmp_path / run / "financial_analyst" / "evaluation.json").write_text(
            "{}", encoding="utf-8"
        )
    private = tmp_path / "private"
    private.mkdir()
    (private / "oracle.py").touch()
    copy = tmp_path / "modylbench" / "scenarios"
    copy.mkdir(parents=True)
    (copy / "oracle.py").touch()
    (tmp_path / "secret.key").write_text("secret", encoding="utf-8")
    code = """
        from pathlib import Path
        here = Path(__file__).parent
        found = [str(path.relative_to(here)) for path in sorted(here.rglob("*")) if path.is_file()]
        await seat.chat(str([name for name in found if Path(here, name).read_text()][:9]))
    """
    hidden = (private, tmp_path / "secret.key", tmp_path / "not-there", tmp_path.parent)

    told = chats(asked_once(code, tmp_path, CellOptions(hidden=hidden)))

    assert told == ["['mine.py']"]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--agent", "oracle", "--cell", "off"), "found --cell off with the agent 'oracle'"),
        (("--agent", "chat:x", "--agent-env", "A"), "found --agent-env with the agent 'chat:x'"),
        (("--agent", "a.py:A", "--agent-env", "NOT_SET"), "--agent-env NOT_SET, which is not set"),
        (("--agent", "a.py:A", "--agent-env", "LIVEKIT_API_SECRET"), "opens more than the agent's"),
        (("--agent", "a.py:A", "--agent-files", "nowhere"), "--agent-files nowhere, which is not"),
    ],
)
def test_mistakes_about_the_cell_are_one_line(
    options: tuple[str, ...], problem: str, tmp_path: Path
) -> None:
    done = try_command("run", *options, cwd=tmp_path)

    assert done.returncode == 2
    assert problem in done.stderr
    assert done.stderr.strip().count("\n") == 0


@enclosed
def test_a_cell_costs_a_meeting_less_than_150_ms(tmp_path: Path) -> None:
    """Of several meetings with and without one the quickest, since others work here too."""

    def quickest_s(name: str, options: CellOptions) -> float:
        took = []
        for number in range(MEETINGS_TIMED):
            folder = tmp_path / f"{name}-{number}"
            folder.mkdir()
            began_s = time.perf_counter()
            assert chats(asked_once("await seat.chat('here')", folder, options)) == ["here"]
            took.append(time.perf_counter() - began_s)
        return min(took)

    cost_s = quickest_s("in", CellOptions()) - quickest_s("out", CellOptions(is_wanted=False))

    assert cost_s < MOST_COST_S, f"{cost_s * 1e3:.0f} ms"
