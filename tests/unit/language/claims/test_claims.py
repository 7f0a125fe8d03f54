"""What sentences of our own assert of named things, whichever way they are put."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.language.claims.assertions import AssertionReader
from modylbench.language.claims.clauses import clauses_of
from modylbench.language.claims.polarity import negators, parity
from modylbench.language.claims.senses import sense_table
from modylbench.language.claims.words import PhraseTable, tokens

NAMES = ("Lisbon", "Porto", "Faro")
TABLE = PhraseTable([(name, name) for name in NAMES])


def asserted(text: str, *senses: str) -> dict[str, int]:
    """The sign of each name that the text speaks of as its own view."""
    reader = AssertionReader(TABLE, NAMES, sense_table(senses))
    return {
        found.name: found.sign
        for found in reader.read(clauses_of(text))
        if found.is_plain and not found.is_conceded
    }


@pytest.mark.parametrize(
    ("text", "senses", "signs"),
    [
        ("Lisbon beats Porto.", ["place"], {"Lisbon": 1, "Porto": -1}),
        ("Porto trails Lisbon.", ["place"], {"Lisbon": 1, "Porto": -1}),
        ("Porto was overtaken by Lisbon.", ["place"], {"Lisbon": 1, "Porto": -1}),
        ("Porto comes second, behind Lisbon.", ["place"], {"Lisbon": 1, "Porto": -1}),
        ("Nobody outranks Lisbon.", ["place"], {"Lisbon": 1}),
        ("We chose Lisbon rather than Porto.", ["choose"], {"Lisbon": 1, "Porto": -1}),
        ("We chose Lisbon, not Porto.", ["choose"], {"Lisbon": 1, "Porto": -1}),
        ("Lisbon was not selected.", ["choose"], {"Lisbon": -1}),
        ("We advise against Lisbon.", ["choose"], {"Lisbon": -1}),
        ("Neither Lisbon nor Porto passes.", ["qualify"], {"Lisbon": -1, "Porto": -1}),
        ("Both Lisbon and Porto qualify.", ["qualify"], {"Lisbon": 1, "Porto": 1}),
        ("Lisbon passes and Porto does not.", ["qualify"], {"Lisbon": 1, "Porto": -1}),
        ("Through: Lisbon and Faro.", ["qualify"], {"Lisbon": 1, "Faro": 1}),
        ("Who is through? Lisbon.", ["qualify"], {"Lisbon": 1}),
        ("No site other than Lisbon passes.", ["qualify"], {"Lisbon": 1, "Porto": -1, "Faro": -1}),
        ("None of the three passes.", ["qualify"], {"Lisbon": -1, "Porto": -1, "Faro": -1}),
        ("Lisbon, which ranks first, is large.", ["place"], {"Lisbon": 1}),
        ("Some would pick Porto. We pick Lisbon.", ["choose"], {"Lisbon": 1}),
        ("Although Porto came first at the start, Lisbon wins.", ["place"], {"Lisbon": 1}),
        ("Porto would have won; Lisbon wins.", ["place"], {"Lisbon": 1}),
    ],
)  # fmt: skip
def test_a_sentence_asserts(text: str, senses: list[str], signs: dict[str, int]) -> None:
    assert asserted(text, *senses) == signs


@pytest.mark.parametrize(
    ("text", "word", "sign"),
    [
        ("It does not pass", "pass", -1),
        ("It never fails to pass", "pass", 1),
        ("It passes none of them", "passes", -1),
        ("Not only does it pass", "pass", 1),
        ("There is no doubt that it passes", "passes", 1),
        ("Nothing else passes", "passes", -1),
        ("For reasons that the file does not show Porto fell and Lisbon passes", "passes", 1),
        ("A decline that nobody has explained and Lisbon passes", "passes", 1),
        ("For reasons we do not know and Lisbon passes", "passes", 1),
        ("What the file does not tell and Lisbon passes", "passes", 1),
        ("For reasons that do not mean Lisbon passes", "passes", -1),
        ("The file shows that Porto does not think Lisbon passes", "passes", -1),
        ("It is clear that we do not think Lisbon passes", "passes", -1),
        ("In Porto we do not find that Lisbon passes", "passes", -1),
    ],
)
def test_negation_has_a_scope_and_a_parity(text: str, word: str, sign: int) -> None:
    words = tokens(text)
    place = next(number for number, token in enumerate(words) if token.text == word)

    assert parity(words, negators(words), place, place + 1) == sign


@given(count=st.integers(0, 6))
def test_each_outer_denial_flips(count: int) -> None:
    text = "It is untrue that " * count + "Lisbon passes."

    assert asserted(text, "qualify") == {"Lisbon": (-1) ** count}


@pytest.mark.parametrize(
    "filler", ["a,", "not ", "(", "(1", ". ", "9,", "because ", "Lisbon and ", "1,000 ", "- "]
)
def test_time_is_linear_in_hostile_text(filler: str) -> None:
    def taken_s(size: int) -> float:
        """Of our own work, and the least of three: others' work on the machine is not counted."""
        text, taken = filler * (size // len(filler)), []
        for _ in range(3):
            start = time.process_time()
            clauses_of.__wrapped__(text)
            taken.append(time.process_time() - start)
        return min(taken)

    assert taken_s(40_000) < 10 * taken_s(10_000) + 0.5


def test_figures_keep_their_units() -> None:
    found = [
        (word.number, word.unit)
        for word in tokens("150 basis points, $0.68m, 12.0x, 20 per cent")
        if word.number
    ]

    assert found == [(1.5, "pt"), (680_000.0, "$"), (12.0, "x"), (20.0, "%")]
