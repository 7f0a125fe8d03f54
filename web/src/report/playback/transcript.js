// What was said, word by word as it is heard; every word is a way to its moment.
import {el, foreign, unseen} from '../elements.js';
import {words as plain} from '../writing.js';
import {sentence} from './sentences.js';
import {clock, lastBegun, wordsOf} from './times.js';

const MOST_NOTES = 3; // ours: below a line, before they hide the next
const REST_MS = 5_000; // ours: who scrolls wants to read, and is left alone for so long

export class Transcript {
  #lines = [];
  #shown = new Map(); // of each line that is being said, the word that is lit
  #box;
  #touched = -Infinity;
  #top = null;

  /** `onseek` is told a second of the meeting, `onpin` the place of a pin. */
  constructor({speakers, lines, pins}, {onseek, onpin}) {
    const wrong = new Map();
    for (const [place, pin] of pins.entries()) {
      if (pin.line != null) wrong.set(pin.line, [...(wrong.get(pin.line) ?? []), {...pin, place}]);
    }
    const hasNames = new Set(speakers.map(one => one.name));
    this.#lines = lines.map((line, at) => drawn(line, speakers[line.speaker], wrong.get(at) ?? [], {onseek, onpin, hasMany: hasNames.size > 2}));
    const list = el('ol', {class: 'utterances'}, this.#lines.map(one => one.element));
    this.#box = el('div', {class: 'script', role: 'region', tabindex: '0', 'aria-label': 'Transcript'},
      lines.length ? list : el('p', {class: 'muted'}, 'Nothing was said.'));
    for (const kind of ['wheel', 'pointerdown', 'touchmove']) {
      this.#box.addEventListener(kind, () => (this.#touched = performance.now()), {passive: true});
    }
    const isGuess = lines.some(one => one.is_estimated);
    this.element = el('section', {class: 'spoken', 'aria-label': 'What was said'}, this.#box,
      isGuess ? el('p', {class: 'muted small-print'}, '≈ The record has no times of these words: they are estimated from the sound and the letters.') : null);
  }

  /** The second of the utterance before or after this moment. */
  beside(at, step) {
    const now = lastBegun(this.#lines, at + 0.05, one => one.line.started_s);
    const isWithin = step < 0 && now >= 0 && at - this.#lines[now].line.started_s > 1;
    const to = this.#lines[Math.min(Math.max(0, now + (isWithin ? 0 : step)), this.#lines.length - 1)];
    return to ? to.line.started_s : at;
  }

  /** Light what is said at this moment. */
  show(at, isJump) {
    const latest = lastBegun(this.#lines, at, one => one.line.started_s);
    const said = new Set();
    for (let place = latest; place >= 0 && place > latest - 12; place -= 1) {
      const one = this.#lines[place];
      if (at <= Math.max(one.line.ended_s, one.line.started_s + 0.3)) said.add(one);
    }
    for (const [one, word] of this.#shown) {
      if (said.has(one)) continue;
      one.element.classList.remove('now');
      word?.element.classList.remove('lit');
      this.#shown.delete(one);
    }
    for (const one of said) {
      const word = one.words[lastBegun(one.words, at)] ?? null;
      const before = this.#shown.get(one);
      if (this.#shown.has(one) && before === word) continue;
      before?.element.classList.remove('lit');
      word?.element.classList.add('lit');
      one.element.classList.add('now');
      this.#shown.set(one, word);
    }
    this.#follow(this.#lines[Math.max(0, latest)], isJump);
  }

  #follow(one, isJump) {
    if (!one || (one === this.#top && !isJump) || (!isJump && performance.now() - this.#touched < REST_MS)) return;
    this.#top = one;
    this.#box.scrollTop = one.element.offsetTop - this.#box.clientHeight / 3;
  }
}

function drawn(line, speaker, wrong, {onseek, onpin, hasMany}) {
  const words = wordsOf(line);
  const isWrong = word => wrong.some(({span}) => span && word.from < span[1] && word.to > span[0]);
  const parts = [];
  let at = 0;
  for (const word of words) {
    parts.push(line.text.slice(at, word.from));
    word.element = el('span', {class: isWrong(word) ? 'word wrong-word' : 'word'}, word.text);
    parts.push(word.element);
    at = word.to;
  }
  const text = el('bdi', {dir: 'auto', class: 'foreign said', onclick: event => {
    const word = words.find(one => one.element === event.target);
    if (word && !String(getSelection())) onseek(word.started);
  }}, parts);
  const to = hasMany && line.to.length ? [' to ', foreign(line.to.join(', '))] : null;
  const about = [line.channel === 'voice' ? null : plain(line.channel), ...line.marks].filter(Boolean);
  return {
    line,
    words,
    element: el('li', {class: `utterance lane-${speaker?.is_agent ? 'agent' : line.speaker % 5}`},
      el('p', {class: 'who'},
        el('button', {type: 'button', class: 'moment', onclick: () => onseek(line.started_s)}, clock(line.started_s), unseen(', play from here')),
        ' ', foreign(speaker?.name ?? '', 'strong'), el('span', {class: 'muted'}, to, about.length ? [' (', foreign(about.join('; ')), ')'] : null,
          line.is_estimated ? [' ≈', unseen(' times of words are estimated')] : null)),
      el('p', {class: 'words'}, text),
      notes(wrong, onpin)),
  };
}

/** What is wrong in a line; where that is much, the most of it is folded away: its words are underlined all the same. */
function notes(wrong, onpin) {
  const list = wrong.map(pin => el('button', {type: 'button', class: 'small pin-note', onclick: () => onpin(pin.place)}, sentence(pin)));
  if (list.length <= MOST_NOTES) return list;
  return [list.slice(0, MOST_NOTES - 1), el('details', {class: 'small-print'}, el('summary', {}, `${list.length - MOST_NOTES + 1} more figures are wrong here`), list.slice(MOST_NOTES - 1))];
}
