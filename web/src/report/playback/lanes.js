// The whole meeting at a glance: a lane for each person, the agent, surfaces, channels, and the pins on top.
import {clipped, el, unseen} from '../elements.js';
import {clock} from './times.js';

const LANE = 34;
const THIN = 18;
const AXIS = 16;
const NARROW = 640; // ours: on a phone voices share one lane
const ZOOMS = [1, 2, 4, 8, 16];
const NEAR = 30; // pixels: pins that lie closer are one mark
const SIGNS = {figure: '✗', product: '✗', trap: '◆', limit: '⤓', fault: '⚠', interruption: '⇥', attempt: '!'};
const dark = matchMedia('(prefers-color-scheme: dark)');

export class Lanes {
  #data;
  #duration;
  #lanes;
  #onseek;
  #onpin;
  #zoom = 0;
  #at = 0;
  #canvas = el('canvas', {class: 'waves', role: 'img'});
  #names = el('ul', {class: 'lane-names', 'aria-hidden': 'true'});
  #needle = el('div', {class: 'needle'});
  #marks = el('ul', {class: 'marks', 'aria-label': 'Findings on the line of time'});
  #track;
  #view;
  #hint = el('p', {class: 'hint muted small-print', 'aria-hidden': 'true'});

  /** `onseek` is told a second of the meeting, `onpin` the place of a pin. */
  constructor(trial, {onseek, onpin}) {
    this.#data = trial.playback;
    this.#duration = Math.max(trial.duration_s, 0.1);
    this.#onseek = onseek;
    this.#onpin = onpin;
    this.#lanes = lanesOf(this.#data);
    this.#canvas.setAttribute('aria-label', inWords(this.#data, this.#duration));
    this.#track = el('div', {class: 'track'}, this.#canvas, this.#needle, this.#marks);
    this.#view = el('div', {class: 'lane-view', role: 'region', tabindex: '0', 'aria-label': 'Line of time'}, this.#track);
    this.element = el('section', {class: 'lanes', 'aria-label': 'The whole meeting'}, this.#names, this.#view, this.#hint);
    this.#listen();
  }

  /** The lines of time are that much longer than the box; whether there is a longer one. */
  zoom(step) {
    const middle = this.#at / this.#duration;
    this.#zoom = Math.min(Math.max(this.#zoom + step, 0), ZOOMS.length - 1);
    this.#lay();
    this.#view.scrollLeft = middle * this.#wide - this.#view.clientWidth / 2;
    this.#draw();
  }

  show(at, isJump) {
    this.#at = at;
    const x = (at / this.#duration) * this.#wide;
    this.#needle.style.transform = `translateX(${x}px)`;
    const from = this.#view.scrollLeft;
    const width = this.#view.clientWidth;
    if (this.#zoom && (x < from || x > from + width * (isJump ? 1 : 0.92))) this.#view.scrollLeft = x - width * 0.2;
  }

  get #wide() {
    return Math.max(1, this.#view.clientWidth) * ZOOMS[this.#zoom];
  }

  #listen() {
    let isDown = false;
    const at = event => ((event.clientX - this.#track.getBoundingClientRect().left) / this.#wide) * this.#duration;
    this.#track.addEventListener('pointerdown', event => {
      if (event.target.closest('button') || event.button) return;
      isDown = event.pointerType === 'mouse';
      if (isDown) this.#track.setPointerCapture(event.pointerId);
      if (isDown) this.#onseek(at(event));
    });
    this.#track.addEventListener('pointermove', event => {
      if (isDown) this.#onseek(at(event));
      this.#tell(at(event), event.clientY - this.#track.getBoundingClientRect().top);
    });
    this.#track.addEventListener('pointerup', () => (isDown = false));
    this.#track.addEventListener('click', event => {
      if (!event.target.closest('button')) this.#onseek(at(event)); // a finger that taps and does not scroll
    });
    this.#view.addEventListener('scroll', () => this.#draw(), {passive: true});
    new ResizeObserver(() => {
      this.#lay();
      this.#draw();
      this.show(this.#at, false);
    }).observe(this.#view);
    dark.addEventListener('change', () => this.#draw());
  }

  /** What lies under the pointer, in words. */
  #tell(at, y) {
    const reach = (4 / this.#wide) * this.#duration;
    const lane = this.#rows().findLast(one => y >= one.top);
    const near = lane?.moments?.filter(one => Math.abs(one.at_s - at) <= reach).slice(0, 3) ?? [];
    const talks = this.#data.overlaps.some(([from, to]) => at >= from && at <= to) ? 'two talk at once' : '';
    const silence = this.#data.silences.find(([from, to]) => at >= from && at <= to);
    const told = near.map(one => `${clock(one.at_s)} ${one.name} ${one.kind}${one.text ? `: ${one.text}` : ''}`);
    const quiet = silence ? `${(silence[1] - silence[0]).toFixed(1)} s of silence` : '';
    this.#hint.textContent = clipped([clock(Math.min(Math.max(at, 0), this.#duration)), ...told, talks, quiet].filter(Boolean).join(' · '), 300);
  }

  #rows() {
    const isNarrow = this.element.clientWidth < NARROW;
    let top = this.#pinsHigh;
    let first = null;
    return this.#lanes.map(lane => {
      if (isNarrow && lane.kind === 'voice' && first !== null) return {...lane, top: first, height: LANE * 1.5, folded: true};
      const row = {...lane, top, height: lane.kind === 'voice' ? (isNarrow ? LANE * 1.5 : LANE) : THIN};
      if (lane.kind === 'voice') first ??= top;
      top += row.height + 4;
      return row;
    });
  }

  #pinsHigh = 0;

  #lay() {
    this.#placeMarks();
    const rows = this.#rows();
    const high = Math.max(...rows.map(one => one.top + one.height), 24) + AXIS;
    this.#track.style.width = `${this.#wide}px`;
    this.#track.style.height = `${high}px`;
    this.#names.replaceChildren(...rows.filter(one => !one.folded).map(row => {
      const shared = row.kind === 'voice' && rows.some(one => one.folded);
      const name = el('li', {class: `lane-${row.color}`}, shared ? 'voices' : clipped(row.name, 60));
      name.style.top = `${row.top}px`;
      name.style.height = `${row.height}px`;
      return name;
    }));
    this.#names.style.height = `${high}px`;
  }

  /** A mark for each moment with pins; those that lie on each other are one, with a number. */
  #placeMarks() {
    const pins = this.#data.pins.map((pin, place) => ({...pin, place, x: (pin.at_s / this.#duration) * this.#wide}));
    const groups = [];
    for (const pin of pins) {
      const group = groups.at(-1);
      if (group && pin.x - group[0].x < NEAR) group.push(pin);
      else groups.push([pin]);
    }
    this.#pinsHigh = pins.length ? 30 : 4;
    this.#marks.replaceChildren(...groups.map(group => {
      const worst = group.find(one => one.is_bad) ?? group[0];
      const button = el('button', {type: 'button', class: `mark ${worst.is_bad ? 'is-bad' : 'is-good'}`, tabindex: '-1', onclick: () => this.#onpin(worst.place)},
        el('span', {'aria-hidden': 'true'}, SIGNS[worst.kind] ?? '•', group.length > 1 ? `${group.length}` : ''),
        unseen(`${group.length} ${group.length === 1 ? 'finding' : 'findings'} at ${clock(worst.at_s)}`));
      button.title = `${clock(worst.at_s)}, ${group.length === 1 ? worst.kind : `${group.length} findings`}`;
      const item = el('li', {}, button);
      item.style.left = `${group[0].x}px`;
      return item;
    }));
  }

  #draw() {
    const width = this.#view.clientWidth;
    if (!width) return;
    const rows = this.#rows();
    const height = this.#track.clientHeight;
    const dense = devicePixelRatio || 1;
    this.#canvas.width = Math.round(width * dense);
    this.#canvas.height = Math.round(height * dense);
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    this.#canvas.style.left = `${this.#view.scrollLeft}px`;
    const paper = this.#canvas.getContext('2d');
    paper.scale(dense, dense);
    const look = getComputedStyle(this.element);
    const color = name => look.getPropertyValue(name).trim();
    const from = (this.#view.scrollLeft / this.#wide) * this.#duration;
    const scale = this.#wide / this.#duration;
    const x = at => (at - from) * scale;
    const seen = ([start, until]) => x(until) > 0 && x(start) < width;
    grid(paper, {x, width, height, from, scale, color, top: this.#pinsHigh});
    const voices = rows.filter(one => one.kind === 'voice');
    const top = voices[0]?.top ?? 0;
    const high = voices.length ? voices.at(-1).top + voices.at(-1).height - top : 0;
    paper.fillStyle = color('--lane-silence');
    for (const span of this.#data.silences.filter(seen)) paper.fillRect(x(span[0]), top, Math.max(1, x(span[1]) - x(span[0])), high);
    paper.fillStyle = color('--lane-overlap');
    for (const span of this.#data.overlaps.filter(seen)) paper.fillRect(x(span[0]), top, Math.max(1.5, x(span[1]) - x(span[0])), high);
    for (const row of rows) {
      const paint = color(`--lane-${row.color}`);
      if (row.kind === 'voice') voice(paper, row, {x, scale, width, paint});
      else ticks(paper, row, {x, width, paint, faint: color('--line')});
    }
  }
}

function lanesOf({speakers, people_waves: people, agent_waves: agent, moments}) {
  const voices = speakers.map((one, at) => ({kind: 'voice', name: one.name, color: one.is_agent ? 'agent' : at % 5, spans: one.spans, waves: one.is_agent ? agent : people}))
    .filter(one => one.spans.length || one.color === 'agent');
  const surface = moments.filter(one => one.kind === 'surface');
  const others = moments.filter(one => one.kind !== 'surface');
  return [...voices,
    surface.length ? {kind: 'moments', name: 'screen', color: 'surface', moments: surface} : null,
    others.length ? {kind: 'moments', name: 'chat, files', color: 'channel', moments: others} : null].filter(Boolean);
}

/** The wave of somebody while they speak; a bar as high as the lane where there is no sound of it. */
function voice(paper, row, {x, scale, width, paint}) {
  const middle = row.top + row.height / 2;
  const step = Math.max(3, scale / 10); // pixels of a bar; a peak is a tenth of a second
  paper.fillStyle = paint;
  for (const [from, to] of row.spans) {
    const left = x(from);
    const right = x(to);
    if (right < 0 || left > width) continue;
    paper.globalAlpha = 0.16;
    paper.fillRect(left, row.top, Math.max(1, right - left), row.height);
    paper.globalAlpha = row.folded === undefined ? 1 : 0.8;
    for (let at = Math.max(left, 0); at < Math.min(right, width); at += step) {
      const second = from + (at - left) / scale;
      const loud = level(row.waves, second, step / scale);
      if (loud === null) continue;
      const high = Math.max(1.5, loud * row.height * 0.96);
      paper.fillRect(at, middle - high / 2, Math.max(1, step - 1), high);
    }
  }
  paper.globalAlpha = 1;
}

/** How loud it is from this second on, from 0 to 1; null where no sound was kept. */
function level(waves, from, length) {
  const clip = waves.findLast(one => one.started_s <= from + 0.05);
  if (!clip) return null;
  const first = Math.max(0, Math.floor((from - clip.started_s) * 10));
  if (first >= clip.peaks.length) return null;
  const last = Math.min(Math.max(first + 1, Math.round((from + length - clip.started_s) * 10)), clip.peaks.length);
  let sum = 0;
  for (let at = first; at < last; at += 1) sum += (parseInt(clip.peaks[at], 32) / 31) ** 2; // peaks are roots
  return Math.min(1, (2 * sum) / (last - first)); // a voice seldom comes nearer to the full scale
}

function ticks(paper, row, {x, width, paint, faint}) {
  paper.fillStyle = faint;
  paper.fillRect(0, row.top + row.height / 2, width, 1);
  for (const one of row.moments) {
    const at = x(one.at_s);
    if (at < -2 || at > width + 2) continue;
    paper.fillStyle = one.is_visible ? paint : faint;
    paper.fillRect(at - 1, row.top + 2, 2, row.height - 4);
  }
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

function grid(paper, {x, width, height, from, scale, color, top}) {
  const step = STEPS.find(one => one * scale >= 70) ?? STEPS.at(-1);
  paper.font = `11px ${color('--sans')}`;
  for (let at = Math.ceil(from / step) * step; x(at) < width; at += step) {
    paper.fillStyle = color('--line');
    paper.globalAlpha = 0.5;
    paper.fillRect(Math.round(x(at)), top, 1, height - top);
    paper.globalAlpha = 1;
    paper.fillStyle = color('--muted');
    if (x(at) < width - 30) paper.fillText(clock(at), x(at) + 3, height - 3);
  }
}

/** The same in words: who spoke for how long. */
function inWords({speakers, overlaps, silences}, duration) {
  const sum = spans => spans.reduce((all, [from, to]) => all + to - from, 0);
  const talk = speakers.filter(one => one.spans.length).map(one => `${clipped(one.name, 60)} spoke for ${clock(sum(one.spans))}`);
  return clipped(`${clock(duration)} of meeting: ${talk.join(', ') || 'nobody was heard'}; ${overlaps.length} overlaps, ${silences.length} silences.`, 900);
}
