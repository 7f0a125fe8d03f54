// Two agents side by side on the same turn: what each said, showed and got for it, and where their work differs.
import {el, foreign, scrolling, source, unseen} from '../report/elements.js';
import {drawing} from '../report/replay/drawing.js';
import {Places} from '../report/replay/places.js';
import {clock} from '../report/playback/times.js';
import {heat, score, words} from '../report/writing.js';

const SIDES = ['left', 'right'];

export class Beside {
  #trials;
  #turns;
  #at = 0;
  #onturn;
  #strip;
  #buttons = [];
  #panel = el('div', {id: 'beside-turn'});
  #product = '';

  /** `entries` are the rows of the list, `onturn` is told which turn is to be opened. */
  constructor(trials, entries, onturn) {
    this.#trials = trials;
    this.#onturn = onturn;
    this.#turns = paired(trials);
    this.#buttons = this.#turns.map((pair, at) => el('button', {type: 'button', class: 'step', onclick: () => this.#onturn(pair.turn)},
      unseen('Turn '), el('strong', {}, String(pair.turn)), ' ', pair.sides.map(side => el('span', {class: `tag ${heat(side?.judged?.score)}`}, score(side?.judged?.score)))));
    this.#strip = el('nav', {class: 'timeline strip', 'aria-label': 'Turns', onkeydown: event => this.#move(event)}, el('ol', {}, this.#buttons.map(one => el('li', {}, one))));
    this.element = el('section', {class: 'beside', 'aria-labelledby': 'meeting-title'},
      el('h2', {id: 'meeting-title', tabindex: '-1'}, foreign(trials[0].title || words(trials[0].scenario_id)), `, ${seedsOf(trials)}`),
      el('p', {}, el('a', {href: '#'}, '↑ All meetings')),
      el('div', {class: 'pair'}, trials.map((trial, at) => head(trial, entries[at]))),
      trials[0].seed === trials[1].seed ? null : el('p', {class: 'note'}, 'These are two seeds: people say other words, and the data are others.'),
      this.#strip, this.#panel);
    this.element.addEventListener('play', event => this.#alone(event.target), true);
  }

  /** Open a turn, or the one on which they lie farthest apart. */
  open(turn) {
    const at = this.#turns.findIndex(one => one.turn === turn);
    this.#at = at >= 0 ? at : farthest(this.#turns);
    for (const [place, button] of this.#buttons.entries()) {
      button.tabIndex = place === this.#at ? 0 : -1;
      if (place === this.#at) {
        button.setAttribute('aria-current', 'step');
        this.#strip.scrollTop = button.offsetTop - this.#strip.clientHeight / 2;
      } else button.removeAttribute('aria-current');
    }
    this.#draw();
    return this.#turns[this.#at]?.turn ?? null;
  }

  leave() {
    for (const one of this.element.querySelectorAll('audio')) one.pause();
  }

  #move(event) {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    const next = this.#turns[this.#at + (step ?? 0)];
    if (!step || !next) return;
    event.preventDefault();
    this.#onturn(next.turn);
    this.#buttons[this.#at + step]?.focus();
  }

  /** One voice at a time. */
  #alone(heard) {
    for (const one of this.element.querySelectorAll('audio')) if (one !== heard) one.pause();
  }

  #draw() {
    const pair = this.#turns[this.#at];
    if (!pair) {
      this.#panel.replaceChildren(el('p', {class: 'muted'}, 'Neither meeting has a turn.'));
      return;
    }
    const [left, right] = pair.sides;
    const isSame = left?.asked === right?.asked;
    const asked = isSame ? [request(left)] : null;
    this.#panel.replaceChildren(el('h3', {}, `Turn ${pair.turn}: ${words((left ?? right).phase)}`), ...(asked ?? []),
      el('div', {class: 'pair'}, pair.sides.map((side, at) => answer(side, this.#trials[at], isSame))),
      scores(pair.sides, this.#trials), this.#work(pair.turn));
  }

  #work(turn) {
    const names = [...new Set(this.#trials.flatMap(one => one.products.map(product => product.product_id)))];
    const states = name => this.#trials.map(trial => stateAfter(trial, name, turn));
    const there = names.filter(name => states(name).some(Boolean));
    if (!there.length) return el('p', {class: 'muted'}, 'No work is on the table yet.');
    if (!there.includes(this.#product)) this.#product = there.find(name => changedIn(this.#trials, name, turn)) ?? there[0];
    const select = el('select', {id: 'beside-product', onchange: () => {
      this.#product = there[select.selectedIndex];
      this.#draw();
      this.#panel.querySelector('#beside-product')?.focus();
    }}, there.map(name => foreign(words(name), 'option', {selected: name === this.#product})));
    const places = SIDES.map(() => new Places());
    const drawn = states(this.#product).map((state, at) => (state ? drawing(state, this.#trials[at].parts, places[at]) : el('p', {class: 'muted'}, 'Not there.')));
    const counted = SIDES.map((_, at) => places[at].compare(places[1 - at]));
    const told = states(this.#product).every(Boolean)
      ? `${counted[0].changed} places differ, ${counted[0].added} only on the left, ${counted[1].added} only on the right` : 'only one of them has it';
    return el('section', {}, el('h4', {}, 'The work after this turn'),
      el('p', {class: 'row'}, el('label', {for: 'beside-product'}, 'Product'), select, el('span', {class: 'muted', role: 'status'}, told)),
      el('div', {class: 'pair'}, drawn.map(one => el('div', {class: 'side work-side'}, one))));
  }
}

/** The turns of both, by their number. */
function paired(trials) {
  const numbers = new Set(trials.flatMap(one => one.turns.map(turn => turn.turn_index)));
  return [...numbers].sort((one, other) => one - other)
    .map(turn => ({turn, sides: trials.map(one => one.turns.find(each => each.turn_index === turn) ?? null)}));
}

function farthest(turns) {
  const gap = ({sides: [left, right]}) => Math.abs((left?.judged?.score ?? 0) - (right?.judged?.score ?? 0));
  let best = 0;
  for (const at of turns.keys()) if (gap(turns[at]) > gap(turns[best])) best = at;
  return best;
}

function seedsOf([left, right]) {
  return left.seed === right.seed ? `seed ${left.seed}` : `seeds ${left.seed} and ${right.seed}`;
}

function head(trial, entry) {
  return el('div', {class: 'side'}, el('h3', {}, foreign(trial.agent)),
    el('p', {class: 'row'}, el('span', {class: `tag ${heat(trial.score)}`}, score(trial.score)), words(trial.tier ?? 'no tier'),
      el('span', {class: 'muted'}, `journey ${score(trial.journey)}, destination ${score(trial.destination)}`)),
    entry ? el('p', {}, el('a', {href: `#${encodeURIComponent(entry.key)}`}, 'Open the meeting')) : null);
}

function request(side) {
  return side ? el('p', {class: 'speech'}, foreign(side.speaker, 'strong'), ': ', foreign(side.asked)) : null;
}

function answer(side, trial, isSame) {
  if (!side) return el('div', {class: 'side'}, el('p', {class: 'muted'}, 'This turn was not held.'));
  const voice = side.audio && source(side.audio.path);
  const audio = voice ? el('audio', {controls: true, preload: 'metadata', 'aria-label': `The voice of ${trial.agent} in this turn`}) : null;
  if (audio) audio.src = voice;
  const frame = trial.turns.filter(one => one.turn_index <= side.turn_index).flatMap(one => one.frames).findLast(one => source(one.path));
  const picture = frame ? el('img', {alt: frame.alt.slice(0, 300), loading: 'lazy'}) : null;
  if (picture) picture.src = source(frame.path);
  return el('div', {class: 'side'}, el('h4', {class: 'unseen'}, foreign(trial.agent)), isSame ? null : request(side), audio,
    el('div', {class: 'speech'}, side.said.length ? side.said.map(one => foreign(one.text, 'p')) : el('p', {class: 'muted'}, 'It said nothing.')),
    picture ? el('figure', {}, picture, el('figcaption', {class: 'muted small-print'}, foreign(words(frame.surface_id)), `, as it stood at ${clock(frame.at_s)}`)) : el('p', {class: 'muted'}, 'Nothing was on the screen yet, or no picture was taken.'));
}

/** What each dimension got on either side, and the difference. */
function scores(sides, trials) {
  const names = [...new Set(sides.flatMap(one => one?.judged?.dimensions.map(each => each.dimension) ?? []))];
  if (!names.length) return el('p', {class: 'muted'}, 'Nobody has judged this turn.');
  const of = (side, name) => (name === null ? side?.judged?.score : side?.judged?.dimensions.find(one => one.dimension === name)?.score) ?? null;
  const rows = [null, ...names].map(name => {
    const found = sides.map(side => of(side, name));
    const gap = found.every(one => one !== null) ? found[1] - found[0] : null;
    return el('tr', {}, el('th', {scope: 'row'}, name === null ? 'the turn' : words(name)), found.map(one => el('td', {class: `number ${heat(one)}`}, score(one))),
      el('td', {class: `number ${gap === null || Math.abs(gap) < 0.005 ? 'muted' : gap > 0 ? 'good' : 'bad'}`}, gap === null ? '–' : `${gap > 0 ? '+' : ''}${gap.toFixed(2)}`));
  });
  return scrolling('Scores of this turn', el('table', {class: 'scores'}, el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'dimension'),
    trials.map(one => foreign(one.agent, 'th', {scope: 'col'})), el('th', {scope: 'col'}, 'right − left'))), el('tbody', {}, rows)));
}

function stateAfter(trial, name, turn) {
  const product = trial.products.find(one => one.product_id === name);
  const state = product?.states.filter(one => one.turn_index <= turn).at(-1);
  return state?.is_there ? state : null;
}

function changedIn(trials, name, turn) {
  return trials.some(trial => trial.products.some(one => one.product_id === name && one.states.some(state => state.turn_index === turn)));
}
