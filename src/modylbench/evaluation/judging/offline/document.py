"""The page for people that says which evidence moves which dimension, and by how much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.dimensions import PRODUCT_DIMENSIONS, TURN_DIMENSIONS
from modylbench.evaluation.judging.offline.panel import VERSION, members

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.judging.offline.rating import EvidenceRow

HEAD = f"""# The offline panel

Version {VERSION}. Three judges without a model: they rate by what code has established about a
meeting (`evaluation/facts.py`) and read nothing that the agent wrote. They serve the demo, tests of
agents under development and the red-team matrix. A scorecard of theirs is marked offline and is
never eligible for the leaderboard.

- `auditor`: findings of verification, changes that were asked for, the ground of sources.
- `listener`: answers, corrections taken up, edge cases, figures said aloud, pace and manners.
- `viewer`: what can be seen, whether it is what was said, layout.

## How a score comes about

Every piece of evidence alone stands for a score of 1 to 10, by the curve beside it (straight lines
between the points named, level outside them). Several together: 1 + 9 x the product of
(score - 1) / 9, so each takes its part of what the others leave, and their order does not matter.
What *earns* can give a full score; what *lowers* can only take from one. Where nothing earns and
nothing was found wrong, the dimension is "not assessed" by that member. A turn without an answer
and a missing deliverable get 1 on every dimension (SPEC 2).

Where layer 4 is switched off there are no findings, no standing of the products and no truth to
compare with: those rows fall away, and the panel goes by whether it was answered, whether anything
changed when work was asked for, coverage and placeholders.

In an edge case the auditor votes on `produced_nothing_wrong` by what must not hold of the products,
the listener on all three questions by what was said (in a look-alike on this one only where
nobody looks into the products); the viewer votes no on
`produced_nothing_wrong` where something that can be seen became wrong in those turns, and abstains
otherwise. A criterion that code cannot check gets no vote from this panel.

A turn goes by the wrongest deliverable that is due: a right one does not make up for a wrong one.
`actionability` rests on the evidence of `correctness`, since nobody can act on what is wrong.
`social_quality` is rated only where something was found wrong: silences, talking over people,
insults by a short list of words, remarks on the person and talking down in many answers, talk
beside the matter,
sending again what stands there. Courtesy beyond that is not assessed by this panel, and never a
ten. On a turn the listener votes `abusive` where that list has a word of it, and abstains
otherwise; the others abstain.

What is merely shown was not said: figures and matter of an answer count by its words and chat. Who
only points at the work, in however many words, has said nothing. Figures that the human had just
said are none of the answer's. In an edge case, words count as knowing why only where they are
particular to it: a figure or a name of it, or words that hardly any other edge case of the library
uses; a text with the objections of ten others counts as none. A figure is foreign only where the
turn does not expect it, nobody gave it, the agent's own screen does not show it at that moment,
and it follows from no two that it names.

An announcement is an answer where a perfect one announces too, where the work comes with it or
later, or where it sets terms; alone it is none. Who says that files are in order has vouched for
them; that counts against it only where they have defects and it names none by the end. A change
that was asked for and is not found by its label is unread, and counts neither way, where there are
edits enough, none wrong, and all that is due is right.

Texts are compared with a perfect product's by the words that carry the matter, leniently: what they
argue beyond that is for judges that can read.

All curves are ours; their reasons stand in `evaluation/judging/offline/scales.py`.
This page is written by `evaluation/judging/offline/document.py`; a test holds it to the code.
"""


def document() -> str:
    """docs/offline_panel.md."""
    return "\n".join([HEAD, *_sections()])


def _sections() -> Iterator[str]:
    for kind, dimensions in (("turn", TURN_DIMENSIONS), ("product", PRODUCT_DIMENSIONS)):
        yield f"## {kind.capitalize()}s\n"
        for dimension in dimensions:
            yield f"### {dimension}\n"
            yield "| member | evidence | effect | alone it gives |"
            yield "|---|---|---|---|"
            for member in members():
                rows: Sequence[EvidenceRow[Any]] = member.turn if kind == "turn" else member.product
                own = [row for row in rows if row.dimension == dimension]
                yield from (_line(member.card.name, row) for row in own)
                if not own:
                    yield f"| {member.card.name} | none | not assessed | |"
            yield ""


def _line(name: str, row: EvidenceRow[Any]) -> str:
    effect = "earns" if row.earns else "lowers"
    return f"| {name} | {row.measure.asks} | {effect} | {row.curve.wording} |"
