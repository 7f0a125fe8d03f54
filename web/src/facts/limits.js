// How much of a hostile page is measured. Counts, never the clock: the same page gives the same facts.
export const MOST = {
  elements: 60_000, // visited
  texts: 5_000, // measured one by one; the rest is only counted
  characters: 200, // kept of each text
  searched: 100_000, // characters of a text searched for words that no font draws
  rects: 40, // lines of one text
  shapes: 20_000, // painted SVG shapes kept for what lies under a text
  boxes: 20_000, // painted HTML boxes, likewise
  colours: 100, // different colours of graphics
  images: 500,
  charts: 200,
  labels: 1_000, // names of elements that are said and not drawn
  unseen: 500,
  glyphs: 2_000_000, // characters of all texts searched for letters that no font has
  letters: 2_000, // different ones looked at for whether a font has them
  fonts: 20, // likewise
  missing: 20, // letters named that no font has
  closed: 200,
  layers: 64, // paints under one text; beyond it the colour is unknown
  overlaps: 200,
  work: 2_000_000, // geometry tests
};

export class Work {
  #left = MOST.work;

  /** Whether one more test may be made. */
  spend(amount = 1) {
    this.#left -= amount;
    return this.#left > 0;
  }

  get spent() {
    return this.#left <= 0;
  }
}

/** At most `most` characters, white space collapsed, never half a surrogate pair. */
export function shortened(text, most = MOST.characters) {
  // Collapsing costs time in proportion to the text, so a megabyte is cut before it is cleaned.
  const clean = text
    .slice(0, most * 8)
    .replace(/\s+/g, ' ')
    .trim();
  return clean.slice(0, most).toWellFormed();
}

export const rounded = number => (Number.isFinite(number) ? Math.round(number * 100) / 100 : 0);
