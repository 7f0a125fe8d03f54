// The viewer in the browser: the list of meetings, one of them, one that goes on, or two side by side.
import {el, foreign} from '../report/elements.js';
import {Meeting} from '../report/meeting.js';
import {read, write} from '../report/place.js';
import {words} from '../report/writing.js';
import {Beside} from './beside.js';
import {Following} from './following.js';
import {List} from './list.js';
import {index, meeting} from './served.js';

const EACH_MS = 3_000;
const SOON_MS = 30; // while there are meetings still to be read
const BESIDE = 'beside';
const ALL = new Set(['', 'main', 'meetings']); // how the page and a report call the list
const WITHOUT_RECORD = new Set(['in progress', 'not held', 'cut']);
const view = document.getElementById('view');
const told = document.getElementById('told');
const list = new List();
let known = {version: '', meetings: [], runs: [], unread: 0};
let open = {name: null, shown: null};

addEventListener('hashchange', () => void go({moves: true}));
addEventListener('keydown', event => {
  if (event.key !== '/' || !list.element.isConnected || event.target.closest('input, select, textarea') || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  list.search();
});
void begin();

async function begin() {
  await look();
  document.getElementById('folder').textContent = known.folder ?? '';
  await go({moves: false});
  for (;;) {
    await new Promise(resolve => setTimeout(resolve, known.unread ? SOON_MS : EACH_MS));
    if (!document.hidden) await look();
  }
}

/** Ask for the list again; what is shown of it follows. */
async function look() {
  try {
    const found = await index(known.version);
    if (told.dataset.lost) told.textContent = '';
    delete told.dataset.lost;
    if (!found) return;
    known = found;
    list.show(known);
  } catch (error) {
    told.dataset.lost = 'yes';
    told.textContent = `The viewer does not answer (${error.message}): start \`modylbench view\` again.`;
  }
}

const entryOf = key => {
  const found = known.meetings.find(one => one.key === key);
  return found ? {...found, agent: known.runs[found.run].agent} : null;
};

/** Show the place that the address names. */
async function go({moves}) {
  const place = read(location.hash);
  try {
    if (ALL.has(place.meeting)) showAll(moves);
    else if (place.meeting === BESIDE) await goBeside(location.hash, moves);
    else await goMeeting(place, moves);
  } catch (error) {
    leave();
    view.replaceChildren(el('p', {class: 'note'}, foreign(error.message)), el('p', {}, el('a', {href: '#'}, '↑ All meetings')));
    told.textContent = 'This cannot be shown.';
  }
}

function showAll(moves) {
  show('list', list, 'All meetings');
  if (moves) scrollTo(0, 0);
}

async function goMeeting(place, moves) {
  const entry = entryOf(place.meeting);
  if (!entry) throw new Error('there is no such meeting in this folder');
  if (WITHOUT_RECORD.has(entry.state)) {
    show(`live ${entry.key}`, new Following(entry, () => void reopen()), `Follow: ${words(entry.scenario)}, seed ${entry.seed}`);
    return;
  }
  const name = `meeting ${entry.key} ${entry.at_s}`;
  const isOther = open.name !== name;
  if (isOther) {
    told.textContent = 'Opening …';
    const trial = await meeting(entry.key, entry.at_s);
    if (read(location.hash).meeting !== place.meeting) return; // the reader went on meanwhile
    const shown = new Meeting(trial, entry.key, turn => (location.hash = write({meeting: entry.key, turn})));
    shown.element.querySelector('h2').after(agentLine(entry));
    show(name, shown, `Open: ${words(entry.scenario)}, seed ${entry.seed}`);
  }
  const isMoment = place.at !== null || place.pin !== null;
  if (isOther || !isMoment) open.shown.open(place.turn);
  if (isMoment) open.shown.play(place);
  arrive(isMoment ? 'playback' : place.turn === null ? 'meeting-title' : 'turn-panel', moves);
}

/** A meeting that went on has ended: it is opened once the list knows. */
async function reopen() {
  const {hash} = location;
  for (let tries = 0; tries < 60 && location.hash === hash; tries += 1) {
    await look();
    const entry = entryOf(read(hash).meeting);
    if (entry && !WITHOUT_RECORD.has(entry.state)) {
      await go({moves: false});
      return;
    }
    await new Promise(resolve => setTimeout(resolve, 1_000));
  }
}

async function goBeside(hash, moves) {
  const [left, right] = hash.replace(/^#/, '').split('/').slice(1, 3).map(part => entryOf(read(part).meeting));
  if (!left || !right) throw new Error('one of these two meetings is not in this folder');
  const {turn} = read(hash);
  const name = `beside ${left.key} ${right.key}`;
  const isOther = open.name !== name;
  if (isOther) {
    told.textContent = 'Opening …';
    const trials = [await meeting(left.key, left.at_s), await meeting(right.key, right.at_s)];
    const at = index => `#${[BESIDE, ...[left, right].map(one => write({meeting: one.key}).slice(1)), `turn-${index}`].join('/')}`;
    show(name, new Beside(trials, [left, right], index => (location.hash = at(index))), 'Two meetings side by side');
  }
  open.shown.open(turn);
  if (isOther) arrive('meeting-title', moves);
}

/** Who it was, and a way to set another beside it. */
function agentLine(entry) {
  const others = known.meetings.filter(one => one.key !== entry.key && one.scenario === entry.scenario && !WITHOUT_RECORD.has(one.state))
    .sort((one, other) => (one.seed === entry.seed ? 0 : 1) - (other.seed === entry.seed ? 0 : 1) || other.at_s - one.at_s).slice(0, 100);
  const select = el('select', {'aria-label': 'Set another meeting beside this one', onchange: () => {
    const other = others[select.selectedIndex - 1];
    if (other) location.hash = `#${BESIDE}/${[entry, other].map(one => write({meeting: one.key}).slice(1)).join('/')}`;
  }}, el('option', {}, 'Set beside …'), others.map(one => foreign(`${known.runs[one.run].agent}, seed ${one.seed} (${known.runs[one.run].name})`, 'option')));
  return el('p', {class: 'row agent-line'}, foreign(entry.agent, 'strong'), el('span', {class: 'muted'}, foreign(known.runs[entry.run].name)), others.length ? select : null);
}

function show(name, shown, text) {
  if (open.name === name) return;
  leave();
  open = {name, shown};
  view.replaceChildren(shown.element);
  told.textContent = '';
  document.title = `${text}: ModylBench`;
}

function leave() {
  open.shown?.leave?.();
  open = {name: null, shown: null};
}

function arrive(id, moves) {
  const target = document.getElementById(id);
  if (!moves) return;
  target?.scrollIntoView();
  target?.focus({preventScroll: true});
}
