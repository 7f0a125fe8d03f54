"""The note by which a colleague takes over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.document import Document, Section

if TYPE_CHECKING:
    from collections.abc import Mapping

CAUSES = {
    "started_kilo": "Kilos were rounded to the nearest instead of up, so a parcel just over a kilo "
    "was billed as if it were under it. billable_kg now counts every started kilo.",
    "bulk_edge": "The bulk discount began one parcel too late, as the comparison left the border "
    "out. order_cents now gives the discount from the agreed number of parcels on.",
    "surcharge_base": "The zone surcharge was taken of the base price alone, without the weight. "
    "price_cents now takes it of base and weight together.",
}


def handover_note(truth: Mapping[str, Any], reached: frozenset[str]) -> Document:
    """The note, with its last section once that has been asked for."""
    sections = [
        Section(id="cause", heading="What was wrong", body=CAUSES[truth["bug"]]),
        Section(
            id="changes",
            heading="What changed",
            body="- The fault is mended, and a test holds it.\n"
            "- Express parcels have a fee on top.\n"
            "- Parcels that are too heavy, or weigh nothing, are refused with a ValueError.\n"
            "- breakdown gives the parts of a price, which add up to it.\n"
            "- Large orders have a second, higher discount.",
        ),
        Section(id="prices", heading="Prices", body=_table(truth)),
        Section(
            id="tests",
            heading="How to run the tests",
            body="Run pytest -q in the folder of the repository; all tests have to pass, and none "
            "may be skipped. The last run is in the test log.",
        ),
    ]
    if "note_limits" in reached:
        sections.append(
            Section(
                id="limits",
                heading="Known limits",
                body="Amounts are whole cents, rounded down. Volume plays no part in the price. "
                "Zones are fixed in the code, so a new zone needs a release.",
            )
        )
    return Document(
        id="handover_note", title="Handover of the parcel prices", sections=tuple(sections)
    )


def _table(truth: Mapping[str, Any]) -> str:
    rows = (
        ("Base price, cents", truth["base_cents"]),
        ("Free weight, kg", truth["free_kg"]),
        ("Further kilo, cents", truth["per_kg_cents"]),
        (f"Surcharge to the {truth['far']}", f"{truth['far_percent']:g}%"),
        ("Express fee, cents", truth["express_fee"]),
        ("Heaviest parcel, kg", truth["most_kg"]),
        ("Bulk discount", f"{truth['bulk_percent']:g}%"),
        ("Second discount", f"{truth['tier_percent']:g}%"),
    )
    lines = (f"| {name} | {_value_text(value)} |" for name, value in rows)
    return "\n".join(["| Item | Value |", "|---|---|", *lines])


def _value_text(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:g}"
