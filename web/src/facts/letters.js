// Which letters of a text say something that a person does not see, or not in that order?
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
