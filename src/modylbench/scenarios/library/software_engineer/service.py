"""The service of this scenario as source text: handed over, as it grows, broken on purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

MODULE, TESTS, README = "pricing.py", "test_pricing.py", "README.md"
OLD_VERSION, NEW_VERSION = "1.4.0", "2.0.0"
TESTS_BY_MILESTONE = {
    "regression_tested": 1, "express": 1, "limit_tested": 2, "breakdown": 1, "tier": 1,
}  # fmt: skip
TESTS_HANDED_OVER = 4
README_TEXT = """# Parcel prices of {company}

Version {version}. All amounts are in cents, rounded down.

- A parcel costs {base_cents:g} up to {free_kg:g} kg, and {per_kg_cents:g} for every further kilo;
  every started kilo counts.
- To the {far} {far_percent:g} % are added to that price, to the {farther} {percent:g} %.
- An order of {bulk_from:g} parcels or more is {bulk_percent:g} % cheaper.
- Nobody carries more than {most_kg:g} kg in one parcel.
- The last pick-up is at {hour:g}:00.
- Example: a parcel of 800 g costs {example:g}.

Run the tests with `pytest -q`.
"""


def tests_at(reached: frozenset[str]) -> int:
    """How many tests there are when these milestones have been reached."""
    added = [TESTS_BY_MILESTONE.get(name, 0) for name in reached]
    return TESTS_HANDED_OVER + sum(added)  # whole numbers


def module_text(
    truth: Mapping[str, Any], reached: frozenset[str], *, bug: str = "", version: str = ""
) -> str:
    """The module; with the name of a fault, that one is in it."""
    return (
        "\n\n\n".join(
            [
                _head(truth, reached, version),
                _billable(reached, bug),
                *([_CHECKED] if "limit" in reached and bug != "no_limit" else []),
                _price(reached, bug),
                *([_BREAKDOWN] if "breakdown" in reached else []),
                _order(reached, bug),
            ]
        )
        + "\n"
    )


def _head(truth: Mapping[str, Any], reached: frozenset[str], version: str) -> str:
    shown = version or (NEW_VERSION if "released" in reached else OLD_VERSION)
    farther = truth["farther_new" if "zone_repriced" in reached else "farther_percent"]
    zones = (
        f'"home": 0, "{truth["far"]}": {truth["far_percent"]:g}, "{truth["farther"]}": {farther:g}'
    )
    pickup = truth["pickup_new" if "pickup_moved" in reached else "pickup_hour"]
    fee = truth["express_said" if "express_corrected" not in reached else "express_fee"]
    lines = [
        f'"""Prices of parcels for {truth["company"]}; all amounts are in cents."""',
        "",
        *(["import math", ""] if "ceil_used" in reached else []),
        f'__version__ = "{shown}"',
        "",
        f"BASE_CENTS = {truth['base_cents']:g}",
        f"FREE_KG = {truth['free_kg']:g}",
        f"PER_KG_CENTS = {truth['per_kg_cents']:g}",
        f"SURCHARGE_PERCENT = {{{zones}}}",
        f"BULK_FROM = {truth['bulk_from']:g}",
        f"BULK_PERCENT = {truth['bulk_percent']:g}",
        f"PICKUP_HOUR = {pickup:g}",
    ]
    lines += [f"EXPRESS_CENTS = {fee:g}"] if "express" in reached else []
    lines += [f"MOST_KG = {truth['most_kg']:g}"] if "limit" in reached else []
    if "tier" in reached:
        lines += [
            f"TIER_FROM = {truth['tier_from']:g}",
            f"TIER_PERCENT = {truth['tier_percent']:g}",
        ]
    lines += [f'CARRIER_ACCOUNT = "{truth["account"]}"'] if "account_added" in reached else []
    lines += [f"CARRIER_TIMEOUT_S = {truth['timeout_s']:g}"] if "timeout_added" in reached else []
    return "\n".join(lines)


def _billable(reached: frozenset[str], bug: str) -> str:
    body = "math.ceil(grams / 1000)" if "ceil_used" in reached else "-(-grams // 1000)"
    if bug == "started_kilo":
        body = "round(grams / 1000)"
    return f'def billable_kg(grams):\n    """Whole kilos of a parcel."""\n    return {body}'


_CHECKED = '''def checked(grams):
    """The weight, or ValueError for one that nobody carries."""
    if not 0 < grams <= MOST_KG * 1000:
        raise ValueError(f"{grams} g: a parcel has up to {MOST_KG} kg")
    return grams'''


def _price(reached: frozenset[str], bug: str) -> str:
    has_limit = "limit" in reached and bug != "no_limit"
    grams = "checked(grams)" if has_limit else "grams"
    share = "BASE_CENTS" if bug == "surcharge_base" else "cents"
    express = "express" in reached
    return "\n".join(
        [
            f'def price_cents(grams, zone="home"{", express=False" if express else ""}):',
            '    """The price of one parcel."""',
            f"    cents = BASE_CENTS + PER_KG_CENTS * max(0, billable_kg({grams}) - FREE_KG)",
            f"    cents += {share} * SURCHARGE_PERCENT[zone] // 100",
            f"    return cents{' + (EXPRESS_CENTS if express else 0)' if express else ''}",
        ]
    )


_BREAKDOWN = '''def breakdown(grams, zone="home"):
    """The parts of a parcel's price, which add up to it."""
    total = price_cents(grams, zone)
    weight = PER_KG_CENTS * max(0, billable_kg(grams) - FREE_KG)
    surcharge = total - BASE_CENTS - weight
    return {"base": BASE_CENTS, "weight": weight, "surcharge": surcharge, "total": total}'''


def _order(reached: frozenset[str], bug: str) -> str:
    reaches = ">" if bug == "bulk_edge" else ">="
    if "tier" not in reached:
        return (
            'def order_cents(parcels, zone="home"):\n'
            '    """The price of several parcels, by their grams."""\n'
            "    cents = sum(price_cents(grams, zone) for grams in parcels)\n"  # whole numbers
            f"    if len(parcels) {reaches} BULK_FROM:\n"
            "        cents -= cents * BULK_PERCENT // 100\n"
            "    return cents"
        )
    return (
        "def discount_percent(count):\n"
        '    """The discount of an order of so many parcels."""\n'
        "    if count >= TIER_FROM:\n"
        "        return TIER_PERCENT\n"
        f"    return BULK_PERCENT if count {reaches} BULK_FROM else 0\n\n\n"
        'def order_cents(parcels, zone="home"):\n'
        '    """The price of several parcels, by their grams."""\n'
        "    cents = sum(price_cents(grams, zone) for grams in parcels)\n"  # whole numbers
        "    return cents - cents * discount_percent(len(parcels)) // 100"
    )


def tests_text(truth: Mapping[str, Any], reached: frozenset[str]) -> str:
    """The file of tests."""
    fee = truth["express_said" if "express_corrected" not in reached else "express_fee"]
    base, free, per_kg = (round(truth[k]) for k in ("base_cents", "free_kg", "per_kg_cents"))
    far, most, percent = truth["far"], round(truth["most_kg"]), round(truth["far_percent"])
    parts = [
        ("test_light_parcel", [f"assert pricing.price_cents(800) == {base}"]),
        (
            "test_whole_kilos",
            [f"assert pricing.price_cents({(free + 3) * 1000}) == {base + 3 * per_kg}"],
        ),
        (
            "test_zone",
            [f'assert pricing.price_cents(800, "{far}") == {base + base * percent // 100}'],
        ),
        ("test_small_order", [f"assert pricing.order_cents([800, 800]) == {2 * base}"]),
    ]
    if "regression_tested" in reached:
        parts.append(
            (
                "test_price_that_was_wrong",
                [f"assert {truth['symptom_call']} == {truth['right_price']}"],
            )
        )
    if "express" in reached:
        parts.append(
            (
                "test_express",
                [f"assert pricing.price_cents(800, express=True) == {base + round(fee)}"],
            )
        )
    if "limit_tested" in reached:
        parts += [
            ("test_heaviest_parcel", [f"assert pricing.price_cents({most * 1000}) > 0"]),
            (
                "test_weights_that_nobody_carries",
                [
                    f"for grams in (0, -5, {most * 1000 + 1}):",
                    "    with pytest.raises(ValueError):",
                    "        pricing.price_cents(grams)",
                ],
            ),
        ]
    if "breakdown" in reached:
        parts.append(
            (
                "test_breakdown",
                [
                    f'parts = pricing.breakdown({(free + 2) * 1000}, "{far}")',
                    'assert parts["base"] + parts["weight"] + parts["surcharge"] == parts["total"]',
                ],
            )
        )
    if "tier" in reached:
        count = round(truth["tier_from"])
        parts.append(
            (
                "test_second_discount",
                [f"assert pricing.order_cents([800] * {count}) == {truth['tier_price']}"],
            )
        )
    imports = "import pytest\n\nimport pricing" if "limit_tested" in reached else "import pricing"
    return "\n\n\n".join([imports, *(_test(*part) for part in parts)]) + "\n"


def _test(name: str, lines: list[str]) -> str:
    return "\n".join([f"def {name}():", *(f"    {line}" for line in lines)])


def readme_text(truth: Mapping[str, Any], reached: frozenset[str], *, example: int = 0) -> str:
    """The README; with an example of its own, that price stands there."""
    shown = {
        **truth,
        "version": NEW_VERSION if "released" in reached else OLD_VERSION,
        "percent": truth["farther_new" if "zone_repriced" in reached else "farther_percent"],
        "hour": truth["pickup_new" if "pickup_moved" in reached else "pickup_hour"],
        "example": example or truth["base_cents"],
    }
    return README_TEXT.format_map(shown)
