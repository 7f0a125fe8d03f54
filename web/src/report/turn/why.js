// Why is a turn worth what it is, in one line, and which turns are worth the least?
import {clipped, el, foreign} from '../elements.js';
import {heat, score, words} from '../writing.js';

const MOST_TURNS = 5; // ours: more is the timeline's part
const LONGEST = 180; // ours: the whole of it stands with the judges

/** The turn of the lowest score; of several the first, and the first of all where nobody has judged. */
export function worstOf(turns) {
  return ranked(turns)[0] ?? turns[0];
}

/** The turns that lost most, each with its reason and the way to it; null where none lost anything. */
export function wentWrong(turns, onchoose) {
  const lost = ranked(turns).filter(one => reasons(one).length);
  if (!lost.length) return null;
  return el('section', {class: 'wrong'}, el('h3', {}, 'Where it lost most'),
    el('ul', {}, lost.slice(0, MOST_TURNS).map(turn => el('li', {},
      el('button', {type: 'button', class: 'small', onclick: () => onchoose(turn.turn_index)}, `Turn ${turn.turn_index}`), ' ',
      el('span', {class: `tag ${heat(turn.judged.score)}`}, score(turn.judged.score)), ' ', reasons(turn)[0]))),
    lost.length > MOST_TURNS ? el('p', {class: 'muted'}, `and ${lost.length - MOST_TURNS} more turns below 10`) : null);
}

/** What took hold of a turn's score, and which dimension was the lowest, by whose word. */
export function why(turn) {
  const found = reasons(turn);
  return found.length ? el('ul', {class: 'why', 'aria-label': 'Why this score'}, found.map(one => el('li', {}, one))) : null;
}

const ranked = turns => turns.filter(one => one.judged?.score != null).sort((one, other) => one.judged.score - other.judged.score);

function reasons({judged}) {
  if (!judged || judged.score == null || judged.score >= 10) return [];
  const limits = judged.limits.map(one => el('span', {}, el('strong', {}, `⤓ ${words(one.rule)}`), ' ', foreign(clipped(one.reason, LONGEST))));
  const [lowest] = judged.dimensions.filter(one => one.score != null).sort((one, other) => one.score - other.score);
  return lowest ? [...limits, dimension(lowest)] : limits;
}

function dimension({dimension: name, score: worth, ratings}) {
  const [rating] = ratings.filter(one => one.score != null && one.reason).sort((one, other) => one.score - other.score);
  return el('span', {}, 'lowest: ', el('strong', {}, `${words(name)} ${score(worth)}`),
    rating ? ['; ', foreign(rating.judge), ' says “', foreign(clipped(rating.reason, LONGEST)), '”'] : null);
}
