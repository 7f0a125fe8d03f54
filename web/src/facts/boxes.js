// Where the parts of what a surface shows stand on it: components, and by data-at sheets, rows, cells, widgets, sections.
import {componentId} from './context.js';
import {MOST, rounded, shortened} from './limits.js';

const MOST_PLACES = 5_000;

/** {boxes, width, height, cut}: the page's extent, and [component, place, x, y, width, height] in its CSS pixels, in order. */
export function boxes(root) {
  const {scrollWidth: width, scrollHeight: height} = document.documentElement;
  const found = [];
  const open = [{element: root, component: null}];
  for (let seen = 0; open.length; seen++) {
    if (seen >= MOST.elements || found.length >= MOST_PLACES) return {boxes: found, width, height, cut: true};
    const {element, component: around} = open.pop();
    const own = componentId(element);
    const place = element.dataset?.at;
    if (own !== null || place !== undefined) keep(element, own ?? around, place ?? '', found);
    const inside = [...(element.shadowRoot ?? element).children];
    for (const child of inside.reverse()) open.push({element: child, component: own ?? around});
  }
  return {boxes: found, width, height, cut: false};
}

function keep(element, component, place, found) {
  const {left, top, width, height} = element.getBoundingClientRect();
  if (width <= 0 || height <= 0) return;
  found.push([component, shortened(place), ...[left + scrollX, top + scrollY, width, height].map(rounded)]);
}
