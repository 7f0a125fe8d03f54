// Scores at a glance: a row for each agent's scenario, a column for each seed; every cell leads to its meeting.
import {el, foreign, scrolling, unseen} from '../report/elements.js';
import {write} from '../report/place.js';
import {heat, score, words} from '../report/writing.js';

const MOST_ROWS = 24; // ours: more are not seen at once
const MOST_SEEDS = 60;

export function heatMap(meetings) {
  const rows = new Map();
  const seeds = new Set();
  for (const one of meetings) {
    const name = `${one.agent}\n${one.scenario}`;
    const row = rows.get(name) ?? {agent: one.agent, scenario: one.scenario, cells: new Map()};
    const before = row.cells.get(one.seed);
    if (!before || before.at_s < one.at_s) row.cells.set(one.seed, one); // of several runs the last
    rows.set(name, row);
    seeds.add(one.seed);
  }
  const columns = [...seeds].sort((one, other) => one - other).slice(0, MOST_SEEDS);
  const ordered = [...rows.values()].sort((one, other) => (one.scenario < other.scenario ? -1 : one.scenario > other.scenario ? 1 : one.agent < other.agent ? -1 : 1));
  const shown = ordered.slice(0, MOST_ROWS);
  const left = [ordered.length - shown.length && `${ordered.length - shown.length} more rows`, seeds.size - columns.length && `${seeds.size - columns.length} more seeds`].filter(Boolean);
  const head = el('tr', {}, el('th', {scope: 'col'}, 'scenario'), el('th', {scope: 'col'}, 'agent'), columns.map(seed => el('th', {scope: 'col', class: 'number'}, `seed ${seed}`)));
  const table = el('table', {class: 'heat map'}, el('caption', {class: 'unseen'}, 'Scores by scenario and seed; of several runs of an agent the last'), el('thead', {}, head), el('tbody', {}, shown.map((row, at) =>
    el('tr', {}, el('th', {scope: 'row', class: shown[at - 1]?.scenario === row.scenario ? 'again' : ''}, foreign(words(row.scenario))), foreign(row.agent, 'td'), columns.map(seed => cell(row.cells.get(seed)))))));
  return el('div', {}, scrolling('Scores by scenario and seed', table), left.length ? el('p', {class: 'muted small-print'}, `${left.join(' and ')}: filter to see them.`) : null);
}

function cell(one) {
  if (!one) return el('td', {class: 'heat-none'}, unseen('none'));
  const text = one.score === null ? SHORT[one.state] ?? '–' : score(one.score);
  const link = el('a', {href: write({meeting: one.key}), title: one.score === null ? one.state : ''}, text, unseen(`: ${words(one.scenario)}, seed ${one.seed}, ${one.state}`));
  return el('td', {class: heat(one.score)}, link);
}

const SHORT = {'in progress': '▶', judging: '⚖', 'not held': '–', cut: '✂', 'not judged': '?', 'without a score': '✗', unreadable: '✗', 'not read yet': '…'};
