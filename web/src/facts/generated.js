// Where do ::before and ::after paint? No call tells their place among the layers, so what is there is unknown.
import {paddingBox} from './clip.js';
import {colour, isPaint} from './colour.js';

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
