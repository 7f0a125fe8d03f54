"""Work products read from an agent's surfaces, and where each of them came from."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from modylbench.products.findings import Complaints
from modylbench.products.ids import ids_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.products.findings import SurfaceFinding
    from modylbench.products.work_product import WorkProduct


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a product came from, and whether a component of ours says exactly what it is.

    `hidden` names those parts that a person must open to see: tabs that are not in front, and
    modals.
    """

    product_id: str
    surface_id: str
    component_id: str
    how: Literal["exact", "inferred"]
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownProduct:
    """A product and where it came from."""

    product: WorkProduct
    origin: Origin


@dataclass(frozen=True, slots=True)
class SurfaceReading:
    """One surface, read; `digest` tells whether it has changed since."""

    digest: bytes
    shown: tuple[ShownProduct, ...]
    findings: tuple[SurfaceFinding, ...]
    aside: tuple[str, ...]
    components: dict[bytes, tuple[WorkProduct | None, tuple[SurfaceFinding, ...]]]


@dataclass(frozen=True, slots=True)
class WorkProductReading:
    """The products shown, what is wrong with them, and where each came from.

    `aside` are the texts that make no product of their own: headings, captions and buttons around
    exact products, and what is said in place of pictures. `surfaces` is what the next reading
    builds on.
    """

    products: tuple[WorkProduct, ...] = ()
    findings: tuple[SurfaceFinding, ...] = ()
    origins: tuple[Origin, ...] = ()
    aside: tuple[str, ...] = ()
    surfaces: dict[str, SurfaceReading] = field(default_factory=dict, repr=False, compare=False)


def unique_products(
    shown: Iterable[ShownProduct],
) -> tuple[list[ShownProduct], tuple[SurfaceFinding, ...]]:
    """Products of different ids, and what had to be done for that.

    The same product shown twice is one. Where the two differ, the one in sight holds, and of two
    in sight the first: nobody gains by showing both. One of another kind, or one that was only
    inferred, is another product, and gets an id of its own.
    """
    complaints: dict[str, Complaints] = {}

    def complain(shown: ShownProduct, reason: str) -> None:
        where = shown.origin.surface_id
        text = f"the product id {shown.product.id!r} {reason}"
        complaints.setdefault(where, Complaints(where)).error(
            "product_twice", text, shown.origin.component_id
        )

    held: dict[tuple[str, str, str], ShownProduct] = {}
    for candidate in shown:
        key = (candidate.product.id, candidate.product.kind, candidate.origin.how)
        old = held.get(key)
        comes_in_sight = old is not None and bool(old.origin.hidden) and not candidate.origin.hidden
        if old is not None and old.product != candidate.product:
            before = f"{old.origin.component_id!r} on surface {old.origin.surface_id!r}"
            why = "this one is in sight and holds" if comes_in_sight else "that one holds"
            complain(candidate, f"is shown otherwise by {before}; {why}")
        if old is None or comes_in_sight:
            held[key] = candidate
    result = list(held.values())
    first: dict[str, ShownProduct] = {}
    for candidate in result:
        first.setdefault(candidate.product.id, candidate)
    wishes = [
        (candidate.product.id, "")
        if first[candidate.product.id] is candidate
        else (None, f"{candidate.product.id[:50]}_{candidate.product.kind}")
        for candidate in result
    ]
    for place, (candidate, made) in enumerate(zip(result, ids_for(wishes), strict=True)):
        if made != candidate.product.id:
            kind = first[candidate.product.id].product.kind
            complain(candidate, f"is that of another {kind} too; this one is read as {made!r}")
            product = candidate.product.model_copy(update={"id": made})
            result[place] = replace(
                candidate, product=product, origin=replace(candidate.origin, product_id=made)
            )
    return result, tuple(f for complaint in complaints.values() for f in complaint.findings)
