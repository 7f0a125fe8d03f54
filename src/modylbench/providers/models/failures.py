"""How a model's service fails: what is raised in the end, and what one failed try means.

ServiceFailure          no usable answer came, after all tries
├── RequestRefusal      the service would not take the request, for what is in it
├── AnswerCutOff        the answer was longer than allowed before a word of it came
└── MediaNotTaken       something was attached that the model does not take; nothing was sent
"""

from __future__ import annotations

from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from modylbench.foundation.errors import ModylBenchError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.providers.models.budget import Spending


class ServiceFailure(ModylBenchError):
    """The service behind a model gave no usable answer; an agent's is a part of the agent.

    The tries may have been billed all the same: what they took stands here.
    """

    fault_code = "service_failed"
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = 0.0

    def add_spending(self, spending: Spending) -> None:
        """Tell what the tries took."""
        self.calls, self.cost_usd = spending.calls, spending.cost_usd
        self.input_tokens, self.output_tokens = spending.input_tokens, spending.output_tokens


class RequestRefusal(ServiceFailure):
    """The service would not take the request, for what is in it."""


class AnswerCutOff(ServiceFailure):
    """The answer was longer than allowed before a word of it came."""


class MediaNotTaken(ServiceFailure):
    """Something was attached that the model does not take; nothing was sent."""


@dataclass(frozen=True, slots=True)
class FailedRequest:
    """One failed try: `wait_s` is how long the service asks to be left alone.

    `is_of_answer` is that it had begun to answer, so that another form of answer may do.
    """

    what: str
    is_worth_another_try: bool
    wait_s: float | None = None
    kind: type[ServiceFailure] = ServiceFailure
    is_of_answer: bool = False


class FailedTry(Exception):
    """One try has failed, and may be made again."""

    def __init__(self, failed_request: FailedRequest) -> None:
        super().__init__(failed_request.what)
        self.failed_request = failed_request


class NoMoreTries(Exception):
    """A failed call is not made again; the message says what happened and why not."""

    def __init__(self, what: str, kind: type[ServiceFailure] = ServiceFailure) -> None:
        super().__init__(what)
        self.kind = kind


EMPTY_ANSWER = FailedRequest(
    "answered without a word", is_worth_another_try=True, is_of_answer=True
)


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds that an answer asks us to wait; a date counts from the answer's own."""
    wanted = headers.get("retry-after", "").strip()
    try:
        if wanted.replace(".", "", 1).isdecimal():
            return float(wanted)
        gap = parsedate_to_datetime(wanted) - parsedate_to_datetime(headers.get("date", ""))
        return max(0.0, gap.total_seconds())
    except (ValueError, TypeError, OverflowError):
        return None
