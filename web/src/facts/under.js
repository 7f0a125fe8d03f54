// What is painted under a text, from the page up to it. Ancestors by their boxes, SVG shapes by their geometry, and where
// other boxes lie at the same place, the browser's own order of painting. No call tells where ::before and ::after stand
// among the layers, so what they paint is unknown.
import {paddingBox} from './clip.js';
import {colour, faded, hardest, isOpaque, isPaint} from './colour.js';
import {meeting} from './context.js';
import {MOST} from './limits.js';

const BAND = 32;
const MOST_BANDS = 64;
const HIT_TEST = 50; // what one costs in units of work

export const contains = (box, {x, y}) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** Items by their height on the page, so that a text meets few of them. */
export class Bands {
  #bands = new Map();
  #tall = [];

  add(box, item) {
    const [first, last] = [Math.floor(box.top / BAND), Math.floor(box.bottom / BAND)];
    if (last - first > MOST_BANDS) {
      this.#tall.push({box, item});
      return;
    }
    for (let band = first; band <= last; band++) {
      if (!this.#bands.has(band)) this.#bands.set(band, []);
      this.#bands.get(band).push({box, item});
    }
  }

  /** The items at a point, or null where the work is used up. */
  at(point, work) {
    const found = [];
    for (const list of [this.#tall, this.#bands.get(Math.floor(point.y / BAND)) ?? []]) {
      for (const {box, item} of list) {
        if (!work.spend()) return null;
        if (contains(box, point)) found.push(item);
      }
    }
    return found;
  }
}

/** Stacks of layers, each kept once. */
export class Stacks {
  list = [];
  #known = new Map();

  numberOf(layers) {
    const key = JSON.stringify(layers);
    if (!this.#known.has(key)) {
      this.#known.set(key, this.list.length);
      this.list.push(layers);
    }
    return this.#known.get(key);
  }
}

/** {layers, covered}: the paints under a text at a point, the deepest first; layers is null if unknown. */
export function under(text, point, page) {
  const chain = framesAt(text.frame, point);
  const shapes = text.svg ? page.shapeBands.at(point, page.work) : [];
  const boxes = page.boxBands.at(point, page.work);
  if (!chain || !shapes || !boxes) return {layers: null, covered: false};
  const foreign = [];
  let covered = false;
  for (const shape of shapes) {
    const paint = shape.svg === text.svg ? paintAt(shape, point) : null;
    if (!paint || !isPaint(paint.colour)) continue;
    const found = placed(paint.colour, shape.frame, chain);
    if (shape.order < text.order) foreign.push({...found, order: shape.order});
    else covered ||= isOpaque(found.colour);
  }
  const others = boxes.filter(box => !(box.order <= text.order && text.order < box.end));
  if (others.length) {
    const hit = contested(text, point, page, chain);
    if (!hit) return {layers: null, covered};
    foreign.push(...hit.foreign);
    covered ||= hit.covered;
  }
  return {layers: layered(chain, foreign, point, text.foreground), covered};
}

/** The frames around, innermost first, up to an opaque one that no group fades; null if too many. */
function framesAt(frame, point) {
  const chain = [];
  for (let at = frame; at; at = at.parent) {
    chain.push(at);
    if (chain.length > MOST.layers) return null;
    if (isOpaque(at.colour) && !at.grouped && (!at.box || contains(at.box, point))) break;
  }
  return chain;
}

/** A paint that is not an ancestor's: its colour as faded by its own groups, and the frame it is in. */
function placed(paint, frame, chain) {
  const {share, at} = meeting(frame, new Set(chain));
  return {colour: faded(paint, share), index: at ? chain.indexOf(at) : chain.length};
}

/** What a shape paints at a point, or null. */
function paintAt(shape, point) {
  const {element, fill, stroke} = shape;
  if (!element.isPointInFill) return {colour: null}; // an image, or a copy of something
  const matrix = element.getScreenCTM();
  if (!matrix) return null;
  const local = new DOMPoint(point.x, point.y).matrixTransform(matrix.inverse());
  if (isPaint(stroke) && element.isPointInStroke(local)) return {colour: stroke};
  return element.isPointInFill(local) ? {colour: fill} : null;
}

/** What the browser says lies above and below a text where boxes overlap; null if it cannot say. */
function contested(text, point, page, chain) {
  if (!page.work.spend(HIT_TEST)) return null;
  const hits = hitsAt(point, document);
  const own = hits.indexOf(text.element);
  if (own < 0) return null;
  const foreign = [];
  let covered = false;
  for (const [index, element] of hits.entries()) {
    const box = page.boxOf.get(element);
    if (!box || (box.order <= text.order && text.order < box.end)) continue;
    const {colour} = placed(box.colour, box.frame.parent, chain);
    const shown = faded(colour, box.frame.opacity);
    if (index < own && !isOpaque(shown)) return null;
    if (index < own) covered = true;
    else foreign.push({colour: shown, order: -index, index: below(hits, index, chain, page)});
  }
  return {foreign, covered};
}

/** The position in the chain of the first of its frames that lies under a hit. */
function below(hits, index, chain, page) {
  for (const element of hits.slice(index + 1)) {
    const at = chain.indexOf(page.boxOf.get(element)?.frame);
    if (at >= 0) return at;
  }
  return chain.findIndex(frame => !frame.box) >= 0 ? chain.findIndex(frame => !frame.box) : chain.length;
}

function hitsAt({x, y}, root) {
  const found = [];
  for (const element of root.elementsFromPoint(x, y)) {
    if (element.getRootNode() !== root) continue;
    if (element.shadowRoot) found.push(...hitsAt({x, y}, element.shadowRoot));
    found.push(element);
  }
  return found;
}

/** [{colour, opacity}] from the page up; each opens a group of that opacity around all after it. */
function layered(chain, foreign, point, ink) {
  const layers = [];
  const put = (colour, opacity = 1) => {
    if (isPaint(colour) || opacity < 1)
      layers.push({colour: colour && colour.map(short), opacity: short(opacity)});
  };
  const inside = index =>
    foreign.filter(paint => paint.index === index).sort((first, second) => first.order - second.order);
  for (const paint of inside(chain.length)) put(paint.colour);
  for (let index = chain.length - 1; index >= 0; index--) {
    const {box, colour, opacity} = chain[index];
    put(!box || contains(box, point) ? hardest(colour, ink) : [0, 0, 0, 0], opacity);
    for (const paint of inside(index)) put(paint.colour);
  }
  return layers.length > MOST.layers ? null : layers;
}

const short = number => Math.round(number * 10_000) / 10_000;

/** The boxes that an element's generated content may paint beyond its own place in the flow. */
export function generated(element, style) {
  if (!element.localName || style.display === 'contents') return [];
  return ['::before', '::after'].flatMap(name => {
    const own = getComputedStyle(element, name);
    if (own.content === 'none' || own.content === 'normal' || own.display === 'none') return [];
    const paints = own.backgroundImage !== 'none' || isPaint(colour(own.backgroundColor));
    return paints && leavesFlow(own) ? [boxOf(element, own)] : [];
  });
}

function leavesFlow(own) {
  const margins = [own.marginTop, own.marginRight, own.marginBottom, own.marginLeft];
  return own.position !== 'static' || own.transform !== 'none' || margins.some(size => parseFloat(size) < 0);
}

function boxOf(element, own) {
  const placed = own.position === 'absolute' || own.position === 'fixed';
  const around = placed ? paddingBox(holderOf(element, own.position)) : null;
  const [left, top, width, height] = [own.left, own.top, own.width, own.height].map(parseFloat);
  if (!placed || own.transform !== 'none' || [left, top, width, height].some(Number.isNaN))
    return element.getBoundingClientRect();
  return new DOMRect(around.left + left, around.top + top, width, height);
}

/** The element by whose box absolute content is placed. */
function holderOf(element, position) {
  for (let at = element; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) {
    const style = getComputedStyle(at);
    if (style.transform !== 'none' || style.filter !== 'none') return at;
    if (position === 'absolute' && style.position !== 'static') return at;
  }
  return document.documentElement;
}
