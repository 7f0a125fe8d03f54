// A chart of a product as its data: a table of every point, which a screen reader reads too.
import {el, foreign, scrolling} from '../elements.js';

export function chart(part, places) {
  const about = [['kind', part.chart_type, 'chart_type'], ['x axis', part.x_label, 'x_axis'], ['y axis', part.y_label, 'y_axis']];
  const head = el('tr', {}, ['series', 'x', 'y'].map(name => el('th', {scope: 'col'}, name)));
  return places.keep(part.pointer, null, el('div', {class: 'part'},
    places.keep(`${part.pointer}/title`, part.title, foreign(part.title, 'h5')),
    el('ul', {}, about.map(([name, text, key]) => el('li', {}, `${name}: `, places.keep(`${part.pointer}/${key}`, text, foreign(text, 'span'))))),
    scrolling(`points of the chart ${part.title}`, el('table', {class: 'sheet'},
      el('thead', {}, head), el('tbody', {}, part.series.map(one => rows(one, places))))),
    part.notes.map((note, at) => places.keep(`${part.pointer}/notes/${at}`, note, foreign(note, 'p', {class: 'muted'})))));
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
