"""When the agent has had its say, or has taken too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.meeting.capture.collector import POLL_S

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.collector import Collector
    from modylbench.recording.events import TurnOutcome

MOST_BEYOND_S = 180.0  # ours: an agent that never falls silent is not waited for any longer
AWAY_S = 30.0  # ours: one who has left for longer does not come back
GREETING_S = 30.0  # ours: how long people wait before they begin


async def wait_for_agent(
    collector: Collector,
    clock: Clock,
    *,
    patience_s: float,
    until_s: float,
    is_interrupted: Callable[[], bool] = lambda: False,
) -> TurnOutcome:
    """What became of the agent's turn, when it is over or has taken too long.

    Patience counts from the end of the person's words, and stands still while the agent speaks or
    a link of ours is down. A turn that `is_interrupted` is not over: somebody speaks into it, or
    waits for what the agent says to that.
    """
    links = collector.state.links
    before_s = clock.now_s()
    began_s = before_s - links.held_s(before_s)  # held up is nobody's time
    waited_s = before_s - (collector.state.exchange.words_ended_s or before_s)
    while True:
        if is_over(collector) and not is_interrupted():
            return "unfinished" if collector.state.exchange.is_cut_short else "answered"
        now_s = clock.now_s()
        is_too_long = (
            waited_s >= patience_s
            or now_s - links.held_s(now_s) - began_s >= patience_s + MOST_BEYOND_S
        )
        is_out_of_time = now_s - links.held_s(now_s) >= until_s
        if is_too_long or is_out_of_time or is_lost(collector, clock) or collector.state.trouble:
            return outcome_when_given_up(collector)
        await clock.sleep(POLL_S)
        now_s = clock.now_s()
        if not collector.is_speaking and links.are_up:
            waited_s += now_s - before_s
        before_s = now_s


async def wait_for_quiet(collector: Collector, clock: Clock) -> None:
    """Return when the agent is ready to listen: it has started up, and its greeting is over.

    Or when it takes too long, or the meeting cannot go on.
    """
    began_s, links = clock.now_s(), collector.state.links
    while collector.state.presence.is_getting_ready or (
        collector.has_produced and not collector.is_at_rest
    ):
        now_s = clock.now_s()
        is_too_long = now_s - began_s - links.held_s(now_s, began_s) >= GREETING_S
        if is_too_long or collector.state.trouble:
            return
        await clock.sleep(POLL_S)


def is_over(collector: Collector) -> bool:
    """Whether the agent has answered and has nothing under way.

    One who was cut off in the middle of a sentence is waited for; once it is back and still has
    nothing to say, that is its answer.
    """
    is_cut_off = collector.state.exchange.was_cut_off and not collector.state.presence.is_here
    return collector.has_answered and collector.is_at_rest and not is_cut_off


def is_lost(collector: Collector, clock: Clock) -> bool:
    """Whether the agent has been away for so long that it will not come back.

    While a link of ours is down it cannot be seen to come back: that time is not counted.
    """
    left_s, links = collector.state.presence.left_s, collector.state.links
    if left_s is None or not links.are_up:
        return False
    now_s = clock.now_s()
    return now_s - left_s - links.held_s(now_s, left_s) >= AWAY_S


def outcome_when_given_up(collector: Collector) -> TurnOutcome:
    """What became of a turn that is not over by itself."""
    if not (collector.has_answered or collector.has_answered_early):
        return "timed_out" if collector.state.presence.is_here else "absent"
    is_done = collector.is_silent and not collector.state.exchange.is_cut_short
    if not (is_done and collector.state.presence.is_here):
        return "unfinished"
    if not collector.is_at_rest:  # all of it has come, and states can be stuck or come swapped
        collector.state.log.write("state_not_believed")
    return "answered"
