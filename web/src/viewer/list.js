// All meetings of a folder: searched, filtered, sorted, and at a glance.
import {el, foreign} from '../report/elements.js';
import {score, words} from '../report/writing.js';
import {heatMap} from './heatmap.js';
import {MeetingTable} from './table.js';

const OUTCOMES = [
  ['any outcome', () => true],
  ['consultant or better', one => one.score !== null && !['peer', 'mentor', null].includes(one.tier)],
  ['mentor', one => one.tier === 'mentor'],
  ['peer', one => one.tier === 'peer'],
  ['no tier', one => one.score !== null && !one.tier],
  ['fell for a trap', one => one.traps > 0],
  ['held down by a cap', one => one.caps.length > 0],
  ['without a score', one => one.score === null],
  ['going on', one => one.state === 'in progress' || one.state === 'judging'],
];

export class List {
  #all = [];
  #table = new MeetingTable();
  #search;
  #agent;
  #scenario;
  #outcome;
  #counted = el('p', {role: 'status', class: 'muted'});
  #map = el('div', {});
  #empty;
  #parts;
  #due = 0;

  constructor() {
    const again = () => this.#filter();
    this.#search = el('input', {type: 'search', id: 'search', 'aria-label': 'Search meetings', oninput: again});
    this.#search.placeholder = 'Search: agent, scenario, seed 3, cap …  ( / )';
    this.#agent = el('select', {'aria-label': 'Agent', onchange: again});
    this.#scenario = el('select', {'aria-label': 'Scenario', onchange: again});
    this.#outcome = el('select', {'aria-label': 'Outcome', onchange: again}, OUTCOMES.map(([name]) => el('option', {}, name)));
    this.#empty = el('div', {class: 'box', hidden: true}, el('h2', {}, 'No meetings yet'),
      el('p', {}, 'Hold some: this page shows them while they go on.'), el('pre', {}, 'modylbench run --agent oracle --k 1'));
    this.#parts = el('div', {}, el('div', {class: 'filters'}, this.#search, this.#agent, this.#scenario, this.#outcome), this.#counted,
      el('details', {open: true, class: 'at-a-glance'}, el('summary', {}, 'Scores by scenario and seed'), this.#map), this.#table.element);
    this.element = el('section', {class: 'all-meetings', 'aria-label': 'All meetings'}, this.#empty, this.#parts);
  }

  /** The list as it stands by now: `index` is what the server told. */
  show({runs, meetings, unread}) {
    this.#all = meetings.map(one => {
      const run = runs[one.run];
      const text = `${run.agent} ${words(one.scenario)} ${one.scenario} seed ${one.seed} ${run.name} ${one.state} ${one.tier ?? ''} ${one.caps.join(' ')} ${one.caps.map(words).join(' ')}`;
      return {...one, agent: run.agent, text: text.toLowerCase()};
    });
    this.#empty.hidden = meetings.length > 0;
    this.#parts.hidden = !meetings.length;
    offer(this.#agent, 'all agents', new Set(runs.map(one => one.agent)), name => name);
    offer(this.#scenario, 'all scenarios', new Set(meetings.map(one => one.scenario)), words);
    this.#filter(unread);
  }

  /** Somebody pressed `/`. */
  search() {
    this.#search.focus();
    this.#search.select();
  }

  #filter(unread = 0) {
    const wanted = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const holds = OUTCOMES[Math.max(0, this.#outcome.selectedIndex)][1];
    const {value: agent} = this.#agent;
    const {value: scenario} = this.#scenario;
    const found = this.#all.filter(one => (!agent || one.agent === agent) && (!scenario || one.scenario === scenario)
      && holds(one) && wanted.every(word => one.text.includes(word)));
    const scored = found.filter(one => one.score !== null);
    const mean = scored.reduce((sum, one) => sum + one.score, 0) / scored.length;
    this.#counted.textContent = [`${found.length} of ${this.#all.length} meetings`, scored.length && `mean score ${score(mean)}`, unread && `${unread} still to be read`].filter(Boolean).join(' · ');
    this.#table.show(found);
    cancelAnimationFrame(this.#due);
    this.#due = requestAnimationFrame(() => this.#map.replaceChildren(heatMap(found)));
  }
}

/** A choice of names, with the one that was chosen kept. */
function offer(select, all, names, called) {
  const {value} = select;
  const option = (name, text) => {
    const made = foreign(text, 'option');
    made.value = name;
    return made;
  };
  select.replaceChildren(option('', all), ...[...names].sort().map(name => option(name, called(name))));
  select.value = names.has(value) ? value : '';
}
