// Axes: their titles, the numbers and the categories along them.
import {decimals, number} from '../numbers.js';
import {FAINT, INK, LINE, QUIET} from './looks.js';
import {BOLD_LETTER, SMALL, TEXT, WIDE_LETTER} from './writing.js';

/** Numbers of an axis; the unit stands in its title, where there is one. */
export const tick = (title, unit, grouped = true) => value => number(value, {places: decimals(Number(value.toPrecision(6))), grouped, unit: title ? '' : unit});

/** The room for the plot; axes with their labels and titles are kept inside it. */
export const frame = (extra = {}) => ({left: 8, right: 24, top: 18, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all', ...extra});

/** An axis title, below the plot or turned at its left. */
const named = title => ({
  name: title,
  nameLocation: 'middle',
  nameGap: 16,
  nameTextStyle: {...TEXT, fontWeight: 600, padding: [3, 0, 3, 0]},
});

/** Long axis titles in lines that fit: across below the plot, up at its left. */
export function titlesBroken(chart, {width, height}) {
  for (const [axis, room] of [[chart.xAxis, width - 140], [chart.yAxis, height - 70]]) {
    if (axis) axis.name = brokenInto(axis.name, Math.floor(room / BOLD_LETTER));
  }
  return chart;
}

function brokenInto(title, longest) {
  const broken = [''];
  for (const word of title.split(/\s+/)) {
    const longer = `${broken.at(-1)} ${word}`.trim();
    if (longer.length <= longest || !broken.at(-1)) broken[broken.length - 1] = longer;
    else broken.push(word);
  }
  return broken.map(line => (line.length <= longest ? line : `${line.slice(0, longest - 1)}…`)).join('\n');
}

export function valueAxis(title, unit, extra = {}) {
  return {
    type: 'value',
    ...named(title),
    axisLabel: {...SMALL, color: QUIET, formatter: tick(title, unit)},
    axisLine: {show: true, lineStyle: {color: LINE}},
    splitLine: {lineStyle: {color: FAINT}},
    ...extra,
  };
}

const LONGEST_TURNED = 26;
const LONGEST_BESIDE = 38;

/** A long label without its middle: the ends tell labels apart. */
const shortened = (label, most) => label.length <= most ? label : `${label.slice(0, most - 12)}…${label.slice(-11)}`;

const category = (title, categories, label) => ({
  type: 'category',
  data: categories,
  ...named(title),
  axisTick: {show: false},
  axisLine: {lineStyle: {color: LINE}},
  axisLabel: {...SMALL, color: QUIET, interval: 0, ...label},
});

/** Categories below the plot: side by side, broken into lines, or turned where there are many. */
export function below(title, categories, room, extra = {}) {
  const each = room / Math.max(1, categories.length);
  const longest = categories.reduce((most, label) => Math.max(most, label.length), 0) * WIDE_LETTER;
  if (longest <= each * 2.6 && each >= 34) return {...category(title, categories, {width: Math.max(30, each - 8), overflow: 'break'}), ...extra};
  const turned = categories.map(label => shortened(label, LONGEST_TURNED));
  return {...category(title, turned, {interval: each < 16 ? 'auto' : 0, rotate: 40}), ...extra};
}

/** Categories at the left of the plot, the first on top. */
export const beside = (title, categories) => ({
  ...category(title, categories.map(label => shortened(label, LONGEST_BESIDE)), {color: INK}),
  inverse: true,
});
