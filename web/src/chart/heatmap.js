// Heat maps: a table of numbers in shades.
import {below, beside, frame} from './axes.js';
import {inkOn} from './looks.js';
import {SMALL, alike} from './writing.js';

const COLD = [239, 246, 255];
const WARM = [29, 78, 156];

export function heatmap(model, size) {
  const {series, keys, categories} = model;
  const columns = new Map(keys.map((key, index) => [key, index]));
  const values = series.flatMap(one => one.points.map(point => point.y)).filter(value => value !== null);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const share = value => (most > least ? (value - least) / (most - least) : 0.5);
  const rgb = value => COLD.map((cold, part) => Math.round(cold + (WARM[part] - cold) * share(value)));
  const readable = (size.width - 160) / categories.length > 52;
  const write = alike(values, series[0]?.unit || model.yUnit);
  return {
    grid: frame({top: readable ? 18 : 60}),
    xAxis: below(model.xTitle, categories, size.width - 160),
    yAxis: beside(model.yTitle, series.map(one => one.label)),
    series: [{
      type: 'heatmap',
      itemStyle: {borderColor: '#ffffff', borderWidth: 2},
      data: series.flatMap((one, row) => one.points.filter(point => point.y !== null).map(point => ({
        value: [columns.get(point.key), row, point.y],
        itemStyle: {color: `rgb(${rgb(point.y).join(',')})`},
        label: {show: readable, ...SMALL, color: inkOn(rgb(point.y)), formatter: write(point.y)},
      }))),
    }],
    visualMap: {
      show: !readable,
      min: least,
      max: most,
      orient: 'horizontal',
      left: 'center',
      top: 4,
      text: [write(most), write(least)],
      textStyle: SMALL,
      inRange: {color: [`rgb(${COLD})`, `rgb(${WARM})`]},
    },
  };
}
