// Where and how a piece of text is drawn: its lines, size, colour, and how much of it can be seen.
import {paddingBox, shownAlong} from './clip.js';
import {colour, faded, isPaint} from './colour.js';
import {invisible, reordered} from './letters.js';
import {MOST, rounded, shortened} from './limits.js';
import {shapeColours} from './context.js';

// Some letters and symbols are blank: the Hangul fillers, the empty Braille cell.
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;
const ICON_FONT = /material[ -]?(icons|symbols)/i;
const range = document.createRange();

/** Whether a text has anything that a font draws, or that hides words. */
export const isText = data => VISIBLE.test(data) || invisible(data) !== '';

/** A text node as drawn, or null where it is not drawn at all. */
export function drawn(node, context, page) {
  const {style} = context;
  if (style.visibility !== 'visible') return null;
  range.selectNodeContents(node);
  const rects = range.getClientRects();
  if (!rects.length) return null;
  const element = node.parentElement ?? node.getRootNode().host;
  const svg = context.svg !== null && 'getExtentOfChar' in element;
  return described(node.data, {
    element,
    rects,
    line: svg ? lineOf(element, node, rects) : null,
    context,
    page,
  });
}

/** What a form field shows: its value, or its placeholder. */
export function fieldText(element, context, page) {
  const {style} = context;
  const value =
    element.selectedOptions?.[0]?.text ?? (element.type === 'password' ? '' : element.value) ?? '';
  const shown = value || (element.placeholder ?? '');
  if (!isText(shown) || style.visibility !== 'visible') return null;
  // A person can scroll through a large field, so its box counts; a line has no bar to scroll it by.
  const {left, top, width, height} = paddingBox(element);
  const found = described(shown, {
    element,
    rects: [new DOMRect(left, top, width, height)],
    line: null,
    context,
    page,
  });
  if (isLine(element)) found.box.right += pastTheEnd(element, width);
  if (value) return found;
  const placeholder = getComputedStyle(element, '::placeholder');
  const foreground = faded(colour(placeholder.color), parseFloat(placeholder.opacity));
  return {...found, foreground, role: context.disabled ? 'disabled' : 'placeholder'};
}

const isLine = element => element.localName === 'input';

/** How far a line of text goes on beyond its field. */
function pastTheEnd(element, width) {
  const scale = element.clientWidth ? width / element.clientWidth : 1;
  return Math.max(0, element.scrollWidth - element.clientWidth) * scale;
}

function described(data, {element, rects: all, line, context, page}) {
  const {style} = context;
  const box = union(all);
  const rects = [...all].slice(0, MOST.rects);
  const shownX = shownAlong(context.clip.x, box.left, box.right);
  const shownY = shownAlong(context.clip.y, box.top, box.bottom);
  const scale = line ? line.scale : context.scale * (element.currentCSSZoom ?? 1);
  return {
    text: shortened(data),
    cut: data.length > MOST.characters,
    invisible: invisible(data),
    reordered: reordered(data),
    missing: page.glyphs.missing(data, style.fontFamily),
    kind: line ? 'svg' : 'html',
    role: roleOf(data, context),
    ariaHidden: context.ariaHidden,
    component: context.component,
    chart: context.chart,
    fontPx: rounded(parseFloat(style.fontSize) * scale),
    weight: parseFloat(style.fontWeight) || 400,
    shownX: rounded(shownX.shown),
    shownY: rounded(shownY.shown),
    inView: shownX.inView && shownY.inView,
    box,
    element,
    svg: context.svg,
    frame: context.frame,
    order: page.order,
    clip: context.clip,
    scroller: context.clip.x.outer ?? context.clip.y.outer,
    points: line?.points ?? points(rects, context.clip),
    quads: line?.quads ?? (context.turned ? [] : rects.map(quadOf)),
    foreground: inkOf(style, line !== null),
    backing: line ? backing(style) : null,
    unknown: context.unknown || unclear(style, line !== null),
  };
}

function union(rects) {
  const box = {left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity};
  for (const {left, top, right, bottom} of rects) {
    box.left = Math.min(box.left, left);
    box.top = Math.min(box.top, top);
    box.right = Math.max(box.right, right);
    box.bottom = Math.max(box.bottom, bottom);
  }
  return box;
}

function roleOf(data, context) {
  if (ICON_FONT.test(context.style.fontFamily) && /^\s*[a-z0-9_]+\s*$/.test(data)) return 'icon';
  return context.disabled ? 'disabled' : 'text';
}

function inkOf(style, isSvg) {
  if (style.backgroundClip === 'text') return null;
  if (!isSvg) return colour(style.webkitTextFillColor);
  const {fill, stroke} = shapeColours(style);
  return isPaint(fill) ? fill : stroke;
}

/** The halo that an SVG text is drawn over, or null. */
function backing(style) {
  const {stroke, width} = shapeColours(style);
  return stroke && isPaint(stroke) && width >= 1.5 && style.paintOrder.startsWith('stroke') ? stroke : null;
}

function unclear(style, isSvg) {
  if (style.textShadow !== 'none') return 'text shadow';
  if (!isSvg && parseFloat(style.webkitTextStrokeWidth) > 0) return 'outlined text';
  return '';
}

/** Up to three points in the part that is in view: across one line, or on the first, middle and last. */
function points(rects, clip) {
  const middle = ({left, right, top, bottom}) => ({x: (left + right) / 2, y: (top + bottom) / 2});
  const all =
    rects.length > 1
      ? [rects[0], rects[rects.length >> 1], rects[rects.length - 1]].map(middle)
      : [0.1, 0.5, 0.9].map(share => ({x: rects[0].left + share * rects[0].width, y: middle(rects[0]).y}));
  const seen = all.filter(
    ({x, y}) => x >= clip.x.seenLo && x <= clip.x.seenHi && y >= clip.y.seenLo && y <= clip.y.seenHi,
  );
  return seen.length ? seen : [all[1]];
}

const quadOf = ({left, top, right, bottom}) => [
  {x: left, y: top},
  {x: right, y: top},
  {x: right, y: bottom},
  {x: left, y: bottom},
];

/** An SVG text's line in page coordinates, turned as it is drawn. */
function lineOf(element, node, rects) {
  const matrix = element.getScreenCTM() ?? new DOMMatrixReadOnly();
  const scale = Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
  const letters = element.getNumberOfChars();
  if (!letters || element.childNodes.length !== 1) {
    // Its letters cannot be told from its neighbours', so a turned one is not looked at for overlaps.
    const turned = Math.abs(matrix.b) > 0.01 || Math.abs(matrix.c) > 0.01;
    return {scale, points: null, quads: turned ? [] : [...rects].slice(0, MOST.rects).map(quadOf)};
  }
  const place = (x, y) => {
    const {x: left, y: top} = new DOMPoint(x, y).matrixTransform(matrix);
    return {x: left, y: top};
  };
  const extents = [0, letters >> 1, letters - 1].map(index => element.getExtentOfChar(index));
  const left = Math.min(...extents.map(({x}) => x));
  const right = Math.max(...extents.map(({x, width}) => x + width));
  const top = Math.min(...extents.map(({y}) => y));
  const bottom = Math.max(...extents.map(({y, height}) => y + height));
  return {
    scale,
    points: extents.map(({x, y, width, height}) => place(x + width / 2, y + height / 2)),
    quads: [[place(left, top), place(right, top), place(right, bottom), place(left, bottom)]],
  };
}
