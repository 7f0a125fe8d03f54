"""Where do rules come from, and how are they told apart?"""

from __future__ import annotations

import hashlib
import json
from functools import cache, lru_cache
from importlib.resources import files
from operator import attrgetter
from typing import TYPE_CHECKING

import yaml
from pydantic import ValidationError

from modylbench.evaluation.evaluate.signatures import folder_signature
from modylbench.evaluation.evaluation import Signature
from modylbench.foundation.errors import BadFile, quoted
from modylbench.foundation.record import canonical_json, place_of, problem_of
from modylbench.scoring.rules import ScoringRules

if TYPE_CHECKING:
    from collections.abc import Iterable

NAME = "scoring_rules"
FILE = "rules.yaml"


@cache
def default_rules() -> ScoringRules:
    """The rules of the benchmark itself, from rules.yaml beside this file."""
    text = files("modylbench.scoring").joinpath(FILE).read_text(encoding="utf-8")
    return rules_from(yaml.safe_load(text), FILE)


def rules_from(value: object, path: str) -> ScoringRules:
    """The value of a file as rules, or a BadFile that names what is wrong with it."""
    if not isinstance(value, dict):
        raise BadFile(path, "", f"found {quoted(value)}, expected the fields of {FILE}")
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


def signed(evaluated: Iterable[Signature], rules: ScoringRules) -> tuple[Signature, ...]:
    """What a score rests on, by name: the evaluation's, the rules', and that of our arithmetic."""
    found = (*evaluated, rules_signature(rules), scoring_signature())
    return tuple(sorted(found, key=attrgetter("name")))


@cache
def scoring_signature() -> Signature:
    """Of the code of this stage."""
    return folder_signature("scoring")


@lru_cache(maxsize=8)  # a thousand evaluations are weighed by the same rules
def _signature(version: str, content: str) -> Signature:
    digest = hashlib.sha256(canonical_json(json.loads(content)).encode())
    return Signature(name=NAME, version=version, sha256=digest.hexdigest())
