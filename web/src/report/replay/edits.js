// What was changed in a turn: every edit with its place, its old and new value, and whether it was right.
import {el, foreign} from '../elements.js';
import {words} from '../writing.js';
import {spelt} from './pointer.js';

/** The edits of one turn; `reveal` is called with the pointer of one that is to be shown. */
export function edits(mutations, parts, reveal) {
  if (!mutations.length) return el('p', {class: 'muted'}, 'Nothing was changed in this product in this turn.');
  return el('ol', {class: 'edits'}, mutations.map(one => item(one, pointerOf(one, parts), reveal)));
}

function item(one, pointer, reveal) {
  return el('li', {},
    foreign(words(one.type), 'span', {class: 'tag'}), ' ', foreign(one.is_pointer ? spelt(one.place) : one.place), ': ',
    one.old ? foreign(one.old, 'del') : nothing(), ' → ', one.new ? foreign(one.new, 'ins') : nothing(), ' ', rightness(one), ' ',
    pointer === null ? null : el('button', {type: 'button', class: 'small', onclick: () => reveal(pointer)}, 'Show the place'));
}

const nothing = () => el('span', {class: 'muted'}, 'nothing');

function rightness({is_correct: right, is_destructive: destructive}) {
  const [kind, text] = right === true ? ['good', '✓ right'] : right === false ? ['bad', '✗ wrong'] : ['muted', '? nobody can say'];
  return [el('span', {class: kind}, text), destructive ? el('span', {class: 'bad'}, ', ⚠ destructive') : null];
}

/** Where an edit is in what is drawn: `src/app.py:L10-L15` is a line of the file of that name. */
function pointerOf({place, is_pointer: isPointer}, parts) {
  if (isPointer) return place;
  const lines = /^(.*):L(\d+)/s.exec(place);
  const file = parts.find(one => one.kind === 'code' && one.heading === (lines?.[1] ?? place));
  return file ? file.pointer + (lines ? `/content/${lines[2]}` : '') : null;
}
