// DataGrid: a workbook, its sheets one below the other.
import {html, nothing} from 'lit';

import {api, list, notes, ProductElement, text} from './element.js';
import {sheetTable, sheetView} from './grid.js';

const MOST_SHEETS = 20;

class DataGrid extends ProductElement {
  api = DATA_GRID;

  view({title, sheets, columns, rows, notes: below}) {
    const single = Array.isArray(columns) || Array.isArray(rows);
    const given = Array.isArray(sheets) ? sheets : single ? [{columns, rows}] : [];
    const views = given.slice(0, MOST_SHEETS).map(sheetView);
    const more = given.length - views.length;
    return html`
      <article class="modyl-product modyl-workbook">
        ${text(title) ? html`<h1>${text(title)}</h1>` : nothing}
        ${views.map(view => html`
          <section class="modyl-sheet">
            ${view.name && !(views.length === 1 && view.name === text(title)) ? html`<h2>${view.name}</h2>` : nothing}
            ${sheetTable(view, view.name || text(title))}
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
