"""JSON in an agent's text is found in bounded time, and a fault costs its own value only."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.surfaces.messages.json_text import values_in
from modylbench.surfaces.notes import MessageNotes

A = {"version": "v0.9", "createSurface": {"surfaceId": "a", "catalogId": "c"}}
B = {"version": "v0.9", "updateDataModel": {"surfaceId": "a", "value": "see, ] and, } // é"}}
C = {"version": "v0.9", "deleteSurface": {"surfaceId": "a"}}
a, b, c = json.dumps(A), json.dumps(B), json.dumps(C)
PRETTY = json.dumps([A, B, C], indent=2)
UNINDENTED = json.dumps([A, B, C], indent=0)
RAW = b.replace("see, ", "see,\n")
WITH_A_LINE_BREAK = json.loads(RAW, strict=False)


def read(text: str) -> tuple[list[Any], list[tuple[str, str]]]:
    notes = MessageNotes(0)
    values = list(values_in(text, notes))
    flat = [item for value in values for item in (value if isinstance(value, list) else [value])]
    return flat, [(finding.severity, finding.code) for finding in notes.findings]


def in_block(text: str) -> str:
    return f"So:\n<a2ui-json>{text}</a2ui-json>\nDone."


def as_it_is(text: str) -> str:
    return text


TRUNCATED = [("error", "truncated")]
BROKEN = [("error", "broken_json")]
MENDED = [("warning", "mended_json")]
FAULTS: dict[str, tuple[str, list[Any], list[tuple[str, str]]]] = {
    "a list cut within a value": (f"[{a}, {b}, {c[:-9]}", [A, B], TRUNCATED),
    "a list cut within a string": (f"[{a}, {b}, {c[:12]}", [A, B], TRUNCATED),
    "a list cut between values": (f"[{a}, {b},", [A, B], TRUNCATED),
    "a pretty list cut within a value": (PRETTY[:-20], [A, B], TRUNCATED),
    "a broken value in a pretty list": (f"[\n  {a},\n  {{bad}},\n  {c}\n]", [A, C], BROKEN),
    "a broken value in a list of one line": (f"[{a}, {{bad}}, {c}]", [A, C], BROKEN),
    "a bracket too few in a list": (f'[{a}, {{"x": [1}}, {c}]', [A, C], BROKEN),
    "a value that is not closed, in a pretty list": (
        f'[\n  {a},\n  {{"x": {{"y": 1}},\n  {c}\n]',
        [A, C],
        BROKEN,
    ),
    "a string that is not closed, in a pretty list": (
        f'[\n{a},\n{{"x": "y}},\n{c}\n]',
        [A, C],
        BROKEN,
    ),
    "words in a list": (f"[{a}, ... {c}]", [A, C], BROKEN),
    "a broken value within an unindented list": (
        UNINDENTED.replace('"value":', '"value"'),
        [A, C],
        BROKEN,
    ),
    "a comma at the end of a list": (f"[{a}, {b},]", [A, B], MENDED),
    "a comma at the end of a pretty list": (PRETTY[:-2] + ",\n]", [A, B, C], MENDED),
    "commas within a value": (f"[{a}, {b[:-1]},}}, {c}]", [A, B, C], MENDED),
    "no comma between values": (f"[{a} {b}\n{c}]", [A, B, C], MENDED),
    "JSON Lines": (f"{a}\n{b}\n{c}", [A, B, C], []),
    "JSON Lines with commas": (f"{a},\n{b},\n{c},\n", [A, B, C], MENDED),
    "values in one line": (f"{a} {b} {c}", [A, B, C], []),
    "a line break in a string": (f"[{a}, {RAW}, {c}]", [A, WITH_A_LINE_BREAK, C], MENDED),
    "comments between values": (f"[\n// first\n{a}, // then\n{b}, {c}]", [A, B, C], MENDED),
    "comments within a value": (f"[{a}, {{ // then\n{b[1:]}, {c}]", [A, B, C], MENDED),
}


@pytest.mark.parametrize("place", [as_it_is, in_block])
@pytest.mark.parametrize(("text", "values", "findings"), FAULTS.values(), ids=FAULTS.keys())
def test_one_fault_costs_no_more_than_its_own_value(
    place: Any, text: str, values: list[Any], findings: list[tuple[str, str]]
) -> None:
    assert read(place(text)) == (values, findings)


FENCED = f"```json\n[{a},\n{b}]\n```"


def test_a_file_may_be_one_fence() -> None:
    assert read(FENCED) == ([A, B], [])
    assert read(f"\n```jsonl\n{a}\n{b}\n```\n") == ([A, B], [])
    assert read(FENCED[:-5]) == ([A, B], TRUNCATED)


def test_words_beside_a_fence_in_a_block_are_left_out_with_a_warning() -> None:
    assert read(in_block(f"\n{FENCED}\nThat is all.")) == ([A, B], MENDED)
    assert read(in_block(f"First:\n{FENCED}\n")) == ([A, B], MENDED)
    assert read(in_block(f"\n{FENCED}\n")) == ([A, B], [])


def test_a2ui_in_a_fence_amid_talk_is_read_with_a_warning() -> None:
    text = f'Here it is:\n{FENCED}\nand the settings:\n```json\n{{"port": 80}}\n```\nShall we?'

    assert read(text) == ([A, B], [("warning", "untagged_block")])


@pytest.mark.parametrize(
    "talk", ["[Note] Look:", "[1] says so:", "{a} is b:", "data: see", "[a, b]"]
)
def test_talk_that_begins_like_json_keeps_its_blocks(talk: str) -> None:
    assert read(f"{talk} this\n<a2ui-json>[{a},\n{b}]</a2ui-json>") == ([A, B], [])
    assert read(f"{talk} <a2ui-json>[{a}, {b}]</a2ui-json> bye") == ([A, B], [])


def test_blocks_within_json_are_left_to_those_who_know_what_it_is() -> None:
    said = {"content": f"<a2ui-json>{a}</a2ui-json>"}
    line = json.dumps(said)

    assert read(line) == ([said], [])
    assert read(f"{line}\n{line}") == ([said, said], [])
    assert read(f"{json.dumps(said, indent=1)}\n{a}") == ([said, A], [])
    assert read(f"data: {line}\n\ndata: {a}\n\n") == ([said, A], [])


def test_lines_of_events_may_end_in_any_way() -> None:
    for end in ("\n", "\r", "\r\n"):
        assert read(f"event: x{end}data: {a}{end}{end}data: {b}{end}{end}") == ([A, B], [])


N = 400_000
GROWTH = {
    "blanks in a block": in_block("x" + " " * N + "x"),
    "blanks in a file": "{" + " " * N + "x" + "\t" * N + "\n" * N,
    "commas and blanks": "[" + (", " * N) + "x",
    "commas within a value": '[{"a": [' + ("1, ,\t" * N) + "]}]",
    "values in one line": "é {}"[2:] * (N // 4) + "é",
    "open lists": "[" * N,
    "open objects": '{"a":' * N,
    "open lists a line": "[\n" * N,
    "long tails": '{"k":[\n' * 500 + "{},\n" * (N // 4),
    "lone quotes": '[{"\\"' + '\\"' * N,
    "quotes a line": '{"\n' * N,
    "broken values": "[" + "{bad}," * N + "1",
    "fences": "x\n" + "```\n" * N,
    "fences in a block": in_block("x\n" + " ```" * N + "```\n" * N),
    "tags": "<a2ui-json>" * (N // 8),
    "tags that open and close": "<a2ui-json>[</a2ui-json>" * (N // 16),
    "tags in strings": '<a2ui-json>["</a2ui-json>' * (N // 16),
    "slashes": "[" + "/" * N + "\n{}" + "// \n" * N,
    "brackets that do not match": "[{" + "[" * N + "}" * N,
    "event lines": "data: {\n" * N,
}


@pytest.mark.parametrize("text", GROWTH.values(), ids=GROWTH.keys())
def test_time_grows_with_the_length_of_a_text(text: str) -> None:
    began = time.process_time()

    read(text)

    # A reader that goes back to where it began takes minutes for any of these.
    assert time.process_time() - began < 30


values = st.dictionaries(st.text(max_size=3), st.text(max_size=6) | st.integers(0, 9), min_size=1)


@given(st.lists(values, min_size=1, max_size=5), st.data())
def test_a_list_that_is_cut_gives_its_first_values(items: list[Any], data: st.DataObject) -> None:
    text = json.dumps(items, indent=data.draw(st.sampled_from([None, 0, 2])))
    cut = data.draw(st.integers(2, len(text) - 1))

    found, findings = read(text[:cut].join(["<a2ui-json>", "</a2ui-json>"]))

    assert found == items[: len(found)]
    assert findings == TRUNCATED


@given(st.lists(values, min_size=1, max_size=5), st.data())
def test_one_broken_value_leaves_all_others(items: list[Any], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(items) - 1))
    texts = [json.dumps(item) for item in items]
    texts[at] = data.draw(st.sampled_from(["{bad}", '{"a": }', "{'a': 1}", '{"a": NaN}', "nil"]))
    between = data.draw(st.sampled_from([",", ", ", ",\n  "]))

    assert read(in_block(f"[{between.join(texts)}]")) == (items[:at] + items[at + 1 :], BROKEN)
