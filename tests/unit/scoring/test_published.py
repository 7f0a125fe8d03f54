"""Our arithmetic gives the figures that the paper publishes, by the benchmark's rules and by the
paper's own."""

import pytest
from tests.staging.evaluations import POLITE_BUT_WRONG, scorecard_of, simple_evaluation

from modylbench.evaluation.dimensions import PRODUCT_DIMENSIONS, TURN_DIMENSIONS
from modylbench.scoring.rules import Layers, ScoringRules, default_rules, paper_rules
from modylbench.scoring.score import tier_of

TABLE_3 = [(6.1, 5.2, 5.56), (5.8, 4.9, 5.26), (4.2, 2.3, 3.06)]
TABLE_4 = [
    (5.8, 4.7, 5.14, None),
    (6.6, 5.8, 6.12, "peer"),
    (6.3, 5.5, 5.82, None),
    (5.4, 4.3, 4.74, None),
    (5.9, 4.9, 5.30, None),
    (6.5, 5.6, 5.96, None),
]
TABLE_5_TURN = dict(zip(TURN_DIMENSIONS, (6.4, 5.9, 5.1, 6.8, 6.5, 7.6), strict=True))
TABLE_5_PRODUCT = dict(zip(PRODUCT_DIMENSIONS, (4.8, 5.3, 5.0, 5.9, 6.3), strict=True))
SUBSTANCE = TURN_DIMENSIONS[:3]
RATIOS = [(50, 5.50, 1.50), (60, 4.80, 2.20), (70, 4.10, 2.90), (80, 3.40, 3.60)]
by_both_rules = pytest.mark.parametrize(
    "rules", [default_rules(), paper_rules()], ids=lambda rules: rules.version
)


@by_both_rules
@pytest.mark.parametrize(("journey", "destination", "combined"), TABLE_3)
def test_table_3_combines_journey_and_destination(
    journey: float, destination: float, combined: float, rules: ScoringRules
) -> None:
    card = scorecard_of(simple_evaluation({"a": journey}, {"a": destination}), rules)

    assert (card.journey, card.destination) == (journey, destination)
    assert card.combined == card.by_paper == combined
    assert card.tier is None


@by_both_rules
@pytest.mark.parametrize(("journey", "destination", "combined", "tier"), TABLE_4)
def test_table_4_combines_and_tiers(
    journey: float, destination: float, combined: float, tier: str | None, rules: ScoringRules
) -> None:
    card = scorecard_of(simple_evaluation({"a": journey}, {"a": destination}), rules)

    assert (card.combined, card.by_paper, card.tier) == (combined, combined, tier)


def test_table_5_weighs_to_the_axes_it_stands_under() -> None:
    card = scorecard_of(simple_evaluation({"a": TABLE_5_TURN}, {"a": TABLE_5_PRODUCT}))

    assert card.journey == 6.145  # by hand: 1.6 + 1.475 + 1.02 + 1.02 + .65 + .38
    assert card.destination == 5.28  # by hand: 1.44 + 1.325 + 1.0 + .885 + .63


@by_both_rules
@pytest.mark.parametrize(
    ("layers", "turn", "combined"),
    [
        ({"weights": False, "floors": False}, 5.50, 5.98),
        ({"floors": False}, 4.10, 5.42),
        ({}, 4.0, 5.38),
    ],
)
def test_polite_but_wrong_of_section_6_2(
    layers: dict[str, bool], turn: float, combined: float, rules: ScoringRules
) -> None:
    card = scorecard_of(
        simple_evaluation({"a": POLITE_BUT_WRONG}, {"a": 6.3}),
        rules.model_copy(update={"layers": Layers(**layers)}),
    )

    assert card.turns[0].score == turn
    assert card.combined == card.by_paper == combined
    assert card.tier is None  # the paper says that 5.98 passes Peer; SPEC 2: it does not


def test_the_floor_of_section_6_2_says_what_it_took_away() -> None:
    (turn,) = scorecard_of(simple_evaluation({"a": POLITE_BUT_WRONG}, {"a": 6.3})).turns

    assert turn.weighted == 4.1
    (limit,) = turn.limits
    assert (limit.rule, limit.before, limit.after) == ("floor", 4.1, 4.0)
    assert limit.evidence == ("turn-01/a",)


@by_both_rules
@pytest.mark.parametrize(("product", "combined"), [(4.0, 4.0), (5.0, 4.6)])
def test_realistic_products_of_section_6_2_give_what_spec_2_corrects(
    product: float, combined: float, rules: ScoringRules
) -> None:
    card = scorecard_of(simple_evaluation({"a": POLITE_BUT_WRONG}, {"a": product}), rules)

    assert card.combined == card.by_paper == combined


@by_both_rules
@pytest.mark.parametrize(("substance", "polite", "discrimination"), RATIOS)
def test_ratios_of_section_6_3(
    substance: int, polite: float, discrimination: float, rules: ScoringRules
) -> None:
    """The paper shifts the shares of substance and style; inside each, proportions stay."""
    base = rules.turn_weights
    share = substance / 100
    weights = {
        name: weight / 0.7 * share if name in SUBSTANCE else weight / 0.3 * (1 - share)
        for name, weight in base.items()
    }
    shifted = {"turn_weights": weights, "layers": Layers(floors=False)}
    wrong, balanced = (
        scorecard_of(simple_evaluation({"a": turn}, {"a": 5.0}), rules.model_copy(update=shifted))
        .turns[0]
        .score
        for turn in (POLITE_BUT_WRONG, 7.0)
    )

    assert (wrong, balanced) == (polite, 7.0)
    assert round(balanced - wrong, 9) == discrimination


@pytest.mark.parametrize(
    ("combined", "tier"),
    [
        (5.999999, None),
        (6.0, "peer"),
        (7.499999, "peer"),
        (7.5, "mentor"),
        (8.999999, "mentor"),
        (9.0, "consultant"),
        (10.0, "consultant"),
        (None, None),
    ],
)
def test_tiers_begin_at_their_bounds(combined: float | None, tier: str | None) -> None:
    assert tier_of(combined, default_rules()) == tier


@pytest.mark.parametrize("level", [6.0, 7.5, 9.0, 10.0, 1.0])
def test_one_score_throughout_is_that_score_to_the_last_bit(level: float) -> None:
    """Floats alone would make 5.999999999999999 of a six, and no tier of it."""
    everybody = dict.fromkeys("abc", level)
    card = scorecard_of(simple_evaluation(everybody, everybody))

    assert (card.journey, card.destination, card.combined) == (level, level, level)
