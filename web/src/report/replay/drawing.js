// How is a product drawn? As the parts that it is made of, each by its kind.
import {el, foreign} from '../elements.js';
import {chart} from './chart.js';
import {table} from './table.js';
import {code, text} from './text.js';

/** A state of a product as elements; `places` learns what stands where. */
export function drawing(state, parts, places) {
  const drawn = state.parts.map(at => part(parts[at], parts, places));
  return places.keep('', null, el('div', {class: 'product'},
    places.keep('/title', state.title, foreign(state.title, 'p', {class: 'product-title'})), drawn,
    state.left_out ? el('p', {class: 'muted'}, `${state.left_out} more parts are not here: there were too many.`) : null));
}

function part(one, parts, places) {
  if (one.kind === 'table') return table(one, parts, places);
  if (one.kind === 'chart') return chart(one, places);
  return one.kind === 'code' ? code(one, places) : text(one, places);
}
