// A meeting that is still going on: what was said, shown and sent so far, as it happens.
import {el, foreign} from '../report/elements.js';
import {clock} from '../report/playback/times.js';
import {words} from '../report/writing.js';
import {live} from './served.js';

const EACH_MS = 1_000;
const MOST = 400; // ours: lines that stay on the page
const TOLD = {said: '', wrote: 'wrote', showed: 'changes the screen', sent: 'sent', came: 'came', left: 'left', does: 'is', turn: 'the turn ended:'};

export class Following {
  #key;
  #offset = 0;
  #onend;
  #isLeft = false;
  #last = '';
  #lines = el('ol', {class: 'utterances', role: 'log', 'aria-label': 'What happens', tabindex: '0'});
  #state = el('span', {class: 'tag live-tag', role: 'status'}, 'in progress');
  #time = el('span', {class: 'clock'}, '0:00');
  #doing = el('span', {class: 'muted'});

  /** `onend` is called once the meeting can be opened. */
  constructor(entry, onend) {
    this.#key = entry.key;
    this.#onend = onend;
    this.element = el('section', {class: 'following', 'aria-labelledby': 'meeting-title'},
      el('h2', {id: 'meeting-title', tabindex: '-1'}, foreign(`${words(entry.scenario)}, seed ${entry.seed}`)),
      el('p', {}, el('a', {href: '#'}, '↑ All meetings')),
      el('p', {class: 'row'}, this.#state, foreign(entry.agent, 'strong'), this.#time, this.#doing), this.#lines);
    void this.#follow();
  }

  leave() {
    this.#isLeft = true;
  }

  async #follow() {
    while (!this.#isLeft) {
      try {
        const told = await live(this.#key, this.#offset);
        if (this.#isLeft) return;
        this.#take(told);
        if (HAS_RECORD.has(told.state)) {
          this.#isLeft = true;
          this.#onend();
          return;
        }
      } catch (error) {
        this.#state.textContent = error.message;
      }
      await new Promise(resolve => setTimeout(resolve, EACH_MS));
    }
  }

  #take({state, offset, is_anew: isAnew, events}) {
    this.#state.textContent = state;
    this.#offset = offset;
    if (isAnew) this.#lines.replaceChildren();
    const isAtEnd = this.#lines.scrollTop + this.#lines.clientHeight > this.#lines.scrollHeight - 60;
    for (const one of events) this.#add(one);
    while (this.#lines.children.length > MOST) this.#lines.firstChild.remove();
    if (isAtEnd) this.#lines.scrollTop = this.#lines.scrollHeight;
  }

  #add(one) {
    this.#time.textContent = clock(one.at_s);
    if (one.kind === 'does') {
      this.#doing.replaceChildren(foreign(one.who), ' is ', foreign(one.text));
      return;
    }
    const same = `${one.kind} ${one.who}`;
    if (one.kind === 'showed' && this.#last === same) return; // one line for all parts of a surface
    this.#last = same;
    this.#lines.append(el('li', {class: 'utterance'}, el('span', {class: 'muted clock'}, clock(one.at_s)), ' ',
      one.who ? foreign(one.who, 'strong') : null, ' ', el('span', {class: 'muted'}, TOLD[one.kind]), ' ', foreign(words(one.text))));
  }
}

const HAS_RECORD = new Set(['scored', 'without a score', 'not judged', 'judging', 'unreadable', 'not read yet']);
