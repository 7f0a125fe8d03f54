// What was on the screen at this moment: its picture, or the product as it stood, with what changed marked.
import {clipped, el, foreign, source} from '../elements.js';
import {drawing} from '../replay/drawing.js';
import {Places} from '../replay/places.js';
import {words} from '../writing.js';
import {sentence} from './sentences.js';
import {clock, lastBegun} from './times.js';

export class Stage {
  #trial;
  #frames;
  #products;
  #settled;
  #tab;
  #at = 0;
  #turn = null; // the turn after which products are shown
  #product = null;
  #surface = '';
  #drawn = '';
  #pin = null;
  #image = el('img', {alt: '', class: 'screen-picture', hidden: true});
  #caption = el('p', {class: 'caption muted small-print'});
  #paper = el('div', {class: 'paper-work', role: 'region', tabindex: '0', 'aria-label': 'The product as it stood'});
  #told = el('p', {class: 'banner', hidden: true});
  #tabs = {};
  #panels = {};
  #choose;
  #surfaces;

  constructor(trial) {
    this.#trial = trial;
    this.#frames = trial.turns.flatMap(turn => turn.frames.filter(one => source(one.path)).map(one => ({...one, turn: turn.turn_index})))
      .sort((one, other) => one.at_s - other.at_s);
    this.#products = trial.products.filter(one => one.states.length);
    this.#settled = settled(trial);
    this.#choose = this.#productChoice();
    this.#surfaces = this.#surfaceChoice();
    const screen = this.#panel('screen', 'Screen', [this.#surfaces, el('div', {class: 'picture-frame'}, this.#image), this.#caption]);
    const product = this.#panel('product', 'Work', [el('h4', {class: 'unseen'}, 'The work as it stood'), this.#choose, this.#paper]);
    this.element = el('section', {class: 'on-stage', 'aria-label': 'What was on the screen'},
      el('div', {class: 'tabs', role: 'tablist', 'aria-label': 'Stage', onkeydown: event => this.#turnTab(event)}, Object.values(this.#tabs)),
      this.#told, screen, product);
    this.#open(this.#frames.length ? 'screen' : 'product');
  }

  show(at) {
    this.#at = at;
    if (this.#tab === 'screen') this.#showPicture();
    else this.#showProduct();
  }

  /** Tell of a pin, and ring the place that it is about; null: of none. */
  point(pin) {
    this.#pin = pin;
    this.#told.hidden = !pin;
    this.#told.replaceChildren(...(pin ? [sentence(pin)] : []));
    if (!pin?.place) return;
    this.#product = this.#products.find(one => [one.product_id, one.own_id].includes(pin.place.product_id)) ?? this.#product;
    if (pin.kind === 'product' || !this.#frames.length) this.#open('product');
    this.#drawn = '';
  }

  turnOver() {
    this.#open(this.#tab === 'screen' ? 'product' : 'screen');
    this.#tabs[this.#tab].focus();
  }

  #panel(name, title, children) {
    this.#tabs[name] = el('button', {type: 'button', role: 'tab', id: `stage-${name}-tab`, 'aria-controls': `stage-${name}`, onclick: () => this.#open(name)}, title);
    this.#panels[name] = el('div', {role: 'tabpanel', id: `stage-${name}`, 'aria-labelledby': `stage-${name}-tab`, class: 'stage-panel'}, children);
    return this.#panels[name];
  }

  #open(name) {
    this.#tab = name;
    for (const [key, tab] of Object.entries(this.#tabs)) {
      tab.setAttribute('aria-selected', key === name);
      tab.tabIndex = key === name ? 0 : -1;
      this.#panels[key].hidden = key !== name;
    }
    this.show(this.#at);
  }

  #turnTab(event) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    this.turnOver();
  }

  #productChoice() {
    const select = el('select', {
      'aria-label': 'Which product',
      onchange: () => {
        this.#product = this.#products[select.selectedIndex - 1] ?? null;
        this.#pin = null;
        this.#drawn = '';
        this.#showProduct();
      },
    }, el('option', {}, 'The one changed last'), this.#products.map(one => foreign(words(one.product_id), 'option')));
    return el('p', {class: 'row'}, this.#products.length > 1 ? select : null, el('span', {class: 'muted small-print when', role: 'status'}));
  }

  #surfaceChoice() {
    const names = [...new Set(this.#frames.map(one => one.surface_id))];
    if (names.length < 2) return null;
    const select = el('select', {
      'aria-label': 'Which surface',
      onchange: () => {
        this.#surface = names[select.selectedIndex - 1] ?? '';
        this.#showPicture();
      },
    }, el('option', {}, 'The one shown last'), names.map(one => foreign(words(one), 'option')));
    return el('p', {class: 'row'}, select);
  }

  #showPicture() {
    const frames = this.#surface ? this.#frames.filter(one => one.surface_id === this.#surface) : this.#frames;
    const frame = frames[lastBegun(frames, this.#at, one => one.at_s)];
    const key = frame ? `${frame.at_s} ${frame.path.slice(0, 200)} ${frame.path.length}` : 'none';
    if (this.#drawn === key) return;
    this.#drawn = key;
    this.#image.hidden = !frame;
    if (!frame) {
      this.#caption.textContent = this.#frames.length ? 'Nothing is on the screen yet.' : 'No pictures were taken in this meeting.';
      return;
    }
    this.#image.src = source(frame.path);
    this.#image.alt = clipped(frame.alt, 300);
    this.#caption.replaceChildren(foreign(words(frame.surface_id)), `, as it stood at ${clock(frame.at_s)} (turn ${frame.turn})`);
  }

  #showProduct() {
    const turns = this.#trial.turns;
    const place = this.#pin ? turns.findIndex(one => one.turn_index === this.#pin.turn_index) : lastBegun(this.#settled, this.#at, one => one);
    const told = this.#choose.querySelector('.when');
    const product = this.#product ?? this.#changedLast(place);
    const key = `${place} ${product?.product_id} ${this.#pin?.place?.pointer}`;
    if (this.#drawn === key) return;
    this.#drawn = key;
    if (!product || place < 0) {
      told.textContent = '';
      this.#paper.replaceChildren(el('p', {class: 'muted'}, this.#products.length ? 'No work is on the table yet.' : 'No product was shown in this meeting.'));
      return;
    }
    const places = new Places();
    const then = new Places();
    const now = stateAt(product, turns[place]);
    const old = stateAt(product, turns[place - 1]);
    const drawn = now ? drawing(now, this.#trial.parts, places) : el('p', {class: 'muted'}, 'Not there yet, or taken away.');
    if (old) drawing(old, this.#trial.parts, then);
    const {added, changed} = places.compare(then);
    told.replaceChildren(foreign(words(product.product_id)), ` after turn ${turns[place].turn_index}: ${added} new, ${changed} changed`);
    this.#paper.replaceChildren(drawn);
    this.#ring(places);
  }

  #ring(places) {
    const wanted = this.#pin?.place;
    const marked = wanted ? places.at(wanted.pointer) : this.#paper.querySelector('[data-change]');
    if (!marked) return;
    if (wanted) marked.classList.add('ringed');
    const box = this.#paper.getBoundingClientRect();
    const at = marked.getBoundingClientRect();
    this.#paper.scrollTop += at.top - box.top - box.height / 2;
    const wide = marked.closest('.scroll');
    if (wide) wide.scrollLeft += at.left - wide.getBoundingClientRect().left - wide.clientWidth / 2;
  }

  /** The product that a turn changed, or one before it. */
  #changedLast(place) {
    for (let at = place; at >= 0; at -= 1) {
      const turn = this.#trial.turns[at].turn_index;
      const found = this.#products.find(one => one.states.some(state => state.turn_index === turn && state.is_there));
      if (found) return found;
    }
    return null;
  }
}

/** The product at the end of a turn; null where it is not there. */
function stateAt(product, turn) {
  const state = turn ? product.states.filter(one => one.turn_index <= turn.turn_index).at(-1) : null;
  return state?.is_there ? state : null;
}

/** Of each turn, the second from which its work is on the screen. */
function settled({turns, playback}) {
  const seen = new Map();
  for (const one of playback.moments) if (one.kind === 'surface' && one.is_visible) seen.set(one.turn_index, one.at_s);
  return turns.map(one => seen.get(one.turn_index) ?? one.ended_s);
}
