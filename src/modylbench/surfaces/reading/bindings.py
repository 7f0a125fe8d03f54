"""The values of bindings and function calls, by the official core, within bounds."""

from __future__ import annotations

import math
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from a2ui.core.basic_catalog.v0_9.function_impls import create_basic_catalog_functions
from a2ui.core.catalog import Catalog, FunctionImplementation
from a2ui.core.exceptions import A2uiDataError, A2uiExpressionError
from a2ui.core.expressions.expression_parser import ExpressionParser
from a2ui.core.resolution.data_context import DataContext, MissingDataBindingWarning
from a2ui.core.state.data_model import DataModel
from a2ui.core.state.surface_model import SurfaceModel

from modylbench.products.findings import quote_value

if TYPE_CHECKING:
    from modylbench.products.findings import Complaints
    from modylbench.surfaces.snapshot import SurfaceSnapshot

DISPLAYED = frozenset(
    {"formatString", "formatNumber", "formatCurrency", "formatDate", "pluralize", "and", "or"}
    | {"not", "required", "length", "numeric"}
)
"""Functions that are run. A pattern of an agent's can run for ever, so `regex` is none of them."""

MOST_DECIMALS = 100  # what browsers take
MOST_CHARACTERS = 1_000_000  # ours: templates and computed texts of one surface
LONGEST_TEXT = 200_000
DEEPEST_CALL = 20


class _Surface(SurfaceModel):
    """A surface that counts what its calls produce."""

    characters = 0

    def charge(self, count: int) -> None:
        """Count so many more, or refuse."""
        self.characters += count
        if count > LONGEST_TEXT or self.characters > MOST_CHARACTERS:
            most = f"{LONGEST_TEXT:,} characters, or {MOST_CHARACTERS:,} on one surface"
            message = f"found a computed text of more than {most}"
            raise A2uiExpressionError(message)


class Values:
    """The values of one surface's bindings."""

    def __init__(self, snapshot: SurfaceSnapshot, complaints: Complaints) -> None:
        data: Any = {} if snapshot.data is None else snapshot.data
        self._complaints = complaints
        self._model = DataModel(data)
        self._surface = _Surface(snapshot.surface_id, _catalog(), data_model=self._model)
        self._surface.on_error.subscribe(self._complain)
        self.top = DataContext(self._surface, "/")

    def _complain(self, error: dict[str, Any]) -> None:
        reason = " ".join(str(error.get("message", ""))[:200].split())
        self._complaints.error("call_failed", reason, str(error.get("expression", "")))

    def resolve(self, value: object, scope: DataContext, *, may_lack: bool = False) -> Any:
        """The value itself, or what it is bound to or calls for in this scope."""
        if not isinstance(value, dict):
            return value
        if isinstance(value.get("path"), str):
            return self._look_up(value["path"], scope, may_lack=may_lack)
        if isinstance(value.get("call"), str):
            return self._call(value, scope)
        return value

    def _look_up(self, path: str, scope: DataContext, *, may_lack: bool) -> Any:
        try:
            place = scope.resolve_path(path)
            if not may_lack and not self._model.has_path(place):
                self._complaints.warning("missing_data", "there is nothing at this path", place)
                return None
            return self._model.get(place)
        except (A2uiDataError, ValueError) as error:  # a forbidden key; an index of 5,000 digits
            self._complaints.error("bad_path", str(error)[:200], quote_value(path))
            return None

    def _call(self, call: dict[str, Any], scope: DataContext) -> Any:
        if _is_deeper(call, DEEPEST_CALL):
            reason = f"found calls within calls deeper than {DEEPEST_CALL}"
            self._complaints.error("call_failed", reason, call["call"])
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", MissingDataBindingWarning)
            return scope.resolve_dynamic_value(call)


def _is_deeper(value: object, most: int) -> bool:
    inner: list[object] = [value]
    for _ in range(most):
        inner = [
            part
            for container in inner
            if isinstance(container, dict | list)
            for part in (container.values() if isinstance(container, dict) else container)
        ]
        if not inner:
            return False
    return True


@lru_cache(maxsize=1)
def _catalog() -> Catalog[Any, FunctionImplementation[Any]]:
    """The official functions that only compute what is shown, those that may grow bounded."""
    own = {"formatString": _format_string}
    functions = [
        FunctionImplementation(
            name=function.name,
            return_type=function.return_type,
            execute=_within_bounds(function, own),
        )
        for function in create_basic_catalog_functions()
        if function.name in DISPLAYED
    ]
    return Catalog("urn:modylbench:shown", "v0.9", functions=functions)


def _within_bounds(function: FunctionImplementation[Any], own: dict[str, Any]) -> Any:
    if function.name in own:
        return own[function.name]

    def execute(arguments: dict[str, Any], context: Any, signal: Any) -> Any:
        decimals = arguments.get("decimals")
        if decimals is not None and not _is_within(decimals, MOST_DECIMALS):
            message = f"found {quote_value(decimals)} decimals, expected at most {MOST_DECIMALS}"
            raise A2uiExpressionError(message)
        return function.execute(arguments, context, signal)

    return execute


def _is_within(value: object, most: int) -> bool:
    return isinstance(value, int | float) and 0 <= value <= most


def _format_string(arguments: dict[str, Any], context: Any, _signal: Any) -> str:
    """As the official one, with a bound, and numbers written as a browser writes them."""
    pieces: list[str] = []
    template = as_text(arguments.get("value"))
    context.surface.charge(len(template))
    for part in _parse_template(template):
        piece = as_text(context.resolve_dynamic_value(part))
        context.surface.charge(len(piece))
        pieces.append(piece)
    return "".join(pieces)


@lru_cache(maxsize=256)
def _parse_template(template: str) -> tuple[Any, ...]:
    """The parts of a template; the rows of a list share one."""
    return tuple(ExpressionParser().parse(template))


def as_text(value: object) -> str:
    """A value as the page shows it.

    >>> as_text(40.0), as_text(True), as_text(None), as_text(0.5)
    ('40', 'true', '', '0.5')
    """
    if isinstance(value, str) or value is None:
        return value or ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        return str(int(value)) if abs(value) < 1e21 else repr(value)
    return quote_value(value)
