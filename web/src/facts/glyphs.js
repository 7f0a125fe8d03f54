// Which letters of a text does no font have, so that a box is drawn in their place?
import {MOST, shortened} from './limits.js';

const SIZE = 32;
const PX = 24;
const NO_LETTERS = ['\u{10FFFD}', '\u{FFFFD}']; // for private use: no font draws them
const EXAMINED = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cn}]/u;
const BEYOND_LATIN = /[^\x00-\xff]/u;
let canvas;

/** Looks at every letter in a font once, and at no more letters than fit the work. */
export class Glyphs {
  cut = false;
  #fonts = new Map();
  #looks = 0;
  #searched = 0;

  /** The letters of a text that are drawn as boxes, each once. */
  missing(data, family) {
    const searched = data.slice(0, MOST.searched);
    if (!BEYOND_LATIN.test(searched)) return '';
    this.#searched += searched.length;
    if (this.#searched > MOST.glyphs) {
      this.cut = true;
      return '';
    }
    const letters = [...new Set(searched)].filter(letter => BEYOND_LATIN.test(letter) && EXAMINED.test(letter));
    return shortened(letters.filter(letter => this.#isMissing(letter, family)).join(''), MOST.missing);
  }

  #isMissing(letter, family) {
    if (!this.#fonts.has(family)) {
      if (this.#fonts.size >= MOST.fonts) return this.#giveUp();
      this.#fonts.set(family, {known: new Map(), boxes: NO_LETTERS.map(none => picture(none, family))});
    }
    const {known, boxes} = this.#fonts.get(family);
    if (!known.has(letter)) {
      if (++this.#looks > MOST.letters) return this.#giveUp();
      known.set(letter, boxes.includes(picture(letter, family)));
    }
    return known.get(letter);
  }

  #giveUp() {
    this.cut = true;
    return false;
  }
}

/** A letter's pixels, as text. */
function picture(letter, family) {
  canvas ??= new OffscreenCanvas(SIZE, SIZE).getContext('2d', {willReadFrequently: true});
  canvas.clearRect(0, 0, SIZE, SIZE);
  canvas.font = `${PX}px ${family}`;
  canvas.fillText(letter, 2, PX);
  return new Uint32Array(canvas.getImageData(0, 0, SIZE, SIZE).data.buffer).join();
}
