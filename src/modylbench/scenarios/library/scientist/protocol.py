"""The trial protocol: arms, strata, endpoints, and how finely each is recorded."""

from __future__ import annotations

from dataclasses import dataclass

SCENARIO = "scientist"

PLACEBO, LOW, HIGH = "placebo", "low", "high"
ARMS = (PLACEBO, LOW, HIGH)
ACTIVE = (LOW, HIGH)
ARM_NAMES = {PLACEBO: "Placebo", LOW: "Low dose", HIGH: "High dose"}

PRIMARY = "sbp"
PULSE_PRESSURE = "pulse_pressure"
REASONS = {
    "adverse_event": "Adverse event",
    "lack_of_efficacy": "Lack of efficacy",
    "consent": "Withdrew consent",
    "lost": "Lost to follow-up",
}
COMPLIANT_FROM = 80  # per cent of tablets taken, by pill count
RECORDINGS = (
    "abpm",
    "target",
)  # both come from the 24-hour recording, so they are missing together
SECONDARY = ("dbp", "abpm", PULSE_PRESSURE, "target", "heart_rate", "egfr")


@dataclass(frozen=True, slots=True)
class Factor:
    """A stratification factor of the randomisation, with its two levels."""

    id: str
    name: str
    levels: tuple[str, str]
    level_names: tuple[str, str]
    share_of_second: float


FACTORS = (
    Factor("sex", "Sex", ("women", "men"), ("Women", "Men"), 0.54),
    Factor("age", "Age group", ("younger", "older"), ("Under 65", "65 and over"), 0.40),
    Factor("diabetes", "Diabetes", ("no_diabetes", "diabetes"), ("No diabetes", "Diabetes"), 0.36),
)
LEVELS = tuple(level for factor in FACTORS for level in factor.levels)
LEVEL_NAMES = {
    level: name
    for factor in FACTORS
    for level, name in zip(factor.levels, factor.level_names, strict=True)
}
LEVELS_AS_PLANNED = ("women", "men", "younger", "older", "diabetes", "no_diabetes")
"""The subgroups in the order in which the analysis plan names them."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Something measured at baseline and at week 12, and how it is distributed.

    `slope` is how far the change falls for every unit of baseline above the mean (regression to
    the mean), `shared` the correlation of its change with the other blood pressure changes; that of
    the hours at target is with the 24-hour pressure of the same recording.
    """

    id: str
    name: str
    column: str
    decimals: int
    mean: float
    sd: float
    bounds: tuple[float, float]
    change_sd: float
    slope: float
    drift: float
    shared: float


MEASURED = (
    Endpoint("sbp", "Seated SBP", "sbp", 0, 154, 9, (140, 179), 13.0, -0.40, 0.0, 0.75),
    Endpoint("dbp", "Seated DBP", "dbp", 0, 94, 7, (78, 109), 8.0, -0.35, -2.0, 0.70),
    Endpoint(
        "abpm", "24-hour ambulatory SBP", "abpm_sbp", 0, 144, 9, (118, 175), 11.0, -0.30, -1.5, 0.60
    ),
    Endpoint(
        "target", "Time at BP target (hours/day)", "target_hours", 1, 8.6, 2.2, (1, 18),
        2.6, -0.30, 0.6, -0.85,
    ),
    Endpoint("heart_rate", "Heart rate (bpm)", "hr", 0, 73, 9, (48, 104), 7.5, -0.35, 0.2, 0.10),
    Endpoint("egfr", "eGFR", "egfr", 0, 84, 11, (45, 125), 8.0, -0.15, -0.5, 0.0),
)  # fmt: skip
BY_ID = {endpoint.id: endpoint for endpoint in MEASURED}
ENDPOINT_NAMES = {
    **{endpoint.id: endpoint.name for endpoint in MEASURED},
    PULSE_PRESSURE: "Pulse pressure",
}


@dataclass(frozen=True, slots=True)
class Patient:
    """One randomised patient as the case report form has it; None where nothing was recorded."""

    subject: str
    arm: str
    age: int
    levels: tuple[str, str, str]
    baseline: dict[str, float]
    week_12: dict[str, float | None]
    sbp_week_6: float | None
    adherence: int
    left_in_week: int | None
    reason: str | None

    @property
    def has_completed(self) -> bool:
        """True when the patient came to the week-12 visit."""
        return self.left_in_week is None

    def value(self, endpoint: str, visit: str) -> float | None:
        """A value at `baseline` or `week_12`; pulse pressure is derived."""
        record = self.baseline if visit == "baseline" else self.week_12
        if endpoint != PULSE_PRESSURE:
            return record.get(endpoint)
        systolic, diastolic = record.get("sbp"), record.get("dbp")
        return None if systolic is None or diastolic is None else systolic - diastolic
