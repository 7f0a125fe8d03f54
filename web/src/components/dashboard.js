// Dashboard: widgets in a grid of cards.
import {html, nothing} from 'lit';

import {isClose, number} from '../numbers.js';
import {partly} from '../problems.js';
import {list, object, text} from '../values.js';
import {leastWidth} from '../widths.js';
import {chartFigure} from './chart.js';
import {MarkdownElement} from './document.js';
import {api, notes} from './element.js';
import {cellRoom, sheetTable, sheetView} from './grid.js';

const MOST_WIDGETS = 60;
const HALF_WIDTH = 568; // inside a card that takes half of a page of 1280 pixels
const FULL_WIDTH = 1192;
const LABELS = 140;
const LONG_TEXT = 90;

class Dashboard extends MarkdownElement {
  api = DASHBOARD;

  view({title, widgets, notes: below}) {
    const given = list(widgets).map(object);
    const room = cellRoom();
    const cards = spread(given.slice(0, MOST_WIDGETS).map(widget => cardOf(widget, room)));
    const more = given.length - cards.length;
    partly(this, cards.length, given.length, 'widgets');
    return html`
      <article class="modyl-product modyl-dashboard">
        ${text(title) ? html`<h1>${text(title)}</h1>` : nothing}
        <div class="widgets">${cards.map((card, at) => this.card(card, `/widgets/${at}`))}</div>
        ${more > 0 ? html`<p class="modyl-more">… ${more} more widgets</p>` : nothing}
        ${notes(below)}
      </article>
    `;
  }

  card({widget, table, span}, at) {
    const title = text(widget.title);
    return html`
      <section class="widget" style="grid-column: span ${span}" data-at=${at}>
        <h2>${title}</h2>
        ${widget.value === undefined || widget.value === null ? nothing : html`<p class="figure">${figure(widget)}</p>`}
        ${text(widget.text) ? this.prose(text(widget.text)) : nothing}
        ${table ? sheetTable(this, table, title, {room: span === FULL ? FULL_WIDTH : HALF_WIDTH, at: `${at}/table`}) : nothing}
        ${widget.chart ? chartFigure(this, object(widget.chart), {compact: true, heading: title}) : nothing}
      </section>
    `;
  }
}

const FULL = 12;
const HALF = 6;

/** A widget with the columns of twelve that it needs; 0 where it is small and shares a row. */
function cardOf(widget, room) {
  const table = widget.table ? sheetView(widget.table, room) : null;
  if (table) {
    const wide = leastWidth(table.columns.map(column => column.width)) + LABELS > HALF_WIDTH;
    return {widget, table, span: wide ? FULL : HALF};
  }
  return {widget, table, span: widget.chart || text(widget.text).length > LONG_TEXT ? HALF : 0};
}

/** Small widgets that follow each other share rows of four, three or two. */
function spread(cards) {
  for (let at = 0; at < cards.length; at += 1) {
    if (cards[at].span) continue;
    let end = at;
    while (end < cards.length && !cards[end].span) end += 1;
    const count = end - at;
    const each = count === 1 ? HALF : count % 4 && count % 3 === 0 ? 4 : count === 2 ? HALF : 3;
    for (const card of cards.slice(at, end)) card.span = each;
  }
  return cards;
}

function figure({value, unit}) {
  const behind = text(unit);
  if (typeof value === 'number' && isClose(behind)) return number(value, {unit: behind});
  const words = typeof value === 'number' ? number(value) : typeof value === 'boolean' ? (value ? 'Yes' : 'No') : text(value);
  return html`${words}${behind ? html` <span class="unit">${behind}</span>` : nothing}`;
}

export const DASHBOARD = {
  ...api('Dashboard', ['title', 'widgets', 'notes']),
  tagName: 'modyl-dashboard',
};
customElements.define(DASHBOARD.tagName, Dashboard);
