"""Comparisons such as `sponsor_equity == enterprise_value - total_debt`: parsed, never eval'ed.

    comparison := sum (("==" | "=" | "!=" | "<=" | ">=" | "<" | ">") sum)+
    sum        := product (("+" | "-") product)*
    product    := factor (("*" | "/") factor)*
    factor     := "-" factor | number | name | function "(" sum ("," sum)* ")" | "(" sum ")"

Numbers may carry units ($57.5M, 30%, 4.5x). Names are those of quantities, with underscores or
spaces, in any case: `Year 1 Revenue == $57.5M`.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.products.quantities.numbers import number_shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

MAX_LENGTH = 500
MAX_DEPTH = 40
FUNCTIONS: dict[str, Callable[[list[float]], float]] = {
    "sum": math.fsum, "min": min, "max": max, "abs": lambda values: abs(values[0]),
    "mean": lambda values: math.fsum(values) / len(values),
}  # fmt: skip
_LITERAL = re.compile(
    r"(?:US)?\$?\d+(?:,\d{3})*(?!\d)(?:\.\d+)?(?:[eE][+-]?\d+)?\s?(?:%|bps|x|\u00d7|million|billion|thousand|mn|mm|bn|[MmKkBb])?(?![A-Za-z0-9_])"
)
_WORDS = re.compile(r"[A-Za-z]\w*(?: \w+)*", re.ASCII)
_OPERATOR = re.compile(r"==|!=|<=|>=|=|<|>|\+|-|\*|/|\(|\)|,")
COMPARISONS = frozenset({"==", "=", "!=", "<=", ">=", "<", ">"})
_ExpressionToken = tuple[str, str, float]


class BadExpression(ValueError):
    """An expression that cannot be read."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A number."""

    number: float


@dataclass(frozen=True, slots=True)
class QuantityName:
    """A quantity."""

    name: str


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator or function on its operands."""

    operator: str
    operands: tuple[ExpressionNode, ...]


ExpressionNode = Literal | QuantityName | Operation


@dataclass(frozen=True, slots=True)
class QuantityComparison:
    """Two sides and how they should compare."""

    left: ExpressionNode
    operator: str
    right: ExpressionNode


@lru_cache(maxsize=4096)
def parse_comparisons(text: str, names: tuple[str, ...]) -> tuple[QuantityComparison, ...]:
    """The comparisons of an expression, chained ones one by one.

    >>> [comparison.right for comparison in parse_comparisons("1 < Year 1 IRR", ("year_1_irr",))]
    [QuantityName(name='year_1_irr')]
    """
    if len(text) > MAX_LENGTH:
        message = f"found an expression of {len(text)} characters, expected at most {MAX_LENGTH}"
        raise BadExpression(message)
    parser = _ExpressionParser(list(_tokens(text, frozenset(names))), text)
    return parser.comparisons()


def names_in(comparisons: Sequence[QuantityComparison]) -> tuple[str, ...]:
    """The quantities that the comparisons read."""

    def walk(node: ExpressionNode) -> Iterable[str]:
        if isinstance(node, QuantityName):
            yield node.name
        elif isinstance(node, Operation):
            for operand in node.operands:
                yield from walk(operand)

    sides = [side for comparison in comparisons for side in (comparison.left, comparison.right)]
    return tuple(dict.fromkeys(name for side in sides for name in walk(side)))


def value_of(node: ExpressionNode, values: Mapping[str, float]) -> float:
    """The node's value; NaN where it has none (a division by zero)."""
    match node:
        case Literal(number):
            return number
        case QuantityName(name):
            return values[name]
        case Operation(operator, operands):
            return _apply(operator, [value_of(operand, values) for operand in operands])


def _apply(operator: str, values: list[float]) -> float:
    if operator in FUNCTIONS:
        return FUNCTIONS[operator](values)
    left, right = (0.0, values[0]) if len(values) == 1 else (values[0], values[1])
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case _:
            return left / right if right else math.nan


def _tokens(text: str, names: frozenset[str]) -> Iterable[_ExpressionToken]:
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        token, end = _token(text, place, names)
        yield token
        place = end


def _token(text: str, place: int, names: frozenset[str]) -> tuple[_ExpressionToken, int]:
    match = _WORDS.match(text, place)
    if match:
        spoken = match[0].split(" ")
        for count in range(len(spoken), 0, -1):
            name = "_".join(spoken[:count]).lower()
            if name in names:
                return ("name", name, 0.0), place + len(" ".join(spoken[:count]))
    match = _LITERAL.match(text, place)
    if match:
        shown = number_shown(match[0])
        if shown is not None:
            return ("number", match[0], shown.number), match.end()
    match = _OPERATOR.match(text, place)
    if match:
        return ("operator", match[0], 0.0), match.end()
    for function in FUNCTIONS:
        if text.startswith(function + "(", place):
            return ("function", function, 0.0), place + len(function)
    word = re.match(r"\S+", text[place:])
    problem = f"found {word[0] if word else text[place]!r} at character {place + 1}"
    message = f"{problem}, expected a quantity, a number or an operator"
    raise BadExpression(message)


class _ExpressionParser:
    """Recursive descent over the tokens."""

    def __init__(self, tokens: list[_ExpressionToken], text: str) -> None:
        self.tokens, self.text, self.place, self.depth = tokens, text, 0, 0

    def comparisons(self) -> tuple[QuantityComparison, ...]:
        sides, operators = [self._sum()], []
        while self._next_in(COMPARISONS):
            operators.append(self._take()[1])
            sides.append(self._sum())
        if self.place < len(self.tokens) or not operators:
            raise self._unexpected_token("a comparison like ==")
        return tuple(
            QuantityComparison(left, operator, right)
            for left, operator, right in zip(sides, operators, sides[1:], strict=False)
        )

    def _sum(self) -> ExpressionNode:
        return self._chain(self._product, {"+", "-"})

    def _product(self) -> ExpressionNode:
        return self._chain(self._factor, {"*", "/"})

    def _chain(self, part: Callable[[], ExpressionNode], operators: set[str]) -> ExpressionNode:
        node = part()
        while self._next_in(operators):
            operator = self._take()[1]
            node = Operation(operator, (node, part()))
        return node

    def _factor(self) -> ExpressionNode:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            message = f"nested more than {MAX_DEPTH} deep"
            raise BadExpression(message)
        node = self._refuse_deep_nesting()
        self.depth -= 1
        return node

    def _refuse_deep_nesting(self) -> ExpressionNode:
        if self.place >= len(self.tokens):
            raise self._unexpected_token("a quantity or a number")
        kind, text, number = self._take()
        if kind == "number":
            return Literal(number)
        if kind == "name":
            return QuantityName(text)
        if kind == "function":
            return Operation(text, tuple(self._arguments()))
        if text == "-":
            return Operation("-", (self._factor(),))
        if text == "(":
            node = self._sum()
            self._expect(")")
            return node
        self.place -= 1
        raise self._unexpected_token("a quantity or a number")

    def _arguments(self) -> list[ExpressionNode]:
        self._expect("(")
        arguments = [self._sum()]
        while self._next_in({","}):
            self._take()
            arguments.append(self._sum())
        self._expect(")")
        return arguments

    def _take(self) -> _ExpressionToken:
        self.place += 1
        return self.tokens[self.place - 1]

    def _next_in(self, texts: Iterable[str]) -> bool:
        return self.place < len(self.tokens) and self.tokens[self.place][:2] in {
            ("operator", text) for text in texts
        }

    def _expect(self, text: str) -> None:
        if not self._next_in({text}):
            raise self._unexpected_token(repr(text))
        self.place += 1

    def _unexpected_token(self, expected: str) -> BadExpression:
        found = repr(self.tokens[self.place][1]) if self.place < len(self.tokens) else "the end"
        return BadExpression(f"found {found} in {self.text!r}, expected {expected}")
