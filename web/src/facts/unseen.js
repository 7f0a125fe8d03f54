// Words that reach a machine that reads the page and no person who looks at it, and what is behind tabs and dialogs.
import {MOST, rounded, shortened} from './limits.js';

const SMALL_IMAGE_PX = 16; // ours: below it nobody can tell what an image shows
const PHRASE_WORDS = 3; // ours: a label of one or two words is a name
const CHART_PHRASE_WORDS = 6; // ours: a chart's only series has no legend, so its name is not drawn
const NEIGHBOURS = 3;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const BETWEEN_PHRASES = /[.,:;!?()]\s|\s[^\p{L}\s]*\d\S*/u; // and the numbers of a chart

/** The value of a field that shows dots. */
export function obscured(element, context) {
  const {type, value} = element;
  return type === 'password' && value ? [fact('dots', value, element, context)] : [];
}

/** The text of an image that is too small to show anything. */
export function imageText(element, context) {
  const {width, height} = element.getBoundingClientRect();
  const said = element.getAttribute('alt') || element.ariaLabel || '';
  return said.trim() && Math.min(width, height) < SMALL_IMAGE_PX
    ? [fact('small image', said, element, context)]
    : [];
}

function fact(how, words, element, {component}) {
  const {width, height} = element.getBoundingClientRect();
  return {component, how, text: shortened(words), size: [rounded(width), rounded(height)]};
}

/** The phrases of labels that no text of the page shows; `cut` where there is too much to compare. */
export function undrawn(labels, written) {
  const drawn = new Set();
  let letters = 0;
  let before = [];
  for (const data of labels.length ? written : []) {
    letters += data.length;
    if (letters > MOST.searched * 10) return {found: [], cut: true};
    // A label may be drawn in several lines, so the words of neighbours count as one text.
    const words = [...before, ...wordsOf(data)];
    for (const some of neighbours(words)) drawn.add(some);
    before = words.slice(1 - NEIGHBOURS);
  }
  const found = [];
  for (const {element, said, context} of labels) {
    const phrases = said.slice(0, MOST.searched).split(BETWEEN_PHRASES).filter(Boolean);
    const least = context.chart === null ? PHRASE_WORDS : CHART_PHRASE_WORDS;
    const lost = phrases.filter(phrase => isLost(phrase, drawn, least));
    if (lost.length) found.push(fact('label', lost.join(', '), element, context));
  }
  return {found, cut: false};
}

const wordsOf = data => data.toLowerCase().match(WORD) ?? [];

function neighbours(words) {
  return words.slice(NEIGHBOURS - 1).map((_, at) => words.slice(at, at + NEIGHBOURS).join(' '));
}

function isLost(phrase, drawn, least) {
  const words = wordsOf(phrase);
  return words.length >= least && neighbours(words).some(some => !drawn.has(some));
}

const MOST_NAMES = 20;

/** [{component, kind, holds}]: what is closed, and the ids of the components in it that are known. */
export function closed(element, component, shows) {
  const model = element.context?.componentModel;
  if (model?.type === 'Tabs') return held('tabs', component, otherTabs(element, model.properties.tabs));
  if (model?.type === 'Modal' && !element.isOpen) return held('dialog', component, [model.properties.content]);
  if (element.localName === 'dialog' && !element.open) return held('dialog', component, [element.id]);
  if (element.getAttribute('role') === 'tabpanel' && !shows) return held('tabs', component, [element.id]);
  return [];
}

// Two tabs may show the same component, which is then in the picture.
function otherTabs(element, tabs) {
  const children = Array.isArray(tabs) ? tabs.map(tab => tab?.child) : [];
  return [...new Set(children)].filter(child => child !== children[element.activeIndex]);
}

function held(kind, component, names) {
  const holds = names.filter(name => typeof name === 'string').slice(0, MOST_NAMES);
  return holds.length ? [{kind, component, holds: holds.map(name => shortened(name))}] : [];
}
