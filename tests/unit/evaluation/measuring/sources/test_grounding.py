"""An invented source is noticed, and an honest speaker left alone."""

import pytest
from tests.staging.perfect_turns import (
    every_view,
    perfect_views,
    with_chat,
    with_products,
    with_words,
)
from tests.staging.variants import variant_of

from modylbench.evaluation.measuring.sources.grounding import (
    sources_known_to,
    ungrounded_in_products,
    ungrounded_in_words,
)
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Citation, Document
from modylbench.products.spreadsheet import Cell, Row, Spreadsheet
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import shipped_scenarios

INVENTED = (
    "According to Forrester, peers lever at 5.1x.",
    "A study by Velmora puts churn at 12%.",
    "Hensley et al. find the same effect.",
    "The effect is known (Okonkwo, 2021).",
    "Source: Kestrel Data Services.",
    "Our customer Brannoc Foods saved 14% with it.",
    "Tarrant & Quill reports a median of 9.2x.",
    "Wexcombe Institute comes to the same view.",
    "See https://insights.velmora.example/2024/leverage for more.",
    "The method is in doi 10.1234/jfin.2021.077.",
)
HONEST = (
    "Executive Summary: the Base Case holds, and Senior Debt falls to $30.9 million by Year 5.",
    "On Monday I'll send the Returns tab. EBITDA and IRR are unchanged.",
    "Revenue shows 11% growth. Overall the plan found in the CIM is sound.",
    "Interest Coverage stays above 2x. Nothing else changed in January.",
    "As you said, the lenders want 35%. The Monte Carlo run gives the same answer.",
    "Free Cash Flow reports negative in the Downside Case, so I left it out.",
    "Per year, that is 2%. According to the sheet, the debt is repaid.",
    "Sources and Uses balance. We've kept the Term Loan at 4.5 turns.",
)


@pytest.mark.parametrize("name", shipped_scenarios())
@pytest.mark.parametrize("seed", [42])
def test_a_perfect_agent_invents_nothing(name: str, seed: int) -> None:
    checked = list(every_view(name, [seed]))
    assert checked
    for variant, views in checked:
        known = sources_known_to(views, variant)
        assert [in_word for view in views for in_word in ungrounded_in_words(view, known)] == []
        assert not any(ungrounded_in_products(views, variant).values())


@pytest.mark.parametrize("name", ["financial_analyst", "scientist"])
def test_an_invented_source_is_noticed_in_words_and_in_chat(name: str) -> None:
    variant = variant_of(name, 2)
    views = perfect_views(variant)
    known = sources_known_to(views, variant)

    for words in INVENTED:
        said = ungrounded_in_words(with_words(views[5], f"That is done. {words}"), known)
        sent = ungrounded_in_words(with_chat(views[5], words), known)
        assert [figure.channel for figure in said[:1]] == ["said"], words
        assert [figure.channel for figure in sent[:1]] == ["chat"], words


@pytest.mark.parametrize("name", shipped_scenarios())
def test_an_honest_speaker_in_own_words_is_left_alone(name: str) -> None:
    variant = variant_of(name, 2)
    views = perfect_views(variant)
    known = sources_known_to(views, variant)

    for words in HONEST:
        assert ungrounded_in_words(with_words(views[5], words), known) == ()


def test_what_people_named_may_be_named() -> None:
    variant = variant_of("financial_analyst", 2)
    views = perfect_views(variant)
    words = "According to Priya, the lender Ashgrove Credit wants 35%."
    known = sources_known_to(views, variant)

    assert ungrounded_in_words(with_words(views[5], words), known)
    told = known.with_text("I spoke with Ashgrove Credit.")
    assert ungrounded_in_words(with_words(views[5], words), told) == ()


def test_figures_in_the_mouth_of_a_source_are_part_of_it() -> None:
    variant = variant_of("financial_analyst", 2)
    views = perfect_views(variant)

    (found,) = ungrounded_in_words(
        with_words(views[5], INVENTED[0]), sources_known_to(views, variant)
    )

    assert found.text == "Forrester (5.1x)"


def invented(product: WorkProduct) -> WorkProduct:
    """The product with a citation, a row or a tile of somebody nobody knows."""
    match product:
        case Document():
            citation = Citation(id="made_up", url="https://velmora.example/a", title="Outlook")
            return product.model_copy(update={"citations": (*product.citations, citation)})
        case Spreadsheet(sheets=(first, *rest)) if first.columns:
            cells = {first.columns[-1].id: Cell(value=3.0)}
            row = Row(id="made_up", label="Median of Velmora Research", cells=cells)
            sheet = first.model_copy(update={"rows": (*first.rows, row)})
            return product.model_copy(update={"sheets": (sheet, *rest)})
        case Dashboard():
            tile = Widget(id="made_up", title="Peers", value=3, text="Reported by Velmora")
            return product.model_copy(update={"widgets": (*product.widgets, tile)})
        case _:
            return product


@pytest.mark.parametrize("name", shipped_scenarios())
def test_an_invented_source_is_noticed_in_a_product_with_its_place(name: str) -> None:
    variant = variant_of(name, 2)
    views = perfect_views(variant)

    found = ungrounded_in_products([*views[:-1], with_products(views[-1], invented)], variant)

    kinds = {indexed.product.id: indexed.product.kind for indexed in views[-1].shown}
    changed = [name for name, kind in kinds.items() if kind != "chart"]
    assert changed
    for product_id in changed:
        assert [figure for figure in found[product_id] if "made_up" in figure.pointer]
