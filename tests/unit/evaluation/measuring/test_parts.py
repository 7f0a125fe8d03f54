"""Content under another part's heading, and products that are another's copy, are found."""

from modylbench.evaluation.measuring.parts import (
    copied_products,
    hollow_conclusions,
    misplaced_parts,
)
from modylbench.products.document import Document, Section

PARTS = (
    ("Financing", "Senior debt of 67.5 and junior debt of 30.0 are drawn at close."),
    ("Returns", "The sponsor earns 24.7 per cent a year over five years of ownership."),
    ("Risks", "A rise in interest costs 0.68 of cash in the first year, unhedged."),
    ("Next steps", "Sign the confidentiality letter and open the data room in March."),
)


def memo(names: list[str], bodies: list[str], product_id: str = "memo") -> Document:
    pairs = zip(names, bodies, strict=True)
    sections = tuple(
        Section(id=f"s{at}", heading=name, body=body) for at, (name, body) in enumerate(pairs)
    )
    return Document(id=product_id, title="Memo", sections=sections)


NAMES, BODIES = [name for name, _ in PARTS], [body for _, body in PARTS]
PERFECT = memo(NAMES, BODIES)


def test_every_text_under_the_next_heading_is_misplaced() -> None:
    found = misplaced_parts(memo(NAMES, [*BODIES[1:], BODIES[0]]), PERFECT)

    assert (found.compared, len(found.misplaced)) == (4, 4)


def test_another_order_and_other_headings_are_no_mistake() -> None:
    own_names = ["Sources of funds", "What we earn", "What may go wrong", "To do"]

    assert not misplaced_parts(memo(NAMES[::-1], BODIES[::-1]), PERFECT).misplaced
    assert not misplaced_parts(memo(own_names, BODIES), PERFECT).misplaced
    assert not misplaced_parts(PERFECT, PERFECT).misplaced


def test_a_product_with_the_content_of_another_is_a_copy() -> None:
    first, other = memo(NAMES[:2], BODIES[:2], "a"), memo(NAMES[2:], BODIES[2:], "b")
    perfect = {"a": first, "b": other}

    assert copied_products({"a": first, "b": first}, perfect) == {"b": "a"}
    assert copied_products(perfect, perfect) == {}


def test_a_part_that_should_conclude_and_says_nothing_is_hollow() -> None:
    due = "Proceed at twelve times earnings: the diluted return of 24.7 clears the hurdle of 20."
    perfect = memo(["Returns", "Recommendation"], [BODIES[1], due])
    own_words = "Go ahead: 24.7 diluted is above the hurdle."
    evasive = "It is all there for everybody to see."

    assert not hollow_conclusions(
        memo(["Returns", "Recommendation"], [BODIES[1], own_words]), perfect
    )
    assert hollow_conclusions(
        memo(["Returns", "Recommendation"], [BODIES[1], evasive]), perfect
    ) == ("Recommendation",)


def test_where_no_conclusion_is_heard_a_word_or_two_of_what_is_due_conclude_nothing() -> None:
    due = "Proceed at twelve times earnings: the diluted return of 24.7 clears the hurdle of 20."
    perfect = memo(["Returns", "Recommendation"], [BODIES[1], due])
    rest = memo(["Returns", "Recommendation"], [BODIES[1], "The hurdle is what it is."])
    full = memo(["Returns", "Recommendation"], [BODIES[1], f"{BODIES[0]} Hurdle: as agreed."])

    assert hollow_conclusions(rest, perfect, is_silent=True) == ("Recommendation",)
    assert not hollow_conclusions(rest, perfect)
    assert not hollow_conclusions(full, perfect, is_silent=True)
