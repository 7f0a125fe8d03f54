"""Classes of wording, each told of other things than any scenario's: ferries, ovens, orchards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.verification.claims.check import judge
from modylbench.products.quantities.conclusion import (
    ChoicePoint,
    ClaimSought,
    ConclusionPoint,
    MembersPoint,
    OwnersPoint,
    SidePoint,
    StatementPoint,
    VerdictPoint,
)


def claim(*points: ConclusionPoint, needs: str = "all") -> ClaimSought:
    return ClaimSought.model_validate(
        {"id": "told", "product": "paper", "points": points, "needs": needs}
    )


EARNS = claim(
    SidePoint(
        subject=("net present value",),
        generic=("ferry", "project", "it"),
        reference=("cost of capital", "required rate", "zero"),
        reference_figures=("9%",),
        by=("exceed", "earn"),
        is_strict=True,
        truth="above",
    )
)
ASKED = claim(
    VerdictPoint(by="ask", about=("new oven", "oven"), others=("permit", "to apply"), truth="yes")
)
WORKED = claim(
    VerdictPoint(by="show", about=("spray",), others=("pruning",), truth="no"),
)
LOST = claim(
    OwnersPoint(
        names=("rain", "frost", "hail"),
        figures={"rain": ("4.2 points",), "frost": ("1.7 points",)},
        least=2,
        is_strict=False,
        exact=("rain",),
        need=True,
    )
)
FLOOR = claim(
    StatementPoint(
        affirmed=("cost", "burden"),
        contrary=("free", "cheaper"),
        about=("quota",),
        apart=("without", "dropping"),
        is_strict=True,
    ),
    StatementPoint(
        affirmed=("save", "cheaper", "cost ~ less"),
        contrary=("cost more", "nothing", "the same"),
        about=("quota",),
        within=("without", "dropping"),
        is_strict=True,
        is_supposed=True,
    ),
    needs="any",
)
FELL = claim(
    MembersPoint(
        names=("plots | plot | every plot", "north", "south", "east"),
        truth=("east",),
        by=("direction",),
        wholes={"plots": ("north", "south", "east")},
        decoys=("only plot", "two plots"),
        is_fact=True,
        sign=-1,
    )
)
THROUGH = claim(
    MembersPoint(names=("Ada", "Ben", "Cleo", "Dov", "Eve", "Finn"), truth=("Ada", "Ben", "Cleo"))
)
FIRST = claim(
    ChoicePoint(names=("Oslo", "Riga", "Turku"), truth="Oslo", by=("rank:earliest",)),
)
NOT_AVERAGED = claim(
    StatementPoint(affirmed=("average", "midpoint"), contrary=("kept apart",), truth="no")
)

SAID = {
    "earned over a time": (
        EARNS,
        ["Over the first five years the ferry earns its cost of capital.",
         "The net present value is above zero.", "The ferry clears the 9% within five years."],
        ["It would take more than five years for the ferry to earn its cost of capital.",
         "Five years are too short for the project to recover its cost of capital.",
         "The net present value is not above zero."],
    ),
    "asked for": (
        ASKED,
        ["We ask the council to approve the new oven and the permit.",
         "Approval is sought for the oven, not for the permit alone."],
        ["We ask for the permit only.", "We seek leave to apply, not to buy the new oven.",
         "Please grant the permit, and the oven once sales allow it.",
         "We ask for the permit and nothing else."],
    ),
    "the relative clause governs": (
        WORKED,
        ["The spray lowered scab by 2 points, which was not significant (p = 0.31).",
         "The spray lowered scab (95% CI -5.1 to 1.1, p = 0.31), which was not significant.",
         "Spray against water: -2.0 points. The difference is not significant.",
         "Pruning lowered scab significantly; the spray did not."],
        ["The spray lowered scab, which was significant.",
         "Spray against water: -2.0 points. The difference is significant.",
         "Pruning lowered scab significantly; the spray did too."],
    ),
    "whose figure it is": (
        LOST,
        ["Rain cost 4.2 points and frost another 1.7.",
         "Both rain and frost hurt. They cost 4.2 and 1.7 points respectively.",
         "Rain and frost are to blame: the former cost 4.2 points, the latter 1.7.",
         "Of the loss, 4.2 points come from rain and 1.7 points from frost."],
        ["Rain cost 1.7 points and frost cost 4.2 points.",
         "Rain cost 4.2 points and hail cost 1.7 points.",
         "Rain, with 9.9 points, and frost, with 1.7 points."],
    ),
    "what would be without it": (
        FLOOR,
        ["Without the quota the season would cost 40 less.", "Dropping the quota would save money.",
         "The quota is a burden."],
        ["Without the quota the season would cost more.", "Dropping the quota would save nothing.",
         "The quota is not a burden."],
    ),
    "one, each and the rest of several": (
        FELL,
        ["The only plot to lose ground was the east.", "East fell.",
         "The east is lower. The other plots rose."],
        ["Every plot rose.", "No plot fell.", "North fell; the other plots rose."],
    ),
    "counted off": (
        THROUGH,
        ["Three of the six pass: Ada, Ben and Cleo. Each meets all the criteria.",
         "Ada and Ben pass. Cleo is the only other one to make it.",
         "All three meet the bar. The shortlist is Ada, Ben and Cleo."],
        ["All six pass.", "Ada, Ben and Cleo pass, and Dov joins them.", "Only Ada passes."],
    ),
    "equated": (
        FIRST,
        ["The first of the three to reach port should be Oslo.", "The first to arrive is Oslo."],
        ["Oslo will be the last to reach port.", "The first of the three to arrive is Riga."],
    ),
    "a denial behind its subject": (
        NOT_AVERAGED,
        ["An average of the two would mean nothing, so we took none."],
        ["We took the average.", "An average of the two would be right."],
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("sought", "text"),
    [pytest.param(c, text, id=text) for c, honest, _ in SAID.values() for text in honest],
)
def test_what_is_so_passes(sought: ClaimSought, text: str) -> None:
    assert judge(text, sought)[0] == "passed"


@pytest.mark.parametrize(
    ("sought", "text"),
    [pytest.param(c, text, id=text) for c, _, false in SAID.values() for text in false],
)
def test_what_is_not_so_fails(sought: ClaimSought, text: str) -> None:
    assert judge(text, sought)[0] == "failed"


ASIDES = (
    "The weather was mild.",
    "Tables are in the appendix.",
    "If the pier floods: close it.",
    "Many crews arrive after noon.",
)


@given(
    said=st.sampled_from([(c, text) for c, honest, _ in SAID.values() for text in honest]),
    aside=st.sampled_from(ASIDES),
    is_first=st.booleans(),
)
def test_what_is_so_passes_beside_what_has_nothing_to_do_with_it(
    said: tuple[ClaimSought, str], aside: str, is_first: bool
) -> None:
    sought, text = said

    assert judge(f"{aside} {text}" if is_first else f"{text} {aside}", sought)[0] == "passed"


@given(text=st.text(alphabet="abc ,.;:()%0123456789\n-", max_size=200))
def test_any_text_comes_out_one_way(text: str) -> None:
    for sought, _, _ in SAID.values():
        assert judge(text, sought)[0] in {"passed", "failed", "missing", "unverifiable"}
