// How each type of chart looks, as ECharts options.
import {number} from '../numbers.js';
import {below, frame, tick, titlesBroken, valueAxis} from './axes.js';
import {forest} from './forest.js';
import {heatmap} from './heatmap.js';
import {bounds} from './intervals.js';
import {COLORS, FAINT, LINE, QUIET, look} from './looks.js';
import {waterfall} from './waterfall.js';
import {DIGIT, SMALL, TEXT, alike, unitOf} from './writing.js';

export function options(model, size) {
  const make = {
    bar,
    line: (...given) => lines(...given, false),
    area: (...given) => lines(...given, true),
    scatter,
    pie,
    waterfall,
    forest,
    heatmap,
  }[model.type];
  return {
    animation: false,
    textStyle: TEXT,
    color: COLORS,
    backgroundColor: 'transparent',
    ...titlesBroken(make(model, size), size),
  };
}

const ROW = 30;

/** How high the drawing is to be, in pixels: as its rows or its slices need. */
export function heightOf({type, compact, series, keys}) {
  const points = series.reduce((sum, one) => sum + one.points.length, 0);
  const rows = type === 'forest' ? points : type === 'heatmap' ? series.length : 0;
  const slices = type === 'pie' ? slicesHeight(keys.length) : 0;
  return Math.max(compact ? 260 : 430, rows * ROW + 110, slices);
}

/** The values of a series at every place along the axis. */
const at = (series, keys) => {
  const byX = new Map(series.points.map(point => [point.key, point.y]));
  return keys.map(key => byX.get(key) ?? null);
};

/** The values on bars, where there is room for the longest of them and no interval in their place. */
function valueLabel(model, series, room) {
  const write = alike(series.points.map(point => point.y), unitOf(model, series));
  const longest = series.points.reduce((most, point) => Math.max(most, write(point.y).length), 0);
  const bounded = series.points.some(point => point.low !== null && point.high !== null);
  return {show: !bounded && longest * DIGIT <= room, ...SMALL, formatter: ({value}) => write(value)};
}

function bar(model, size) {
  const {series, keys, categories} = model;
  const each = (size.width - 90) / Math.max(1, keys.length);
  const room = series.length === 1 ? each : (each * 0.72) / series.length;
  return {
    grid: frame({top: 28}),
    xAxis: below(model.xTitle, categories, size.width - 90),
    yAxis: valueAxis(model.yTitle, model.yUnit),
    series: [
      ...series.map(one => ({
        type: 'bar',
        name: one.label,
        data: at(one, keys).map(value => ({value, label: {position: value < 0 ? 'bottom' : 'top'}})),
        barMaxWidth: 64,
        barGap: '8%',
        barCategoryGap: '28%',
        itemStyle: {color: one.color},
        label: valueLabel(model, one, room),
      })),
      ...bounds(model, keys),
    ],
  };
}

function lines(model, size, filled) {
  const {series, keys, numericX} = model;
  const dots = series.reduce((sum, one) => sum + one.points.length, 0) <= 120;
  return {
    grid: frame(),
    xAxis: xAxis(model, size, filled),
    yAxis: valueAxis(model.yTitle, model.yUnit),
    series: [
      ...series.map(one => ({
        type: 'line',
        name: one.label,
        data: numericX ? sorted(one).map(point => [point.x, point.y]) : at(one, keys),
        lineStyle: {width: 2.5, color: one.color},
        itemStyle: {color: one.color},
        symbol: one.symbol,
        symbolSize: 8,
        showSymbol: dots,
        areaStyle: filled ? {color: one.color, opacity: 0.18} : undefined,
      })),
      ...bounds(model, keys),
    ],
  };
}

const sorted = one => [...one.points].sort((a, b) => a.x - b.x);

function xAxis(model, {width}, tight = false) {
  if (!model.numericX) return below(model.xTitle, model.categories, width - 90, {boundaryGap: !tight});
  const [least, most] = [Math.min(...model.xs), Math.max(...model.xs)];
  const room = model.type === 'scatter' ? 1 : 0;
  const whole = model.years ? {min: least - room, max: most + room, interval: most - least <= 16 ? 1 : undefined} : {scale: true};
  return valueAxis(model.xTitle, model.xUnit, {
    ...whole,
    axisLabel: {...SMALL, color: QUIET, formatter: tick(model.xTitle, model.xUnit, !model.years)},
    splitLine: {show: model.type === 'scatter', lineStyle: {color: FAINT}},
  });
}

/** Points that lie on each other are moved apart, so that each is seen. */
function scatter(model, size) {
  const {series, keys, numericX} = model;
  const columns = new Map(keys.map((key, index) => [key, index]));
  const places = new Map();
  const spot = point => `${point.x}\u0000${point.y}`;
  for (const one of series) for (const point of one.points) places.set(spot(point), (places.get(spot(point)) ?? 0) + 1);
  const used = new Map();
  const apart = point => {
    const [count, turn] = [places.get(spot(point)), used.get(spot(point)) ?? 0];
    used.set(spot(point), turn + 1);
    return [(turn - (count - 1) / 2) * 13, 0];
  };
  return {
    grid: frame(),
    xAxis: xAxis(model, size),
    yAxis: valueAxis(model.yTitle, model.yUnit, {scale: true, boundaryGap: ['8%', '8%']}),
    series: [
      ...series.map(one => ({
        type: 'scatter',
        name: one.label,
        symbol: one.symbol,
        symbolSize: 12,
        clip: false,
        itemStyle: {color: one.color, opacity: 1},
        data: one.points.filter(point => point.y !== null).map(point => ({
          value: [numericX ? point.x : columns.get(point.key), point.y],
          symbolOffset: apart(point),
        })),
      })),
      ...bounds(model, keys),
    ],
  };
}

const MANY_SLICES = 12;
const SLICE = 20; // pixels that the name of one of many slices takes

/** The height that the names of all slices need where they all stand on one side. */
const slicesHeight = count => (count > MANY_SLICES ? count * SLICE + 80 : 0);

/** Rings of slices; the names of many slices take one line each. */
function pie(model, size) {
  const {series, keys, categories} = model;
  const [between, outer] = keys.length > MANY_SLICES ? [': ', Math.min(68, 30_000 / Math.min(size.width, size.height))] : ['\n', 68];
  const write = series.map(one => alike(one.points.map(point => point.y), unitOf(model, one)));
  const ring = outer / Math.max(1, series.length);
  return {
    series: series.map((one, place) => ({
      type: 'pie',
      name: one.label,
      radius: [`${place * ring}%`, `${(place + 1) * ring - (series.length > 1 ? 3 : 0)}%`],
      center: ['50%', '52%'],
      itemStyle: {borderColor: '#ffffff', borderWidth: 2},
      label: {
        ...TEXT,
        show: place === series.length - 1,
        formatter: ({name, value, percent}) => `${name}${between}${write[place](value)} (${number(percent, {places: 1})}%)`,
      },
      labelLine: {lineStyle: {color: LINE}},
      data: at(one, keys).map((value, index) => ({
        name: categories[index],
        value: value < 0 ? null : value,
        itemStyle: {color: look(index).color},
      })),
    })),
  };
}
