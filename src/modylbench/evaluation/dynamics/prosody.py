"""Prosodic naturalness by timing: whether the agent answers, pauses and listens as people do."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import gammaln, xlogy

from modylbench.evaluation.dynamics.floor import NO_REFERENCE
from modylbench.evaluation.dynamics.moments import backchannel_rate, offsets
from modylbench.evaluation.dynamics.result import (
    MetricResult,
    absent,
    moment,
    result_of,
    share_kept,
    share_of,
    worth_falling,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from modylbench.evaluation.dynamics.conversation import MeasuredConversation
    from modylbench.evaluation.dynamics.norms import Norms
    from modylbench.evaluation.facts import DynamicsMoment
    from modylbench.recording.talk import Pause

LONGEST_DISTANCE_S = 1.0  # paper, equation 8: d_max, people's P90
FEWEST_ANSWERS = 8  # SPEC 7
ROBOTIC_BELOW = 0.15  # paper 3.7.3: the coefficient of variation
TOO_FAST_S = 0.12  # paper 3.7.3: P10 of its corpus
ROBOTIC_FACTOR = 0.8  # ours (SPEC 7)
TOO_FAST_FACTOR = 0.8  # ours (SPEC 7)
RESAMPLES = 200  # ours
BOOTSTRAP_SEED = 7
POINTS_PER_STEP = 8  # ours: how finely what is left to chance is integrated between two quantiles
CONVERSATION_PAUSE_S = 1.2  # paper 3.7.3
TOPIC_PAUSE_S = 3.0  # paper 3.7.3
TOOL_PAUSE_S = 5.0  # paper 3.7.3
AROUND_PAUSE_S = 1.0  # ours: what the agent shows so soon after a pause, it worked on in the pause
_FILLER = re.compile(
    r"\b(?:let me (?:just )?(?:check|see|look|think|have a look|pull|get|find|confirm|verify)"
    r"|(?:one|just a|give me a|bear with me|hold on)(?: \w+)? (?:moment|second|sec|minute)"
    r"|hold on|bear with me|hang on|u+h*m+|u+h+|h+m+|er+m*)\b[\s,.\u2026-]*$",
    re.IGNORECASE,
)
_NEW_TOPIC = re.compile(
    r"^\W*(?:(?:and |so |then |now |ok |okay )?(?:next|moving on|on to|turning to|coming to"
    r"|as for|as to|regarding|first|second|secondly|third|thirdly|finally|lastly|last thing"
    r"|another (?:thing|point)|separately|now))\b"
    r"|^\W*(?:the )?(?:next|other|last) (?:one|point|thing|item)\b",
    re.IGNORECASE,
)


def response_latency_shape(conversation: MeasuredConversation, norms: Norms) -> MetricResult:
    """How like people's the distribution of the agent's signed offsets to others' talk is.

    RLDS, paper 3.7.3, equation 8, with SPEC 7: 1 - min(max(0, W1 - w(n)) / d_max, 1), where w(n)
    is how far n draws of the reference itself are away from it on average; times 0.8 where the
    offsets hardly vary, times 0.8 where they are too fast. None below eight answers, or where the
    harness decides when the agent speaks. The interval is that of a bootstrap with a fixed seed.
    """
    if not conversation.decides_itself:
        return absent("the harness decides when this agent may speak")
    taken = [
        transfer
        for transfer in offsets(conversation.talk, conversation.floors)
        if transfer.after == conversation.agent and transfer.before in conversation.people
    ]
    moments = [
        moment(found.ended_s, found.started_s, (found.after, found.before), found.offset_s)
        for found in taken
    ]
    if len(taken) < FEWEST_ANSWERS:
        return absent(f"only {len(taken)} answers, fewer than {FEWEST_ANSWERS}", moments)
    if norms.offsets_s is None:
        return absent(NO_REFERENCE, moments)
    reference = norms.offsets_s.quantiles
    sample = np.sort(np.array([transfer.offset_s for transfer in taken]))
    value = float(_worth_of_offsets(sample[np.newaxis, :], reference)[0])
    low, high = _bootstrap_interval(sample, reference)
    return MetricResult(share_of(value), "", tuple(moments), (low, high))


def wasserstein_distance_s(sample: Sequence[float], quantiles: Sequence[float]) -> float:
    """W1 between values and a distribution given by quantiles, on straight lines between them.

    >>> wasserstein_distance_s([0.5], (0.0, 0.5, 1.0))
    0.25
    """
    ordered = np.sort(np.asarray(sample, dtype=float))[np.newaxis, :]
    return float(_distances_s(ordered, tuple(quantiles))[0])


@lru_cache(maxsize=512)
def chance_distance_s(quantiles: tuple[float, ...], n: int) -> float:
    """w(n): how far n draws of a distribution are away from it on average (SPEC 7).

    W1 is the area between the two distribution functions; that of n draws is, at a place that a
    share p lies below, off by the mean deviation of a binomial, which de Moivre gave.

    >>> round(chance_distance_s((0.0, 0.5, 1.0), 1), 3)
    0.333
    """
    steps = len(quantiles) - 1
    nodes, weights = np.polynomial.legendre.leggauss(POINTS_PER_STEP)
    below = (np.arange(steps)[:, np.newaxis] + (nodes + 1.0) / 2.0) / steps
    off = _mean_deviation(below, n)
    widths = np.diff(np.asarray(quantiles))
    return float((off @ (weights / 2.0)) @ widths)


def pause_pattern_naturalness(conversation: MeasuredConversation, norms: Norms) -> MetricResult:  # noqa: ARG001 - its limits are the paper's
    """The share of the pauses inside the agent's turns that are as long as their context allows.

    PPN, paper 3.7.3: 1.2 s in conversation, 3.0 s at a change of topic, 5.0 s at the use of a tool,
    which is something that it shows or sends then; longer ones are fine behind a filler. What
    passes before an answer is RLDS's. None without words: only they tell topics and fillers.
    """
    if not conversation.utterances:
        return absent("without words nobody knows what a pause is for")
    shown_s = sorted(act.at_s for act in conversation.acts if act.kind != "chat")
    moments = [_judged_pause(pause, said, shown_s) for pause, *said in _own_pauses(conversation)]
    if not moments:
        return absent("the agent made no pause inside its turns")
    return share_kept(moments)


def backchannel_production_rate(conversation: MeasuredConversation, norms: Norms) -> MetricResult:
    """How near the agent's sounds of listening per minute are to people's.

    BPR, paper 3.7.3 with SPEC 7: 1 at the reference's median, in a straight line to 0 at none and
    at its P99. None where nobody else ever holds the floor.
    """
    rate = backchannel_rate(conversation.talk, conversation.floors, conversation.agent)
    moments = [
        moment(talk.started_s, talk.ended_s, (talk.speaker,), talk.duration_s, talk.text[:80])
        for talk in conversation.backchannels
        if talk.speaker == conversation.agent
    ]
    if rate is None:
        return absent("nobody but the agent held the floor", moments)
    reference = norms.backchannels_per_minute
    if reference is None:
        return absent(NO_REFERENCE, moments)
    usual = reference.at(0.5)
    if rate < usual:
        return result_of(rate / usual, moments)
    return result_of(worth_falling(rate, usual, reference.at(0.99)), moments)


def _worth_of_offsets(samples: NDArray[np.float64], reference: tuple[float, ...]) -> NDArray[Any]:
    """RLDS of each row of sorted offsets."""
    away_s = _distances_s(samples, reference) - chance_distance_s(reference, samples.shape[1])
    worth = 1.0 - np.clip(away_s / LONGEST_DISTANCE_S, 0.0, 1.0)
    spread, middle = samples.std(axis=1), np.abs(samples.mean(axis=1))
    is_robotic = (spread < ROBOTIC_BELOW * middle) | (spread == 0.0)
    is_too_fast = (np.median(samples, axis=1) < TOO_FAST_S) & (samples[:, 0] >= 0.0)
    worth = np.where(is_robotic, ROBOTIC_FACTOR * worth, worth)
    return np.where(is_too_fast, TOO_FAST_FACTOR * worth, worth)


def _bootstrap_interval(
    sample: NDArray[np.float64], reference: tuple[float, ...]
) -> tuple[float, float]:
    """Where 95 % of the values lie that as many draws of the sample give."""
    drawn = np.random.default_rng(BOOTSTRAP_SEED).integers(
        0, len(sample), size=(RESAMPLES, len(sample))
    )
    worth = _worth_of_offsets(np.sort(sample[drawn], axis=1), reference)
    low, high = np.quantile(worth, (0.025, 0.975))
    return share_of(float(low)), share_of(float(high))


def _distances_s(samples: NDArray[np.float64], quantiles: tuple[float, ...]) -> NDArray[Any]:
    """W1 of each row of sorted values to the distribution: the area between quantile functions.

    Between two places at which either has an edge, the one is constant and the other a line.
    """
    n, steps = samples.shape[1], len(quantiles) - 1
    edges = np.union1d(np.arange(n + 1) / n, np.arange(steps + 1) / steps)
    widths, middles = np.diff(edges), (edges[:-1] + edges[1:]) / 2.0
    levels = np.interp(edges, np.arange(steps + 1) / steps, np.asarray(quantiles))
    low, high = levels[:-1], levels[1:]
    values = samples[:, np.minimum((middles * n).astype(int), n - 1)]
    beside = np.abs((low + high) / 2.0 - values)
    rise = np.where(high > low, high - low, 1.0)
    across = ((values - low) ** 2 + (high - values) ** 2) / (2.0 * rise)
    is_across = (low < values) & (values < high)
    distances: NDArray[Any] = np.where(is_across, across, beside) @ widths
    return distances


def _mean_deviation(below: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    """How far the share of n draws that lie below a place is off on average, by the true share."""
    above_mean = np.floor(n * below) + 1.0
    rest = n - above_mean
    log_choices = gammaln(n + 1.0) - gammaln(above_mean + 1.0) - gammaln(rest + 1.0)
    log_odds = xlogy(above_mean, below) + xlogy(rest + 1.0, 1.0 - below)
    deviation: NDArray[np.float64] = 2.0 * above_mean * np.exp(log_choices + log_odds) / n
    return deviation


def _own_pauses(conversation: MeasuredConversation) -> Iterator[tuple[Pause, str, str]]:
    """Silences between two pieces of the agent's talk, with what it says before and after.

    Where somebody writes meanwhile, it may be waiting for that.
    """
    agent = conversation.agent
    ends = {talk.ended_s: talk.text for talk in conversation.agent_talk}
    starts = {talk.started_s: talk.text for talk in conversation.agent_talk}
    written_s = [
        words.started_s
        for words in conversation.utterances
        if words.channel != "voice" and words.speaker != agent
    ]
    for pause in conversation.pauses:
        if pause.before == pause.after == agent:
            place = bisect_left(written_s, pause.started_s)
            if place == len(written_s) or written_s[place] >= pause.ended_s:
                yield pause, ends.get(pause.started_s, ""), starts.get(pause.ended_s, "")


def _judged_pause(pause: Pause, said: Sequence[str], shown_s: Sequence[float]) -> DynamicsMoment:
    """A pause with its context: natural, behind a filler, in need of one, or broken."""
    before, after = said
    lasts_s = pause.ended_s - pause.started_s
    place = bisect_left(shown_s, pause.started_s)
    if place < len(shown_s) and shown_s[place] <= pause.ended_s + AROUND_PAUSE_S:
        context, limit_s = "use of a tool", TOOL_PAUSE_S
    elif _NEW_TOPIC.search(after):
        context, limit_s = "change of topic", TOPIC_PAUSE_S
    else:
        context, limit_s = "conversation", CONVERSATION_PAUSE_S
    if lasts_s <= limit_s:
        verdict, value = "natural", 1.0
    elif lasts_s <= TOOL_PAUSE_S and _FILLER.search(before.rstrip(".!? ")):
        verdict, value = "behind a filler", 1.0
    else:
        verdict = "needs a filler" if lasts_s <= TOOL_PAUSE_S else "broken"
        value = 0.0
    note = f"{context}: {verdict}, {lasts_s:.2f} s"
    return moment(pause.started_s, pause.ended_s, (pause.before,), value, note)
