// How wide the columns of a table are: measured, so that the browser need not try every cell.
const BOLD = '600 14px Inter';
const WIDEST = 280; // longer texts wrap
const PADDING = 24;
const SPARE = 1.03;
const HEADER = 120; // a header alone makes a column no wider than this

const pen = document.createElement('canvas').getContext('2d');

function measured(text, font) {
  pen.font = font;
  return pen.measureText(text.replace(/\d/g, '0')).width * SPARE; // figures are all as wide as a 0
}

const longest = texts => texts.reduce((most, text) => (text.length > most.length ? text : most), '');
const longestWord = text => longest(text.slice(0, 400).split(/\s+/));

/** The width that a column would like and the least that it can live with. */
export function columnWidth(header, cells) {
  const whole = longest(cells.map(cell => cell.shown));
  const unbroken = longest(cells.map(cell => (cell.numeric ? cell.shown : longestWord(cell.shown))));
  const word = measured(longestWord(header), BOLD);
  const least = Math.min(WIDEST, Math.max(36, word, measured(unbroken, BOLD)));
  const wish = Math.min(WIDEST, Math.max(least, measured(whole, BOLD), Math.min(HEADER, measured(header, BOLD))));
  return {wish: wish + PADDING, least: least + PADDING};
}

export const leastWidth = widths => widths.reduce((sum, width) => sum + width.least, 0);

/** Widths in whole pixels that fill no more than the room, where that can be. */
export function fitted(widths, room) {
  const wish = widths.reduce((sum, width) => sum + width.wish, 0);
  const least = leastWidth(widths);
  const give = wish > least ? Math.min(1, Math.max(0, (wish - room) / (wish - least))) : 0;
  return widths.map(width => Math.ceil(width.wish - (width.wish - width.least) * give));
}
