// A chart, its heading, and the numbers in it as a table for whoever cannot see it.
import {el, scrolling} from '../elements.js';

export function figure(title, drawing, table) {
  return el('section', {class: 'chart'}, el('h3', {}, title), drawing,
    el('details', {}, el('summary', {}, 'The numbers as a table'), scrolling(`${title}, as numbers`, table)));
}

export function numbers(id, heads, rows) {
  const head = el('tr', {}, heads.map(name => el('th', {scope: 'col'}, name)));
  const line = ([name, ...values]) =>
    el('tr', {}, el('th', {scope: 'row'}, name), values.map(value => el('td', {class: 'number'}, value)));
  return el('table', {id}, el('thead', {}, head), el('tbody', {}, rows.map(line)));
}
