// CodeFile: a source file as plain text with line numbers.
import {html, nothing} from 'lit';

import {partly} from '../problems.js';
import {text} from '../values.js';
import {api, ProductElement} from './element.js';

const MOST_LINES = 1_000;
const LONGEST_LINE = 1_000;

class CodeFile extends ProductElement {
  api = CODE_FILE;

  view({title, path, language, content}) {
    const before = this.previousElementSibling; // files of one set stand under one title
    const repeated = before instanceof CodeFile && before.controller?.props?.title === title;
    const lines = text(content).split(/\r\n|\r|\n/);
    if (lines.length > 1 && lines.at(-1) === '') lines.pop();
    const shown = lines.slice(0, MOST_LINES);
    const more = lines.length - shown.length;
    partly(this, shown.length, lines.length, `lines of ${JSON.stringify(text(path).slice(0, 80))}`);
    const long = shown.find(line => line.length > LONGEST_LINE);
    if (long) partly(this, LONGEST_LINE, long.length, `characters of a line of ${JSON.stringify(text(path).slice(0, 80))}`);
    return html`
      <article class="modyl-product modyl-code">
        ${text(title) && !repeated ? html`<h1>${text(title)}</h1>` : nothing}
        <figure>
          <figcaption><span class="path">${text(path)}</span><span class="language">${text(language)}</span></figcaption>
          <pre><code style="--digits:${String(shown.length).length}ch">${shown.map((line, at) => html`<span class="line" data-line=${at + 1}>${cut(line)}</span>`)}</code></pre>
        </figure>
        ${more ? html`<p class="modyl-more">… ${more.toLocaleString('en-US')} more lines</p>` : nothing}
      </article>
    `;
  }
}

const cut = line => (line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)} … ${line.length - LONGEST_LINE} more characters`);

export const CODE_FILE = {
  ...api('CodeFile', ['title', 'path', 'language', 'content']),
  tagName: 'modyl-code-file',
};
customElements.define(CODE_FILE.tagName, CodeFile);
