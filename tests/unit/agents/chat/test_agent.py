"""A model is told all of a meeting that it can take, and what is left out."""

from modylbench.agents.agent import HeardTurn, Invitation, Person, SharedFile
from modylbench.agents.chat.agent import MOST_ATTACHMENT, describe_turn, inline, instructions

INVITATION = Invitation("A {goal}", "To decide", (Person("ann", "Ann Lee", "pe_associate"),))


def test_titles_cannot_be_placeholders() -> None:
    system = instructions(INVITATION)

    assert "The meeting: A {goal}" in system
    assert "Its goal: To decide" in system
    assert "- Ann Lee (pe associate)" in system


def test_people_have_names_and_what_is_written_says_so() -> None:
    said = describe_turn(HeardTurn("ann", "Hello."), INVITATION)
    written = describe_turn(HeardTurn("bob", "Me too.", "chat"), INVITATION)

    assert said == "Ann Lee: Hello."
    assert written == "bob (in the chat): Me too."


def test_files_are_text_where_they_are_text() -> None:
    assert "a;b" in inline(SharedFile("a.csv", "text/csv", "\ufeffa;b".encode()))
    assert "\ufeff" not in inline(SharedFile("a.csv", "text/csv", "\ufeffa;b".encode()))
    assert "not text" in inline(SharedFile("a.xlsx", "", b"PK\x03\x04\x00"))
    assert "not text" in inline(SharedFile("a.png", "", b"\x89PNG"))


def test_a_long_file_is_cut_and_it_is_said() -> None:
    text = inline(SharedFile("a.txt", "text/plain", b"x" * (MOST_ATTACHMENT + 7)))

    assert "[cut: 7 more characters]" in text
    assert len(text) < MOST_ATTACHMENT + 200
