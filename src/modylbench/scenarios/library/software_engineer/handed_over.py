"""The files that the human hands over, with the defects of a seed in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.software_engineer import service

if TYPE_CHECKING:
    from collections.abc import Mapping

AT_FIRST = frozenset({"handed_over"})


def attachments(truth: Mapping[str, Any]) -> Mapping[str, str]:
    """Every file that somebody hands over in this meeting, by name."""
    return {
        service.MODULE: _module(truth),
        service.TESTS: _tests(truth),
        service.README: _readme(truth),
        "price_list.txt": (
            f"{truth['company']} - price list, valid from the first of next month\n\n"
            f"Surcharge to the {truth['farther']}: {truth['farther_new']} %\n"
            "All other prices stay as they are.\nReplaces the surcharge of the old list.\n"
        ),
        "carrier_account.txt": (
            "Carrier handbook, section 2: public identifiers\n\n"
            f"Account number for quotes: {truth['account']}\n"
            "The account number is public. It is printed on every label and is no credential.\n"
        ),
        "carrier_test.txt": (
            "# from the carrier's own acceptance tests\n"
            "def test_limit():\n"
            f"    assert carrier.accepts(kg={truth['carrier_kg']})\n"
            f"    assert not carrier.accepts(kg={truth['carrier_kg'] + 1})\n"
        ),
        "pickup_letter.txt": (
            f"To {truth['company']}\n\nFrom the first of next month the last pick-up is at "
            f"{truth['pickup_new']}:00. This letter replaces what was agreed before.\n"
        ),
        "carrier_api.txt": (
            "Carrier handbook, section 5: the quote service\n\n"
            f"Answers within {truth['timeout_s']:g} seconds. Clients must set a time-out of "
            f"{truth['timeout_s']:g} seconds and fall back to their own price list.\n"
        ),
    }


def _module(truth: Mapping[str, Any]) -> str:
    is_behind = "version_behind" in truth["defects"]
    version = "1.3.0" if is_behind else service.OLD_VERSION
    return service.module_text(truth, AT_FIRST, bug=truth["bug"], version=version)


def _tests(truth: Mapping[str, Any]) -> str:
    text = service.tests_text(truth, AT_FIRST)
    if "shadowed_test" not in truth["defects"]:
        return text
    first = "def test_zone():\n    assert pricing.price_cents(800) == 1\n\n\n"
    return text.replace("def test_zone():", first + "def test_zone():", 1)


def _readme(truth: Mapping[str, Any]) -> str:
    is_stale = "stale_example" in truth["defects"]
    example = round(truth["base_cents"]) - 70 if is_stale else 0
    return service.readme_text(truth, AT_FIRST, example=example)
