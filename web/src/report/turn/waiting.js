// How long did the answer take, and in which parts?
import {ALL_PARTS} from '../charts/latency.js';
import {el} from '../elements.js';
import {seconds} from '../writing.js';

export function waiting(latency) {
  return el('section', {}, el('h4', {}, 'How long it took'), el('dl', {class: 'numbers'},
    ALL_PARTS.map(([part, name]) => el('div', {}, el('dt', {}, name), el('dd', {}, seconds(latency[part]))))));
}
