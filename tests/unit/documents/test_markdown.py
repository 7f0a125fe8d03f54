"""Markdown is read by CommonMark: headings, tables, and nothing lost between them."""

from hypothesis import given
from hypothesis import strategies as st

from modylbench.documents.markdown import blocks, document, pieces, sheet, tables
from modylbench.products.findings import Complaints

MEMO = """\
# Memo

Intro

Numbers
-------

| $M | Year 1 | Year 2 |
|:---|---:|---:|
| Revenue \\| net | 5.0 | **6.0** |
| EBITDA | 1.0 |

```
# no heading
```

> # nor this
"""
words = st.text("ab |#-=`>\n*1.", max_size=60)


def test_headings_are_those_of_commonmark() -> None:
    found = [(block.level, block.heading) for block in blocks(MEMO)]

    assert found == [(1, "Memo"), (2, "Numbers")]
    assert "# no heading" in blocks(MEMO)[1].body


def test_a_table_has_as_many_cells_in_each_row_as_its_header() -> None:
    [table] = tables(MEMO)

    assert table.heading == "Numbers"
    assert table.headers == ("$M", "Year 1", "Year 2")
    assert table.rows == (("Revenue | net", "5.0", "**6.0**"), ("EBITDA", "1.0", ""))


def test_a_table_becomes_a_sheet_whose_corner_is_a_note() -> None:
    complaints = Complaints()

    made = sheet(tables(MEMO)[0], "s", "Numbers", complaints)

    assert [column.id for column in made.columns] == ["year_1", "year_2"]
    assert [row.label for row in made.rows] == ["Revenue | net", "EBITDA"]
    assert made.rows[1].cells.keys() == {"year_1"}
    assert made.notes == ("$M",)
    assert complaints.findings == ()


def test_the_first_heading_is_the_title_and_stays_where_text_follows_it() -> None:
    with_text = document(MEMO, "memo", Complaints())
    without = document("# Memo\n\n## Risks\n\nNone.", "memo", Complaints())

    assert (with_text.title, with_text.sections[0].heading) == ("Memo", "Memo")
    assert (without.title, without.sections[0].heading) == ("Memo", "Risks")


@given(text=words)
def test_no_character_of_a_text_is_lost(text: str) -> None:
    kept = "".join(piece.text for piece in pieces(text))

    lost = [c for c in text if c in "ab1" and text.count(c) > kept.count(c)]
    assert not lost


@given(text=words)
def test_every_text_makes_a_document(text: str) -> None:
    made = document(text, "x", Complaints())

    assert len({section.id for section in made.sections}) == len(made.sections)


def test_too_many_headings_become_text_and_are_told() -> None:
    complaints = Complaints()

    made = document("# a\n" * 1_500, "x", complaints, title="t")

    assert len(made.sections) == 1_000
    assert made.sections[-1].body.count("# a") == 501
    assert [finding.code for finding in complaints.findings] == ["too_many_sections"]


def test_a_long_text_is_cut_and_told() -> None:
    complaints = Complaints()

    made = document("x" * 200_001, "x", complaints)

    assert len(made.sections[0].body) == 200_000
    assert [finding.code for finding in complaints.findings] == ["text_too_long"]
