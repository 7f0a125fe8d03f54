// Chart: title, legend, plot and notes.
import {html, nothing, svg} from 'lit';

import {chartModel} from '../chart/model.js';
import {SYMBOLS} from '../chart/looks.js';
import '../chart/plot.js';
import {partly, problem, whereIs} from '../problems.js';
import {api, notes, ProductElement} from './element.js';

class Chart extends ProductElement {
  api = CHART;

  view(props) {
    return html`<article class="modyl-product modyl-chart">${chartFigure(this, props)}</article>`;
  }
}

/** The figure of a chart, which is part of `element`; `heading` is what already stands above it. */
export function chartFigure(element, props, {compact = false, heading = ''} = {}) {
  const model = chartModel(props, compact);
  partly(element, model.total - model.left, model.total, `points${model.title ? ` of ${JSON.stringify(model.title)}` : ''}`);
  if (model.negative.length) {
    problem('not_drawn', `a pie has no slices for negative values: ${model.negative.slice(0, 5).join(', ')}`, whereIs(element));
  }
  const titled = model.title && model.title !== heading;
  return html`
    <figure
      data-chart
      data-chart-type=${model.type}
      data-chart-title=${model.title}
      data-x-label=${model.xTitle}
      data-y-label=${model.yTitle}
      data-points=${model.drawn}
      data-series-colours=${JSON.stringify(model.colours)}
    >
      ${titled ? html`<figcaption>${compact ? html`<h3>${model.title}</h3>` : html`<h1>${model.title}</h1>`}</figcaption>` : nothing}
      ${model.legend.length > 1 ? html`<ul class="modyl-legend">${model.legend.map(entry => html`<li>${swatch(entry)}${entry.label}</li>`)}</ul>` : nothing}
      <modyl-plot .model=${model}></modyl-plot>
      ${model.left ? html`<p class="modyl-more">… ${model.left.toLocaleString('en-US')} more points</p>` : nothing}
      ${model.negative.length ? html`<p class="modyl-more">Negative, so without a slice: ${model.negative.join(', ')}</p>` : nothing}
      ${notes(props.notes)}
    </figure>
  `;
}

const SHAPES = {
  circle: svg`<circle cx="7" cy="7" r="5" />`,
  rect: svg`<rect x="2" y="2" width="10" height="10" />`,
  triangle: svg`<path d="M7 1.5 L13 12 L1 12 Z" />`,
  diamond: svg`<path d="M7 0.5 L13 7 L7 13.5 L1 7 Z" />`,
};

const swatch = ({color, symbol}) =>
  html`<svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" fill=${color}>${SHAPES[symbol] ?? SHAPES[SYMBOLS[1]]}</svg>`;

export const CHART = {
  ...api('Chart', ['title', 'chartType', 'xAxis', 'yAxis', 'series', 'notes']),
  tagName: 'modyl-chart',
};
customElements.define(CHART.tagName, Chart);
