// A table with the heads of its rows and columns.
import {clipped, el, foreign, scrolling} from '../elements.js';
import {step} from './pointer.js';

export function table(part, parts, places) {
  const rows = part.rows.map(at => parts[at]);
  const head = el('tr', {}, el('td', {}), part.columns.map(column =>
    places.keep(`${part.pointer}/columns${step(column.id)}`, column.label, foreign(column.label, 'th', {scope: 'col'}))));
  return places.keep(part.pointer, null, el('div', {class: 'part'},
    part.title ? places.keep(`${part.pointer}/name`, part.title, foreign(part.title, 'h5')) : null,
    scrolling(`table ${part.title}`, el('table', {class: 'sheet'}, el('thead', {}, head), el('tbody', {}, rows.map(row => line(row, part.columns, places))))),
    part.notes.map((note, at) => places.keep(`${part.pointer}/notes/${at}`, note, foreign(note, 'p', {class: 'muted'})))));
}

function line(row, columns, places) {
  const head = places.keep(`${row.pointer}/label`, row.label, foreign(row.label, 'th', {scope: 'row'}));
  return places.keep(row.pointer, null, el('tr', {}, head, columns.map(column => {
    const cell = Object.hasOwn(row.cells, column.id) ? row.cells[column.id] : null;
    const text = cell?.text ?? '';
    const made = foreign(text, 'td', {class: /^[($€£+-]*\d/.test(text) ? 'number' : '', title: cell?.formula ? clipped(cell.formula, 500) : null});
    return cell ? places.keep(`${row.pointer}/cells${step(column.id)}`, text, made) : made;
  })));
}
