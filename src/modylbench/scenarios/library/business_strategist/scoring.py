"""Multi-criteria scoring: the markets, the criteria, their weights, and the totals and ranks."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    MarketFigures = Mapping[str, Mapping[str, float]]
    Scores = Mapping[str, Mapping[str, int]]
    Weights = Mapping[str, float]


TOP_SCORE = 5
LAST = "digital"  # takes what the others leave
LAST_RANGE = (0.05, 0.25)
SWAPPED = {"size_and_demand": ("size", "demand"), "pay_and_demand": ("pay", "demand")}
TOTAL_DECIMALS = 2  # weights are whole percentages and scores whole, so two decimals are exact


@dataclass(frozen=True, slots=True)
class Market:
    """A country, what people write for it, and the ranges its figures are drawn from.

    `figures` are (low, high, step) by criterion, `economics` by line of the launch economics;
    `caps` are the foreign ownership caps that a seed may give it.
    """

    name: str
    aliases: tuple[str, ...]
    figures: Mapping[str, tuple[float, float, float]]
    economics: Mapping[str, tuple[float, float, float]]
    caps: tuple[float, ...]
    partners: tuple[str, str, str]

    @property
    def spellings(self) -> str:
        """The name with its aliases, as tables of products.yaml take them."""
        return " | ".join((self.name, *self.aliases))

    @property
    def spoken_name(self) -> str:
        """The name as it is said in a sentence."""
        return "the Philippines" if self.name == "Philippines" else self.name

    @property
    def written_names(self) -> tuple[str, ...]:
        """The names that nothing else in a text is mistaken for: no two-letter codes."""
        return (self.name, *(alias for alias in self.aliases if len(alias) > 3))


@dataclass(frozen=True, slots=True)
class ScoringCriterion:
    """One row of the matrix: the figure behind it and the four cuts between the five scores.

    Where more is better, a score is one more than the cuts the figure reaches; where less is
    better, it is five less those it exceeds.
    """

    id: str
    name: str
    aliases: tuple[str, ...]
    metric: str
    unit: str
    cuts: tuple[float, float, float, float]
    more_is_better: bool = True

    @property
    def spellings(self) -> str:
        """The name with its aliases, as tables of products.yaml take them."""
        return " | ".join((self.name, *self.aliases))

    def score(self, figure: float) -> int:
        """The score, 1 to 5, of a market with this figure."""
        if self.more_is_better:
            return 1 + bisect_right(self.cuts, figure)
        return TOP_SCORE - bisect_left(self.cuts, figure)

    def bands(self) -> list[str]:
        """The five bands in words, from score 1 to score 5."""
        shown = [f"{cut:g}" for cut in self.cuts]
        if self.more_is_better:
            middle = [f"{low} to under {high}" for low, high in pairwise(shown)]
            return [f"under {shown[0]}", *middle, f"{shown[-1]} or more"]
        middle = [f"over {low} to {high}" for low, high in pairwise(shown)]
        return [f"{shown[0]} or less", *middle, f"over {shown[-1]}"][::-1]


CRITERIA = (
    ScoringCriterion(
        "size", "Market size",
        ("market size (spend)", "size", "market size and spend", "size of market", "size of prize",
         "market size (out-of-pocket outpatient spend)", "market size (OOP outpatient spend)"),
        "Out-of-pocket outpatient spend, 2025", "US$ bn", (1.5, 3, 5, 8),
    ),
    ScoringCriterion(
        "demand", "Telehealth demand",
        ("demand", "digital demand", "telehealth adoption", "market demand", "current demand",
         "teleconsultation demand", "demand (paid teleconsultations)",
         "telehealth demand (paid teleconsultations)", "demand (paid teleconsults)",
         "telehealth demand (paid teleconsults)", "telehealth demand (per 1,000)",
         "telehealth demand (paid teleconsultations per 1,000)",
         "telehealth demand (paid teleconsults per 1,000)"),
        "Paid teleconsultations per 1,000 people, 2025", "per 1,000", (100, 200, 350, 500),
    ),
    ScoringCriterion(
        "pay", "Ability to pay",
        ("willingness to pay", "affordability", "purchasing power", "ability to pay (price)",
         "price level", "ability to pay (average price)", "ability to pay (price per consult)"),
        "Average price of a paid teleconsultation", "US$", (4, 6, 9, 14),
    ),
    ScoringCriterion(
        "regulatory", "Regulatory ease",
        ("regulation", "regulatory", "regulatory environment", "regulatory certainty",
         "regulatory openness", "regulatory ease (licence lead time)", "regulatory speed",
         "regulatory ease (lead time)", "ease of regulation", "licensing ease"),
        "Lead time to a telemedicine operator licence", "months", (5, 8, 11, 15),
        more_is_better=False,
    ),
    ScoringCriterion(
        "competition", "Competitive room",
        ("competition", "competitive intensity", "competitive headroom", "competitive space",
         "competitive landscape", "room to compete", "competitive room (funded platforms)",
         "competition (funded platforms)", "white space"),
        "Funded telehealth platforms in the market", "count", (3, 6, 9, 13),
        more_is_better=False,
    ),
    ScoringCriterion(
        "digital", "Digital readiness",
        ("digital infrastructure", "digital maturity", "digital access", "readiness",
         "digital readiness (smartphones)", "digital readiness (smartphone share)",
         "digital readiness (adults with a smartphone)"),
        "Adults with a smartphone", "%", (60, 70, 80, 90),
    ),
)  # fmt: skip

CRITERION = {criterion.id: criterion for criterion in CRITERIA}

MARKETS = (
    Market(
        "Indonesia", ("ID", "IDN", "Indo"),
        {"size": (6.0, 10.6, 0.2), "demand": (105, 345, 1), "pay": (3.6, 6.6, 0.1),
         "regulatory": (6, 15, 1), "competition": (4, 13, 1), "digital": (64, 86, 1)},
        {"population": (276.0, 284.0, 0.5), "visits": (1.6, 2.2, 0.1), "cities": (0.3, 0.42, 0.01)},
        (0.49, 0.67), ("Lintang Medika", "Bumi Cermai Clinics", "Kirana Samudra Pharmacy"),
    ),
    Market(
        "Vietnam", ("VN", "VNM", "Viet Nam"),
        {"size": (3.2, 6.6, 0.2), "demand": (90, 345, 1), "pay": (4.2, 7.6, 0.1),
         "regulatory": (6, 14, 1), "competition": (3, 10, 1), "digital": (68, 87, 1)},
        {"population": (99.0, 102.0, 0.5), "visits": (2.1, 2.8, 0.1), "cities": (0.28, 0.38, 0.01)},
        (0.49, 0.51, 0.70), ("Song Hoa Hospitals", "An Lanh Care", "Tre Xanh Pharmacy"),
    ),
    Market(
        "Thailand", ("TH", "THA"),
        {"size": (2.6, 5.6, 0.2), "demand": (120, 345, 1), "pay": (6.4, 10.4, 0.1),
         "regulatory": (7, 15, 1), "competition": (4, 11, 1), "digital": (75, 92, 1)},
        {"population": (65.0, 67.0, 0.5), "visits": (2.8, 3.6, 0.1), "cities": (0.30, 0.40, 0.01)},
        (0.49, 0.74), ("Suan Mali Hospitals", "Rak Chiwit Clinics", "Chao Nam Pharmacy"),
    ),
    Market(
        "Philippines", ("PH", "PHL", "the Philippines"),
        {"size": (3.2, 6.8, 0.2), "demand": (80, 345, 1), "pay": (4.4, 8.0, 0.1),
         "regulatory": (6, 14, 1), "competition": (3, 11, 1), "digital": (61, 83, 1)},
        {"population": (113.0, 117.0, 0.5), "visits": (1.5, 2.1, 0.1), "cities": (0.32, 0.4, 0.01)},
        (0.40, 0.60), ("Bayani Isla Hospitals", "Luntian Clinics", "Habagat Pharmacy"),
    ),
    Market(
        "Malaysia", ("MY", "MYS"),
        {"size": (1.6, 3.8, 0.2), "demand": (110, 300, 1), "pay": (7.0, 11.0, 0.1),
         "regulatory": (6, 14, 1), "competition": (4, 12, 1), "digital": (80, 95, 1)},
        {"population": (33.5, 35.5, 0.5), "visits": (3.0, 3.8, 0.1), "cities": (0.45, 0.58, 0.01)},
        (0.49, 0.70), ("Seri Puncak Medical", "Rimba Care Clinics", "Damai Rimbun Pharmacy"),
    ),
    Market(
        "Singapore", ("SG", "SGP", "Spore"),
        {"size": (0.8, 2.0, 0.2), "demand": (180, 400, 1), "pay": (12.0, 22.0, 0.5),
         "regulatory": (5, 11, 1), "competition": (9, 15, 1), "digital": (90, 97, 1)},
        {"population": (5.9, 6.2, 0.1), "visits": (2.7, 3.3, 0.1), "cities": (0.97, 0.99, 0.01)},
        (1.0,), ("Straits Lantern Clinics", "Kallang Tide Medical", "Orchard Fern Pharmacy"),
    ),
)  # fmt: skip

MARKET = {market.name: market for market in MARKETS}
NAMES = tuple(MARKET)


def corrected_weights(parameters: Mapping[str, float]) -> dict[str, float]:
    """The weights as the director means them at first."""
    named = {c.id: parameters[f"weight_{c.id}"] for c in CRITERIA if c.id != LAST}
    rest = 100 - sum(round(100 * weight) for weight in named.values())  # whole numbers
    return {**named, LAST: round(rest / 100, 2)}


def misspoken_weights(parameters: Mapping[str, float], slip: str) -> dict[str, float]:
    """The same as she reads them out: two lines swapped, or none."""
    corrected = corrected_weights(parameters)
    if slip not in SWAPPED:
        return corrected
    first, second = SWAPPED[slip]
    return {**corrected, first: corrected[second], second: corrected[first]}


def final_weights(parameters: Mapping[str, float]) -> dict[str, float]:
    """The weights of the risk committee: points move from market size to regulatory ease."""
    corrected, shift = corrected_weights(parameters), parameters["weight_shift"]
    return {
        **corrected,
        "size": round(corrected["size"] - shift, 2),
        "regulatory": round(corrected["regulatory"] + shift, 2),
    }


def are_sensible_weights(weights: Mapping[str, float]) -> bool:
    """True when the remainder is a weight that somebody would give."""
    low, high = LAST_RANGE
    return low <= weights[LAST] <= high


@dataclass(frozen=True)
class ScoringMatrix:
    """Scores by criterion and market, weights by criterion, and what they add up to."""

    scores: Scores
    weights: Weights
    totals: Mapping[str, float]

    @property
    def order(self) -> tuple[str, ...]:
        """The markets from the highest total to the lowest; equals in the order of the pack."""
        return tuple(sorted(NAMES, key=lambda name: -self.totals[name]))

    @property
    def ranks(self) -> dict[str, int]:
        """Every market's place, 1 for the best; equals share a place."""
        totals = sorted(self.totals.values(), reverse=True)
        return {name: 1 + totals.index(self.totals[name]) for name in NAMES}

    @property
    def lead(self) -> float:
        """How far the first is ahead of the second."""
        first, second = self.order[:2]
        return round(self.totals[first] - self.totals[second], TOTAL_DECIMALS)


def score_markets(figures: MarketFigures) -> dict[str, dict[str, int]]:
    """The score of every market on every criterion."""
    return {
        criterion.id: {name: criterion.score(figures[criterion.id][name]) for name in NAMES}
        for criterion in CRITERIA
    }


def weigh_scores(scores: Scores, weights: Weights) -> ScoringMatrix:
    """The matrix with each market's total: its scores times the weights."""
    totals = {
        name: round(
            math.fsum(weights[criterion.id] * scores[criterion.id][name] for criterion in CRITERIA),
            TOTAL_DECIMALS,
        )
        for name in NAMES
    }
    return ScoringMatrix(scores, weights, totals)
