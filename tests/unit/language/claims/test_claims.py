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


ONLY_FARO_OUT = {"Lisbon": 1, "Porto": 1, "Faro": -1}


@pytest.mark.parametrize(
    "text",
    [
        "All sites but Faro pass.",
        "Every site but Faro qualifies.",
        "All of the sites but Faro get through.",
        "Each of them but Faro passes.",
    ],
)
def test_but_behind_a_whole_names_the_exception(text: str) -> None:
    assert asserted(text, "qualify") == ONLY_FARO_OUT


@pytest.mark.parametrize(
    "text",
    [
        "Nobody but Lisbon passes.",
        "None but Lisbon qualifies.",
        "No site but Lisbon gets through.",
        "No one but Lisbon makes it.",
    ],
)
def test_but_behind_none_names_the_only_one(text: str) -> None:
    assert asserted(text, "qualify") == {"Lisbon": 1, "Porto": -1, "Faro": -1}


@pytest.mark.parametrize(
    "text",
    [
        "Lisbon qualifies, but Faro fails.",
        "We passed Lisbon, but Faro is out.",
        "Lisbon gets through but Faro falls short.",
        "Lisbon passes; but Faro does not.",
    ],
)
def test_but_behind_anything_else_opens_a_clause(text: str) -> None:
    assert clauses_of(text)[-1].opener == "but"


@pytest.mark.parametrize(
    "text",
    [
        "Two drop out, Porto because it is late, Faro because it is tied.",
        "We drop Porto because it is late, and Faro because it is tied.",
        "Porto is out because it is late, Faro because it is tied.",
        "Porto fails since it is late, Faro since it is tied.",
    ],
)
def test_the_second_name_goes_with_its_own_reason(text: str) -> None:
    reasons = [str(clause) for clause in clauses_of(text) if "tied" in str(clause)]

    assert [reason.removeprefix("and ") for reason in reasons] == ["faro it is tied"]


@pytest.mark.parametrize(
    "text",
    [
        "Porto would be attractive were it not tied to a rival.",
        "Porto had been first were it licensed.",
        "Porto wins easily had it passed the test.",
        "Porto ranks first were they not committed elsewhere.",
    ],
)
def test_what_would_be_so_otherwise_is_no_claim(text: str) -> None:
    assert asserted(text, "place", "qualify") == {}


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Lisbon starts early; nothing is earlier.", 1),
        ("Lisbon is the one to watch. Nobody is earlier.", 1),
        ("Lisbon plans 2028, and none is sooner.", 1),
        ("Lisbon plans 2030; nothing is later.", -1),
    ],
)
def test_none_beyond_it_puts_it_at_the_end_of_the_scale(text: str, sign: int) -> None:
    assert asserted(text, "rank:earliest")["Lisbon"] == sign


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Production is in 2028 at Lisbon and later everywhere else.", 1),
        ("It comes at Lisbon in 2028 and later anywhere else.", 1),
        ("It comes at Lisbon in 2030 and earlier everywhere else.", -1),
        ("Production at Lisbon is later than anywhere else.", -1),
        ("Production at Lisbon is earlier than anywhere else.", 1),
    ],
)
def test_what_is_said_of_everywhere_else_is_not_said_here(text: str, sign: int) -> None:
    assert asserted(text, "rank:earliest") == {"Lisbon": sign}


@pytest.mark.parametrize(
    "text",
    [
        "Nobody tops the 402 of Lisbon.",
        "Nothing tops Lisbon.",
        "No one tops what Lisbon has.",
        "None tops the figure of Lisbon.",
    ],
)
def test_what_nobody_tops_is_first(text: str) -> None:
    assert asserted(text, "rank:most")["Lisbon"] == 1


@pytest.mark.parametrize(
    ("text", "causes"),
    [
        ("Lisbon explains the drop.", {"Lisbon": 1}),
        ("The drop is due to Lisbon, not Porto.", {"Lisbon": 1, "Porto": -1}),
        ("The drop was caused by Lisbon.", {"Lisbon": 1}),
        ("The drop comes from Lisbon rather than Porto.", {"Lisbon": 1, "Porto": -1}),
        ("Lisbon took away five points while Porto put back three.", {"Lisbon": 1, "Porto": -1}),
        ("Lisbon had nothing to do with it.", {"Lisbon": -1}),
        ("Porto helped; Lisbon brought it down.", {"Lisbon": 1, "Porto": -1}),
        ("Porto is not to blame.", {"Porto": -1}),
    ],
)
def test_a_cause_is_told_from_what_helped(text: str, causes: dict[str, int]) -> None:
    assert asserted(text, "cause") == causes


@pytest.mark.parametrize(
    "text",
    [
        "There is no way to tell which is first.",
        "We do not know who is first.",
        "It is not clear whether Lisbon or Porto is first.",
        "We cannot say which passes.",
    ],
)
def test_an_indirect_question_is_a_question(text: str) -> None:
    assert clauses_of(text)[-1].is_question


def test_a_bullet_is_a_paragraph_and_a_wrapped_line_is_none() -> None:
    listed = clauses_of("- Lisbon wins.\n- Porto loses.")
    wrapped = clauses_of("Lisbon wins.\nPorto loses.")

    assert len({clause.paragraph for clause in listed}) == 2
    assert len({clause.paragraph for clause in wrapped}) == 1


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
