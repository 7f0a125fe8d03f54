// What did the agent say, write and hand over?
import {el, foreign} from '../elements.js';
import {words} from '../writing.js';
import {files} from './asked.js';

const KINDS = {chat: 'Chat', reaction: 'Reactions', annotation: 'Annotations'};

export function answered(turn, player) {
  return el('section', {}, el('h4', {}, 'What the agent said and wrote'),
    el('p', {}, 'Outcome: ', el('strong', {}, words(turn.outcome))),
    player?.element,
    transcript(turn.said, player),
    Object.entries(KINDS).map(([kind, title]) => messages(title, turn.messages.filter(one => one.kind === kind))),
    files('Files that it sent', turn.files),
    attempts(turn.attempts), heard(turn.heard), states(turn.states));
}

function heard(list) {
  if (!list.length) return null;
  return el('details', {}, el('summary', {}, `What the agent says it heard (${list.length})`), el('ul', {}, list.map(one => el('li', {}, foreign(one.text)))));
}

function states(list) {
  if (!list.length) return null;
  return el('details', {}, el('summary', {}, `What the agent says it was doing (${list.length})`),
    el('ol', {}, list.map(one => el('li', {}, `${one.at_s.toFixed(2)} s: `, foreign(one.state)))));
}

function attempts(list) {
  if (!list.length) return null;
  return el('div', {class: 'note'}, el('strong', {}, 'It speaks to whoever judges:'), el('ul', {}, list.map(one => foreign(one, 'li'))));
}

function transcript(said, player) {
  if (!said.length) return el('p', {class: 'muted'}, 'It said nothing.');
  return el('ol', {class: 'transcript', 'aria-label': 'Transcript'}, said.map(one => el('li', {},
    player?.canSeek ? el('button', {type: 'button', class: 'line', onclick: () => player.seek(one.started_s)},
      el('span', {class: 'muted'}, `▶ ${player.offset(one.started_s)} `), foreign(one.text)) : foreign(one.text),
    one.is_whole ? null : el('span', {class: 'muted'}, ' (cut short', one.cut_off_by ? [' by ', foreign(one.cut_off_by)] : null, ')'))));
}

function messages(title, list) {
  if (!list.length) return null;
  return el('details', {open: true}, el('summary', {}, `${title} (${list.length})`),
    el('ul', {}, list.map(one => el('li', {}, foreign(one.sender, 'strong'), ': ', foreign(one.text)))));
}
