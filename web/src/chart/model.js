// What is to be drawn, read from what an agent sent.
import {areYears, labelled, number} from '../numbers.js';
import {list, object, text} from '../values.js';
import {COLORS, FALL, RISE, look} from './looks.js';

const MOST_SERIES = 60;
const MOST_POINTS = 2_000; // of one chart: an SVG with more is slow and says no more
const MOST_ROWS = 60; // of a chart whose points stand one beside or below the other, each with its name
const LONGEST_LABEL = 120;
const LONGEST_DESCRIPTION = 1_500;
const TYPES = ['bar', 'line', 'area', 'scatter', 'pie', 'waterfall', 'forest', 'heatmap'];

const finite = value => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const cut = value => (value.length <= LONGEST_LABEL ? value : `${value.slice(0, LONGEST_LABEL)}…`);

export function chartModel(props, compact) {
  const all = list(props.series).slice(0, MOST_SERIES).map(object);
  const most = ['forest', 'waterfall', 'pie'].includes(props.chartType) ? MOST_ROWS : MOST_POINTS;
  const share = Math.max(1, Math.floor(most / Math.max(1, all.length)));
  const series = all.map((one, at) => seriesOf(one, at, share));
  const total = list(props.series).reduce((sum, one) => sum + list(one?.points).length, 0);
  const xs = series.flatMap(one => one.points.map(point => point.x));
  const places = new Map(series.flatMap(one => numbered(one.points, props.chartType === 'scatter')));
  const numericX = xs.length > 0 && xs.every(x => typeof x === 'number');
  const type = TYPES.includes(props.chartType) ? props.chartType : numericX ? 'line' : 'bar';
  const years = numericX && areYears(xs);
  const model = {
    type,
    compact,
    title: cut(text(props.title)),
    series,
    numericX,
    years,
    xUnit: text(props.xAxis?.unit),
    yUnit: text(props.yAxis?.unit),
    xTitle: cut(labelled(text(props.xAxis?.label), text(props.xAxis?.unit))),
    yTitle: cut(labelled(text(props.yAxis?.label), text(props.yAxis?.unit))),
    categories: [...places.values()].map(x => (typeof x === 'number' ? number(x, {grouped: !years}) : cut(x))),
    keys: [...places.keys()],
    xs: [...new Set(xs)],
    total,
    left: total - series.reduce((sum, one) => sum + one.points.length, 0),
  };
  const isDrawn = point => point.y !== null && !(type === 'pie' && point.y < 0);
  model.drawn = series.reduce((sum, one) => sum + one.points.filter(isDrawn).length, 0);
  model.negative = type === 'pie' ? series.flatMap(one => one.points.filter(point => point.y < 0).map(point => negative(model, one, point))) : [];
  model.colours = [...new Set(colours(model))];
  model.legend = legend(model);
  model.description = description(model);
  return model;
}

function seriesOf(one, at, share) {
  const points = list(one.points).slice(0, share).map(object);
  return {
    label: cut(text(one.label)),
    unit: text(one.unit),
    ...look(at),
    points: points.map(point => ({
      x: finite(point.x) ?? text(point.x),
      y: finite(point.y),
      low: finite(point.low),
      high: finite(point.high),
    })),
  };
}

/** Gives every point its key, its place along an axis of categories: a second point of one name has its own. */
function numbered(points, together) {
  const seen = new Map();
  return points.map(point => {
    const turn = together ? 0 : (seen.get(point.x) ?? 0);
    seen.set(point.x, turn + 1);
    point.key = turn ? `${point.x}\u0000${turn}` : point.x;
    return [point.key, point.x];
  });
}

const negative = (model, one, point) => `${point.x} ${number(point.y, {unit: one.unit || model.yUnit})}`;

function colours({type, series, categories}) {
  if (type === 'heatmap') return []; // its cells carry their numbers
  if (type === 'waterfall') return [COLORS[0], RISE, FALL];
  return type === 'pie' ? categories.map((_, at) => look(at).color) : series.map(one => one.color);
}

function legend({type, series, categories}) {
  if (type === 'heatmap' || type === 'waterfall') return [];
  if (type === 'pie') return categories.length > 1 ? categories.map((label, at) => ({label, ...look(at), symbol: 'rect'})) : [];
  const shape = type === 'bar' ? {symbol: 'rect'} : {};
  return series.map(one => ({...one, label: labelled(one.label, one.unit), ...shape}));
}

/** The chart in words, for those who do not see it. */
function description({type, title, xTitle, yTitle, yUnit, series, years}) {
  const says = series.map(one => {
    const points = one.points.map(point => {
      const x = typeof point.x === 'number' ? number(point.x, {grouped: !years}) : point.x;
      const value = point.y === null ? 'no value' : number(point.y, {unit: one.unit || yUnit});
      const bounds = point.low === null && point.high === null ? '' : ` (${[point.low, point.high].map(bound => (bound === null ? '' : number(bound))).join(' to ')})`;
      return `${x} ${value}${bounds}`;
    });
    return `${one.label}: ${points.join(', ')}`;
  });
  const whole = [`${type} chart`, title, xTitle && `x: ${xTitle}`, yTitle && `y: ${yTitle}`, ...says].filter(Boolean).join('. ');
  return whole.length <= LONGEST_DESCRIPTION ? whole : `${whole.slice(0, LONGEST_DESCRIPTION)}…`;
}
