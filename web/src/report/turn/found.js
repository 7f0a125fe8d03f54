// What has code established: each criterion with what was found, what was expected, and where?
import {el, foreign} from '../elements.js';
import {spelt} from '../replay/pointer.js';
import {words} from '../writing.js';

const MARKS = {passed: ['good', '✓'], failed: ['bad', '✗'], missing: ['bad', '∅'], unread: ['doubt', '⊘'], ambiguous: ['doubt', '≈'], unverifiable: ['muted', '?']};
const MOST_PLACES = 12; // ours, for each finding

/** Findings, what did not pass first; `reveal(product, pointer)` shows the very cell. */
export function findings(list, reveal) {
  const ordered = [...list].sort((one, other) => (one.verdict === 'passed') - (other.verdict === 'passed'));
  return el('section', {}, el('h4', {}, `What code found (${list.length})`), el('ul', {class: 'findings'}, ordered.map(one => finding(one, reveal))));
}

/** Criteria that did not pass after a turn; where they end up is told by the finding of the same name. */
export function failing(names, {criteria, products}, reveal) {
  if (!names.length) return null;
  const known = products.flatMap(one => one.findings);
  const items = names.map(name => {
    const asked = criteria[name] ?? {description: name, product_id: ''};
    const last = known.find(one => one.criterion_id === name);
    return el('li', {class: 'finding'},
      el('p', {}, el('strong', {class: 'bad'}, '✗ '), foreign(asked.description), ' ', foreign(name, 'code', {class: 'muted'})),
      last ? [told(last, 'At the end of the meeting: found '), places(last.where, reveal)] : null);
  });
  return el('section', {}, el('h4', {}, `Not as it should be after this turn (${names.length})`), el('ul', {class: 'findings'}, items));
}

function finding(one, reveal) {
  const [kind, sign] = MARKS[one.verdict] ?? MARKS.unverifiable;
  return el('li', {class: 'finding'},
    el('p', {}, el('strong', {class: kind}, `${sign} ${words(one.verdict)}`), ' ', foreign(one.description),
      one.required ? null : el('span', {class: 'muted'}, ' (optional)'), ' ', foreign(one.criterion_id, 'code', {class: 'muted'})),
    told(one, 'Found '), places(one.where, reveal));
}

function told(one, lead) {
  if (one.verdict === 'passed') return el('p', {}, lead, foreign(one.found || 'what was asked for', 'strong'), ', as expected');
  return el('p', {}, lead, foreign(one.found || 'nothing', 'strong'), ', expected ', foreign(one.expected || 'something else', 'strong'),
    one.reason ? ['; ', foreign(one.reason)] : null);
}

function places(where, reveal) {
  if (!where.length) return null;
  const more = where.length - MOST_PLACES;
  return el('p', {class: 'row'}, where.slice(0, MOST_PLACES).map(place => el('button', {
    type: 'button', class: 'small jump', onclick: () => reveal(place.product_id, place.pointer),
  }, 'Show ', foreign(`${words(place.product_id)}: ${spelt(place.pointer)}`))), more > 0 ? el('span', {class: 'muted'}, `and ${more} more places`) : null);
}
