// Document: headings, Markdown and the sources.
import {Context} from '@a2ui/lit/v0_9';
import {markdown} from '@a2ui/web_core/v0_9';
import {ContextConsumer} from '@lit/context';
import {html, nothing} from 'lit';
import {html as staticHtml, literal} from 'lit/static-html.js';

import {partly} from '../problems.js';
import {list, object, text} from '../values.js';
import {api, ProductElement} from './element.js';

const MOST_SECTIONS = 300;
const MOST_CITATIONS = 300;
const HEADINGS = [literal`h2`, literal`h3`, literal`h4`, literal`h5`, literal`h6`, literal`h6`];

export class MarkdownElement extends ProductElement {
  #markdown = new ContextConsumer(this, {context: Context.markdown, subscribe: true});

  prose(source) {
    return html`<div class="modyl-prose">${markdown(source, this.#markdown.value)}</div>`;
  }
}

class Document extends MarkdownElement {
  api = DOCUMENT;

  view({title, sections, markdown: whole, citations}) {
    const parts = list(sections);
    const sources = list(citations).map(object);
    partly(this, Math.min(MOST_SECTIONS, parts.length), parts.length, 'sections');
    partly(this, Math.min(MOST_CITATIONS, sources.length), sources.length, 'sources');
    return html`
      <article class="modyl-product modyl-document">
        ${text(title) ? html`<h1>${text(title)}</h1>` : nothing}
        ${parts.slice(0, MOST_SECTIONS).map(object).map((part, at) => html`
          <section data-at=${`/sections/${at}`}>
            ${text(part.heading) ? heading(part.level, text(part.heading)) : nothing}
            ${text(part.body) ? this.prose(text(part.body)) : nothing}
          </section>`)}
        ${more(parts.length - MOST_SECTIONS, 'sections')}
        ${!parts.length && text(whole) ? this.prose(text(whole)) : nothing}
        ${sources.length ? html`
          <section class="modyl-sources">
            <h2>Sources</h2>
            <ol>${sources.slice(0, MOST_CITATIONS).map(source)}</ol>
            ${more(sources.length - MOST_CITATIONS, 'sources')}
          </section>` : nothing}
      </article>
    `;
  }
}

function heading(level, words) {
  const tag = HEADINGS[Math.min(6, Math.max(1, Number.isInteger(level) ? level : 1)) - 1];
  return staticHtml`<${tag}>${words}</${tag}>`;
}

/** A source; its address is shown as text, for nobody can follow a link in a picture. */
function source(cited) {
  const [mark, title, publisher, date, claim, url] =
    ['id', 'title', 'publisher', 'date', 'claim', 'url'].map(name => text(cited[name]));
  return html`<li>
    ${mark ? html`<span class="mark">${mark}</span>` : nothing}
    <div>
      <div>${title ? html`<cite>${title}</cite>` : nothing}${[publisher, date].filter(Boolean).map(part => html`<span>${title || part !== publisher ? ', ' : ''}${part}</span>`)}</div>
      ${claim ? html`<div>${claim}</div>` : nothing}
      ${url ? html`<div class="address">${url}</div>` : nothing}
    </div>
  </li>`;
}

const more = (count, what) => (count > 0 ? html`<p class="modyl-more">… ${count} more ${what}</p>` : nothing);

export const DOCUMENT = {
  ...api('Document', ['title', 'sections', 'markdown', 'citations']),
  tagName: 'modyl-document',
};
customElements.define(DOCUMENT.tagName, Document);
