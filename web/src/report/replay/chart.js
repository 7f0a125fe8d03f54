// A chart of a product: drawn as the meeting saw it, and every point in a table, where findings and changes stand.
import {chartModel} from '../../chart/model.js';
import {heightOf, options} from '../../chart/options.js';
import {plot} from '../charts/plot.js';
import {clipped, el, foreign, scrolling} from '../elements.js';

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;
let drawings = 0;

export function chart(part, places) {
  const id = `points-${(drawings += 1)}`;
  const about = [['kind', part.chart_type, 'chart_type'], ['x axis', part.x_label, 'x_axis'], ['y axis', part.y_label, 'y_axis']];
  const head = el('tr', {}, ['series', 'x', 'y'].map(name => el('th', {scope: 'col'}, name)));
  return places.keep(part.pointer, null, el('div', {class: 'part'},
    places.keep(`${part.pointer}/title`, part.title, foreign(part.title, 'h5')),
    el('ul', {}, about.map(([name, text, key]) => el('li', {}, `${name}: `, places.keep(`${part.pointer}/${key}`, text, foreign(text, 'span'))))),
    drawing(part, id),
    scrolling(`points of the chart ${part.title}`, el('table', {class: 'sheet', id},
      el('thead', {}, head), el('tbody', {}, part.series.map(one => rows(one, places))))),
    part.notes.map((note, at) => places.keep(`${part.pointer}/notes/${at}`, note, foreign(note, 'p', {class: 'muted'})))));
}

/** The drawing, by the code that draws the surfaces in meetings, on white paper as there. */
function drawing(part, id) {
  const model = chartModel(asSent(part), true);
  if (!model.drawn) return null;
  const height = heightOf(model);
  const {box} = plot({
    name: clipped(`Drawing of the chart ${part.title}`, 200),
    describedBy: id,
    height,
    options: (_, width) => ({...options(model, {width, height}), aria: {enabled: false}}),
  });
  const legend = model.legend.length > 1 ? el('ul', {class: 'legend'}, model.legend.map(key)) : null;
  return el('div', {class: 'paper'}, legend, scrolling(`drawing of the chart ${part.title}`, box));
}

function key({label, color}) {
  const swatch = el('span', {class: 'swatch', 'aria-hidden': 'true'});
  swatch.style.background = color;
  return el('li', {}, swatch, foreign(label));
}

/** As an agent sends it; numbers along the horizontal axis have become texts on the way here. */
function asSent({title, chart_type: chartType, x_label: x, y_label: y, series}) {
  const isNumeric = series.every(one => one.points.every(point => NUMBER.test(point.x)));
  const sent = one => ({label: one.label, points: one.points.map(point => (isNumeric ? {...point, x: Number(point.x)} : point))});
  return {title, chartType, xAxis: {label: x}, yAxis: {label: y}, series: series.map(sent)};
}

function rows(series, places) {
  return series.points.map((point, at) => {
    const text = pointText(point);
    const name = at ? null : places.keep(series.pointer, series.label, foreign(series.label, 'th', {scope: 'rowgroup', rowspan: series.points.length}));
    return el('tr', {}, name, foreign(point.x, 'th', {scope: 'row'}), places.keep(point.pointer, text, foreign(text, 'td', {class: 'number'})));
  });
}

function pointText({y, low, high}) {
  const written = value => (value == null ? 'none' : value.toLocaleString('en-US', {maximumFractionDigits: 6}));
  return low == null && high == null ? written(y) : `${written(y)} (${written(low)} to ${written(high)})`;
}
