// How much of a box a person can bring into view. Clips are kept for each axis, from the inside out.
//
// A clip is {lo, hi, seenLo, seenHi, outer}: the range that can be shown, the range that is in view now,
// and, where a scroller ends it, the scroller's own box with the clip around that. Hidden overflow
// narrows the range; a scroller starts a new one.
const DEEPEST = 32;
// Boxes on which overflow has no effect, whatever their style says.
const UNCLIPPING = new Set(
  'inline table-row table-row-group table-header-group table-footer-group'.split(' '),
);

/** What the page itself can show: from its origin on, without end unless it cannot be scrolled. */
export function pageClip() {
  const style = getComputedStyle(document.documentElement);
  const body = document.body ? getComputedStyle(document.body) : style;
  const fixed = axis => [style[axis], style[axis] === 'visible' ? body[axis] : ''].some(hides);
  return {
    x: whole(-scrollX, fixed('overflowX') ? innerWidth : Infinity),
    y: whole(-scrollY, fixed('overflowY') ? innerHeight : Infinity),
  };
}

const whole = (lo, hi) => ({lo, hi, seenLo: lo, seenHi: hi, outer: null});
const hides = overflow => overflow === 'hidden' || overflow === 'clip';
const scrolls = overflow => overflow === 'auto' || overflow === 'scroll';

/** The clip for what is inside an element. */
export function clipInside(element, style, outside) {
  const {overflowX, overflowY, clipPath} = style;
  let inside = outside;
  // The root's overflow belongs to the page.
  const own = element !== document.documentElement && element !== document.body;
  const clips = overflowX !== 'visible' || overflowY !== 'visible';
  if (own && clips && (element.localName === 'svg' || !UNCLIPPING.has(style.display))) {
    const box = paddingBox(element);
    inside = {
      x: along(outside.x, overflowX, box.left, box.width, element.scrollLeft, element.scrollWidth),
      y: along(outside.y, overflowY, box.top, box.height, element.scrollTop, element.scrollHeight),
    };
  }
  if (clipPath !== 'none') inside = clippedBy(shapeOf(clipPath, element), inside);
  if (style.clip !== 'auto') inside = clippedBy(rectOf(style.clip, element), inside);
  return inside;
}

function along(outside, overflow, start, length, scrolled, content) {
  if (hides(overflow)) return narrowed(outside, start, start + length);
  if (!scrolls(overflow)) return outside;
  const lo = start - scrolled;
  const end = start + length;
  return {
    lo,
    hi: lo + Math.max(content, length),
    seenLo: Math.max(outside.seenLo, start),
    seenHi: Math.min(outside.seenHi, end),
    outer: {lo: start, hi: end, clip: outside},
  };
}

function narrowed(clip, lo, hi) {
  return {
    lo: Math.max(clip.lo, lo),
    hi: Math.min(clip.hi, hi),
    seenLo: Math.max(clip.seenLo, lo),
    seenHi: Math.min(clip.seenHi, hi),
    outer: clip.outer,
  };
}

function clippedBy(box, clip) {
  if (!box) return clip;
  return {x: narrowed(clip.x, box.left, box.right), y: narrowed(clip.y, box.top, box.bottom)};
}

export function paddingBox(element) {
  const rect = element.getBoundingClientRect();
  const [width, height] = [
    element.offsetWidth ?? element.clientWidth,
    element.offsetHeight ?? element.clientHeight,
  ];
  const scaleX = width ? rect.width / width : 1;
  const scaleY = height ? rect.height / height : 1;
  return {
    left: rect.left + element.clientLeft * scaleX,
    top: rect.top + element.clientTop * scaleY,
    width: element.clientWidth * scaleX,
    height: element.clientHeight * scaleY,
  };
}

/** The box that `clip-path: inset()` or an empty circle leaves; other shapes are not followed. */
function shapeOf(path, element) {
  const rect = element.getBoundingClientRect();
  if (/^(circle|ellipse)\(0(px|%)?(\)| )/.test(path)) return {left: 0, right: 0, top: 0, bottom: 0};
  const inset = /^inset\(([^)]*?)(?: round [^)]*)?\)/.exec(path);
  if (!inset) return null;
  const [top, right = top, bottom = top, left = right] = inset[1].trim().split(/\s+/);
  const length = (text, whole) =>
    text.endsWith('%') ? (parseFloat(text) / 100) * whole : parseFloat(text) || 0;
  return {
    left: rect.left + length(left, rect.width),
    right: rect.right - length(right, rect.width),
    top: rect.top + length(top, rect.height),
    bottom: rect.bottom - length(bottom, rect.height),
  };
}

/** The box of the old `clip: rect(top, right, bottom, left)`. */
function rectOf(clip, element) {
  const match = /^rect\(([^)]*)\)$/.exec(clip);
  if (!match) return null;
  const rect = element.getBoundingClientRect();
  const [top, right, bottom, left] = match[1].split(/[\s,]+/);
  const from = (text, start, auto) => (text === 'auto' ? auto : start + (parseFloat(text) || 0));
  return {
    left: from(left, rect.left, -Infinity),
    right: from(right, rect.left, Infinity),
    top: from(top, rect.top, -Infinity),
    bottom: from(bottom, rect.top, Infinity),
  };
}

/** {shown, inView}: how much of lo..hi can be seen or scrolled to, and whether any is in view. */
export function shownAlong(clip, lo, hi) {
  let shown = Math.min(hi, clip.hi) - Math.max(lo, clip.lo);
  for (let outer = clip.outer, depth = 0; outer && depth < DEEPEST; outer = outer.clip.outer, depth++) {
    // A scroller too thin to show anything hides all; else what is in it can be scrolled through it.
    if (Math.min(outer.hi, outer.clip.hi) - Math.max(outer.lo, outer.clip.lo) < 1) shown = 0;
  }
  const inView = Math.min(hi, clip.seenHi) > Math.max(lo, clip.seenLo);
  return {shown: Math.max(0, shown), inView};
}

/** The part of a box that is in view now, or null. */
export function inView(box, clip) {
  const seen = {
    left: Math.max(box.left, clip.x.seenLo),
    right: Math.min(box.right, clip.x.seenHi),
    top: Math.max(box.top, clip.y.seenLo),
    bottom: Math.min(box.bottom, clip.y.seenHi),
  };
  return seen.right > seen.left && seen.bottom > seen.top ? seen : null;
}
