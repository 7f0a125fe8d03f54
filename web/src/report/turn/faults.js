// What went wrong, and whose fault was it?
import {el, foreign} from '../elements.js';
import {words} from '../writing.js';

export function faults(list, {title = 'Faults', level = 'h4'} = {}) {
  if (!list.length) return null;
  return el('section', {}, el(level, {}, `${title} (${list.length})`), el('ul', {}, list.map(one => el('li', {},
    el('strong', {class: one.culprit === 'agent' ? 'bad' : 'doubt'}, `⚠ ${words(one.culprit)}: `), foreign(one.code), ' ', foreign(one.detail),
    one.is_spoiling ? ' (the meeting is not scored because of it)' : null))));
}
