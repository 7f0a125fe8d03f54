"""What the board paper concludes, in the names that people have for markets, partners and risks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

PEOPLE = {
    "Indonesia": "Indonesian", "Vietnam": "Vietnamese", "Thailand": "Thai",
    "Philippines": "Philippine", "Malaysia": "Malaysian", "Singapore": "Singaporean",
}  # fmt: skip
IN_A_SENTENCE = {
    "Licence delay": ("licence comes late", "the licence", "delay of the licence", "licensing"),
    "Partner failure": ("partner that fails", "failing partner", "partner fails"),
    "Clinician shortage": (
        "too few clinicians", "not enough clinicians", "clinicians", "supply of clinicians",
        "lack of clinicians", "too few doctors",
    ),
    "Slow uptake": ("uptake", "take up the service more slowly", "adoption", "take-up"),
    "Patient data breach": ("breach", "patient data"),
}  # fmt: skip
"""What a risk is called in running text, where a table would have its name."""
TOP = 3
CONTROL = (
    "control", "in control", "majority", "majority joint venture", "upper hand", "senior partner",
    "in charge", "running the business", "controlling", "call the shots", "decide", "final say",
    "our decisions", "decisions are ours",
)  # fmt: skip
FULL_CONTROL = ("wholly owned", "full ownership", "subsidiary")
"""What says that we are in control only where nobody else may be."""


def conclusion_terms(truth: Mapping[str, Any]) -> dict[str, Any]:
    """The names and figures by which `products.yaml` declares what the paper has to conclude."""
    scores = {
        key.partition("|")[0]: value
        for key, value in truth["register_table"].items()
        if key.endswith("|Risk score")
    }
    partners = [names[0] for names in truth["partner_wordings"]]
    is_joint = "joint venture" in truth["entry_mode"]
    ours, theirs = f"{100 * truth['stake']:g}%", f"{100 - 100 * truth['stake']:g}%"
    return {
        "market_terms": [_market_terms(line) for line in truth["market_names"]],
        "risk_terms": [_risk_terms(line) for line in truth["risk_names"]],
        "first_risks": [name for name, score in scores.items() if score == max(scores.values())],
        "top_risks": sorted(scores, key=lambda name: -scores[name])[:TOP],
        "risk_figures": {name: [score] for name, score in scores.items()},
        "partner_terms": [f"{name} | {' '.join(name.split()[:2])}" for name in partners],
        "unlicensed_partners": [
            name
            for name in partners[1:]
            if f"{name} lacks" in truth["rejected_spoken"]
            or "both lack" in truth["rejected_spoken"]
        ],
        "leaves_control": "no" if truth["entry_mode"].startswith("minority") else "yes",
        "control_terms": [*CONTROL, *(() if is_joint else FULL_CONTROL)],
        "is_joint": "yes" if is_joint else "no",
        "partner_share": theirs,
        "stake_figures": {"ours": [ours], "theirs": [theirs]},
    }


def _market_terms(line: str) -> str:
    """The names of a market that nothing else in a text is mistaken for."""
    name, *aliases = (alias.strip() for alias in line.split("|"))
    return " | ".join([name, PEOPLE[name], *(alias for alias in aliases if len(alias) > 3)])


def _risk_terms(line: str) -> str:
    return " | ".join([line, *IN_A_SENTENCE.get(line.partition("|")[0].strip(), ())])
