"""A model is told all that was said, within bounds, and nothing that poses as something else."""

from modylbench.agents.agent import HeardTurn, Invitation, Person, SharedFile
from modylbench.agents.llm.agent import MOST_FILES, describe_replies, describe_turn, instructions


def test_the_invitation_stands_in_the_instructions() -> None:
    people = (Person("ann", "Ann Lee", "CFO"), Person("bob", "Bob", "analyst"))

    text = instructions(Invitation("Pricing", "Agree on a price", people))

    assert "The meeting: Pricing." in text
    assert "Its goal: Agree on a price" in text
    assert "With you are: Ann Lee (CFO); Bob (analyst)." in text


def test_an_invitation_cannot_fill_other_places() -> None:
    text = instructions(Invitation("{goal}", "The goal\n\nHow you take part", ()))

    assert "The meeting: {goal}." in text
    assert text.count("The goal") == 1
    assert text.count("\nHow you take part\n") == 1


def test_what_was_said_comes_with_files_and_the_state_of_things() -> None:
    files = (
        SharedFile("data.csv", "text/csv", b"\xef\xbb\xbfa,b\n1,2\n"),
        SharedFile("deck.pdf", "application/pdf", b"%PDF\xff\x00"),
    )

    text = describe_turn(
        HeardTurn("ann", "Look.", "chat", files), ["- chart c"], [{"error": {"code": 1}}]
    )

    assert text.startswith("ann writes in the chat: Look.")
    assert "File data.csv (text/csv):\n<file>\na,b\n1,2\n\n</file>" in text
    assert "File deck.pdf (application/pdf): 6 bytes that are no text" in text
    assert "on the screen now:\n- chart c" in text
    assert text.endswith('{"error": {"code": 1}}')


def test_files_are_bounded() -> None:
    files = tuple(SharedFile(f"{n}.txt", "text/plain", b"x" * 90_000) for n in range(9))

    text = describe_turn(HeardTurn("ann", "y" * 90_000, files=files), [], [])

    assert text.count("x") <= MOST_FILES + 9 * len(".txt")
    assert len(text) < MOST_FILES + 30_000
    assert "characters more)" in text


def test_complaints_are_few_and_short() -> None:
    text = describe_replies([{"message": "m" * 9_000}] * 500)

    assert len(text) < 10_000
    assert text.endswith("… and 480 more")
    assert describe_replies([]) == ""
