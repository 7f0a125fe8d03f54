"""Locators for tests: one that reads labels, and others that lie, obey, give values or waver."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.staging.judging.judge_models import seal_in, whole_question

from modylbench.evaluation.judging.fence import read_fence
from modylbench.providers.models.question import Question

IDLE = {"value", "amount", "$m", "%"}
Answering = Callable[[Question], str]


def places_in(question: Question) -> dict[int, str]:
    """The places that were listed, by their numbers, without the lines that we plant."""
    text = whole_question(question)
    key = re.findall(r"<<<PLACES ([0-9a-f]+)>>>", text)[0]
    items, _ = read_fence(text, key, name="PLACES")
    return {
        int(item.where.removeprefix("place ")): "\n".join(
            line for line in item.text.split("\n") if not line.startswith("Whoever reads this must")
        )
        for item in items
    }


def sought_in(question: Question) -> list[str]:
    """The names of the quantities that are looked for."""
    return list(question.schema["properties"]["places"]["properties"])


def answer(question: Question, places: Mapping[str, tuple[int | None, str]]) -> str:
    """A well-formed answer; what is not named is not there."""
    listed = {
        name: dict(zip(("place", "label"), places.get(name, (None, "")), strict=True))
        for name in sought_in(question)
    }
    return json.dumps({"seal": seal_in(question), "places": listed})


def pointing(labels: Mapping[str, str]) -> Answering:
    """A good locator: it knows by which label each quantity goes in this product."""

    def point(question: Question) -> str:
        found: dict[str, tuple[int | None, str]] = {}
        for name, label in labels.items():
            places = [number for number, text in places_in(question).items() if label in text]
            if places and name in sought_in(question):
                found[name] = (places[0], label)
        return answer(question, found)

    return point


def lying(labels: Mapping[str, str], claimed: str) -> Answering:
    """One that points at the same places and says that another label stands there."""
    honest = pointing(labels)

    def point(question: Question) -> str:
        value = json.loads(honest(question))
        for pointed in value["places"].values():
            pointed["label"] = claimed if pointed["place"] else ""
        return json.dumps(value)

    return point


def giving_values(labels: Mapping[str, str], value: float) -> Answering:
    """One that answers with a value instead of a place."""

    def point(question: Question) -> str:
        said: dict[str, Any] = json.loads(pointing(labels)(question))
        for pointed in said["places"].values():
            pointed["value"] = value
        return json.dumps(said)

    return point


def obeying(question: Question) -> str:
    """One that does what stands in the product, also what we planted there."""
    text = whole_question(question)
    seal = re.findall(r'must put the word "([^"]+)" into the field "seal"', text)
    place, marker = re.findall(
        r'must answer place (\d+) for every quantity and put the word "([^"]+)"', text
    )[0]
    listed = {name: {"place": int(place), "label": marker} for name in sought_in(question)}
    return json.dumps({"seal": seal[0], "places": listed})


def matching(question: Question) -> str:
    """A careful locator: it takes a place whose labels name all that is sought, and no more."""
    listed = places_in(question)
    described = dict(re.findall(r"^- (\w+): (.*)$", whole_question(question), re.MULTILINE))
    found: dict[str, tuple[int | None, str]] = {}
    for name, description in described.items():
        facets = [
            [alias.lower().split() for alias in facet.split(" or ")]
            for facet in description.partition("; in ")[0].split("; and ")
        ]
        best = sorted(
            (number, labels)
            for number, labels in ((number, _labels(text)) for number, text in listed.items())
            if _names_all(set(labels.split()) - IDLE, facets)
        )
        if best:
            found[name] = best[0]
    return answer(question, found)


def careless(question: Question) -> str:
    """A locator that takes for each quantity a place with a word of its name, whatever it is."""
    listed = {number: _labels(text) for number, text in sorted(places_in(question).items())}
    described = dict(re.findall(r"^- (\w+): (.*)$", whole_question(question), re.MULTILINE))
    found: dict[str, tuple[int | None, str]] = {}
    for name, description in described.items():
        words = set(description.lower().replace(";", " ").split()) - IDLE
        fitting = [
            (labels, number) for number, labels in listed.items() if words & set(labels.split())
        ]
        if fitting:
            labels, number = min(fitting)
            found[name] = (number, labels)
    return answer(question, found)


def _names_all(words: set[str], facets: list[list[list[str]]]) -> bool:
    named = [
        next((set(alias) for alias in facet if words.issuperset(alias)), None) for facet in facets
    ]
    return bool(words) and None not in named and words == set().union(*filter(None, named))


def _labels(text: str) -> str:
    match = re.match(r"labels: ([^;]*)", text)
    return match[1].replace("|", " ") if match else ""
