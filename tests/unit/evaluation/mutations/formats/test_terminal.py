"""What a person sees of a session, and whether it only grew."""

from typing import Any

import pytest

from modylbench.evaluation.mutations.edit import Edit
from modylbench.evaluation.mutations.formats.format import ProductJson
from modylbench.evaluation.mutations.formats.terminal import TerminalFormat, screen_text

FORMAT = TerminalFormat()


def session(*entries: dict[str, Any]) -> ProductJson:
    return FORMAT.normalise({"id": "t", "title": "Shell", "entries": list(entries)})


def entry(own: str, output: str = "", exit_code: int | None = 0) -> dict[str, Any]:
    return {"id": own, "command": f"run {own}", "output": output, "exit_code": exit_code}


@pytest.mark.parametrize(
    ("printed", "seen"),
    [
        ("plain\ntext\n", "plain\ntext\n"),
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("10 %\r100 %", "100 %"),
        ("100 %\r5 %", "5 % %"),
        ("100 %\r\x1b[K5 %", "5 %"),
        ("100 %\r\x1b[2K5 %", "5 %"),
        ("abc\x1b[1Kd", "   d"),
        ("abc\b\bX", "aXc"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("\x1b]0;title\x07x", "x"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("one\ntwo\x1b[1A\rONE\n\nend", "ONE\ntwo\nend"),
        ("a\x1b[3Cb", "a   b"),
        ("abc\x1b[2Dx", "axc"),
        ("abc\x1b[1Gx", "xbc"),
        ("a\x07\x00b\x7f", "ab"),
        ("a\tb", "a\tb"),
        ("spaces   \nend", "spaces\nend"),
        ("\x1b(Bx\x1b=y\x1b", "xy"),
        ("12:03:55 took 1.2s", "12:03:55 took 1.2s"),
        ("\x1b[?25lx\x1b[?25h", "x"),
        ("\x1b[999999999999Cx", " " * 500 + "x"),
        ("\x1b[xx", "x"),
        ("text\x1b[3", "text"),
        ("text\x1b[38;5 ", "text"),
        ("text\x1b]0;tit", "text"),
        ("text\x1b]0;title\x1b", "text"),
        ("text\x1b(", "text"),
    ],
)
def test_what_is_seen_is_what_stands_on_the_screen(printed: str, seen: str) -> None:
    assert screen_text(printed) == seen
    assert screen_text(seen) == seen


def test_a_cursor_sent_far_away_does_not_fill_memory() -> None:
    assert len(screen_text("\x1b[500Cx\n" * 10_000)) <= 200_000
    assert len(screen_text("\x1b[500Cx")) == 501


def test_new_commands_and_more_output_only_append() -> None:
    before = session(entry("a"), entry("b", "one\n", None))
    after = session(entry("a"), entry("b", "one\ntwo\n", 0), entry("c"), entry("d"))

    found = FORMAT.diff(before, after)

    assert found == (
        Edit("finish_entry", "b", "element_id", {"exit_code": None}, {"exit_code": 0}),
        Edit("extend_output", "b", "element_id", {"output": "one\n"}, {"output": "one\ntwo\n"}),
        Edit("append_entry", "c", "element_id", None, after["entries"][2], "b"),
        Edit("append_entry", "d", "element_id", None, after["entries"][3], "c"),
    )


@pytest.mark.parametrize(
    ("printed", "later"),
    [
        ("start\n10 %", "start\n10 %\r100 %\ndone\n"),
        ("10 %", "10 %\r\x1b[Kdone"),
        ("start\n\x1b[3", "start\n\x1b[31mred"),
        ("5\b", "5\b7"),
    ],
)
def test_a_command_that_runs_may_go_back_on_its_last_line(printed: str, later: str) -> None:
    running = session(entry("a", printed, None))

    assert [edit.type for edit in FORMAT.diff(running, session(entry("a", later, None)))] == [
        "extend_output"
    ]
    assert "extend_output" in [
        edit.type for edit in FORMAT.diff(running, session(entry("a", later, 0)))
    ]


def test_lines_above_the_last_and_output_of_what_has_ended_stay() -> None:
    for before, after, code in (("one\ntwo", "ONE\ntwo", None), ("one\ntwo", "one\nTWO", 0)):
        found = FORMAT.diff(session(entry("a", before, code)), session(entry("a", after, code)))

        assert [edit.type for edit in found] == ["rewrite_history"]


@pytest.mark.parametrize(
    "after",
    [
        [entry("b")],
        [entry("a", "changed"), entry("b")],
        [entry("a", exit_code=1), entry("b")],
        [entry("a", exit_code=None), entry("b")],
        [entry("b"), entry("a")],
        [entry("new"), entry("a"), entry("b")],
        [entry("a"), entry("new"), entry("b")],
        [{**entry("a"), "command": "other"}, entry("b")],
        [{**entry("a"), "cwd": "/"}, entry("b")],
    ],
    ids=[
        "removed",
        "output",
        "exit code",
        "runs again",
        "order",
        "first",
        "between",
        "command",
        "cwd",
    ],
)
def test_whatever_else_happens_to_a_session_rewrites_history(after: list[Any]) -> None:
    before = session({**entry("a", "once"), "exit_code": 0}, entry("b"))
    target = session(
        *(({**item, "output": "once"} if item == entry("a") else item) for item in after)
    )

    found = FORMAT.diff(before, target)

    assert "rewrite_history" in {edit.type for edit in found}
    assert FORMAT.apply(before, found) == target


def test_colours_are_no_mutation() -> None:
    assert FORMAT.diff(session(entry("a", "\x1b[32mok\x1b[0m")), session(entry("a", "ok"))) == ()


def test_entries_without_ids_are_called_by_their_place() -> None:
    before = session({"command": "ls"})
    after = session({"command": "ls"}, {"command": "pwd"})

    assert [(edit.type, edit.locator) for edit in FORMAT.diff(before, after)] == [
        ("append_entry", "entry-2")
    ]


def test_a_failed_command_and_one_that_never_ended_are_wrong() -> None:
    found = FORMAT.verify(session(entry("a", exit_code=2), entry("b", exit_code=None), entry("c")))

    assert [line.split(":")[0] for line in found] == ["a", "b"]
    assert FORMAT.verify(session(entry("a"), entry("b", exit_code=None))) == ()
