// Where in the meeting are we? One clock over all its clips; where nothing is to be heard, time passes all the same.
import {source} from '../elements.js';

const TICK_MS = 250; // ours: in a tab that is not looked at no frames are drawn, and the meeting goes on

export class Playhead {
  #duration;
  #clips = [];
  #told = [];
  #at = 0;
  #rate = 1;
  #plays = false;
  #sound = null; // the clip that is heard, with its element
  #next = null;
  #last = 0;
  #timer;

  constructor(duration) {
    this.#duration = duration;
    this.#timer = setInterval(() => document.hidden && this.#tick(performance.now()), TICK_MS);
  }

  get at() { return this.#at; }
  get duration() { return this.#duration; }
  get rate() { return this.#rate; }
  get plays() { return this.#plays; }

  /** `listen({at, plays, rate, isJump})` is called whenever one of these is another than before. */
  listen(listener) {
    this.#told.push(listener);
  }

  /** Hear these clips from now on. */
  hear(clips) {
    this.#clips = clips.filter(one => source(one.path)).sort((one, other) => one.started_s - other.started_s);
    this.#silence();
    this.#next = null;
    this.#tell(false);
  }

  seek(at) {
    this.#at = Math.min(Math.max(0, Number.isFinite(at) ? at : 0), this.#duration);
    if (this.#sound && !within(this.#sound.clip, this.#at)) this.#silence();
    if (this.#sound) this.#sound.audio.currentTime = this.#at - this.#sound.clip.started_s;
    this.#tell(true);
  }

  play() {
    if (this.#at >= this.#duration) this.#at = 0;
    this.#plays = true;
    this.#last = performance.now();
    this.#tick(this.#last);
    this.#frame();
  }

  pause() {
    this.#plays = false;
    this.#sound?.audio.pause();
    this.#tell(false);
  }

  /** Stop for good. */
  close() {
    this.pause();
    clearInterval(this.#timer);
  }

  speed(rate) {
    this.#rate = rate;
    if (this.#sound) this.#sound.audio.playbackRate = rate;
    this.#tell(false);
  }

  #frame() {
    requestAnimationFrame(now => {
      if (!this.#plays) return;
      this.#tick(now);
      this.#frame();
    });
  }

  #tick(now) {
    if (!this.#plays) return;
    const passed = Math.max(0, now - this.#last) / 1000;
    this.#last = now;
    this.#choose();
    const heard = this.#sound;
    if (heard && !heard.failed) {
      if (heard.audio.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !heard.audio.ended) {
        this.#at = Math.max(heard.clip.started_s, heard.clip.started_s + heard.audio.currentTime);
      } else if (heard.audio.ended) this.#at = end(heard.clip);
      if (this.#at >= end(heard.clip) - 0.005) this.#silence();
    } else this.#at += passed * this.#rate;
    if (this.#at >= this.#duration) {
      this.#at = this.#duration;
      this.pause();
    } else this.#tell(false);
  }

  /** The clip of this moment is heard, and the one after it gets ready. */
  #choose() {
    if (this.#sound && within(this.#sound.clip, this.#at)) return;
    this.#silence();
    const clip = this.#clips.findLast(one => within(one, this.#at));
    if (!clip) return;
    this.#sound = this.#next?.clip === clip ? this.#next : opened(clip);
    const {audio} = this.#sound;
    const sound = this.#sound;
    audio.playbackRate = this.#rate;
    audio.currentTime = this.#at - clip.started_s;
    audio.play().catch(error => {
      if (error.name === 'NotAllowedError') this.pause(); // the browser wants a click first
      else if (error.name !== 'AbortError') sound.failed = true;
    });
    const after = this.#clips.find(one => one.started_s > clip.started_s);
    this.#next = after ? opened(after) : null;
  }

  #silence() {
    this.#sound?.audio.pause();
    this.#sound = null;
  }

  #tell(isJump) {
    for (const listener of this.#told) listener({at: this.#at, plays: this.#plays, rate: this.#rate, isJump});
  }
}

const end = clip => clip.started_s + clip.duration_s;
const within = (clip, at) => at >= clip.started_s - 0.001 && at < end(clip) - 0.005;

function opened(clip) {
  const audio = new Audio();
  const sound = {clip, audio, failed: false};
  audio.preload = 'auto';
  audio.addEventListener('error', () => (sound.failed = true));
  audio.src = source(clip.path);
  return sound;
}
