"""A scenario folder on disk: YAML files whose names lead somewhere, and an oracle."""

from __future__ import annotations

import importlib.util
import re
import sys
import traceback
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from modylbench.foundation.errors import BadFile, ModylBenchError, UnknownName, short_repr
from modylbench.foundation.record import read_text
from modylbench.products.pointer import steps
from modylbench.products.scalars import IdentifiedPart
from modylbench.scenarios.channels.script import ChannelScript
from modylbench.scenarios.criteria.expressions import BadExpression, parse_comparisons
from modylbench.scenarios.goals import Goals
from modylbench.scenarios.script import (
    AGENT,
    EVERYBODY,
    Defects,
    EdgeCases,
    Script,
    openings,
)
from modylbench.scenarios.suites import CORE, OWN
from modylbench.scenarios.template import Card, Deliverables, ShortMeeting, Template
from modylbench.scenarios.yaml_file import read_yaml

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from modylbench.products.quantities.quantity import Quantity
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.criteria.criterion import Criterion
    from modylbench.scenarios.oracle import Oracle, OracleRule, RuleReading, Truth
    from modylbench.scenarios.script import (
        AddedChecks,
        BeatScript,
        EdgeCaseScript,
        LookAlike,
        ScriptedUtterance,
        Slot,
    )


CARD, SCRIPT, GOALS, EDGE_CASES, PRODUCTS, DEFECTS, SHORT, CHANNEL_USES, ORACLE = (
    "scenario.yaml", "script.yaml", "goals.yaml", "edge_cases.yaml", "products.yaml",
    "defects.yaml", "short.yaml", "channels.yaml", "oracle.py",
)  # fmt: skip
FILES = (CARD, SCRIPT, EDGE_CASES, PRODUCTS, ORACLE)
YAML_FILES = (SCRIPT, GOALS, EDGE_CASES, PRODUCTS, CARD, DEFECTS, SHORT, CHANNEL_USES)
LIBRARY = Path(__file__).parent / "library"
OWN_ON_A_CARD = {"id", "suite", "based_on", "salt", "private_mark"}
"""What a scenario that is based on another does not take from its card."""
ACROSS = "all"
"""In place of a product: criteria that reach across them."""
ORACLE_NAMES = ("MILESTONES", "RULES", "solve", "products", "attachments")
T = TypeVar("T")

Use = tuple[str, str, str, str]
"""A name in use: the file, the place, the kind of thing, the name."""


@dataclass(frozen=True, slots=True)
class ScenarioSource:
    """A scenario as authored: its folder, its files, and its oracle once it is asked for."""

    folder: Path
    template: Template
    base: ScenarioSource | None = None
    """The scenario that it is based on."""

    @property
    def id(self) -> str:
        """The scenario's id."""
        return self.template.card.id

    @property
    def suite(self) -> str:
        """The suite that it counts to; of the core are only those that ship, and their variants."""
        card = self.template.card
        is_ours = card.salt or self.folder.resolve().parent == LIBRARY.resolve()
        return OWN if card.suite == CORE and not is_ours else card.suite

    def oracle(self) -> Oracle:
        """The scenario's oracle (its module is run the first time)."""
        if self.base is not None:
            return self.base.oracle()
        return GuardedOracle(_module(self.folder, self.id), self.folder / ORACLE)


def load(folder: Path) -> ScenarioSource:
    """The scenario in a folder, or a BadFile that says what is wrong with it."""
    card = read_card(folder)
    base = load(_base_folder(folder, card.based_on)) if card.based_on else None
    is_free_form = (folder / GOALS).exists()
    if base is not None:
        shared = base.template.model_copy(update={"card": card})
    else:
        has_defects = (folder / DEFECTS).exists()
        has_short = (folder / SHORT).exists() and not is_free_form
        shared = Template(
            card=card,
            script=None if is_free_form else read_yaml(folder / SCRIPT, Script),
            edge_cases=read_yaml(folder / EDGE_CASES, EdgeCases),
            deliverables=read_yaml(folder / PRODUCTS, Deliverables),
            defects=read_yaml(folder / DEFECTS, Defects) if has_defects else Defects(),
            short=read_yaml(folder / SHORT, ShortMeeting) if has_short else None,
        )
    goals = read_yaml(folder / GOALS, Goals) if is_free_form else None
    update: dict[str, Any] = {"script": None, "short": None, "goals": goals} if is_free_form else {}
    if (folder / CHANNEL_USES).exists():
        update["channels"] = _channels(folder, is_free_form=is_free_form)
    template = shared.model_copy(update=update)
    refuse_dangling(template, folder, (SCRIPT, EDGE_CASES, PRODUCTS))
    return ScenarioSource(folder, template, base)


def _channels(folder: Path, *, is_free_form: bool) -> ChannelScript:
    if is_free_form:
        problem = "found it beside goals.yaml, expected a script: its turns are known beforehand"
        raise BadFile(folder / CHANNEL_USES, "", problem)
    return read_yaml(folder / CHANNEL_USES, ChannelScript)


def read_card(folder: Path) -> Card:
    """The card of the scenario in a folder; one that is based on another says only what differs."""
    path = folder / CARD
    found = re.search(r"(?m)^based_on: *([a-z][a-z0-9_]*) *$", read_text(path))
    if found is None:
        return read_yaml(path, Card)
    base = read_card(_base_folder(folder, found[1]))
    return read_yaml(path, Card, base.model_dump(mode="json", exclude=OWN_ON_A_CARD))


def _base_folder(folder: Path, name: str) -> Path:
    """Where the scenario lies that one is based on: beside it, or in the library."""
    for place in (folder.parent, LIBRARY):
        if (place / name / CARD).is_file() and (place / name) != folder:
            return place / name
    raise BadFile(folder / CARD, "based_on", f"found no scenario {name!r} beside it or shipped")


def _module(folder: Path, name: str) -> Any:
    path = folder / ORACLE
    # One name for one file: a scenario loaded twice shares its module, two of one id do not.
    full_name = f"modylbench_oracle_{name}_{abs(hash(str(path.resolve())))}"
    if full_name in sys.modules:
        return sys.modules[full_name]
    spec = importlib.util.spec_from_file_location(full_name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise BadFile(
            path, "", "is missing; expected the scenario's oracle (see `modylbench scenarios new`)"
        )
    module = importlib.util.module_from_spec(spec)
    sys.modules[full_name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # the author's code may raise anything
        del sys.modules[full_name]
        place = f"line {error.lineno}" if isinstance(error, SyntaxError) else ""
        problem = f"cannot be loaded ({type(error).__name__}: {error})"
        raise BadFile(path, place, problem) from error
    for needed in ORACLE_NAMES:
        if not hasattr(module, needed):
            raise BadFile(
                path, "", f"does not define {needed!r}; expected {', '.join(ORACLE_NAMES)}"
            )
    return module


class GuardedOracle:
    """Calls a scenario's own code, and blames what goes wrong there on it."""

    def __init__(self, oracle: Oracle, path: Path) -> None:
        self._oracle, self._path = oracle, path
        self.MILESTONES = self._require_kind("MILESTONES", oracle.MILESTONES, tuple)
        self.RULES: Mapping[str, OracleRule] = {
            name: self._guard_rule(name, rule)
            for name, rule in self._require_kind("RULES", oracle.RULES, dict).items()
        }

    def solve(
        self, parameters: Mapping[str, float], seed: int, choices: Mapping[str, str]
    ) -> Truth | None:
        """What the oracle's `solve` gives."""
        with self._blame_on_author("solve"):
            truth = self._oracle.solve(parameters, seed, choices)
        return None if truth is None else self._require_kind("what solve returns", truth, dict)

    def products(
        self, truth: Mapping[str, Any], reached: frozenset[str]
    ) -> tuple[WorkProduct, ...]:
        """What the oracle's `products` gives."""
        with self._blame_on_author("products"):
            made = self._oracle.products(truth, reached)
        for product in self._require_kind("what products returns", made, tuple):
            self._require_kind("a product", product, IdentifiedPart)
        return made

    def attachments(self, truth: Mapping[str, Any]) -> Mapping[str, str]:
        """What the oracle's `attachments` gives."""
        with self._blame_on_author("attachments"):
            files = self._oracle.attachments(truth)
        return self._require_kind("what attachments returns", files, dict)

    def _guard_rule(self, name: str, rule: OracleRule) -> OracleRule:
        def guarded_rule(
            readings: Mapping[str, RuleReading], truth: Mapping[str, Any]
        ) -> list[str]:
            with self._blame_on_author(f"rule {name}"):
                wrong = rule(readings, truth)
            return self._require_kind(f"what rule {name} returns", wrong, list)

        return guarded_rule

    def _require_kind(self, what: str, value: Any, kind: type[T]) -> T:
        if not isinstance(value, kind):
            problem = f"{what} is {short_repr(value)}, expected a {kind.__name__}"
            raise BadFile(self._path, "", problem)
        return value

    @contextmanager
    def _blame_on_author(self, what: str) -> Iterator[None]:
        try:
            yield
        except ModylBenchError:
            raise
        except (Exception, SystemExit) as error:  # the author's code may raise anything
            frames = traceback.extract_tb(error.__traceback__)
            own = [frame for frame in frames if frame.filename.startswith(str(self._path.parent))]
            place = f"line {own[-1].lineno}" if own else ""
            path = own[-1].filename if own else self._path
            raise BadFile(path, place, f"{what} raised {type(error).__name__}: {error}") from error


def refuse_dangling(template: Template, folder: Path, files: tuple[str, str, str]) -> None:
    """Raise BadFile at the first name that leads nowhere (script, edge cases, products)."""
    known: dict[str, Collection[str]] = {
        "quantity": [quantity.id for _, _, quantity in _quantities(template, files)],
        "product": [product.id for product in template.deliverables.products],
        "beat": [beat.name for beat in template.beats],
        "participant": [person.identity for person in template.card.participants],
        "criterion": [criterion.id for _, _, criterion in _criteria(template, files)],
        "criterion on a figure": [
            criterion.id
            for _, _, criterion in _criteria(template, files)
            if criterion.check_type in {"equals", "table_equals"}
        ],
    }
    for file, place, kind, name in _uses_of_names(template, files):
        if kind == "beat" and template.goals is not None:
            continue  # an edge case needs beats of the script, and comes after all work here
        if name not in known[kind]:
            raise BadFile(folder / file, place, str(UnknownName(kind, name, known[kind])))
    _refuse_repeated(template, folder, files)
    _refuse_unreachable(template, folder, files)
    _refuse_unreadable(template, folder, files, tuple(known["quantity"]))


def _uses_of_names(template: Template, files: tuple[str, str, str]) -> Iterator[Use]:
    script, edge_cases, _ = files
    for number, beat in enumerate(template.beats):
        yield from _of_beat(beat, script, f"beats[{number}]")
    if template.closing:
        yield from _of_slot(template.closing, script, "closing")
    yield from _of_short_meeting(template)
    yield from _of_goals(template)
    yield from _of_channels(template)
    for number, case in enumerate(template.edge_cases.edge_cases):
        yield from _of_beat(case, edge_cases, f"edge_cases[{number}]")
        if case.look_alike is not None:
            yield from _of_beat(case.look_alike, edge_cases, f"edge_cases[{number}].look_alike")
    for file, place, quantity in _quantities(template, files):
        yield file, f"{place}.product", "product", quantity.product
    for file, place, checks in _added_checks(template, files):
        for name in checks.criteria:
            if name != ACROSS:
                yield file, f"{place}.criteria", "product", name


def _of_short_meeting(template: Template) -> Iterator[Use]:
    if template.short is None:
        return
    yield from _of_beat(template.short.delivery, SHORT, "delivery")
    for criterion, beats in template.short.due_after.items():
        yield SHORT, "due_after", "criterion", criterion
        yield from ((SHORT, f"due_after.{criterion}", "beat", name) for name in beats)


def _of_channels(template: Template) -> Iterator[Use]:
    if template.channels is None:
        return
    for number, moment in enumerate(template.channels.moments):
        yield CHANNEL_USES, f"moments[{number}].beat", "beat", moment.beat
        if moment.quantity is not None:
            yield CHANNEL_USES, f"moments[{number}].quantity", "quantity", moment.quantity
    for number, act in enumerate(template.channels.acts):
        yield CHANNEL_USES, f"acts[{number}].beat", "beat", act.beat
        yield CHANNEL_USES, f"acts[{number}].speaker", "participant", act.speaker
        if act.product is not None:
            yield CHANNEL_USES, f"acts[{number}].product", "product", act.product


def _of_goals(template: Template) -> Iterator[Use]:
    for number, goal in enumerate(template.goals.goals if template.goals is not None else ()):
        asked = goal.model_copy(update={"when": goal.met})
        yield from _of_utterance(asked, GOALS, f"goals[{number}]")


def _of_beat(beat: BeatScript | EdgeCaseScript | LookAlike, file: str, place: str) -> Iterator[Use]:
    for name in beat.needs or ():
        yield file, f"{place}.needs", "beat", name
    for number, utterance in enumerate(openings(beat)):
        yield from _of_utterance(utterance, file, f"{place}.opening[{number}]")
    for number, slot in enumerate(beat.follow_ups):
        yield from _of_slot(slot, file, f"{place}.follow_ups[{number}]")


def _added_checks(
    template: Template, files: tuple[str, str, str]
) -> Iterator[tuple[str, str, AddedChecks]]:
    for number, checks in enumerate(template.deliverables.cases):
        yield files[2], f"cases[{number}]", checks
    for number, case in enumerate(template.edge_cases.edge_cases):
        if case.look_alike is not None:
            yield files[1], f"edge_cases[{number}].look_alike.checks", case.look_alike.checks
    for number, checks in enumerate(template.short.checks if template.short is not None else ()):
        yield SHORT, f"checks[{number}]", checks


def _quantities(
    template: Template, files: tuple[str, str, str]
) -> Iterator[tuple[str, str, Quantity]]:
    for number, quantity in enumerate(template.deliverables.quantities):
        yield files[2], f"quantities[{number}]", quantity
    for file, place, checks in _added_checks(template, files):
        for number, quantity in enumerate(checks.quantities):
            yield file, f"{place}.quantities[{number}]", quantity


def _of_slot(slot: Slot, file: str, place: str) -> Iterator[Use]:
    for number, utterance in enumerate(slot.ask):
        yield from _of_utterance(utterance, file, f"{place}.ask[{number}]")


def _of_utterance(utterance: ScriptedUtterance, file: str, place: str) -> Iterator[Use]:
    if utterance.when is not None:
        for field in ("shown", "missing"):
            name = getattr(utterance.when, field)
            if name is not None:
                yield file, f"{place}.when.{field}", "quantity", name
    for number, mutation in enumerate(utterance.mutations):
        yield file, f"{place}.mutations[{number}].product", "product", mutation.product
    for number, cue in enumerate(utterance.during):
        criterion = cue.trigger.agent_shows_wrong
        if criterion is not None:
            field = f"{place}.during[{number}].trigger.agent_shows_wrong"
            yield file, field, "criterion on a figure", criterion
    yield from (
        (file, f"{place}.{field}", "participant", name) for field, name in _people(utterance)
    )


def _people(utterance: ScriptedUtterance) -> Iterator[tuple[str, str]]:
    """Everybody who is named around an utterance, and in which field."""
    if utterance.speaker is not None:
        yield "speaker", utterance.speaker
    named = [("to", utterance.to)]
    for number, line in enumerate(utterance.before):
        yield f"before[{number}].speaker", line.speaker
        named.append((f"before[{number}].to", line.to))
    for number, cue in enumerate(utterance.during):
        yield f"during[{number}].speaker", cue.speaker
    for field, names in named:
        yield from ((field, name) for name in names if name not in {AGENT, EVERYBODY})


def _criteria(
    template: Template, files: tuple[str, str, str]
) -> Iterator[tuple[str, str, Criterion]]:
    for number, product in enumerate(template.deliverables.products):
        for place, criterion in enumerate(product.criteria):
            yield files[2], f"products[{number}].criteria[{place}]", criterion
    for place, criterion in enumerate(template.deliverables.criteria):
        yield files[2], f"criteria[{place}]", criterion
    for file, where, checks in _added_checks(template, files):
        for name, criteria in checks.criteria.items():
            for place, criterion in enumerate(criteria):
                yield file, f"{where}.criteria.{name}[{place}]", criterion


def _refuse_unreachable(template: Template, folder: Path, files: tuple[str, str, str]) -> None:
    """Refuse openings that are never said: of several the first that fits the seed is."""
    beats: list[tuple[str, str, BeatScript | EdgeCaseScript | LookAlike]] = [
        (files[0], f"beats[{number}]", beat) for number, beat in enumerate(template.beats)
    ]
    for number, case in enumerate(template.edge_cases.edge_cases):
        beats.append((files[1], f"edge_cases[{number}]", case))
        if case.look_alike is not None:
            beats.append((files[1], f"edge_cases[{number}].look_alike", case.look_alike))
    for file, place, beat in beats:
        for number, utterance in enumerate(openings(beat)[:-1]):
            if not utterance.where:
                problem = "found no `where`, expected one: the openings after it are never said"
                raise BadFile(folder / file, f"{place}.opening[{number}]", problem)


def _refuse_repeated(template: Template, folder: Path, files: tuple[str, str, str]) -> None:
    cases = template.edge_cases.edge_cases
    lists = {
        "quantity": (files[2], [quantity.id for _, _, quantity in _quantities(template, files)]),
        "product": (files[2], [product.id for product in template.deliverables.products]),
        "criterion": (files[2], [criterion.id for _, _, criterion in _criteria(template, files)]),
        "edge case": (
            files[1],
            [
                *(case.name for case in cases),
                *(case.look_alike.name for case in cases if case.look_alike is not None),
            ],
        ),
        "beat": (
            files[0],
            [
                *(beat.name for beat in template.beats),
                *([template.short.delivery.name] if template.short is not None else []),
            ],
        ),
        "defect": (DEFECTS, [defect.name for defect in template.defects.defects]),
    }
    for kind, (file, names) in lists.items():
        for name in names:
            if names.count(name) > 1:
                raise BadFile(
                    folder / file, "", f"found the {kind} {name!r} twice, expected ids to be unique"
                )


def _with_sample_numbers(expression: str) -> str:
    """The expression with some number in place of every placeholder, so that it can be parsed."""
    return re.sub(r"\{[^{}]*\}", "1", expression)


def _refuse_unreadable(
    template: Template, folder: Path, files: tuple[str, str, str], quantities: tuple[str, ...]
) -> None:
    for file, place, criterion in _criteria(template, files):
        field = f"{place}.target_field"
        try:
            reads = criterion.model_copy(
                update={"target_field": _with_sample_numbers(criterion.target_field)}
            ).reads(quantities)
        except BadExpression as error:
            raise BadFile(folder / file, field, str(error)) from error
        for name in reads:
            if name not in quantities:
                raise BadFile(folder / file, field, str(UnknownName("quantity", name, quantities)))
    for number, case in enumerate(template.edge_cases.edge_cases):
        for text in case.forbidden:
            try:
                parse_comparisons(_with_sample_numbers(text), quantities)
            except BadExpression as error:
                raise BadFile(
                    folder / files[1], f"edge_cases[{number}].forbidden", str(error)
                ) from error
    for file, place, quantity in _quantities(template, files):
        try:
            steps(getattr(quantity, "at", ""))
        except ValueError as error:
            raise BadFile(folder / file, f"{place}.at", str(error)) from error
