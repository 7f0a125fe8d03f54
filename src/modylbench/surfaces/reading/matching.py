"""Products that an agent shows under ids of its own, matched with those asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from modylbench.products.findings import Complaints, quote_value
from modylbench.products.quantities.labels import GRAMMAR, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.products.findings import SurfaceFinding
    from modylbench.products.work_product import WorkProduct


class ExpectedProduct(Protocol):
    """What is said of a product that is asked for."""

    @property
    def product_id(self) -> str: ...  # noqa: D102 - the names say it
    @property
    def output_type(self) -> str: ...  # noqa: D102
    @property
    def title(self) -> str: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Matching:
    """The shown product's id by the id asked for; what stays open is in the findings."""

    ids: Mapping[str, str]
    findings: tuple[SurfaceFinding, ...] = ()


def match_products(
    products: Sequence[WorkProduct], expected: Sequence[ExpectedProduct]
) -> Matching:
    """Which product stands for which expectation, each at most once.

    By id; else by kind and the words of the title, where each is the other's one best; else
    because it is the only one of its kind and only one of that kind is asked for. A product of
    another kind stands in only where it bears the id asked for, and `other_kind` says so.
    """
    open_products = {product.id: product for product in products}
    wanted = {each.product_id: each for each in expected}
    ids: dict[str, str] = {name: name for name in wanted if name in open_products}
    complaints = Complaints()
    for name in ids:
        found, asked = open_products.pop(name).kind, wanted[name].output_type
        if found != asked:
            reason = f"{name!r} is a {found}, expected a {asked}; it is read all the same"
            complaints.error("other_kind", reason, name)
    for kind in sorted({each.output_type for each in wanted.values()}):
        open_wanted = {
            name: each.title
            for name, each in wanted.items()
            if each.output_type == kind and name not in ids
        }
        titles = {name: p.title for name, p in open_products.items() if p.kind == kind}
        ids |= _of_one_kind(open_wanted, titles, kind, complaints)
    return Matching(
        {name: ids[name] for name in wanted if name in ids}, findings=complaints.findings
    )


def _of_one_kind(
    wanted: dict[str, str], titles: dict[str, str], kind: str, complaints: Complaints
) -> dict[str, str]:
    ids: dict[str, str] = {}
    likeness = _likeness(wanted, titles)
    while pair := _clearest(likeness):
        ids[pair[0]] = pair[1]
        likeness = {
            both: value
            for both, value in likeness.items()
            if both[0] != pair[0] and both[1] != pair[1]
        }
    left = [name for name in wanted if name not in ids]
    free = [name for name in titles if name not in ids.values()]
    if len(left) == len(free) == 1:
        return ids | {left[0]: free[0]}
    for name in left if free else []:
        those = ", ".join(quote_value(each) for each in free[:5])
        reason = f"cannot tell which {kind} is {name!r}: {those}{' and others' * (len(free) > 5)}"
        complaints.warning("match_unclear", f"{reason}; use that id", name)
    return ids


def _likeness(wanted: dict[str, str], titles: dict[str, str]) -> dict[tuple[str, str], float]:
    """The share of words that two titles have in common, where they have any."""
    said = {name: frozenset(words(title)) - GRAMMAR for name, title in titles.items()}
    result: dict[tuple[str, str], float] = {}
    for name, title in wanted.items():
        sought = frozenset(words(title)) - GRAMMAR
        for other, spoken in said.items():
            if common := len(sought & spoken):
                result[name, other] = 2 * common / (len(sought) + len(spoken))
    return result


def _clearest(likeness: dict[tuple[str, str], float]) -> tuple[str, str] | None:
    """A pair of which each is the other's one best; None where there is none."""
    best: dict[tuple[int, str], list[tuple[str, str]]] = {}
    for pair, value in likeness.items():
        for side in (0, 1):
            known = best.setdefault((side, pair[side]), [pair])
            if value > likeness[known[0]]:
                best[side, pair[side]] = [pair]
            elif value == likeness[known[0]] and pair != known[0]:
                known.append(pair)
    clear = [pair for pair in likeness if best[0, pair[0]] == [pair] and best[1, pair[1]] == [pair]]
    return max(clear, key=lambda pair: (likeness[pair], pair), default=None)
