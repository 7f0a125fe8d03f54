// Which elements show which places of a product, and what was there the turn before?
import {clipped, el, unseen} from '../elements.js';
import {upwards} from './pointer.js';

export class Places {
  #shown = new Map();

  /** Remember that an element shows this text of the product; the element comes back. */
  keep(pointer, text, element) {
    this.#shown.set(pointer, {text, element});
    return element;
  }

  /** The element that shows the place, or the nearest one around it. */
  at(pointer) {
    for (const place of upwards(pointer)) {
      const found = this.#shown.get(place);
      if (found) return found.element;
    }
    return null;
  }

  /** Mark what is new or other than in `before`; how many there are, and how many went. */
  compare(before) {
    const counted = {added: 0, changed: 0, gone: 0};
    for (const [pointer, {text, element}] of this.#shown) {
      if (text === null) continue; // holds others, and is not itself shown
      const old = before.#shown.get(pointer);
      if (!old) mark(element, 'added', 'new', null, counted);
      else if (old.text !== text) mark(element, 'changed', 'changed', old.text, counted);
    }
    for (const [pointer, {text}] of before.#shown) counted.gone += text !== null && !this.#shown.has(pointer);
    return counted;
  }
}

function mark(element, kind, word, old, counted) {
  counted[kind] += 1;
  element.classList.add(kind);
  element.dataset.change = kind;
  const was = old === null ? '' : `, was ${old === '' ? 'empty' : clipped(old, 200)}`;
  element.append(' ', el('span', {class: 'sign', 'aria-hidden': 'true'}, kind === 'added' ? '+' : '≠'), unseen(` (${word}${was})`));
  if (old !== null) element.title = `was ${old === '' ? 'empty' : clipped(old, 200)}`;
}
