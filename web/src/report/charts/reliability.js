// How far do the runs of a scenario lie apart? Every seed, the mean and its 95 % interval.
import {score} from '../writing.js';
import {figure, numbers} from './figure.js';
import {plot} from './plot.js';

export function reliability({scenarios, id}) {
  const {box} = plot({
    name: 'Reliability: score of every seed, mean with 95 % confidence interval, and official score, per scenario',
    describedBy: `${id}-table`,
    height: 110 + 44 * scenarios.length,
    options: look => options(look, scenarios),
  });
  const rows = scenarios.map(one => [
    one.name, one.scores.map(score).join(', '), score(one.mean),
    one.ci95 ? `${score(one.ci95[0])} to ${score(one.ci95[1])}` : score(null), score(one.official),
  ]);
  const heads = ['scenario', 'each seed', 'mean', '95 % interval', 'official (worst)'];
  return figure('Reliability across seeds', box, numbers(`${id}-table`, heads, rows));
}

function options(look, scenarios) {
  const points = (name, symbol, values, size = 11) => ({type: 'scatter', name, symbol, symbolSize: size, data: values});
  const whiskers = scenarios.flatMap((one, at) => (one.ci95 ? [[one.ci95[0], one.ci95[1], at]] : []));
  return {
    color: look.colors,
    legend: {bottom: 0, textStyle: look.font},
    grid: {left: 8, right: 24, top: 8, bottom: 78, containLabel: true},
    xAxis: {
      type: 'value', min: 0, max: 10, name: 'score', nameLocation: 'middle', nameGap: 26, nameTextStyle: look.font,
      axisLabel: look.font, splitLine: {lineStyle: {color: look.line}},
    },
    yAxis: {
      type: 'category', data: scenarios.map(one => one.name), inverse: true,
      axisLabel: {...look.font, width: 110, overflow: 'break'},
    },
    series: [
      points('each seed', 'circle', scenarios.flatMap((one, at) => one.scores.flatMap(value => (value === null ? [] : [[value, at]])))),
      points('mean', 'diamond', scenarios.flatMap((one, at) => (one.mean == null ? [] : [[one.mean, at]]))),
      points('official (worst)', 'emptyCircle', scenarios.flatMap((one, at) => (one.official == null ? [] : [[one.official, at]])), 20), // a ring round the seed that counts
      {type: 'custom', name: '95 % interval', clip: true, data: whiskers, encode: {x: [0, 1], y: 2}, renderItem: whisker(look)},
    ],
  };
}

const whisker = look => (_, api) => {
  const [low, y] = api.coord([api.value(0), api.value(2)]);
  const [high] = api.coord([api.value(1), api.value(2)]);
  const style = {stroke: look.text, lineWidth: 1.5, fill: null};
  const line = (x1, y1, x2, y2) => ({type: 'line', shape: {x1, y1, x2, y2}, style});
  return {type: 'group', children: [line(low, y, high, y), line(low, y - 6, low, y + 6), line(high, y - 6, high, y + 6)]};
};
