"""What a receiver made up is told from silence that it filled."""

from dataclasses import replace

import pytest
from livekit.rtc._proto.stats_pb2 import RtcStats

from modylbench.meeting.rooms.livekit.reception_stats import Counters, ReceptionStats, counters_in

RATE = 48_000


class Receiver:
    """Counts as one does that NetEq serves, second by second."""

    def __init__(self) -> None:
        self.now = Counters(0.0)
        self.reception = ReceptionStats()
        self.made_up_s = 0.0
        self.second(packets=50)
        self.made_up_s = 0.0

    def second(
        self,
        *,
        packets: int,
        lost: int = 0,
        invented_s: float = 0.0,
        hushed_s: float = 0.0,
        is_muted: bool = False,
        has_sounded: bool = True,
    ) -> float:
        now = self.now
        self.now = replace(
            now,
            at_s=now.at_s + 1.0,
            packets=now.packets + packets,
            lost=now.lost + lost,
            samples=now.samples + RATE,
            concealed=now.concealed + round((invented_s + hushed_s) * RATE),
            hushed=now.hushed + round(hushed_s * RATE),
        )
        made_up_s = self.reception.take(self.now, is_muted=is_muted, has_sounded=has_sounded)
        self.made_up_s += made_up_s
        return made_up_s


def test_steady_speech_has_nothing_made_up() -> None:
    receiver = Receiver()
    for _ in range(10):
        receiver.second(packets=50)

    assert receiver.made_up_s == 0.0


def test_lost_packets_count_by_what_had_to_be_concealed() -> None:
    receiver = Receiver()
    receiver.second(packets=47, lost=3)  # mended by redundancy
    receiver.second(packets=46, lost=4, invented_s=0.05)

    assert receiver.made_up_s == pytest.approx(0.05)


def test_packets_that_were_only_late_count_too() -> None:
    receiver = Receiver()

    assert receiver.second(packets=50, invented_s=0.1) == pytest.approx(0.1)


def test_a_sender_that_pauses_has_lost_nothing() -> None:
    """As seen: some 30 ms are invented when packets stop, then silence is."""
    receiver = Receiver()
    for _ in range(3):
        receiver.second(packets=30, invented_s=0.029, hushed_s=0.371)
        receiver.second(packets=0, hushed_s=1.0, has_sounded=False)
        receiver.second(packets=20, hushed_s=0.6)
        receiver.second(packets=50)

    assert receiver.made_up_s == 0.0


def test_an_outage_counts_once_packets_turn_out_to_be_lost() -> None:
    receiver = Receiver()
    receiver.second(packets=25, invented_s=0.03, hushed_s=0.47)
    receiver.second(packets=0, hushed_s=1.0, has_sounded=False)

    assert receiver.made_up_s == 0.0
    assert receiver.second(packets=40, lost=60, hushed_s=0.2) == pytest.approx(0.03 + 1.2)


def test_an_outage_after_which_all_came_late_counts_what_was_invented() -> None:
    receiver = Receiver()
    receiver.second(packets=25, invented_s=0.2, hushed_s=0.3)
    receiver.second(packets=75)

    assert receiver.made_up_s == pytest.approx(0.2)


@pytest.mark.parametrize("pause_s", [0.04, 0.06, 0.08])
def test_a_first_voice_just_after_it_was_asked_has_nothing_made_up(pause_s: float) -> None:
    """While nobody speaks it is asked each second: a short pause is a small part of that."""
    receiver = Receiver()
    receiver.second(packets=round((1.0 - pause_s) / 0.02), invented_s=pause_s)
    for _ in range(4):
        receiver.second(packets=50)

    assert receiver.made_up_s == 0.0


def test_a_packet_lost_after_a_pause_does_not_make_the_pause_a_loss() -> None:
    """As seen: half a second is invented where packets stop at the end of a word."""
    receiver = Receiver()
    receiver.second(packets=20, invented_s=0.5, hushed_s=0.1)
    receiver.second(packets=0, hushed_s=1.0, has_sounded=False)
    receiver.second(packets=48, lost=1, invented_s=0.02)

    assert 0.02 <= receiver.made_up_s <= 0.04 + 1e-9


def test_muting_makes_nothing_up() -> None:
    """As seen: the server sends a second of blank frames, for which a little is invented."""
    receiver = Receiver()
    receiver.second(packets=51, invented_s=0.027, is_muted=True)
    receiver.second(packets=0, invented_s=0.029, hushed_s=0.41, is_muted=True)
    receiver.second(packets=40, hushed_s=0.02)
    receiver.second(packets=50)

    assert receiver.made_up_s == 0.0


@pytest.mark.parametrize(("lost", "made_up_s"), [(10, 0.0), (24, 0.0), (25, 0.5), (40, 0.8)])
def test_what_was_lost_in_silence_counts_where_it_may_be_words(lost: int, made_up_s: float) -> None:
    receiver = Receiver()
    receiver.second(packets=50 - lost, lost=lost, invented_s=lost * 0.02, has_sounded=False)
    receiver.second(packets=50, has_sounded=False)

    assert receiver.made_up_s == pytest.approx(made_up_s)


@pytest.mark.parametrize("is_comfort_noise", [False, True])
def test_an_answer_that_was_lost_whole_counts(is_comfort_noise: bool) -> None:
    """A sender is silent and sends nothing; three seconds of words are lost; one packet comes."""
    receiver = Receiver()
    hushed_s = 0.0 if is_comfort_noise else 1.0
    for _ in range(5):
        receiver.second(packets=0, hushed_s=hushed_s, has_sounded=False)

    assert receiver.made_up_s == 0.0, "it is not known yet"
    receiver.second(packets=1, lost=150, hushed_s=hushed_s, has_sounded=False)
    assert receiver.made_up_s == pytest.approx(3.0)


def test_who_sends_nothing_loses_nothing() -> None:
    receiver = Receiver()
    for _ in range(60):
        receiver.second(packets=0, hushed_s=1.0, has_sounded=False)
    receiver.second(packets=50, has_sounded=False)

    assert receiver.made_up_s == 0.0


def test_a_jump_of_the_count_is_no_longer_than_the_time_in_which_it_came() -> None:
    receiver = Receiver()

    assert receiver.second(packets=1, lost=30_000, has_sounded=False) == pytest.approx(1.0)


def test_counters_that_begin_anew_count_from_there() -> None:
    receiver = Receiver()
    receiver.now = Counters(receiver.now.at_s)

    assert receiver.second(packets=10, invented_s=0.5) == 0.0


def test_transport_is_that_since_the_last_measurement() -> None:
    reception = ReceptionStats()
    counters = Counters(0.0, delay=100.0, emitted=1_000, trips_s=1.0, trips=10)
    reception.take(counters, is_muted=False, has_sounded=False)
    before = reception.transport
    later = replace(counters, at_s=1.0, delay=130.0, emitted=2_000, trips_s=1.05, trips=11)
    reception.take(later, is_muted=False, has_sounded=False)
    measured = reception.transport
    reception.take(replace(later, at_s=2.0), is_muted=False, has_sounded=False)

    assert before is None
    assert measured is not None
    assert measured.round_trip_s == pytest.approx(0.05)
    assert measured.buffered_s == pytest.approx(0.03)
    assert reception.transport == measured, "as last measured"


def test_counters_are_read_from_the_statistics_of_the_track() -> None:
    assert counters_in([], 1.0) is None
    inbound, unused, used = RtcStats(), RtcStats(), RtcStats()
    inbound.inbound_rtp.received.packets_received = 7
    inbound.inbound_rtp.inbound.concealed_samples = 480
    unused.candidate_pair.candidate_pair.responses_received = 9
    used.candidate_pair.candidate_pair.nominated = True
    used.candidate_pair.candidate_pair.responses_received = 2
    used.candidate_pair.candidate_pair.total_round_trip_time = 0.25
    found = counters_in([unused, inbound, used], 1.0)

    assert found == Counters(1.0, packets=7, concealed=480, trips_s=0.25, trips=2)
