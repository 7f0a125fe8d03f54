// The turns of a meeting, in order: which is open, what each is worth, and what happened in it?
import {el, unseen} from './elements.js';
import {heat, score, words} from './writing.js';

export class Timeline {
  #buttons = new Map();

  constructor(trial, onchoose) {
    const items = trial.turns.map(turn => {
      const button = el('button', {type: 'button', class: 'step', tabindex: '-1', onclick: () => onchoose(turn.turn_index)},
        unseen('Turn '), el('strong', {}, String(turn.turn_index)), ' ',
        el('span', {class: `tag ${heat(turn.judged?.score)}`}, score(turn.judged?.score)), ' ', marks(turn, trial));
      this.#buttons.set(turn.turn_index, button);
      return el('li', {}, button);
    });
    this.element = el('nav', {class: 'timeline', 'aria-label': 'Turns of the meeting', onkeydown: event => this.#move(event)},
      el('p', {class: 'muted'}, 'Turns: arrow keys move, Enter opens. ◆ edge case, ⤓ floor or cap, ⚠ fault, ✗ not as it should be.'),
      el('ol', {}, items));
  }

  mark(turn) {
    for (const [index, button] of this.#buttons) {
      const is = index === turn;
      button.tabIndex = is ? 0 : -1;
      if (is) {
        button.setAttribute('aria-current', 'step');
        this.element.scrollTop = button.offsetTop - this.element.clientHeight / 2;
      } else button.removeAttribute('aria-current');
    }
  }

  #move(event) {
    const all = [...this.#buttons.values()];
    const at = all.indexOf(event.target.closest('button'));
    const to = {ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1}[event.key];
    if (at < 0 || to === undefined || !all[to]) return;
    event.preventDefault();
    for (const one of all) one.tabIndex = one === all[to] ? 0 : -1;
    all[to].focus();
  }
}

function marks(turn, trial) {
  const faulty = turn.surface_faults.length || trial.faults.some(one => one.turn_index === turn.turn_index);
  const found = [
    turn.edge_case && ['◆', `edge case ${words(turn.edge_case)}`],
    turn.judged?.limits.length && ['⤓', 'a floor or cap took hold'],
    faulty && ['⚠', 'a fault'],
    turn.failing.length && ['✗', `${turn.failing.length} not as they should be`],
    turn.outcome !== 'answered' && ['…', words(turn.outcome)],
  ].filter(Boolean);
  return found.map(([sign, text]) => el('span', {class: 'sign', title: text}, el('span', {'aria-hidden': 'true'}, sign), unseen(`, ${text}`)));
}
