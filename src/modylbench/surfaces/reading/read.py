"""The work products that an agent shows on its surfaces."""

from __future__ import annotations

import hashlib
import marshal
from typing import TYPE_CHECKING, Any

from modylbench.products.findings import Complaints
from modylbench.surfaces.reading.exact_products import product, product_id
from modylbench.surfaces.reading.inferred_products import infer_product
from modylbench.surfaces.reading.result import (
    Origin,
    ShownProduct,
    SurfaceReading,
    WorkProductReading,
    unique_products,
)
from modylbench.surfaces.reading.visible_tree import WORK_PRODUCTS, visible_tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.products.findings import SurfaceFinding
    from modylbench.surfaces.reading.visible_tree import VisibleComponent
    from modylbench.surfaces.snapshot import SurfaceSnapshot


MOST_FINDINGS = 500  # ours: of one surface; the others are counted


def read_products(
    snapshots: Sequence[SurfaceSnapshot], *, like: WorkProductReading | None = None
) -> WorkProductReading:
    """The products of these surfaces, in their order; what `like` has read stays as it is.

    With `like`, a surface that was read as a document or a dashboard before stays one.
    """
    before = like.surfaces if like is not None else {}
    surfaces = {
        snapshot.surface_id: _surface(snapshot, before.get(snapshot.surface_id))
        for snapshot in snapshots
    }
    shown, findings = unique_products([item for read in surfaces.values() for item in read.shown])
    return WorkProductReading(
        products=tuple(item.product for item in shown),
        findings=(*(f for read in surfaces.values() for f in read.findings), *findings),
        origins=tuple(item.origin for item in shown),
        aside=tuple(text for read in surfaces.values() for text in read.aside),
        surfaces=surfaces,
    )


def _surface(snapshot: SurfaceSnapshot, old: SurfaceReading | None) -> SurfaceReading:
    digest = _digest([snapshot.components, snapshot.data])
    if old is not None and digest and digest == old.digest:
        return old
    complaints = Complaints(snapshot.surface_id)
    tree = visible_tree(snapshot, complaints)
    exact = _Exact(snapshot.surface_id, old.components if old is not None else {})
    if tree is not None:
        exact.read(tree)
    rest = infer_product(
        tree, snapshot.surface_id, complaints, beside=bool(exact.shown), like=_kind(old)
    )
    shown = exact.shown
    if rest.product is not None:
        origin = Origin(
            rest.product.id, snapshot.surface_id, tree.id if tree else "", "inferred", rest.hidden
        )
        shown = [*shown, ShownProduct(rest.product, origin)]
    findings = _limit_findings((*complaints.findings, *exact.findings), snapshot.surface_id)
    return SurfaceReading(digest, tuple(shown), findings, rest.aside, exact.components)


def _limit_findings(
    findings: tuple[SurfaceFinding, ...], surface_id: str
) -> tuple[SurfaceFinding, ...]:
    if len(findings) <= MOST_FINDINGS:
        return findings
    complaints = Complaints(surface_id)
    complaints.error("more_findings", f"{len(findings) - MOST_FINDINGS:,} more on this surface")
    return (*findings[:MOST_FINDINGS], *complaints.findings)


def _kind(old: SurfaceReading | None) -> str | None:
    shown = old.shown if old is not None else ()
    return next(
        (item.product.kind for item in shown if item.origin.how == "inferred"),
        None,
    )


def _digest(value: Any) -> bytes:
    """What tells two contents apart, within this process; nothing where it cannot be told.

    `marshal` keeps apart what JSON writers do not: 1, 1.0 and true, null and not a number.
    """
    try:
        return hashlib.blake2b(marshal.dumps(value, 2), digest_size=16).digest()
    except ValueError:
        return b""


class _Exact:
    """Reads the components of our catalog on one surface, in reading order."""

    def __init__(self, surface_id: str, known: dict[bytes, Any]) -> None:
        self.shown: list[ShownProduct] = []
        self.findings: list[SurfaceFinding] = []
        self.components: dict[bytes, Any] = {}
        self._known = known
        self._surface_id = surface_id

    def read(self, tree: VisibleComponent) -> None:
        """Read all of them; the CodeFiles of one product together, at the place of the first."""
        together: dict[tuple[str, str, str], list[VisibleComponent]] = {}
        for place, (part, items) in enumerate(_with_items(tree)):
            if part.component in WORK_PRODUCTS and part.fields is not None:
                complaints = Complaints(self._surface_id, part.id)
                identity = product_id(part.fields, items, complaints)
                self.findings += complaints.findings
                alone = "" if part.component == "CodeFile" else str(place)
                together.setdefault((part.component, identity, alone), []).append(part)
        for (component, identity, _), those in together.items():
            self._read(component, identity, those)

    def _read(self, component: str, identity: str, those: list[VisibleComponent]) -> None:
        raws = [part.fields or {} for part in those]
        digest = _digest([component, identity, raws])
        result = self._known.get(digest) if digest else None
        if result is None:
            complaints = Complaints(self._surface_id, those[0].id)
            result = product(component, identity, raws, complaints), complaints.findings
        self.components[digest] = result
        self.findings += result[1]
        if result[0] is not None:
            hidden = tuple(part.id for part in those if part.is_hidden)
            origin = Origin(identity, self._surface_id, those[0].id, "exact", hidden)
            self.shown.append(ShownProduct(result[0], origin))


def _with_items(tree: VisibleComponent) -> Iterator[tuple[VisibleComponent, tuple[int, ...]]]:
    """All parts in reading order, each with which items of templates it is or stands in."""
    waiting: list[tuple[VisibleComponent, tuple[int, ...]]] = [(tree, ())]
    while waiting:
        part, items = waiting.pop()
        if part.item is not None:
            items = (*items, part.item)
        yield part, items
        waiting.extend((child, items) for child in reversed(part.children))
