"""The risk register: its risks, and likelihood times impact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

TOP_RISKS = 3
RAISED = "licence_delay"
LEAST_IMPACT = {RAISED: 4, "data_breach": 4}
"""For a health company these are never minor, whoever votes."""


@dataclass(frozen=True, slots=True)
class Risk:
    """A risk of the workshop, what people call it, who owns it and what is done about it."""

    id: str
    name: str
    aliases: tuple[str, ...]
    owner: str
    mitigation: str

    @property
    def spellings(self) -> str:
        """The name with its aliases, as tables of products.yaml take them."""
        return " | ".join((self.name, *self.aliases))


RISKS = (
    Risk(
        "licence_delay", "Licence delay",
        ("licensing delay", "licence delays", "license delay", "delayed licence",
         "delay in licence", "licence slippage", "delay of licence", "delays of licence",
         "regulatory delay", "delay to the licence", "late licence"),
        "Regulatory affairs",
        "Complete filing on approval day; counsel follows it up with the ministry every month",
    ),
    Risk(
        "partner_failure", "Partner failure",
        ("partner failing", "partner default", "local partner failure", "partner risk",
         "failure of partner", "partner non-performance", "partner underperformance",
         "partner dependence", "JV partner failure"),
        "Corporate development",
        "Look for a second partner that passes the screen; exit clause in the contract",
    ),
    Risk(
        "clinician_shortage", "Clinician shortage",
        ("shortage of clinicians", "doctor shortage", "clinician supply", "shortage of doctors",
         "clinician supply shortage", "clinical capacity shortage", "clinician capacity"),
        "Chief medical officer", "Contract part-time hospital doctors ahead of the pilot",
    ),
    Risk(
        "price_war", "Price war",
        ("price competition", "pricing war", "competitor price war", "pricing pressure",
         "price pressure", "competitive price war"),
        "Commercial", "Sell to employers and insurers on outcomes",
    ),
    Risk(
        "data_breach", "Patient data breach",
        ("data breach", "data privacy breach", "breach of patient data", "privacy breach",
         "patient data privacy breach", "data security breach"),
        "Information security", "In-country hosting, and a penetration test before launch",
    ),
    Risk(
        "slow_uptake", "Slow uptake",
        ("slow adoption", "low uptake", "slower uptake", "demand shortfall", "weak uptake",
         "slow patient uptake", "slow take-up", "uptake shortfall"),
        "Product", "Six-month pilot in the launch area before any scale-up",
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Register:
    """Likelihood and impact, 1 to 5, by risk."""

    likelihood: Mapping[str, int]
    impact: Mapping[str, int]

    def score(self, risk: str) -> int:
        """Likelihood times impact."""
        return self.likelihood[risk] * self.impact[risk]

    @property
    def order(self) -> tuple[Risk, ...]:
        """The risks from the highest score down; equals in the order of the workshop."""
        return tuple(sorted(RISKS, key=lambda risk: -self.score(risk.id)))

    @property
    def top(self) -> tuple[Risk, ...]:
        """Those that the strategy must speak of."""
        return self.order[:TOP_RISKS]

    @property
    def is_clear_cut(self) -> bool:
        """True when no risk outside the top has the score of one inside."""
        scores = [self.score(risk.id) for risk in self.order]
        return scores[TOP_RISKS - 1] > scores[TOP_RISKS]

    def with_raised_risk(self) -> Register:
        """The register with the licence risk one step more likely."""
        return Register({**self.likelihood, RAISED: self.likelihood[RAISED] + 1}, self.impact)
