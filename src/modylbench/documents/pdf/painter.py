"""The content of a PDF page, drawn operator by operator."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from pypdf.generic import (
    ArrayObject,
    ByteStringObject,
    ContentStream,
    DictionaryObject,
    StreamObject,
    TextStringObject,
)
from pypdf.generic._font import Font

from modylbench.documents.pdf.drawing import (
    IDENTITY,
    Box,
    Drawing,
    Fill,
    Glyph,
    Matrix,
    box_of,
    dictionary,
    finite,
    matrix_of,
    multiply,
    number,
    transform_point,
)
from modylbench.documents.unreadable import Unreadable
from modylbench.documents.visibility import BLACK, Colour, from_cmyk, is_large_enough

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.documents.pdf.drawing import Matrix, WorkBudget

    PdfPoint = tuple[float, float]

STEPS_PER_OPERATION, STEPS_PER_GLYPH = 15, 40
DEEPEST_FORM, MOST_FORMS, DEEPEST_STATE = 8, 300, 200
_PATHS = {b"re", b"m", b"l", b"c", b"v", b"y"}
_PAINTS = {
    b"S": (False, True), b"s": (False, True), b"f": (True, False), b"F": (True, False),
    b"f*": (True, False), b"B": (True, True), b"B*": (True, True), b"b": (True, True),
    b"b*": (True, True), b"n": (False, False),
}  # fmt: skip
"""What ends a path, and whether it is filled and stroked."""
_INKS = {"/Separation", "/DeviceN"}
_UNKNOWN = {"/Indexed", "/Pattern", "/Lab"}
UNSEEN_MODES = {3, 7}
MOST_LINES = 20_000
THIN = 2.5
"""Points: a box no wider than this is a line."""
FORCE_BOLD = 1 << 18
_BOLD = re.compile(r"bold|black|heavy|demi|semibd|,b\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PdfPen:
    """The colours of fills and strokes, with their opacity, and the box that is painted in."""

    colour: Colour = BLACK
    opacity: float = 1.0
    space: str = ""
    stroke: Colour = BLACK
    stroke_opacity: float = 1.0
    stroke_space: str = ""
    clip: Box | None = None

    def of_text(self, mode: int) -> tuple[Colour, float]:
        """The colour of letters drawn in this mode, and its opacity."""
        if mode % 4 == 1:
            return self.stroke, self.stroke_opacity
        if mode % 4 == 2 and self.opacity < self.stroke_opacity:
            return self.stroke, self.stroke_opacity
        return self.colour, self.opacity

    def clip_to(self, box: Box | None) -> PdfPen:
        """The pen, painting only in this box as well."""
        return self if box is None else replace(self, clip=box.within(self.clip))

    def with_state(self, states: DictionaryObject, name: object) -> PdfPen:
        """The pen with a named state: only its opacity matters to us."""
        state = dictionary(states.get(name))
        fill, stroke = state.get("/ca"), state.get("/CA")
        return replace(
            self,
            opacity=self.opacity if fill is None else _share(fill),
            stroke_opacity=self.stroke_opacity if stroke is None else _share(stroke),
        )

    def in_space(self, spaces: DictionaryObject, operands: list[Any], *, strokes: bool) -> PdfPen:
        """The pen in another space of colours, where it is black at first."""
        name = operands[0] if operands else ""
        found = spaces.get(name, name)
        found = found.get_object() if hasattr(found, "get_object") else found
        kind = str(found[0]) if isinstance(found, ArrayObject) and found else str(found)
        if strokes:
            return replace(self, stroke=BLACK, stroke_space=kind)
        return replace(self, colour=BLACK, space=kind)

    def with_colour(
        self, operands: list[Any], *, strokes: bool, space: str | None = None
    ) -> PdfPen:
        """The pen with the colour of so many numbers."""
        numbers = [o for o in operands if isinstance(o, int | float)]
        kind = space if space is not None else self.stroke_space if strokes else self.space
        colour = _colour(numbers, kind)
        if strokes:
            return replace(self, stroke=colour, stroke_space=kind)
        return replace(self, colour=colour, space=kind)


def _colour(numbers: list[Any], space: str) -> Colour:  # noqa: PLR0911 - one for each space
    """A colour that we cannot know is taken for black."""
    if space in _UNKNOWN:
        return BLACK
    if space in _INKS:
        gray = 1 - max((_share(ink) for ink in numbers), default=1.0)
        return gray, gray, gray
    match len(numbers):
        case 1:
            gray = _share(numbers[0])
            return gray, gray, gray
        case 3:
            return _share(numbers[0]), _share(numbers[1]), _share(numbers[2])
        case 4:
            return from_cmyk(*(number(numbers, place) for place in range(4)))
        case _:
            return BLACK


def _share(value: object) -> float:
    return min(max(finite(value), 0.0), 1.0)


class Paths:
    """Gathers the path that is being drawn, until it is stroked, filled or forgotten."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._at: PdfPoint | None = None
        self._boxes: list[Box] = []
        self._lines: list[tuple[PdfPoint, PdfPoint]] = []
        self._points: list[PdfPoint] = []

    def add(self, operator: bytes, operands: list[Any], matrix: Matrix) -> None:
        """A box (re), the start of a line (m), its end (l), or a curve (c, v, y)."""
        if operator == b"re":
            x, y, width, height = (number(operands, place) for place in range(4))
            (a, b), (c, d) = (
                transform_point(matrix, x, y),
                transform_point(matrix, x + width, y + height),
            )
            self._points += [(a, b), (c, d)][: MOST_LINES - len(self._points)]
            if all(map(math.isfinite, (a, b, c, d))) and len(self._boxes) < MOST_LINES:
                self._boxes.append(Box(min(a, c), min(b, d), max(a, c), max(b, d)))
            return
        last = max(len(operands) - 2, 0)  # a curve ends at its last point
        for place in range(0, last + 1, 2):
            if len(self._points) < MOST_LINES:
                self._points.append(
                    transform_point(matrix, number(operands, place), number(operands, place + 1))
                )
        point = transform_point(matrix, number(operands, last), number(operands, last + 1))
        if operator == b"l" and self._at is not None and len(self._lines) < MOST_LINES:
            self._lines.append((self._at, point))
        self._at = point

    def around(self) -> Box | None:
        """The box around all that was gathered; None for nothing."""
        points = [point for point in self._points if all(map(math.isfinite, point))]
        if not points:
            return None
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return Box(min(xs), min(ys), max(xs), max(ys))

    def paint(self, pen: PdfPen, *, fills: bool, strokes: bool, order: int) -> None:
        """Draw what was gathered, or nothing, and forget it."""
        for box in self._boxes:
            is_line = box.top - box.bottom <= THIN or box.right - box.left <= THIN
            if fills and is_line:
                self._rule((box.left, box.bottom), (box.right, box.top))
            elif fills and len(self._drawing.fills) < MOST_LINES:
                self._drawing.fills.append(
                    Fill(box.within(pen.clip), pen.colour, order, pen.opacity)
                )
            if strokes:
                self._edges(box)
        for start, end in self._lines if strokes else ():
            self._rule(start, end)
        self._at, self._boxes, self._lines, self._points = None, [], [], []

    def _edges(self, box: Box) -> None:
        self._rule((box.left, box.bottom), (box.right, box.bottom))
        self._rule((box.left, box.top), (box.right, box.top))
        self._rule((box.left, box.bottom), (box.left, box.top))
        self._rule((box.right, box.bottom), (box.right, box.top))

    def _rule(self, start: PdfPoint, end: PdfPoint) -> None:
        (a, b), (c, d) = start, end
        across, upright = self._drawing.across, self._drawing.upright
        if not all(map(math.isfinite, (a, b, c, d))):
            return
        if abs(b - d) <= THIN < abs(a - c) and len(across) < MOST_LINES:
            across.append(((b + d) / 2, min(a, c), max(a, c)))
        elif abs(a - c) <= THIN < abs(b - d) and len(upright) < MOST_LINES:
            upright.append(((a + c) / 2, min(b, d), max(b, d)))


@dataclass(frozen=True, slots=True)
class GraphicsState:
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
    pen: PdfPen = field(default_factory=PdfPen)


class Painter:
    """Runs the content of pages within one budget."""

    def __init__(self, work: WorkBudget) -> None:
        self._work = work
        self._faces: dict[int, tuple[DictionaryObject, Face]] = {}  # kept alive with their ids

    def drawing(
        self, contents: ContentStream | None, resources: object, matrix: Matrix = IDENTITY
    ) -> Drawing:
        """What a page draws; `matrix` turns the page the way that it is shown."""
        run = _Stream(self, Drawing(), matrix)
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


class _Stream:
    """The content of one page and of the forms that it draws."""

    def __init__(self, painter: Painter, drawing: Drawing, matrix: Matrix) -> None:
        self.drawing = drawing
        self._painter = painter
        self._state = GraphicsState(matrix)
        self._stack: list[GraphicsState] = []
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
            self._pen(self._state.pen.clip_to(box))
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
        self._state = replace(self._state, matrix=multiply(matrix_of(operands), self._state.matrix))

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

    def set_color(
        self, operands: list[Any], *, strokes: bool = False, space: str | None = None
    ) -> None:
        self._pen(self._state.pen.with_colour(operands, strokes=strokes, space=space))

    def set_space(self, operands: list[Any], *, strokes: bool = False) -> None:
        spaces = dictionary(self._resources.get("/ColorSpace"))
        self._pen(self._state.pen.in_space(spaces, operands, strokes=strokes))

    def set_state(self, operands: list[Any]) -> None:
        states = dictionary(self._resources.get("/ExtGState"))
        self._pen(self._state.pen.with_state(states, operands[0] if operands else ""))

    def _pen(self, pen: PdfPen) -> None:
        self._state = replace(self._state, pen=pen)

    def clip(self, _: list[Any]) -> None:
        self._is_clip = True

    def next_line(self, operands: list[Any]) -> None:
        self._line = multiply((1, 0, 0, 1, number(operands, 0), number(operands, 1)), self._line)
        self._text = self._line

    def next_line_leading(self, operands: list[Any]) -> None:
        self._state = replace(self._state, leading=-number(operands, 1))
        self.next_line(operands)

    def new_line(self, _: list[Any]) -> None:
        self._line = multiply((1, 0, 0, 1, 0, -self._state.leading), self._line)
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
                self._text = multiply((1, 0, 0, 1, shift, 0), self._text)
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
            self._text = multiply((1, 0, 0, 1, advance * state.stretch, 0), self._text)

    def _glyph(self, text: str, width: float) -> None:
        state = self._state
        whole = multiply(self._text, state.matrix)
        left, base = transform_point(whole, 0, state.rise)
        right, _ = transform_point(whole, width, state.rise)
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
            self._pen(self._state.pen.clip_to(box))
        self._stack = []
        resources = dictionary(form.get("/Resources")) or self._resources
        self.play(ContentStream(form, None).operations, resources, self._depth + 1)
        self._state, self._text, self._line, self._stack = outer


_STROKE = partial(_Stream.set_color, strokes=True)
_STROKE_SPACE = partial(_Stream.set_space, strokes=True)
_DEVICE_COLOR = partial(_Stream.set_color, space="")
_DEVICE_STROKE = partial(_Stream.set_color, strokes=True, space="")
_OPERATORS: dict[bytes, Callable[[_Stream, list[Any]], None]] = {
    b"q": _Stream.save, b"Q": _Stream.restore, b"cm": _Stream.transform, b"BT": _Stream.begin_text,
    b"Tf": _Stream.set_font, b"Tc": _Stream.set_spacing, b"Tw": _Stream.set_word_spacing,
    b"Tz": _Stream.set_stretch, b"TL": _Stream.set_leading, b"Ts": _Stream.set_rise,
    b"Tr": _Stream.set_mode, b"Td": _Stream.next_line, b"TD": _Stream.next_line_leading,
    b"T*": _Stream.new_line, b"Tm": _Stream.place_text, b"Tj": _Stream.show,
    b"TJ": _Stream.show_parts, b"'": _Stream.show_on_new_line, b'"': _Stream.show_spaced,
    b"g": _DEVICE_COLOR, b"rg": _DEVICE_COLOR, b"k": _DEVICE_COLOR,
    b"sc": _Stream.set_color, b"scn": _Stream.set_color, b"G": _DEVICE_STROKE,
    b"RG": _DEVICE_STROKE, b"K": _DEVICE_STROKE, b"SC": _STROKE,
    b"SCN": _STROKE, b"cs": _Stream.set_space, b"CS": _STROKE_SPACE,
    b"gs": _Stream.set_state, b"W": _Stream.clip, b"W*": _Stream.clip, b"Do": _Stream.draw_object,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Face:
    """A font."""

    font: Font
    is_bold: bool

    def pieces(self, said: object) -> list[tuple[str, float, bool]]:
        """The characters of a string: text, width in ems, whether it is a one-byte space."""
        raw = _bytes_of(said)
        if not self.font.interpretable or not raw:
            return []
        if isinstance(self.font.encoding, str):
            codes = raw.decode(self.font.encoding, "replace")
            texts = list(codes)
        else:
            codes = raw.decode("latin-1")
            texts = [self.font.encoding.get(byte, chr(byte)) for byte in raw]
        result: list[tuple[str, float, bool]] = []
        for code, text in zip(codes, texts, strict=True):
            character = self.font.character_map.get(text, text)
            width = self._width(code, character)
            result.append((character if isinstance(character, str) else text, width, code == " "))
        return result

    def _width(self, code: str, character: object) -> float:
        widths = self.font.character_widths
        width = widths.get(code)
        if width is None and code == self.font.space_char:
            width = self.font.space_width
        if width is None and isinstance(character, str):
            width = widths.get(character)
        if width is None:
            width = widths.get("default", 500)
        return min(max(float(width), 0.0), 5_000.0) / 1000


def _bytes_of(said: object) -> bytes:
    if isinstance(said, TextStringObject):
        return bytes(said.original_bytes)
    if isinstance(said, ByteStringObject | bytes):
        return bytes(said)
    return b""


def face_of(font: DictionaryObject) -> Face:
    """The font of a resource."""
    found = Font.from_font_resource(font)
    is_forced = bool(found.font_descriptor.flags & FORCE_BOLD)
    return Face(found, is_forced or _BOLD.search(found.name) is not None)
