"""An oracle whose failures are said to its author in one line, with the file and the line."""

from __future__ import annotations

import traceback
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from modylbench.foundation.errors import BadFile, ModylBenchError, short_repr
from modylbench.products.scalars import IdentifiedPart

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.oracle import Oracle, Reading, Rule, Truth

T = TypeVar("T")


class GuardedOracle:
    """Calls a scenario's own code, and blames what goes wrong there on it."""

    def __init__(self, oracle: Oracle, path: Path) -> None:
        self._oracle, self._path = oracle, path
        self.MILESTONES = self._checked("MILESTONES", oracle.MILESTONES, tuple)
        self.RULES: Mapping[str, Rule] = {
            name: self._guarded(name, rule)
            for name, rule in self._checked("RULES", oracle.RULES, dict).items()
        }

    def solve(self, parameters: Mapping[str, float], seed: int) -> Truth | None:
        """What the oracle's `solve` gives."""
        with self._blamed("solve"):
            truth = self._oracle.solve(parameters, seed)
        return None if truth is None else self._checked("what solve returns", truth, dict)

    def products(
        self, truth: Mapping[str, Any], reached: frozenset[str]
    ) -> tuple[WorkProduct, ...]:
        """What the oracle's `products` gives."""
        with self._blamed("products"):
            made = self._oracle.products(truth, reached)
        for product in self._checked("what products returns", made, tuple):
            self._checked("a product", product, IdentifiedPart)
        return made

    def attachments(self, truth: Mapping[str, Any]) -> Mapping[str, str]:
        """What the oracle's `attachments` gives."""
        with self._blamed("attachments"):
            files = self._oracle.attachments(truth)
        return self._checked("what attachments returns", files, dict)

    def _guarded(self, name: str, rule: Rule) -> Rule:
        def guarded(found: Mapping[str, Reading], truth: Mapping[str, Any]) -> list[str]:
            with self._blamed(f"rule {name}"):
                wrong = rule(found, truth)
            return self._checked(f"what rule {name} returns", wrong, list)

        return guarded

    def _checked(self, what: str, value: Any, kind: type[T]) -> T:
        if not isinstance(value, kind):
            problem = f"{what} is {short_repr(value)}, expected a {kind.__name__}"
            raise BadFile(self._path, "", problem)
        return value

    @contextmanager
    def _blamed(self, what: str) -> Iterator[None]:
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
