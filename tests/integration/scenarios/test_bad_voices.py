"""A script for several voices that cannot be played is refused in one line with file and place."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.staging.multi_party import write_multi_party

from modylbench.foundation.errors import BadFile
from modylbench.scenarios.loader import load
from modylbench.scenarios.variant import instantiate

Spoiling = Callable[[dict[str, Any], dict[str, Any]], object]
"""Of the card and of the first opening of the script."""

LATE = {"id": "late", "speaker": "sceptic", "say": ["Sorry."] * 4, "arrives": True}
REPLY = {"id": "reply", "speaker": "chair", "to": ["owner"], "say": ["Oh.", "I see."] * 2}
ASIDE = {"id": "aside", "speaker": "owner", "to": ["chair"], "say": ["As I said before."] * 4}
ELSEWHERE = {"price": "none"}
"""At no seed."""
REPLY_OF_OTHERS = REPLY | {"speaker": "owner", "to": ["chair"], "where": ELSEWHERE}
OVERLAPPING = LATE | {
    "id": "overlapping",
    "speaker": "chair",
    "arrives": False,
    "offset_s": [-1, -1],
}
BAD: dict[str, tuple[Spoiling, str]] = {
    "a speaker whom nobody knows": (
        lambda _, asked: asked["before"][0].update(speaker="ghost"),
        "script.yaml: beats[0].opening[0].before[0].speaker: unknown participant 'ghost': expected "
        "one of chair, owner, sceptic",
    ),
    "an addressee whom nobody knows": (
        lambda _, asked: asked["before"][0].update(to=["ghost"]),
        "script.yaml: beats[0].opening[0].before[0].to: unknown participant 'ghost'",
    ),
    "words of the agent": (
        lambda _, asked: asked["during"][0].update(speaker="agent"),
        "script.yaml: beats[0].opening[0].during[0].speaker: unknown participant 'agent'",
    ),
    "a request to somebody else": (
        lambda _, asked: asked.update(to=["owner"]),
        "line 3: beats[0].opening: found a request to owner, expected the agent among `to`",
    ),
    "a line to oneself": (
        lambda _, asked: asked["before"][0].update(to=["chair"]),
        "the line 'asks' is said by chair to themselves, expected others in `to`",
    ),
    "an unknown trigger": (
        lambda _, asked: asked["during"][0].update(trigger={"agent_laughs": 2}),
        "script.yaml: line 54: beats[0].opening.during[0].trigger.agent_laughs: unknown field",
    ),
    "no trigger": (
        lambda _, asked: asked["during"][0].update(trigger={}),
        "line 53: beats[0].opening.during[0].trigger: found an empty trigger, expected agent",
    ),
    "a backchannel that goes on": (
        lambda _, asked: asked["during"][0].update(if_agent_yields=["Thanks."] * 4),
        "line 46: beats[0].opening.during[0]: found `if_agent_yields`, `if_not` or `retries` in "
        "the backchannel 'mm', expected none",
    ),
    "a circle": (
        lambda _, asked: asked["before"][1].update(after="answers"),
        "the line 'answers' waits for itself, expected a line before it",
    ),
    "a line that waits for one that is not there": (
        lambda _, asked: asked["before"][1].update(after="ghost"),
        "the line 'answers' waits for 'ghost', expected a line before it",
    ),
    "a line that waits for one of other seeds": (
        lambda _, asked: asked["before"][0].update(where=ELSEWHERE),
        "beat context: the line 'answers' waits for 'asks', expected a line before it at seed 0",
    ),
    "one who speaks over themselves where a line of other seeds is left out": (
        lambda _, asked: asked["before"].__setitem__(
            slice(1, None), [REPLY_OF_OTHERS, OVERLAPPING]
        ),
        "the line 'overlapping' lets chair speak over themselves, expected offset_s >= 0 at seed 0",
    ),
    "a trigger on what is checked nowhere": (
        lambda _, asked: asked["during"][0].update(trigger={"agent_shows_wrong": "ghost"}),
        "beats[0].opening[0].during[0].trigger.agent_shows_wrong: unknown criterion on a figure",
    ),
    "one who speaks over themselves": (
        lambda _, asked: asked["before"][1].update(speaker="chair", to=["owner"]),
        "the line 'answers' lets chair speak over themselves, expected offset_s >= 0",
    ),
    "one who speaks over themselves by a detour": (
        lambda _, asked: asked["before"].append(ASIDE | {"after": "asks"}),
        "the line 'aside' lets owner speak over their own line 'answers', expected it to come "
        "after that",
    ),
    "one who goes on before a short reply is long enough": (
        lambda _, asked: asked["before"].extend([REPLY, ASIDE | {"offset_s": [-3, 0]}]),
        "the line 'aside' lets owner speak over their own line 'answers'",
    ),
    "an offset that is no span": (
        lambda _, asked: asked["before"][1].update(offset_s=0.5),
        "line 32: beats[0].opening.before[1].offset_s: found 0.5, expected: Input should be",
    ),
    "nothing to say": (
        lambda _, asked: asked["before"][0].update(say=[]),
        "line 16: beats[0].opening.before[0].say: found [], expected: Tuple should have at least 1",
    ),
    "an empty wording": (
        lambda _, asked: asked["before"][0].update(say=["So?", ""]),
        "line 18: beats[0].opening.before[0].say[1]: found '', expected: String should have",
    ),
    "a manner that nobody knows": (
        lambda _, asked: asked["during"][0].update(manner="shouting"),
        "line 55: beats[0].opening.during[0].manner: found 'shouting', expected: Input should be "
        "'speech', 'backchannel' or 'laughter'",
    ),
    "one who has left": (
        lambda _, asked: asked["before"][0].update(departs=True),
        "script.yaml: seed 0: turn 1: the request: chair speaks and is not there, expected",
    ),
    "one who has not come": (
        lambda _, asked: asked["before"].append(LATE),
        "script.yaml: seed 0: turn 1: the line 'note': sceptic speaks and is not there, expected",
    ),
    "two of one name": (
        lambda card, _: card["participants"].append(card["participants"][0]),
        "scenario.yaml: line 1: found the participant 'chair' twice, expected identities to be",
    ),
    "a person called agent": (
        lambda card, _: card["participants"][1].update(identity="agent"),
        "scenario.yaml: line 1: found the participant 'agent', expected another identity",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_it_is_refused_in_one_line_with_file_and_place(name: str, tmp_path: Path) -> None:
    spoil, expected = BAD[name]
    folder = write_multi_party(tmp_path)
    files = {name: folder / f"{name}.yaml" for name in ("scenario", "script")}
    card, script = (yaml.safe_load(file.read_text(encoding="utf-8")) for file in files.values())
    spoil(card, script["beats"][0]["opening"])
    for file, content in zip(files.values(), (card, script), strict=True):
        file.write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")

    with pytest.raises(BadFile) as refused:
        instantiate(load(folder), 0)

    assert expected in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "function-after" not in str(refused.value)


def test_an_opening_that_another_hides_is_refused(tmp_path: Path) -> None:
    folder = write_multi_party(tmp_path)
    file = folder / "script.yaml"
    script = yaml.safe_load(file.read_text(encoding="utf-8"))
    beat = script["beats"][1]
    beat["opening"] = [beat["opening"], beat["opening"]]
    file.write_text(yaml.safe_dump(script, sort_keys=False), encoding="utf-8")

    with pytest.raises(BadFile) as refused:
        load(folder)

    assert "script.yaml: beats[1].opening[0]: found no `where`, expected one" in str(refused.value)


def test_one_who_waits_for_their_own_line_by_way_of_another_can_be_played(tmp_path: Path) -> None:
    folder = write_multi_party(tmp_path)
    file = folder / "script.yaml"
    script = yaml.safe_load(file.read_text(encoding="utf-8"))
    script["beats"][0]["opening"]["before"] += [REPLY, ASIDE | {"offset_s": [-0.2, 0.5]}]
    file.write_text(yaml.safe_dump(script, sort_keys=False), encoding="utf-8")

    instantiate(load(folder), 0)


def test_as_it_stands_it_can_be_played(tmp_path: Path) -> None:
    scenario = instantiate(load(write_multi_party(tmp_path)), 0).scenario

    assert len(scenario.participants) == 3
