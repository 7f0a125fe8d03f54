"""What every figure of the funding round is: from what is drawn to what is decided."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.research_board.funding_round import (
    CASES,
    FundingRound,
    case_envelope,
    hold_round,
)
from modylbench.scenarios.library.research_board.programme import (
    FILLER,
    FLAGSHIP,
    GATED,
    NEEDING,
    PLATFORM,
    PRICIER,
    REPLICATED,
    RIVAL,
    STAFF_GRADES,
    STAGES,
    THEMES,
    ResearchProject,
    Tariff,
    cost_items,
    draw_projects,
    grade_of,
    risk_adjusted_value,
    success_chance_bps,
    total,
)
from modylbench.scenarios.library.text_forms import list_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.research_board.portfolio import FundedSet, FundingProblem

SCENARIO = "research_board"
ATTEMPTS = 150  # ours: programmes drawn for one set of parameters before others are drawn
MEMBERS = {"ruth": "Ruth Adeyemi", "tomas": "Tomas Lindqvist", "arjun": "Arjun Raman",
           "lena": "Lena Hofmann"}  # fmt: skip
NOBODY = "nobody"
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
OLD_OVERHEAD = 4  # points: by so much last year's overhead was lower
OLD_BASE_RATE = 10  # points: by so much the old table of stages was kinder to pilots


def solve(
    parameters: Mapping[str, float], seed: int, choices: Mapping[str, str]
) -> dict[str, Any] | None:
    """The truth of a seed; None where no drawn programme makes a sensible problem."""
    tariff = _tariff(parameters)
    for attempt in range(ATTEMPTS):
        draw = Draw(SCENARIO, "programme", seed, attempt, *parameters.values())
        projects = draw_projects(draw, tariff, choices, is_canonical=seed == 0)
        funding = hold_round(projects, tariff, parameters, choices)
        if funding is not None:
            return {
                **_programme(projects, tariff),
                **_round(funding),
                **_in_words(funding),
                **_single_projects(projects, tariff, parameters, funding),
                **_conditions(parameters),
                **_votes(choices),
                **_first_said(projects, tariff, choices),
                **_defect_places(projects, tariff),
            }
    return None


def _tariff(parameters: Mapping[str, float]) -> Tariff:
    rates = {grade: round(parameters[f"{grade.lower()}_rate"]) for grade in STAFF_GRADES}
    bases = {stage: round(100 * parameters[f"{stage.lower()}_rate"]) for stage in STAGES}
    weights = {"A": 1.0, "B": parameters["weight_b"], "C": parameters["weight_c"]}
    return Tariff(rates, round(100 * parameters["overhead"]), bases, weights)


def _programme(projects: Sequence[ResearchProject], tariff: Tariff) -> dict[str, Any]:
    """The scoring and the costs of every project, and what they add up to."""
    costs = {project.name: cost_items(project, tariff) for project in projects}
    flagship = next(project.name for project in projects if project.part == FLAGSHIP)
    by_cost = sorted(costs, key=lambda name: costs[name]["full_cost"], reverse=True)
    dearest, place = by_cost[0], PLACES[by_cost.index(flagship)]
    by_item = {
        item: {name: found[item] for name, found in costs.items()}
        for item in ("staff", "overhead", "consumables", "equipment", "full_cost")
    }
    grades = {project.name: grade_of(project) for project in projects}
    return {
        "projects": [project.as_json() for project in projects],
        "tariff": {
            "staff_rates": tariff.staff_rates,
            "overhead_pct": tariff.overhead_pct,
            "base_rates_pct": tariff.base_rates_pct,
            "weights": tariff.weights,
        },
        "project_list": list_in_words(project.name for project in projects),
        "project_names": [f"{name} | Project {name}" for name in costs],
        "theme_names": [f"{theme} | {theme} theme" for theme in THEMES],
        "grades": grades,
        "base_rates": {p.name: tariff.base_rates_pct[p.stage] / 100 for p in projects},
        "weights": {name: tariff.weights[grade] for name, grade in grades.items()},
        "chances": {p.name: success_chance_bps(p, tariff) / 10_000 for p in projects},
        "payoffs": {project.name: project.payoff for project in projects},
        "risk_adjusted": {p.name: risk_adjusted_value(p, tariff) for p in projects},
        **{f"{item}_by_project": amounts for item, amounts in by_item.items()},
        **{f"{item}_total": total(amounts.values()) for item, amounts in by_item.items()},
        "dearest_spoken": "it's the dearest of the eight"
        if dearest == flagship
        else f"it's {place}, the dearest is {dearest} at ${costs[dearest]['full_cost']:,}",
        "item_totals": {
            f"{item}_total_shown": total(amounts.values())
            for item, amounts in by_item.items()
            if item != "full_cost"
        },
        "staff_months_total": total(total(p.staff_months.values()) for p in projects),
        "supplies_total": total(by_item["consumables"].values())
        + total(by_item["equipment"].values()),
        **_gates(projects),
        "grade_a": list_in_words(name for name, grade in grades.items() if grade == "A"),
        "grade_b": list_in_words(name for name, grade in grades.items() if grade == "B"),
        "grade_c": list_in_words(name for name, grade in grades.items() if grade == "C"),
    }


def _gates(projects: Sequence[ResearchProject]) -> dict[str, Any]:
    """The months to the gate of every project, and which gates come first and last."""
    months = {project.name: project.gate_months for project in projects}
    soonest, latest = min(months.values()), max(months.values())
    return {
        "gate_months": months,
        "gate_soonest": soonest,
        "gate_latest": latest,
        "gate_soonest_names": list_in_words(n for n, month in months.items() if month == soonest),
        "gate_latest_names": list_in_words(n for n, month in months.items() if month == latest),
    }


def _round(funding: FundingRound) -> dict[str, Any]:
    """The allocation before and after a cut, themes, envelope cases and what comes next."""
    problem, final, side = funding.problem, funding.final, funding.side
    values = problem.net_values
    unfunded = [name for name in problem.costs if name not in final.projects]
    names = [name for name, _ in CASES.values()]
    envelopes = {name: case_envelope(problem, change) for name, change in CASES.values()}
    found = dict(zip(names, side.cases.values(), strict=True))
    extra = problem.costs[side.following] - (problem.envelope - final.committed)
    by_theme = _by_theme(problem, final, problem.costs)
    return {
        "net_values": dict(values),
        "allocations": {
            "first": list(funding.first.projects),
            "final": list(final.projects),
        },
        "envelope_total": problem.envelope,
        "envelope_first": funding.before.envelope,
        "envelope_cut_by": funding.before.envelope - problem.envelope,
        "committed": final.committed,
        "committed_first": funding.first.committed,
        "headroom": problem.envelope - final.committed,
        "headroom_first": funding.before.envelope - funding.first.committed,
        "net_value": final.net_value,
        "net_value_first": funding.first.net_value,
        "net_value_lost": funding.first.net_value - final.net_value,
        "funded_count": len(final.projects),
        "allocated": {name: problem.costs[name] for name in final.projects},
        "theme_committed": by_theme,
        **{f"theme_{theme.lower()}": spent for theme, spent in by_theme.items()},
        "theme_net_value": _by_theme(problem, final, values),
        "theme_count": _by_theme(problem, final, dict.fromkeys(values, 1)),
        "unfunded_net_values": {name: values[name] for name in unfunded},
        "funded_names": list(final.projects),
        "stopped_names": [name for name in unfunded if values[name] < 0],
        "deferred_names": [name for name in unfunded if values[name] >= 0],
        "case_names": [_case_aliases(name, change) for name, change in CASES.values()],
        "case_envelopes": envelopes,
        "case_committed": {name: case.committed for name, case in found.items()},
        "case_net_values": {name: case.net_value for name, case in found.items()},
        "case_counts": {name: len(case.projects) for name, case in found.items()},
        "case_projects": {name: list(case.projects) for name, case in found.items()},
        "case_plus_10_net_value": found[CASES["envelope_plus_10"][0]].net_value,
        "case_minus_10_net_value": found[CASES["envelope_minus_10"][0]].net_value,
        "case_plus_10_gain": found[CASES["envelope_plus_10"][0]].net_value - final.net_value,
        "case_minus_10_loss": final.net_value - found[CASES["envelope_minus_10"][0]].net_value,
        "next_project": side.following,
        "next_cost": problem.costs[side.following],
        "next_net_value": values[side.following],
        "next_extra": extra,
        "overdraw": side.overdraw,
        "raised_envelope": problem.envelope + side.overdraw,
        "reserve_projects": list(side.reserve.projects),
        "reserve_committed": side.reserve.committed,
        "reserve_net_value": side.reserve.net_value,
        "reserve_gain": side.reserve.net_value - final.net_value,
        "reserve_count": len(side.reserve.projects),
        "protected": side.protected_name,
        "protected_id": side.protected_name.lower(),
        "protected_projects": list(side.protected.projects),
        "protected_committed": side.protected.committed,
        "protected_net_value": side.protected.net_value,
        "protected_price": final.net_value - side.protected.net_value,
        "protected_headroom": problem.envelope - side.protected.committed,
        "protected_own_net": values[side.protected_name],
    }


def _case_aliases(name: str, change: int) -> str:
    """What an envelope case may be called."""
    if not change:
        return f"{name} | base | base case | base envelope | current envelope | current"
    size = abs(change)
    way, sign, more = ("up", "plus", "more") if change > 0 else ("down", "minus", "less")
    numbers = (f"{size}%", f"{size} percent")
    words = [f"{word} {number}" for number in numbers for word in (way, sign)]
    words += [f"{number} {word}" for number in numbers for word in (more, way)]
    return " | ".join((name, *words, *(f"envelope {word}" for word in words[1:])))


def _by_theme(
    problem: FundingProblem, found: FundedSet, amounts: Mapping[str, int]
) -> dict[str, int]:
    return {
        theme: total(amounts[name] for name in found.projects if problem.themes[name] == theme)
        for theme in THEMES
    }


def _in_words(funding: FundingRound) -> dict[str, str]:
    """The lists and verdicts as somebody says them."""
    final, first, side = funding.final.projects, funding.first.projects, funding.side
    unfunded = [name for name in funding.problem.costs if name not in final]
    values = funding.problem.net_values
    out, into = (
        [name for name in first if name not in final],
        [name for name in final if name not in first],
    )
    moved = f"{list_in_words(out)} {'drops' if len(out) == 1 else 'drop'} out" if out else ""
    joined = f"{list_in_words(into)} {'comes' if len(into) == 1 else 'come'} in" if into else ""
    is_funded = funding.called[FLAGSHIP] in final
    return {
        "funded_spoken": list_in_words(final),
        "funded_first_spoken": list_in_words(first),
        "unfunded_spoken": list_in_words(unfunded),
        "deferred_spoken": list_in_words(n for n in unfunded if values[n] >= 0),
        "stopped_spoken": list_in_words(n for n in unfunded if values[n] < 0),
        "cut_effect": " and ".join(filter(None, (moved, joined))),
        "reserve_spoken": list_in_words(side.reserve.projects),
        "protected_spoken": list_in_words(side.protected.projects),
        "flagship_is_funded": "yes" if is_funded else "no",
        "flagship_verdict": "in" if is_funded else "out",
        "flagship_reason": "no set under the envelope does better without it"
        if is_funded
        else "the same money buys more in the others",
    }


def _single_projects(
    projects: Sequence[ResearchProject],
    tariff: Tariff,
    parameters: Mapping[str, float],
    funding: FundingRound,
) -> dict[str, Any]:
    """What the meeting says of one project or another."""
    by_part = {project.part: project for project in projects}
    contested, pricier = by_part[PLATFORM], by_part[PRICIER]
    flagship, replicated = by_part[FLAGSHIP], by_part[REPLICATED]
    now = cost_items(pricier, tariff)
    rise = round(100 * parameters["price_rise"])
    raised = now["consumables"] * (100 + rise) // 100
    is_replicated = grade_of(replicated) == "A"
    confirmed = total(s.is_independent and s.result == "confirmed" for s in flagship.studies)
    return {
        "contested": contested.name,
        "contested_id": contested.name.lower(),
        "contested_site": next(s.site for s in contested.studies if s.is_independent),
        "contested_chance": success_chance_bps(contested, tariff) / 10_000,
        "contested_value": risk_adjusted_value(contested, tariff),
        "contested_chance_b": success_chance_bps(contested, tariff, "B") / 10_000,
        "contested_value_b": risk_adjusted_value(contested, tariff, "B"),
        "contested_halfway": (
            risk_adjusted_value(contested, tariff) + risk_adjusted_value(contested, tariff, "B")
        )
        / 2,
        "case_grades": [
            f"{contested.name} at {grade} | {contested.name} with grade {grade} | "
            f"{contested.name} grade {grade} | grade {grade} | at {grade}"
            for grade in ("C", "B")
        ],
        "case_chances": {
            f"{contested.name} at {grade}": success_chance_bps(contested, tariff, grade) / 10_000
            for grade in ("C", "B")
        },
        "case_values": {
            f"{contested.name} at {grade}": risk_adjusted_value(contested, tariff, grade)
            for grade in ("C", "B")
        },
        "contested_gain_b": risk_adjusted_value(contested, tariff, "B")
        - risk_adjusted_value(contested, tariff),
        "pricier": pricier.name,
        "pricier_lead": pricier.lead,
        "pricier_consumables": now["consumables"],
        "pricier_consumables_raised": raised,
        "pricier_months": pricier.gate_months,
        "pricier_rise": raised - now["consumables"],
        "pricier_full_cost": now["full_cost"],
        "pricier_full_cost_raised": now["full_cost"] - now["consumables"] + raised,
        "gated": by_part[GATED].name,
        "gated_id": by_part[GATED].name.lower(),
        "gated_lead": by_part[GATED].lead,
        "gated_months": by_part[GATED].gate_months,
        "flagship": flagship.name,
        "flagship_id": flagship.name.lower(),
        "flagship_grade": grade_of(flagship),
        "flagship_confirmations": confirmed,
        "flagship_chance": success_chance_bps(flagship, tariff) / 10_000,
        "flagship_value": risk_adjusted_value(flagship, tariff),
        "flagship_cost": funding.problem.costs[flagship.name],
        "flagship_payoff": flagship.payoff,
        "flagship_net": funding.problem.net_values[flagship.name],
        "replicated": replicated.name,
        "replicated_grade": grade_of(replicated),
        "replicated_value": risk_adjusted_value(replicated, tariff),
        "replicated_is_confirmed": "yes" if is_replicated else "no",
        "replicated_verdict": "replicates" if is_replicated else "does not replicate",
        "replicated_results": "two independent studies confirm it"
        if is_replicated
        else "one independent study confirms it and one does not",
        "replicated_call": "I call that replicated."
        if is_replicated
        else "With an independent failure I don't call it replicated.",
        "replicated_said": "calls it replicated" if is_replicated else "doesn't call it replicated",
        "rival_a": replicated.name,
        "rival_b": by_part[RIVAL].name,
        "needing": by_part[NEEDING].name,
        "needed": contested.name,
    }


def _conditions(parameters: Mapping[str, float]) -> dict[str, Any]:
    """What somebody else would have liked before the owner settled it."""
    return {
        "samples_offered": round(parameters["samples_asked"]) - 15,
    }


def _votes(choices: Mapping[str, str]) -> dict[str, Any]:
    """Who votes for the motion and who against; the agent has no vote."""
    against = [] if choices["dissent"] == NOBODY else [choices["dissent"]]
    names = {person: full for person, full in MEMBERS.items() if person not in against}
    first = {person: full.split()[0] for person, full in MEMBERS.items()}
    return {
        "votes_for": len(names),
        "votes_against": len(against),
        "voters_for": [first[person] for person in names],
        "voters_against": [first[person] for person in against],
        "for_spoken": list_in_words(first[person] for person in names),
        "against_spoken": list_in_words(first[person] for person in against) if against else NOBODY,
        "vote_spoken": f"{len(names)} to {len(against)}" if against else "unanimous",
    }


def _first_said(
    projects: Sequence[ResearchProject], tariff: Tariff, choices: Mapping[str, str]
) -> dict[str, Any]:
    """What is said before a slip is corrected: the same where nobody slips."""
    old = replace(tariff, overhead_pct=tariff.overhead_pct - OLD_OVERHEAD)
    slips = choices["misspoken"]
    said = old if slips == "overhead" else tariff
    pilot = tariff.base_rates_pct["Pilot"]
    kinder = {**tariff.base_rates_pct, "Pilot": pilot + OLD_BASE_RATE}
    scored = replace(tariff, base_rates_pct=kinder) if slips == "base_rate" else tariff
    first_costs = {project.name: cost_items(project, said) for project in projects}
    flagship = next(project for project in projects if project.part == FLAGSHIP)
    first_total = total(cost["full_cost"] for cost in first_costs.values())
    final = total(cost_items(project, tariff)["full_cost"] for project in projects)
    return {
        "overhead_first": said.overhead_pct / 100,
        "overhead_old": old.overhead_pct / 100,
        "pilot_first": scored.base_rates_pct["Pilot"] / 100,
        "pilot_old": kinder["Pilot"] / 100,
        "full_cost_total_first": first_total,
        "overhead_cost_added": final - first_total,
        "flagship_value_first": risk_adjusted_value(flagship, scored),
        "flagship_cost_first": first_costs[flagship.name]["full_cost"],
    }


def _defect_places(projects: Sequence[ResearchProject], tariff: Tariff) -> dict[str, Any]:
    """Where the defects of the files are."""
    by_part = {project.part: project for project in projects}
    twice, subtotal, thousands = by_part[RIVAL], by_part[NEEDING], by_part[FILLER]
    study = twice.studies[1]
    return {
        "twice_project": twice.name,
        "twice_months": twice.staff_months["Scientist"],
        "subtotal_project": subtotal.name,
        "subtotal_amount": total(subtotal.consumables.values()),
        "thousands_project": thousands.name,
        "thousands_amount": thousands.equipment,
        "thousands_shown": thousands.equipment // 1000,
        "study_project": twice.name,
        "study_site": study.site,
        "study_samples": study.samples,
        "old_technician_rate": tariff.staff_rates["Technician"] - 600,
    }
