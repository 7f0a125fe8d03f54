"""Conclusions: what a text must claim, as typed points with the names a scenario has for things."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from modylbench.foundation.record import Name, Spec
from modylbench.products.scalars import Label, Number

ClaimAliases = tuple[Label, ...]
Names = tuple[Label, ...] | str
"""`Malaysia | MY | Malaysian market`: a thing and what else it is called; or a placeholder."""


class ClaimedPoint(Spec):
    """What every point has: `need` where it has to be made, `apart` what it is not about.

    A clause that names something of `apart`, and what follows it in its sentence, is left out.
    """

    need: bool = True
    apart: ClaimAliases | str = ()
    within: ClaimAliases = ()
    """Words that a clause must stand behind in its sentence: `without it, the plan is cheaper`."""
    joins: ClaimAliases = ()
    """Words whose clauses belong to what stands before: `stalls after the proposal is out`."""
    is_supposed: bool = False
    """True where what would be so is meant: `with the mix of Q2 it would have risen`."""


class SidePoint(ClaimedPoint):
    """On which side of a reference something is: `truth` is above or below."""

    kind: Literal["side"] = "side"
    subject: ClaimAliases
    reference: ClaimAliases
    generic: ClaimAliases = ()
    """Words for the subject that may also stand for another (the return, it)."""
    others: ClaimAliases = ()
    """What may be compared with the reference besides (the gross return): not spoken of here."""
    subject_figures: tuple[Number | str, ...] = ()
    reference_figures: tuple[Number | str, ...] = ()
    other_figures: tuple[Number | str, ...] = ()
    by: tuple[str, ...] = ("exceed",)
    is_strict: bool = False
    """True where a clause must name the reference itself, in a text on many things."""
    truth: str


class VerdictPoint(ClaimedPoint):
    """Whether the writer recommends it, or holds it for shown: `truth` is yes or no.

    `about` names what is spoken of, where it is not the whole text, and `others` its rivals.
    """

    kind: Literal["verdict"] = "verdict"
    by: str = "endorse"
    about: ClaimAliases = ()
    others: ClaimAliases = ()
    asked: tuple[Number | str, ...] = ()
    """The price asked for, in each of its units: what is recommended at another is not at this."""
    terms: ClaimAliases = ()
    """What else may be negotiated beside the price (the pool)."""
    truth: str


class ChoicePoint(ClaimedPoint):
    """Which of several is the one: chosen, first, highest, governing."""

    kind: Literal["choice"] = "choice"
    names: Names
    truth: Names
    by: tuple[str, ...] = ("choose",)
    """Senses of `language/claims/senses.py`."""
    affirmed: ClaimAliases = ()
    contrary: ClaimAliases = ()
    """Words that say or deny it here and are no general English for it."""
    neutral: ClaimAliases = ()
    """Phrases in which a word of the sense says nothing (`one more pallet`)."""
    is_quantified: bool = True
    """False where `all` and `none` are of other things than these names."""
    decoys: ClaimAliases = ()
    """Phrases in which a name stands for something else (`overall win rate`, for `win rates`)."""
    about: ClaimAliases = ()
    figures: dict[str, tuple[Number | str, ...]] | str = Field(default_factory=dict)
    is_answer: bool = False
    """True where a name alone, under its heading, says that it is the one."""
    is_listed: bool = False
    """True where a list of names with figures is itself the ranking, highest first."""


class MembersPoint(ClaimedPoint):
    """Which of several are so: pass, have published, run."""

    kind: Literal["members"] = "members"
    names: Names
    truth: Names
    by: tuple[str, ...] = ("qualify",)
    affirmed: ClaimAliases = ()
    contrary: ClaimAliases = ()
    neutral: ClaimAliases = ()
    is_quantified: bool = True
    decoys: ClaimAliases = ()
    about: ClaimAliases = ()
    beside: ClaimAliases = ()
    """What else the text speaks of the same names about: a clause on that is not on this."""
    is_complete: bool = True
    least: int = 0
    """How many of them suffice; 0 asks for all."""
    counted: bool = False
    """True where only `the three highest`, `the top two` say who is one of them."""
    is_fact: bool = False
    """True where what is conceded is said as well: `it fell, although every part rose`."""
    wholes: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """A name for several of the others together: `every segment` is said of each of them."""
    sign: int = 1
    """-1 where the members are those of which it is not so (who has published nothing)."""


class StatementPoint(ClaimedPoint):
    """Whether a thing is so: phrases that affirm it and phrases that say the contrary."""

    kind: Literal["statement"] = "statement"
    affirmed: ClaimAliases | str = ()
    contrary: ClaimAliases = ()
    about: ClaimAliases = ()
    is_strict: bool = False
    """True where a sentence must name the topic, or take it up with a pronoun."""
    is_literal: bool = False
    """True where verbs such as drop and lose tell what happens, and only `not` and `no` deny."""
    others: ClaimAliases = ()
    """Somebody else of whom it may be said: then it is not so here."""
    truth: str = "yes"


class DirectionPoint(ClaimedPoint):
    """Whether something rises or falls: `truth` is up, down or same."""

    kind: Literal["direction"] = "direction"
    subject: ClaimAliases
    about: ClaimAliases = ()
    truth: str


class FiguresPoint(ClaimedPoint):
    """Figures near a word, as they are written (`20%`, `1.5 points`): no others of their units."""

    kind: Literal["figures"] = "figures"
    near: ClaimAliases = ()
    """Without any, all figures are meant."""
    allowed: tuple[Number | str, ...]
    within_pct: float = 0.0
    unit_word: str = ""
    """Only figures beside this word are meant (`60 days`, `day 60`)."""
    need: bool = False


class OwnersPoint(ClaimedPoint):
    """Which figure belongs to whom, where a text gives figures beside names."""

    kind: Literal["owners"] = "owners"
    names: Names
    figures: dict[str, tuple[Number | str, ...]] | str
    unit_word: str = ""
    """A figure before this word must be one of those."""
    least: int = 1
    is_strict: bool = True
    """True where a figure must not stand in a sentence that names only others."""
    exact: ClaimAliases = ()
    """Names right beside which no figure of their unit may stand but their own."""
    need: bool = False


ConclusionPoint = Annotated[
    SidePoint | VerdictPoint | ChoicePoint | MembersPoint | StatementPoint | DirectionPoint
    | FiguresPoint | OwnersPoint,
    Field(discriminator="kind"),
]  # fmt: skip


class ClaimSought(Spec):
    """What a text concludes: looked for under these headings, or else in the whole product.

    `needs` is all, where every point marked `need` has to be made, or any.
    """

    kind: Literal["claim"] = "claim"
    id: Name
    product: Name
    headings: ClaimAliases = ()
    points: Annotated[tuple[ConclusionPoint, ...], Field(min_length=1)]
    needs: Literal["all", "any"] = "all"
    has_heading: bool = False
    """True where the heading may hold the answer, or the text be a mere name behind it."""
