"""A mistake names the nearest right name, and travels between processes."""

import pickle

from modylbench.foundation.errors import BadFile, UnknownName, UserMistake


def test_an_unknown_name_suggests_the_nearest() -> None:
    mistake = UnknownName("scenario", "finansial_analyst", ["financial_analyst", "scientist"])

    assert isinstance(mistake, UserMistake)
    assert str(mistake) == "unknown scenario 'finansial_analyst': did you mean 'financial_analyst'?"


def test_a_mistake_reaches_the_person_from_another_process() -> None:
    for mistake in (BadFile("a.yaml", "line 3", "is bad"), UnknownName("thing", "x", {"y", "z"})):
        assert str(pickle.loads(pickle.dumps(mistake))) == str(mistake)  # noqa: S301
