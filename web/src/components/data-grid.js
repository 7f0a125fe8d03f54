// DataGrid: a workbook, its sheets one below the other.
import {html, nothing} from 'lit';

import {partly} from '../problems.js';
import {list, text} from '../values.js';
import {api, notes, ProductElement} from './element.js';
import {cellRoom, sheetTable, sheetView} from './grid.js';

const MOST_SHEETS = 20;

class DataGrid extends ProductElement {
  api = DATA_GRID;

  view({title, sheets, columns, rows, notes: below}) {
    const single = Array.isArray(columns) || Array.isArray(rows);
    const given = Array.isArray(sheets) ? sheets : single ? [{columns, rows}] : [];
    const room = cellRoom();
    const views = given.slice(0, MOST_SHEETS).map(sheet => sheetView(sheet, room));
    const more = given.length - views.length;
    partly(this, views.length, given.length, 'sheets');
    return html`
      <article class="modyl-product modyl-workbook">
        ${text(title) ? html`<h1>${text(title)}</h1>` : nothing}
        ${views.map((view, at) => html`
          <section class="modyl-sheet" data-at=${`/sheets/${at}`}>
            ${view.name && !(views.length === 1 && view.name === text(title)) ? html`<h2>${view.name}</h2>` : nothing}
            ${sheetTable(this, view, view.name || text(title), {at: `/sheets/${at}`})}
          </section>`)}
        ${more > 0 ? html`<p class="modyl-more">… ${more} more sheets</p>` : nothing}
        ${list(below).length ? notes(below) : nothing}
      </article>
    `;
  }
}

export const DATA_GRID = {
  ...api('DataGrid', ['title', 'sheets', 'columns', 'rows', 'notes']),
  tagName: 'modyl-data-grid',
};
customElements.define(DATA_GRID.tagName, DataGrid);
