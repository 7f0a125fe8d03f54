// The controls below the stage: play, seek, speed, the next finding, a link to this moment, and help.
import {el, unseen} from '../elements.js';
import {clock} from './times.js';

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

export class Transport {
  #duration;
  #play;
  #icon = el('span', {class: 'icon icon-play', 'aria-hidden': 'true'});
  #scrubber;
  #time = el('span', {class: 'clock'});
  #where = el('span', {class: 'muted where'});
  #speed;
  #told = el('span', {role: 'status', class: 'muted small-print'});

  /** `does` has what each control does, by its name. */
  constructor({duration, sounds, hasPins}, does) {
    this.#duration = duration;
    this.#play = el('button', {type: 'button', class: 'play', 'aria-label': 'Play', onclick: does.toggle}, this.#icon);
    this.#scrubber = el('input', {
      type: 'range', class: 'scrubber', min: 0, max: Math.max(1, Math.ceil(duration)), step: 0.1, value: 0, 'aria-label': 'Position in the meeting',
      oninput: () => does.seek(Number(this.#scrubber.value)),
    });
    this.#speed = el('select', {'aria-label': 'Speed', class: 'speed', onchange: () => does.speed(SPEEDS[this.#speed.selectedIndex])},
      SPEEDS.map(one => el('option', {selected: one === 1}, `${one}×`)));
    const sound = el('select', {'aria-label': 'What is heard', class: 'heard', onchange: () => does.hear(sound.selectedIndex)}, sounds.map(one => el('option', {}, one)));
    const button = (icon, name, doing, key) => el('button', {type: 'button', class: 'tool', title: `${name} (${key})`, onclick: doing},
      el('span', {class: `icon icon-${icon}`, 'aria-hidden': 'true'}), unseen(name));
    this.element = el('section', {class: 'transport', 'aria-label': 'Controls'},
      el('div', {class: 'buttons'},
        hasPins ? button('last', 'Last finding', does.last, '[') : null,
        button('back', 'Back 5 seconds', does.back, 'J'), this.#play, button('ahead', 'Ahead 5 seconds', does.ahead, 'L'),
        hasPins ? button('next', 'Next finding', does.next, ']') : null),
      this.#time, this.#where, this.#scrubber,
      el('div', {class: 'settings'}, this.#speed, sounds.length > 1 ? sound : null,
        el('button', {type: 'button', class: 'tool zoom', title: 'Shorter stretch of time (+)', onclick: does.nearer}, '+', unseen(' zoom in')),
        el('button', {type: 'button', class: 'tool zoom', title: 'Longer stretch of time (-)', onclick: does.farther}, '−', unseen(' zoom out')),
        el('button', {type: 'button', class: 'tool wide', onclick: does.link}, 'Copy link'),
        el('button', {type: 'button', class: 'tool', title: 'All keys (?)', onclick: does.help}, '?', unseen(' all keys'))),
      this.#told);
  }

  show({at, plays, rate}, where) {
    const time = `${clock(at)} / ${clock(this.#duration)}`;
    if (this.#time.textContent !== time) {
      this.#time.textContent = time;
      this.#scrubber.setAttribute('aria-valuetext', `${clock(at)} of ${clock(this.#duration)}`);
    }
    if (document.activeElement !== this.#scrubber || plays) this.#scrubber.value = at;
    if (this.#where.textContent !== where) this.#where.textContent = where;
    this.#icon.className = `icon icon-${plays ? 'pause' : 'play'}`;
    this.#play.setAttribute('aria-label', plays ? 'Pause' : 'Play');
    this.#speed.selectedIndex = SPEEDS.indexOf(rate);
  }

  tell(text) {
    this.#told.textContent = text;
  }
}
