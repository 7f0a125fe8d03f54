// What went wrong, by the turn in which it began: each a way to its moment; what was right is one line.
import {el, foreign, unseen} from '../elements.js';
import {words} from '../writing.js';
import {sentence} from './sentences.js';
import {clock} from './times.js';

const LONGEST = 90; // ours: of what was asked, as a heading
const MOST = 8; // ours, of one cause before the rest is folded away

export class Pins {
  #buttons = new Map();
  #meeting;

  constructor({playback: {pins}, turns, products, scenario_id: scenario, seed}, onpin) {
    this.#meeting = `${scenario}/seed-${seed}`;
    const causes = new Map();
    for (const [place, pin] of pins.entries()) causes.set(pin.cause, [...(causes.get(pin.cause) ?? []), {pin, place}]);
    const ordered = [...causes].sort(([, one], [, other]) => weight(other) - weight(one));
    const bad = pins.filter(one => one.is_bad).length;
    const passed = products.flatMap(one => one.findings).filter(one => one.verdict === 'passed');
    this.element = el('section', {class: 'pins', 'aria-labelledby': 'pins-title'},
      el('h3', {id: 'pins-title'}, bad ? `What went wrong: ${bad} ${bad === 1 ? 'finding' : 'findings'} from ${ordered.length} ${ordered.length === 1 ? 'turn' : 'turns'}` : 'Nothing was found wrong'),
      bad ? el('p', {class: 'muted'}, 'Each plays from three seconds before the moment.') : null,
      ordered.map(([turn, list]) => this.#cause(turns.find(one => one.turn_index === turn), turn, list, onpin)),
      passed.length ? el('details', {class: 'right'}, el('summary', {}, `${passed.length} checks of the work passed`),
        el('ul', {}, passed.map(one => foreign(one.description, 'li')))) : null);
  }

  /** Mark the pin that is looked at. */
  mark(place) {
    for (const [at, button] of this.#buttons) {
      if (at === place) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
  }

  #cause(turn, index, list, onpin) {
    const {carried, touched} = reach(list);
    const items = together(list).map(one => this.#item(one, onpin));
    return el('div', {class: 'cause'},
      el('h4', {}, turn ? [`Turn ${index}: asked “`, foreign(beginning(turn.asked)), '”'] : 'The meeting as a whole'),
      carried > 1 || touched > 1 ? el('p', {class: 'muted small-print'}, [
        carried > 1 ? `carried through ${carried} turns` : null, touched > 1 ? `in ${touched} products` : null].filter(Boolean).join(', ')) : null,
      el('ol', {}, items.slice(0, MOST)),
      items.length > MOST ? el('details', {}, el('summary', {}, `${items.length - MOST} more from this turn`), el('ol', {}, items.slice(MOST))) : null);
  }

  #item([{pin, place}, ...again], onpin) {
    return el('li', {class: pin.is_bad ? 'is-bad' : 'is-good'}, this.#button(pin, place, onpin), ' ', sentence(pin),
      again.length ? [' and again at ', again.map(other => [this.#button(other.pin, other.place, onpin), ' '])] : null,
      pin.kind === 'product' && pin.reason ? el('details', {class: 'raw'}, el('summary', {}, 'why'), foreign(words(pin.reason), 'p')) : null,
      pin.finding ? el('details', {class: 'raw'}, el('summary', {}, 'make this a test'), foreign(`modylbench pin RUN/${this.#meeting} ${pin.finding}`, 'code')) : null);
  }

  #button(pin, place, onpin) {
    const button = el('button', {type: 'button', class: 'moment pin', onclick: () => onpin(place)}, clock(pin.at_s), unseen(', play this finding'));
    this.#buttons.set(place, button);
    return button;
  }
}

/** What was said once and again stands once, with all its moments. */
function together(list) {
  const found = new Map();
  for (const one of list) {
    const {kind, what, found: said} = one.pin;
    const key = kind === 'figure' ? `${what} ${said}` : `at ${one.place}`;
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...found.values()];
}

/** How far a cause went: through how many turns, and in how many products. */
function reach(list) {
  const turns = new Set(list.flatMap(({pin}) => (pin.is_bad ? pin.turns : [])));
  return {carried: turns.size, touched: new Set(list.map(({pin}) => pin.place?.product_id).filter(Boolean)).size};
}

/** The first words of what was asked. */
function beginning(text) {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST).replace(/\s+\S*$/, '')} …`;
}

const weight = list => list.reduce((sum, {pin}) => sum + (pin.is_bad ? (pin.is_mended ? 0.3 : 1) * Math.sqrt(pin.turns.length) : 0), 0);
