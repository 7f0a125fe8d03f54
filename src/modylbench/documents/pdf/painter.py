"""What does the content of a PDF page draw, operator by operator?"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, StreamObject

from modylbench.documents.pdf.fonts import Face, face_of
from modylbench.documents.pdf.glyph import (
    IDENTITY,
    Drawing,
    Fill,
    Glyph,
    Matrix,
    box_of,
    moved,
    times,
)
from modylbench.documents.pdf.operands import dictionary, finite, matrix_of, number
from modylbench.documents.pdf.paths import MOST_LINES, Paths
from modylbench.documents.pdf.pen import UNSEEN_MODES, Pen
from modylbench.documents.refusal import Unreadable
from modylbench.documents.visibility import is_large_enough

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.documents.pdf.work import Work

STEPS_PER_OPERATION, STEPS_PER_GLYPH = 15, 40
DEEPEST_FORM, MOST_FORMS, DEEPEST_STATE = 8, 300, 200


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
    pen: Pen = field(default_factory=Pen)


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
        self._is_clip = False
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
            box = self._paths.around() if self._is_clip else None
            self._paths.paint(self._state.pen, fills=fills, strokes=strokes, order=self._order)
            self._pen(self._state.pen.clipped(box))
            self._is_clip = False
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

    def set_color(self, operands: list[Any]) -> None:
        self._pen(self._state.pen.painted(operands, strokes=False))

    def set_stroke(self, operands: list[Any]) -> None:
        self._pen(self._state.pen.painted(operands, strokes=True))

    def set_device_color(self, operands: list[Any]) -> None:
        self._pen(self._state.pen.painted(operands, strokes=False, space=""))

    def set_device_stroke(self, operands: list[Any]) -> None:
        self._pen(self._state.pen.painted(operands, strokes=True, space=""))

    def set_space(self, operands: list[Any]) -> None:
        spaces = dictionary(self._resources.get("/ColorSpace"))
        self._pen(self._state.pen.in_space(spaces, operands, strokes=False))

    def set_stroke_space(self, operands: list[Any]) -> None:
        spaces = dictionary(self._resources.get("/ColorSpace"))
        self._pen(self._state.pen.in_space(spaces, operands, strokes=True))

    def set_state(self, operands: list[Any]) -> None:
        states = dictionary(self._resources.get("/ExtGState"))
        self._pen(self._state.pen.with_state(states, operands[0] if operands else ""))

    def _pen(self, pen: Pen) -> None:
        self._state = replace(self._state, pen=pen)

    def clip(self, _: list[Any]) -> None:
        self._is_clip = True

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
        colour, opacity = state.pen.of_text(state.mode)
        across = math.hypot(whole[0], whole[1]) * abs(state.stretch)
        stretch = across / max(math.hypot(whole[2], whole[3]), 1e-9)
        middle = (left + right) / 2, base + size / 4
        is_cut = state.pen.clip is not None and not state.pen.clip.holds(*middle)
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
                colour=colour,
                opacity=opacity,
                is_unseen=state.mode in UNSEEN_MODES
                or is_cut
                or not is_large_enough(size, stretch),
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
            self._cover(form)
        elif self._depth >= DEEPEST_FORM:
            self.drawing.too_deep += 1
        elif form.get("/Subtype") == "/Form":
            self._forms += 1
            if self._forms > MOST_FORMS:
                raise Unreadable("too_large", "draws more forms than any page needs")
            self._play_form(form)

    def _cover(self, picture: StreamObject) -> None:
        """Note the place of a picture, unless it may be seen through."""
        box = box_of(self._state.matrix, 0, 0, 1, 1)
        is_open = any(picture.get(name) for name in ("/SMask", "/Mask", "/ImageMask"))
        pen = self._state.pen
        if box is not None and not is_open and len(self.drawing.fills) < MOST_LINES:
            fill = Fill(box.within(pen.clip), None, self._order, pen.opacity)
            self.drawing.fills.append(fill)

    def _play_form(self, form: StreamObject) -> None:
        outer = self._state, self._text, self._line, self._stack
        own = form.get("/Matrix")
        if isinstance(own, ArrayObject):
            self.transform(list(own))
        corners = form.get("/BBox")
        if isinstance(corners, ArrayObject) and len(corners) == 4:
            left, bottom, right, top = (finite(corner) for corner in corners)
            box = box_of(self._state.matrix, left, bottom, right, top)
            self._pen(self._state.pen.clipped(box))
        self._stack = []
        resources = dictionary(form.get("/Resources")) or self._resources
        self.play(ContentStream(form, None).operations, resources, self._depth + 1)
        self._state, self._text, self._line, self._stack = outer


_PATHS = {b"re", b"m", b"l", b"c", b"v", b"y"}
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
    b"'": _Run.show_on_new_line, b'"': _Run.show_spaced, b"g": _Run.set_device_color,
    b"rg": _Run.set_device_color, b"k": _Run.set_device_color, b"sc": _Run.set_color,
    b"scn": _Run.set_color, b"G": _Run.set_device_stroke, b"RG": _Run.set_device_stroke,
    b"K": _Run.set_device_stroke, b"SC": _Run.set_stroke, b"SCN": _Run.set_stroke,
    b"cs": _Run.set_space, b"CS": _Run.set_stroke_space, b"gs": _Run.set_state,
    b"W": _Run.clip, b"W*": _Run.clip, b"Do": _Run.draw_object,
}  # fmt: skip
