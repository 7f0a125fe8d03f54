"""What follows from the parameters of a seed: prices, the fault's symptom, and words for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.software_engineer import service

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

COMPANIES = (
    "Brightlane",
    "Corvo Parcel",
    "Tallow and Finch",
    "Norrsend",
    "Quayside",
    "Pelican Post",
)
ZONES = (
    ("highlands", "islands"), ("fjords", "skerries"), ("uplands", "atolls"), ("dales", "keys"),
    ("moors", "reefs"),
)  # fmt: skip
CUSTOMERS = (
    "Mrs Achterberg",
    "the Lindqvist bakery",
    "Doctor Osei",
    "the bookshop in Tavira",
    "Mr Pellegrino",
)
LIBRARIES = ("parcelkit", "quotefast", "shipwise", "freightly")
EVERY_WORK = frozenset(
    {
        "handed_over", "bug_fixed", "regression_tested", "express", "express_corrected", "limit",
        "limit_tested", "breakdown", "tier", "final_run", "released",
    }
)  # fmt: skip
CAUSES = {
    "started_kilo": "kilos were rounded to the nearest instead of up",
    "bulk_edge": "the discount began one parcel too late",
    "surcharge_base": "the surcharge was taken of the base price alone",
}
CAUSE_WORDS = {
    "started_kilo": [
        ["nearest", "rounded to the nearest", "round", "rounded", "rounding", "rounds"],
        ["kilo", "kilos", "kilogram", "kilograms", "kg", "weight"],
    ],
    "bulk_edge": [
        [
            "one parcel too late",
            "too late",
            "one too late",
            "off by one",
            "off-by-one",
            "more than",
            "greater than",
            "strictly",
            "exactly",
            "border",
            "boundary",
            "edge",
        ],
        ["discount", "bulk"],
    ],
    "surcharge_base": [
        ["surcharge", "zone surcharge"],
        [
            "base price alone",
            "base",
            "base price",
            "base only",
            "only the base",
            "base alone",
            "without the weight",
        ],
    ],
}


def solve(
    parameters: Mapping[str, float], seed: int, choices: Mapping[str, str]
) -> dict[str, Any] | None:
    """Everything that the scenario speaks of or checks."""
    whole = {name: round(value) for name, value in parameters.items()}
    drawn = _names(seed)
    is_misspoken = choices["correction"] == "express_fee"
    found: dict[str, Any] = {
        **drawn,
        "express_said": whole["express_fee"] - (whole["express_slip"] if is_misspoken else 0),
        "farther_new": whole["farther_percent"] + whole["farther_rise"],
        "pickup_new": whole["pickup_hour"] + 1,
        "carrier_kg": whole["most_kg"] - whole["carrier_less"],
        "middle_kg": whole["most_kg"] - whole["carrier_less"] // 2,
        "new_version": service.NEW_VERSION,
        "old_version": service.OLD_VERSION,
    }
    price = _pricer(whole, drawn["far"], drawn["farther"])
    found |= _symptom(choices["bug"], whole, drawn, price)
    if found["right_price"] == found["wrong_price"]:
        return None
    found |= _spoken_figures(whole, drawn, price)
    found |= _tables(whole, drawn, price)
    found |= {
        "cause": CAUSES[choices["bug"]],
        "cause_words": CAUSE_WORDS[choices["bug"]],
        "tests_first": service.TESTS_HANDED_OVER,
        "tests_with_regression": service.TESTS_HANDED_OVER + 1,
        "tests_all": service.tests_at(EVERY_WORK),
        "tests_least": service.tests_at(EVERY_WORK) - 1,
    }
    everything = {**whole, **found}
    found |= {
        "fault_that_was_mended": _broken_module(everything, choices["bug"]),
        "limit_that_is_missing": _broken_module(everything, "no_limit"),
    }
    return found


def _names(seed: int) -> dict[str, str]:
    if seed == 0:
        far, farther = ZONES[0]
        return {
            "company": COMPANIES[0], "far": far, "farther": farther, "customer": CUSTOMERS[0],
            "library": LIBRARIES[0], "account": "PUB-40117", "secret": "ck_live_7Qm2x9LrT4",
        }  # fmt: skip
    draw = Draw("software_engineer", seed, "names")
    far, farther = ZONES[draw.whole(0, len(ZONES) - 1)]
    return {
        "company": COMPANIES[draw.whole(0, len(COMPANIES) - 1)],
        "far": far,
        "farther": farther,
        "customer": CUSTOMERS[draw.whole(0, len(CUSTOMERS) - 1)],
        "library": LIBRARIES[draw.whole(0, len(LIBRARIES) - 1)],
        "account": f"PUB-{draw.whole(10_000, 99_999)}",
        "secret": f"ck_live_{draw.whole(10**9, 10**10 - 1):x}",
    }


def _pricer(whole: Mapping[str, int], far: str, farther: str) -> Callable[..., int]:
    percents = {"home": 0, far: whole["far_percent"], farther: whole["farther_percent"]}

    def price(grams: int, zone: str = "home", *, bug: str = "") -> int:
        kilos = round(grams / 1000) if bug == "started_kilo" else -(-grams // 1000)
        cents = whole["base_cents"] + whole["per_kg_cents"] * max(0, kilos - whole["free_kg"])
        share = whole["base_cents"] if bug == "surcharge_base" else cents
        return cents + share * percents[zone] // 100

    return price


def order_price(parcels: int, each: int, whole: Mapping[str, int], *, bug: str = "") -> int:
    """The price of an order of equal parcels, by their price."""
    from_ = whole["bulk_from"] + (bug == "bulk_edge")
    percent = whole["bulk_percent"] if parcels >= from_ else 0
    percent = whole["tier_percent"] if parcels >= whole["tier_from"] else percent
    return parcels * each - parcels * each * percent // 100


def _symptom(
    bug: str, whole: Mapping[str, int], drawn: Mapping[str, str], price: Callable[..., int]
) -> dict[str, Any]:
    """What a customer was charged, and should have been."""
    if bug == "bulk_edge":
        count, each = whole["bulk_from"], price(800)
        return {
            "symptom_case": f"an order of {count} parcels of 800 grams each, no zone",
            "symptom_call": f"pricing.order_cents([800] * {count})",
            "wrong_price": order_price(count, each, whole, bug=bug),
            "right_price": order_price(count, each, whole),
        }
    grams = (whole["free_kg"] + 2) * 1000 + (300 if bug == "started_kilo" else 1000)
    zone = "home" if bug == "started_kilo" else drawn["far"]
    where = "no zone" if zone == "home" else f"to the {zone}"
    return {
        "symptom_case": f"one parcel of {grams} grams, {where}",
        "symptom_call": f'pricing.price_cents({grams}, "{zone}")',
        "wrong_price": price(grams, zone, bug=bug),
        "right_price": price(grams, zone),
    }


def _spoken_figures(
    whole: Mapping[str, int], drawn: Mapping[str, str], price: Callable[..., int]
) -> dict[str, Any]:
    free = whole["free_kg"] * 1000
    grams = free + 3_400
    return {
        "check_grams": grams,
        "check_price": price(grams, drawn["far"]),
        "express_grams": free + 1_200,
        "express_price": price(free + 1_200) + whole["express_fee"],
        "express_price_said": price(free + 1_200),
        "most_grams": whole["most_kg"] * 1000,
        "parts_grams": free + 2_000,
        "parts_weight": 2 * whole["per_kg_cents"],
        "parts_total": price(free + 2_000, drawn["far"]),
        "parts_surcharge": price(free + 2_000, drawn["far"])
        - whole["base_cents"]
        - 2 * whole["per_kg_cents"],
        "tier_price": order_price(whole["tier_from"], price(800), whole),
    }


def _tables(
    whole: Mapping[str, int], drawn: Mapping[str, str], price: Callable[..., int]
) -> dict[str, Any]:
    """What calls come to, by criterion."""
    far, free, most = drawn["far"], whole["free_kg"] * 1000, whole["most_kg"] * 1000
    weights = (1, 800, free, free + 1, free + 1_499, free + 1_500, free + 3_400, free + 5_000)
    bulk, tier = whole["bulk_from"], whole["tier_from"]
    base = price(800)

    def raising(grams: int) -> str:
        return f"pricing:raises(ValueError, lambda: price_cents({grams}))"

    return {
        "price_calls": {
            f"pricing:price_cents({grams}, {zone!r})": price(grams, zone)
            for grams in weights
            for zone in ("home", far)
        },
        "order_calls": {
            f"pricing:order_cents([800] * {count})": order_price(count, base, whole)
            for count in (1, 2, bulk - 1, bulk, bulk + 1)
        },
        "express_calls": {
            f"pricing:price_cents({grams}, {zone!r}, express=True)": price(grams, zone)
            + whole["express_fee"]
            for grams in (800, free + 1_200)
            for zone in ("home", far)
        },
        "limit_calls": {
            raising(most): 0, raising(most + 1): 1, raising(0): 1, raising(-5): 1, raising(1): 0,
        },
        "part_calls": {
            f"pricing:breakdown({grams}, {far!r})[{part!r}]": value
            for grams in (800, free + 2_000)
            for part, value in _parts(whole, grams, price(grams, far)).items()
        },
        "tier_calls": {
            f"pricing:order_cents([800] * {count})": order_price(count, base, whole)
            for count in (bulk, tier - 1, tier, tier + 7)
        },
        "version_calls": {f"pricing:__version__ == {service.NEW_VERSION!r}": 1},
        "farther_calls": {
            f"pricing:price_cents(800, {drawn['farther']!r})": whole["base_cents"]
            + whole["base_cents"] * (whole["farther_percent"] + whole["farther_rise"]) // 100
        },
        "account_calls": {f"pricing:CARRIER_ACCOUNT == {drawn['account']!r}": 1},
        "pickup_calls": {"pricing:PICKUP_HOUR": whole["pickup_hour"] + 1},
        "ceil_calls": {"pricing:'math' in dir()": 1},
        "timeout_calls": {"pricing:CARRIER_TIMEOUT_S": whole["timeout_s"]},
        "note_prices": {
            "base": whole["base_cents"],
            "free": whole["free_kg"],
            "further": whole["per_kg_cents"],
            "express": whole["express_fee"],
            "heaviest": whole["most_kg"],
        },
        "note_percents": {
            "far": whole["far_percent"],
            "bulk": whole["bulk_percent"],
            "second": whole["tier_percent"],
        },
    }  # fmt: skip


def _parts(whole: Mapping[str, int], grams: int, total: int) -> dict[str, int]:
    weight = whole["per_kg_cents"] * max(0, -(-grams // 1000) - whole["free_kg"])
    surcharge = total - whole["base_cents"] - weight
    return {
        "base": whole["base_cents"],
        "weight": weight,
        "surcharge": surcharge,
        "total": total,
    }


def _broken_module(everything: Mapping[str, Any], bug: str) -> dict[str, str]:
    return {service.MODULE: service.module_text(everything, EVERY_WORK, bug=bug)}
