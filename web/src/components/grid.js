// One sheet as a table: shared by DataGrid and the tables of a dashboard.
import {html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';

import {areYears, decimals, labelled, number} from '../numbers.js';
import {partly, problem, whereIs} from '../problems.js';
import {list, object, text} from '../values.js';
import {columnWidth, fitted, leastWidth} from '../widths.js';
import {notes} from './element.js';

const MOST_ROWS = 400;
const MOST_COLUMNS = 100;
const MOST_CELLS = 20_000; // of all tables of one component
const LABELS = 240; // pixels that the names of rows get in a table that is too wide anyway
const LONGEST_TEXT = 2_000;
const SHORT = 12; // a text of so few characters stands right in a column of numbers
export const PAGE_WIDTH = 1160; // between the margins of a page of 1280 pixels
const YEAR = /\b(year|date|since|founded|vintage|SOP)\b/i;
const EMPHASISED = /^(grand |sub)?total\b/i;

const slug = label => label.toLowerCase().replace(/%/g, ' pct ').replace(/\$/g, ' usd ').replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');

/** How many cells the tables of a component may still have together. */
export const cellRoom = () => ({cells: MOST_CELLS});

/** A sheet, made from what the agent sent, with the text of every cell that is shown. */
export function sheetView(given, room) {
  const sheet = object(given);
  const columns = list(sheet.columns).slice(0, MOST_COLUMNS).map(columnOf);
  const most = Math.min(MOST_ROWS, Math.floor(room.cells / (columns.length + 1)));
  const rows = list(sheet.rows).slice(0, most).map((row, index) => rowOf(row, index, columns));
  room.cells -= rows.length * (columns.length + 1);
  write(columns, rows);
  return {
    name: text(sheet.name),
    columns,
    rows,
    notes: sheet.notes,
    allRows: list(sheet.rows).length,
    allColumns: list(sheet.columns).length,
  };
}

function columnOf(given) {
  const column = typeof given === 'object' ? object(given) : {label: text(given)};
  return {id: text(column.id), label: text(column.label), unit: text(column.unit)};
}

function rowOf(given, index, columns) {
  const row = Array.isArray(given) ? {cells: given} : object(given);
  const inOrder = Array.isArray(row.cells);
  const byName = inOrder ? null : finder(object(row.cells ?? row));
  return {
    key: text(row.id) || `#${index}`,
    label: text(row.label),
    unit: text(row.unit),
    cells: columns.map((column, place) => cellOf(inOrder ? row.cells[place] : byName(column))),
  };
}

/** Cells go by the column's id; where that is missing, by its header. */
function finder(cells) {
  let bySlug = null;
  return ({id, label}) => {
    for (const name of [id, label]) {
      if (name && Object.hasOwn(cells, name)) return cells[name];
    }
    bySlug ??= new Map(Object.entries(cells).map(([name, cell]) => [slug(name), cell]));
    return bySlug.get(slug(label));
  };
}

function cellOf(given) {
  const cell = given !== null && typeof given === 'object' ? object(given) : {value: given};
  return {value: cell.value ?? null, unit: text(cell.unit), text: text(cell.text), formula: text(cell.formula)};
}

/** Give every cell its text: numbers of one unit have the same decimals, so that they line up. */
function write(columns, rows) {
  const places = new Map();
  const group = (cell, at) => (cell.unit ? `u${cell.unit}` : `c${at}`);
  for (const row of rows) {
    row.cells.forEach((cell, at) => {
      cell.numeric = typeof cell.value === 'number';
      if (!cell.numeric || cell.text) return;
      const name = group(cell, at);
      places.set(name, Math.max(places.get(name) ?? 0, decimals(cell.value)));
    });
  }
  for (const row of rows) {
    row.cells.forEach((cell, at) => {
      const stated = columns[at].unit || [columns[at].label, row.label].some(label => label.includes(`(${cell.unit})`));
      const isYear = areYears([cell.value]) && YEAR.test(`${columns[at].label} ${row.label} ${cell.unit}`);
      cell.shown = shown(cell, {places: places.get(group(cell, at)), grouped: !isYear, unit: stated ? '' : cell.unit});
      cell.isCut = cell.shown.length > LONGEST_TEXT;
      if (cell.isCut) cell.shown = `${cell.shown.slice(0, LONGEST_TEXT)}…`;
    });
  }
  columns.forEach((column, at) => {
    const filled = rows.map(row => row.cells[at]).filter(cell => cell.shown);
    column.numeric = filled.length > 0 && filled.filter(cell => cell.numeric).length * 2 >= filled.length;
    for (const cell of filled) cell.numeric ||= column.numeric && cell.shown.length <= SHORT;
    column.header = labelled(column.label, column.unit);
    column.width = columnWidth(column.header, filled);
  });
}

function shown(cell, how) {
  if (cell.text) return cell.text;
  if (typeof cell.value === 'number') return number(cell.value, how);
  if (typeof cell.value === 'boolean') return cell.value ? 'Yes' : 'No';
  return text(cell.value);
}

export function sheetTable(element, view, caption, {room = PAGE_WIDTH, at = ''} = {}) {
  const where = caption ? ` of ${JSON.stringify(caption.slice(0, 80))}` : '';
  partly(element, view.rows.length, view.allRows, `rows${where}`);
  partly(element, view.columns.length, view.allColumns, `columns${where}`);
  const labels = view.rows.map(row => labelled(row.label, row.unit));
  const hasLabels = labels.some(Boolean);
  const first = hasLabels ? [columnWidth('', labels.map(label => ({shown: label, numeric: false})))] : [];
  const wanted = [...first, ...view.columns.map(column => column.width)];
  const widths = fitted(wanted, room);
  if (hasLabels && leastWidth(wanted) > room) {
    widths[0] = Math.max(widths[0], Math.min(LABELS, Math.ceil(first[0].wish))); // no room is won by squeezing names
  }
  const long = view.rows.flatMap(row => row.cells).filter(cell => cell.isCut).length;
  if (long) problem('partly_shown', `${long} texts${where} are shown up to ${LONGEST_TEXT} characters`, whereIs(element));
  return html`
    <table class="modyl-grid" aria-label=${caption || nothing}>
      <colgroup>${widths.map(width => html`<col style="width:${width}px" />`)}</colgroup>
      <thead>
        <tr>
          ${hasLabels ? html`<td></td>` : nothing}
          ${view.columns.map(column => html`<th scope="col" class=${column.numeric ? 'number' : ''}>${column.header}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${repeat(view.rows, (row, place) => `${row.key}@${place}`, (row, place) => html`
          <tr class=${EMPHASISED.test(row.label) ? 'total' : ''} data-at=${`${at}/rows/${place}`}>
            ${hasLabels ? html`<th scope="row">${labels[place]}</th>` : nothing}
            ${row.cells.map((cell, across) => html`<td class=${cell.numeric ? 'number' : ''} data-at=${`${at}/rows/${place}/cells/${across}`} title=${cell.formula || nothing}>${cell.shown}</td>`)}
          </tr>`)}
      </tbody>
    </table>
    ${more(view.allRows - view.rows.length, 'rows')} ${more(view.allColumns - view.columns.length, 'columns')} ${notes(view.notes)}
  `;
}

const more = (count, what) =>
  count ? html`<p class="modyl-more">… ${count.toLocaleString('en-US')} more ${what}</p>` : nothing;
