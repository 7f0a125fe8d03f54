"""A model is told all of a meeting that it can take, and what is left out."""

from modylbench.agents.agent import HeardTurn, Invitation, Person, SharedFile
from modylbench.agents.chat.agent import MOST_ATTACHMENT, ChatHistory, inline

INVITATION = Invitation("A {goal}", "To decide", (Person("ann", "Ann Lee", "pe_associate"),))


def test_titles_cannot_be_placeholders() -> None:
    system = ChatHistory(INVITATION).messages()[0]["content"]

    assert "The meeting: A {goal}" in system
    assert "Its goal: To decide" in system
    assert "- Ann Lee (pe associate)" in system


def test_people_have_names_and_what_is_written_says_so() -> None:
    talk = ChatHistory(INVITATION)
    talk.hear(HeardTurn("ann", "Hello."))
    talk.add_answer("Hi.")
    talk.hear(HeardTurn("bob", "Me too.", "chat"))

    assert talk.messages()[1:] == [
        {"role": "user", "content": "Ann Lee: Hello."},
        {"role": "assistant", "content": "Hi."},
        {"role": "user", "content": "bob (in the chat): Me too."},
    ]


def test_the_oldest_turns_are_left_out_and_it_is_said() -> None:
    talk = ChatHistory(INVITATION, most_characters=250)
    for number in range(10):
        talk.hear(HeardTurn("ann", f"{number}" * 50))
        talk.add_answer("Yes. " * 10)

    system, *rest = talk.messages()
    kept = [message["content"] for message in rest if message["role"] == "user"]
    assert "The first 8 turns of the meeting are left out here." in system["content"]
    assert kept == [f"Ann Lee: {'8' * 50}", f"Ann Lee: {'9' * 50}"]


def test_one_turn_is_kept_however_long_it_is() -> None:
    talk = ChatHistory(INVITATION, most_characters=10)
    talk.hear(HeardTurn("ann", "x" * 100))

    assert len(talk.messages()) == 2


def test_files_are_text_where_they_are_text() -> None:
    assert "a;b" in inline(SharedFile("a.csv", "text/csv", "\ufeffa;b".encode()))
    assert "\ufeff" not in inline(SharedFile("a.csv", "text/csv", "\ufeffa;b".encode()))
    assert "not text" in inline(SharedFile("a.xlsx", "", b"PK\x03\x04\x00"))
    assert "not text" in inline(SharedFile("a.png", "", b"\x89PNG"))


def test_a_long_file_is_cut_and_it_is_said() -> None:
    text = inline(SharedFile("a.txt", "text/plain", b"x" * (MOST_ATTACHMENT + 7)))

    assert "[cut: 7 more characters]" in text
    assert len(text) < MOST_ATTACHMENT + 200
