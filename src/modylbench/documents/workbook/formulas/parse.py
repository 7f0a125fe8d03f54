"""Formulas parsed into trees that can be walked; nothing is ever run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token, TokenizerError
from openpyxl.utils import column_index_from_string

from modylbench.documents.workbook.formulas.values import (
    ERROR_VALUES,
    REFERENCE,
    Area,
    Array,
    UnsupportedFormula,
)
from modylbench.documents.workbook.worksheet import (
    LAST_COLUMN,
    LAST_ROW,
    WHOLE_COLUMNS,
    WHOLE_ROWS,
    span_of,
)

if TYPE_CHECKING:
    from modylbench.documents.workbook.formulas.values import Value

LONGEST_FORMULA = 8_192  # what spreadsheets allow, as they do 64 levels
DEEPEST = 64
_PRECEDENCE = {
    **dict.fromkeys(("=", "<>", "<", ">", "<=", ">="), 0),
    "&": 1, "+": 2, "-": 2, "*": 3, "/": 3, "^": 4,
}  # fmt: skip
_PLACED = re.compile(r"(?:'(?P<quoted>(?:[^']|'')+)'|(?P<name>[^'!]+))!(?P<cells>[^!]+)")
_NAME = re.compile(r"[^\W\d][\w.\\?]{0,254}")


@dataclass(frozen=True, slots=True)
class Constant:
    """A value written out; None is an argument left out."""

    value: Value | Array


@dataclass(frozen=True, slots=True)
class NameReference:
    """A defined name; the worksheet is "" where none is named."""

    sheet: str
    name: str


@dataclass(frozen=True, slots=True)
class Chain:
    """Operands joined by operators of one precedence, from left to right.

    One node however long the chain, so that walking a formula is never deeper than its brackets.
    """

    first: FormulaNode
    rest: tuple[tuple[str, FormulaNode], ...]


@dataclass(frozen=True, slots=True)
class SignedOperand:
    """An operand with minuses before it or percent signs behind it: two make a number of TRUE."""

    operand: FormulaNode
    is_negative: bool
    percents: int


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A function and its arguments."""

    name: str
    arguments: tuple[FormulaNode, ...]


FormulaNode: TypeAlias = Constant | Area | NameReference | Chain | SignedOperand | FunctionCall


def parse_formula(formula: str, sheet: str) -> FormulaNode:
    """The tree of a formula that stands on a worksheet, without its =; else UnsupportedFormula."""
    if len(formula) > LONGEST_FORMULA:
        reason = f"the formula is longer than {LONGEST_FORMULA:,} characters"
        raise UnsupportedFormula(reason)
    try:
        tokens = [t for t in Tokenizer(f"={formula}").items if t.type != Token.WSPACE]
    except (TokenizerError, IndexError, ValueError) as error:
        reason = "the formula is not well-formed"
        raise UnsupportedFormula(reason) from error
    parser = _FormulaParser(tokens, sheet)
    tree = parser.expression()
    parser.expect_end()
    return tree


class _FormulaParser:
    """Climbs the precedences of one formula's tokens."""

    def __init__(self, tokens: list[Token], sheet: str) -> None:
        self._tokens = tokens
        self._sheet = sheet
        self._place = self._depth = 0

    def expect_end(self) -> None:
        if self._place < len(self._tokens):
            reason = f"{self._tokens[self._place].value[:20]!r} is not understood"
            raise UnsupportedFormula(reason)

    def expression(self, lowest: int = 0) -> FormulaNode:
        left = self._signed_operand()
        while (level := self._level()) >= lowest:
            rest = []
            while self._level() == level:
                operator = self._next().value
                rest.append((operator, self.expression(level + 1)))
            left = Chain(left, tuple(rest))
        return left

    def _level(self) -> int:
        """The precedence of the operator that comes next, -1 where none does."""
        token = self._peek()
        if token is None or token.type != Token.OP_IN:
            return -1
        return _PRECEDENCE.get(token.value, -1)

    def _signed_operand(self) -> FormulaNode:
        minuses = percents = 0
        while (token := self._peek()) and token.type == Token.OP_PRE:
            minuses += self._next().value == "-"
        operand = self._operand()
        while (token := self._peek()) and token.type == Token.OP_POST:
            self._next()
            percents += 1
        return (
            SignedOperand(operand, minuses % 2 == 1, percents) if minuses or percents else operand
        )

    def _operand(self) -> FormulaNode:
        token = self._next()
        if token.type == Token.OPERAND:
            return self._constant(token) or parse_reference(token.value, self._sheet)
        if token.subtype != Token.OPEN:
            reason = f"{token.value[:20]!r} is not understood"
            raise UnsupportedFormula(reason)
        self._depth += 1
        if self._depth > DEEPEST:
            reason = f"the formula is nested deeper than {DEEPEST} levels"
            raise UnsupportedFormula(reason)
        if token.type == Token.FUNC:
            result: FormulaNode = FunctionCall(_function(token.value), self._arguments())
        elif token.type == Token.ARRAY:
            result = self._array()
        else:
            result = self.expression()
            self._close()
        self._depth -= 1
        return result

    def _constant(self, token: Token) -> Constant | None:
        match token.subtype:
            case Token.NUMBER:
                return Constant(float(token.value))
            case Token.TEXT:
                return Constant(token.value[1:-1].replace('""', '"'))
            case Token.LOGICAL:
                return Constant(token.value.upper() == "TRUE")
            case Token.ERROR:
                return Constant(ERROR_VALUES.get(token.value.upper(), REFERENCE))
            case _:
                return None

    def _arguments(self) -> tuple[FormulaNode, ...]:
        found: list[FormulaNode] = []
        if (token := self._peek()) and token.subtype == Token.CLOSE:
            self._next()
            return ()
        while True:
            token = self._peek()
            is_left_out = token is not None and token.subtype in {Token.ARG, Token.CLOSE}
            found.append(Constant(None) if is_left_out else self.expression())
            token = self._next()
            if token.subtype == Token.CLOSE:
                return tuple(found)
            if token.subtype != Token.ARG:
                reason = f"{token.value[:20]!r} is not understood"
                raise UnsupportedFormula(reason)

    def _array(self) -> Constant:
        rows: list[list[Value]] = [[]]
        while True:
            node = self._signed_operand()
            if isinstance(node, SignedOperand) and isinstance(node.operand, Constant):
                value = node.operand.value
                if isinstance(value, float) and not node.percents:
                    node = Constant(-value if node.is_negative else value)
            if not isinstance(node, Constant) or isinstance(node.value, Array):
                reason = "an array of other things than values"
                raise UnsupportedFormula(reason)
            rows[-1].append(node.value)
            token = self._next()
            if token.subtype == Token.ROW:
                rows.append([])
            elif token.subtype == Token.CLOSE:
                break
        if len({len(row) for row in rows}) != 1:
            reason = "an array with rows of different lengths"
            raise UnsupportedFormula(reason)
        return Constant(Array(rows))

    def _close(self) -> None:
        token = self._next()
        if token.subtype != Token.CLOSE:
            reason = f"{token.value[:20]!r} is not understood"
            raise UnsupportedFormula(reason)

    def _peek(self) -> Token | None:
        return self._tokens[self._place] if self._place < len(self._tokens) else None

    def _next(self) -> Token:
        token = self._peek()
        if token is None:
            reason = "the formula is not well-formed"
            raise UnsupportedFormula(reason)
        self._place += 1
        return token


def parse_reference(written: str, sheet: str) -> FormulaNode:
    """The cells or the defined name that a part of a formula names."""
    placed = _PLACED.fullmatch(written)
    if placed:
        quoted = placed["quoted"]
        sheet = (quoted.replace("''", "'") if quoted else placed["name"]).lower()
    cells = placed["cells"] if placed else written
    if "[" in written:
        kind = "another file" if placed else "a table's column"
        reason = f"refers to {kind}: {written[:40]!r}"
        raise UnsupportedFormula(reason)
    if cells.upper() == REFERENCE.code:
        return Constant(REFERENCE)
    area = _area(cells, sheet)
    if area is not None:
        return area
    if _NAME.fullmatch(cells):
        return NameReference(sheet if placed else "", cells.lower())
    reason = f"{written[:40]!r} is not understood"
    raise UnsupportedFormula(reason)


def _area(cells: str, sheet: str) -> Area | None:
    if span := span_of(cells):
        return Area(sheet, span.top, span.left, span.bottom, span.right)
    if match := WHOLE_COLUMNS.fullmatch(cells):
        left, right = sorted(column_index_from_string(group) for group in match.groups())
        return Area(sheet, 1, left, LAST_ROW, min(right, LAST_COLUMN))
    if match := WHOLE_ROWS.fullmatch(cells):
        top, bottom = sorted(int(group) for group in match.groups())
        return Area(sheet, max(top, 1), 1, min(bottom, LAST_ROW), LAST_COLUMN)
    return None


def _function(opening: str) -> str:
    """A function's name: newer ones stand in the file with a prefix that nobody sees."""
    name = opening[:-1].strip().upper()
    return name.removeprefix("_XLFN.").removeprefix("_XLWS.")[:60]
