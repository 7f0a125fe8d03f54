// Markdown to sanitised HTML: the official renderer, without pictures from elsewhere.
import {renderMarkdown as official} from '@a2ui/markdown-it';

import {beingDrawn} from './guard.js';
import {notFetched} from './media.js';
import {isInline, still} from './pictures.js';
import {partly, problem, whereIs} from './problems.js';
import {waitFor} from './settle.js';

const LONGEST = 100_000;
const DEEPEST = 20;

/** The HTML of a text; of a very long one, its beginning and how much is left out. */
export function renderMarkdown(text, options) {
  return waitFor(rendered(text, options, beingDrawn()));
}

async function rendered(text, options, element) {
  const source = text.length <= LONGEST ? text : text.slice(0, LONGEST);
  if (element) partly(element, source.length, text.length, 'characters of a text');
  const html = await official(flattened(source), options);
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const image of template.content.querySelectorAll('img')) await settle(image, element);
  for (const table of template.content.querySelectorAll('table')) alignNumbers(table);
  if (source !== text) template.content.append(more(text.length - LONGEST));
  return template.innerHTML;
}

/** The text with quotes and lists no deeper than a person can follow: the parser takes the square of the depth. */
function flattened(source) {
  return source.replace(/^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){21,}/gm, start => {
    let at = 0;
    for (let level = 0; level < DEEPEST; level += 1) at += /^[ \t]*(?:>|[-+*]|\d+[.)])/.exec(start.slice(at, at + 200))?.[0].length ?? 0;
    return `${start.slice(0, at)} \\${start.slice(at).trimStart()}`;
  });
}

async function settle(image, element) {
  const address = image.getAttribute('src');
  if (!isInline(address)) {
    if (element) notFetched(element, address);
    image.replaceWith(absent(image.alt));
    return;
  }
  const found = await still(address);
  if (found.still) {
    image.src = found.still;
    return;
  }
  if (element) problem(found.code, found.reason, whereIs(element));
  image.replaceWith(absent(image.alt));
}

function absent(description) {
  const place = document.createElement('span');
  place.className = 'modyl-absent';
  place.textContent = description || 'Picture not loaded';
  return place;
}

function more(count) {
  const line = document.createElement('p');
  line.className = 'modyl-more';
  line.textContent = `… ${count.toLocaleString('en-US')} more characters`;
  return line;
}

const NUMBER = /^[-+−(]?\s*[$€£¥]?\s*[-−]?\d[\d.,\s]*\)?\s*(%|x|[kKmMbB]n?|pp)?\)?$/;

/** Columns of numbers stand right, as in any office product, unless the author says otherwise. */
function alignNumbers(table) {
  const rows = [...table.rows];
  const width = Math.min(50, rows[0]?.cells.length ?? 0);
  for (let column = 1; column < width; column += 1) {
    const cells = rows.map(row => row.cells[column]).filter(Boolean);
    const filled = cells.slice(1).filter(cell => cell.textContent.trim());
    const numeric = filled.filter(cell => NUMBER.test(cell.textContent.trim()));
    if (filled.length && numeric.length * 2 > filled.length && !cells[0].style.textAlign) {
      for (const cell of cells) cell.classList.add('number');
    }
  }
}
