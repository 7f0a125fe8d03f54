// How did a product come about? Step through the turns and see it change.
import {el, foreign} from '../elements.js';
import {words} from '../writing.js';
import {drawing} from './drawing.js';
import {edits} from './edits.js';
import {Places} from './places.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');

export class Replay {
  #turns;
  #parts;
  #products;
  #product;
  #at;
  #places = new Places();
  #controls;

  /** Of a meeting; `onturn` is told which turn is to be opened. */
  constructor(trial, onturn) {
    const products = trial.products.filter(one => one.states.length);
    this.#turns = trial.turns;
    this.#parts = trial.parts;
    this.#products = products;
    this.#product = products[0];
    this.#at = trial.turns.length - 1;
    this.#controls = this.#made(onturn);
    this.element = el('section', {class: 'replay', 'aria-labelledby': 'replay-title'},
      el('h3', {id: 'replay-title'}, 'The products, turn by turn'),
      products.length ? Object.values(this.#controls.shown) : el('p', {class: 'muted'}, 'No product was shown in this meeting.'));
    if (products.length) this.#draw();
  }

  /** The products as they stood at the end of a turn. */
  show(turn) {
    if (!this.#products.length) return;
    this.#to(turn);
    this.#draw();
  }

  /** Put a place of a product before the reader's eyes, as it stood at the end of a turn. */
  reveal(product, pointer, turn = null) {
    if (!this.#products.length) return;
    this.#product = this.#products.find(one => one.product_id === product) ?? this.#product;
    this.#to(turn ?? this.#turns.at(-1).turn_index);
    this.#draw();
    this.#point(pointer);
  }

  #point(pointer) {
    for (const old of this.element.querySelectorAll('.pointed')) old.classList.remove('pointed');
    const found = this.#places.at(pointer);
    if (!found) {
      this.#controls.shown.told.textContent = 'That place is not in the product at this turn.';
      this.#controls.slider.focus();
      return;
    }
    found.classList.add('pointed');
    found.tabIndex = -1;
    found.focus({preventScroll: true});
    found.scrollIntoView({block: 'center', inline: 'center', behavior: still.matches ? 'auto' : 'smooth'});
  }

  /** All that stays while the reader steps from turn to turn. */
  #made(onturn) {
    const select = el('select', {
      id: 'replay-product',
      onchange: () => {
        this.#product = this.#products[select.selectedIndex];
        this.#draw();
      },
    }, this.#products.map(one => foreign(words(one.product_id), 'option')));
    const slider = el('input', {
      type: 'range', id: 'replay-turn', min: 0, max: Math.max(0, this.#turns.length - 1), step: 1, oninput: () => this.#step(Number(slider.value)),
    });
    const before = el('button', {type: 'button', onclick: () => this.#step(this.#at - 1)}, '‹ Previous turn');
    const after = el('button', {type: 'button', onclick: () => this.#step(this.#at + 1)}, 'Next turn ›');
    const open = el('button', {type: 'button', onclick: () => onturn(this.#turns[this.#at].turn_index)}, 'Open this turn');
    const shown = {
      choice: el('p', {class: 'row'}, el('label', {for: 'replay-product'}, 'Product'), select),
      steps: el('p', {class: 'row'}, before, el('label', {for: 'replay-turn'}, 'Turn'), slider, after, open),
      told: el('p', {class: 'told', role: 'status'}),
      product: el('div', {class: 'stage'}),
      changes: el('div', {}),
    };
    return {select, slider, before, after, shown};
  }

  #to(index) {
    const at = this.#turns.findIndex(one => one.turn_index === index);
    this.#at = at < 0 ? this.#turns.length - 1 : at;
  }

  #step(at) {
    this.#at = Math.min(Math.max(at, 0), this.#turns.length - 1);
    this.#draw();
  }

  #draw() {
    const {select, slider, before, after, shown} = this.#controls;
    const {turn_index: turn, mutations} = this.#turns[this.#at];
    const now = this.#state(this.#at);
    const old = this.#state(this.#at - 1);
    const then = new Places();
    this.#places = new Places();
    const drawn = now ? drawing(now, this.#parts, this.#places) : el('p', {class: 'muted'}, 'Not there yet, or taken away.');
    if (old) drawing(old, this.#parts, then);
    const counted = this.#places.compare(then);
    select.selectedIndex = this.#products.indexOf(this.#product);
    slider.value = this.#at;
    slider.setAttribute('aria-valuetext', `turn ${turn}`);
    before.setAttribute('aria-disabled', this.#at <= 0); // disabled, it would lose the focus
    after.setAttribute('aria-disabled', this.#at >= this.#turns.length - 1);
    shown.told.textContent = `After turn ${turn}: ${counted.added} new, ${counted.changed} changed, ${counted.gone} gone.`;
    shown.product.replaceChildren(el('h4', {}, `As it stood after turn ${turn}`), drawn);
    const made = mutations.filter(one => [this.#product.product_id, this.#product.own_id].includes(one.product_id));
    const parts = now ? now.parts.map(at => this.#parts[at]) : [];
    shown.changes.replaceChildren(el('h4', {}, `Edits in turn ${turn} (${made.length})`), edits(made, parts, pointer => this.#point(pointer)));
  }

  /** The product at the end of the turn at a position, as the last turn that changed it left it; null: not there. */
  #state(at) {
    if (at < 0) return null;
    const turn = this.#turns[at].turn_index;
    const state = this.#product.states.filter(one => one.turn_index <= turn).at(-1);
    return state?.is_there ? state : null;
  }
}
