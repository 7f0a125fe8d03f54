"""Talk, floors, overlaps and pauses, against a slow reference on a grid and by properties."""

import itertools
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from modylbench.recording.events import Utterance, VoiceSpan
from modylbench.recording.talk import (
    TAKES_FLOOR_S,
    Floor,
    Overlap,
    Talk,
    floors,
    is_backchannel,
    join_sound,
    overlaps,
    pauses,
    talk_of,
)

STEP = 0.25  # of the grid: whole binary fractions, so that sums are exact
PEOPLE = ("ann", "bob", "cy")


@st.composite
def talks(draw: st.DrawFn) -> list[Talk]:
    """Talk of up to three people, each one's spans apart by more than a joint."""
    found = []
    for speaker in PEOPLE:
        at = 0
        for gap, length in draw(
            st.lists(st.tuples(st.integers(2, 12), st.integers(1, 12)), max_size=5)
        ):
            start = at + gap
            at = start + length
            found.append(Talk(speaker, start * STEP, at * STEP))
    return sorted(found, key=lambda talk: (talk.started_s, talk.ended_s, talk.speaker))


def on_grid(talk: list[Talk]) -> list[set[str]]:
    """Who talks in each step of the grid."""
    steps = round(max((span.ended_s for span in talk), default=0.0) / STEP)
    return [
        {span.speaker for span in talk if span.started_s <= at * STEP < span.ended_s}
        for at in range(steps)
    ]


def holders_on_grid(talk: list[Talk]) -> list[str]:
    """Who takes the floor, one after the other: step by step, by the words of SPEC 7."""
    found: list[str] = []
    claimant, alone = "", 0
    for speakers in on_grid(talk):
        if not speakers:
            continue
        if (found and found[-1] in speakers) or len(speakers) > 1:
            claimant, alone = "", 0
        elif not found:
            found += speakers
        else:
            (speaker,) = speakers
            alone = alone + 1 if speaker == claimant else 1
            claimant = speaker
            if alone * STEP >= TAKES_FLOOR_S:
                found.append(speaker)
                claimant, alone = "", 0
    return found


@given(talks())
def test_the_floor_goes_to_whom_a_slow_reference_gives_it(talk: list[Talk]) -> None:
    assert [floor.holder for floor in floors(talk)] == holders_on_grid(talk)


@given(talks())
def test_floors_follow_each_other_and_begin_and_end_with_their_holders_sound(
    talk: list[Talk],
) -> None:
    held = floors(talk)

    assert all(earlier.ended_s <= later.started_s for earlier, later in itertools.pairwise(held))
    assert all(earlier.holder != later.holder for earlier, later in itertools.pairwise(held))
    for floor in held:
        own = [span for span in talk if span.speaker == floor.holder]
        assert any(span.started_s <= floor.started_s < span.ended_s for span in own)
        assert any(span.started_s < floor.ended_s <= span.ended_s for span in own)


@given(talks())
def test_overlaps_cover_just_the_time_in_which_two_talk(talk: list[Talk]) -> None:
    found = overlaps(talk)
    steps = {
        at
        for overlap in found
        for at in range(round(overlap.started_s / STEP), round(overlap.ended_s / STEP))
    }

    assert steps == {at for at, speakers in enumerate(on_grid(talk)) if len(speakers) > 1}


@given(talks())
def test_pauses_are_just_the_silence_between_talk(talk: list[Talk]) -> None:
    grid = on_grid(talk)
    first = next((at for at, speakers in enumerate(grid) if speakers), 0)
    steps = [
        at
        for pause in pauses(talk)
        for at in range(round(pause.started_s / STEP), round(pause.ended_s / STEP))
    ]

    assert steps == [at for at, speakers in enumerate(grid) if not speakers and at >= first]


@given(talks(), st.integers(1, 4000))
def test_a_later_clock_moves_all_and_changes_nothing(talk: list[Talk], by: int) -> None:
    late_s = by * STEP
    later = [
        replace(span, started_s=span.started_s + late_s, ended_s=span.ended_s + late_s)
        for span in talk
    ]

    assert floors(later) == tuple(
        Floor(floor.holder, floor.started_s + late_s, floor.ended_s + late_s)
        for floor in floors(talk)
    )


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 10)), max_size=8))
def test_joined_sound_loses_nothing_and_leaves_no_short_gap(spans: list[tuple[int, int]]) -> None:
    sound = [(start * 0.125, (start + length) * 0.125) for start, length in spans]

    found = join_sound(sound)

    assert all(any(a <= start and end <= b for a, b in found) for start, end in sound)
    assert all(later[0] - earlier[1] >= 0.3 for earlier, later in itertools.pairwise(found))


def test_a_murmur_takes_no_floor_and_an_objection_does() -> None:
    ann = Talk("ann", 0.0, 10.0, "So here is the plan for the quarter.")
    murmur, objection = Talk("bob", 3.0, 3.6, "mm-hm"), Talk("bob", 9.5, 13.0, "No, wait.")
    held = floors([ann, murmur, objection])

    assert [floor.holder for floor in held] == ["ann", "bob"]
    assert is_backchannel(murmur, held)
    assert not is_backchannel(objection, held)
    assert overlaps([ann, objection]) == (Overlap("ann", "bob", 9.5, 10.0),)


def test_talk_is_by_sound_where_there_is_sound_and_by_words_where_there_is_none() -> None:
    said = Utterance(id="u1", speaker="ann", text="Good morning.", started_s=1.0, ended_s=3.0)
    answer = Utterance(id="u2", speaker="bob", text="Morning.", started_s=4.0, ended_s=5.0)
    chat = Utterance(
        id="u3", speaker="bob", channel="chat", text="link", started_s=5.0, ended_s=5.0
    )
    heard = [VoiceSpan(identity="ann", started_s=1.1, ended_s=1.9),
             VoiceSpan(identity="ann", started_s=2.1, ended_s=2.9)]  # fmt: skip

    assert talk_of([said, answer, chat, *heard]) == (
        Talk("ann", 1.1, 2.9, "Good morning."),
        Talk("bob", 4.0, 5.0, "Morning."),
    )
