// Markdown to sanitised HTML: the official renderer, without pictures from elsewhere.
import {renderMarkdown as official} from '@a2ui/markdown-it';

import {isInline} from './media.js';

const LONGEST = 100_000;

/** The HTML of a text; of a very long one, its beginning and how much is left out. */
export async function renderMarkdown(text, options) {
  const source = text.length <= LONGEST ? text : text.slice(0, LONGEST);
  const html = await official(source, options);
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const image of template.content.querySelectorAll('img')) {
    if (!isInline(image.getAttribute('src'))) image.replaceWith(absent(image.alt));
  }
  for (const table of template.content.querySelectorAll('table')) alignNumbers(table);
  if (source !== text) template.content.append(more(text.length - LONGEST));
  return template.innerHTML;
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
