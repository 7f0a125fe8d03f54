// What an HTML file shows: its tags and texts in order, with the facts by which Python tells what is seen.
// It is run in the page itself, whose own scripts never ran.
import {outlined} from './facts/walk.js';
import {MOST} from './facts/limits.js';

Object.assign(MOST, {elements: 200_000, texts: 50_000, boxes: 100_000, work: 20_000_000});
const PSEUDO = ['::first-line', '::first-letter'];
const REORDERED = new Set(['bidi-override', 'isolate-override']);

/** JSON of {title, scripts, foreign, facts, outline}; `foreign` counts the style sheets that were not loaded. */
export function read() {
  const sheets = [...document.styleSheets].map(rulesOf).join('\n');
  const moving = endAnimations();
  const hasPseudo = /::?first-l/i.test(sheets);
  const strict = (element, style) =>
    (moving.has(element) && 'animation') || unfollowed(style) || (hasPseudo && pseudo(element, style)) || '';
  const links = document.querySelectorAll('link[rel~="stylesheet" i]').length;
  const imports = sheets.match(/@import/g)?.length ?? 0;
  return JSON.stringify({
    title: document.title.slice(0, 1_000).toWellFormed(),
    scripts: document.querySelectorAll('body script').length,
    foreign: links + imports,
    ...outlined(document.documentElement, strict),
  });
}

function rulesOf(sheet) {
  try {
    return [...sheet.cssRules].map(rule => rule.cssText).join('\n');
  } catch {
    return ''; // a sheet from elsewhere, which was not loaded
  }
}

/** Bring every animation to its end; the elements of those that have none. */
function endAnimations() {
  const endless = new Set();
  for (const animation of document.getAnimations()) {
    try {
      animation.finish();
    } catch {
      if (animation.effect?.target) endless.add(animation.effect.target);
    }
  }
  return endless;
}

/** Why a style may hide what the facts show, or "". */
function unfollowed(style) {
  if (style.clipPath !== 'none' && !style.clipPath.startsWith('inset(')) return 'clip path';
  if (style.webkitTextSecurity && style.webkitTextSecurity !== 'none') return 'dots';
  if (REORDERED.has(style.unicodeBidi)) return 'reordered';
  if (style.zIndex < 0) return 'z-index'; // it may lie under what is painted around it
  return '';
}

/** Whether the first line or letter is drawn otherwise than the rest. */
function pseudo(element, style) {
  for (const name of PSEUDO) {
    const own = getComputedStyle(element, name);
    if (own.color !== style.color || parseFloat(own.fontSize) < parseFloat(style.fontSize)) return 'first line';
  }
  return '';
}
