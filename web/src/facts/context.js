// What an element hands down to all that is in it: paint, opacity, clips, scale, component, chart.
import {clipInside, inView, pageClip} from './clip.js';
import {colour, faded, gradient, isPaint} from './colour.js';
import {shortened} from './limits.js';

const REPLACED = new Set(['IMG', 'CANVAS', 'VIDEO', 'IFRAME', 'OBJECT', 'EMBED']);
const CLEAR = [0, 0, 0, 0];
const SVG = 'http://www.w3.org/2000/svg';

/** What holds outside of the root element. */
export function pageContext() {
  const clip = pageClip();
  return {
    frame: null,
    clip,
    clipAbsolute: clip,
    clipFixed: clip,
    scale: 1,
    turned: false,
    unknown: '',
    component: null,
    chart: null,
    svg: null,
    disabled: false,
    ariaHidden: false,
    style: null,
  };
}

/** The context inside an element; `page` keeps the boxes that it paints. */
export function contextInside(element, style, outer, page) {
  const inner = {...outer, style};
  inner.component = componentId(element) ?? outer.component;
  inner.disabled ||= element.disabled === true || element.ariaDisabled === 'true';
  inner.ariaHidden ||= element.ariaHidden === 'true';
  if (style.display === 'contents') return inner;
  if (element.localName === 'svg' && !outer.svg) inner.svg = element;
  inner.unknown ||= blurred(style);
  turn(inner, style);
  const graphic = element.namespaceURI === SVG && inner.svg !== element;
  if (!graphic) clip(inner, element, style, outer);
  paint(inner, element, style, {outer, page, graphic});
  return inner;
}

/** The A2UI component that an element is, or null. */
export function componentId(element) {
  const id = element.dataset?.componentId ?? element.context?.componentModel?.id;
  return typeof id === 'string' ? shortened(id) : null;
}

/** Why the colours below cannot be told from styles, or "". */
function blurred(style) {
  if (style.mixBlendMode !== 'normal') return 'blend mode';
  if (style.filter !== 'none' && !/^drop-shadow\([^)]*(\([^)]*\))?[^)]*\)$/.test(style.filter))
    return 'filter';
  if (style.backdropFilter && style.backdropFilter !== 'none') return 'filter';
  if (style.maskImage && style.maskImage !== 'none') return 'mask';
  return '';
}

function turn(inner, style) {
  if (style.transform !== 'none') {
    const {a, b, c, d} = new DOMMatrixReadOnly(style.transform);
    inner.scale *= Math.min(Math.hypot(a, b), Math.hypot(c, d));
    inner.turned ||= Math.abs(b) > 0.01 || Math.abs(c) > 0.01;
  }
  if (style.scale !== 'none') inner.scale *= Math.min(...style.scale.split(' ').map(parseFloat));
  inner.turned ||= style.rotate !== 'none';
}

/** Clips follow the containing block, not the tree: what is absolute escapes a static parent's clip. */
function clip(inner, element, style, outer) {
  const {position} = style;
  const around =
    position === 'fixed' ? outer.clipFixed : position === 'absolute' ? outer.clipAbsolute : outer.clip;
  inner.clip = clipInside(element, style, around);
  const contains = style.transform !== 'none' || style.filter !== 'none' || style.contain.includes('paint');
  if (contains || position !== 'static') inner.clipAbsolute = inner.clip;
  if (contains) inner.clipFixed = inner.clip;
}

/** Add a frame where the element paints or groups: {parent, box, colour, opacity, grouped, order}. */
function paint(inner, element, style, {outer, page, graphic}) {
  const opacity = parseFloat(style.opacity);
  const visible = style.visibility === 'visible';
  const own = graphic || !visible ? CLEAR : background(element, style, page.strict !== null);
  if (opacity >= 1 && !isPaint(own)) return;
  const everywhere = element === document.documentElement || isCanvas(element);
  const box = everywhere ? null : element.getBoundingClientRect();
  inner.frame = {
    parent: outer.frame,
    box,
    colour: own,
    opacity,
    grouped: opacity < 1 || (outer.frame?.grouped ?? false),
    order: page.order,
  };
  if (!box || !isPaint(own)) return;
  const seen = inView(box, inner.clip);
  if (seen) page.addBox({element, seen, colour: own?.stops ? null : own, frame: inner.frame, order: page.order, end: Infinity});
}

/** Whether the body's background is the page's. */
function isCanvas(element) {
  return element === document.body && !isPaint(background(document.documentElement));
}

function background(element, style = getComputedStyle(element), followsGradients = false) {
  if (REPLACED.has(element.tagName)) return null;
  if (style.backgroundImage !== 'none') return followsGradients ? gradient(style) : null;
  return colour(style.backgroundColor);
}

/** The product of the opacities from `frame` up to, not including, one in `shared`; with where it met. */
export function meeting(frame, shared) {
  let share = 1;
  let at = frame;
  for (; at && !shared.has(at); at = at.parent) share *= at.opacity;
  return {share, at};
}

/** An SVG shape's colours: its fill and its stroke. */
export function shapeColours(style) {
  const {fill, stroke} = style;
  const width = parseFloat(style.strokeWidth) || 0;
  return {
    fill: fill === 'none' ? CLEAR : faded(colour(fill), parseFloat(style.fillOpacity)),
    stroke: stroke === 'none' || width === 0 ? CLEAR : faded(colour(stroke), parseFloat(style.strokeOpacity)),
    width,
  };
}
