"""A correction that is claimed and never made is found, and nobody else is accused."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.staging.perfect_turns import perfect_views, with_words
from tests.staging.variants import variant_of

from modylbench.evaluation.measuring.corrections import claims_change, unmade_corrections
from modylbench.evaluation.measuring.criteria_by_turn import CriterionChecks
from modylbench.evaluation.views.turns import TurnView
from modylbench.evaluation.views.yardstick import Yardstick
from modylbench.products.document import Document
from modylbench.products.reading.index import Index, index
from modylbench.scenarios.catalogue import shipped_scenarios

every_scenario = pytest.mark.parametrize("name", shipped_scenarios())
SEED = 3
SEEDS = {"deep_researcher": 8, "business_strategist": 4, "business_analyst": 4}
"""Where at that seed nobody corrects anything, or only what is decided anew later."""


def unmade(name: str, views: Sequence[TurnView], seed: int | None = None) -> dict[int, str]:
    yardstick = Yardstick.of(variant_of(name, SEEDS.get(name, SEED) if seed is None else seed))
    return unmade_corrections(views, yardstick, CriterionChecks(yardstick))


def corrections(views: Sequence[TurnView]) -> list[int]:
    return [place for place, view in enumerate(views) if view.slot.purpose == "correction"]


def standing_still(views: Sequence[TurnView], place: int) -> tuple[TurnView, ...]:
    """The meeting with the products left for good as they were before one turn."""
    stood = views[place - 1].shown
    return (*views[:place], *(replace(view, shown=stood) for view in views[place:]))


@every_scenario
def test_a_perfect_agent_is_not_accused(name: str) -> None:
    assert unmade(name, perfect_views(variant_of(name, SEEDS.get(name, SEED)))) == {}


@every_scenario
def test_who_claims_a_correction_and_leaves_all_as_it_was_is_found(name: str) -> None:
    views = perfect_views(variant_of(name, SEEDS.get(name, SEED)))
    last = corrections(views)[-1]
    found = unmade(name, standing_still(views, last))

    assert found[views[last].recorded.turn_index]


@every_scenario
def test_who_does_not_claim_it_is_not_accused_of_claiming_it(name: str) -> None:
    views = perfect_views(variant_of(name, SEEDS.get(name, SEED)))
    last = corrections(views)[-1]
    still = standing_still(views, last)
    open_about_it = with_words(still[last], "I haven't changed that yet, I'll do it next.")

    turn_index = views[last].recorded.turn_index
    assert turn_index not in unmade(name, (*still[:last], open_about_it, *still[last + 1 :]))


@every_scenario
def test_nobody_is_accused_of_what_could_not_be_read(name: str) -> None:
    views = perfect_views(variant_of(name, SEEDS.get(name, SEED)))
    hidden = tuple(replace(view, shown=()) for view in views)

    assert unmade(name, hidden) == {}


@pytest.mark.parametrize(
    ("words", "is_claim"),
    [
        ("Done, sub is now at two turns.", True),
        ("I've updated the tranche.", True),
        ("Corrected.", True),
        ("The weights have been changed and the totals follow.", True),
        ("I haven't changed it.", False),
        ("I'll update it in a minute.", False),
        ("Shall I change the tranche?", False),
        ("Hm.", False),
    ],
)
def test_a_claim_is_of_what_was_done(words: str, is_claim: bool) -> None:
    views = perfect_views(variant_of("financial_analyst", 0))
    view = views[corrections(views)[0]]

    assert claims_change(with_words(view, words)) is is_claim


def test_typing_in_the_number_that_was_said_does_not_make_a_correction() -> None:
    """The gate is corrected in words, and the shortlist that follows from it stays as it was."""
    name, seed = "deep_researcher", 601
    views = perfect_views(variant_of(name, seed))
    place = next(
        place
        for place in corrections(views)
        if views[place].shown != views[place - 1].shown
        and "shortlist_exact"
        in unmade(name, standing_still(views, place), seed).get(
            views[place].recorded.turn_index, ""
        )
    )
    names = _shortlist(views[place - 1]).partition("\n\n")[2]

    def patched(view: TurnView) -> TurnView:
        new = _shortlist(view).partition("\n\n")[2]
        return replace(view, shown=tuple(_saying(found, new, names) for found in view.shown))

    found = unmade(name, (*views[:place], *map(patched, views[place:])), seed)
    assert found == {views[place].recorded.turn_index: "shortlist_exact"}


def _saying(found: Index, text: str, instead: str) -> Index:
    """The product with a text instead of another in its sections."""
    product = found.product
    if not isinstance(product, Document):
        return found
    parts = tuple(
        part.model_copy(update={"body": part.body.replace(text, instead)})
        for part in product.sections
    )
    return index(product.model_copy(update={"sections": parts}))


def _shortlist(view: TurnView) -> str:
    return next(
        part.body
        for found in view.shown
        if isinstance(found.product, Document)
        for part in found.product.sections
        if part.id == "shortlist"
    )
