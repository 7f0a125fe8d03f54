"""Turns as a perfect agent leaves them, or as one leaves them whose words or products differ."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from tests.staging.recordings import words
from tests.staging.variants import once_per_variant, variant_of

from modylbench.evaluation.mutations.repetition import ResentValues
from modylbench.evaluation.views.turns import AgentWords, TurnView
from modylbench.products.reading.index import Index, index
from modylbench.products.work_product import WorkProduct
from modylbench.recording.events import Message
from modylbench.recording.turns import AgentTurn, HumanTurn, RecordedTurn
from modylbench.scenarios.scenario import Alternative, FollowUp
from modylbench.scenarios.variant import Variant


@once_per_variant
def _held_meetings(variant: Variant) -> dict[int, tuple[TurnView, ...]]:
    return {}


def perfect_views(variant: Variant, alternative: int = -1) -> list[TurnView]:
    """A whole meeting; of each slot the alternative with this number, or its last one."""
    held = _held_meetings(variant)
    if alternative not in held:
        held[alternative] = tuple(_held_views(variant, alternative))
    return list(held[alternative])


def _held_views(variant: Variant, alternative: int) -> list[TurnView]:
    views: list[TurnView] = []
    reached: set[str] = set()
    given: list[str] = []
    latest: dict[str, Index] = {}
    for slot in variant.scenario.human_turns():
        reached.update(slot.reaches)
        asked = slot.alternatives[min(alternative, len(slot.alternatives) - 1)]
        given += [asked.human_utterance, *(attachment.content for attachment in asked.attachments)]
        made = variant.products_at(frozenset(reached))
        latest = {product.id: index(product, latest.get(product.id)) for product in made}
        views.append(_view(slot, asked, tuple(latest.values()), "\n".join(given)))
    return views


def _view(slot: FollowUp, asked: Alternative, shown: tuple[Index, ...], given: str) -> TurnView:
    number = slot.alternatives.index(asked)
    start = 20.0 * slot.turn_index
    recorded = RecordedTurn(
        turn_index=slot.turn_index, beat="b", beat_number=1, phase="work", edge_case=None,
        human=HumanTurn(
            speaker="priya", channel=asked.channel, text=asked.human_utterance, alternative=number,
            started_s=start, ended_s=start + 8,
        ),
        agent=AgentTurn(
            outcome="answered", ended_s=start + 20,
            said=(words(asked.model_answer, start + 9, start + 19),),
        ),
    )  # fmt: skip
    return TurnView(
        recorded=recorded, slot=slot, asked=asked, words=AgentWords(asked.model_answer, "captions"),
        shown=shown, reference=shown, own_names={}, aside=(), given=given, sent=ResentValues(),
    )  # fmt: skip


def with_words(view: TurnView, text: str) -> TurnView:
    """The same turn, in which the agent says something else."""
    said = (words(text, 1.0, 2.0),)
    agent = view.recorded.agent.model_copy(update={"said": said})
    recorded = view.recorded.model_copy(update={"agent": agent})
    return replace(view, words=AgentWords(text, "captions" if text else "none"), recorded=recorded)


def with_chat(view: TurnView, text: str) -> TurnView:
    """The same turn, in which the agent writes something besides."""
    chat = (Message(sender="agent", text=text, at_s=1.0),)
    agent = view.recorded.agent.model_copy(update={"chat": chat})
    return replace(view, recorded=view.recorded.model_copy(update={"agent": agent}))


def with_products(view: TurnView, change: Callable[[WorkProduct], WorkProduct]) -> TurnView:
    """The same turn with other products on the table."""
    return replace(view, shown=tuple(index(change(shown.product)) for shown in view.shown))


def view_at(views: Sequence[TurnView], turn_index: int) -> TurnView:
    return next(view for view in views if view.recorded.turn_index == turn_index)


def every_view(name: str, seeds: Sequence[int]) -> Iterator[tuple[Variant, list[TurnView]]]:
    """Perfect meetings with every edge case and, one after the other, every alternative."""
    for seed in seeds:
        variant = variant_of(name, seed, "all")
        most = max(len(slot.alternatives) for slot in variant.scenario.human_turns())
        for alternative in range(most):
            yield variant, perfect_views(variant, alternative)
