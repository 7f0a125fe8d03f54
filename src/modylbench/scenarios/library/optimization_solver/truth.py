"""Everything that the meeting may mention: names, figures, plans and what-ifs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.optimization_solver import network as networks
from modylbench.scenarios.library.optimization_solver import side_requests
from modylbench.scenarios.library.optimization_solver import story as planning
from modylbench.scenarios.library.optimization_solver.costing import throughput
from modylbench.scenarios.library.optimization_solver.defects import defect_places
from modylbench.scenarios.library.optimization_solver.figures import plan_figures, what_if_figures
from modylbench.scenarios.library.optimization_solver.network import SKUS, identifier, of_sku, total
from modylbench.scenarios.library.optimization_solver.plan import FixedNetworkProgramme
from modylbench.scenarios.library.optimization_solver.story import (
    IllPosedProblem,
    require_changed_costs,
    tell_story,
    what_ifs,
)
from modylbench.scenarios.library.text_forms import list_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.optimization_solver.network import Network
    from modylbench.scenarios.library.optimization_solver.story import PlanningStory, SolvedPlan

CASE_WORDS = {
    "demand": ("demand", "more demand", "demand growth", "growth", "demand surge", "growth of"),
    "plant": ("plant outage", "outage of the plant"),
    "freight": (
        "freight", "higher freight", "dearer freight", "costlier freight", "freight increase",
        "increase in freight",
        "freight case", "freight scenario", "transportation prices", "carriers raise rates",
        "rates climb", "rates",
    ),
    "minimum": ("minimum",),
    "single": ("single source", "routing guide"),
}  # fmt: skip
"""What a what-if is called in running text, beside its labels."""
LEAST_PRICE_MOVE = 0.005  # dollars
CODES = {sku.name: sku.code for sku in SKUS}
SIZED = frozenset({"demand", "plant", "freight"})
"""What-ifs that are as bad as somebody chose them to be; a building is closed or not."""
CLEARLY_WORSE = 0.01  # of cost a pallet: by so much the worst what-if leads
COSTLIEST = "costliest"


def solve(
    parameters: Mapping[str, float], seed: int, choices: Mapping[str, str]
) -> dict[str, Any] | None:
    """The truth of a seed; None where the problem is not well posed."""
    network, states = networks.draw_network(parameters, seed)
    rates = _rates(parameters, choices)
    binds = choices["packer_minimum"] == planning.BINDS
    try:
        story = tell_story(network, parameters, choices)
        edge_cases = {
            **planning.rebuild(story),
            **planning.three_capacities(story),
            **planning.refreshed_demand(network),
            **planning.unknown_rate(story),
        }
        requests = side_requests.figures(story, edge_cases, choices["chargeback"])
        places = defect_places(story, (edge_cases["lane_plant"], edge_cases["lane_dc"]))
        shares, misspoken = {**parameters, **rates}, choices["misspoken"] == "growth"
        cases = what_ifs(story, shares, growth_is_misspoken=misspoken)
        final = story.final_plan
        without = {dc: planning.plan_without(final, dc) for dc in final.plan.open_dcs}
        which = _which_is_lost(story, cases, without, choices["lost_building"])
        lost_dc = _lost_building(story, without, which)
        cases["lost"] = without[lost_dc]
        require_changed_costs(cases, binds=binds)
        what_if = _what_ifs(cases, _label_variants(story, shares, lost_dc))
        _require_clear_worst_case(what_if, choices["freight_market"])
    except IllPosedProblem:
        return None
    return {
        **rates,
        **_names(network, states),
        **_demand(network),
        **_story(story),
        **_prices(story),
        **what_if,
        "lost_building": which,
        "lost_dc": lost_dc,
        **_worst_case_remarks(what_if),
        "other_losses": list_in_words(
            [
                f"{dc} ${case.total - final.total:,.0f}"
                for dc, case in without.items()
                if dc != lost_dc
            ]
        ),
        **_cover_terms(story, lost_dc),
        **edge_cases,
        **requests,
        **places,
        "plan_figures": plan_figures(story.final_plan.network, story.final_plan.side.minimum),
        "what_if_figures": what_if_figures(story.final_plan.network, story.final_plan.side.minimum),
    }


def _require_clear_worst_case(what_if: Mapping[str, Any], freight_market: str) -> None:
    """Refuse what-ifs whose worst a pallet is a matter of small assumptions."""
    second, most = sorted(what_if["what_if_per_pallet"].values())[-2:]
    planning.require(most >= (1 + CLEARLY_WORSE) * second, "two what-ifs are about as bad")
    is_freight = what_if["scenario_ids"][what_if["worst_case"]] == "freight"
    planning.require(
        is_freight or freight_market == "firm", "a spike of freight is not the worst what-if"
    )


def _worst_case_remarks(what_if: Mapping[str, Any]) -> dict[str, str]:
    """What is said beside the worst case where somebody chose how bad it is."""
    is_sized = what_if["scenario_ids"][what_if["worst_case"]] in SIZED
    order = "that order follows the sizes we chose"
    return {
        "worst_order": f", and {order}" if is_sized else "",
        "worst_caveat": f", though {order}" if is_sized else "",
    }


def _cover_terms(story: PlanningStory, lost_dc: str) -> dict[str, Any]:
    """The building that is lost, and what would be said of cover for one that is closed."""
    closed = [dc for dc in story.final_plan.network.dcs if dc not in story.final_plan.plan.open_dcs]
    return {
        # Cover for others as well is no mistake, so that the only other answer is none at all.
        "lost_dc_names": [lost_dc, "no building at all"],
        "cover_elsewhere": [
            f"{verb} {dc}"
            for dc in closed
            for verb in (
                "lose",
                "losing",
                "loss of",
                "cover for",
                "back up",
                "contingency for",
                "fallback for",
                "standby for",
                "replacement for",
                "backup for",
            )
        ],
    }


def _rates(parameters: Mapping[str, float], choices: Mapping[str, str]) -> dict[str, float]:
    """By how much things change in the what-ifs, as it is first said and as it is meant."""
    rises = {"firm": "freight_increase", "spiking": "freight_spike"}
    return {
        "demand_growth_first": round(parameters["demand_growth"] - planning.UNDERSTATED_GROWTH, 4),
        "freight_rise": parameters[rises[choices["freight_market"]]],
    }


def _which_is_lost(
    story: PlanningStory,
    cases: Mapping[str, SolvedPlan],
    without: Mapping[str, SolvedPlan],
    drawn: str,
) -> str:
    """Which building is lost: never one beside which a worse case stays off the sheet.

    The page calls the worst row the worst case, which a building that nobody took out must not
    belie.
    """
    on_sheet = [*cases.values(), without[_busiest_building(story)]]
    costliest = max(case.cost_per_pallet for case in without.values())
    is_worst = costliest <= max(case.cost_per_pallet for case in on_sheet)
    return drawn if is_worst else COSTLIEST


def _busiest_building(story: PlanningStory) -> str:
    used = throughput(story.final_plan.network, story.final_plan.plan.inbound)
    return max(story.final_plan.plan.open_dcs, key=lambda dc: (used[dc], dc))


def _lost_building(story: PlanningStory, without: Mapping[str, SolvedPlan], which: str) -> str:
    """The open building through which most passes, or whose loss costs most."""
    if which == COSTLIEST:
        second, most = sorted(case.total for case in without.values())[-2:]
        planning.require(most - second >= planning.CLEARLY_COSTLIER, "two losses cost the same")
        lost = max(without, key=lambda dc: without[dc].total)
    else:
        lost = _busiest_building(story)
    added, plan_total = without[lost].total - story.final_plan.total, story.final_plan.total
    is_material = added >= planning.WORTH_COVER * plan_total
    planning.require(is_material, "a loss that nobody would line up cover for")
    return lost


def _names(network: Network, states: Mapping[str, str]) -> dict[str, Any]:
    """Who is who; the lists of names carry other spellings behind a bar."""

    def spellings(city: str, *more: str) -> str:
        return " | ".join([city, f"{city} {states[city]}", *(f"{city} {word}" for word in more)])

    packer = network.plants[-1]
    packer_names = spellings(packer, "co-packer", "copacker", "contract packer", "packer")
    return {
        "network": network.as_json(),
        "plant_north": network.plants[0],
        "plant_south": network.plants[1],
        "packer": packer,
        "plant_names": [*(spellings(city) for city in network.plants[:-1]), packer_names],
        "packer_names": [packer_names],
        "dc_names": [spellings(city, "warehouse", "building") for city in network.dcs],
        "market_names": [spellings(city, "region") for city in network.markets],
        "sku_names": [
            " | ".join(
                (s.name, s.code, f"{s.code} {s.name}", f"{s.name} {s.code}", s.name.split()[-1])
            )
            for s in SKUS
        ],
    }


def _demand(network: Network) -> dict[str, Any]:
    return {
        "total_demand": network.total_demand,
        "market_demand": {market: network.demand_of(market) for market in network.markets},
        "paper_demand": of_sku(network.demand, planning.PAPER),
        "paper_capacity": of_sku(network.line_capacity, planning.PAPER),
        "paper_room": of_sku(network.line_capacity, planning.PAPER)
        - of_sku(network.demand, planning.PAPER),
        "line_capacity_total": total(network.line_capacity.values()),
    }


def _story(story: PlanningStory) -> dict[str, Any]:
    final, anchor = story.final_plan, story.final_plan.side.anchor
    anchored = story.plans["anchored"]
    first = story.plans.get("baseline", story.corrected_plan)
    over, over_final = (
        story.plans.get(name, story.plans[instead])
        for name, instead in (("committed_first", "committed"), ("final_first", "final"))
    )
    return {
        "plans": {name: _plan(solved) for name, solved in story.plans.items()},
        "corrected_dc": story.corrected_dc,
        "corrected_dc_id": identifier(story.corrected_dc),
        "first_capacity": story.first_capacity,
        "file_capacity": story.file_capacity,
        "q4_capacity": final.network.throughput[story.corrected_dc],
        "baseline_open": list_in_words(first.plan.open_dcs),
        "corrected_open": list_in_words(story.corrected_plan.plan.open_dcs),
        "corrected_closed": _closed_buildings(story.corrected_plan),
        "open_dcs": list_in_words(final.plan.open_dcs),
        "open_dc_count": len(final.plan.open_dcs),
        "closed_dcs": _closed_buildings(final),
        "anchored_closed": _closed_buildings(anchored),
        "utilization_spoken": _how_full(final),
        "anchored_utilization": _how_full(anchored),
        "minimum": final.side.minimum,
        "first_minimum": over.side.minimum,
        "packer_made": planning.packed_pallets(story.committed_plan, final.side.packer),
        "packer_made_last": planning.packed_pallets(final, final.side.packer),
        "packer_room": planning.packed_pallets(story.committed_plan, final.side.packer)
        - final.side.minimum,
        "packer_room_last": planning.packed_pallets(final, final.side.packer) - final.side.minimum,
        "anchor": anchor,
        "anchor_id": identifier(anchor),
        "anchor_home": planning.home(final),
        "anchored_home": planning.home(anchored),
        "baseline_cost": first.total,
        "corrected_cost": story.corrected_plan.total,
        "committed_cost": story.committed_plan.total,
        "anchored_cost": anchored.total,
        "over_cost": over.total,
        "over_cost_last": over_final.total,
        "total_cost": final.total,
        "cost_per_pallet": final.cost_per_pallet,
        "correction_saving": round(first.total - story.corrected_plan.total, 2),
        "minimum_saving": round(over.total - story.committed_plan.total, 2),
        "minimum_saving_last": round(over_final.total - final.total, 2),
        "minimum_cost_last": round(final.total - anchored.total, 2),
        "single_source_cost_first": round(anchored.total - story.corrected_plan.total, 2),
        "minimum_cost": round(story.committed_plan.total - story.corrected_plan.total, 2),
        "single_source_cost": round(final.total - story.committed_plan.total, 2),
    }


def _closed_buildings(chapter: SolvedPlan) -> str:
    return list_in_words([dc for dc in chapter.network.dcs if dc not in chapter.plan.open_dcs])


def _how_full(chapter: SolvedPlan) -> str:
    """The utilization of every open building, as people say it."""
    used, limits = throughput(chapter.network, chapter.plan.inbound), chapter.network.throughput
    return list_in_words(
        [f"{dc} at {round(100 * used[dc] / limits[dc], 1):g}%" for dc in chapter.plan.open_dcs]
    )


def _plan(chapter: SolvedPlan) -> dict[str, Any]:
    """A plan as the products show it, with the throughputs it was made for."""
    return {
        "open": chapter.plan.open_dcs,
        "inbound": chapter.plan.inbound,
        "outbound": chapter.plan.outbound,
        "throughput": chapter.network.throughput,
        "minimum": chapter.side.minimum,
        "anchor": chapter.side.anchor,
    }


def _prices(story: PlanningStory) -> dict[str, Any]:
    """What one more pallet is worth, and where it is worth most."""
    prices = {**story.prices.dc, **story.prices.line}
    scarcest = max(prices, key=lambda name: (prices[name], name))
    place, _, sku = scarcest.partition("|")
    return {
        **_capacity_terms(
            dict.fromkeys(story.final_plan.network.dcs, 0.0) | prices,
            story.final_plan.network.plants[-1],
        ),
        "scarcest": _capacity_name(scarcest),
        "scarcest_figure": {_capacity_name(scarcest): [f"${prices[scarcest]:.2f}"]},
        "dc_prices": story.prices.dc,
        "line_prices": story.prices.line,
        "minimum_price": story.prices.minimum,
        "scarce_capacity": f"the {sku.lower()} line at {place}" if sku else f"{place} throughput",
        "scarce_price": prices[scarcest],
        **_scarce_without_the_minimum(story, scarcest, prices[scarcest]),
    }


def _scarce_without_the_minimum(
    story: PlanningStory, scarcest: str, price: float
) -> dict[str, str]:
    """What becomes of the price of the scarcest capacity once the minimum is waived."""
    anchored, packer = story.plans["anchored"], story.final_plan.side.packer
    if story.prices.minimum == 0:
        return {"scarce_note": ""}
    without = FixedNetworkProgramme(anchored.network, anchored.side, anchored.plan)
    prices = {**without.prices().dc, **without.prices().line}
    is_known = scarcest in prices and without.has_one_price()
    if is_known and abs(prices[scarcest] - price) < LEAST_PRICE_MOVE:
        return {"scarce_note": ""}
    told = f"as long as the {packer} minimum binds"
    waived = f"; with that waived it would be ${prices[scarcest]:.2f}" if is_known else ""
    return {"scarce_note": f", {told}{waived}"}


def _capacity_name(name: str) -> str:
    place, _, sku = name.partition("|")
    return f"{place} {sku}" if sku else place


def _capacity_terms(prices: Mapping[str, float], packer: str) -> dict[str, Any]:
    """What buildings and lines are called in a sentence, and the price that is theirs alone."""
    terms: list[str] = []
    for name in prices:
        place, _, sku = name.partition("|")
        aliases = [_capacity_name(name)]
        if sku:
            for item in (sku, *sku.split(), CODES[sku], f"{sku.split()[-1]} line"):
                aliases += [f"{place} {item}", f"{place}'s {item}", f"{item} at {place}"]
                aliases += [f"{item} in {place}", f"{item} line at {place}", f"{item} from {place}"]
                aliases += [f"{item} at the {place} plant", f"{item} output at {place}"]
        else:
            aliases += [f"{place} {word}" for word in ("building", "throughput", "DC", "limit")]
        terms.append(" | ".join(dict.fromkeys(aliases)))
    terms.append(" | ".join((packer, f"{packer} contract packer", f"{packer} line")))
    return {
        "capacity_terms": terms,
        "capacity_figures": {
            _capacity_name(name): [f"${price:.2f}"] for name, price in prices.items() if price
        },
    }


def _label_variants(
    story: PlanningStory, shares: Mapping[str, float], lost_dc: str
) -> dict[str, list[str]]:
    """What each what-if may be called, by its id; the first is what we call it."""
    plant, packer = story.final_plan.network.plants[0], story.final_plan.side.packer
    anchor = story.final_plan.side.anchor
    more, dearer, less = (
        f"{100 * shares[name]:g}" for name in ("demand_growth", "freight_rise", "outage_share")
    )
    return {
        "base": ["Base plan", "base", "base case", "baseline", "current plan"],
        "demand": [
            f"Demand +{more}%", f"demand up {more}%", f"demand {more}", f"demand up {more}",
            f"{more}% more demand", f"{more}% higher demand", f"demand increase {more}%",
        ],
        "plant": [
            f"{plant} capacity -{less}%", f"{plant} {less}%", f"{plant} down {less}%",
            f"{plant} capacity down {less}%", f"{plant} capacity {less}",
            f"{plant} plant capacity {less}%", f"{plant} plant {less}%",
        ],
        "freight": [
            f"Freight +{dearer}%", f"freight up {dearer}%", f"freight {dearer}",
            f"freight up {dearer}", f"freight rates {dearer}%", f"freight rates up {dearer}%",
            f"{dearer}% higher freight",
        ],
        "minimum": [
            f"{packer} minimum waived", f"no {packer} minimum", "no minimum", "minimum waived",
            "minimum volume waived", f"without {packer} minimum", f"{packer} minimum removed",
            "no take-or-pay", "take-or-pay waived", f"{packer} minimum dropped", "minimum dropped",
        ],
        "single": [
            f"{anchor} single source lifted", "no single source", "single source lifted",
            "single source waived", "no single sourcing", f"{anchor} single sourcing lifted",
            f"{anchor} split allowed", f"{anchor} multi-sourced",
            f"{anchor} single sourcing waived", f"{anchor} single source waived",
            f"{anchor} single source rule lifted",
        ],
        "lost": [
            f"{lost_dc} closed", f"{lost_dc} lost", f"loss {lost_dc}", f"lose {lost_dc}",
            f"{lost_dc} down", f"without {lost_dc}", f"{lost_dc} DC closed", f"{lost_dc} DC lost",
            f"{lost_dc} DC down", f"{lost_dc} offline", f"{lost_dc} shut",
            f"{lost_dc} out of service", f"{lost_dc} closure", f"closure of {lost_dc}",
        ],
    }  # fmt: skip


def _city_words(case: str, spelt: list[str]) -> list[str]:
    """The city that a what-if is about, where it alone says which one."""
    city = spelt[0].removesuffix(" closed").removesuffix(" single source lifted")
    if case == "lost":
        return [city, f"losing {city}", f"{city} outage", f"loss of {city}", f"lost {city}"]
    return [city, f"{city}'s routing guide", f"{city} rule"] if case == "single" else []


def _first_demand(cases: Mapping[str, SolvedPlan]) -> dict[str, Any]:
    """The case of more demand as it is first asked for."""
    case = cases.get("demand_first", cases["demand"])
    return {
        "demand_first_total": case.total,
        "demand_first_per_pallet": case.cost_per_pallet,
        "demand_first_open": case.plan.open_dcs,
    }


def _what_ifs(
    cases: Mapping[str, SolvedPlan], spellings: Mapping[str, list[str]]
) -> dict[str, Any]:
    names = {case: spelt[0] for case, spelt in spellings.items()}
    totals = {names[case]: cases[case].total for case in names}
    per_pallet = {names[case]: cases[case].cost_per_pallet for case in names}
    worst = max(per_pallet, key=lambda name: (per_pallet[name], name))
    return {
        "scenario_names": [" | ".join(spelt) for spelt in spellings.values()],
        "case_terms": [
            " | ".join((*spelt, *CASE_WORDS.get(case, ()), *_city_words(case, spelt)))
            for case, spelt in spellings.items()
            if case != "base"
        ],
        "case_figures": {
            name: [f"${cost:.2f}"] for name, cost in per_pallet.items() if name != names["base"]
        },
        "scenario_ids": {name: case for case, name in names.items()},
        "what_if_totals": totals,
        "open_dc_list": list(cases[next(iter(names))].plan.open_dcs),
        "what_if_open": {names[case]: cases[case].plan.open_dcs for case in names},
        "what_if_per_pallet": per_pallet,
        "demand_total": cases["demand"].total,
        **_first_demand(cases),
        "outage_total": cases["plant"].total,
        "freight_total": cases["freight"].total,
        "waived_total": cases["minimum"].total,
        "lost_total": cases["lost"].total,
        "lost_cost": round(cases["lost"].total - cases["base"].total, 2),
        "lost_home": planning.home(cases["lost"]),
        "worst_case": worst,
        "worst_case_cost": per_pallet[worst],
    }
