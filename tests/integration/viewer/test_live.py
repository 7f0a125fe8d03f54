"""What happens in a meeting that goes on is told from its log, whatever stands there."""

import json
from pathlib import Path

from modylbench.viewer.live import events_in
from modylbench.viewer.media import served_file

SAYS, STATES = {"topic": "lk.transcription", "stream": 1}, {"lk.agent.state": "speaking"}
LINES = (
    {"at_s": 0.0, "kind": "joined", "identity": "ann", "name": "Ann Lee", "attributes": {}},
    {"at_s": 0.1, "kind": "text_opened", "identity": "ann", **SAYS},
    {"at_s": 2.0, "kind": "text", "stream": 1, "text": "What is the margin?"},
    {"at_s": 3.0, "kind": "text_opened", "identity": "agent", "topic": "a2ui", "stream": 2},
    {"at_s": 3.1, "kind": "text", "stream": 2, "text": '{"surfaceUpdate": {}}'},
    {"at_s": 4.0, "kind": "attributes", "identity": "agent", "attributes": STATES},
    {"at_s": 5.0, "kind": "file", "identity": "agent", "name": "model.xlsx"},
    {"at_s": 6.0, "kind": "turn_ended", "turn_index": 1, "outcome": "answered"},
)  # fmt: skip


def log_of(tmp_path: Path, *lines: object) -> Path:
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    (tmp_path / "events.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def test_people_are_told_who_said_showed_and_sent_what(tmp_path: Path) -> None:
    events, _, is_anew = events_in(log_of(tmp_path, *LINES), 0)

    assert [(event["kind"], event["who"], event["text"]) for event in events] == [
        ("came", "Ann Lee", ""),
        ("said", "Ann Lee", "What is the margin?"),
        ("showed", "agent", ""),
        ("does", "agent", "speaking"),
        ("sent", "agent", "model.xlsx"),
        ("turn", "", "answered"),
    ]
    assert not is_anew


def test_only_what_is_new_is_told_and_half_a_line_waits(tmp_path: Path) -> None:
    folder = log_of(tmp_path, *LINES[:2])
    _, end, _ = events_in(folder, 0)
    log = folder / "events.jsonl"
    log.write_bytes(log.read_bytes() + json.dumps(LINES[2]).encode())
    assert events_in(folder, end) == ([], end, False)
    log.write_bytes(log.read_bytes() + b"\n")
    events, further, _ = events_in(folder, end)

    assert [event["text"] for event in events] == ["What is the margin?"]
    assert further > end
    assert events_in(log_of(tmp_path, LINES[0]), further)[2]  # the meeting was begun again


def test_a_log_that_is_none_tells_nothing(tmp_path: Path) -> None:
    odd: tuple[object, ...] = (
        7,
        [],
        {},
        {"kind": "text"},
        {"at_s": "x", "kind": "left"},
        {"kind": "joined", "at_s": 0},
    )

    assert events_in(log_of(tmp_path, *odd), 0)[0] == []
    assert events_in(tmp_path / "nowhere", 0) == ([], 0, False)


def test_no_link_leads_out_of_a_meeting(tmp_path: Path) -> None:
    trial = tmp_path / "trial"
    (trial / "media").mkdir(parents=True)
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"x")
    (trial / "media" / "own.png").write_bytes(b"x")
    (trial / "media" / "link.png").symlink_to(secret)
    (trial / "out").symlink_to(tmp_path)

    assert served_file(trial, "media/own.png") == trial / "media" / "own.png"
    for place in ("media/link.png", "out/secret.png", "../secret.png", str(secret), "media", ""):
        assert served_file(trial, place) is None
