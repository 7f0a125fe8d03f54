// The meeting, played: stage, transcript, lanes and findings follow one playhead.
import {el} from '../elements.js';
import {write} from '../place.js';
import {words} from '../writing.js';
import {doing, showKeys} from './keys.js';
import {Lanes} from './lanes.js';
import {Pins} from './pins.js';
import {Playhead} from './playhead.js';
import {Stage} from './stage.js';
import {lastBegun} from './times.js';
import {Transcript} from './transcript.js';
import {SPEEDS, Transport} from './transport.js';

const STEP_S = 5;
const BEFORE_S = 3; // of a finding, so that one hears how it came
const STAYS_S = 12; // ours: so long what is played after a finding is still about it
let shown = null;

document.addEventListener('keydown', event => shown?.isConnected && shown.press(event));

export class Playback {
  #trial;
  #key;
  #playhead;
  #stage;
  #transcript;
  #lanes;
  #pins;
  #transport;
  #pin = null;
  #does;

  /** Of a meeting that the address calls `key`. */
  constructor(trial, key) {
    this.#trial = trial;
    this.#key = key;
    const {playback} = trial;
    const duration = Math.max(trial.duration_s, ...trial.turns.map(one => one.ended_s), 0.1);
    this.#playhead = new Playhead(duration);
    this.#does = this.#made();
    const way = {onseek: at => this.#seek(at), onpin: place => this.pin(place)};
    const sounds = soundsOf(trial);
    this.#stage = new Stage(trial);
    this.#transcript = new Transcript(playback, way);
    this.#lanes = new Lanes({...trial, duration_s: duration}, way);
    this.#pins = new Pins(trial, way.onpin);
    this.#transport = new Transport({duration, sounds: sounds.map(one => one.name), hasPins: playback.pins.length > 0},
      {...this.#does, seek: at => this.#seek(at), speed: rate => this.#playhead.speed(rate), hear: at => this.#playhead.hear(sounds[at].clips)});
    this.element = el('section', {class: 'playback', id: 'playback', tabindex: '-1', 'aria-labelledby': 'playback-title'}, el('h3', {id: 'playback-title', class: 'unseen'}, 'The meeting, played'),
      this.#stage.element, this.#transport.element, this.#transcript.element, this.#lanes.element);
    this.findings = this.#pins.element;
    this.#playhead.listen(state => this.#show(state));
    this.#playhead.hear(sounds[0]?.clips ?? []);
    if (!sounds.length) this.#transport.tell('No sound was kept: the meeting plays in silence.');
    else if (!sounds.some(one => one.isWhole)) this.#transport.tell('Only the agent’s voice is here.');
    shown = this;
  }

  get isConnected() {
    return this.element.isConnected;
  }

  /** Stop for good, as the meeting is left. */
  close() {
    this.#playhead.close();
  }

  /** Go to a second of the meeting, without a sound unless it plays already. */
  to(at) {
    this.#seek(at);
  }

  /** Play what came before a finding, and the finding. */
  pin(place) {
    const pin = this.#trial.playback.pins[place];
    if (!pin) return;
    this.#pin = pin;
    this.#pins.mark(place);
    this.#playhead.seek(pin.at_s - BEFORE_S);
    this.#stage.point(pin);
    this.#playhead.play();
    const {top, bottom} = this.element.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) this.element.scrollIntoView({block: 'start'});
    this.element.focus({preventScroll: true});
  }

  press(event) {
    const name = doing(event, this.element);
    if (!name) return;
    event.preventDefault();
    this.#does[name]();
  }

  #seek(at) {
    this.#forget();
    this.#playhead.seek(at);
  }

  #forget() {
    if (!this.#pin) return;
    this.#pin = null;
    this.#pins.mark(null);
    this.#stage.point(null);
  }

  #made() {
    const head = this.#playhead;
    const by = step => () => this.#seek(head.at + step);
    const rate = step => () => head.speed(SPEEDS[Math.min(Math.max(SPEEDS.indexOf(head.rate) + step, 0), SPEEDS.length - 1)]);
    return {
      toggle: () => (head.plays ? head.pause() : head.play()),
      back: by(-STEP_S), ahead: by(STEP_S),
      before: () => this.#seek(this.#transcript.beside(head.at, -1)),
      after: () => this.#seek(this.#transcript.beside(head.at, 1)),
      last: () => this.#beside(-1), next: () => this.#beside(1),
      slower: rate(-1), faster: rate(1),
      nearer: () => this.#lanes.zoom(1), farther: () => this.#lanes.zoom(-1),
      stage: () => this.#stage.turnOver(),
      transcript: () => this.element.querySelector('.script').focus(),
      link: () => void this.#link(),
      help: () => showKeys(document.activeElement),
    };
  }

  /** The finding before or after the one that is looked at, or this moment. */
  #beside(step) {
    const {pins} = this.#trial.playback;
    const at = this.#playhead.at;
    const now = this.#pin ? pins.indexOf(this.#pin) : lastBegun(pins, at, one => one.at_s) + (step > 0 ? 0 : 1);
    const to = Math.min(Math.max(now + step, 0), pins.length - 1);
    if (pins.length) this.pin(to);
  }

  async #link() {
    const place = write({meeting: this.#key, at: this.#playhead.at});
    history.replaceState(null, '', place);
    try {
      await navigator.clipboard.writeText(location.href);
      this.#transport.tell('Copied: the link leads to this moment.');
    } catch {
      this.#transport.tell('The address of this page now leads to this moment.');
    }
  }

  #show(state) {
    const {turns} = this.#trial;
    const turn = turns[lastBegun(turns, state.at, one => one.asked_from_s)];
    const place = turn ? `turn ${turn.turn_index} · ${words(turn.phase)}${turn.edge_case ? ' · ◆' : ''}` : '';
    if (this.#pin && state.at > this.#pin.at_s + STAYS_S) this.#forget();
    this.#stage.show(state.at);
    this.#transcript.show(state.at, state.isJump);
    this.#lanes.show(state.at, state.isJump);
    this.#transport.show(state, place);
  }
}

/** What can be heard: everybody, or the agent alone. */
function soundsOf({turns}) {
  const of = name => turns.map(one => one[name]).filter(Boolean);
  return [{name: 'everybody', clips: of('room'), isWhole: true}, {name: 'the agent', clips: of('audio')}].filter(one => one.clips.length);
}
