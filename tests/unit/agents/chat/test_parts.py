"""What nobody can listen to is kept from the voice, however the text comes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.agents.chat.parts import AnswerPart, AnswerSorter, parts_of, without_markup

SAID = [
    ("The EV is $180M. It is 12.0x EBITDA.", ["The EV is $180M.", "It is 12.0x EBITDA."]),
    ("Use e.g. 4.5x of debt. Fine?", ["Use e.g. 4.5x of debt.", "Fine?"]),
    ("One line\ngoes on here. Next.", ["One line goes on here.", "Next."]),
    ("**Note:** see `ev` in [the model](https://example.org).", ["Note: see ev in the model."]),
    ("2024 was good. -5 % was not.", ["2024 was good.", "-5 % was not."]),
    ("No end", ["No end"]),
    ("a | b is no table.", ["a | b is no table."]),
    ('He said "no." Then he left.', ['He said "no."', "Then he left."]),
    ("snake_case_name and 2*3*4 stay.", ["snake_case_name and 2*3*4 stay."]),
]
WRITTEN = [
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "a | b | c\n--|---|--\n1 | 2 | 3",
    "```python\nx = 1\n\n# no heading\nprint(x)\n```",
    "~~~\nplain\n```\nstill\n~~~",
    "# Title",
    "- one\n- two",
    "1. one\n2. two",
    "> quoted",
    '{"a": 1}',
    "[1, 2]",
    "<div>x</div>",
    "    indented = code",
    "---",
]


@pytest.mark.parametrize(("text", "sentences"), SAID)
def test_prose_is_said_sentence_by_sentence(text: str, sentences: list[str]) -> None:
    assert parts_of(text) == [AnswerPart("voice", sentence) for sentence in sentences]


@pytest.mark.parametrize("block", WRITTEN)
def test_what_is_for_the_eye_is_written_and_never_said(block: str) -> None:
    found = parts_of(f"Before this.\n\n{block}\n\nAfter it.")

    assert found == [
        AnswerPart("voice", "Before this."),
        AnswerPart("chat", block),
        AnswerPart("voice", "After it."),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<think>Net? Or gross?</think>Net.", ["Net."]),
        (" \n<think>\n| a | b |\n</think>\n\nNet.", ["Net."]),
        ("<think></think>", []),
        ("<think>For ever. And ever.", []),
        ("<thin", ["<thin"]),
        ("Net. <think>No.</think>", ["Net.", "<think>No.</think>"]),
    ],
)
def test_what_is_thought_before_the_answer_is_not_given(text: str, said: list[str]) -> None:
    assert [part.text for part in parts_of(text)] == said
    sorting = AnswerSorter()
    pieces = [part for letter in text for part in sorting.add(letter)]
    assert [part.text for part in [*pieces, *sorting.finish()]] == said


def test_code_that_never_ends_is_still_code() -> None:
    assert parts_of("Here:\n```\nx = 1. Yes. No.") == [
        AnswerPart("voice", "Here:"),
        AnswerPart("chat", "```\nx = 1. Yes. No."),
    ]


def test_a_sentence_is_out_when_the_next_one_begins() -> None:
    sorting = AnswerSorter()

    assert sorting.add("The first is done. ") == []
    assert sorting.add("T") == [AnswerPart("voice", "The first is done.")]
    assert sorting.finish() == [AnswerPart("voice", "T")]


markdown = st.lists(
    st.one_of(
        st.sampled_from([text for text, _ in SAID] + WRITTEN),
        st.sampled_from(["\n", "\n\n", " ", "```", "|", "- ", "#", ". ", "x", "    ", "\t", "1."]),
        st.text(max_size=8),
    ),
    max_size=12,
).map("".join)


@pytest.mark.parametrize("text", [*(text for text, _ in SAID), *WRITTEN])
def test_a_text_may_come_letter_by_letter(text: str) -> None:
    sorting = AnswerSorter()
    found = [part for letter in text for part in sorting.add(letter)]

    assert [*found, *sorting.finish()] == parts_of(text)


@given(text=markdown, cuts=st.lists(st.integers(1, 9), max_size=60))
def test_the_parts_do_not_depend_on_how_the_text_comes(text: str, cuts: list[int]) -> None:
    sorting = AnswerSorter()
    found: list[AnswerPart] = []
    rest = text
    for cut in cuts:
        found += sorting.add(rest[:cut])
        rest = rest[cut:]
    found += [*sorting.add(rest), *sorting.finish()]

    assert found == parts_of(text)


@given(text=markdown)
def test_every_letter_and_digit_goes_somewhere(text: str) -> None:
    text = text.replace("(", "").replace("[", "")  # addresses of links are not said

    kept = "".join(part.text for part in parts_of(text))

    assert [c for c in kept if c.isalnum()] == [c for c in text if c.isalnum()]


@pytest.mark.parametrize("word", ["word ", "x", "e.g. ", "a. ", "| ", "* "])
def test_no_line_is_too_long_to_say_and_none_takes_long_to_sort(word: str) -> None:
    text = word * (100_000 // len(word))
    sorting = AnswerSorter()
    found: list[AnswerPart] = []
    for start in range(0, len(text), 50):
        found += sorting.add(text[start : start + 50])
    found += sorting.finish()

    assert all(len(part.text) <= 2_000 for part in found if part.to == "voice")
    assert found == parts_of(text)


def test_marks_are_not_pronounced() -> None:
    assert without_markup("It is **very** _good_ and `x`.") == "It is very good and x."
