"""In a recorded meeting, who says what it shows does not contradict itself."""

from pathlib import Path

import pytest
from tests.staging.meetings import captions, record_meeting
from tests.staging.sampling import whole_at_night
from tests.staging.variants import variant_of

from modylbench.evaluation.measuring.figures.said_figures import figures_of
from modylbench.evaluation.views.turns import views as views_of
from modylbench.scenarios.catalogue import shipped_scenarios


@pytest.mark.parametrize("name", whole_at_night(shipped_scenarios(), every=2))
def test_who_says_what_it_shows_is_not_said_to_contradict_itself(name: str, tmp_path: Path) -> None:
    """However wrong both are: this agent reckons on from what it has misread."""
    # At seed 1 the right returns of the buyout stand elsewhere in its wrong sensitivity.
    variant = variant_of(name, 5 if name == "financial_analyst" else 1)
    recording = record_meeting("polite_but_wrong", variant, tmp_path)
    seen = views_of(recording, tmp_path, variant, captions(recording))

    found = [figure for turn in figures_of(seen, variant).values() for figure in turn]

    assert sum(figure.is_true is False for figure in found) > 5
    assert sum(figure.agreement == "contradicts" for figure in found) <= 1
