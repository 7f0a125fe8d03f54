// Terminal: commands in their order, each with what it printed and how it ended.
import {html, nothing} from 'lit';

import {partly} from '../problems.js';
import {list, text} from '../values.js';
import {api, ProductElement} from './element.js';

const MOST_ENTRIES = 200;
const MOST_LINES = 400;
const LONGEST_LINE = 1_000;

class Terminal extends ProductElement {
  api = TERMINAL;

  view({title, entries}) {
    const all = list(entries).filter(entry => entry && typeof entry === 'object');
    const shown = all.slice(-MOST_ENTRIES); // the newest are at the end
    partly(this, shown.length, all.length, 'commands of a terminal');
    return html`
      <article class="modyl-product modyl-terminal">
        ${text(title) ? html`<h1>${text(title)}</h1>` : nothing}
        ${shown.map(entry => this.entry(entry))}
      </article>
    `;
  }

  entry(entry) {
    const lines = text(entry.output).split(/\r\n|\r|\n/);
    if (lines.length > 1 && lines.at(-1) === '') lines.pop();
    partly(this, Math.min(lines.length, MOST_LINES), lines.length, 'lines of a command');
    const code = entry.exit_code ?? entry.exitCode;
    return html`
      <section>
        <p class="command">${text(entry.cwd) ? html`<span class="cwd">${text(entry.cwd)}</span> ` : nothing}$ ${cut(text(entry.command))}</p>
        <pre>${lines.slice(0, MOST_LINES).map(cut).join('\n')}</pre>
        ${typeof code === 'number' && code !== 0 ? html`<p class="ended">exit code ${String(code)}</p>` : nothing}
      </section>
    `;
  }
}

const cut = line => (line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)} … ${line.length - LONGEST_LINE} more characters`);

export const TERMINAL = {
  ...api('Terminal', ['title', 'entries']),
  tagName: 'modyl-terminal',
};
customElements.define(TERMINAL.tagName, Terminal);
