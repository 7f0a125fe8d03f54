"""The work products read from an agent's surfaces, and where each of them came from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
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
class Shown:
    """A product and where it came from."""

    product: WorkProduct
    origin: Origin


@dataclass(frozen=True, slots=True)
class SurfaceReading:
    """One surface, read; `digest` tells whether it has changed since."""

    digest: bytes
    shown: tuple[Shown, ...]
    findings: tuple[SurfaceFinding, ...]
    aside: tuple[str, ...]
    components: dict[bytes, tuple[WorkProduct | None, tuple[SurfaceFinding, ...]]]


@dataclass(frozen=True, slots=True)
class Reading:
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
