"""Ways to alter a submission, each with the reason it is to be rejected for."""

import copy
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.staging.evaluations import GOOD_DYNAMICS, dynamics_facts

from modylbench.evaluation.evaluation import Evaluation
from modylbench.foundation.record import canonical_json
from modylbench.leaderboard.submission.manifest import FILE, ArchiveMember
from modylbench.reliability.summarize import summarize
from modylbench.scoring.rules import default_rules
from modylbench.scoring.score import score
from modylbench.scoring.scorecard import (
    DynamicsDimensionScore,
    DynamicsMetricScore,
    DynamicsScore,
    Scorecard,
)

Change = Callable[["Tree"], None]


@dataclass
class Tree:
    """The files of a submission, with what was changed of them; None is what was removed."""

    folder: Path
    members: dict[str, ArchiveMember]
    changed: dict[str, bytes | None] = field(default_factory=dict)

    @property
    def places(self) -> list[str]:
        return [
            f"{trial['scenario_id']}/seed-{trial['seed']}"
            for trial in self.json("run.json")["trials"]
        ]

    def bytes(self, path: str) -> bytes:
        if path in self.changed:
            content = self.changed[path]
            assert content is not None
            return content
        return (self.folder / path).read_bytes()

    def json(self, path: str) -> Any:
        return json.loads(self.bytes(path))

    def lines(self, path: str) -> list[Any]:
        return [json.loads(line) for line in self.bytes(path).splitlines()]

    def put(self, path: str, value: Any) -> None:
        self.changed[path] = canonical_json(value).encode()

    def put_lines(self, path: str, values: list[Any]) -> None:
        texts = [json.dumps(value, separators=(",", ":"), ensure_ascii=False) for value in values]
        self.changed[path] = "".join(f"{text}\n" for text in texts).encode()

    def edit(self, path: str, change: Callable[[Any], None]) -> None:
        value = self.json(path)
        before = copy.deepcopy(value)
        change(value)
        assert value != before, f"nothing was altered in {path}"
        self.put(path, value)

    def paths(self) -> dict[str, ArchiveMember]:
        """The members as they are now."""
        found = dict(self.members)
        for path, content in self.changed.items():
            if content is None:
                found.pop(path, None)
            else:
                digest = hashlib.sha256(content).hexdigest()
                found[path] = ArchiveMember(path=path, sha256=digest, size=len(content))
        names = [FILE, *sorted(set(found) - {FILE})] if FILE in found else sorted(found)
        return {name: found[name] for name in names}

    def reseal(self) -> None:
        """List in the manifest what is there now, as whoever alters a submission would."""
        manifest = self.json(FILE)
        manifest["members"] = [
            member.model_dump(mode="json") for path, member in self.paths().items() if path != FILE
        ]
        self.put(FILE, manifest)

    def rescore(self, place: str) -> None:
        """Make a scorecard of an altered evaluation by the real code."""
        content = self.bytes(f"{place}/evaluation.json")
        evaluation = Evaluation.model_validate_json(content)
        digest = hashlib.sha256(content).hexdigest()
        card = score(evaluation, default_rules(), evaluation_sha256=digest)
        self.put(f"{place}/scorecard.json", card.model_dump(mode="json"))

    def resummarize(self) -> None:
        """Make reliability and the manifest's claims anew by the real code."""
        plan = self.json("run.json")
        cards = [
            Scorecard.model_validate_json(self.bytes(f"{place}/scorecard.json"))
            for place in self.places
        ]
        planned = [(trial["scenario_id"], trial["seed"]) for trial in plan["trials"]]
        report = summarize(cards, planned=planned)
        self.put("reliability.json", report.model_dump(mode="json"))
        manifest = self.json(FILE)
        manifest["scores"] = {x.scenario_id: x.official for x in report.scenarios if x.official}
        manifest["overall"] = report.overall
        manifest["seeds"], manifest["k"] = plan["seeds"], len(plan["seeds"])
        manifest["agent"] = plan["agent"]
        self.put(FILE, manifest)


@dataclass(frozen=True)
class Alteration:
    """One way to alter it; rejected for one of `codes`, at a place that has `where` in it."""

    name: str
    codes: tuple[str, ...]
    where: str
    change: Change
    is_sealed: bool = True


def value_at(value: Any, path: str) -> tuple[Any, Any]:
    """What holds the value at a path such as turns.0.score, and its key there."""
    *parents, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
    for part in parents:
        value = value[part]
    return value, last


def other_value(value: Any) -> Any:  # noqa: PLR0911 - one a kind
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case float():
            return value - 0.25 if value > 2 else value + 0.25
        case str() if len(value) == 64:
            return hashlib.sha256(value.encode()).hexdigest()
        case str():
            return f"{value}x"
        case list():
            return value[:-1] if value else None
        case _:
            return None


def field_of(path: str, to: Any = ...) -> Callable[[Any], None]:
    """A change of one field to another value."""

    def change(record: Any) -> None:
        holder, key = value_at(*_utterance_at(record, path))
        holder[key] = other_value(holder[key]) if to is ... else to

    return change


def _utterance_at(record: Any, path: str) -> tuple[Any, str]:
    """Of a path such as `asked.2.text` or `said.2.text`, the utterance of that exchange."""
    kind, _, rest = path.partition(".")
    if kind not in ("asked", "said"):
        return record, path
    number, _, field = rest.partition(".")
    exchange = record["exchanges"][int(number)]
    utterances = [event for event in record["events"] if event["kind"] == "utterance"]
    if kind == "asked":
        return next(said for said in utterances if said["id"] == exchange["asked"]), field
    turn_index = exchange["turn_index"]
    free = (said for said in utterances if said["planned"] is None)
    return next(said for said in free if said["turn_index"] == turn_index), field


FORGED_FACTS = dynamics_facts(GOOD_DYNAMICS, is_multi_party=False)
"""As if nothing in how the agent talked could be better; a real meeting has other events."""
FORGED_DYNAMICS = DynamicsScore(
    norms="ami 1",
    counts=True,
    score=10.0,
    dimensions=(
        DynamicsDimensionScore(
            dimension="coordination",
            score=10.0,
            metrics=(DynamicsMetricScore(symbol="DRC", value=1.0),),
        ),
    ),
    competitive_interruptions=0,
)
SCORECARD: tuple[tuple[str, Any, str], ...] = (
    ("combined", 9.5, "scorecard"), ("combined", None, "scorecard"), ("journey", 9.0, "scorecard"),
    ("destination", 9.9, "scorecard"), ("tier", "consultant", "scorecard"),
    ("standard", "gold", "scorecard"), ("mode", "multimodal", "scorecard"),
    ("turns.0.score", 10.0, "scorecard"), ("turns.0.weighted", ..., "scorecard"),
    ("turns.0.dimensions.0.score", 10.0, "scorecard"),
    ("turns.0.dimensions.1.is_disputed", ..., "scorecard"),
    ("turns.0.modes", {}, "scorecard"), ("products.0.score", 10.0, "scorecard"),
    ("products.0.is_present", ..., "scorecard"), ("products", [], "scorecard"),
    ("turns", [], "scorecard"), ("edge_cases", [], "scorecard"),
    ("is_official", ..., "scorecard"), ("invalid", ["no"], "scorecard"),
    ("notes", [], "scorecard"), ("metrics.answered_turns", ..., "scorecard"),
    ("metrics.median_response_s", 0.1, "scorecard"), ("statistics.rated", ..., "scorecard"),
    ("usage.cost_usd", 123.0, "scorecard"), ("usage.calls", ..., "scorecard"),
    ("signatures.0.sha256", ..., "signature"), ("signatures.3.version", "2", "signature"),
    ("layers_off", [2], "scorecard"), ("transcripts", "full", "scorecard"),
    ("agent.name", "another", "scorecard"), ("panel.0.name", "someone", "scorecard"),
    ("panel.0.kind", "offline", "scorecard"), ("seed", ..., "scorecard"),
    ("scenario_id", "scientist_2", "scorecard"), ("scenario_version", ..., "scorecard"),
    ("evaluation", ..., "binding"), ("recording", ..., "scorecard"),
    ("schema_version", ..., "record"), ("by_paper", 10.0, "scorecard"),
    ("dynamics", FORGED_DYNAMICS.model_dump(mode="json"), "scorecard"),
    ("metrics.competitive_interruptions", 77, "scorecard"),
)  # fmt: skip
EVALUATION: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("verdicts.0.ratings.0.score", 10.0, ("verdict",)),
    ("verdicts.1.ratings.1.score", None, ("verdict",)),
    ("verdicts.0.ratings.0.reason", "splendid", ("verdict",)),
    ("verdicts.0.ratings.0.evidence", [], ("verdict",)),
    ("verdicts.0.judge", "a better judge", ("panel", "verdict")),
    ("verdicts.0.mode", "multimodal", ("verdict",)),
    ("verdicts.0.receipt.audio", ["ab" * 32], ("media",)),
    ("verdicts.0.receipt.images", ["cd" * 32], ("media",)),
    ("verdicts.0.requests.0", ..., ("verdict",)),
    ("verdicts.0.usage.input_tokens", ..., ("verdict",)),
    ("verdicts.0.usage.cost_usd", 0.5, ("verdict",)),
    ("verdicts.0.was_led", ..., ("verdict",)),
    ("verdicts.0.failed_canary", ..., ("verdict",)),
    ("verdicts.0.notes", ["fine"], ("verdict",)),
    ("verdicts.0.failure", "it did not answer", ("verdict",)),
    ("verdicts.0.coherence_notes", "in step", ("verdict",)),
    ("verdicts.0.subject.name", "3", ("verdict",)),
    ("verdicts", ..., ("verdict",)),
    ("usage.calls", ..., ("usage",)),
    ("usage.cost_usd", 1.0, ("usage",)),
    ("signatures.0.sha256", ..., ("signature",)),
    ("signatures.1.version", "9", ("signature",)),
    ("signatures", ..., ("signature",)),
    ("panel.0.signature", "0" * 12, ("panel",)),
    ("panel.0.model", "openai:gpt-9", ("panel",)),
    ("panel.0.hears", ..., ("panel",)),
    ("panel", ..., ("panel",)),
    ("facts.turns.0.outcome", "timed_out", ("facts",)),
    ("facts.turns.0.timing.response_s", 0.01, ("facts",)),
    ("facts.turns.0.audio_sha256", "ab" * 32, ("facts",)),
    ("facts.turns.0.speech.source", "asr", ("facts",)),
    ("facts.products.0.is_present", ..., ("facts",)),
    ("facts.turns", ..., ("facts",)),
    ("facts.edge_cases", [], ("facts",)),
    ("facts.talk_over_s", 5.0, ("facts",)),
    ("facts.hearing", "by ear", ("facts",)),
    ("layers_off", [4], ("official",)),
    ("mode", "multimodal", ("evaluation", "verdict")),
    ("is_official", ..., ("official",)),
    ("is_valid", ..., ("evaluation",)),
    ("edge_case", "none", ("official",)),
    ("seed", ..., ("seeds",)),
    ("scenario_version", ..., ("version",)),
    ("agent.name", "another", ("evaluation",)),
    ("expected_products", ..., ("evaluation",)),
    ("planned_turns", ..., ("evaluation",)),
    ("channels", ["chat"], ("evaluation",)),
    ("harness_version", "9.9.9", ("version",)),
    ("recording", ..., ("binding",)),
    ("facts.dynamics", FORGED_FACTS.model_dump(mode="json"), ("facts",)),
    ("is_multi_party", ..., ("evaluation",)),
)
RECORDING: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("seed", 77, ("seeds",)), ("scenario_id", "business_analyst_2", ("scenario",)),
    ("scenario_version", ..., ("version",)), ("agent.name", "another", ("claim",)),
    ("agent.settings", {"temperature": "0"}, ("claim",)), ("is_official", False, ("official",)),
    ("edge_case", "all", ("official",)), ("setting.beats", "1-2", ("official",)),
    ("setting.room", "livekit", ("claim",)), ("setting.attempt", 3, ("recording",)),
    ("setting.harness_version", "0.0.1", ("version",)), ("asked.0.text", "Hi.", ("script",)),
    ("asked.1.planned.alternative", 40, ("script",)), ("planned_turns", ..., ("script",)),
    ("exchanges", ..., ("script", "binding")), ("said.0.text", "I did it.", ("binding",)),
    ("exchanges.0.perceived_s.0", 40.0, ("binding",)), ("asked.0.ended_s", 1.0, ("binding",)),
    ("events", ..., ("binding",)), ("exchanges.3.outcome", "answered", ("binding",)),
    ("duration_s", 10.0, ("binding",)),
    ("ending", "agent_left", ("binding",)), ("participants", ..., ("binding",)),
    ("log.sha256", "ab" * 32, ("recording",)), ("log.size", ..., ("recording",)),
    ("exchanges.0.surfaces.sha256", "cd" * 32, ("record",)),
    ("setting.has_captions", ..., ("binding",)), ("exchanges.0.turn_index", 2, ("record",)),
)  # fmt: skip
RELIABILITY: tuple[tuple[str, Any], ...] = (
    ("overall", 9.5), ("overall", None), ("standard", "gold"), ("is_official", False),
    ("overall_by_paper", 9.5), ("scenarios.0.mean_by_paper", 9.0),
    ("scenarios.0.counted_by_paper", 9.0), ("scenarios.0.scores_by_paper", ...),
    ("scenarios.0.official", 9.0), ("scenarios.1.tier", "mentor"), ("scenarios.0.pass_rate", 1.0),
    ("scenarios.2.pass_at_k", 1.0), ("scenarios.2.pass_hat_k", 1.0), ("scenarios.3.mean", 8.0),
    ("scenarios.3.sd", 0.01), ("scenarios.4.min", 9.0), ("scenarios.4.max", 10.0),
    ("scenarios.5.ci95", [1.0, 2.0]), ("scenarios.0.scores", ...), ("scenarios.0.seeds", [7, 8, 9]),
    ("scenarios.0.missing_seeds", [2]), ("scenarios.0.is_provisional", ...),
    ("scenarios.1.dimensions.0.is_flaky", ...), ("scenarios.1.dimensions", ...),
    ("scenarios", ...), ("notes", ["all is well"]), ("statistics.agreement_rate", 1.5),
    ("agent.name", "another"), ("signatures.0.sha256", ...), ("layers_off", [6]),
)  # fmt: skip
RUN: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("agent.name", "another", ("claim",)), ("agent.settings", {}, ("claim",)),
    ("edge_cases", "all", ("official",)), ("beats", "1-3", ("official",)),
    ("harness_version", "0.0.1", ("version",)), ("harness_digest", "0" * 16, ("claim",)),
    ("seeds", [0, 1], ("runs",)), ("seeds", [0, 2, 1], ("order",)),
    ("seeds", [0, 1, 1], ("order",)),
    ("seeds", [5, 6, 7], ("seeds",)), ("scenarios", ..., ("scenario",)),
    ("scenario_versions.scientist", 99, ("version",)), ("room", "livekit", ("claim",)),
    ("trials.0.seed", 9, ("scenario",)), ("trials.0.scenario", "/etc", ("scenario",)),
    ("trials", ..., ("scenario",)),
)  # fmt: skip
MANIFEST: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("mode", "gold", ("standard",)), ("k", 5, ("claim",)), ("k", 2, ("claim",)),
    ("seeds", [0, 1, 2, 3], ("claim",)), ("agent.name", "another", ("claim",)),
    ("agent.settings", {}, ("claim",)), ("harness_version", "9", ("claim",)),
    ("harness_digest", "f" * 16, ("claim",)), ("overall", 9.9, ("claim",)),
    ("overall", None, ("claim",)), ("scores.scientist", 9.9, ("claim",)),
    ("scores", {}, ("claim",)),
    ("panel", ..., ("panel",)), ("panel.0.model", "openai:gpt-5.2", ("panel",)),
    ("panel.1.kind", "offline", ("panel",)), ("panel.0.name", "someone", ("panel",)),
    ("judges", ..., ("panel",)), ("judges.0", "offline", ("panel",)),
    ("judges.0", "openai:gpt-5.2", ("panel",)), ("format_version", 2, ("record",)),
    ("format", "zip", ("record",)), ("name", "a\nb", ("record",)),
    ("name", "\u202egpj", ("record",)), ("name", "", ("record",)),
    ("schema_version", "1", ("record",)),
    ("members.3.sha256", ..., ("member",)), ("members.3.size", ..., ("member",)),
    ("members", ..., ("extra_member",)),
)  # fmt: skip


def alterations(places: list[str]) -> Iterator[Alteration]:
    """All of them, over the trials in turn."""
    yield from _of_scorecards(places)
    yield from _of_evaluations(places)
    yield from _of_recordings(places)
    yield from _of_answers(places)
    yield from _of_files(places)
    for path, to in RELIABILITY:
        change = _edit("reliability.json", field_of(path, to))
        yield Alteration(f"reliability {path} {to!r}", ("reliability",), "reliability.json", change)
    for path, to, codes in RUN:
        yield Alteration(f"run {path} {to!r}", codes, "", _edit("run.json", field_of(path, to)))
    for path, to, codes in MANIFEST:
        change = _edit(FILE, field_of(path, to))
        yield Alteration(f"manifest {path} {to!r}", codes, "", change, is_sealed=False)
    yield from _of_writing(places)
    yield from _of_runs(places)


def _edit(path: str, change: Callable[[Any], None]) -> Change:
    return lambda tree: tree.edit(path, change)


def _of_scorecards(places: list[str]) -> Iterator[Alteration]:
    for number, (path, to, code) in enumerate(SCORECARD):
        file = f"{places[number % len(places)]}/scorecard.json"
        change = _edit(file, field_of(path, to))
        yield Alteration(f"scorecard {path} {to!r}", (code,), file, change)


def _of_evaluations(places: list[str]) -> Iterator[Alteration]:
    """Each alone, and with scorecard, reliability and claims made anew by the real code."""
    for number, (path, to, codes) in enumerate(EVALUATION):
        place = places[(5 * number) % len(places)]
        change = _edit_and_rescore(place, field_of(path, to))
        yield Alteration(f"evaluation {path} {to!r}", codes, place, change)


def _edit_and_rescore(place: str, change: Callable[[Any], None]) -> Change:
    def altered(tree: Tree) -> None:
        tree.edit(f"{place}/evaluation.json", change)
        tree.rescore(place)

    return altered


def _of_recordings(places: list[str]) -> Iterator[Alteration]:
    for number, (path, to, codes) in enumerate(RECORDING):
        place = places[(7 * number) % len(places)]
        change = _edit(f"{place}/recording.json", field_of(path, to))
        yield Alteration(f"recording {path} {to!r}", codes, place, change)

    def fault(record: Any) -> None:
        record["faults"].append(
            {"culprit": "harness", "code": "x", "detail": "", "turn_index": None, "at_s": None,
             "spoils": True}
        )  # fmt: skip

    yield Alteration("recording is spoilt", ("recording",), places[0],
                     _edit(f"{places[0]}/recording.json", fault))  # fmt: skip


def _of_answers(places: list[str]) -> Iterator[Alteration]:
    def lines(place: str, change: Callable[[list[Any]], None]) -> Change:
        def altered(tree: Tree) -> None:
            path = f"{place}/judgments.jsonl"
            values = tree.lines(path)
            change(values)
            tree.put_lines(path, values)

        return altered

    def score_of_10(values: list[Any]) -> None:
        answer = json.loads(values[0]["answer"])
        for rated in answer["ratings"].values():
            rated["score"] = 10
        values[0]["answer"] = json.dumps(answer)

    changes: tuple[tuple[str, tuple[str, ...], Callable[[list[Any]], None]], ...] = (
        ("the answer's scores", ("verdict",), score_of_10),
        ("the answer is no JSON", ("verdict",), field_of("0.answer", "splendid")),
        ("a line is gone", ("verdict",), lambda values: values.pop()),
        ("all lines are gone", ("verdict",), lambda values: values.clear()),
        ("a line twice", ("exchange",), lambda values: values.append(values[0])),
        ("lines in another order", ("exchange",), lambda values: values.reverse()),
        ("the request", ("exchange",), field_of("1.request")),
        ("the judge", ("exchange",), field_of("1.judge", "someone")),
        ("the step", ("exchange",), field_of("1.step", "repaired")),
        ("the subject", ("exchange",), field_of("1.subject.name", "9")),
        ("the tokens", ("verdict",), field_of("1.usage.input_tokens", 5)),
        ("the cost", ("verdict",), field_of("1.usage.cost_usd", 9.0)),
        ("a receipt", ("media",), field_of("1.receipt.audio", ["ab" * 32])),
        ("an unknown field", ("record",), field_of("0.more", 1)),
        ("a score of the wrong type", ("record",), field_of("0.answer", 10)),
    )
    for number, (name, codes, change) in enumerate(changes):
        place = places[(11 * number) % len(places)]
        yield Alteration(f"answers: {name}", codes, place, lines(place, change))


def _of_files(places: list[str]) -> Iterator[Alteration]:
    def content(path: str, to: bytes | None) -> Change:
        return lambda tree: tree.changed.update({path: to})

    for name in ("surfaces/turn-01.json", "surfaces/turn-01.jsonl", "events.jsonl"):
        path = f"{places[4]}/{name}"
        yield Alteration(f"content of {name}", ("recording",), path, content(path, b"{}\n"))
        yield Alteration(f"{name} is gone", ("recording",), path, content(path, None))
        yield Alteration(f"{name} unsealed", ("member",), path, content(path, b"{}\n"), False)
    for name in ("recording.json", "evaluation.json", "judgments.jsonl", "scorecard.json"):
        path = f"{places[9]}/{name}"
        yield Alteration(f"{name} is gone", ("missing_member",), path, content(path, None))
        yield Alteration(f"{name} gone, unsealed", ("missing_member",), path,
                         content(path, None), False)  # fmt: skip
    for path in ("run.json", "reliability.json"):
        yield Alteration(f"{path} is gone", ("missing_member",), path, content(path, None))
    for path in ("notes.txt", f"{places[0]}/media/turn-01/more.wav", "scientist/seed-9/x.json",
                 f"{places[2]}/surfaces/turn-99.json", "submission.zip"):  # fmt: skip
        yield Alteration(f"more: {path}", ("extra_member",), path, content(path, b"x"))
        yield Alteration(
            f"more, unsealed: {path}", ("extra_member",), path, content(path, b"x"), False
        )


def _of_writing(places: list[str]) -> Iterator[Alteration]:
    """What readers of JSON take in different ways, in each kind of record."""
    first = places[12]
    files = ("run.json", "reliability.json", f"{first}/recording.json", f"{first}/evaluation.json",
             f"{first}/scorecard.json", FILE)  # fmt: skip
    for path in files:
        ways: tuple[tuple[str, tuple[str, ...], Callable[[bytes], bytes]], ...] = (
            ("NaN", ("nan",), lambda text: _number(text, b"NaN")),
            ("Infinity", ("nan",), lambda text: _number(text, b"Infinity")),
            ("-Infinity", ("nan",), lambda text: _number(text, b"-Infinity")),
            ("a key twice", ("duplicate_key",), lambda text: b'{"schema_version": 2,' + text[1:]),
            ("other spaces", ("json",), lambda text: text.replace(b"\n", b"\n ", 3)),
            ("cut short", ("json",), lambda text: text[:-9]),
            ("a field more", ("record",), lambda text: b'{"more": 1,' + text[1:]),
            ("nested deep", ("json",), lambda _: b"[" * 200_000),
        )
        for name, codes, way in ways:
            is_sealed = path != FILE
            yield Alteration(f"{name} in {path}", codes, path, _rewrite(path, way), is_sealed)


def _rewrite(path: str, way: Callable[[bytes], bytes]) -> Change:
    def altered(tree: Tree) -> None:
        before = tree.bytes(path)
        tree.changed[path] = way(before)
        assert tree.changed[path] != before

    return altered


def _number(text: bytes, to: bytes) -> bytes:
    return re.sub(rb'"schema_version": \d', b'"schema_version": ' + to, text, count=1)


def _of_runs(places: list[str]) -> Iterator[Alteration]:  # noqa: C901, PLR0915 - a list
    def without(scenario_id: str | None, seed: int | None) -> Change:
        """Leave out a scenario, or a run of each, and make all the rest fit."""

        def altered(tree: Tree) -> None:
            plan = tree.json("run.json")
            gone = [
                x for x in plan["trials"] if x["scenario_id"] == scenario_id or x["seed"] == seed
            ]
            for trial in gone:
                prefix = f"{trial['scenario_id']}/seed-{trial['seed']}/"
                tree.changed.update({x: None for x in tree.members if x.startswith(prefix)})
            plan["trials"] = [trial for trial in plan["trials"] if trial not in gone]
            plan["scenarios"] = [
                scenario for scenario in plan["scenarios"] if scenario != scenario_id
            ]
            plan["scenario_versions"].pop(scenario_id, None)
            plan["seeds"] = [planned for planned in plan["seeds"] if planned != seed]
            tree.put("run.json", plan)
            tree.resummarize()

        return altered

    def moved(source: str, target: str) -> Change:
        """Put one trial where another belongs, and say it were that one."""

        def altered(tree: Tree) -> None:
            seed = int(target.rpartition("-")[2])
            for path in [x for x in tree.members if x.startswith(f"{target}/")]:
                tree.changed[path] = None
            for path in [x for x in tree.members if x.startswith(f"{source}/")]:
                tree.changed[target + path.removeprefix(source)] = (tree.folder / path).read_bytes()
            for name in ("recording", "evaluation"):
                tree.edit(f"{target}/{name}.json", field_of("seed", seed))
            digest = hashlib.sha256(tree.bytes(f"{target}/recording.json")).hexdigest()
            tree.edit(f"{target}/evaluation.json", field_of("recording", digest))
            tree.rescore(target)
            tree.resummarize()

        return altered

    def swapped(tree: Tree) -> None:
        first, second = places[0], places[1]
        for path in tree.members:
            for source, target in ((first, second), (second, first)):
                if path.startswith(f"{source}/"):
                    tree.changed[target + path.removeprefix(source)] = (
                        tree.folder / path
                    ).read_bytes()
        for path in tree.members:
            if path.startswith((f"{first}/", f"{second}/")) and path not in tree.changed:
                tree.changed[path] = None

    def reordered(tree: Tree) -> None:
        tree.edit("run.json", lambda plan: plan["trials"].reverse())

    def twice(tree: Tree) -> None:
        tree.edit("run.json", lambda plan: plan["trials"].append(plan["trials"][0]))

    for name in ("scientist", "financial_analyst"):
        yield Alteration(f"no {name}", ("scenario",), "run.json", without(name, None))
    yield Alteration("two runs of each", ("runs",), "run.json", without(None, 2))
    yield Alteration("no first seed", ("seeds",), "run.json", without(None, 0))
    for scenario in range(0, 18, 6):
        source, target = places[scenario], places[scenario + 2]
        yield Alteration(f"{source} once more", ("duplicate",), target, moved(source, target))
        yield Alteration(f"{source} off script", ("script",), target, moved(source, target))
    yield Alteration("two runs swapped", ("seeds",), places[0], swapped)
    yield Alteration("runs in another order", ("order",), "run.json", reordered)
    yield Alteration("a run listed twice", ("duplicate",), "run.json", twice)
