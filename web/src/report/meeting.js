// One meeting: what it came to, its turns, the one that is open, and its products.
import {el, foreign, scrolling} from './elements.js';
import {Playback} from './playback/playback.js';
import {Replay} from './replay/replay.js';
import {Timeline} from './timeline.js';
import {faults} from './turn/faults.js';
import {findings} from './turn/found.js';
import {judged, limits, opinion} from './turn/judged.js';
import {problems} from './turn/pictures.js';
import {turnPanel} from './turn/turn.js';
import {wentWrong, worstOf} from './turn/why.js';
import {ABSENT, heat, score, seconds, words} from './writing.js';

export class Meeting {
  #trial;
  #timeline;
  #replay;
  #playback;
  #panel = el('div', {});

  /** `key` is how the address calls it; `onturn` is told which turn is to be opened. */
  constructor(trial, key, onturn) {
    this.#trial = trial;
    this.#playback = new Playback(trial, key);
    this.#timeline = new Timeline(trial, onturn);
    this.#replay = new Replay(trial, onturn);
    const worth = trial.products.map(one => product(one, (id, pointer) => this.#replay.reveal(id, pointer)));
    this.element = el('div', {class: 'meeting'}, head(trial),
      this.#playback.element, this.#playback.findings, wentWrong(trial.turns, onturn),
      el('div', {class: 'columns'}, this.#timeline.element, this.#panel),
      this.#replay.element,
      el('section', {}, el('h3', {}, 'What the products are worth'), worth.length ? worth : el('p', {class: 'muted'}, 'There are none.')),
      edgeCases(trial, onturn), dynamics(trial.dynamics), talk(trial.talk), about(trial));
  }

  /** Open a turn, or the worst where there is none of that index; which it was. */
  open(index) {
    const {turns} = this.#trial;
    const turn = turns.find(one => one.turn_index === index) ?? worstOf(turns);
    if (!turn) return null;
    this.#timeline.mark(turn.turn_index);
    this.#panel.replaceChildren(turnPanel(turn, this.#trial, (...place) => this.#replay.reveal(...place)));
    this.#replay.show(turn.turn_index);
    if (index !== null) this.#playback.to(turn.asked_from_s);
    return turn.turn_index;
  }

  /** Play a finding, or go to a second of the meeting. */
  play({at, pin}) {
    if (pin !== null) this.#playback.pin(pin);
    else this.#playback.to(at);
  }

  /** Another meeting is opened. */
  leave() {
    this.#playback.close();
  }
}

function head(trial) {
  const figure = (name, value) => el('li', {}, el('span', {class: 'muted'}, name), ' ', el('span', {class: `tag ${heat(value)}`}, score(value)));
  return el('div', {}, el('h2', {id: 'meeting-title', tabindex: '-1'}, foreign(trial.title || words(trial.scenario_id)), `, seed ${trial.seed}`),
    el('p', {}, el('a', {href: '#meetings'}, '↑ All meetings')),
    el('ul', {class: 'figures'}, figure('combined', trial.score), figure('journey', trial.journey), figure('destination', trial.destination),
      trial.dynamics?.counts ? figure('dynamics', trial.dynamics.score) : null,
      figure('by the paper’s own rules', trial.by_paper),
      el('li', {}, el('span', {class: 'muted'}, 'tier'), ' ', el('strong', {}, words(trial.tier ?? 'no tier')))),
    limits(trial.limits),
    trial.invalid.length ? el('div', {class: 'note'}, el('strong', {}, 'It has no score:'), el('ul', {}, trial.invalid.map(one => foreign(one, 'li')))) : null,
    faults(trial.faults.filter(one => one.turn_index === null), {title: 'Faults of the whole meeting', level: 'h3'}));
}

function product(one, reveal) {
  const failed = one.findings.filter(finding => finding.verdict !== 'passed').length;
  const worth = one.judged?.score;
  return el('details', {class: 'worth'},
    el('summary', {}, foreign(words(one.product_id), 'strong'), ' ', el('span', {class: `tag ${heat(worth)}`}, score(worth)),
      one.states.at(-1)?.is_there ? '' : el('span', {class: 'bad'}, ' ∅ not there'),
      one.is_deliverable ? ` ${failed} of ${one.findings.length} criteria not passed` : ' not asked for'),
    judged(one.judged), problems('What is wrong with how it looks', one.page_findings), findings(one.findings, reveal));
}

function edgeCases({edge_cases: list, turns}, onturn) {
  if (!list.length) return null;
  const at = name => turns.filter(one => one.edge_case === name).map(one => one.turn_index);
  const yes = value => (value ? '✓ yes' : '✗ no');
  return el('section', {}, el('h3', {}, 'Edge cases'), list.map(one => el('div', {class: 'box'},
    el('h4', {}, `${words(one.name)} (${words(one.severity)}): `,
      el('span', {class: one.has_failed ? 'bad' : 'good'}, one.has_failed ? '✗ failed' : '✓ held')),
    el('ul', {},
      el('li', {}, `detected: ${yes(one.detected)}`),
      el('li', {}, `pushed back: ${yes(one.pushed_back)}`),
      el('li', {}, `produced nothing wrong: ${yes(one.produced_nothing_wrong)}`),
      one.reasons.map(reason => foreign(reason, 'li'))),
    el('p', {class: 'row'}, at(one.name).map(index => el('button', {type: 'button', class: 'small', onclick: () => onturn(index)}, `Turn ${index}`))),
    one.verdicts.map(each =>
      el('details', {}, el('summary', {}, foreign(each.judge, 'strong'), ` (${words(each.mode)})`), opinion(each))))));
}

/** How the agent took part in the conversation: dimensions, metrics, and the events of each. */
function dynamics(one) {
  if (!one) return null;
  const about = one.counts ? '' : ', reported and not part of the score';
  return el('section', {}, el('h3', {}, 'Dynamics'),
    el('p', {}, el('span', {class: `tag ${heat(one.score)}`}, score(one.score)), ' against ', foreign(one.norms), about),
    one.dimensions.map(part => el('div', {class: 'box'},
      el('h4', {}, `${words(part.dimension)} `, el('span', {class: `tag ${heat(part.score)}`}, score(part.score))),
      part.metrics.map(metric => moments(foreign(metric.symbol), share(metric), metric.moments, metric.count)))),
    el('div', {class: 'box'}, moments('competitive interruptions', `${one.interruption_count}`, one.interruptions, one.interruption_count)));
}

function share({value, reason}) {
  return value === null ? [ABSENT, reason ? ': ' : '', foreign(reason)] : `${Number(value.toFixed(3))}`;
}

/** A figure, with the events behind it where there are some. */
function moments(name, value, list, count) {
  if (!list.length) return el('p', {}, name, ' ', value);
  const more = count > list.length ? el('p', {class: 'muted'}, `${count - list.length} more`) : null;
  return el('details', {}, el('summary', {}, name, ' ', value, el('span', {class: 'muted'}, ` (${count} ${count === 1 ? 'event' : 'events'})`)),
    el('ul', {}, list.map(each => el('li', {}, `${seconds(each.at_s)} to ${seconds(each.until_s)} `, foreign(each.who.join(', ')),
      each.value === null ? '' : `: ${Number(each.value.toFixed(3))}`, each.note ? [' ', foreign(each.note)] : null))), more);
}

const TALK = [['said', 'said'], ['over_others', 'over others'], ['cut_off', 'cut off'], ['backchannels', 'backchannels'], ['private', 'private']];

/** Who spoke to whom, where several people were there. */
function talk(list) {
  if (!list.length) return null;
  const head = el('tr', {}, ['who', 'to', ...TALK.map(([, name]) => name)].map(name => el('th', {scope: 'col'}, name)));
  const rows = list.map(one => el('tr', {}, foreign(one.speaker, 'th', {scope: 'row'}), foreign(one.to.join(', ') || 'whoever listens', 'td'),
    TALK.map(([key]) => el('td', {class: 'number'}, `${one[key]}`))));
  return el('section', {}, el('h3', {}, 'Who spoke to whom'),
    scrolling('utterances by speaker and addressee', el('table', {class: 'talk'}, el('thead', {}, head), el('tbody', {}, rows))));
}

/** A measured value with its unit, and which way is better. */
function measured({value, unit, direction}) {
  if (value === null) return ABSENT;
  const about = [unit, direction === 'neither' ? '' : `${direction} is better`].filter(Boolean);
  return `${Number(value.toFixed(4))}${about.length ? ` (${about.join(', ')})` : ''}`;
}

/** How the meeting was held, and what else was measured. */
function about(trial) {
  const metrics = trial.metrics.map(one => [one.symbol, measured(one)]);
  const rows = [...Object.entries(trial.held), ...metrics];
  const notes = [...trial.notes, ...trial.left_out.map(one => `left out: ${one}`)];
  return el('section', {}, el('h3', {}, 'How it was held, and what else was measured'),
    notes.length ? el('ul', {}, notes.map(one => foreign(one, 'li'))) : null,
    el('dl', {class: 'numbers'}, rows.map(([name, value]) => el('div', {}, el('dt', {}, words(name)), foreign(value, 'dd')))));
}
