"""The shape of the page's data of a run, before a meeting is opened.

A run is one block of JSON, each meeting a block of its own that is unpacked when it is opened. All
texts are bounded; what was cut says so at its end. A time is in seconds of the meeting's clock, a
path relative to report.html or a data: address, a score unrounded, and None what was not measured.
"""

from __future__ import annotations

from typing import Literal, TypedDict

VERSION = 5
RUN_BLOCK = "report-data"
"""The id of the script tag with the run's data."""
MEETING_BLOCK = "meeting-{number}"
"""The id of the script tag with a meeting's data, by its number in `RunData.trials`."""

MeetingStatus = Literal["scored", "without a score", "not judged", "unreadable", "not held"]


class AgentSettings(TypedDict):
    """The agent."""

    name: str
    """As it was asked for."""
    settings: dict[str, str]
    """Those that are no secret."""


class PlanData(TypedDict):
    """What the run was asked to do."""

    scenarios: list[str]
    seeds: list[int]
    edge_cases: str
    """Which traps were set: by the seed, a name, all or none."""
    beats: str
    """Which part of each script, such as `1-2`; empty for all."""
    audio: str
    """How people's voices were made."""
    screens: bool
    """Whether surfaces were shown in a browser and photographed."""
    room: str
    """`in process` or `livekit`."""
    harness_version: str
    harness_digest: str
    """Of its code."""
    git_commit: str
    """Of the folder the run was started from; empty where that is none of git's."""


class DimensionData(TypedDict):
    """One dimension of a scenario, over its runs."""

    dimension: str
    """Its name, such as `context_accuracy`."""
    mean: float | None
    """Over turns (or products) and runs."""
    variance: float | None
    """Between runs."""
    is_flaky: bool
    """Whether its variance is over 1.0."""


class ScenarioData(TypedDict):
    """A scenario's runs."""

    scenario_id: str
    title: str
    seeds: list[int]
    """Those that were planned."""
    scores: list[float | None]
    """By seed; None where there is none."""
    states: list[MeetingStatus]
    """By seed."""
    trials: list[int | None]
    """By seed: the number of the meeting in `RunData.trials`."""
    official: float | None
    """What counts: the worst run."""
    tier: str | None
    """Of the score that counts: peer, mentor, consultant; None below all."""
    is_provisional: bool
    """Whether a run is missing, so that the worst is not known."""
    mean: float | None
    sd: float | None
    lowest: float | None
    highest: float | None
    ci95: list[float] | None
    """The 95 % confidence interval of the mean: its two bounds."""
    counted_by_paper: float | None
    """The score of the run that would count by the paper's own rules."""
    mean_by_paper: float | None
    pass_rate: float | None
    """The share of runs that reach a tier."""
    pass_at_k: float | None
    """How likely one of k runs passes."""
    pass_hat_k: float | None
    """How likely all of k runs pass."""
    dimensions: list[DimensionData]
    """In the order of the rubric."""


class CrashData(TypedDict):
    """That the agent's own code failed in a meeting."""

    trial: int
    """The number of the meeting in `RunData.trials`."""
    detail: str
    turns: int
    """In how many turns it did."""
    traceback: list[str]
    """The end of the last one in its log."""
    log: str
    """Where all that it printed lies, in the run's folder; empty where nothing does."""


class UsageData(TypedDict):
    """What judging took."""

    judge: str
    """Its name; empty for all together."""
    verdicts: int
    failed: int
    calls: int
    """Of its model."""
    input_tokens: int
    output_tokens: int
    cost_usd: float | None
    """None where the price is not known."""


class JudgeData(TypedDict):
    """Who judged."""

    name: str
    """As in `RatingData.judge`."""
    kind: str
    """`model` or `offline`."""
    model: str
    """Empty for a member of the offline panel."""
    service: str
    """Likewise."""
    hears: bool
    """Whether it can be sent sound."""
    sees: bool
    """Whether it can be sent pictures."""


class StatisticsData(TypedDict):
    """How well the judges agree."""

    rated: int
    """Ratings that two judges or more gave."""
    agreement_rate: float | None
    """The share of these where highest and lowest lie at most one point apart."""
    disputed: int
    """Those where they lie far apart."""
    pessimistic: int
    """Those where the lower opinion was taken."""
    alpha_ordinal: dict[str, float | None]
    """Krippendorff's alpha by dimension."""


class SignatureData(TypedDict):
    """Which version of something was used."""

    name: str
    version: str
    sha256: str


class FaultData(TypedDict):
    """Something that went wrong."""

    trial: int | None
    """In which meeting, by its number."""
    culprit: str
    """`agent`, `harness` or `infrastructure`."""
    code: str
    detail: str
    turn_index: int | None
    is_spoiling: bool
    """Whether the meeting is not scored because of it."""


class TrialEntry(TypedDict):
    """One meeting in the table of contents."""

    number: int
    """Its place in `RunData.trials`, from 0."""
    block: str
    """The id of the script tag that holds its `TrialData`; empty where it was never held."""
    scenario_id: str
    seed: int
    title: str
    status: MeetingStatus
    reasons: list[str]
    """Why it has no score."""
    score: float | None
    """Combined."""
    tier: str | None
    """Of this meeting alone."""
    journey: float | None
    destination: float | None
    dynamics: float | None
    """None where they are no part of the score."""
    by_paper: float | None
    """Combined, by the paper's own rules."""
    turns: int
    """How many were held."""
    duration_s: float | None
    worst_turn: int | None


class RunData(TypedDict):
    """All that is known of the run without opening a meeting."""

    version: int
    """Of this shape."""
    name: str
    """Of the run's folder."""
    agent: AgentSettings
    plan: PlanData | None
    """None for a meeting of no run."""
    suite: str
    """The suite of the scenarios with its version, and the length of the meetings if not usual."""
    standard: str
    """`gold`, `silver`, `offline` or `none`."""
    standard_text: str
    """What that means."""
    mode: str
    """How judges were shown the meetings: text, multimodal, offline; several with commas."""
    is_official: bool
    """Whether every trial was held, judged and weighed as the benchmark does."""
    counted: str
    """What the score of a scenario is called: `official`, `worst run`, `best run`."""
    overall: float | None
    """The mean of the scores that count."""
    overall_by_paper: float | None
    """The mean of those that would count by the paper's own rules."""
    tiers: dict[str, float]
    """The score from which each tier is reached."""
    scenarios: list[ScenarioData]
    """In the order of their ids."""
    trials: list[TrialEntry]
    """In the order of the plan."""
    judges: list[JudgeData]
    usage: list[UsageData]
    """One for each judge, and then one for all."""
    statistics: StatisticsData | None
    """None where nobody has judged."""
    crashes: list[CrashData]
    """Each failure once, at the first meeting that it happened in."""
    faults: list[FaultData]
    notes: list[str]
    """What a reader must know: what is missing, what was switched off."""
    signatures: list[SignatureData]
    """Of rubrics, rules, scenarios and code."""
    has_media: bool
    media_text: str
    """Where these are, and what of them is not here."""
    is_one_file: bool
    """Whether media are inside the page."""
