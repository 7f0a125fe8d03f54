// Forest plots: estimates with their intervals, one below the other.
import {beside, frame, valueAxis} from './axes.js';
import {QUIET} from './looks.js';
import {TEXT, alike} from './writing.js';

/** Estimates with their intervals, one below the other: the values run along the horizontal axis. */
export function forest(model, size) {
  const rows = model.keys.flatMap(key => model.series.flatMap(one => one.points.filter(point => point.key === key).map(point => ({...point, one}))));
  const names = rows.map(row => String(row.x));
  const ends = rows.flatMap(row => [row.low, row.high, row.y]).filter(value => value !== null);
  const [least, most] = [Math.min(...ends, 0), Math.max(...ends, 0)];
  const [write, bare] = [alike(ends, model.yUnit), alike(ends, '')];
  const words = row => write(row.y) + (row.low === null || row.high === null ? '' : ` (${bare(row.low)} to ${bare(row.high)})`);
  return {
    grid: frame({right: 190}),
    xAxis: valueAxis(model.yTitle, model.yUnit, {scale: !(least < 0 && most > 0), boundaryGap: ['4%', '4%']}),
    yAxis: beside(model.xTitle, names),
    series: [{
      type: 'custom',
      clip: false,
      renderItem: (_, api) => forestItem(api, {right: size.width - 178, text: words(rows[api.value(0)]), style: TEXT}),
      encode: {x: [1, 2, 3], y: 0},
      data: rows.map((row, index) => ({
        value: [index, row.y, row.low ?? row.y, row.high ?? row.y],
        itemStyle: {color: row.one.color},
      })),
      markLine: {
        silent: true,
        symbol: 'none',
        label: {show: false},
        lineStyle: {color: QUIET, type: [4, 4], width: 1},
        data: [{xAxis: 0}],
      },
    }],
  };
}

/** One row of a forest plot: the interval, the estimate as a square, and both in words at the right. */
function forestItem(api, {right, text, style}) {
  const row = api.value(0);
  const color = api.visual('color');
  const [middle, y] = api.coord([api.value(1), row]);
  const [left] = api.coord([api.value(2), row]);
  const [end] = api.coord([api.value(3), row]);
  const stroke = {stroke: color, lineWidth: 2};
  const line = (x1, y1, x2, y2) => ({type: 'line', shape: {x1, y1, x2, y2}, style: stroke});
  return {
    type: 'group',
    children: [
      line(left, y, end, y),
      line(left, y - 5, left, y + 5),
      line(end, y - 5, end, y + 5),
      {type: 'rect', shape: {x: middle - 5, y: y - 5, width: 10, height: 10}, style: {fill: color}},
      {type: 'text', style: {text, x: right, y, textVerticalAlign: 'middle', lineHeight: style.lineHeight, fill: style.color, font: `${style.fontSize}px ${style.fontFamily}`}},
    ],
  };
}
