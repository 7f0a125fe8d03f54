// One walk over the elements of a surface or a page, open shadow roots and slots included: what it shows.
import {componentId, contextInside, pageContext, shapeColours} from './context.js';
import {isPaint} from './colour.js';
import {inView} from './clip.js';
import {chartFact, graphics} from './drawings.js';
import {Glyphs} from './letters.js';
import {MOST, Work, rounded, shortened} from './limits.js';
import {overlaps} from './overlap.js';
import {drawn, fieldText, isText} from './text.js';
import {Bands, Stacks, generated, under} from './under.js';
import {closed, imageText, obscured, undrawn} from './unseen.js';

const SKIPPED = new Set(
  'script style template noscript head title desc metadata defs clipPath mask pattern marker symbol option optgroup datalist'.split(
    ' ',
  ),
);
const SHAPES = new Set('path rect circle ellipse polygon polyline line image use'.split(' '));
const FIELDS = new Set(['input', 'textarea', 'select']);
const MEDIA = new Set(['canvas', 'video', 'iframe', 'object', 'embed']);
// Without scripts the first shows what nobody sees with them; the others show something else than their text.
const UNREAD_IN_DOCUMENTS = new Set('canvas video audio object iframe svg math progress meter rp noembed noframes'.split(' '));
const UNREAD = new Set('script style template head svg math'.split(' ')); // hold no text of the page
const [HIDDEN, BLANK, UNMEASURED] = [-1, -2, -3]; // in the place of a text's number
const UNTEXTED = new Set('checkbox radio range color file image hidden'.split(' '));

/** The elements of the last walk by number, so that axe's findings can name the same ones. */
export let numbers = new WeakMap();

class Page {
  order = 0;
  texts = [];
  textsSeen = 0;
  shapes = [];
  images = [];
  charts = [];
  labels = [];
  written = [];
  unseen = [];
  closed = [];
  media = 0;
  cut = false;
  numbers = new WeakMap();
  work = new Work();
  glyphs = new Glyphs();
  boxBands = new Bands();
  boxOf = new WeakMap();
  outline = null; // of a document: its tags and texts in order
  strict = null; // of a document: what its styles may hide that no fact tells
  shapeBands = new Bands();
  generatedBands = new Bands();
  #boxes = 0;

  addBox(box) {
    if (++this.#boxes > MOST.boxes) this.cut = true;
    else {
      this.boxBands.add(box.seen, box);
      this.boxOf.set(box.element, box);
    }
  }

  addGenerated(box) {
    if (++this.#boxes > MOST.boxes) this.cut = true;
    else this.generatedBands.add(box, box);
  }

  /** Keep `item` unless there are too many. */
  keep(list, item) {
    if (this[list].length >= MOST[list]) this.cut = true;
    else this[list].push(item);
  }
}

/** The facts of the surface in `root`: bounded plain JSON. Changes nothing on the page. */
export function facts(root) {
  return measured(root, new Page());
}

/** {facts, outline} of a whole document; `strict` says why the styles of an element cannot be followed, or "". */
export function outlined(root, strict) {
  const page = new Page();
  page.outline = [];
  page.strict = strict;
  return {facts: measured(root, page), outline: page.outline};
}

function measured(root, page) {
  numbers = page.numbers;
  visit(root, contextAround(root, page), page);
  const stacks = new Stacks();
  for (const text of page.texts) lookUnder(text, page, stacks);
  const overlapping = overlaps(page.texts, page.work);
  const unsaid = undrawn(page.labels, page.written);
  for (const words of unsaid.found) page.keep('unseen', words);
  return {
    texts: page.texts.map(text => textFact(text, page)),
    texts_seen: page.textsSeen,
    graphics: graphics(page, stacks),
    charts: page.charts.map(chart => chartFact(chart, page, stacks)),
    stacks: stacks.list,
    images: page.images,
    unseen: page.unseen,
    closed: page.closed,
    media: page.media,
    overlaps: overlapping.pairs,
    ...sizes(root),
    elements: page.order,
    cut: page.cut || overlapping.cut || unsaid.cut || page.glyphs.cut || page.work.spent,
  };
}

/** The context of what is around the root: all its ancestors, through shadow roots and slots. */
function contextAround(root, page) {
  const path = [];
  const above = element =>
    element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
  for (let at = above(root); at; at = above(at)) path.unshift(at);
  let context = pageContext();
  for (const element of path) {
    page.order++;
    context = contextInside(element, getComputedStyle(element), context, page);
  }
  return context;
}

function visit(root, around, page) {
  const open = [{nodes: [root], next: 0, context: around, box: null}];
  while (open.length) {
    const level = open[open.length - 1];
    if (level.next >= level.nodes.length) {
      if (level.box) level.box.end = page.order + 1;
      if (level.tag) page.outline?.push(['>', level.tag]);
      open.pop();
      continue;
    }
    const node = level.nodes[level.next++];
    if (node.nodeType === Node.TEXT_NODE) {
      const at = addText(node, level.context, page);
      page.outline?.push(['t', at, node.data]);
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      if (page.order >= MOST.elements) {
        page.cut = true;
        return;
      }
      const inner = enter(node, level.context, page);
      if (inner) open.push(inner);
      if (page.outline) addToOutline(node, inner, page);
    }
  }
}

function addToOutline(element, inner, page) {
  const {localName} = element;
  if (inner) page.outline.push(['<', localName, element.getAttribute('href') ?? '']);
  const folds = localName === 'details' && !element.open;
  if (folds || (!inner && !UNREAD.has(localName) && isText(element.textContent))) page.outline.push(['t', HIDDEN, '']);
}

/** What is inside an element to visit, or null. */
function enter(element, outer, page) {
  const tag = element.localName;
  if (SKIPPED.has(tag) || (page.outline && UNREAD_IN_DOCUMENTS.has(tag))) return null;
  const style = getComputedStyle(element);
  const shows = style.display !== 'none' && style.contentVisibility !== 'hidden';
  for (const part of closed(element, componentId(element) ?? outer.component, shows)) page.keep('closed', part);
  if (!shows) return null;
  page.numbers.set(element, ++page.order);
  const context = contextInside(element, style, outer, page);
  if (page.strict) context.unknown ||= page.strict(element, style);
  for (const box of generated(element, style)) page.addGenerated(box);
  if (element.dataset && 'chart' in element.dataset) {
    context.chart = page.charts.length;
    page.keep('charts', {element, context});
  }
  note(element, tag, context, page);
  if (FIELDS.has(tag)) return null;
  return {nodes: inside(element), next: 0, context, box: page.boxOf.get(element) ?? null, tag};
}

function inside(element) {
  if (element.shadowRoot) return element.shadowRoot.childNodes;
  if (element.localName === 'details' && !element.open)
    return element.querySelectorAll(':scope > summary:first-of-type');
  const assigned = element.localName === 'slot' ? element.assignedNodes() : [];
  return assigned.length ? assigned : element.childNodes;
}

function note(element, tag, context, page) {
  if (SHAPES.has(tag) && context.svg) addShape(element, context, page);
  if (tag === 'img' || (tag === 'input' && element.type === 'image')) addImage(element, context, page);
  if (MEDIA.has(tag)) page.media++;
  if (FIELDS.has(tag) && !UNTEXTED.has(element.type)) addFound(fieldText(element, context, page), page);
  if (FIELDS.has(tag)) page.media++;
  if (FIELDS.has(tag)) for (const words of obscured(element, context)) page.keep('unseen', words);
  if (tag !== 'img' && element.ariaLabel) addLabel(element, context, page);
}

/** The number of the text among the page's, or why it has none. */
function addText(node, context, page) {
  if (!isText(node.data)) return BLANK;
  if (context.style.visibility === 'visible') page.written.push(node.data);
  page.order++; // so that a text has its place between the shapes before and after it
  if (page.textsSeen >= MOST.texts) {
    page.textsSeen++;
    return UNMEASURED;
  }
  const text = drawn(node, context, page);
  if (text && page.strict && isFlat(context.style)) text.unknown ||= 'flat lines';
  addFound(text, page);
  return text && page.texts.at(-1) === text ? page.texts.length - 1 : HIDDEN;
}

/** Whether lines lie on each other. */
const isFlat = style => parseFloat(style.lineHeight) < 0.5 * parseFloat(style.fontSize);

function addFound(text, page) {
  if (!text) return;
  page.textsSeen++;
  page.keep('texts', text);
}

function addShape(element, context, page) {
  if (context.style.visibility !== 'visible') return;
  const box = element.getBoundingClientRect();
  const seen = inView(box, context.clip);
  const {fill, stroke} = shapeColours(context.style);
  if (!isPaint(fill) && !isPaint(stroke)) return;
  const {svg, frame, chart, component, unknown} = context;
  const shape = {element, box, fill, stroke, svg, frame, chart, component, unknown, order: page.order, seen};
  page.keep('shapes', shape);
  if (page.shapes.at(-1) === shape) page.shapeBands.add(box, shape);
}

/** What stands for a picture says what it shows, as an image's own text does; a chart's words are drawn. */
function addLabel(element, context, page) {
  if (element.role !== 'img' || context.chart !== null)
    page.keep('labels', {element, said: element.ariaLabel, context});
  else for (const words of imageText(element, context)) page.keep('unseen', words);
}

function addImage(element, context, page) {
  for (const words of imageText(element, context)) page.keep('unseen', words);
  const {width, height} = element.getBoundingClientRect();
  const named = element.getAttribute('alt') ?? element.ariaLabel ?? element.getAttribute('aria-labelledby');
  const decorative = ['presentation', 'none'].includes(element.role) || context.ariaHidden;
  page.keep('images', {
    component: context.component,
    element: page.numbers.get(element),
    alt: named === null ? null : shortened(named),
    decorative,
    loaded: element.complete && element.naturalWidth > 0,
    width: rounded(width),
    height: rounded(height),
  });
}

function lookUnder(text, page, stacks) {
  const found = text.points.map(point => under(text, point, page));
  text.covered = found.every(({covered}) => covered);
  const known = found.every(({layers}) => layers !== null);
  if (!known) text.unknown ||= 'what lies under it';
  if (!text.foreground) text.unknown ||= 'gradient';
  const painted = text.points.map(point => page.generatedBands.at(point, page.work));
  if (painted.some(boxes => !boxes || boxes.length)) text.unknown ||= 'generated content';
  text.stacks = known
    ? [...new Set(found.map(({layers}) => stacks.numberOf(backed(layers, text.backing))))]
    : [];
}

const backed = (layers, backing) => (backing ? [...layers, {colour: backing, opacity: 1}] : layers);

function textFact(text, page) {
  const {left, top, right, bottom} = text.box;
  return {
    text: text.text,
    cut: text.cut,
    invisible: text.invisible,
    reordered: text.reordered,
    missing: text.missing,
    kind: text.kind,
    role: text.role,
    aria_hidden: text.ariaHidden,
    component: text.component,
    chart: text.chart,
    element: page.numbers.get(text.element) ?? 0,
    font_px: text.fontPx,
    weight: text.weight,
    box: [left + scrollX, top + scrollY, right - left, bottom - top].map(rounded),
    shown: [text.shownX, text.shownY],
    in_view: text.inView,
    covered: text.covered,
    foreground: text.foreground,
    stacks: text.stacks,
    unknown: text.unknown,
  };
}

function sizes(root) {
  const {width, height} = root.getBoundingClientRect();
  const page = document.documentElement;
  return {
    width: rounded(width),
    height: rounded(height),
    overflow_px: Math.max(0, page.scrollWidth - page.clientWidth),
  };
}
