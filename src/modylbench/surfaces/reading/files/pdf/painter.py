"""What does the content of a PDF page draw, operator by operator?"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, StreamObject

from modylbench.surfaces.reading.files.pdf.fonts import Face, face_of
from modylbench.surfaces.reading.files.pdf.glyph import (
    IDENTITY,
    Drawing,
    Glyph,
    Matrix,
    moved,
    times,
)
from modylbench.surfaces.reading.files.pdf.operands import dictionary, finite, matrix_of, number
from modylbench.surfaces.reading.files.pdf.paths import Paths
from modylbench.surfaces.reading.files.refusal import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.surfaces.reading.files.pdf.work import Work

STEPS_PER_OPERATION, STEPS_PER_GLYPH = 15, 40
DEEPEST_FORM, MOST_FORMS, DEEPEST_STATE = 8, 300, 200
WHITE = 0.97
SMALLEST = 2.5
"""Points: nobody reads smaller text."""

_UNSEEN_MODES = {3, 7}


@dataclass(frozen=True, slots=True)
class State:
    """The state of the pen."""

    matrix: Matrix = IDENTITY
    face: Face | None = None
    size: float = 0.0
    spacing: float = 0.0
    word_spacing: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0
    is_white: bool = False


class Painter:
    """Runs the content of pages within one budget."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._faces: dict[int, tuple[DictionaryObject, Face]] = {}  # kept alive with their ids

    def drawing(
        self, contents: ContentStream | None, resources: object, matrix: Matrix = IDENTITY
    ) -> Drawing:
        """What a page draws; `matrix` turns the page the way that it is shown."""
        run = _Run(self, Drawing(), matrix)
        if contents is not None:
            run.play(contents.operations, dictionary(resources), 0)
        return run.drawing

    def spend(self, operations: int = 0, glyphs: int = 0) -> None:
        """Take from the budget: a character costs more, as it is laid out later."""
        self._work.spend(STEPS_PER_OPERATION * operations + STEPS_PER_GLYPH * glyphs)

    def face(self, fonts: DictionaryObject, name: object) -> Face | None:
        """The font of that name, read once."""
        found = dictionary(fonts.get(name))
        if not found:
            return None
        if id(found) not in self._faces:
            self._faces[id(found)] = (found, face_of(found))
        return self._faces[id(found)][1]


class _Run:
    """The content of one page and of the forms that it draws."""

    def __init__(self, painter: Painter, drawing: Drawing, matrix: Matrix) -> None:
        self.drawing = drawing
        self._painter = painter
        self._state = State(matrix)
        self._stack: list[State] = []
        self._text: Matrix = IDENTITY
        self._line: Matrix = IDENTITY
        self._paths = Paths(drawing)
        self._order = 0
        self._forms = 0
        self._fonts = DictionaryObject()
        self._resources = DictionaryObject()
        self._depth = 0

    def play(
        self, operations: Sequence[tuple[Any, bytes]], resources: DictionaryObject, depth: int
    ) -> None:
        self._painter.spend(operations=len(operations))
        outer = self._resources, self._fonts, self._depth
        self._resources, self._depth = resources, depth
        self._fonts = dictionary(resources.get("/Font"))
        for operands, operator in operations:
            if isinstance(operands, list):
                self._order += 1
                self._perform(bytes(operator), operands)
        self._resources, self._fonts, self._depth = outer

    def _perform(self, operator: bytes, operands: list[Any]) -> None:
        if operator in _PATHS:
            self._paths.add(operator, operands, self._state.matrix)
        elif operator in _PAINTS:
            fills, strokes = _PAINTS[operator]
            white = self._state.is_white
            self._paths.paint(fills=fills, strokes=strokes, is_white=white, order=self._order)
        elif operator in _OPERATORS:
            _OPERATORS[operator](self, operands)

    def save(self, _: list[Any]) -> None:
        if len(self._stack) < DEEPEST_STATE:
            self._stack.append(self._state)

    def restore(self, _: list[Any]) -> None:
        if self._stack:
            self._state = self._stack.pop()

    def transform(self, operands: list[Any]) -> None:
        self._state = replace(self._state, matrix=times(matrix_of(operands), self._state.matrix))

    def begin_text(self, _: list[Any]) -> None:
        self._text = self._line = IDENTITY

    def set_font(self, operands: list[Any]) -> None:
        face = self._painter.face(self._fonts, operands[0]) if operands else None
        self._state = replace(self._state, face=face, size=number(operands, 1))

    def set_spacing(self, operands: list[Any]) -> None:
        self._state = replace(self._state, spacing=number(operands, 0))

    def set_word_spacing(self, operands: list[Any]) -> None:
        self._state = replace(self._state, word_spacing=number(operands, 0))

    def set_stretch(self, operands: list[Any]) -> None:
        self._state = replace(self._state, stretch=number(operands, 0) / 100)

    def set_leading(self, operands: list[Any]) -> None:
        self._state = replace(self._state, leading=number(operands, 0))

    def set_rise(self, operands: list[Any]) -> None:
        self._state = replace(self._state, rise=number(operands, 0))

    def set_mode(self, operands: list[Any]) -> None:
        self._state = replace(self._state, mode=int(number(operands, 0)))

    def set_gray(self, operands: list[Any]) -> None:
        self._paint(number(operands, 0) >= WHITE)

    def set_rgb(self, operands: list[Any]) -> None:
        self._paint(min(number(operands, place) for place in range(3)) >= WHITE)

    def set_cmyk(self, operands: list[Any]) -> None:
        self._paint(max(number(operands, place) for place in range(4)) <= 1 - WHITE)

    def set_color(self, operands: list[Any]) -> None:
        match len([o for o in operands if isinstance(o, int | float)]):
            case 1:
                self.set_gray(operands)
            case 3:
                self.set_rgb(operands)
            case 4:
                self.set_cmyk(operands)
            case _:
                self._paint(False)

    def _paint(self, is_white: bool) -> None:
        self._state = replace(self._state, is_white=is_white)

    def next_line(self, operands: list[Any]) -> None:
        self._line = times((1, 0, 0, 1, number(operands, 0), number(operands, 1)), self._line)
        self._text = self._line

    def next_line_leading(self, operands: list[Any]) -> None:
        self._state = replace(self._state, leading=-number(operands, 1))
        self.next_line(operands)

    def new_line(self, _: list[Any]) -> None:
        self._line = times((1, 0, 0, 1, 0, -self._state.leading), self._line)
        self._text = self._line

    def place_text(self, operands: list[Any]) -> None:
        self._line = self._text = matrix_of(operands)

    def show(self, operands: list[Any]) -> None:
        if operands:
            self._write(operands[-1])

    def show_on_new_line(self, operands: list[Any]) -> None:
        self.new_line([])
        self.show(operands)

    def show_spaced(self, operands: list[Any]) -> None:
        spacing, words = number(operands, 1), number(operands, 0)
        self._state = replace(self._state, spacing=spacing, word_spacing=words)
        self.show_on_new_line(operands)

    def show_parts(self, operands: list[Any]) -> None:
        parts = operands[0] if operands and isinstance(operands[0], list) else []
        self._painter.spend(operations=len(parts))
        for part in parts:
            if isinstance(part, int | float):
                shift = -finite(part) / 1000 * self._state.size * self._state.stretch
                self._text = times((1, 0, 0, 1, shift, 0), self._text)
            else:
                self._write(part)

    def _write(self, said: object) -> None:
        state = self._state
        if state.face is None:
            return
        pieces = state.face.pieces(said)
        self._painter.spend(glyphs=len(pieces))
        for text, width, is_space in pieces:
            advance = width * state.size + state.spacing + (state.word_spacing if is_space else 0)
            self._glyph(text, width * state.size * state.stretch)
            self._text = times((1, 0, 0, 1, advance * state.stretch, 0), self._text)

    def _glyph(self, text: str, width: float) -> None:
        state = self._state
        whole = times(self._text, state.matrix)
        left, base = moved(whole, 0, state.rise)
        right, _ = moved(whole, width, state.rise)
        size = abs(state.size) * math.hypot(whole[2], whole[3])
        if not all(map(math.isfinite, (left, right, base, size))) or not text:
            return
        if abs(whole[1]) > abs(whole[0]) or whole[0] < 0:
            self.drawing.turned += len(text.strip())
            return
        self.drawing.glyphs.append(
            Glyph(
                text,
                min(left, right),
                max(left, right),
                base,
                size,
                state.face is not None and state.face.is_bold,
                self._order,
                is_white=state.is_white,
                is_unseen=state.mode in _UNSEEN_MODES or size < SMALLEST,
            )
        )

    def draw_object(self, operands: list[Any]) -> None:
        objects = dictionary(self._resources.get("/XObject"))
        form = objects.get(operands[0]) if operands else None
        form = form.get_object() if form is not None else None
        if not isinstance(form, StreamObject):
            return
        if form.get("/Subtype") == "/Image":
            self.drawing.pictures += 1
        elif self._depth >= DEEPEST_FORM:
            self.drawing.too_deep += 1
        elif form.get("/Subtype") == "/Form":
            self._forms += 1
            if self._forms > MOST_FORMS:
                raise Unreadable("too_large", "draws more forms than any page needs")
            self._play_form(form)

    def _play_form(self, form: StreamObject) -> None:
        outer = self._state, self._text, self._line, self._stack
        own = form.get("/Matrix")
        if isinstance(own, ArrayObject):
            self.transform(list(own))
        self._stack = []
        resources = dictionary(form.get("/Resources")) or self._resources
        self.play(ContentStream(form, None).operations, resources, self._depth + 1)
        self._state, self._text, self._line, self._stack = outer


_PATHS = {b"re", b"m", b"l"}
_PAINTS = {
    b"S": (False, True), b"s": (False, True), b"f": (True, False), b"F": (True, False),
    b"f*": (True, False), b"B": (True, True), b"B*": (True, True), b"b": (True, True),
    b"b*": (True, True), b"n": (False, False),
}  # fmt: skip
"""What ends a path, and whether it is filled and stroked."""

_OPERATORS: dict[bytes, Callable[[_Run, list[Any]], None]] = {
    b"q": _Run.save, b"Q": _Run.restore, b"cm": _Run.transform, b"BT": _Run.begin_text,
    b"Tf": _Run.set_font, b"Tc": _Run.set_spacing, b"Tw": _Run.set_word_spacing,
    b"Tz": _Run.set_stretch, b"TL": _Run.set_leading, b"Ts": _Run.set_rise, b"Tr": _Run.set_mode,
    b"Td": _Run.next_line, b"TD": _Run.next_line_leading, b"T*": _Run.new_line,
    b"Tm": _Run.place_text, b"Tj": _Run.show, b"TJ": _Run.show_parts,
    b"'": _Run.show_on_new_line, b'"': _Run.show_spaced, b"g": _Run.set_gray,
    b"rg": _Run.set_rgb, b"k": _Run.set_cmyk, b"sc": _Run.set_color, b"scn": _Run.set_color,
    b"Do": _Run.draw_object,
}  # fmt: skip
