// Letters of a text that a person does not see, or not in that order, or as boxes since no font has them.
import {MOST, shortened} from './limits.js';

const TAGS = /[\u{E0020}-\u{E007E}]/gu; // letters that no font draws; flags end with a few of them
const FLAG_LETTERS = 6;
const SELECTORS = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]+/gu; // choose between drawings of the letter before
const STRAY_SELECTORS = 3; // ours: so many are left over where text was copied
const WIDTHLESS = /(?![\u{E0000}-\u{E0FFF}\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}/u;
const RUN = new RegExp(`(?:${WIDTHLESS.source}){6,}`, 'gu'); // ours: joiners of real words come one by one
const OVERRIDES = /[\u202D\u202E]/gu;
const RIGHT_TO_LEFT = /[\u202B\u2067\u200F\u061C]/gu;
const RIGHT_TO_LEFT_LETTER = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;
const MOST_NAMES = 8;

/** Words written in letters that no font draws, which only a machine reads; or "". */
export function invisible(data) {
  const searched = data.slice(0, MOST.searched);
  if (!/[^\x20-\x7e]/.test(searched)) return '';
  return shortened([tagged(searched), selected(searched), widthless(searched)].filter(Boolean).join(' '));
}

function tagged(data) {
  const letters = data.match(TAGS) ?? [];
  if (letters.length <= FLAG_LETTERS) return '';
  return letters.map(letter => String.fromCodePoint(letter.codePointAt(0) - 0xe0000)).join('');
}

/** Each of the 256 selectors stands for a byte to those who hide words in them. */
function selected(data) {
  const bytes = [];
  for (const {0: run, index} of data.matchAll(SELECTORS)) {
    const selectors = [...run].map(letter => letter.codePointAt(0));
    if (selectors.length > 1 || !isChoice(data.slice(Math.max(0, index - 2), index), selectors[0]))
      for (const code of selectors) bytes.push(code < 0xe0100 ? code - 0xfe00 : code - 0xe0100 + 16);
  }
  if (bytes.length <= STRAY_SELECTORS) return '';
  const words = new TextDecoder().decode(new Uint8Array(bytes));
  return /^[^\p{C}\uFFFD]+$/u.test(words) ? words : `${bytes.length} variation selectors`;
}

/** Whether a selector stands after a letter that has several drawings. */
function isChoice(before, selector) {
  if (selector >= 0xe0100) return /\p{Ideographic}$/u.test(before);
  if (selector >= 0xfe0e) return /[\p{Emoji}\p{S}\p{P}\p{Ideographic}]$/u.test(before);
  return /[^\p{Script=Latin}\s1-9]$/u.test(before);
}

function widthless(data) {
  const runs = data.match(RUN) ?? [];
  const letters = runs.reduce((sum, run) => sum + [...run].length, 0);
  return runs.length ? `${letters} letters without width (${names(runs.join(''))})` : '';
}

/** The signs by which a text is drawn in another order than it is stored, or "". */
export function reordered(data) {
  const searched = data.slice(0, MOST.searched);
  const found = searched.match(OVERRIDES) ?? [];
  if (!RIGHT_TO_LEFT_LETTER.test(searched)) found.push(...(searched.match(RIGHT_TO_LEFT) ?? []));
  return names(found.join(''));
}

function names(letters) {
  const different = [...new Set(letters)].slice(0, MOST_NAMES);
  return different.map(letter => `U+${letter.codePointAt(0).toString(16).toUpperCase()}`).join(' ');
}

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
