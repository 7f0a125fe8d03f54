"""What the oracle says and shows, written down for agents that run elsewhere."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from modylbench.agents.agent import HeardTurn
from modylbench.agents.reference.display import Display
from modylbench.agents.reference.playbook import Playbook, answer_of
from modylbench.providers.speech.sound import write_wav
from modylbench.providers.speech.voices import agent_voice, best_voice

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.scenarios.variant import Variant


def write_script(variant: Variant, folder: Path) -> Path:
    """The folder, with `script.json` and a WAV file for each answer."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = list(_lines(variant))
    (folder / "script.json").write_text(json.dumps(lines), encoding="utf-8")
    engine = best_voice()
    humans = {engine.voice_for(person.voice) for person in variant.scenario.participants}
    voice = agent_voice(engine, humans)
    for number, line in enumerate(lines):
        speech = asyncio.run(engine.speak(line["said"], voice))
        write_wav(folder / f"said-{number:02}.wav", speech)
    return folder


def _lines(variant: Variant) -> list[dict[str, Any]]:
    playbook, display = Playbook(variant), Display()
    lines: list[dict[str, Any]] = []
    for place, slot in enumerate(playbook.slots, start=1):
        ways = slot.turn.alternatives
        step = playbook.step(HeardTurn("", ways[-1].human_utterance))
        shown = list(display.messages(step.products))
        for number, asked in enumerate(ways):
            line = {"place": place, "asked": asked.human_utterance, "said": answer_of(slot, asked)}
            lines.append({**line, "shown": shown if number == 0 else []})
            lines += [
                {"place": place, "asked": cue.text, "said": cue.answer, "shown": []}
                for cue in asked.during
                if cue.answer
            ]
    return lines
