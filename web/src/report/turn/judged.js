// What did the panel make of it: each dimension, each judge, with reasons?
import {el, foreign, scrolling} from '../elements.js';
import {heat, score, words} from '../writing.js';

export function judged(given) {
  if (!given) return el('section', {}, el('h4', {}, 'What the judges say'), el('p', {class: 'muted'}, 'Nobody has judged it.'));
  return el('section', {}, el('h4', {}, 'What the judges say'), limits(given.limits), table(given.dimensions),
    given.verdicts.map(one => verdict(one, given.dimensions)));
}

/** Floors and caps with their reasons; one that took nothing away says so. */
export function limits(list) {
  if (!list.length) return null;
  return el('ul', {class: 'limits'}, list.map(one => el('li', {},
    el('strong', {}, `⤓ ${words(one.rule)}`), one.after < one.before ? `: ${score(one.before)} → ${score(one.after)}; ` : `: leaves ${score(one.before)} as it is; `, foreign(one.reason))));
}

function table(dimensions) {
  if (!dimensions.length) return el('p', {class: 'muted'}, 'No dimension was assessed.');
  const judges = [...new Set(dimensions.flatMap(one => one.ratings.map(rating => rating.judge)))];
  const head = el('tr', {}, ['dimension', 'consensus'].map(name => el('th', {scope: 'col'}, name)),
    judges.map(name => foreign(name, 'th', {scope: 'col'})), el('th', {scope: 'col'}, 'remarks'));
  const rows = dimensions.map(one => el('tr', {}, el('th', {scope: 'row'}, words(one.dimension)),
    el('td', {class: `number ${heat(one.score)}`}, score(one.score)),
    judges.map(name => el('td', {class: 'number'}, score(one.ratings.find(rating => rating.judge === name)?.score))),
    el('td', {}, [one.is_disputed && 'disputed', one.is_pessimistic && 'the lower opinion counts'].filter(Boolean).join(', '))));
  return scrolling('scores by dimension and judge', el('table', {class: 'scores'}, el('thead', {}, head), el('tbody', {}, rows)));
}

function verdict(one, dimensions) {
  const ratings = dimensions.flatMap(each => each.ratings.filter(rating => rating.judge === one.judge).map(rating => ({...rating, dimension: each.dimension})));
  const shownHow = [words(one.mode), one.heard_audio && 'heard the sound', one.saw_image && 'saw pictures'].filter(Boolean);
  return el('details', {class: 'verdict'},
    el('summary', {}, foreign(one.judge, 'strong'), ` (${shownHow.join(', ')})`, one.failure ? ' failed' : ''),
    opinion(one), el('dl', {}, ratings.map(rating)));
}

/** What a judge says besides its ratings. */
export function opinion(one) {
  return [
    said('No verdict', one.failure), said('Heard', one.audio_observations), said('Seen', one.visual_observations),
    said('How they go together', one.coherence_notes), one.notes.map(note => said('Note', note)),
    one.votes.length ? [el('p', {}, 'Votes:'), el('ul', {}, one.votes.map(vote))] : null,
  ];
}

function rating(one) {
  return [el('dt', {}, words(one.dimension), ' ', el('span', {class: 'tag'}, score(one.score))), el('dd', {}, foreign(one.reason))];
}

const vote = one => el('li', {}, foreign(one.question), ': ', el('strong', {}, one.answer === null ? 'cannot tell' : one.answer ? 'yes' : 'no'),
  one.reason ? [', ', foreign(one.reason)] : null);

const said = (title, text) => (text ? el('p', {}, el('strong', {}, `${title}: `), foreign(text)) : null);
