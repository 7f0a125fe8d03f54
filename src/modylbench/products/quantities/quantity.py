"""What a criterion reads: a quantity, what people call it, and where our own products keep it."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field, field_validator

from modylbench.foundation.record import Name, Spec
from modylbench.products.quantities import units
from modylbench.products.quantities.conclusion import ClaimSought
from modylbench.products.scalars import Label

Aliases = tuple[Label, ...]


class NumberSought(Spec):
    """One number: named by every facet of `labels`, on the axes of a table or in a sentence.

    `within` names the sheet, section or widget it belongs to, where the same name stands elsewhere
    for something else; `at` is the pointer of the cell in a product that uses our ids.
    """

    kind: Literal["number"] = "number"
    id: Name
    product: Name
    labels: Annotated[tuple[Aliases, ...], Field(min_length=1)]
    unit: str = "count"
    at: str = ""
    within: Aliases = ()

    @field_validator("unit")
    @classmethod
    def _unit_known(cls, name: str) -> str:
        units.unit(name)
        return name


class TableSought(Spec):
    """Many numbers, each named by one member of every role (a plant, a product, an exit multiple).

    Reads long tables (one row a number) and wide ones (a role across the header) alike. `roles` has
    the members of each; `labels` may name the measure where a table holds several.
    """

    kind: Literal["table"] = "table"
    id: Name
    product: Name
    roles: Annotated[dict[Name, Aliases | str], Field(min_length=1, max_length=4)]
    labels: tuple[Aliases, ...] = ()
    unit: str = "count"
    at: str = ""
    within: Aliases = ()

    _unit_known = field_validator("unit")(NumberSought._unit_known.__func__)  # type: ignore[attr-defined]

    @property
    def members_by_role(self) -> tuple[tuple[str, Aliases], ...]:
        """Each role with its members, also where there is but one."""
        return tuple(
            (role, (members,) if isinstance(members, str) else members)
            for role, members in self.roles.items()
        )


@lru_cache(maxsize=4096)
def aliases_of_member(member: str) -> tuple[str, ...]:
    """The names of a role's member, the usual one first.

    >>> aliases_of_member("Halden | HLD")
    ('Halden', 'HLD')
    """
    return tuple(alias.strip() for alias in member.split("|"))


class TextSought(Spec):
    """A section of a document, or a text on a dashboard, by its heading."""

    kind: Literal["text"] = "text"
    id: Name
    product: Name
    headings: Annotated[Aliases, Field(min_length=1)]
    at: str = ""


class WholeSought(Spec):
    """A whole product: its citations, its chart, its length."""

    kind: Literal["whole"] = "whole"
    id: Name
    product: Name


Quantity = Annotated[
    NumberSought | TableSought | TextSought | WholeSought | ClaimSought,
    Field(discriminator="kind"),
]
