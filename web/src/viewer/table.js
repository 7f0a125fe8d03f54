// The list of meetings: sorted by any column, and of ten thousand rows only those drawn that are seen.
import {el, foreign, unseen} from '../report/elements.js';
import {write} from '../report/place.js';
import {heat, score, words} from '../report/writing.js';

const ROW = 36; // pixels, as in view.css
const SPARE = 8;
const figure = name => ({draw: one => el('span', {class: `tag ${heat(one[name])}`}, score(one[name])), by: one => one[name] ?? -1});

export const COLUMNS = [
  {name: 'Meeting', draw: one => el('a', {href: write({meeting: one.key})}, foreign(words(one.scenario)), unseen(`, seed ${one.seed}`)), by: one => `${one.scenario} ${String(one.seed).padStart(9, '0')}`},
  {name: 'Seed', draw: one => `${one.seed}`, by: one => one.seed},
  {name: 'Agent', draw: one => foreign(one.agent), by: one => one.agent},
  {name: 'Score', draw: one => (one.score === null ? state(one) : el('span', {class: `tag ${heat(one.score)}`}, score(one.score))), by: one => one.score ?? -1},
  {name: 'Tier', draw: one => tier(one), by: one => one.score ?? -1, wide: true},
  {name: 'Journey', ...figure('journey'), wide: true},
  {name: 'Destination', ...figure('destination'), wide: true},
  {name: 'Traps', draw: one => (one.traps ? el('span', {class: 'bad'}, `◆ ${one.traps}`, unseen(' fallen for')) : el('span', {class: 'muted'}, 'none')), by: one => one.traps, wide: true},
  {name: 'Held down by', draw: one => foreign(one.caps.map(words).join(', ') || '–'), by: one => one.caps.join(), wide: true},
  {name: 'Changed', draw: one => when(one.at_s), by: one => one.at_s, wide: true},
];
const FIRST_DOWN = new Set(['Score', 'Tier', 'Journey', 'Destination', 'Traps', 'Changed']);

export class MeetingTable {
  #rows = [];
  #sort = {column: COLUMNS.at(-1), isDown: true};
  #heads;
  #body = el('tbody', {});
  #above = el('tr', {class: 'spare', 'aria-hidden': 'true'}, el('td', {colspan: COLUMNS.length}));
  #below = el('tr', {class: 'spare', 'aria-hidden': 'true'}, el('td', {colspan: COLUMNS.length}));
  #table;
  #box;
  #drawn = '';

  constructor() {
    this.#heads = COLUMNS.map(column => el('th', {scope: 'col', class: column.wide ? 'wide' : ''},
      el('button', {type: 'button', class: 'sorter', onclick: () => this.#sortBy(column)}, column.name, el('span', {class: 'direction', 'aria-hidden': 'true'}))));
    this.#table = el('table', {class: 'list'}, el('caption', {class: 'unseen'}, 'Meetings; the heads of columns sort'), el('thead', {}, el('tr', {}, this.#heads)), this.#body);
    this.#box = el('div', {class: 'list-box', role: 'region', tabindex: '0', 'aria-label': 'Meetings', onscroll: () => this.#draw()}, this.#table);
    this.element = this.#box;
    new ResizeObserver(() => this.#draw()).observe(this.#box);
  }

  show(rows) {
    this.#rows = rows;
    this.#table.setAttribute('aria-rowcount', rows.length + 1);
    this.#arrange();
  }

  #sortBy(column) {
    const isSame = this.#sort.column === column;
    this.#sort = {column, isDown: isSame ? !this.#sort.isDown : FIRST_DOWN.has(column.name)};
    this.#box.scrollTop = 0;
    this.#arrange();
  }

  #arrange() {
    const {column, isDown} = this.#sort;
    const keyed = this.#rows.map((row, at) => ({row, at, by: column.by(row)}));
    const sign = isDown ? -1 : 1;
    keyed.sort((one, other) => (one.by < other.by ? -sign : one.by > other.by ? sign : one.at - other.at));
    this.#rows = keyed.map(one => one.row);
    for (const [at, head] of this.#heads.entries()) {
      const is = COLUMNS[at] === column;
      if (is) head.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
      head.querySelector('.direction').textContent = is ? (isDown ? ' ↓' : ' ↑') : '';
    }
    this.#drawn = '';
    this.#draw();
  }

  #draw() {
    const seen = Math.ceil((this.#box.clientHeight || 600) / ROW);
    const first = Math.max(0, Math.floor(this.#box.scrollTop / ROW) - SPARE);
    const last = Math.min(this.#rows.length, first + seen + 2 * SPARE);
    const key = `${first} ${last}`;
    if (this.#drawn === key) return;
    const focused = this.#body.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
    this.#drawn = key;
    this.#above.firstChild.style.height = `${first * ROW}px`;
    this.#below.firstChild.style.height = `${(this.#rows.length - last) * ROW}px`;
    this.#above.hidden = first === 0;
    this.#below.hidden = last === this.#rows.length;
    this.#body.replaceChildren(this.#above, ...this.#rows.slice(first, last).map((row, at) => this.#row(row, first + at)), this.#below);
    if (focused) [...this.#body.querySelectorAll('a')].find(one => one.getAttribute('href') === focused)?.focus({preventScroll: true});
  }

  #row(row, at) {
    const made = el('tr', {}, COLUMNS.map(({draw, wide, name}) => (name === 'Meeting' ? el('th', {scope: 'row'}, draw(row)) : el('td', {class: wide ? 'wide' : ''}, draw(row)))));
    made.setAttribute('aria-rowindex', at + 2);
    return made;
  }
}

function state(one) {
  const goesOn = one.state === 'in progress' || one.state === 'judging';
  return el('span', {class: goesOn ? 'tag live-tag' : 'muted'}, one.state);
}

function tier(one) {
  return el('span', {class: one.tier ? `tier tier-${one.tier === 'peer' || one.tier === 'mentor' ? one.tier : 'consultant'}` : 'muted'}, one.score === null ? '–' : words(one.tier ?? 'no tier'));
}

const today = () => new Date().toDateString();

/** When it was: the time of today, else the day. */
export function when(at) {
  if (!at) return '–';
  const date = new Date(at * 1000);
  const two = value => String(value).padStart(2, '0');
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return date.toDateString() === today() ? time : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`;
}
