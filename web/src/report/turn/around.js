// What did people say besides their request: to each other before it, and into the answer?
import {el, foreign} from '../elements.js';
import {words} from '../writing.js';

export function around(turn) {
  if (!turn.around.length) return null;
  return el('section', {}, el('h4', {}, `What people said besides (${turn.around.length})`),
    el('ol', {class: 'transcript'}, turn.around.map(one => el('li', {},
      el('span', {class: 'muted'}, `${one.started_s.toFixed(1)} s `), foreign(one.speaker, 'strong'), ' to ', foreign(one.to.join(', ') || 'whoever listens'),
      one.channel === 'voice' ? ': ' : `, by ${words(one.channel)}: `, foreign(one.text),
      one.marks.length ? el('span', {class: 'muted'}, ' (', foreign(one.marks.join('; ')), ')') : null))));
}
