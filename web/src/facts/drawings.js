// What is drawn in shapes: their colours on their ground, and what each chart says that it drew.
import {meeting} from './context.js';
import {colour, faded, isPaint} from './colour.js';
import {MOST, shortened} from './limits.js';
import {under} from './under.js';

/** The different colours of graphics with what they are painted on, and how many shapes have them. */
export function graphics(page, stacks) {
  const found = new Map();
  for (const shape of page.shapes) {
    const {width, height, left, top} = shape.box;
    const paint = isPaint(shape.fill) && width * height >= 4 ? shape.fill : shape.stroke;
    if (!shape.seen || !isPaint(paint) || Math.max(width, height) < 2) continue;
    const centre = {x: left + width / 2, y: top + height / 2};
    const {layers} = under(
      {frame: shape.frame, svg: null, order: shape.order, element: shape.element},
      centre,
      page,
    );
    const fact = {colour: shape.unknown ? null : paint, stack: layers && stacks.numberOf(layers)};
    const key = JSON.stringify(fact);
    if (found.has(key)) found.get(key).shapes++;
    else if (found.size < MOST.colours) found.set(key, {...fact, shapes: 1});
    else page.cut = true;
  }
  return [...found.values()];
}

export function chartFact({element, context}, page, stacks) {
  const said = name => shortened(element.dataset[name] ?? '');
  const mine = page.shapes.filter(shape => shape.chart === context.chart);
  const points = parseInt(element.dataset.points ?? '', 10);
  return {
    component: context.component,
    element: page.numbers.get(element),
    type: said('chartType'),
    title: said('chartTitle'),
    x_label: said('xLabel'),
    y_label: said('yLabel'),
    points: Number.isSafeInteger(points) && points >= 0 ? points : null,
    shapes: mine.length,
    colours: seriesColours(element, mine),
    stack: ground(element, context, mine, page, stacks),
  };
}

/** Those of the colours named for the series that some shape is really painted with. */
function seriesColours(element, shapes) {
  let named = [];
  try {
    named = JSON.parse(element.dataset.seriesColours ?? '[]');
  } catch {
    return [];
  }
  const painted = new Set(shapes.flatMap(({fill, stroke}) => [JSON.stringify(fill), JSON.stringify(stroke)]));
  const colours = [named]
    .flat()
    .slice(0, MOST.colours)
    .map(name => normal(String(name)));
  return colours.filter(found => found && painted.has(JSON.stringify(found)));
}

/** A colour as a style would compute it: "#777" and "rgb(119, 119, 119)" are one. */
function normal(name) {
  const probe = new Option().style;
  probe.color = name;
  return probe.color ? colour(probe.color) : null;
}

/** The stack under a chart's marks: its frames, and shapes that fill its whole drawing. */
function ground(element, context, shapes, page, stacks) {
  const drawing = largest(shapes);
  const box = (drawing ?? element).getBoundingClientRect();
  const mine = shapes.filter(({svg}) => svg === drawing);
  const frame = mine[0]?.frame ?? context.frame;
  const centre = {x: box.left + box.width / 2, y: box.top + box.height / 2};
  const order = page.numbers.get(drawing ?? element);
  const {layers} = under({frame, svg: null, order, element: drawing ?? element}, centre, page);
  if (!layers) return null;
  const whole = 0.95 * box.width * box.height;
  const behind = mine.filter(shape => isPaint(shape.fill) && shape.box.width * shape.box.height >= whole);
  const painted = behind.map(shape => ({
    colour: faded(shape.fill, meeting(shape.frame, new Set([frame])).share),
    opacity: 1,
  }));
  return stacks.numberOf([...layers, ...painted].slice(0, MOST.layers));
}

/** The largest drawing of a chart; its legend may have small ones of their own. */
function largest(shapes) {
  const size = svg => svg.clientWidth * svg.clientHeight;
  return [...new Set(shapes.map(({svg}) => svg))].sort((first, second) => size(second) - size(first))[0];
}
