// What was asked of the agent in a turn, and with which files?
import {el, foreign} from '../elements.js';
import {bytes, words} from '../writing.js';

export function asked(turn) {
  return el('section', {}, el('h4', {}, 'What was asked'),
    el('p', {class: 'muted'}, foreign(turn.speaker), `, by ${words(turn.channel)}`),
    foreign(turn.asked, 'p', {class: 'speech'}),
    files('Files with it', turn.attachments));
}

/** Files by name: never as links, since what an agent sent could run when it is opened. */
export function files(title, list) {
  if (!list.length) return null;
  return [el('p', {}, `${title}:`), el('ul', {}, list.map(one => el('li', {}, foreign(one.name, 'strong'),
    el('span', {class: 'muted'}, ' ', foreign(one.mime_type), `, ${bytes(one.size)}, `, foreign(one.path, 'code')))))];
}
