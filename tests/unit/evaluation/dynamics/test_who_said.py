"""Whether somebody said what is laid in their mouth: by the matter of it, not by the wording."""

import pytest

from modylbench.evaluation.dynamics.attributions import Callings, attributions_in
from modylbench.evaluation.dynamics.who_said import SaidSoFar
from modylbench.recording.events import Utterance

NAMES = {"ann": "Ann Lee", "bob": "Bob Day", "cat": "Cat Moe"}
SAID = (
    ("ann", "bob", "Bob, what does the warehouse pay the haulier, and since when?"),
    ("bob", "ann", "412 thousand a quarter. Since the 9th of May, when I signed for it."),
    ("cat", "bob", "I felt that 440 thousand was nearer."),
    ("bob", "cat", "That was before the second notice, so no."),
    ("ann", "cat", "Cat, did you look at the pallets yourself?"),
    ("cat", "ann", "Yes, on Monday, and they bought the cheap ones."),
    ("ann", "all", "Whoever misses two deliveries comes back to this board. Is that agreed?"),
)
HONEST = (
    "As Bob put it, the haulier is paid 412,000.",
    "Bob said that his signature is on it.",
    "According to Bob, 440 thousand was before the second notice.",
    "Cat said that she looked at the pallets.",
    "As Cat said, they buy cheap ones.",
    "Cat felt otherwise, and as Cat said, 440 thousand is near.",
    "As the chair said, two missed deliveries bring somebody back to the board.",
    "Ann asked what the haulier is paid.",
)
FALSE = (
    "As Cat put it, the haulier is paid 412,000.",
    "Bob said the haulier is paid 421 thousand.",
    "Ann said that her signature is on it.",
    "As Ann said, they buy cheap ones.",
    "Bob mentioned that the pallets burned down.",
    "As Bob said, two missed deliveries bring somebody back to the board.",
    "As Ann said, three missed deliveries bring somebody back to the board.",
    "Ann said the haulier pays the warehouse.",
)


def said_so_far() -> SaidSoFar:
    found = SaidSoFar(tuple(NAMES.values()))
    for number, (speaker, to, text) in enumerate(SAID):
        found.add(
            Utterance(
                id=str(number),
                speaker=speaker,
                addressees=(to,),
                text=text,
                started_s=4.0 * number,
                ended_s=4.0 * number + 3.0,
            )
        )
    return found


def verdicts(told: str) -> list[bool]:
    callings = Callings.of(NAMES, {}, ("ann",))
    return [said_so_far().is_founded(found) for found in attributions_in(told, callings)]


@pytest.mark.parametrize("told", HONEST)
def test_an_honest_paraphrase_is_known_again(told: str) -> None:
    assert verdicts(told) == [True]


@pytest.mark.parametrize("told", FALSE)
def test_what_another_said_or_nobody_is_not_theirs(told: str) -> None:
    assert verdicts(told) == [False]


def test_what_stands_in_a_file_is_no_saying() -> None:
    assert verdicts("The causes are on a sheet, as Cat noted them in her file: late 2.") == []


def test_only_who_names_the_wrong_person_misquotes() -> None:
    callings = Callings.of(NAMES, {})
    told = "As Ann said, they bought the cheap ones. Ann said the depot burned down."
    found = [said_so_far().is_anothers(item) for item in attributions_in(told, callings)]

    assert found == [True, False]
