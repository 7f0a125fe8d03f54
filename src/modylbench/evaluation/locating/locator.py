"""A model that points at quantities which code could not find; code reads what stands there.

Each deliverable is asked about twice, with the places in another order, by one model or by two. A
value is taken only where both answers lead to the same one. Whatever goes wrong with the model is
the locator's failure, and leaves every finding as code had it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from modylbench.evaluation.judging.answer import MalformedAnswer
from modylbench.evaluation.judging.canary import is_sealed
from modylbench.evaluation.judging.interview import (
    UNSEALED,
    JudgeFailure,
    exchange_of,
    lost_usage,
    usage_of,
)
from modylbench.evaluation.judging.model_judge import failure_of
from modylbench.evaluation.judging.replay import ReplayedModel
from modylbench.evaluation.locating import question
from modylbench.evaluation.locations import LocatorRecord, ProposedPlace, QuantityLocation
from modylbench.evaluation.verdicts import Subject
from modylbench.products.finding.addresses import (
    LONGEST_LABEL,
    NO_NUMBER,
    LocatedQuantity,
    observations_at,
    refusal,
    value_at,
)
from modylbench.products.quantities.closeness import RESTATED
from modylbench.providers.models.budget import OverBudget
from modylbench.providers.models.failures import ServiceFailure
from modylbench.providers.models.json_answer import LONGEST_ANSWER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.evaluation.locating.brief import LocatorBrief
    from modylbench.evaluation.locating.question import LocatorAnswer, LocatorRequest
    from modylbench.evaluation.locations import LocatorCalibration
    from modylbench.evaluation.verdicts import JudgeExchange, Usage
    from modylbench.products.finding.addresses import NumberAddress
    from modylbench.products.finding.find import PlaceKey
    from modylbench.products.quantities.closeness import Measure
    from modylbench.products.quantities.quantity import NumberSought
    from modylbench.products.reading.index import Index
    from modylbench.providers.models.question import AskedModel, ModelReply

STEPS = ("first", "second")
NOT_CALIBRATED = "it has no calibration; `modylbench calibrate locator` makes one"
OTHER_REQUEST = "it was calibrated with other words than it is asked with now"
OTHER_MODELS = "its calibration is of other models"
FAILURES = (JudgeFailure, ServiceFailure)


@dataclass(frozen=True, slots=True)
class Locator:
    """The models that are asked, one for both answers or one for each, and their calibration.

    `doubt` is why its calibration, if there is one, is not to be believed.
    """

    models: tuple[AskedModel, ...]
    calibration: LocatorCalibration | None = None
    doubt: str = ""
    kept: tuple[JudgeExchange, ...] | None = None
    """The answers that are given again, where nobody is asked."""

    @property
    def name(self) -> str:
        """How exchanges and findings name it: never like a judge."""
        return "locator " + " + ".join(dict.fromkeys(model.name for model in self.models))

    @property
    def reason(self) -> str:
        """Why its values do not count; empty where they do."""
        names = tuple(model.name for model in self.models)
        if self.doubt:
            return self.doubt
        if self.calibration is None:
            return NOT_CALIBRATED
        if self.calibration.models != names:
            return OTHER_MODELS
        if self.calibration.request != question.signature().sha256:
            return OTHER_REQUEST
        return self.calibration.problem

    def with_kept_answers(self, exchanges: Sequence[JudgeExchange]) -> Locator:
        """One that answers what this one answered before, deliverable by deliverable."""
        own = tuple(exchange for exchange in exchanges if exchange.judge == self.name)
        return replace(self, kept=own)

    def models_for(self, subject: Subject) -> tuple[AskedModel, ...]:
        """Whom to ask about a deliverable."""
        if self.kept is None:
            return self.models
        left = [exchange for exchange in self.kept if exchange.subject == subject]
        return tuple(ReplayedModel(model, left) for model in self.models)


@dataclass(frozen=True, slots=True)
class Locations:
    """What a locator came to: the record, the exchanges, and what evidence may be read by."""

    record: LocatorRecord
    exchanges: tuple[JudgeExchange, ...]
    located: Mapping[str, LocatedQuantity]


async def locate(locator: Locator, briefs: Sequence[LocatorBrief]) -> Locations:
    """Every quantity of the briefs, as far as it can be located.

    Raises OverBudget where the money does not suffice, after the calls under way have ended.
    """

    async def ask(brief: LocatorBrief) -> _AskedBrief | OverBudget:
        asked = _AskedBrief(locator, brief)
        try:
            await asked.ask()
        except OverBudget as error:
            return error
        return asked

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(ask(brief)) for brief in briefs]
    done: list[_AskedBrief] = []
    for task in tasks:
        result = task.result()
        if isinstance(result, OverBudget):
            raise result
        done.append(result)
    return _locations(locator, done)


@dataclass(slots=True)
class _AskedBrief:
    """One deliverable, asked about twice; keeps every exchange, also those of a failure."""

    locator: Locator
    brief: LocatorBrief
    exchanges: list[JudgeExchange] = field(default_factory=list)
    lost: list[Usage] = field(default_factory=list)
    failure: str = ""
    proposals: list[dict[str, ProposedPlace | None]] = field(default_factory=list)
    measures: list[dict[str, Measure]] = field(default_factory=list)
    addresses: list[dict[str, NumberAddress]] = field(default_factory=list)

    @property
    def subject(self) -> Subject:
        """What the exchanges are about."""
        return Subject(kind="product", name=self.brief.product_id)

    async def ask(self) -> None:
        """Both answers; a failure is kept, OverBudget alone is raised."""
        models = self.locator.models_for(self.subject)
        try:
            for number, step in enumerate(STEPS):
                self._take(*await self._answer(models[number % len(models)], step))
        except FAILURES as error:
            self.failure = failure_of(error, asked="locator")

    async def _answer(self, model: AskedModel, step: str) -> tuple[LocatorRequest, LocatorAnswer]:
        """An answer that followed no line of the product, at the second attempt if need be."""
        sent = question.request(self.brief, step)
        answer = await self._well_formed(model, sent, step)
        if not sent.sign_of_obedience(answer):
            return sent, answer
        again = question.request(self.brief, f"{step} again", without_orders=True)
        answer = await self._well_formed(model, again, f"{step} again")
        how = again.sign_of_obedience(answer)
        if how:
            await self._forget(model)
            message = f"it followed the product instead of what it was asked, twice: {how}"
            raise JudgeFailure(message)
        return again, answer

    async def _well_formed(
        self, model: AskedModel, sent: LocatorRequest, step: str
    ) -> LocatorAnswer:
        reply = await self._exchange(model, sent, step)
        answer, wrong = _read(reply, sent)
        if answer is None:
            earlier = (reply.text[:LONGEST_ANSWER], wrong)
            reply = await self._exchange(model, sent, f"{step} repaired", earlier=earlier)
            answer, wrong = _read(reply, sent)
        if answer is None:
            await self._forget(model)
            message = f"its answer cannot be used, also after one repair: {wrong}"
            raise JudgeFailure(message)
        return answer

    async def _forget(self, model: AskedModel) -> None:
        for exchange in self.exchanges:  # or the same answers would fail it for ever
            await model.forget(exchange.request)

    async def _exchange(
        self,
        model: AskedModel,
        sent: LocatorRequest,
        step: str,
        *,
        earlier: tuple[str, str] | None = None,
    ) -> ModelReply:
        try:
            reply = await model.ask(sent.question(earlier=earlier))
        except ServiceFailure as error:
            self.lost.append(lost_usage(error))
            raise
        self.exchanges.append(exchange_of(reply, self.locator.name, self.subject, step=step))
        return reply

    def _take(self, sent: LocatorRequest, answer: LocatorAnswer) -> None:
        """What code makes of an answer: the value at each place, or why it is refused."""
        self.proposals.append({})
        self.measures.append({})
        self.addresses.append({})
        sought = {quantity.id: quantity for quantity in self.brief.sought}
        for name, pointed in answer.places.items():
            if pointed.place is None:
                self.proposals[-1][name] = None
                continue
            label = pointed.label[:LONGEST_LABEL]
            listed = sent.places.get(pointed.place)
            if listed is None:
                self.proposals[-1][name] = ProposedPlace(
                    product_id="", pointer="", label=label, refusal=NO_NUMBER
                )
                continue
            address = listed.address(label)
            why, measure = _value_at(sought[name], listed.index, address)
            self.proposals[-1][name] = ProposedPlace(
                product_id=address.product,
                pointer=address.pointer,
                span=address.span,
                label=label,
                value=None if measure is None else measure.number,
                refusal=why,
            )
            if measure is not None:
                self.measures[-1][name] = measure
                self.addresses[-1][name] = address

    def locations(self) -> list[QuantityLocation]:
        """One for each quantity sought, in their order."""
        names = [quantity.id for quantity in self.brief.sought]
        if self.failure:
            return [
                QuantityLocation(
                    quantity=name,
                    product_id=self.brief.product_id,
                    outcome="failed",
                    reason=self.failure,
                )
                for name in names
            ]
        shared = self._shared_places()
        return [self._location(name, shared) for name in names]

    def _location(self, name: str, shared: frozenset[PlaceKey]) -> QuantityLocation:
        proposals = tuple(proposal[name] for proposal in self.proposals)
        location = QuantityLocation(
            quantity=name, product_id=self.brief.product_id, proposals=proposals, outcome="taken"
        )
        if proposals == (None, None):
            return location.model_copy(update={"outcome": "not there"})
        refusals = [proposal.refusal for proposal in proposals if proposal and proposal.refusal]
        if refusals:
            return location.model_copy(update={"outcome": "refused", "reason": refusals[0]})
        measures = [measures[name] for measures in self.measures if name in measures]
        if len(measures) < len(STEPS) or not measures[0].is_close(measures[1], RESTATED):
            why = "the two answers do not lead to the same value"
            return location.model_copy(update={"outcome": "disagreed", "reason": why})
        if any(addresses[name].key in shared for addresses in self.addresses):
            why = "the same place is pointed at for another quantity"
            return location.model_copy(update={"outcome": "refused", "reason": why})
        return location

    def _shared_places(self) -> frozenset[PlaceKey]:
        """Places that are pointed at for several quantities: a number is one thing."""
        pointed = Counter(
            place
            for name in {name for addresses in self.addresses for name in addresses}
            for place in {addresses[name].key for addresses in self.addresses if name in addresses}
        )
        return frozenset(place for place, times in pointed.items() if times > 1)


def _locations(locator: Locator, done: Sequence[_AskedBrief]) -> Locations:
    locations = [location for asked in done for location in asked.locations()]
    exchanges = tuple(exchange for asked in done for exchange in asked.exchanges)
    reason = locator.reason
    record = LocatorRecord(
        name=locator.name,
        models=tuple(model.name for model in locator.models),
        request=question.signature().sha256,
        counts=not reason,
        reason=reason,
        calibration=locator.calibration,
        locations=tuple(locations),
        failures=tuple(
            f"{asked.brief.product_id}: {asked.failure}" for asked in done if asked.failure
        ),
        usage=usage_of(exchanges, [lost for asked in done for lost in asked.lost]),
        requests=tuple(exchange.request for exchange in exchanges),
    )
    taken = {location.quantity for location in locations if location.outcome == "taken"}
    located = {
        name: LocatedQuantity(
            tuple(dict.fromkeys(addresses[name] for addresses in asked.addresses)),
            locator.name,
            record.counts,
            reason,
        )
        for asked in done
        for name in (quantity.id for quantity in asked.brief.sought)
        if name in taken
    }
    return Locations(record, exchanges, located)


def _read(reply: ModelReply, sent: LocatorRequest) -> tuple[LocatorAnswer | None, str]:
    """The answer if it can be used, and what is wrong with it."""
    try:
        answer = question.parse_answer(reply.text, sent.names)
    except MalformedAnswer as error:
        return None, str(error)
    if sent.sign_of_obedience(answer) or is_sealed(sent.canary, answer.seal):
        return answer, ""
    return None, UNSEALED


def _value_at(
    sought: NumberSought, index: Index, address: NumberAddress
) -> tuple[str, Measure | None]:
    """Why the number there is refused, or what it is in base units."""
    there = list(observations_at(index, address))
    doubts = [refusal(sought, observation, address.label) for observation in there]
    if not there or all(doubts):
        return (doubts or [NO_NUMBER])[0], None
    fitting = [
        (index, observation) for observation, doubt in zip(there, doubts, strict=True) if not doubt
    ]
    found = value_at(sought, fitting)
    if found is None:
        return "the number there is in another unit, or can be read in several ways", None
    return "", found.measure
