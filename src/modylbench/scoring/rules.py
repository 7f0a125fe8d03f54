"""The rules by which scores are weighed, as people may write them, and how rules are signed."""

from __future__ import annotations

import hashlib
import json
import math
from functools import cache, lru_cache
from importlib.resources import files
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, ValidationError, model_validator

from modylbench.evaluation.dimensions import (
    CHANNEL_DIMENSIONS,
    DYNAMICS_DIMENSIONS,
    PRODUCT_DIMENSIONS,
    TURN_DIMENSIONS,
)
from modylbench.evaluation.evaluate.signatures import code_signature
from modylbench.evaluation.evaluation import Signature
from modylbench.foundation.errors import BadFile, UnknownName, short_repr
from modylbench.foundation.record import Spec, canonical_json, place_of, problem_of
from modylbench.scenarios.script import Severity

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from modylbench.scenarios.template import Tier

NAME = "scoring_rules"
PAPER = "paper"
FILE = "rules.yaml"
Weight = Annotated[float, Field(ge=0, le=1)]
ScorePoints = Annotated[float, Field(ge=1, le=10)]
COMBINED_PARTS = ("journey", "dynamics", "destination")
"""Of what a meeting of several people is made (paper 3.7.2, equation 7)."""
TIERS: tuple[Tier, ...] = ("peer", "mentor", "consultant")
MOST_OFF_ONE = 1e-9  # ours: what floats lose in adding up decimals, and no more


class Layers(Spec):
    """The layers that are arithmetic (SPEC 3); 4 and 5 are switched where they work, 6 too."""

    weights: bool = True
    floors: bool = True
    pessimism: bool = True

    @property
    def off(self) -> tuple[int, ...]:
        """The numbers of those that are switched off."""
        switches = ((1, self.weights), (2, self.floors), (3, self.pessimism))
        return tuple(number for number, is_on in switches if not is_on)


class Gates(Spec):
    """What a trial must pass to be worth more than the cap (SPEC 2)."""

    cap: ScorePoints
    lowest_correctness: ScorePoints
    lowest_journey: ScorePoints
    most_unanswered: Weight
    requests_metric: str
    """The metric of dynamics whose events are what was said to the agent among several people."""
    most_withheld: Weight
    most_decisive_missing: Weight
    most_unusable: Weight
    most_reversed: Weight
    most_invented_sources: Annotated[int, Field(ge=0)]
    most_personal: Weight
    manners_cap: ScorePoints


class ScoringRules(Spec):
    """rules.yaml: every number with its section there; None and empty where a rule has no cap."""

    version: Annotated[str, Field(min_length=1, max_length=80)]
    turn_weights: dict[str, Weight]
    extended_turn_weights: dict[str, Weight]
    product_weights: dict[str, Weight]
    journey_weight: Weight
    destination_weight: Weight
    multi_party_weights: dict[str, Weight]
    dynamics_weights: dict[str, Weight]
    dynamics_metrics: dict[str, tuple[str, ...]]
    hard_fail_floors: dict[str, Weight]
    most_interruptions: Annotated[int, Field(ge=0)]
    hard_fail_cap: ScorePoints | None
    dyadic_interruption_caps: dict[str, ScorePoints]
    floor: ScorePoints
    disagreement_std: Annotated[float, Field(ge=0)]
    pessimism_spread: Annotated[float, Field(ge=0)]
    failed_edge_case_turn_cap: ScorePoints | None
    failed_edge_case_caps: dict[Severity, ScorePoints]
    attempt_cap: ScorePoints | None
    contradiction_penalty: Annotated[float, Field(ge=0, le=9)] | None
    gates: Gates | None
    tiers: dict[str, ScorePoints]
    layers: Layers = Layers()

    def without_layers(self, off: Collection[int]) -> ScoringRules:
        """The same rules with these layers off, and all other layers of arithmetic on."""
        layers = Layers(weights=1 not in off, floors=2 not in off, pessimism=3 not in off)
        return self.model_copy(update={"layers": layers})

    @model_validator(mode="after")
    def _add_up(self) -> ScoringRules:
        _check("turn_weights", self.turn_weights, TURN_DIMENSIONS)
        known = TURN_DIMENSIONS + CHANNEL_DIMENSIONS
        _check("extended_turn_weights", self.extended_turn_weights, known)
        _check("product_weights", self.product_weights, PRODUCT_DIMENSIONS)
        both = math.fsum((self.journey_weight, self.destination_weight))
        if abs(both - 1) > MOST_OFF_ONE:
            message = (
                f"journey_weight and destination_weight add up to {both:g}, expected 1; "
                "change one of them"
            )
            raise ValueError(message)
        _check_dynamics(self)
        _check_tiers(self.tiers)
        return self


@cache
def default_rules() -> ScoringRules:
    """The rules of the benchmark itself, from rules.yaml beside this file."""
    import yaml  # who reads a scorecard needs none

    text = files("modylbench.scoring").joinpath(FILE).read_text(encoding="utf-8")
    return rules_from(yaml.safe_load(text), FILE)


@cache
def paper_rules() -> ScoringRules:
    """The paper's own rules: the same weights, floors and consensus, without what is ours.

    Equation 7 and what fails a meeting of several people are the paper's, and hold here too.
    """
    ours: dict[str, object] = {
        "dyadic_interruption_caps": {},
        "failed_edge_case_turn_cap": None,
        "failed_edge_case_caps": {},
        "attempt_cap": None,
        "contradiction_penalty": None,
        "gates": None,
    }
    return default_rules().model_copy(update={"version": PAPER, **ours})


def rules_from(value: object, path: str) -> ScoringRules:
    """The value of a file as rules, or a BadFile that names what is wrong with it."""
    if not isinstance(value, dict):
        raise BadFile(path, "", f"found {short_repr(value)}, expected the fields of {FILE}")
    try:
        return ScoringRules.model_validate_json(json.dumps(value, allow_nan=False))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise BadFile(path, place_of(first["loc"]), problem_of(first)) from error
    except (TypeError, ValueError) as error:
        raise BadFile(path, "", f"expected text and finite numbers ({error})") from error


def rules_signature(rules: ScoringRules) -> Signature:
    """Which rules these are; a layer that is switched off leaves them what they are."""
    return _signature(rules.version, rules.model_dump_json(exclude={"layers", "version"}))


def score_signatures(evaluated: Iterable[Signature], rules: ScoringRules) -> tuple[Signature, ...]:
    """What a score rests on, by name: the evaluation's, the rules', and that of our arithmetic."""
    found = (*evaluated, rules_signature(rules), scoring_signature())
    return tuple(sorted(found, key=attrgetter("name")))


@cache
def scoring_signature() -> Signature:
    """Of the code of this stage."""
    return code_signature("scoring", "scoring.score")


def _check_dynamics(rules: ScoringRules) -> None:
    _check("multi_party_weights", rules.multi_party_weights, COMBINED_PARTS)
    _check("dynamics_weights", rules.dynamics_weights, DYNAMICS_DIMENSIONS)
    _check_names("dynamics_metrics", rules.dynamics_metrics, DYNAMICS_DIMENSIONS)
    symbols = tuple(symbol for names in rules.dynamics_metrics.values() for symbol in names)
    twice = next((symbol for symbol in symbols if symbols.count(symbol) > 1), None)
    if twice is not None:
        message = f"dynamics_metrics: found {short_repr(twice)} twice, expected it once"
        raise ValueError(message)
    _check_names("hard_fail_floors", rules.hard_fail_floors, symbols, kind="metric")
    known = TURN_DIMENSIONS + CHANNEL_DIMENSIONS
    _check_names("dyadic_interruption_caps", rules.dyadic_interruption_caps, known)


def _check_names(
    field: str, names: Iterable[str], known: tuple[str, ...], *, kind: str = "dimension"
) -> None:
    for name in names:
        if name not in known:
            raise ValueError(f"{field}: {UnknownName(kind, name, known)}")  # noqa: EM102


def _check(field: str, weights: dict[str, float], known: tuple[str, ...]) -> None:
    _check_names(field, weights, known)
    total = math.fsum(weights.values())
    if abs(total - 1) > MOST_OFF_ONE:
        message = f"{field} add up to {total:.10g}, expected 1; change a weight"
        raise ValueError(message)


def _check_tiers(tiers: dict[str, float]) -> None:
    if set(tiers) != set(TIERS):
        message = f"tiers: found {short_repr(sorted(tiers))}, expected {', '.join(TIERS)}"
        raise ValueError(message)
    bounds = [tiers[name] for name in TIERS]
    if not bounds[0] < bounds[1] < bounds[2]:
        message = f"tiers: found {bounds}, expected them to rise from peer to consultant"
        raise ValueError(message)


@lru_cache(maxsize=8)  # a thousand evaluations are weighed by the same rules
def _signature(version: str, content: str) -> Signature:
    digest = hashlib.sha256(canonical_json(json.loads(content)).encode())
    return Signature(name=NAME, version=version, sha256=digest.hexdigest())
