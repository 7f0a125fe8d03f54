// A heading with the text below it, as plain text; code a numbered line each.
import {clipped, el, foreign, scrolling} from '../elements.js';

export function text(part, places) {
  return places.keep(part.pointer, null, el('div', {class: 'part'}, heading(part, places),
    part.text ? places.keep(`${part.pointer}/text`, part.text, foreign(part.text, 'div', {class: 'prose'})) : null));
}

export function code(part, places) {
  const lines = part.text.split('\n').map((line, at) => places.keep(`${part.pointer}/content/${at + 1}`, line, foreign(clipped(line, 2000), 'li')));
  const listing = scrolling(`lines of ${part.heading}`, el('ol', {class: 'lines'}, lines));
  return places.keep(part.pointer, null, el('div', {class: 'part'}, heading(part, places), listing));
}

function heading(part, places) {
  return part.heading ? places.keep(`${part.pointer}/heading`, part.heading, foreign(part.heading, 'h5')) : null;
}
