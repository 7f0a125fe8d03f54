// The report in the browser: charts over what is there, and every meeting on demand.
import {summaryCharts} from './charts/summary.js';
import {el, unseen} from './elements.js';
import {meeting, summary} from './embedded.js';
import {Meeting} from './meeting.js';
import {read, write} from './place.js';
import {words} from './writing.js';

const data = summary();
const stage = document.getElementById('meeting');
const told = el('p', {role: 'status', class: 'muted'}); // what is announced must be there before it says something
const held = new Map(data.trials.filter(one => one.block).map(one => [`${one.scenario_id}-${one.seed}`, one]));
let open = {key: null, meeting: null};

stage.before(told);
for (const [key, entry] of held) offer(key, entry);
addEventListener('hashchange', () => void go({moves: true}));
for (const link of document.querySelectorAll('#scenarios a[href^="#trial-"]')) lead(link);
void begin();

/** First the charts: what is put in above a place would move it away again. */
async function begin() {
  await summaryCharts(data);
  const [only] = held.keys();
  if (parent !== window && held.size === 1 && !location.hash) to({meeting: only, at: 0}); // a frame in a notebook
  else await go({moves: false});
}

/** The button in the list of meetings: pressed, it opens the meeting. */
function offer(key, entry) {
  for (const button of document.querySelectorAll(`.open-meeting[data-trial="${Number(entry.number)}"]`)) {
    button.replaceChildren('Open the meeting', unseen(`: ${words(entry.scenario_id)}, seed ${entry.seed}`));
    button.dataset.key = key;
    button.hidden = false;
    button.addEventListener('click', () => to({meeting: key}));
  }
}

/** A score in the table of scenarios leads into the meeting, where it has one to show. */
function lead(link) {
  for (const [key, entry] of held) {
    if (link.hash === `#trial-${Number(entry.number)}`) link.href = write({meeting: key});
  }
}

function to(place) {
  const hash = write(place);
  if (location.hash === hash) void go({moves: true});
  else location.hash = hash;
}

/** Show the place that the address names; `moves` where the reader asked for it just now. */
async function go({moves}) {
  const place = read(location.hash);
  const entry = held.get(place.meeting);
  if (!entry) return; // a place of the static page
  try {
    const trial = await meeting(entry.block);
    if (read(location.hash).meeting !== place.meeting) return; // the reader went on meanwhile
    const isOther = open.key !== place.meeting;
    if (isOther) enter(place.meeting, trial);
    const isMoment = place.at !== null || place.pin !== null;
    const turn = isOther || !isMoment ? open.meeting.open(place.turn) : null;
    if (turn !== null) told.textContent = `Open: ${words(trial.scenario_id)}, seed ${trial.seed}, turn ${turn}.`;
    if (isMoment) {
      arrive('playback', moves);
      open.meeting.play(place);
    } else if (isOther || place.turn === null) arrive(place.turn === null ? 'meeting-title' : 'turn-panel', moves);
    else if (moves) follow(document.getElementById('turn-panel'));
  } catch (error) {
    stage.hidden = true;
    told.textContent = `This meeting cannot be shown: ${error.message}`;
  }
}

function enter(key, trial) {
  open.meeting?.leave();
  open = {key, meeting: new Meeting(trial, key, turn => to({meeting: key, turn}))};
  stage.replaceChildren(open.meeting.element);
  stage.hidden = false;
  for (const button of document.querySelectorAll('.open-meeting')) {
    if (button.dataset.key === key) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
  }
}

/** Bring a turn before the reader's eyes that was opened from elsewhere. */
function follow(panel) {
  const {top} = panel?.getBoundingClientRect() ?? {top: 0};
  if (top < 0 || top > innerHeight / 2) panel?.scrollIntoView();
}

function arrive(id, moves) {
  const target = document.getElementById(id);
  target?.scrollIntoView();
  if (moves) target?.focus({preventScroll: true});
}
