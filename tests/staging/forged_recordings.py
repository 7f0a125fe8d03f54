"""Recordings that were forged so that all their hashes fit, each with what gives it away."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from modylbench.foundation.record import canonical_json
from modylbench.meeting.capture.sound.soundtrack import wav_header

LOG = "events.jsonl"
Change = Callable[["Forged"], None]


class Files(Protocol):
    """The files of a trial, wherever they lie."""

    def read(self, path: str) -> bytes: ...

    def write(self, path: str, content: bytes) -> None: ...


@dataclass
class TrialFolder:
    """Those in a folder."""

    folder: Path

    def read(self, path: str) -> bytes:
        return (self.folder / path).read_bytes()

    def write(self, path: str, content: bytes) -> None:
        (self.folder / path).write_bytes(content)


class Forged:
    """A recording that is being forged: what is written is hashed anew wherever it is named."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self.record: dict[str, Any] = json.loads(files.read("recording.json"))
        self.log = [json.loads(line) for line in files.read(LOG).splitlines()]

    def finish(self) -> None:
        """Write record and log as the harness would."""
        lines = [json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in self.log]
        self.put(LOG, "".join(f"{line}\n" for line in lines).encode())
        self._files.write("recording.json", canonical_json(self.record).encode())

    def read(self, path: str) -> bytes:
        return self._files.read(path)

    def put(self, path: str, content: bytes) -> None:
        """Another content of a file, with its hash and size where it stands."""
        self._files.write(path, content)
        for kept in _kept_files(self.record):
            if kept["path"] == path:
                kept["sha256"] = hashlib.sha256(content).hexdigest()
                kept["size"] = len(content)

    @property
    def exchanges(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.record["exchanges"]
        return found

    @property
    def events(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.record["events"]
        return found

    def event(self, kind: str, number: int = 0, **is_so: Any) -> dict[str, Any]:
        """The n-th event of a kind of which this is so."""
        found = [event for event in self.events if event["kind"] == kind]
        return [
            event for event in found if all(event[key] == value for key, value in is_so.items())
        ][number]

    def asked(self, exchange: dict[str, Any]) -> dict[str, Any]:
        return next(event for event in self.events if event.get("id") == exchange["asked"])

    def said(self) -> dict[str, Any]:
        """What the agent said first."""
        return next(
            event
            for event in self.events
            if event["kind"] == "utterance" and event["planned"] is None
        )

    def exchange(self, outcome: str) -> dict[str, Any]:
        return next(kept for kept in self.exchanges if kept["outcome"] == outcome)

    def line(self, kind: str, number: int = 0, **is_so: Any) -> dict[str, Any]:
        found = (line for line in self.log if line["kind"] == kind)
        same: list[dict[str, Any]] = [
            line for line in found if all(line.get(k) == value for k, value in is_so.items())
        ]
        return same[number]

    def sort(self) -> None:
        self.events.sort(key=lambda event: float(event.get("at_s", event.get("started_s", 0.0))))


def _kept_files(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if {"path", "sha256", "size"} == value.keys():
            yield value
        for part in value.values():
            yield from _kept_files(part)
    elif isinstance(value, list):
        for part in value:
            yield from _kept_files(part)


@dataclass(frozen=True)
class Forgery:
    """One way to forge a recording, and words of the contradiction that it leaves."""

    name: str
    gives_away: str
    change: Change


def empty_events(forged: Forged) -> None:
    forged.log.clear()


def half_a_second(forged: Forged) -> None:
    """Everything the record tells took half a second in all."""
    factor = 0.5 / forged.record["duration_s"]
    _scale(forged.record, factor)
    for exchange in forged.exchanges:
        exchange["perceived_s"] = [round(at_s * factor, 3) for at_s in exchange["perceived_s"]]


def half_a_second_in_the_log_too(forged: Forged) -> None:
    factor = 0.5 / forged.record["duration_s"]
    half_a_second(forged)
    for line in forged.log:
        line["at_s"] = round(line["at_s"] * factor, 3)


def _scale(value: Any, factor: float) -> None:
    if isinstance(value, dict):
        for key, part in value.items():
            if key in ("at_s", "started_s", "ended_s", "duration_s") and part is not None:
                value[key] = round(part * factor, 3)
            else:
                _scale(part, factor)
    elif isinstance(value, list):
        for part in value:
            _scale(part, factor)


def shorter_meeting(forged: Forged) -> None:
    forged.record["duration_s"] = 0.5


def log_runs_back(forged: Forged) -> None:
    middle = len(forged.log) // 2
    line = forged.log[middle]
    line["at_s"] = round(line["at_s"] - 7.0, 3)


def exchanges_run_back(forged: Forged) -> None:
    first, second = forged.exchanges[0], forged.exchanges[1]
    first["ended_s"], second["ended_s"] = second["ended_s"], first["ended_s"]


def politer_words(forged: Forged) -> None:
    said = forged.said()
    said["text"] = f"Thank you so much. {said['text']}"


def politer_words_in_the_log_elsewhere(forged: Forged) -> None:
    politer_words(forged)
    said = forged.said()
    line = forged.line("text_opened", topic="lk.transcription", identity=said["speaker"])
    forged.line("text", stream=line["stream"])["at_s"] += 0.0
    forged.line("text", stream=line["stream"])["text"] = "Thank you so much."


def filled_silence(forged: Forged) -> None:
    """Where nothing came, the record has a polite word."""
    exchange = forged.exchange("timed_out")
    asked, agent = forged.asked(exchange), forged.said()
    at_s = round(asked["ended_s"] + 1.5, 3)
    polite = {
        **agent,
        "id": "u900",
        "turn_index": exchange["turn_index"],
        "text": "Certainly, with pleasure.",
        "started_s": at_s,
        "ended_s": at_s + 2.0,
    }
    forged.events.append(polite)
    forged.sort()
    exchange["outcome"] = "answered"
    exchange["perceived_s"] = [at_s]
    forged.record["faults"] = [
        fault for fault in forged.record["faults"] if fault["turn_index"] != exchange["turn_index"]
    ]


def filled_silence_in_the_log_too(forged: Forged) -> None:
    filled_silence(forged)
    exchange = next(
        kept
        for kept in forged.exchanges
        if kept["turn_index"] == forged.event("utterance", id="u900")["turn_index"]
    )
    at_s = exchange["perceived_s"][0]
    end = forged.line("turn_ended", turn_index=exchange["turn_index"])
    end["outcome"] = "answered"
    number = max(line["stream"] for line in forged.log if line["kind"] == "text_opened") + 1
    words = [
        {"at_s": at_s, "kind": "text_opened", "identity": forged.said()["speaker"],
         "topic": "lk.transcription", "stream": number, "attributes": {}},
        {"at_s": at_s, "kind": "text", "stream": number, "text": "Certainly, with pleasure."},
        {"at_s": at_s + 2.0, "kind": "text_closed", "stream": number, "is_whole": True},
    ]  # fmt: skip
    place = forged.log.index(end)
    while forged.log[place - 1]["at_s"] > at_s:
        place -= 1
    forged.log[place:place] = words


def called_answered(forged: Forged) -> None:
    """Nothing came, and both record and log call that an answer."""
    exchange = forged.exchange("timed_out")
    exchange["outcome"] = "answered"
    forged.line("turn_ended", turn_index=exchange["turn_index"])["outcome"] = "answered"


def given_up_at_once(forged: Forged) -> None:
    exchange = forged.exchanges[-1]
    assert exchange["outcome"] == "timed_out"
    at_s = round(forged.asked(exchange)["ended_s"] + 2.0, 3)
    exchange["ended_s"] = forged.record["duration_s"] = at_s
    for line in forged.log:
        line["at_s"] = min(line["at_s"], at_s)


def other_products(forged: Forged) -> None:
    """The surfaces show other figures than the messages beside them."""
    path = forged.exchange("answered")["surfaces"]["path"]
    content = forged.read(path)
    forged.put(path, re.sub(rb"12 of 40", b"40 of 40", content))


def other_products_and_messages(forged: Forged) -> None:
    """Both of them, and the log is left as it was."""
    other_products(forged)
    path = forged.exchange("answered")["messages"]["path"]
    forged.put(path, re.sub(rb"12 of 40", b"40 of 40", forged.read(path)))


def messages_in_another_order(forged: Forged) -> None:
    path = forged.exchange("answered")["messages"]["path"]
    forged.put(path, b"".join(reversed(forged.read(path).splitlines(keepends=True))))


def quicker_answer(forged: Forged) -> None:
    exchange = forged.exchange("answered")
    exchange["perceived_s"] = [round(forged.asked(exchange)["ended_s"] + 0.1, 3)]


def later_question(forged: Forged) -> None:
    """People ended later, so the answer came sooner after them."""
    asked = forged.asked(forged.exchange("answered"))
    asked["ended_s"] = round(asked["ended_s"] + 0.3, 3)


def earlier_thought(forged: Forged) -> None:
    state = forged.event("state", state="thinking")
    state["at_s"] = round(state["at_s"] - 0.2, 3)
    forged.sort()


def no_state(forged: Forged) -> None:
    forged.events.remove(forged.event("state"))


def earlier_surface(forged: Forged) -> None:
    update = forged.event("surface")
    update["at_s"] = round(update["at_s"] - 0.2, 3)
    forged.sort()


def nobody_came(forged: Forged) -> None:
    forged.events.remove(forged.event("joined"))


def other_request(forged: Forged) -> None:
    """People ask something easier, in record and log."""
    asked = forged.asked(forged.exchanges[1])
    before, asked["text"] = asked["text"], "Are you there?"
    asked["words"] = []
    next(line for line in forged.log if line.get("text") == before)["text"] = "Are you there?"


def other_alternative(forged: Forged) -> None:
    """What is said where the agent has shown what this one has not."""
    forged.asked(forged.exchanges[1])["planned"]["alternative"] += 1


def other_phase(forged: Forged) -> None:
    forged.exchanges[0]["phase"] = "delivery"


def as_an_edge_case(forged: Forged) -> None:
    forged.exchanges[1]["edge_case"] = "a_trap_that_was_met"


def other_attachment(forged: Forged) -> None:
    """People hand over another file, in record and log."""
    given = forged.event("file")
    path = given["file"]["path"]
    forged.put(path, forged.read(path) + b"\n")
    forged.line("file", name=given["name"])["sha256"] = given["file"]["sha256"]


def no_fault(forged: Forged) -> None:
    """A fault that the log proves is not told."""
    line = forged.line("text_opened", topic="lk.transcription", identity=forged.said()["speaker"])
    line["topic"], line["in_the_name_of"] = "lk.chat", forged.asked(forged.exchanges[0])["speaker"]


def no_last_turn(forged: Forged) -> None:
    """The last exchange is gone from record and log, and the meeting is called completed."""
    gone = forged.exchanges.pop()
    forged.record["events"] = [
        event for event in forged.events if event["turn_index"] != gone["turn_index"]
    ]
    since_s = forged.exchanges[-1]["ended_s"]
    end = forged.log.index(forged.line("turn_ended", turn_index=forged.exchanges[-1]["turn_index"]))
    del forged.log[end + 1 :]
    forged.record["duration_s"] = since_s
    forged.record["ending"] = "completed"
    forged.record["faults"] = [
        fault for fault in forged.record["faults"] if fault["turn_index"] != gone["turn_index"]
    ]


def no_turn_in_the_log(forged: Forged) -> None:
    forged.log.remove(forged.line("turn_ended", 1))


def hurried_question(forged: Forged) -> None:
    """People say a page in a second, in record and log."""
    asked = forged.asked(forged.exchanges[1])
    opened = next(
        line
        for line in forged.log
        if line["kind"] == "text_opened" and line["at_s"] == asked["started_s"]
        and line["identity"] == asked["speaker"] and line["topic"] == "lk.transcription"
    )  # fmt: skip
    asked["started_s"] = opened["at_s"] = round(asked["ended_s"] - 1.0, 3)
    for word in asked["words"]:
        word["started_s"] = word["ended_s"] = asked["started_s"]
    forged.log.sort(key=lambda line: line["at_s"])
    forged.sort()


def no_line_of_a_meeting(forged: Forged) -> None:
    forged.log[3] = {"at_s": 1.0, "kind": "praise", "text": "well done"}


def not_a_time(forged: Forged) -> None:
    forged.log[3]["at_s"] = -4.0


FORGERIES = (
    Forgery("empty events", "the log ends 0 exchanges", empty_events),
    Forgery("a meeting of half a second", "by the log", half_a_second),
    Forgery("the same in the log too", "s for words of", half_a_second_in_the_log_too),
    Forgery("a shorter meeting", "and the last exchange ended at", shorter_meeting),
    Forgery("time runs back in the log", "time runs back by", log_runs_back),
    Forgery("exchanges run back", "is not within its exchange", exchanges_run_back),
    Forgery("politer words", "the agent's words: text is", politer_words),
    Forgery("other words in the log", "the agent's words: text is",
            politer_words_in_the_log_elsewhere),
    Forgery("a silence filled", "was answered, and the log ends", filled_silence),
    Forgery("a silence filled in the log too", "goes on for", filled_silence_in_the_log_too),
    Forgery("nothing is called an answer", "nothing came from the agent", called_answered),
    Forgery("given up at once", "was given up after 2.0 s", given_up_at_once),
    Forgery("other products", "not what the A2UI messages come to", other_products),
    Forgery("other products and messages", "not those that came by the log",
            other_products_and_messages),
    Forgery("messages in another order", "not those that came by the log",
            messages_in_another_order),
    Forgery("a quicker answer", "comes out of the log", quicker_answer),
    Forgery("a later question", "is not in the log in these words then", later_question),
    Forgery("an earlier thought", "what the agent said of itself", earlier_thought),
    Forgery("a state less", "what the agent said of itself", no_state),
    Forgery("an earlier surface", "when the surfaces changed", earlier_surface),
    Forgery("nobody came", "who came and left", nobody_came),
    Forgery("an easier request", "not what the script says at this seed", other_request),
    Forgery("another alternative", "to what the agent had shown and said", other_alternative),
    Forgery("another phase", "phase is 'delivery'", other_phase),
    Forgery("an edge case that was none", "edge_case is 'a_trap", as_an_edge_case),
    Forgery("another attachment", "attachments is", other_attachment),
    Forgery("a fault untold", "the log tells of impersonation", no_fault),
    Forgery("the last turn left out", "its script goes on with turn", no_last_turn),
    Forgery("a turn left out of the log", "exchanges, and the record has", no_turn_in_the_log),
    Forgery("a hurried question", "s for words of", hurried_question),
    Forgery("no line of a meeting", "line 4", no_line_of_a_meeting),
    Forgery("a time before the meeting", "line 4", not_a_time),
)  # fmt: skip


def longer_clip(forged: Forged) -> None:
    clip = forged.exchange("answered")["audio"]
    clip["duration_s"] = round(clip["duration_s"] + 0.5, 3)


def earlier_voice(forged: Forged) -> None:
    agent = forged.said()["speaker"]
    exchange = forged.exchange("answered")
    span = forged.event("voice", identity=agent, turn_index=exchange["turn_index"])
    span["started_s"] = round(forged.asked(exchange)["ended_s"] + 0.1, 3)
    forged.sort()


def no_voice(forged: Forged) -> None:
    agent, turn = forged.said()["speaker"], forged.exchange("answered")["turn_index"]
    forged.record["events"] = [
        event
        for event in forged.events
        if (event["kind"], event.get("identity"), event["turn_index"]) != ("voice", agent, turn)
    ]


def other_sound(forged: Forged) -> None:
    """The agent is silent in a file of the same length."""
    path = forged.exchange("answered")["audio"]["file"]["path"]
    size = len(forged.read(path)) - 44
    forged.put(path, wav_header(size) + bytes(size))


def no_sound_file(forged: Forged) -> None:
    path = forged.exchange("answered")["audio"]["file"]["path"]
    forged.put(path, b"RIFX" + forged.read(path)[4:])


def sound_of_another_turn(forged: Forged) -> None:
    first, second = [kept for kept in forged.exchanges if kept["audio"] is not None][:2]
    first["audio"]["file"], second["audio"]["file"] = (
        second["audio"]["file"],
        first["audio"]["file"],
    )


def moved_clip(forged: Forged) -> None:
    clip = forged.exchange("answered")["audio"]
    clip["started_s"] = round(clip["started_s"] - 1.0, 3)


SOUND_FORGERIES = (
    Forgery("a longer clip", "and has samples of", longer_clip),
    Forgery("an earlier voice", "in its sound it is not", earlier_voice),
    Forgery("no voice", "of which the record is silent", no_voice),
    Forgery("silence instead of sound", "in its sound it is not", other_sound),
    Forgery("no WAV file", "is no WAV file", no_sound_file),
    Forgery("the sound of another turn", "of another turn", sound_of_another_turn),
    Forgery("a clip that is moved", "does not end with its exchange", moved_clip),
)
