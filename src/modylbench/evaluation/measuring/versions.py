"""Finds deliverables that are shown in several versions: which holds, the client cannot know.

One that calls itself older, a draft or a side case, or that was left as it was while the other went
on, is no version of the deliverable. Of the others each is checked, and the worst counts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.evidence import fit
from modylbench.language.plain import plain, word_set
from modylbench.products.reading.index import index

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.measuring.criteria_by_turn import CriterionChecks
    from modylbench.evaluation.views.turns import TurnView
    from modylbench.evaluation.views.yardstick import Yardstick
    from modylbench.products.reading.index import Index
    from modylbench.scenarios.scenario import ExpectedOutput

AS_MUCH = 0.5  # ours: of the quantities that the other shows; with fewer it is an extract
MOST_VERSIONS = 6  # ours: of one deliverable; the latest are looked at
_ASIDE = word_set(
    "draft drafts old older previous prior superseded replaced archive archived backup outdated "
    "obsolete former original initial interim working scenario scenarios case cases "
    "downside upside "
    "sensitivity sensitivities alternative alternatives option options whatif "
    "hypothetical appendix "
    "comparison stress bear bull optimistic pessimistic counterfactual excerpt extract template "
    "benchmark history log audit check checks bridge reconciliation supporting support notes"
)
_MAIN = word_set("final current latest base main definitive approved signed master")
_NUMBERED = re.compile(r"\b(?:v|ver|version|rev|revision|run)[ ._-]?(\d{1,3})\b")


def worst_versions(
    views: Sequence[TurnView], yardstick: Yardstick, checked: CriterionChecks
) -> tuple[tuple[Index, ...], dict[str, tuple[str, ...]]]:
    """The final products with the worst version of each, and the names of those that differ."""
    if not views:
        return (), {}
    shown = tuple(views[-1].shown)
    names = {output.product_id for output in yardstick.expectations.outputs}
    if all(found.product.id in names for found in shown):
        return shown, {}
    rivals: dict[str, tuple[str, ...]] = {}
    worst = shown
    for output in yardstick.expectations.outputs:
        own = checked.evidence(worst).own.get(output.product_id, ())
        if not own or own[0] not in worst:
            continue
        versions = list(_rivals(output, own[0], views, yardstick))[-MOST_VERSIONS:]
        for rival in versions:
            changed = _with_version(worst, own[0], rival)
            if _passed(output, changed, checked) < _passed(output, worst, checked):
                titles = rivals.get(output.product_id, ())
                rivals[output.product_id] = (*titles, rival.product.title)
                own, worst = checked.evidence(changed).own[output.product_id], changed
    return worst, rivals


def _rivals(
    output: ExpectedOutput, own: Index, views: Sequence[TurnView], yardstick: Yardstick
) -> Iterator[Index]:
    names = {other.product_id for other in yardstick.expectations.outputs}
    share = fit(output, own, yardstick.expectations)[1]
    since = _last_change(own, views)
    for rival in views[-1].shown:
        product = rival.product
        if product.id in names or product.kind != own.product.kind or is_aside(product.title):
            continue
        is_older = _last_change(rival, views) < since and not _is_main(product.title)
        if is_older or _version(product.title) < _version(own.product.title):
            continue
        shown = fit(output, rival, yardstick.expectations)[1]
        if shown and shown >= AS_MUCH * share:
            yield rival


def is_aside(title: str) -> bool:
    """Whether a title says that this is not the deliverable itself.

    >>> is_aside("LBO model, first draft"), is_aside("LBO model (final version)")
    (True, False)
    """
    words = set(re.findall(r"[a-z]+", plain(title)))
    return not words.isdisjoint(_ASIDE) and words.isdisjoint(_MAIN)


def _is_main(title: str) -> bool:
    return not _MAIN.isdisjoint(re.findall(r"[a-z]+", plain(title)))


def _version(title: str) -> int:
    """The number of the version that a title names; that without one is as new as any."""
    found = _NUMBERED.search(plain(title))
    return int(found[1]) if found else 1_000


def _last_change(found: Index, views: Sequence[TurnView]) -> int:
    """The first turn since which it has stood as it is."""
    place = len(views) - 1
    while place > 0 and any(index_ is found for index_ in views[place - 1].shown):
        place -= 1
    return place


def _with_version(shown: Sequence[Index], own: Index, rival: Index) -> tuple[Index, ...]:
    """The products with a rival in the place of the one that stands for a deliverable."""
    instead = index(rival.product.model_copy(update={"id": own.product.id}), rival)
    return tuple(
        instead if found is own else found
        for found in shown
        if found.product.id != rival.product.id
    )


def _passed(output: ExpectedOutput, shown: Sequence[Index], checked: CriterionChecks) -> float:
    findings = checked.findings(shown, output.verification_criteria)
    return sum(finding.rightness for finding in findings)
