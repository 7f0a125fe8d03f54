"""What an expert checks in the allocation and in the decision paper, whoever made them."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, cast

from modylbench.products.reading.index import TextPassage
from modylbench.scenarios.library.research_board.truth import MEMBERS
from modylbench.scenarios.oracle import Absence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.products.finding.find import FoundNumber, FoundTable
    from modylbench.products.quantities.closeness import Measure
    from modylbench.scenarios.oracle import KnownTruth, OracleRule, Readings

ROUNDING = 1.0  # dollars: what the rounding of single figures may add up to
_PIECES = re.compile(r"[;\n]|\.\s")
_FOR = re.compile(r"\b(for|in favou?r|yes|aye)\b", re.IGNORECASE)
_AGAINST = re.compile(r"\b(against|no|nay|dissent(s|ed)?|opposed)\b", re.IGNORECASE)
_RELEASE, _STUDY, _SLIP = "release", "stud", "slip"
CONDITION_OWNERS = {_STUDY: "arjun", _RELEASE: "lena", _SLIP: "tomas"}
"""A word of each condition, and who set it."""


def costs_add_up(readings: Readings, truth: KnownTruth) -> list[str]:  # noqa: ARG001
    """The full cost of every project is the sum of its items."""
    items = [_amounts(readings, name) for name in ("staff", "overhead", "consumables", "equipment")]
    sums = {
        name: math.fsum(item.get(name, 0.0) for item in items)
        for name in _measures(readings, "full_cost")
    }
    return [
        f"{name}: ${stated.number:,.0f}, its items make ${sums[name]:,.0f}"
        for name, stated in _measures(readings, "full_cost").items()
        if _differs(stated, sums[name])
    ]


def overhead_is_on_staff(readings: Readings, truth: KnownTruth) -> list[str]:
    """Overhead is this year's rate on staff, and on nothing else."""
    staff, rate = _amounts(readings, "staff"), truth["overhead"]
    return [
        f"{name}: ${stated.number:,.0f}, {rate:.0%} of staff is ${rate * staff.get(name, 0):,.0f}"
        for name, stated in _measures(readings, "overhead").items()
        if _differs(stated, rate * staff.get(name, 0.0))
    ]


def set_keeps_rules(readings: Readings, truth: KnownTruth) -> list[str]:
    """The funded set keeps envelope, dependency, rivalry and themes, whichever set it is."""
    funded = {name: cost for name, cost in _amounts(readings, "allocated").items() if cost > 0}
    if not funded:
        return [Absence("no project has money allocated")]
    return list(_broken_rules(funded, truth))


def _broken_rules(funded: Mapping[str, float], truth: KnownTruth) -> Iterator[str]:
    spent, envelope = math.fsum(funded.values()), truth["envelope_total"]
    if spent > envelope + ROUNDING:
        yield f"${spent:,.0f} is allocated of an envelope of ${envelope:,.0f}"
    needing, needed = truth["needing"], truth["needed"]
    if needing in funded and needed not in funded:
        yield f"{needing} is funded without {needed}"
    rivals = {truth["rival_a"], truth["rival_b"]}
    if rivals <= funded.keys():
        yield f"{' and '.join(sorted(rivals))} are rivals, and both are funded"
    themes = {project["name"]: project["theme"] for project in truth["projects"]}
    for theme in truth["theme_committed"]:
        if not any(themes.get(name) == theme for name in funded):
            yield f"nothing is funded in {theme}"


def set_is_the_best(readings: Readings, truth: KnownTruth) -> list[str]:
    """The funded set has the greatest net value there is."""
    funded = [name for name, cost in _amounts(readings, "allocated").items() if cost > 0]
    if not funded:
        return [Absence("no project has money allocated")]
    found = math.fsum(truth["net_values"].get(name, 0) for name in funded)
    best = truth["net_value"]
    return [f"the set is worth ${found:,.0f}, the best ${best:,.0f}"] if found != best else []


def funded_are_listed(readings: Readings, truth: KnownTruth) -> list[str]:
    """Under Funded stand the funded projects and no others."""
    return _wrongly_listed(readings, truth, "funded")


def deferred_are_listed(readings: Readings, truth: KnownTruth) -> list[str]:
    """Under Deferred stand the unfunded projects that are worth their cost."""
    return _wrongly_listed(readings, truth, "deferred")


def stopped_are_listed(readings: Readings, truth: KnownTruth) -> list[str]:
    """Under Stopped stand the unfunded projects that are worth less than they cost."""
    return _wrongly_listed(readings, truth, "stopped")


def conditions_name_owners(readings: Readings, truth: KnownTruth) -> list[str]:  # noqa: ARG001
    """Every condition stands beside the name of the one who set it, and of nobody else."""
    lines = _text(readings, "conditions_section").splitlines()
    wrong: list[str] = []
    for word, owner in CONDITION_OWNERS.items():
        line = next((line for line in lines if word in line.casefold()), "")
        if not line:
            wrong.append(Absence(f"no condition has the word {word!r}"))
            continue
        named = {person for person, full in MEMBERS.items() if _names_person(line, full)}
        if named != {owner}:
            wrong.append(f"{line.strip()!r} is not said to be set by {MEMBERS[owner]} alone")
    return wrong


def votes_are_theirs(readings: Readings, truth: KnownTruth) -> list[str]:
    """Everybody's vote is the one that was cast."""
    cast_votes = _votes_by_person(_text(readings, "votes_section"))
    against = truth["voters_against"]
    wrong: list[str] = []
    for full in MEMBERS.values():
        first = full.split()[0]
        vote = cast_votes.get(full)
        if vote is None:
            wrong.append(Absence(f"no vote of {first} is shown"))
        elif vote != ("against" if first in against else "for"):
            wrong.append(f"{first} is shown to have voted {vote}")
    return wrong


def _votes_by_person(text: str) -> dict[str, str]:
    votes: dict[str, str] = {}
    for piece in _PIECES.split(text):
        is_against = bool(_AGAINST.search(piece))
        if is_against == bool(_FOR.search(piece)):
            continue  # neither, or both: it says nothing of who voted how
        for full in MEMBERS.values():
            if _names_person(piece, full):
                votes[full] = "against" if is_against else "for"
    return votes


def _names_person(text: str, full: str) -> bool:
    return any(re.search(rf"\b{re.escape(part)}\b", text) for part in full.split())


def _wrongly_listed(readings: Readings, truth: KnownTruth, fate: str) -> list[str]:
    """Projects that are missing under the heading of their fate, and those that are not its."""
    text, right = _text(readings, f"{fate}_section"), truth[f"{fate}_names"]
    listed = [name for name in truth["net_values"] if re.search(rf"\b{name}\b", text)]
    missing = [f"{name} is missing" for name in right if name not in listed]
    return [*missing, *(f"{name} does not belong there" for name in listed if name not in right)]


def _text(readings: Readings, name: str) -> str:
    reading = readings[name]
    return reading.text if isinstance(reading, TextPassage) else ""


def _measures(readings: Readings, name: str) -> dict[str, Measure]:
    table = cast("FoundTable", readings[name])
    return {members[0]: number.measure for members, number in table.numbers.items()}


def _amounts(readings: Readings, name: str) -> dict[str, float]:
    return {member: measure.number for member, measure in _measures(readings, name).items()}


def _differs(stated: Measure, right: float) -> bool:
    return abs(stated.number - right) > ROUNDING + stated.half_step


def headroom_is_left(readings: Readings, truth: KnownTruth) -> list[str]:  # noqa: ARG001
    """The headroom is the envelope less what is committed."""
    envelope, committed, left = (
        cast("FoundNumber", readings[name]).measure
        for name in ("envelope_shown", "committed", "headroom")
    )
    right = envelope.number - committed.number
    far = f"${left.number:,.0f}, envelope less committed is ${right:,.0f}"
    return [far] if _differs(left, right) else []


RULES: dict[str, OracleRule] = {
    "costs_add_up": costs_add_up,
    "overhead_is_on_staff": overhead_is_on_staff,
    "set_keeps_rules": set_keeps_rules,
    "set_is_the_best": set_is_the_best,
    "headroom_is_left": headroom_is_left,
    "funded_are_listed": funded_are_listed,
    "deferred_are_listed": deferred_are_listed,
    "stopped_are_listed": stopped_are_listed,
    "conditions_name_owners": conditions_name_owners,
    "votes_are_theirs": votes_are_theirs,
}
