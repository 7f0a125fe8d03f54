"""Does the readiness timeline hold together, by itself and with the competitor table?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.quantities.find import FoundTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.oracle import Reading, Rule


def readiness_climbs(found: Mapping[str, Reading], truth: Mapping[str, Any]) -> list[str]:
    """Levels are whole, from 1 to 9, and none falls from one year to the next."""
    by_company: dict[str, list[tuple[str, float]]] = {name: [] for name in truth["companies"]}
    for name in ("assessed_levels", "target_levels"):
        table = found[name]
        if isinstance(table, FoundTable):
            for (company, _, year), level in table.numbers.items():
                by_company.setdefault(company, []).append((year, level.measure.number))
    problems: list[str] = []
    for company, levels in by_company.items():
        levels.sort()
        numbers = [level for _, level in levels]
        problems += [f"{company}: TRL {n:g}" for n in numbers if n not in range(1, 10)]
        if numbers != sorted(numbers):
            problems.append(f"{company}: the level falls, {levels}")
    return problems


def nine_is_production(found: Mapping[str, Reading], truth: Mapping[str, Any]) -> list[str]:
    """A planned TRL 9 stands at the SOP year that the competitor table gives."""
    levels, years = found["target_levels"], found["sop_years"]
    if not isinstance(levels, FoundTable) or not isinstance(years, FoundTable):
        return ["no tables to compare"]
    problems: list[str] = []
    for company in truth["companies_to_nine"]:
        year = years.numbers.get((company, "sop"))
        shown = f"{year.measure.number:g}" if year else "none"
        level = levels.numbers.get((company, "target", shown))
        if level is None or level.measure.number != 9:
            problems.append(f"{company}: SOP {shown}, and no TRL 9 there")
    return problems


RULES: Mapping[str, Rule] = {
    "readiness_climbs": readiness_climbs,
    "nine_is_production": nine_is_production,
}
