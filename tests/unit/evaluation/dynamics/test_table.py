"""What every metric of dynamics has in common."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.staging.conversations import NAMES, NORMS, Line, conversation

from modylbench.evaluation.dynamics.conversation import MeasuredConversation, conversation_of_talk
from modylbench.evaluation.dynamics.norms import Norms
from modylbench.evaluation.dynamics.table import (
    DIMENSION_WEIGHTS,
    DYNAMICS_METRICS,
    DynamicsMetric,
    dynamics_facts,
)

every_metric = pytest.mark.parametrize("metric", DYNAMICS_METRICS, ids=lambda metric: metric.symbol)
NO_NORMS = Norms(name="none", version="1", source="a test", meetings=0, people=0)
TEXTS = (
    "As Ann Lee said, the margin is 7 percent.",
    "Mm-hm.",
    "What is the margin on freight, Bob?",
    "According to the CFO, we close on Friday. Let me check.",
    "Cat Day mentioned 412 dollars.",
)
NEW_NAMES = {"ann": "p1", "bob": "p2", "cat": "p3", "agent": "x9"}
lines_drawn = st.lists(
    st.tuples(
        st.sampled_from(["ann", "bob", "cat", "agent"]),
        st.sampled_from(["ann", "bob", "agent", "all"]),
        st.integers(-20, 60),
        st.integers(3, 90),
        st.sampled_from(TEXTS),
    ),
    max_size=30,
)


def _conversation(
    drawn: list[tuple[str, str, int, int, str]], start_s: float = 0.0
) -> MeasuredConversation:
    lines: list[Line] = []
    at = 20
    for who, to, offset, length, text in drawn:
        begin = max(0, at + offset)
        addressee = "" if who == "agent" or who == to else to
        lines.append((who, addressee, start_s + begin / 10, start_s + (begin + length) / 10, text))
        at = max(at, begin + length)
    return conversation(sorted(lines, key=lambda line: (line[2], line[3], line[0], line[4])))


def _renamed(made: MeasuredConversation) -> MeasuredConversation:
    """The same people under other identities, who are called as before."""
    talk = [replace(span, speaker=NEW_NAMES[span.speaker]) for span in made.talk]
    said = tuple(
        words.model_copy(
            update={
                "speaker": NEW_NAMES[words.speaker],
                "addressees": tuple(NEW_NAMES.get(to, to) for to in words.addressees),
            }
        )
        for words in made.utterances
    )
    return replace(
        conversation_of_talk(talk, "x9"),
        people=("p1", "p2", "p3"),
        ranks=made.ranks,
        utterances=said,
        names={NEW_NAMES[who]: name for who, name in NAMES.items()},
        titles={"p1": "CFO"},
        chairs=frozenset({"p1"}),
    )


@every_metric
@given(drawn=lines_drawn)
def test_is_a_share_or_absent_for_a_reason(
    metric: DynamicsMetric, drawn: list[tuple[str, str, int, int, str]]
) -> None:
    for norms in (NORMS, NO_NORMS):
        found = metric.measure(_conversation(drawn), norms)

        assert (found.value is None) == bool(found.reason)
        assert found.value is None or 0.0 <= found.value <= 1.0
        assert all(event.value is None or math.isfinite(event.value) for event in found.moments)
        assert all(event.at_s <= event.until_s for event in found.moments)


@every_metric
@given(drawn=lines_drawn)
def test_does_not_depend_on_when_the_meeting_began(
    metric: DynamicsMetric, drawn: list[tuple[str, str, int, int, str]]
) -> None:
    first = metric.measure(_conversation(drawn), NORMS)
    later = metric.measure(_conversation(drawn, start_s=64.0), NORMS)

    assert later.value == pytest.approx(first.value, abs=1e-4)
    assert len(later.moments) == len(first.moments)


@every_metric
@given(drawn=lines_drawn)
def test_does_not_depend_on_what_people_are_known_by(
    metric: DynamicsMetric, drawn: list[tuple[str, str, int, int, str]]
) -> None:
    made = _conversation(drawn)

    assert metric.measure(_renamed(made), NORMS).value == metric.measure(made, NORMS).value


def test_the_table_is_that_of_the_specification() -> None:
    by_dimension = {
        dimension: [row.symbol for row in DYNAMICS_METRICS if row.dimension == dimension]
        for dimension in DIMENSION_WEIGHTS
    }

    assert by_dimension == {
        "coordination": ["RC-PSI", "DRC", "BSP", "SAA"],
        "floor": ["FYL", "CRT", "FPE"],
        "prosody": ["RLDS", "PPN", "BPR"],
        "social": ["CNS", "PABS"],
    }
    floors = {row.symbol: row.floor for row in DYNAMICS_METRICS if row.floor is not None}
    assert floors == {"DRC": 0.70, "BSP": 0.50}
    assert math.fsum(DIMENSION_WEIGHTS.values()) == 1.0


def test_the_facts_name_their_reference() -> None:
    facts = dynamics_facts(_conversation([]), NORMS, is_multi_party=True)

    assert facts.norms == "made-up 1"
    assert len(facts.measures) == 12
    assert all(measure.value is None for measure in facts.measures)
